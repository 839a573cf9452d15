"""Checks that the Stripe account and its webhook endpoint fit to this site.

These calls are made without the SDK, because the status of a refusal tells what is wrong with the key.
"""

from collections.abc import Iterable
from typing import Any

import requests
from django.conf import settings

from core.errors import SetupProblem
from payments.stripe.api import API_VERSION
from payments.stripe.connections import ADDRESS

TIMEOUT_SECONDS = 5
NO_PERMISSION = "STRIPE_SECRET_KEY is a restricted key that may not read this. Check it in Stripe's dashboard yourself."


def check_account() -> None:
    """Raises SetupProblem if the key is refused, or the account cannot accept payments yet."""
    account = _get("/v1/account")
    if not account.get("charges_enabled"):
        raise SetupProblem("The account cannot accept payments yet. Complete it in Stripe's dashboard.")


def check_webhook_endpoint(events: Iterable[str]) -> None:
    """Raises SetupProblem unless an endpoint for this site is enabled, and gets these events in the site's version."""
    address = f"{settings.SITE_URL}/stripe/webhook"
    endpoints = [each for each in _get("/v1/webhook_endpoints?limit=100")["data"] if each["url"] == address]
    if not endpoints:
        raise SetupProblem(f"There is no webhook endpoint for {address}. Add it in Stripe's dashboard.")
    enabled = [each for each in endpoints if each["status"] == "enabled"]
    if not enabled:
        raise SetupProblem(f"The webhook endpoint {address} is disabled. Enable it in Stripe's dashboard.")
    received = {event for each in enabled for event in each["enabled_events"]}
    missing = [] if "*" in received else [event for event in events if event not in received]
    if missing:
        raise SetupProblem(f"Add these events to the webhook endpoint: {', '.join(missing)}.")
    if other := {each["api_version"] for each in enabled} - {API_VERSION}:
        text = f"The webhook endpoint uses Stripe's API version {', '.join(map(str, other))}, the site {API_VERSION}."
        raise SetupProblem(f"{text} Add an endpoint with that version, then delete this one.", is_certain=False)


def _get(path: str) -> dict[str, Any]:
    """Returns Stripe's response. Raises SetupProblem."""
    headers = {"Authorization": f"Bearer {settings.STRIPE_SECRET_KEY}"}
    try:
        response = requests.get(
            f"{settings.STRIPE_API_BASE or ADDRESS}{path}", headers=headers, timeout=TIMEOUT_SECONDS
        )
    except requests.RequestException:
        raise SetupProblem("Stripe does not respond. Can this machine open https://api.stripe.com?") from None
    if response.status_code == requests.codes.unauthorized:
        raise SetupProblem("Stripe refuses STRIPE_SECRET_KEY. Copy it again from Developers, API keys.")
    if response.status_code == requests.codes.forbidden:
        raise SetupProblem(NO_PERMISSION, is_certain=False)
    if response.status_code != requests.codes.ok:
        raise SetupProblem(f"Stripe answers with status {response.status_code}. Try again.", is_certain=False)
    found: dict[str, Any] = response.json()
    return found
