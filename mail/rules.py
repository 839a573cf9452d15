"""The rules of each kind of e-mail: whether an unverified address gets it, when it is sent, and the daily limit.

A new kind needs an entry in ``RULES``. docs/adr/0023 gives the reasons.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from enum import Enum
from typing import Any

from django.conf import settings

from mail.models import OutboxEmail

LONGEST_QUIET_PERIODS = 3
"""After so many quiet periods an e-mail is due, even if changes are still merged into it."""


class OverLimit(Enum):
    """What happens to an e-mail whose recipient has got ``EMAILS_PER_DAY`` limited e-mails within a day."""

    SEND = "it is exempt, and does not count"
    WAIT = "it is sent when the limit allows it, unless it is no longer valid then"
    SKIP = "it is not sent: it confirms what the user has just done and sees on the page"


@dataclass(frozen=True)
class Rules:
    """``is_quiet``: it waits for the quiet period, because the next change often follows within minutes."""

    over_limit: OverLimit
    to_unverified: bool = False
    is_quiet: bool = False


Kind = OutboxEmail.Kind
ABOUT_MONEY = Rules(OverLimit.SEND, to_unverified=True)

RULES = {
    Kind.BOOKED: Rules(OverLimit.SKIP, is_quiet=True),
    Kind.LATE_PAYMENT_REFUNDED: Rules(OverLimit.WAIT),
    Kind.ENROLLMENT_CANCELED: Rules(OverLimit.SKIP, is_quiet=True),
    Kind.REFUNDED: Rules(OverLimit.SEND),
    Kind.PAID_BACK: Rules(OverLimit.SEND),
    Kind.CHECK_RETURNED: Rules(OverLimit.SEND, to_unverified=True, is_quiet=True),
    Kind.MOVED: Rules(OverLimit.SEND),
    Kind.CLASS_DECIDED: Rules(OverLimit.SEND, is_quiet=True),
    Kind.CLASS_CHANGED: Rules(OverLimit.WAIT, is_quiet=True),
    Kind.CLASS_HANDED_OVER: Rules(OverLimit.SEND, is_quiet=True),
    Kind.CLASS_WITHDRAWN: Rules(OverLimit.SEND),
    Kind.WAITLIST_JOINED: Rules(OverLimit.SKIP, is_quiet=True),
    Kind.WAITLIST_OFFER: Rules(OverLimit.SEND),
    Kind.WAITLIST_LAPSED: Rules(OverLimit.WAIT),
    Kind.WAITLIST_CLOSED: Rules(OverLimit.WAIT),
    Kind.COLLECTED_BY_OTHER: Rules(OverLimit.SEND),
    Kind.RESERVED: Rules(OverLimit.SEND, to_unverified=True),
    Kind.RESERVATION_ENDS: Rules(OverLimit.SEND, to_unverified=True),
    Kind.RESERVATION_ENDED: Rules(OverLimit.WAIT, to_unverified=True),
    Kind.REMINDER: Rules(OverLimit.WAIT),
    Kind.SEASON_OPENS: Rules(OverLimit.WAIT),
    Kind.CARE_DUE: Rules(OverLimit.WAIT),
    Kind.SHARED_SEAT: Rules(OverLimit.WAIT, is_quiet=True),
    # To an address that is not verified yet; its page asks for that. Invitations are limited for each address.
    Kind.GUARDIAN_INVITED: Rules(OverLimit.SEND, to_unverified=True),
    Kind.MESSAGE: Rules(OverLimit.SEND),
    Kind.ALERT: Rules(OverLimit.SKIP),
    Kind.ALERT_DIGEST: Rules(OverLimit.SEND),
    Kind.INVITATION: Rules(OverLimit.SEND),
    Kind.WELCOME: Rules(OverLimit.SEND, to_unverified=True),
    Kind.LOGIN_CHANGED: Rules(OverLimit.SEND, to_unverified=True),
}
RULES_IF_PAID = {
    Kind.BOOKED: ABOUT_MONEY,
    Kind.LATE_PAYMENT_REFUNDED: ABOUT_MONEY,
    Kind.ENROLLMENT_CANCELED: ABOUT_MONEY,
    Kind.REFUNDED: ABOUT_MONEY,
    Kind.PAID_BACK: ABOUT_MONEY,
    Kind.MOVED: ABOUT_MONEY,
    Kind.CLASS_WITHDRAWN: ABOUT_MONEY,
    Kind.MESSAGE: ABOUT_MONEY,
    # It may say until when the price can be refunded.
    Kind.CLASS_CHANGED: replace(RULES[Kind.CLASS_CHANGED], to_unverified=True),
}
"""The rules of the kinds that can be about money which the recipient has paid, if they are."""
LAST = frozenset({Kind.MESSAGE, Kind.INVITATION})
"""The kinds that are sent when nothing else is due: one cause can have thousands of recipients."""
REMINDERS = frozenset({Kind.REMINDER, Kind.SEASON_OPENS, Kind.CARE_DUE})
"""The kinds that a user can switch off."""
RULES_IF_MOVED = {Kind.WAITLIST_OFFER: Rules(OverLimit.WAIT, is_quiet=True)}
"""An offer is made once, but an instructor can move its end as often as they move the lessons."""


def rules_of(kind: str, facts: Mapping[str, Any]) -> Rules:
    kind = Kind(kind)
    if facts.get("moved") and kind in RULES_IF_MOVED:
        return RULES_IF_MOVED[kind]
    is_paid = any(Decimal(facts.get(name) or 0) > 0 for name in ("price", "amount"))
    return RULES_IF_PAID.get(kind, RULES[kind]) if is_paid else RULES[kind]


def delay(kind: str, facts: Mapping[str, Any]) -> timedelta:
    return quiet_period() if rules_of(kind, facts).is_quiet else timedelta()


def quiet_period() -> timedelta:
    return timedelta(seconds=settings.EMAIL_QUIET_SECONDS)
