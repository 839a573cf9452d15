from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import ROUND_FLOOR, Decimal
from typing import Any, Required, TypedDict, Unpack

from django.db import transaction

from accounts.locking import lock_account
from accounts.models import User
from classes.ages import UnfitChild, no_longer_fit, unfit_children
from classes.alerts import put_changed, put_pending, watched
from classes.catalog.announcements import announced, tell_changes
from classes.catalog.handover import NotAnInstructor, lock_instructor
from classes.catalog.lesson_rows import LessonRow
from classes.catalog.lessons import replace_lessons
from classes.catalog.seasons import refuse_season_of_instructor, save_class
from classes.models import AGES_REVERSED, MAX_SEATS, CampClass, Status, early_price_problem
from classes.seats.enrollment import read_availability, release_expired_and_offer, release_expired_holds
from classes.seats.locks import lock_class, refuse_withdrawn
from classes.seats.offers import shorten_offers
from classes.seats.reservations import shorten_reservations
from classes.seats.sql import Availability
from core.errors import DomainError, InvalidInput, NotFound
from core.models import set_values
from core.money import LOWEST_CARD_PRICE


class TooManySeats(DomainError):
    code = "too_many_seats"
    message = f"A class can have up to {MAX_SEATS:,} seats, including the ones that are taken."


class SeatsHeld(DomainError):
    code = "seats_held"
    message = "More seats than that are already taken, offered to the waitlist or being paid for."

    def __init__(self, taken: int) -> None:
        seats = "seat is" if taken == 1 else "seats are"
        self.reason = f"{taken} {seats} taken, offered to the waitlist or being paid for right now."
        super().__init__(fields={"seats": [self.reason]})


class PriceTooLow(DomainError):
    code = "price_too_low"
    message = "Less than the price of this class can't be charged to a card."


class EarlyPriceAbovePrice(DomainError):
    """The new price isn't above the early price, which the client doesn't name and may not know."""

    code = "early_price_above_price"

    def __init__(self, early: Decimal) -> None:
        message = f"This class has an early price of ${early:.2f}. Please remove or lower it first."
        super().__init__(message, fields={"price": [message]})


class AgesReversed(InvalidInput):
    """``field`` is the one that was sent."""

    def __init__(self, field: str) -> None:
        super().__init__(fields={field: [AGES_REVERSED]})


@transaction.atomic
def create_class(
    *, instructor: User, values: Mapping[str, Any], lessons: Sequence[LessonRow], now: datetime
) -> CampClass:
    """``values``: fields of CampClass. The season must not be over."""
    account = lock_account(instructor)
    refuse_season_of_instructor(present=None, season=values.get("season"), now=now)
    camp_class = _create(account, values, lessons, now)
    put_pending(camp_class=camp_class, now=now)
    return camp_class


@transaction.atomic
def create_class_for(
    *, instructor_id: int, values: Mapping[str, Any], lessons: Sequence[LessonRow], now: datetime
) -> CampClass:
    return _create(lock_instructor(instructor_id), values, lessons, now)


def _create(instructor: User, values: Mapping[str, Any], lessons: Sequence[LessonRow], now: datetime) -> CampClass:
    camp_class = CampClass(instructor=instructor, created_at=now, **_with_early_price(values, CampClass()))
    _refuse_reversed_ages(camp_class, values)
    _refuse_invalid_early_price(camp_class)
    camp_class.save()
    replace_lessons(camp_class=camp_class, rows=lessons, now=now)
    return camp_class


@dataclass(frozen=True)
class ClassUpdate:
    """``no_longer_fit``: the children whose age fit before the update."""

    is_modified: bool
    no_longer_fit: list[UnfitChild]


class ClassEdit(TypedDict, total=False):
    """``values`` are fields of CampClass. What is missing stays as it is.

    The new capacity is ``seats`` (the unsold seats) plus ``shown_enrolled``, the enrolled count that the form showed,
    so that students who enroll while the form is open do not change the capacity. None uses the current count.
    """

    values: Required[Mapping[str, Any]]
    seats: int | None
    shown_enrolled: int | None
    lessons: Sequence[LessonRow] | None


@transaction.atomic
def update_class(*, instructor: User, camp_class_id: int, now: datetime, **edit: Unpack[ClassEdit]) -> ClassUpdate:
    """A denied class that changes becomes pending; its feedback stays until the next decision."""
    lock_account(instructor)
    camp_class = lock_class(camp_class_id)
    if camp_class.instructor_id != instructor.pk:
        raise NotFound
    refuse_withdrawn(camp_class)
    if "season" in edit["values"]:
        refuse_season_of_instructor(present=camp_class.season, season=edit["values"]["season"], now=now)
    before, was_denied = watched(camp_class), camp_class.status == Status.DENIED
    update = _update(camp_class, now, **edit)
    put_changed(camp_class=camp_class, before=before, now=now)
    if was_denied and update.is_modified:
        put_pending(camp_class=camp_class, now=now)
    return update


