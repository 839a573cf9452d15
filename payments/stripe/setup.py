"""These calls are made without the SDK, because the status of a refusal tells what is wrong with the key."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from typing import Any

import requests
from django.conf import settings
from django.utils import timezone

from core.errors import RefusedSetting, SetupProblem
from core.money import CURRENCY
from mail.templatetags.email_formats import moment
from payments.stripe.api import API_VERSION
from payments.stripe.connections import ADDRESS, EVENTS, INTENTS

TIMEOUT_SECONDS = 5
NO_PERMISSION = "STRIPE_SECRET_KEY is a restricted key that may not read this. Check it in Stripe's dashboard yourself."
DELIVERY_TIME = timedelta(minutes=2)
"""An event that is younger may still be on its way."""
EVENTS_OF = timedelta(days=3)
"""How long Stripe repeats a delivery."""
PROBE = {"amount": 100, "currency": CURRENCY, "description": "Made by the site check. Nobody pays it."}


def check_account() -> None:
    """SetupProblem if the key is refused, or the account cannot accept payments yet."""
    account = _get("/v1/account")
    if not account.get("charges_enabled"):
        raise SetupProblem("The account cannot accept payments yet. Complete it in Stripe's dashboard.")


def check_publishable_key() -> None:
    """SetupProblem if the key is refused or belongs to another account.

    It reads a payment of the account with the key, as the card form does. An account without payments gets one that
    nobody pays, once.
    """
    found = _get(INTENTS, {"limit": 1})["data"]
    intent = found[0] if found else _call("POST", INTENTS, PROBE, {"Idempotency-Key": "site-check"})
    secret = {"client_secret": intent["client_secret"]}
    response = _request("GET", f"{INTENTS}/{intent['id']}", secret, key=settings.STRIPE_PUBLISHABLE_KEY)
    if response.status_code == requests.codes.unauthorized:
        raise RefusedSetting("Stripe refuses STRIPE_PUBLISHABLE_KEY. Copy it again from Developers, API keys.")
    if response.status_code == requests.codes.not_found:
        raise RefusedSetting(
            "STRIPE_PUBLISHABLE_KEY belongs to another account than STRIPE_SECRET_KEY: no card could be charged. Copy "
            "both from the same page."
        )


def check_webhook_endpoint(events: Iterable[str]) -> None:
    """SetupProblem unless an endpoint for this site gets these events in the site's version, and they arrive."""
    address = f"{settings.SITE_URL}/stripe/webhook"
    all_endpoints = _get("/v1/webhook_endpoints", {"limit": 100})["data"]
    endpoints = [each for each in all_endpoints if each["url"] == address]
    if not endpoints:
        raise SetupProblem(f"There is no webhook endpoint for {address}. Add it in Stripe's dashboard.")
    enabled = [each for each in endpoints if each["status"] == "enabled"]
    if not enabled:
        raise SetupProblem(f"The webhook endpoint {address} is disabled. Enable it in Stripe's dashboard.")
    received = {event for each in enabled for event in each["enabled_events"]}
    missing = [] if "*" in received else [event for event in events if event not in received]
    if missing:
        raise SetupProblem(f"Add these events to the webhook endpoint: {', '.join(missing)}.")
    if not settings.DEMO:  # its seed drops the events of the payments that it makes
        _check_deliveries(events, endpoints=len([each for each in all_endpoints if each["status"] == "enabled"]))
    if other := {each["api_version"] for each in enabled} - {API_VERSION}:
        text = f"The webhook endpoint uses Stripe's API version {', '.join(map(str, other))}, the site {API_VERSION}."
        raise SetupProblem(f"{text} Add an endpoint with that version, then delete this one.", is_certain=False)


def _check_deliveries(events: Iterable[str], *, endpoints: int) -> None:
    # Older events alone are those of a past outage. If the account has further endpoints, which may belong to other
    # sites, an event counts if none has got it.
    now = timezone.now()
    created = {"created[gte]": _seconds(now - EVENTS_OF), "created[lte]": _seconds(now - DELIVERY_TIME)}
    latest = _get(EVENTS, {"limit": 100, "types[]": [*events], **created})["data"]
    lost = list(takewhile(lambda event: event["pending_webhooks"] >= endpoints, latest))
    if lost:
        since = moment(datetime.fromtimestamp(lost[-1]["created"], UTC))
        raise SetupProblem(
            f"Stripe has not been able to deliver its events since {since}. Copy the signing secret of the endpoint to "
            "STRIPE_WEBHOOK_SECRET again. If it is the same, look whether the firewall lets Stripe in."
        )


def _seconds(moment: datetime) -> int:
    return int(moment.astimezone(UTC).timestamp())


def _get(path: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
    return _call("GET", path, params or {})


def _call(method: str, path: str, params: dict[str, Any], headers: dict[str, str] | None = None) -> dict[str, Any]:
    response = _request(method, path, params, headers)
    if response.status_code == requests.codes.unauthorized:
        raise RefusedSetting("Stripe refuses STRIPE_SECRET_KEY. Copy it again from Developers, API keys.")
    if response.status_code == requests.codes.forbidden:
        raise SetupProblem(NO_PERMISSION, is_certain=False)
    if response.status_code != requests.codes.ok:
        is_down = response.status_code >= requests.codes.server_error
        raise SetupProblem(f"Stripe answers with status {response.status_code}. Try again.", is_certain=is_down)
    found: dict[str, Any] = response.json()
    return found


def _request(
    method: str, path: str, params: dict[str, Any], headers: dict[str, str] | None = None, *, key: str = ""
) -> requests.Response:
    """SetupProblem if Stripe does not respond."""
    authorized = {"Authorization": f"Bearer {key or settings.STRIPE_SECRET_KEY}", **(headers or {})}
    place = {"params" if method == "GET" else "data": params}
    try:
        return requests.request(
            method,
            f"{settings.STRIPE_API_BASE or ADDRESS}{path}",
            headers=authorized,
            timeout=TIMEOUT_SECONDS,
            **place,  # type: ignore[arg-type]
        )
    except requests.RequestException:
        raise SetupProblem("Stripe does not respond. Can this machine open https://api.stripe.com?") from None
