"""Only the ages of children are checked: a client may not know the student's."""

from collections.abc import Collection
from datetime import date, datetime
from typing import Literal, NamedTuple

from accounts.models import Child
from classes.models import CampClass, Enrollment, scheduled_classes
from core.errors import DomainError
from core.site_time import site_day


class AgeNotInRange(DomainError):
    code = "age_not_in_range"

    def __init__(self, camp_class: CampClass) -> None:
        super().__init__(f"This class is for {camp_class.ages_text}.")


class BirthDateNeeded(DomainError):
    code = "birth_date_needed"
    message = "This class has an age limit. Please add your child's date of birth first."


class UnfitChild(NamedTuple):
    """``age``: on the day that counts; None without a date of birth. ``state``: enrolled (or held), or waiting."""

    child_id: int
    name: str
    age: int | None
    state: Literal["enrolled", "waiting"]


def age_day(*, first_start: datetime | None, now: datetime) -> date:
    return site_day(first_start or now)


def refuse_other_age(
    *, child: Child | None, camp_class: CampClass, first_start: datetime | None, now: datetime
) -> None:
    if child is None or not camp_class.ages_text:
        return
    age = child.age_on(age_day(first_start=first_start, now=now))
    if age is None:
        raise BirthDateNeeded
    if not _fits(age, camp_class):
        raise AgeNotInRange(camp_class)


def _fits(age: int | None, camp_class: CampClass) -> bool:
    lowest, highest = camp_class.age_from, camp_class.age_to
    return age is not None and (lowest is None or age >= lowest) and (highest is None or age <= highest)


def unfit_children(*, camp_class_id: int, now: datetime) -> list[UnfitChild]:
    """Children with a seat or on the waitlist, also those whose age is not known. They keep what they have."""
    camp_class = scheduled_classes().filter(pk=camp_class_id).first()
    if camp_class is None or not camp_class.ages_text:
        return []
    day = age_day(first_start=camp_class.first_start, now=now)
    seats = camp_class.enrollments.taking_seats(now).exclude(child=None).select_related("child").order_by("pk")
    waiting = camp_class.waitlist.waiting().exclude(child=None).select_related("child").in_order()
    found = [_with_age(each.child, day, "enrolled") for each in seats]
    found += [_with_age(each.child, day, "waiting") for each in waiting]
    return [each for each in found if not _fits(each.age, camp_class)]


def unfit_classes(*, child: Child, now: datetime) -> list[CampClass]:
    """Classes in which the child has a seat, also if its age is not known."""
    seats = Enrollment.objects.taking_seats(now).filter(child=child, camp_class__ended_at=None)
    classes = scheduled_classes().filter(pk__in=seats.values("camp_class")).order_by("pk")
    ages = ((each, child.age_on(age_day(first_start=each.first_start, now=now))) for each in classes)
    return [camp_class for camp_class, age in ages if camp_class.ages_text and not _fits(age, camp_class)]


def no_longer_fit(*, camp_class_id: int, before: Collection[UnfitChild], now: datetime) -> list[UnfitChild]:
    known = {each.child_id for each in before}
    return [each for each in unfit_children(camp_class_id=camp_class_id, now=now) if each.child_id not in known]


def _with_age(child: Child | None, day: date, state: Literal["enrolled", "waiting"]) -> UnfitChild:
    assert child is not None
    return UnfitChild(child.pk, child.name, child.age_on(day), state)
