"""The SQL statements of a selection, and those that run while a class row is locked (see ``core.database.sql``).

Writes quote the table name, because cache invalidation recognizes a write by its quoted table.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from classes.models import CampClass, Enrollment, Opening, SeatPrice, Selection
from core.database.sql import change, columns, fetch_all, fetch_one, fetch_rows, fetch_with_values

ENROLLMENT = columns(Enrollment)
EXPIRED = "state = 'HELD' AND held_until <= %(now)s"


@dataclass(frozen=True)
class Availability:
    """The confirmed seats and live holds of a class, and when its first lesson starts (None: it has no lessons).

    ``opening``: when the season opens; None without a season. ``sibling_percent``: the season's sibling discount.
    ``offers``: those that ``offers.make_offers`` has just made.
    """

    taken: int
    first_start: datetime | None
    has_waiting: bool
    opening: Opening | None
    sibling_percent: int = 0
    offers: list[Enrollment] = field(default_factory=list)

    def has_begun(self, now: datetime) -> bool:
        return self.first_start is not None and self.first_start <= now


@dataclass(frozen=True)
class SelectableClass:
    """A class for one participant, who has booked, holds or has selected ``own_class_ids``."""

    camp_class: CampClass
    is_selected: bool
    is_enrolled: bool
    own_class_ids: list[int]
    enrolled: int
    first_start: datetime | None


def select_selectable_class(
    *, camp_class_id: int, student_id: int, child_id: int | None, now: datetime
) -> SelectableClass | None:
    """None unless approved."""
    own = "WHERE student_id = %(student_id)s AND child_id IS NOT DISTINCT FROM %(child_id)s"
    here = f"{own} AND camp_class_id = camp_class.id"
    sql = f"""SELECT {columns(CampClass)},
            EXISTS (SELECT FROM classes_selection {here}) AS is_selected,
            EXISTS (SELECT FROM classes_enrollment {here} AND state = 'CONFIRMED') AS is_enrolled,
            ARRAY(SELECT camp_class_id FROM classes_selection {own}
                UNION SELECT camp_class_id FROM classes_enrollment {own}
                AND (state = 'CONFIRMED' OR (state = 'HELD' AND held_until > %(now)s))) AS own_class_ids,
            (SELECT count(*) FROM classes_enrollment
                WHERE camp_class_id = camp_class.id AND state = 'CONFIRMED') AS enrolled,
            (SELECT min(starts_at) FROM classes_lesson
                WHERE camp_class_id = camp_class.id AND canceled_at IS NULL) AS first_start
        FROM classes_campclass AS camp_class WHERE id = %(camp_class_id)s AND status = 'Approved'"""
    values = {"camp_class_id": camp_class_id, "student_id": student_id, "child_id": child_id, "now": now}
    found = fetch_with_values(CampClass, sql, **values)
    return next((SelectableClass(camp_class, *others) for camp_class, others in found), None)


def insert_selection(*, student_id: int, child_id: int | None, camp_class_id: int, created_at: datetime) -> Selection:
    sql = f"""INSERT INTO "classes_selection" (student_id, child_id, camp_class_id, created_at)
        VALUES (%(student_id)s, %(child_id)s, %(camp_class_id)s, %(created_at)s) RETURNING {columns(Selection)}"""
    values = {"student_id": student_id, "child_id": child_id, "camp_class_id": camp_class_id}
    selection = fetch_one(Selection, sql, **values, created_at=created_at)
    assert selection is not None
    return selection


def select_lessons(class_ids: Collection[int]) -> list[tuple[int, str, datetime, datetime]]:
    """That take place: class, its name, start and end; the earliest first."""
    sql = """SELECT camp_class_id, name, starts_at, ends_at
        FROM classes_lesson JOIN classes_campclass camp_class ON camp_class.id = camp_class_id
        WHERE camp_class_id = ANY(%(class_ids)s) AND canceled_at IS NULL ORDER BY starts_at"""
    return [(*row,) for row in fetch_rows(sql, class_ids=list(class_ids))]


def select_classes_for_update(class_ids: Sequence[int]) -> list[CampClass]:
    """In primary-key order. Leaves out classes that do not exist."""
    sql = f"""SELECT {columns(CampClass)} FROM classes_campclass
        WHERE id = ANY(%(class_ids)s) ORDER BY id FOR NO KEY UPDATE"""
    return fetch_all(CampClass, sql, class_ids=class_ids)


# Two SELECTs, because PostgreSQL uses an index for each of them, but not for their conditions joined by OR.
def select_enrollments_to_confirm(
    *, student_id: int, enrollment_ids: Sequence[int], class_ids: Sequence[int], now: datetime
) -> list[Enrollment]:
    """These enrollments, the holds and seats of the student and their children, and all expired holds.

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
    """Seats, holds and past holds of the student and their children, and all expired holds.

    A past hold is included if it began after ``held_since``.
    """
    sql = f"""SELECT {ENROLLMENT} FROM classes_enrollment WHERE camp_class_id = ANY(%(class_ids)s) AND {EXPIRED}
        UNION ALL SELECT {ENROLLMENT} FROM classes_enrollment
        WHERE student_id = %(student_id)s AND camp_class_id = ANY(%(class_ids)s)
        AND (state IN ('HELD', 'CONFIRMED') OR held_at > %(held_since)s) AND ({EXPIRED}) IS NOT TRUE"""
    return fetch_all(Enrollment, sql, student_id=student_id, class_ids=class_ids, held_since=held_since, now=now)


