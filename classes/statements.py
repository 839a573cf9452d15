"""The SQL statements of a selection, and those that run while a class row is locked (``core.sql`` has the reason).

Writes quote the table name, because cache invalidation recognizes a write by its quoted table.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from classes.models import CampClass, Enrollment, Selection, WaitlistEntry
from core.sql import change, columns, fetch_all, fetch_joined, fetch_one, fetch_rows

ENROLLMENT = columns(Enrollment)
EXPIRED = "state = 'HELD' AND held_until <= %(now)s"


@dataclass(frozen=True)
class Availability:
    """The confirmed seats and live holds of a class, and when its first lesson starts (None: it has no lessons).

    ``has_waiting``: whether the class has waiting entries. ``offers``: those that ``offers.make_offers`` has just made.
    """

    taken: int
    first_start: datetime | None
    has_waiting: bool
    offers: list[Enrollment] = field(default_factory=list)

    def has_begun(self, now: datetime) -> bool:
        """Returns whether the first lesson has started."""
        return self.first_start is not None and self.first_start <= now

    def offer_to(self, *, student_id: int, child_id: int | None) -> Enrollment | None:
        """Returns the participant's offer, if it is one of those that have just been made."""
        own = (each for each in self.offers if (each.student_id, each.child_id) == (student_id, child_id))
        return next(own, None)


@dataclass(frozen=True)
class SelectableClass:
    """An approved class with ``enrolled`` and ``first_start``, and whether the participant has it already."""

    camp_class: CampClass
    is_selected: bool
    is_enrolled: bool


def select_selectable_class(*, camp_class_id: int, student_id: int, child_id: int | None) -> SelectableClass | None:
    """Returns the class if it is approved, and whether the participant has a selection of it or a seat in it."""
    participant = """WHERE camp_class_id = camp_class.id AND student_id = %(student_id)s
        AND child_id IS NOT DISTINCT FROM %(child_id)s"""
    sql = f"""SELECT {columns(CampClass)},
            EXISTS (SELECT FROM classes_selection {participant}),
            EXISTS (SELECT FROM classes_enrollment {participant} AND state = 'CONFIRMED'),
            (SELECT count(*) FROM classes_enrollment WHERE camp_class_id = camp_class.id AND state = 'CONFIRMED'),
            (SELECT min(starts_at) FROM classes_lesson WHERE camp_class_id = camp_class.id AND canceled_at IS NULL)
        FROM classes_campclass AS camp_class WHERE id = %(camp_class_id)s AND status = 'Approved'"""
    values = {"camp_class_id": camp_class_id, "student_id": student_id, "child_id": child_id}
    for camp_class, is_selected, is_enrolled, enrolled, first_start in fetch_joined([CampClass], sql, **values):
        camp_class.enrolled, camp_class.first_start = enrolled, first_start
        return SelectableClass(camp_class, is_selected, is_enrolled)
    return None


def insert_selection(
    *, student_id: int, child_id: int | None, camp_class_id: int, created_at: datetime
) -> Selection | None:
    """Stores and returns a new selection, or returns None if the participant has one of this class."""
    sql = f"""INSERT INTO "classes_selection" (student_id, child_id, camp_class_id, created_at)
        VALUES (%(student_id)s, %(child_id)s, %(camp_class_id)s, %(created_at)s)
        ON CONFLICT (student_id, camp_class_id, child_id) DO NOTHING RETURNING {columns(Selection)}"""
    values = {"student_id": student_id, "child_id": child_id, "camp_class_id": camp_class_id}
    return fetch_one(Selection, sql, **values, created_at=created_at)


def select_selections(*, student_id: int, selection_ids: Sequence[int]) -> list[Selection]:
    """Returns those of these selections that the student has."""
    sql = f"""SELECT {columns(Selection)} FROM classes_selection
        WHERE id = ANY(%(selection_ids)s) AND student_id = %(student_id)s"""
    return fetch_all(Selection, sql, student_id=student_id, selection_ids=selection_ids)


