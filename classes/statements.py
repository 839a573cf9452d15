"""The SQL statements that run while a class row is locked (see ``core.sql`` for the reason).

Writes quote the table name, because cache invalidation recognizes a write by its quoted table.
"""

from datetime import datetime
from decimal import Decimal

from classes.models import CampClass, Enrollment
from core.sql import change_one, columns, fetch_all, fetch_one, fetch_rows

ENROLLMENT = columns(Enrollment)


def select_class_for_update(camp_class_id: int) -> CampClass | None:
    """Locks and returns the class, or returns None if it does not exist."""
    sql = f"""SELECT {columns(CampClass)} FROM classes_campclass WHERE id = %(camp_class_id)s FOR NO KEY UPDATE"""
    return fetch_one(CampClass, sql, camp_class_id=camp_class_id)


def select_expired_holds(*, camp_class_id: int, now: datetime) -> list[Enrollment]:
    """Returns the holds on the class that have expired and are not released yet."""
    sql = f"""SELECT {ENROLLMENT} FROM classes_enrollment
        WHERE camp_class_id = %(camp_class_id)s AND state = 'HELD' AND held_until <= %(now)s"""
    return fetch_all(Enrollment, sql, camp_class_id=camp_class_id, now=now)


def select_active_enrollment(*, student_id: int, child_id: int | None, camp_class_id: int) -> Enrollment | None:
    """Returns the participant's hold or confirmed seat in the class, if any."""
    sql = f"""SELECT {ENROLLMENT} FROM classes_enrollment
        WHERE student_id = %(student_id)s AND camp_class_id = %(camp_class_id)s AND state IN ('HELD', 'CONFIRMED')
        AND child_id IS NOT DISTINCT FROM %(child_id)s"""
    return fetch_one(Enrollment, sql, student_id=student_id, child_id=child_id, camp_class_id=camp_class_id)


def select_active_enrollment_like(*, student_id: int, enrollment_id: int, camp_class_id: int) -> Enrollment | None:
    """Returns the hold or confirmed seat in the class of the participant of the student's enrollment, if any."""
    sql = f"""SELECT {ENROLLMENT} FROM classes_enrollment
        WHERE student_id = %(student_id)s AND camp_class_id = %(camp_class_id)s AND state IN ('HELD', 'CONFIRMED')
        AND child_id IS NOT DISTINCT FROM (SELECT child_id FROM classes_enrollment WHERE id = %(enrollment_id)s)"""
    return fetch_one(Enrollment, sql, student_id=student_id, enrollment_id=enrollment_id, camp_class_id=camp_class_id)


def select_enrollments_for_hold(*, student_id: int, camp_class_id: int, held_since: datetime) -> list[Enrollment]:
    """Returns the holds of the student and their children on all classes, and in this class their seats and past holds.

    A past hold is included if it began after ``held_since``.
    """
    sql = f"""SELECT {ENROLLMENT} FROM classes_enrollment
        WHERE student_id = %(student_id)s AND (state = 'HELD' OR (
            camp_class_id = %(camp_class_id)s AND (state = 'CONFIRMED' OR held_at > %(held_since)s)))"""
    return fetch_all(Enrollment, sql, student_id=student_id, camp_class_id=camp_class_id, held_since=held_since)


def count_taken_seats(*, camp_class_id: int, now: datetime) -> int:
    """Returns the number of confirmed seats and live holds in the class."""
    sql = """SELECT count(*) FROM classes_enrollment
        WHERE camp_class_id = %(camp_class_id)s
        AND (state = 'CONFIRMED' OR (state = 'HELD' AND held_until > %(now)s))"""
    ((count,),) = fetch_rows(sql, camp_class_id=camp_class_id, now=now)
    return int(count)


def select_first_start(*, camp_class_id: int) -> datetime | None:
    """Returns when the first lesson of the class that is not canceled starts, or None if it has no lessons."""
    sql = """SELECT min(starts_at) FROM classes_lesson
        WHERE camp_class_id = %(camp_class_id)s AND canceled_at IS NULL"""
    ((first_start,),) = fetch_rows(sql, camp_class_id=camp_class_id)
    return first_start  # type: ignore[no-any-return]


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


def update_confirmed(enrollment: Enrollment) -> None:
    """Stores the state and the confirmation time. Raises DatabaseError if the row is gone."""
    sql = """UPDATE "classes_enrollment" SET state = %(state)s, confirmed_at = %(confirmed_at)s WHERE id = %(id)s"""
    change_one(sql, id=enrollment.pk, state=enrollment.state, confirmed_at=enrollment.confirmed_at)


def delete_selection(*, student_id: int, child_id: int | None, camp_class_id: int) -> None:
    """Deletes the participant's selection of the class, if any."""
    sql = """DELETE FROM "classes_selection"
        WHERE student_id = %(student_id)s AND camp_class_id = %(camp_class_id)s
        AND child_id IS NOT DISTINCT FROM %(child_id)s RETURNING id"""
    fetch_rows(sql, student_id=student_id, child_id=child_id, camp_class_id=camp_class_id)
