"""Decides right before an e-mail is sent whether its recipient may get it, and whether its content is still true."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings

from accounts.models import Guardianship
from mail.models import OutboxEmail
from mail.rules import REMINDERS, OverLimit, rules_of

DAY = timedelta(days=1)
OVER_LIMIT = "The recipient already got many e-mails on this day."

Condition = Callable[[OutboxEmail], bool]

_conditions: dict[str, Condition] = {}


def register_condition(kind: OutboxEmail.Kind, is_still_true: Condition) -> None:
    """The worker skips e-mails of this kind for which the function returns False when they are due."""
    _conditions[kind] = is_still_true


def reason_to_skip(email: OutboxEmail, now: datetime) -> str:
    """Empty for an e-mail that is to be sent."""
    if email.guardianship is not None and not _is_for_guardian(email, email.guardianship, now):
        return "The recipient may not see the child anymore."
    recipient = email.recipient
    if recipient is not None and recipient.deleted_at is not None:
        return "The account was deleted."
    if email.valid_until is not None and email.valid_until <= now:
        return "It is too late for it."
    if recipient is not None and email.kind in REMINDERS and not recipient.wants_reminders:
        return "The recipient wants no reminders."
    if recipient is not None and not (recipient.has_proven_email or rules_of(email.kind, email.facts).to_unverified):
        return "The recipient's address is not verified."
    condition = _conditions.get(email.kind)
    return "" if condition is None or condition(email) else "It is no longer true."


def _is_for_guardian(email: OutboxEmail, guardianship: Guardianship, now: datetime) -> bool:
    if email.recipient is not None:
        # A message may be for several children of the same guardian.
        ids = [guardianship.pk, *email.facts.get("guardianships", ())]
        active = Guardianship.objects.active().filter(pk__in=ids, user=email.recipient)
        return email.recipient.is_active and active.exists()
    is_open = guardianship.accepted_at is None and guardianship.ended_at is None
    return is_open and not (guardianship.is_frozen or guardianship.is_expired(now))


def limited_until(email: OutboxEmail, now: datetime) -> datetime | None:
    """None if the daily limit of the recipient allows the e-mail now.

    Several workers that send to one recipient at the same time can exceed the limit by one each.
    """
    if email.recipient is None or not _is_limited(email):
        return None
    sent = OutboxEmail.objects.of(email.recipient).filter(state=OutboxEmail.State.SENT, sent_at__gt=now - DAY)
    newest_first = sent.only("kind", "facts", "sent_at").order_by("-sent_at")
    counted = [each.sent_at for each in newest_first if each.sent_at and _is_limited(each)]
    limit = settings.EMAILS_PER_DAY
    return counted[limit - 1] + DAY if len(counted) >= limit else None


def _is_limited(email: OutboxEmail) -> bool:
    return rules_of(email.kind, email.facts).over_limit is not OverLimit.SEND