def select_availability(*, class_ids: Sequence[int], now: datetime) -> dict[int, Availability]:
    """Without offers. Canceled lessons do not count."""
    sql = """SELECT camp_class.id,
            (SELECT count(*) FROM classes_enrollment WHERE camp_class_id = camp_class.id
                AND (state = 'CONFIRMED' OR (state = 'HELD' AND held_until > %(now)s))),
            (SELECT min(starts_at) FROM classes_lesson WHERE camp_class_id = camp_class.id AND canceled_at IS NULL),
            EXISTS (SELECT FROM classes_waitlistentry WHERE camp_class_id = camp_class.id AND state = 'WAITING'),
            CASE WHEN season.id IS NOT NULL THEN ARRAY[opens_at, returning_opens_at] END, coalesce(sibling_percent, 0)
        FROM classes_campclass camp_class LEFT JOIN classes_season season ON season.id = camp_class.season_id
        WHERE camp_class.id = ANY(%(class_ids)s)"""
    rows = fetch_rows(sql, class_ids=class_ids, now=now)
    return {
        class_id: Availability(taken, first_start, has_waiting, Opening(*times) if times else None, sibling_percent)
        for class_id, taken, first_start, has_waiting, times, sibling_percent in rows
    }


def insert_hold(
    *,
    student_id: int,
    child_id: int | None,
    camp_class_id: int,
    price: SeatPrice,
    price_reason: str = "",
    held_at: datetime,
    held_until: datetime,
    offered_until: datetime | None = None,
) -> Enrollment:
    """With ``offered_until`` it is an offer."""
    sql = f"""INSERT INTO "classes_enrollment"
            (student_id, child_id, camp_class_id, state, price, discount, discount_text, voucher_id, price_reason,
            held_at, held_until, offered_until)
        VALUES (%(student_id)s, %(child_id)s, %(camp_class_id)s, 'HELD', %(price)s, %(discount)s, %(discount_text)s,
            %(voucher_id)s, %(price_reason)s, %(held_at)s, %(held_until)s, %(offered_until)s)
        RETURNING {ENROLLMENT}"""
    values = {"student_id": student_id, "child_id": child_id, "camp_class_id": camp_class_id}
    values |= price._asdict() | {"price": price.price, "price_reason": price_reason}
    times = {"held_at": held_at, "held_until": held_until, "offered_until": offered_until}
    hold = fetch_one(Enrollment, sql, **values, **times)
    assert hold is not None
    return hold


def store_confirmation(enrollments: Sequence[Enrollment]) -> None:
    """Confirms the holds, accepts the participants' entries on the waitlists, and deletes their selections.

    The state and the confirmation time are the same for all. Raises DatabaseError if a row is gone.
    """
    sql = """WITH confirmed AS (
            UPDATE "classes_enrollment" SET state = 'CONFIRMED', confirmed_at = %(confirmed_at)s
            WHERE id = ANY(%(ids)s) RETURNING id, student_id, child_id, camp_class_id
        ), accepted AS (
            UPDATE "classes_waitlistentry" AS entry
            SET state = 'ACCEPTED', ended_at = %(confirmed_at)s, offer_id = confirmed.id FROM confirmed
            WHERE entry.student_id = confirmed.student_id AND entry.camp_class_id = confirmed.camp_class_id
            AND entry.child_id IS NOT DISTINCT FROM confirmed.child_id AND entry.state IN ('WAITING', 'OFFERED')
        ), unselected AS (
            DELETE FROM "classes_selection" AS selection USING confirmed
            WHERE selection.student_id = confirmed.student_id AND selection.camp_class_id = confirmed.camp_class_id
            AND selection.child_id IS NOT DISTINCT FROM confirmed.child_id
        ) SELECT id FROM confirmed"""
    ids = [enrollment.pk for enrollment in enrollments]
    change(sql, rows=len(ids), ids=ids, confirmed_at=enrollments[0].confirmed_at)


def update_released(enrollment: Enrollment) -> bool:
    """Returns whether the class has waiting entries."""
    sql = """UPDATE "classes_enrollment" AS released SET state = 'RELEASED', released_at = %(released_at)s
        WHERE id = %(id)s RETURNING EXISTS (SELECT FROM classes_waitlistentry
            WHERE camp_class_id = released.camp_class_id AND state = 'WAITING')"""
    ((has_waiting,),) = fetch_rows(sql, id=enrollment.pk, released_at=enrollment.released_at)
    return bool(has_waiting)
