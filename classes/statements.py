"""The SQL statements that run while a class row is locked (see ``core.sql`` for the reason).

Writes quote the table name, because cache invalidation recognizes a write by its quoted table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from classes.models import CampClass, Enrollment
from core.sql import change, columns, fetch_all, fetch_one, fetch_rows

ENROLLMENT = columns(Enrollment)
EXPIRED = "state = 'HELD' AND held_until <= %(now)s"


@dataclass(frozen=True)
class Availability:
    """The confirmed seats and live holds of a class, and when its first lesson starts (None: it has no lessons)."""

    taken: int
    first_start: datetime | None


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
    """Returns the availability of each of these classes. Canceled lessons do not count."""
    sql = """SELECT id,
            (SELECT count(*) FROM classes_enrollment WHERE camp_class_id = camp_class.id
                AND (state = 'CONFIRMED' OR (state = 'HELD' AND held_until > %(now)s))),
            (SELECT min(starts_at) FROM classes_lesson WHERE camp_class_id = camp_class.id AND canceled_at IS NULL)
        FROM unnest(%(class_ids)s::bigint[]) AS camp_class (id)"""
    return {row[0]: Availability(*row[1:]) for row in fetch_rows(sql, class_ids=class_ids, now=now)}


def insert_hold(
    *,
    student_id: int,
    child_id: int | None,
    camp_class_id: int,
    price: Decimal,
    held_at: datetime,
    held_until: datetime,
) -> Enrollment:
    """Stores and returns a new hold."""
    sql = f"""INSERT INTO "classes_enrollment" (student_id, child_id, camp_class_id, state, price, held_at, held_until)
        VALUES (%(student_id)s, %(child_id)s, %(camp_class_id)s, 'HELD', %(price)s, %(held_at)s, %(held_until)s)
        RETURNING {ENROLLMENT}"""
    values = {"student_id": student_id, "child_id": child_id, "camp_class_id": camp_class_id, "price": price}
    hold = fetch_one(Enrollment, sql, **values, held_at=held_at, held_until=held_until)
    assert hold is not None
    return hold


def update_confirmed(enrollments: Sequence[Enrollment]) -> None:
    """Stores the state and the confirmation time, which all have in common. Raises DatabaseError if a row is gone."""
    sql = """UPDATE "classes_enrollment" SET state = 'CONFIRMED', confirmed_at = %(confirmed_at)s
        WHERE id = ANY(%(ids)s)"""
    ids = [enrollment.pk for enrollment in enrollments]
    change(sql, rows=len(ids), ids=ids, confirmed_at=enrollments[0].confirmed_at)


def delete_selections(*, student_id: int, seats: Sequence[tuple[int, int | None]]) -> None:
    """Deletes the student's selections for these pairs of class and child, if any."""
    sql = """DELETE FROM "classes_selection"
        WHERE student_id = %(student_id)s AND concat(camp_class_id, '/', child_id) = ANY(%(seats)s) RETURNING id"""
    fetch_rows(sql, student_id=student_id, seats=[f"{class_id}/{child_id or ''}" for class_id, child_id in seats])
