"""The ages that a class is for. Only the ages of children are checked: a client may not know the student's."""

from datetime import date, datetime

from accounts.models import Child
from classes.models import CampClass
from core.errors import DomainError
from core.site_time import site_day


class AgeNotInRange(DomainError):
    code = "age_not_in_range"

    def __init__(self, *, age_from: int | None, age_to: int | None) -> None:
        super().__init__(f"This class is for {ages_text(age_from, age_to)}.")


class BirthDateNeeded(DomainError):
    code = "birth_date_needed"
    message = "This class has an age limit. Please add your child's date of birth first."


def age_day(*, first_start: datetime | None, now: datetime) -> date:
    """Returns the day on which a participant's age counts: that of the first lesson, without lessons today."""
    return site_day(first_start or now)


def refuse_other_age(
    *, child: Child | None, camp_class: CampClass, first_start: datetime | None, now: datetime
) -> None:
    """Checks the child's age. Raises AgeNotInRange, BirthDateNeeded (the class has ages, the child none)."""
    lowest, highest = camp_class.age_from, camp_class.age_to
    if child is None or (lowest is None and highest is None):
        return
    age = child.age_on(age_day(first_start=first_start, now=now))
    if age is None:
        raise BirthDateNeeded
    if (lowest is not None and age < lowest) or (highest is not None and age > highest):
        raise AgeNotInRange(age_from=lowest, age_to=highest)


def ages_text(lowest: int | None, highest: int | None) -> str:
    """Returns the ages of a class as text, such as "children aged 8 to 12". At least one of the two is set."""
    if lowest is None:
        return f"children up to age {highest}"
    if highest is None:
        return f"children aged {lowest} and over"
    return f"children aged {lowest}" if lowest == highest else f"children aged {lowest} to {highest}"
