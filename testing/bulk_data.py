"""Fills the tables by SQL with as many rows as a site has after years, for query plans and benchmarks.

The statements run without foreign key checks and write only valid keys. The ids are 1, 2, 3, ... in every table.
"""

from typing import Protocol

SEATED, RELEASED = 8, 2
"""Of ten enrollments, how many are confirmed and paid, and how many are released and refunded."""


class Cursor(Protocol):
    def execute(self, query: str, params: tuple[int, ...] = ..., /) -> object: ...


USERS = """
INSERT INTO accounts_user (id, password, email, name, photo, bio, wants_reminders, role, firebase_uid,
                           email_verified, token_version, is_active, joined_at)
SELECT n, '!', 'person-' || n || '@camp.example', 'Person ' || n, '', '', true,
       CASE WHEN n <= %s THEN 'instructor' ELSE 'student' END, 'uid-' || n, true, 0, true,
       now() - n * interval '1 second'
FROM generate_series(1, %s) AS n
"""
USER_VERSIONS = """
INSERT INTO accounts_historicaluser (id, email, name, photo, bio, wants_reminders, role, firebase_uid, email_verified,
                                     is_active, joined_at, history_date, history_type)
SELECT id, email, name, photo, bio, wants_reminders, role, firebase_uid, email_verified, is_active, joined_at, now(),
       '+'
FROM accounts_user
"""
CLASSES = """
INSERT INTO classes_campclass (id, name, description, image, price, capacity, instructor_id, status, feedback,
                               place, bring, withdrawn_reason, created_at)
SELECT n, 'Class ' || n, repeat('Clay, wheel and glaze. ', 5), '/static/pictures/demo/class-' || n || '.jpg', 45.50,
       1000000, 1 + n %% %s, 'Approved', '', '', '', '', now()
FROM generate_series(1, %s) AS n
"""
CHILDREN = """
INSERT INTO accounts_child (id, guardian_id, name, born_on)
SELECT id, id, 'Child ' || id, DATE '2015-06-01' + mod(id, 1000)::int FROM accounts_user
"""
CHILD_VERSIONS = """
INSERT INTO accounts_historicalchild (id, guardian_id, name, born_on, history_date, history_type)
SELECT id, guardian_id, name, born_on, now(), '+' FROM accounts_child
"""
LESSONS = """
INSERT INTO classes_lesson (camp_class_id, starts_at, ends_at, place, revision)
SELECT id, now() + (id + day) * interval '1 day', now() + (id + day) * interval '1 day' + interval '3 hours', '', 0
FROM classes_campclass, generate_series(1, %s) AS day
"""
LESSONS_PER_CLASS = 10
ENROLLMENTS = """
INSERT INTO classes_enrollment (id, student_id, child_id, camp_class_id, state, price, held_at, held_until,
                                confirmed_at, released_at)
SELECT n, {student}, {child}, {camp_class}, CASE WHEN n %% 10 < {seated} THEN 'CONFIRMED' ELSE 'RELEASED' END,
       45.50, now(), now(), now(), CASE WHEN n %% 10 < {seated} THEN NULL ELSE now() END
FROM generate_series(1, %s) AS n
"""
SELECTIONS = """
INSERT INTO classes_selection (id, student_id, child_id, camp_class_id, created_at)
SELECT n, {student}, {child}, {camp_class}, now() FROM generate_series(1, %s) AS n
"""
WAITLIST_ENTRIES = """
INSERT INTO classes_waitlistentry (id, student_id, child_id, camp_class_id, state, joined_at, ended_at, next_reason)
SELECT n, {student}, {child}, {camp_class}, 'LAPSED', now(), now(), '' FROM generate_series(1, %s) AS n
"""
PAYMENTS = """
WITH numbered AS (
    SELECT n, gen_random_uuid() AS order_id FROM generate_series(1, %s) AS n
), paid AS (
    INSERT INTO payments_order (id, student_id, state, amount, intent_id, created_at, paid_at, unassigned_refund)
    SELECT order_id, {student}, 'PAID', 45.50, 'pi_' || n, now() - n * interval '10 minutes',
           now() - n * interval '10 minutes', 0
    FROM numbered
)
INSERT INTO payments_payment (id, order_id, position, student_id, camp_class_id, enrollment_id, state, price,
                              class_name, class_image, instructor_name, instructor_email, student_name,
                              child_name, created_at, paid_at)
SELECT gen_random_uuid(), order_id, 1, {student}, {camp_class}, n,
       CASE WHEN n %% 10 < {seated} THEN 'enrolled' ELSE 'refunded' END, 45.50, 'Class',
       '/static/pictures/demo/class.jpg', 'Ines', 'ines@camp.example', 'Person',
       CASE WHEN {child} IS NULL THEN '' ELSE 'Child' END,
       now() - n * interval '10 minutes', now() - n * interval '10 minutes'
FROM numbered
"""
REFUNDS = """
INSERT INTO payments_refund (id, payment_id, amount, reason, state, stripe_id, failures, error, note, created_at,
                             ended_at)
SELECT gen_random_uuid(), id, price, 'canceled', 'SENT', '', 0, '', '', now(), now()
FROM payments_payment WHERE state = 'refunded'
"""
ENTRIES = """
INSERT INTO payments_ledgerentry (key, order_id, payment_id, camp_class_id, kind, method, amount, happened_at)
SELECT 'charge ' || id, order_id, id, camp_class_id, 'CHARGE', 'card', price, paid_at FROM payments_payment
UNION ALL SELECT 'refund ' || id || ' 1', order_id, id, camp_class_id, 'REFUND', 'card', -price, now()
FROM payments_payment WHERE state = 'refunded'
"""
EVENTS = """
INSERT INTO payments_stripeevent (event_id, type, object_id, received_at)
SELECT 'evt_' || n, 'payment_intent.succeeded', 'pi_' || n, now() - n * interval '10 minutes'
FROM generate_series(1, %s) AS n
"""
EMAILS = """
INSERT INTO mail_outboxemail (kind, recipient_id, about, facts, state, created_at, due_at, tries, sent_at, error,
                              address_refused)
SELECT 'booked', {student}, n, '{{}}', 'SENT', now() - n * interval '10 minutes', now() - n * interval '10 minutes', 1,
       now(), '', false
FROM generate_series(1, %s) AS n
"""
CONTACTS = """
WITH contact AS (
    INSERT INTO care_contact (account_id, author_id, name, relation, phone, emergency, may_pick_up, barred)
    SELECT id, id, 'Contact ' || id, '', '555 0100', true, true, false FROM accounts_user RETURNING id, account_id
)
INSERT INTO care_contactchild (contact_id, child_id, account_id) SELECT id, account_id, account_id FROM contact
"""
SHEETS = """
INSERT INTO care_caresheet (child_id, secret, keep, confirmed_at) SELECT id, '', false, now() FROM accounts_child
"""
READS = """
INSERT INTO care_careread (reader_id, child_id, camp_class_id, read_at, saved)
SELECT 1 + id %% %s, id, 1, now(), false FROM accounts_child
"""
AGREEMENTS = """
WITH text AS (
    INSERT INTO care_agreementtext (kind, version, title, body, required, sha256, created_at)
    VALUES ('notice', 1, 'Notice', 'Notice', false, '', now()) RETURNING id
)
INSERT INTO care_agreement (text_id, child_id, child_name, accepted, typed_name, signed_by_id, signed_at)
SELECT text.id, child.id, child.name, true, 'Person', child.guardian_id, now() FROM accounts_child AS child, text
"""
PRESENCE = """
INSERT INTO care_presenceevent (uuid, lesson_id, enrollment_id, kind, at, received_at, by_id, with_name, reason)
SELECT gen_random_uuid(), lesson.id, enrollment.id, 'ARRIVED', lesson.starts_at, lesson.starts_at, 1, '', ''
FROM classes_enrollment AS enrollment
JOIN (SELECT DISTINCT ON (camp_class_id) * FROM classes_lesson) AS lesson USING (camp_class_id)
WHERE child_id IS NOT NULL
"""
TABLES = (
    *("accounts_user", "accounts_child", "classes_campclass", "classes_enrollment", "classes_selection"),
    *("classes_waitlistentry", "accounts_historicalchild"),
    *(
        "payments_payment",
        "payments_order",
        "payments_refund",
        "payments_ledgerentry",
        "payments_stripeevent",
        "accounts_historicaluser",
        "classes_lesson",
    ),
    "mail_outboxemail",
    *("care_contact", "care_contactchild", "care_caresheet", "care_careread"),
    *("care_agreementtext", "care_agreement", "care_presenceevent"),
)


