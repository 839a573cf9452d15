from mail.models import OutboxEmail
from mail.rendering import Details
from testing.email_samples.classes import CLASSES, REASON
from testing.email_samples.reminders import REMINDERS
from testing.email_samples.sample import FIRST_START, Sample, about

Kind = OutboxEmail.Kind
CALENDAR = ("lessons.ics", b"", "text/calendar")
TOKEN = "5e0c" * 16


def _shared(variant: str, what: str, **facts: object) -> Sample:
    is_booked = what in ("booked", "moved")
    details = Details({"first": FIRST_START if is_booked else None}, [CALENDAR])
    return Sample(Kind.SHARED_SEAT, variant, about("Mia", what=what, enrollments=[1], guardian=True, **facts), details)


def _for_guardian(sample: Sample, **facts: object) -> Sample:
    own = {name: value for name, value in sample.facts.items() if name != "price"}
    return Sample(
        sample.kind, f"to a second guardian: {sample.variant}", own | {"guardian": True} | facts, sample.details
    )


def _invited(variant: str, *, inviter: str, care: bool) -> Sample:
    values = {"child": "Mia", "inviter": inviter, "care": care, "days": 14, "path": f"/guardianship/{TOKEN}"}
    return Sample(Kind.GUARDIAN_INVITED, variant, {"guardianship": 1}, Details(values))


TO_GUARDIANS: dict[str, Sample] = {
    "shared-seat-booked": _shared("booked", "booked"),
    "shared-seat-canceled": _shared("canceled", "canceled"),
    "shared-seat-moved": _shared("moved", "moved", former="Wood carving"),
    "shared-seat-withdrawn": _shared("the class is withdrawn", "withdrawn", reason=REASON),
    **{
        f"{name}-guardian": _for_guardian(sample, children=["Mia"], refund_until=None)
        for name, sample in CLASSES.items()
        if sample.kind == Kind.CLASS_CHANGED
    },
    **{
        f"{name}-guardian": _for_guardian(REMINDERS[name])
        for name in ("reminder", "collected-by-other", "collected-by-other-unnamed", "message", "message-season")
    },
}
"""What second guardians get."""

INVITATIONS: dict[str, Sample] = {
    "guardian-invited": _invited("by the family, with the paperwork", inviter="Sam Rivera", care=True),
    "guardian-invited-by-office": _invited("by the office", inviter="", care=False),
}