@transaction.atomic
def update_any_class(
    *, camp_class_id: int, instructor_id: int | None = None, now: datetime, **edit: Unpack[ClassEdit]
) -> ClassUpdate:
    accounts = _lock_instructors(camp_class_id, instructor_id)
    camp_class = lock_class(camp_class_id)
    refuse_withdrawn(camp_class)
    if instructor_id not in (None, camp_class.instructor_id):
        instructor = accounts.get(instructor_id)
        if instructor is None or not (instructor.is_instructor and instructor.is_active):
            raise NotAnInstructor
        edit["values"] = {**edit["values"], "instructor": instructor}
    return _update(camp_class, now, **edit)


@transaction.atomic
def set_early_price(*, camp_class_id: int, percent: int | None, until: date | None) -> bool:
    """So many percent off the price, rounded down to the dollar; None: no early price. Returns whether it changed.

    A denied class stays denied.
    """
    camp_class = lock_class(camp_class_id)
    refuse_withdrawn(camp_class)
    before = camp_class.early_price, camp_class.early_until
    after = (None, None) if percent is None else (_less(camp_class.price, percent), until)
    if after == before:
        return False
    camp_class.early_price, camp_class.early_until = after
    save_class(camp_class, ["early_price", "early_until"])
    return True


def _less(price: Decimal, percent: int) -> Decimal:
    early = (price * (100 - percent) / 100).to_integral_value(ROUND_FLOOR)
    if early < LOWEST_CARD_PRICE:
        raise PriceTooLow
    return early


def _update(camp_class: CampClass, now: datetime, **edit: Unpack[ClassEdit]) -> ClassUpdate:
    lessons = edit.get("lessons")
    capacity = _new_capacity(camp_class, edit.get("seats"), edit.get("shown_enrolled"))
    release_expired_holds(class_ids=[camp_class.pk], now=now)
    available = refuse_capacity_below_taken(camp_class=camp_class, capacity=capacity, now=now)
    before, unfit = announced(camp_class), unfit_children(camp_class_id=camp_class.pk, now=now)
    moved = lessons is not None and replace_lessons(camp_class=camp_class, rows=lessons, now=now)
    changed = _save_changes(camp_class, {**edit["values"], "capacity": capacity}, moved=moved)
    if changed:
        tell_changes(camp_class=camp_class, before=before, now=now)
    has_expired = moved and _shorten_promises(camp_class, now)
    if available.has_waiting or has_expired:
        release_expired_and_offer(class_ids=[camp_class.pk], now=now)
    return ClassUpdate(changed, no_longer_fit(camp_class_id=camp_class.pk, before=unfit, now=now) if changed else [])


def _shorten_promises(camp_class: CampClass, now: datetime) -> bool:
    offer_expired = shorten_offers(camp_class=camp_class, now=now)
    return shorten_reservations(camp_class=camp_class, now=now) or offer_expired


def _lock_instructors(camp_class_id: int, other_id: int | None) -> dict[int, User]:
    # Both accounts keep their roles until the commit.
    ids = [*CampClass.objects.filter(pk=camp_class_id).values_list("instructor", flat=True), other_id]
    users = User.objects.filter(pk__in=ids).order_by("pk").select_for_update(no_key=True)
    return {user.pk: user for user in users}


def _new_capacity(camp_class: CampClass, seats: int | None, shown_enrolled: int | None) -> int:
    if seats is None:
        return camp_class.capacity
    enrolled = camp_class.enrollments.confirmed().count() if shown_enrolled is None else shown_enrolled
    capacity = seats + enrolled
    if capacity > MAX_SEATS and capacity != camp_class.capacity:
        raise TooManySeats(fields={"seats": [TooManySeats.message]})
    return capacity


def refuse_capacity_below_taken(*, camp_class: CampClass, capacity: int, now: datetime) -> Availability:
    """The class is locked; the caller makes offers after the change. Expired holds do not count."""
    available = read_availability(class_ids=[camp_class.pk], now=now)[camp_class.pk]
    if capacity < available.taken:
        raise SeatsHeld(available.taken)
    return available


def _refuse_reversed_ages(camp_class: CampClass, values: Mapping[str, Any]) -> None:
    if camp_class.age_from is not None and camp_class.age_to is not None and camp_class.age_from > camp_class.age_to:
        raise AgesReversed("age_to" if "age_to" in values else "age_from")


def _with_early_price(values: Mapping[str, Any], camp_class: CampClass) -> Mapping[str, Any]:
    if "early_price" in values:
        return values if values["early_price"] is not None else {**values, "early_until": None}
    early, price = camp_class.early_price, values.get("price", camp_class.price)
    if early is not None and price <= early:
        raise EarlyPriceAbovePrice(early)
    return values


def _refuse_invalid_early_price(camp_class: CampClass) -> None:
    problem = early_price_problem(
        price=camp_class.price, early_price=camp_class.early_price, early_until=camp_class.early_until
    )
    if problem:
        raise InvalidInput(fields={name: [message] for name, message in problem.items()})


def _save_changes(camp_class: CampClass, values: Mapping[str, Any], *, moved: bool) -> bool:
    """``moved``: the lessons have changed already. Returns whether anything changed."""
    values = _with_early_price(values, camp_class)
    changed = set_values(camp_class, values)
    if not changed and not moved:
        return False
    _refuse_reversed_ages(camp_class, values)
    _refuse_invalid_early_price(camp_class)
    if camp_class.status == Status.DENIED:
        camp_class.status = Status.PENDING
        changed.append("status")
    save_class(camp_class, changed)
    return True