def fill(cursor: Cursor, *, classes: int, payments: int, users: int, selections: int = 0) -> None:
    """Truncates and fills the tables. One user in fifty is an instructor.

    Each payment has an enrollment, an event, an e-mail and a waitlist entry that has lapsed. Each user has a child
    with a contact, a care sheet, a read of it, and an agreement; the child takes part in every third enrollment, and
    has come to a lesson of each.

    Raises ValueError if there are more payments or selections than pairs of a user and a class.
    """
    if max(payments, selections) > users * classes:
        raise ValueError("a student has at most one seat in a class, so more users or more classes are needed")
    instructors = max(1, users // 50)
    columns = {
        "student": f"1 + (n - 1) %% {users}",
        # The child of the student has the same id; every third row is for the child.
        "child": f"CASE WHEN n %% 3 = 0 THEN 1 + (n - 1) %% {users} END",
        "camp_class": f"1 + ((n - 1) / {users} + (n - 1) %% {users}) %% {classes}",
        "seated": SEATED,
    }
    truncate(cursor)
    cursor.execute("SET session_replication_role = replica")
    cursor.execute(USERS, (instructors, users))
    cursor.execute(USER_VERSIONS)
    cursor.execute(CHILDREN)
    cursor.execute(CHILD_VERSIONS)
    cursor.execute(CLASSES, (instructors, classes))
    cursor.execute(LESSONS, (LESSONS_PER_CLASS,))
    cursor.execute(SELECTIONS.format(**columns), (selections,))
    for statement in (ENROLLMENTS, PAYMENTS, EVENTS, WAITLIST_ENTRIES, EMAILS):
        cursor.execute(statement.format(**columns), (payments,))
    cursor.execute(REFUNDS)
    cursor.execute(ENTRIES)
    cursor.execute(CONTACTS)
    cursor.execute(SHEETS)
    cursor.execute(READS, (instructors,))
    cursor.execute(AGREEMENTS)
    cursor.execute(PRESENCE)
    cursor.execute("SET session_replication_role = DEFAULT")
    for table in TABLES[:6]:
        cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")


def truncate(cursor: Cursor) -> None:
    """Empties the tables, and those that refer to them."""
    cursor.execute(f"TRUNCATE {', '.join(TABLES)} CASCADE")
