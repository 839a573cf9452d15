"""Withdraws classes as an admin, and reads what became of them."""

from typing import Any

from django.utils import timezone

from classes.models import CampClass
from mail.models import OutboxEmail
from testing import invariants
from testing.api_client import as_
from testing.factories import Users
from testing.stripe_stand_in import StripeStandIn

REASON = "Ines is ill.\nWe are sorry."


def withdraw(users: Users, camp_class: CampClass, status: int = 200, reason: str = REASON) -> Any:
    return as_(users.admin).patch(f"/classes/withdrawn/{camp_class.pk}", {"reason": reason}, status)


def withdrawal_of(users: Users, camp_class: CampClass) -> Any:
    """Returns how far the refunds are, as the admin sees it."""
    return as_(users.admin).get(f"/classes/{camp_class.pk}/withdrawal")


def withdrawal_emails() -> list[OutboxEmail]:
    return list(OutboxEmail.objects.filter(kind=OutboxEmail.Kind.CLASS_WITHDRAWN).order_by("pk"))


def findings(stripe: StripeStandIn) -> list[str]:
    """Returns each invariant that is violated, and what has no final state yet."""
    provider, now = stripe.http, timezone.now()
    return [*invariants.violations(provider=provider, now=now), *invariants.unfinished(provider=provider, now=now)]
