"""Helpers that withdraw a class as an admin, and read its e-mails and refunds."""

from typing import Any

from django.utils import timezone

from classes.models import CampClass
from mail.models import OutboxEmail
from testing.clients.api import as_
from testing.factories import Users
from testing.proofs import invariants
from testing.servers.stripe_stand_in import StripeStandIn

REASON = "Ines is ill.\nWe are sorry."


def withdraw(users: Users, camp_class: CampClass, status: int = 200, reason: str = REASON) -> Any:
    return as_(users.admin).patch(f"/classes/withdrawn/{camp_class.pk}", {"reason": reason}, status)


def withdrawal_of(users: Users, camp_class: CampClass) -> Any:
    """Returns the progress of the refunds, as an admin sees it."""
    return as_(users.admin).get(f"/classes/{camp_class.pk}/withdrawal")


def withdrawal_emails() -> list[OutboxEmail]:
    return list(OutboxEmail.objects.filter(kind=OutboxEmail.Kind.CLASS_WITHDRAWN).order_by("pk"))


def findings(stripe: StripeStandIn) -> list[str]:
    """Returns the violated invariants, and the payments without a final state."""
    provider, now = stripe.http, timezone.now()
    return [*invariants.violations(provider=provider, now=now), *invariants.unfinished(provider=provider, now=now)]
