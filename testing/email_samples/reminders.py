from datetime import UTC, datetime
from typing import Any

from mail.models import OutboxEmail
from mail.rendering import Details
from testing.email_samples.alerts import ALERTS
from testing.email_samples.sample import FIRST_START, Sample, about

Kind = OutboxEmail.Kind

OPENING = datetime(2027, 1, 9, 14, tzinfo=UTC)
MESSAGE = {"subject": "Please bring a towel", "text": "We glaze on Tuesday.\nPlease bring a towel.", "price": "45.50"}


def _opening(*, returning: bool) -> dict[str, Any]:
    return {"season": "Summer 2027", "season_id": 1, "opens": OPENING.isoformat(), "returning": returning, "account": 1}


INVITED = {"email": "sam@mail.example", "is_instructor": False, "children": [], "contacts": []}
COLLECTION = {"left_at": FIRST_START.isoformat(), "reason": "Her aunt came. We called you first.", "staff": "Ines"}

REMINDERS: dict[str, Sample] = {
    "reminder": Sample(
        Kind.REMINDER,
        "for a child",
        about("Mia", starts=FIRST_START.isoformat(), place="Barn", bring="An apron and a towel."),
    ),
    "reminder-short": Sample(
        Kind.REMINDER,
        "for the reader, without a place",
        about(starts=FIRST_START.isoformat(), place="", bring=""),
    ),
    "collected-by-other": Sample(
        Kind.COLLECTED_BY_OTHER, "with a name", about("Mia", collector="Joan Doe", **COLLECTION)
    ),
    "collected-by-other-unnamed": Sample(
        Kind.COLLECTED_BY_OTHER, "without a name", about("Mia", collector="", **COLLECTION)
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
        {"class": "Clay for beginners", "class_id": 1, "starts": FIRST_START.isoformat(), "account": 1},
        Details({"lines": [{"child_id": 7, "child": "Mia", "missing": ["your phone number", "an emergency contact"]}]}),
    ),
    "care-due-season": Sample(
        Kind.CARE_DUE,
        "asked by the office",
        {"season": "Summer 2027", "season_id": 1, "account": 1},
        Details(
            {
                "lines": [
                    {"child_id": 7, "child": "Mia", "missing": ["the care sheet"]},
                    {"child_id": 8, "child": "Leo", "missing": ["the care sheet"]},
                ]
            }
        ),
    ),
    "message": Sample(Kind.MESSAGE, "to a class", MESSAGE | {"class": "Clay for beginners", "class_id": 1}),
    "message-season": Sample(Kind.MESSAGE, "to a season", MESSAGE | {"season": "Summer 2027"}),
    "message-day": Sample(Kind.MESSAGE, "to a day", MESSAGE | {"starts": FIRST_START.isoformat()}),
    "alert": Sample(Kind.ALERT, "at once", {"alerts": ALERTS[:1]}),
    "alert-digest": Sample(Kind.ALERT_DIGEST, "of a day, with every line", {"alerts": ALERTS, "more": 2}),
    "invitation": Sample(
        Kind.INVITATION,
        "to an imported family",
        {"account": 1},
        Details(INVITED | {"children": ["Mia Lee", "Leo Lee"], "contacts": ["Joan Lee"]}),
    ),
    "invitation-instructor": Sample(
        Kind.INVITATION, "to a new instructor", {"account": 1}, Details(INVITED | {"is_instructor": True})
    ),
    "welcome": Sample(Kind.WELCOME, "to a new user", {}),
    "login-changed": Sample(Kind.LOGIN_CHANGED, "the account has another login", {}),
}
