"""What the office and the door read, at two sizes of a school: the page must not cost more in a larger school.

``FILL`` is executed by the older checkout too, with its own modules.
"""

DOOR_CLASSES = {"small": 4, "large": 17}
"""Their children are expected today: 60 and 240."""
SIZES = {
    "small": {"classes": 90, "payments": 1_588, "users": 300},
    "large": {"classes": 360, "payments": 6_350, "users": 1_200},
}
"""Four of five payments are of a confirmed seat: 1,270 and 5,080. Three seasons share the classes."""
ADMIN = 1
OFFICE = {
    "/today": "/today",
    "/seasons/{id}/paperwork": "/seasons/1/paperwork",
    "/seasons/{id}/paperwork, a page": "/seasons/1/paperwork?limit=50",
    "/seasons/{id}/conflicts": "/seasons/1/conflicts",
    "/reports/books, a year": "/reports/books?from=2026-01-01&to=2027-01-01",
    "/reports/books, a page": "/reports/books?from=2026-01-01&to=2027-01-01&limit=50",
    "/reports/classes": "/reports/classes",
    "/families": "/families",
    "/families, a page": "/families?limit=50",
    "/families/{id}": "/families/7",
    "/classes, an admin": "/classes",
    "/classes/{id}/care": "/classes/2/care",
    "/setup": "/setup",
}
PUBLIC = {"/classes/{id}": "/classes/2", "/all-classes": "/all-classes"}
FILL = """
import os, psycopg, django
django.setup()
from care.encryption import encrypt
try:
    from testing.bulk_data import fill
except ImportError:  # an older checkout
    from testing.factories.bulk_data import fill
with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as database:
    database.execute("TRUNCATE classes_season CASCADE")
    fill(database.cursor(), classes={classes}, payments={payments}, users={users})
    for statement in (
        "UPDATE accounts_user SET role = 'admin', phone = '' WHERE id = {admin}",
        "UPDATE accounts_user SET phone = '' WHERE phone IS NULL",
        "UPDATE classes_enrollment SET child_id = student_id",
        "UPDATE payments_payment SET child_name = 'Child'",
        "INSERT INTO classes_season (id, name, slug, starts_on, ends_on, sibling_percent)"
        " SELECT n, 'Season ' || n, 'season-' || n, current_date - 30, current_date + 800, 0"
        " FROM generate_series(1, 3) AS n",
        "UPDATE classes_campclass SET season_id = 1 + id % 3, place = 'Barn ' || id % 20",
        # The first lesson of these classes has just begun.
        "UPDATE classes_lesson SET starts_at = starts_at - (camp_class_id + 1) * interval '1 day',"
        " ends_at = ends_at - (camp_class_id + 1) * interval '1 day' WHERE camp_class_id <= {door}",
        # Four classes a day in each season, as in a summer.
        "UPDATE classes_lesson SET starts_at = starts_at - (camp_class_id - camp_class_id / 12) * interval '1 day',"
        " ends_at = ends_at - (camp_class_id - camp_class_id / 12) * interval '1 day' WHERE camp_class_id > {door}",
        # Two more contacts of each child, one of them barred, and who came and left today.
        "WITH contact AS (INSERT INTO care_contact"
        " (account_id, author_id, name, relation, phone, emergency, may_pick_up, barred)"
        " SELECT id, id, 'Contact ' || n, 'Aunt', '555 0101', false, n = 1, n = 2 FROM accounts_user,"
        " generate_series(1, 2) AS n RETURNING id, account_id)"
        " INSERT INTO care_contactchild (contact_id, child_id, account_id)"
        " SELECT id, account_id, account_id FROM contact",
        "INSERT INTO care_presenceevent"
        " (uuid, lesson_id, enrollment_id, kind, at, received_at, by_id, with_name, reason)"
        " SELECT gen_random_uuid(), lesson.id, enrollment.id, kind, lesson.starts_at + age, now(), 1,"
        " CASE kind WHEN 'LEFT' THEN 'Contact' ELSE '' END, ''"
        " FROM (SELECT DISTINCT ON (camp_class_id) * FROM classes_lesson ORDER BY camp_class_id, starts_at) AS lesson"
        " JOIN classes_enrollment AS enrollment USING (camp_class_id),"
        " (VALUES ('ARRIVED', interval '1 minute'), ('LEFT', interval '3 hours')) AS event (kind, age)"
        " WHERE camp_class_id <= {door} AND enrollment.state = 'CONFIRMED'",
        "INSERT INTO care_agreementtext (kind, version, title, body, required, sha256, created_at)"
        " VALUES ('waiver', 1, 'Waiver', 'Waiver', true, '', now())",
    ):
        database.execute(statement)
    texts = {{"allergies": "Peanuts", "medication": "An inhaler", "doctor": "Dr. Quendel"}}
    for child in range(1, {users} + 1):
        database.execute(
            "UPDATE care_caresheet SET secret = %s, season_id = 1 WHERE child_id = %s",
            (encrypt(texts, child_id=child), child),
        )
    database.execute("VACUUM ANALYZE")
"""


def fill_text(size: str) -> str:
    """The statement that fills the database with a school of this size."""
    return FILL.format(**SIZES[size], door=DOOR_CLASSES[size], admin=ADMIN)
