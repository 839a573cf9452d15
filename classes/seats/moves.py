"""Moving a confirmed seat of a participant to another class."""

from collections.abc import Collection
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from django.db import connection

from accounts.models import User
from classes.catalog.ages import refuse_other_age
from classes.catalog.withdrawal import ClassWithdrawn
from classes.models import CampClass, Enrollment
from classes.seats import enrollment, sql
from classes.seats.confirmation import confirm_holds
from classes.seats.enrollment import AlreadyEnrolled
from classes.seats.opening import Family
from classes.seats.sql import Availability
from classes.waitlist import offers
from core.errors import NotFound


class Override(StrEnum):
    """Rules that staff can leave out. Nothing overrides the capacity of a class."""

    BEGUN = "begun"
    AGE = "age"
    NOT_OPEN = "not_open"


class AlreadyThere(AlreadyEnrolled):
    message = "This participant already has a seat in that class."


class TargetWithdrawn(ClassWithdrawn):
    message = "That class was withdrawn, so nobody can be moved there."


def move_seat(
    *,
    account: User,
    seat: Enrollment,
    camp_class: CampClass,
    price: Decimal,
    override: Collection[Override],
    full_refund_until: datetime | None,
    now: datetime,
) -> Enrollment:
    """Confirms a seat in this class for the participant of the seat, then releases the seat. Both classes are locked.

    The waitlist gets its offers first. A live hold of the participant is confirmed, whatever it costs. Raises NotFound,
    TargetWithdrawn, AlreadyThere, NoLessons, ClassBegun, AgeNotInRange, BirthDateNeeded, NotOpenYet, ClassFull.
    """
    assert connection.in_atomic_block
    if camp_class.is_withdrawn:
        raise TargetWithdrawn
    if not camp_class.is_approved:
        raise NotFound
    enrollment.release_expired_holds(class_ids=[camp_class.pk], now=now)
    available = offers.make_offers(class_ids=[camp_class.pk], now=now)[camp_class.pk]
    own = Enrollment.objects.active().filter(student=seat.student_id, child=seat.child_id, camp_class=camp_class)
    hold = own.first()
    if hold is None:
        _refuse_unless_bookable(account, seat, camp_class, available, override, now)
        hold = sql.insert_hold(
            student_id=seat.student_id,
            child_id=seat.child_id,
            camp_class_id=camp_class.pk,
            price=price,
            held_at=now,
            held_until=now,
        )
    elif hold.state == Enrollment.State.CONFIRMED:
        raise AlreadyThere
    hold.price, hold.full_refund_until = price, full_refund_until
    hold.save(update_fields=["price", "full_refund_until"])
    confirm_holds([hold], now)
    hold.camp_class, hold.child = camp_class, seat.child
    enrollment.release_seat(enrollment=seat, now=now)
    return hold


def _refuse_unless_bookable(
    account: User,
    seat: Enrollment,
    camp_class: CampClass,
    available: Availability,
    override: Collection[Override],
    now: datetime,
) -> None:
    enrollment.refuse_without_lessons(camp_class)
    if Override.BEGUN not in override:
        enrollment.refuse_begun(available=available, now=now)
    if Override.AGE not in override:
        refuse_other_age(child=seat.child, camp_class=camp_class, first_start=available.first_start, now=now)
    if Override.NOT_OPEN not in override:
        Family(account, now).refuse_unless_open(available.opening)
    enrollment.refuse_full(camp_class=camp_class, available=available, now=now)