def select_classes_for_update(class_ids: Sequence[int]) -> list[CampClass]:
    """Locks the classes in primary-key order and returns those that exist."""
    sql = f"""SELECT {columns(CampClass)} FROM classes_campclass
        WHERE id = ANY(%(class_ids)s) ORDER BY id FOR NO KEY UPDATE"""
    return fetch_all(CampClass, sql, class_ids=class_ids)


def select_expired_holds(*, class_ids: Sequence[int], now: datetime) -> list[Enrollment]:
    """Returns the holds on the classes that have expired and are not released yet."""
    sql = f"""SELECT {ENROLLMENT} FROM classes_enrollment
        WHERE camp_class_id = ANY(%(class_ids)s) AND {EXPIRED}"""
    return fetch_all(Enrollment, sql, class_ids=class_ids, now=now)


def select_active_enrollment(*, student_id: int, child_id: int | None, camp_class_id: int) -> Enrollment | None:
    """Returns the participant's hold or confirmed seat in the class, if any."""
    sql = f"""SELECT {ENROLLMENT} FROM classes_enrollment
        WHERE student_id = %(student_id)s AND camp_class_id = %(camp_class_id)s AND state IN ('HELD', 'CONFIRMED')
        AND child_id IS NOT DISTINCT FROM %(child_id)s"""
    return fetch_one(Enrollment, sql, student_id=student_id, child_id=child_id, camp_class_id=camp_class_id)


# Two SELECTs, because PostgreSQL uses an index for each of them, but not for their conditions joined by OR.
def select_enrollments_to_confirm(
    *, student_id: int, enrollment_ids: Sequence[int], class_ids: Sequence[int], now: datetime
) -> list[Enrollment]:
    """Returns these enrollments, the holds and seats of the student and their children, and all expired holds.

    ``enrollment_ids`` are enrollments of the student in these classes.
    """
    sql = f"""SELECT {ENROLLMENT} FROM classes_enrollment WHERE camp_class_id = ANY(%(class_ids)s) AND {EXPIRED}
        UNION ALL SELECT {ENROLLMENT} FROM classes_enrollment
        WHERE student_id = %(student_id)s AND camp_class_id = ANY(%(class_ids)s)
        AND (id = ANY(%(enrollment_ids)s) OR state IN ('HELD', 'CONFIRMED')) AND ({EXPIRED}) IS NOT TRUE"""
    return fetch_all(
        Enrollment, sql, student_id=student_id, enrollment_ids=enrollment_ids, class_ids=class_ids, now=now
    )


def select_enrollments_for_hold(
    *, student_id: int, class_ids: Sequence[int], held_since: datetime, now: datetime
) -> list[Enrollment]:
    """Returns the seats, holds and past holds of the student and their children, and all expired holds.

    A past hold is included if it began after ``held_since``.
    """
    sql = f"""SELECT {ENROLLMENT} FROM classes_enrollment WHERE camp_class_id = ANY(%(class_ids)s) AND {EXPIRED}
        UNION ALL SELECT {ENROLLMENT} FROM classes_enrollment
        WHERE student_id = %(student_id)s AND camp_class_id = ANY(%(class_ids)s)
        AND (state IN ('HELD', 'CONFIRMED') OR held_at > %(held_since)s) AND ({EXPIRED}) IS NOT TRUE"""
    return fetch_all(Enrollment, sql, student_id=student_id, class_ids=class_ids, held_since=held_since, now=now)


def select_availability(*, class_ids: Sequence[int], now: datetime) -> dict[int, Availability]:
    """Returns the availability of each of these classes, without offers. Canceled lessons do not count."""
    sql = """SELECT id,
            (SELECT count(*) FROM classes_enrollment WHERE camp_class_id = camp_class.id
                AND (state = 'CONFIRMED' OR (state = 'HELD' AND held_until > %(now)s))),
            (SELECT min(starts_at) FROM classes_lesson WHERE camp_class_id = camp_class.id AND canceled_at IS NULL),
            EXISTS (SELECT FROM classes_waitlistentry WHERE camp_class_id = camp_class.id AND state = 'WAITING')
        FROM unnest(%(class_ids)s::bigint[]) AS camp_class (id)"""
    return {row[0]: Availability(*row[1:]) for row in fetch_rows(sql, class_ids=class_ids, now=now)}


