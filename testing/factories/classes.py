"""Creates classes, their lessons, seasons, vouchers and messages."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django.utils import timezone

from accounts.models import User
from classes.models import (
    CampClass,
    Craft,
    Lesson,
    Message,
    Season,
    Status,
    Voucher,
)

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
SPRING, AUTUMN = date(2027, 3, 14), date(2027, 11, 7)
"""The days of 2027 on which daylight saving time begins and ends in New York, at 2:00."""
NO_SCHEDULE: dict[str, Any] = {
    "craft": None,
    "place": "",
    "bring": "",
    "ageFrom": None,
    "ageTo": None,
    "firstDay": None,
    "lastDay": None,
    "startsAt": None,
    "lessonCount": 0,
    "weekdays": [],
    "earliestTime": None,
    "latestTime": None,
    "lessonsRemovedAt": None,
    "offered": 0,
    "waiting": 0,
    "season": None,
    "opensAt": None,
    "returningOpensAt": None,
    "minSeats": None,
    "earlyPrice": None,
    "earlyUntil": None,
}
"""What the API shows of a class without craft, place, ages, lessons, waitlist and season."""
NO_PAGE = NO_SCHEDULE | {"lessons": [], "endedAt": None, "instructorBio": "", "instructorPhoto": ""}
"""What the page of such a class shows, without the id of its instructor."""
REFUND_STEPS_WITHOUT_LESSONS = [
    {"hoursAfterPaying": 48, "percent": 100, "until": None},
    {"hoursAfterPaying": None, "percent": 0, "until": None},
]


def make_class(instructor: User, name: str = "Clay for beginners", **fields: Any) -> CampClass:
    """Creates an approved class with ten seats at $45.50; ``fields`` override these values."""
    values = {
        "image": "https://pictures.example/clay.jpg",
        "price": Decimal("45.50"),
        "capacity": 10,
        "status": Status.APPROVED,
    } | fields
    return CampClass.objects.create(instructor=instructor, name=name, **values)


def make_withdrawn_class(instructor: User, **fields: Any) -> CampClass:
    values = {
        "status": Status.DENIED,
        "withdrawn_at": timezone.now(),
        "withdrawn_reason": "Too few",
        "feedback": "Too few",
    }
    return make_class(instructor, "Withdrawn", **values | fields)


def make_craft(name: str = "Clay") -> Craft:
    return Craft.objects.create(name=name, slug=name.lower())


def make_message(camp_class: CampClass, **fields: Any) -> Message:
    """Creates a message of the instructor to the families of the class, without its e-mails."""
    values = {"key": uuid4(), "subject": "Hello", "text": "Please bring a towel.", "to": "enrolled", "recipients": 1}
    return Message.objects.create(camp_class=camp_class, author=camp_class.instructor, **values | fields)


def make_season(name: str = "Summer 2027", **fields: Any) -> Season:
    """Creates a season that is announced and lies in the future; ``fields`` override these values."""
    values = {"slug": name.lower().replace(" ", "-"), "starts_on": date(2027, 7, 5), "ends_on": date(2027, 8, 27)}
    return Season.objects.create(name=name, **values | fields)


def make_ended_season() -> Season:
    return make_season("Summer 2025", starts_on=date(2025, 7, 7), ends_on=date(2025, 8, 29))


def make_voucher(code: str = "SPRING", **fields: Any) -> Voucher:
    """Creates a voucher of 20 percent; ``fields`` override that."""
    return Voucher.objects.create(code=code, **fields if "amount" in fields else {"percent": 20} | fields)


def make_lesson(camp_class: CampClass, starts_at: datetime, hours: float = 3, **fields: Any) -> Lesson:
    return Lesson.objects.create(
        camp_class=camp_class, starts_at=starts_at, ends_at=starts_at + timedelta(hours=hours), **fields
    )
