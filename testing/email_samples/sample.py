from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from accounts.models import User
from mail.models import OutboxEmail
from mail.rendering import Details, RenderedEmail, render_with

FIRST_START = datetime(2027, 7, 5, 13, tzinfo=UTC)
OFFER_END = datetime(2027, 6, 24, 16, tzinfo=UTC)

SCHEDULE = {
    "days": "Jul 5 \u2013 9, 2027 (5 days)",
    "times": "9:00 AM \u2013 12:00 PM Eastern Time",
    "place": "Barn",
    "bring": "An apron",
}

DISCOUNT = {"list_price": "45.50", "discount": "9.10", "discount_text": "Early price"}


@dataclass(frozen=True)
class Sample:
    """``details`` replace the details that a real e-mail reads when it is sent."""

    kind: OutboxEmail.Kind
    variant: str
    facts: dict[str, Any]
    details: Details = field(default_factory=Details)

    def render(self) -> RenderedEmail:
        email = OutboxEmail(kind=self.kind, facts=self.facts, recipient=User(name="Sam Rivera"))
        return render_with(email, self.details)


def about(child: str = "", **facts: Any) -> dict[str, Any]:
    return {"class": "Clay for beginners", "class_id": 1, "child": child} | facts