def select_next_entries(*, camp_class_id: int, limit: int) -> list[WaitlistEntry]:
    """Returns the first waiting entries of the class that can get an offer, as ``WaitlistEntryQuerySet.offerable``."""
    sql = f"""SELECT {columns(WaitlistEntry)} FROM classes_waitlistentry AS entry
        WHERE camp_class_id = %(camp_class_id)s AND state = 'WAITING' AND NOT EXISTS (
            SELECT FROM classes_enrollment WHERE camp_class_id = entry.camp_class_id AND student_id = entry.student_id
            AND child_id IS NOT DISTINCT FROM entry.child_id AND state IN ('HELD', 'CONFIRMED'))
        ORDER BY next_at NULLS LAST, id LIMIT %(limit)s"""
    return fetch_all(WaitlistEntry, sql, camp_class_id=camp_class_id, limit=limit)


def insert_hold(
    *,
    student_id: int,
    child_id: int | None,
    camp_class_id: int,
    price: Decimal,
    held_at: datetime,
    held_until: datetime,
    offered_until: datetime | None = None,
) -> Enrollment:
    """Stores and returns a new hold; with ``offered_until`` it is an offer."""
    sql = f"""INSERT INTO "classes_enrollment"
            (student_id, child_id, camp_class_id, state, price, held_at, held_until, offered_until)
        VALUES (%(student_id)s, %(child_id)s, %(camp_class_id)s, 'HELD', %(price)s, %(held_at)s, %(held_until)s,
            %(offered_until)s)
        RETURNING {ENROLLMENT}"""
    values = {"student_id": student_id, "child_id": child_id, "camp_class_id": camp_class_id, "price": price}
    times = {"held_at": held_at, "held_until": held_until, "offered_until": offered_until}
    hold = fetch_one(Enrollment, sql, **values, **times)
    assert hold is not None
    return hold


def update_confirmed(enrollments: Sequence[Enrollment]) -> None:
    """Stores the state and the confirmation time, which all have in common. Raises DatabaseError if a row is gone.

    In the same statement, the participants who wait for these classes or have an offer are marked as accepted.
    """
    sql = """WITH confirmed AS (
            UPDATE "classes_enrollment" SET state = 'CONFIRMED', confirmed_at = %(confirmed_at)s
            WHERE id = ANY(%(ids)s) RETURNING id, student_id, child_id, camp_class_id
        ), accepted AS (
            UPDATE "classes_waitlistentry" AS entry
            SET state = 'ACCEPTED', ended_at = %(confirmed_at)s, offer_id = confirmed.id FROM confirmed
            WHERE entry.student_id = confirmed.student_id AND entry.camp_class_id = confirmed.camp_class_id
            AND entry.child_id IS NOT DISTINCT FROM confirmed.child_id AND entry.state IN ('WAITING', 'OFFERED')
        ) SELECT id FROM confirmed"""
    ids = [enrollment.pk for enrollment in enrollments]
    change(sql, rows=len(ids), ids=ids, confirmed_at=enrollments[0].confirmed_at)


def update_released(enrollment: Enrollment) -> bool:
    """Stores the state and the time of the release. Returns whether the class has waiting entries."""
    sql = """UPDATE "classes_enrollment" AS released SET state = 'RELEASED', released_at = %(released_at)s
        WHERE id = %(id)s RETURNING EXISTS (SELECT FROM classes_waitlistentry
            WHERE camp_class_id = released.camp_class_id AND state = 'WAITING')"""
    ((has_waiting,),) = fetch_rows(sql, id=enrollment.pk, released_at=enrollment.released_at)
    return bool(has_waiting)


def delete_selections(*, student_id: int, seats: Sequence[tuple[int, int | None]]) -> None:
    """Deletes the student's selections for these pairs of class and child, if any."""
    sql = """DELETE FROM "classes_selection"
        WHERE student_id = %(student_id)s AND concat(camp_class_id, '/', child_id) = ANY(%(seats)s) RETURNING id"""
    fetch_rows(sql, student_id=student_id, seats=[f"{class_id}/{child_id or ''}" for class_id, child_id in seats])
