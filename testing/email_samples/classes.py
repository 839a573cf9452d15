from datetime import timedelta
from typing import Any

from mail.models import OutboxEmail
from mail.rendering import Details
from testing.email_samples.sample import FIRST_START, Sample, about

Kind = OutboxEmail.Kind

LESSON_LENGTH = timedelta(hours=3)
FEEDBACK = "Please tell us which tools the students use.\nA class with knives also needs a lowest age."
REASON = "Ines has broken her wrist and can't teach this summer. We haven't found anybody to take her place."


def _changed(variant: str, *, moved: int = 0, canceled: int = 0, **details: str) -> Sample:
    """Moves the first lessons to the next day and into the barn, and cancels the lessons after them.

    ``details``: the new details of the class.
    """
    former = {"name": "Clay for beginners", "place": "Pottery", "bring": "", "ages": "children aged 8 and over"}
    former |= {"instructor": "1"}
    facts = {
        "class": "Clay for beginners",
        "class_id": 1,
        "children": ["Mia", ""],
        "before": former | {"lessons": [_lesson(week) for week in range(moved + canceled)]},
        "after": former | details | {"lessons": [_lesson(week, timedelta(days=1), "Barn") for week in range(moved)]},
        "refund_until": FIRST_START.isoformat(),
    }
    return Sample(Kind.CLASS_CHANGED, variant, facts, Details({"instructors": {"1": "Ines", "2": "Oskar"}}))


def _lesson(week: int, later: timedelta = timedelta(), place: str = "") -> dict[str, str]:
    start = FIRST_START + week * timedelta(weeks=1) + later
    return {"starts": start.isoformat(), "ends": (start + LESSON_LENGTH).isoformat(), "place": place}


def _handed_over(variant: str, *, after: bool) -> Sample:
    facts = {"class": "Clay for beginners", "class_id": 1, "before": not after, "after": after}
    return Sample(Kind.CLASS_HANDED_OVER, variant, facts)


def _withdrawn(variant: str, child: str = "", **facts: Any) -> Sample:
    default = {"reason": REASON, "amount": "45.50", "role": "student", "dispute": "", "late": False}
    return Sample(Kind.CLASS_WITHDRAWN, variant, about(child, **default | facts))


def _decision(class_id: int, name: str, status: str, feedback: str = "") -> dict[str, Any]:
    return {"class": name, "class_id": class_id, "status": status, "feedback": feedback}


CLASSES: dict[str, Sample] = {
    "class-approved": Sample(Kind.CLASS_DECIDED, "approved", {"lines": [_decision(4, "Wood carving", "Approved")]}),
    "class-denied": Sample(
        Kind.CLASS_DECIDED,
        "denied",
        {"lines": [_decision(4, "Wood carving", "Denied", FEEDBACK)]},
    ),
    "classes-decided": Sample(
        Kind.CLASS_DECIDED,
        "several classes",
        {
            "lines": [
                _decision(4, "Wood carving", "Denied", FEEDBACK),
                *(_decision(number, f"Clay {number}", "Approved") for number in (5, 6)),
            ]
        },
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
        Kind.CLASS_WITHDRAWN, "to the instructor", about(reason=REASON, amount="0.00", role="instructor")
    ),
}
