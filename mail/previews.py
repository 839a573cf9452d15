"""Sample e-mails for staff: each kind, in each variant of its text. They neither read nor write rows."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.models import User
from mail.models import OutboxEmail
from mail.rendering import Details, RenderedEmail, render_with

Kind = OutboxEmail.Kind

FIRST_START = datetime(2027, 7, 5, 13, tzinfo=UTC)
OPENING = datetime(2027, 1, 9, 14, tzinfo=UTC)
OFFER_END = datetime(2027, 6, 24, 16, tzinfo=UTC)
LESSON_LENGTH = timedelta(hours=3)
FEEDBACK = "Please tell us which tools the students use.\nA class with knives also needs a lowest age."
REASON = "Ines has broken her wrist and can't teach this summer. We haven't found anybody to take her place."
COLLECTION = {"leftAt": FIRST_START.isoformat(), "reason": "Her aunt came. We called you first.", "staff": "Ines"}


@dataclass(frozen=True)
class Sample:
    """A sample e-mail. ``details`` replace the details that a real e-mail reads when it is sent."""

    kind: OutboxEmail.Kind
    variant: str
    facts: dict[str, Any]
    details: Details = field(default_factory=Details)

    def render(self) -> RenderedEmail:
        email = OutboxEmail(kind=self.kind, facts=self.facts, recipient=User(name="Sam Rivera"))
        return render_with(email, self.details)


def _about(child: str = "", **facts: Any) -> dict[str, Any]:
    return {"class": "Clay for beginners", "classId": 1, "child": child} | facts


def _line(name: str, class_id: int, child: str, price: str) -> dict[str, Any]:
    return {"class": name, "classId": class_id, "child": child, "price": price, "enrollment": class_id}


def _booked(variant: str, amount: str, *lines: dict[str, Any], instead_of: str = "") -> Sample:
    starts = {line["classId"]: FIRST_START + timedelta(days=number) for number, line in enumerate(lines)}
    calendar = ("lessons.ics", b"", "text/calendar")
    return Sample(
        Kind.BOOKED,
        variant,
        {
            "order": "5a6c1f52-8a0b-4a52-9f0e-0d1a9a1f7d11",
            "amount": amount,
            "lines": list(lines),
            "insteadOf": instead_of,
        },
        Details({"lessons": starts}, [calendar]),
    )


def _changed(variant: str, *, moved: int = 0, canceled: int = 0, **details: str) -> Sample:
    """Moves the first lessons to the next day and into the barn, and cancels the lessons after them.

    ``details``: the new details of the class.
    """
    former = {"name": "Clay for beginners", "place": "Pottery", "bring": "", "ages": "children aged 8 and over"}
    former |= {"instructor": "1"}
    facts = {
        "class": "Clay for beginners",
        "classId": 1,
        "children": ["Mia", ""],
        "before": former | {"lessons": [_lesson(week) for week in range(moved + canceled)]},
        "after": former | details | {"lessons": [_lesson(week, timedelta(days=1), "Barn") for week in range(moved)]},
        "refundUntil": FIRST_START.isoformat(),
    }
    return Sample(Kind.CLASS_CHANGED, variant, facts, Details({"instructors": {"1": "Ines", "2": "Oskar"}}))


def _handed_over(variant: str, *, after: bool) -> Sample:
    facts = {"class": "Clay for beginners", "classId": 1, "before": not after, "after": after}
    return Sample(Kind.CLASS_HANDED_OVER, variant, facts)


def _withdrawn(variant: str, child: str = "", **facts: Any) -> Sample:
    default = {"reason": REASON, "amount": "45.50", "role": "student", "dispute": "", "late": False}
    return Sample(Kind.CLASS_WITHDRAWN, variant, _about(child, **default | facts))


def _opening(*, returning: bool) -> dict[str, Any]:
    return {"season": "Summer 2027", "seasonId": 1, "opens": OPENING.isoformat(), "returning": returning, "account": 1}


def _lesson(week: int, later: timedelta = timedelta(), place: str = "") -> dict[str, str]:
    start = FIRST_START + week * timedelta(weeks=1) + later
    return {"starts": start.isoformat(), "ends": (start + LESSON_LENGTH).isoformat(), "place": place}


SAMPLES: dict[str, Sample] = {
    "booked": _booked("for the reader", "45.50", _line("Clay for beginners", 1, "", "45.50")),
    "booked-child": _booked("for a child", "45.50", _line("Clay for beginners", 1, "Mia", "45.50")),
    "booked-instead": _booked(
        "corrects an earlier email", "45.50", _line("Clay", 1, "", "45.50"), instead_of="Wood carving"
    ),
    "booked-free": _booked("free", "0.00", _line("Open workshop", 2, "Mia", "0.00")),
    "booked-several": _booked(
        "several seats",
        "1119.50",
        _line("Clay for beginners", 1, "Mia", "45.50"),
        _line("Glass fusing", 3, "", "1074.00"),
        _line("Open workshop", 2, "Leo", "0.00"),
    ),
    "late-seat-gone": Sample(
        Kind.LATE_PAYMENT_REFUNDED, "the class is full", _about("Mia", amount="45.50", reason="class_full")
    ),
    "late-already-enrolled": Sample(
        Kind.LATE_PAYMENT_REFUNDED, "paid twice", _about("Mia", amount="45.50", reason="already_enrolled")
    ),
    "late-amount-changed": Sample(
        Kind.LATE_PAYMENT_REFUNDED, "another amount", _about(amount="45.50", reason="amount_changed")
    ),
    "late-free": Sample(
        Kind.LATE_PAYMENT_REFUNDED, "the class is full, free", _about("Mia", amount="0.00", reason="class_full")
    ),
    "late-free-already-enrolled": Sample(
        Kind.LATE_PAYMENT_REFUNDED, "booked twice, free", _about(amount="0.00", reason="already_enrolled")
    ),
    "canceled-full": Sample(
        Kind.ENROLLMENT_CANCELED, "full refund", _about("Mia", price="45.50", amount="45.50", percent=100)
    ),
    "canceled-part": Sample(
        Kind.ENROLLMENT_CANCELED, "part of the price", _about(price="45.50", amount="22.75", percent=50)
    ),
    "canceled-without-refund": Sample(
        Kind.ENROLLMENT_CANCELED, "without a refund", _about("Mia", price="45.50", amount="0.00", percent=0)
    ),
    "canceled-free": Sample(
        Kind.ENROLLMENT_CANCELED, "free seat", _about("Mia", price="0.00", amount="0.00", percent=100)
    ),
    "refunded": Sample(
        Kind.REFUNDED, "seat released, by staff", _about("Mia", amount="45.50", seatReleased=True, by="staff")
    ),
    "refunded-free": Sample(
        Kind.REFUNDED, "free seat released, by staff", _about(amount="0.00", seatReleased=True, by="staff")
    ),
    "refunded-part": Sample(
        Kind.REFUNDED, "seat kept, at Stripe", _about(amount="10.00", seatReleased=False, by="provider")
    ),
    "class-approved": Sample(
        Kind.CLASS_DECIDED, "approved", {"class": "Wood carving", "classId": 4, "status": "Approved", "feedback": ""}
    ),
    "class-denied": Sample(
        Kind.CLASS_DECIDED,
        "denied",
        {"class": "Wood carving", "classId": 4, "status": "Denied", "feedback": FEEDBACK},
    ),
    "class-changed": _changed("two lessons moved", moved=2),
    "class-changed-many": _changed("many lessons moved", moved=22),
    "class-changed-canceled": _changed("all lessons canceled", canceled=1),
    "class-changed-details": _changed(
        "all details",
        name="Clay for everybody",
        place="Barn",
        bring="An apron.\nA towel.",
        ages="children aged 10 and over",
        instructor="2",
    ),
    "class-handed-over": _handed_over("to the new instructor", after=True),
    "class-handed-over-former": _handed_over("to the former instructor", after=False),
    "class-withdrawn": _withdrawn("to a student", "Mia"),
    "class-withdrawn-free": _withdrawn("to a student, free", amount="0.00"),
    "class-withdrawn-disputed": _withdrawn("to a student, disputed payment", dispute="open"),
    "class-withdrawn-late": _withdrawn("to a student who paid after the withdrawal", "Mia", late=True),
    "class-withdrawn-instructor": Sample(
        Kind.CLASS_WITHDRAWN, "to the instructor", _about(reason=REASON, amount="0.00", role="instructor")
    ),
    "waitlist-joined": Sample(Kind.WAITLIST_JOINED, "for a child", _about("Mia", position=3)),
    "waitlist-joined-first": Sample(Kind.WAITLIST_JOINED, "for the reader", _about(position=1)),
    "waitlist-offer": Sample(
        Kind.WAITLIST_OFFER, "for a child", _about("Mia", price="45.50", until=OFFER_END.isoformat())
    ),
    "waitlist-offer-free": Sample(
        Kind.WAITLIST_OFFER, "for the reader, free", _about(price="0.00", until=OFFER_END.isoformat())
    ),
    "waitlist-offer-moved": Sample(
        Kind.WAITLIST_OFFER,
        "less time, the lessons have moved",
        _about("Mia", price="45.50", until=OFFER_END.isoformat(), moved=True),
    ),
    "waitlist-lapsed": Sample(Kind.WAITLIST_LAPSED, "for a child", _about("Mia")),
    "waitlist-lapsed-own": Sample(Kind.WAITLIST_LAPSED, "for the reader", _about()),
    "waitlist-lapsed-moved": Sample(Kind.WAITLIST_LAPSED, "the lessons have moved", _about("Mia", moved=True)),
    "waitlist-closed-withdrawn": Sample(Kind.WAITLIST_CLOSED, "the class is withdrawn", _about("Mia", why="withdrawn")),
    "waitlist-closed-denied": Sample(Kind.WAITLIST_CLOSED, "the class is denied", _about(why="denied")),
    "waitlist-closed-begun": Sample(Kind.WAITLIST_CLOSED, "the class has started", _about("Mia", why="begun")),
    "waitlist-closed-account": Sample(
        Kind.WAITLIST_CLOSED, "the account can't book anymore", _about("Mia", why="account")
    ),
    "waitlist-closed-age": Sample(
        Kind.WAITLIST_CLOSED,
        "the child's age doesn't fit",
        _about("Mia", why="age_not_in_range", ages="children aged 12 and over", hasFirstDay=True),
    ),
    "waitlist-closed-birth-date": Sample(
        Kind.WAITLIST_CLOSED,
        "the child's age isn't known",
        _about("Mia", why="birth_date_needed", ages="children aged 12 and over"),
    ),
    "collected-by-other": Sample(
        Kind.COLLECTED_BY_OTHER, "with a name", _about("Mia", collector="Joan Doe", **COLLECTION)
    ),
    "collected-by-other-unnamed": Sample(
        Kind.COLLECTED_BY_OTHER, "without a name", _about("Mia", collector="", **COLLECTION)
    ),
    "reminder": Sample(
        Kind.REMINDER,
        "for a child",
        _about("Mia", starts=FIRST_START.isoformat(), place="Barn", bring="An apron and a towel."),
    ),
    "reminder-short": Sample(
        Kind.REMINDER,
        "for the reader, without a place",
        _about(starts=FIRST_START.isoformat(), place="", bring=""),
    ),
    "season-opens": Sample(
        Kind.SEASON_OPENS,
        "to a returning family with selections",
        _opening(returning=True),
        Details({"lines": [{"class": "Clay for beginners", "child": "Mia"}, {"class": "Glass fusing", "child": ""}]}),
    ),
    "season-opens-short": Sample(Kind.SEASON_OPENS, "without selections", _opening(returning=False)),
    "care-due": Sample(
        Kind.CARE_DUE,
        "before a class",
        {"class": "Clay for beginners", "classId": 1, "starts": FIRST_START.isoformat(), "account": 1},
        Details({"lines": [{"child": "Mia", "missing": ["your phone number", "an emergency contact"]}]}),
    ),
    "care-due-season": Sample(
        Kind.CARE_DUE,
        "asked by the office",
        {"season": "Summer 2027", "seasonId": 1, "account": 1},
        Details(
            {
                "lines": [
                    {"child": "Mia", "missing": ["the care sheet"]},
                    {"child": "Leo", "missing": ["the care sheet"]},
                ]
            }
        ),
    ),
    "welcome": Sample(Kind.WELCOME, "to a new user", {}),
    "login-changed": Sample(Kind.LOGIN_CHANGED, "the account has another login", {}),
}
"""The samples by their names in URLs."""
