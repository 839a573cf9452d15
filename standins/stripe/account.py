"""The account and its webhook endpoint, as far as a check of the set-up reads them."""

from collections.abc import Callable

from standins.stripe import API_VERSION
from standins.stripe.calls import Call
from standins.stripe.listing import list_object
from standins.stripe.store import Object
from standins.stripe.webhooks import Webhooks


def retrieve(call: Call) -> Object:
    """Returns the account of the key. It can always accept payments."""
    call.allow_params()
    return {
        "id": "acct_craftcampdemo",
        "object": "account",
        "charges_enabled": True,
        "payouts_enabled": True,
        "details_submitted": True,
        "country": "US",
        "default_currency": "usd",
        "email": None,
        "type": "standard",
    }


def list_webhook_endpoints(webhooks: Webhooks) -> Callable[[Call], Object]:
    """Returns the operation that lists the webhook endpoint."""

    def list_all(call: Call) -> Object:
        call.allow_params("limit")
        endpoint: Object = {
            "id": "we_craftcampdemo",
            "object": "webhook_endpoint",
            "api_version": API_VERSION,
            "application": None,
            "created": 1_780_000_000,
            "description": None,
            "enabled_events": list(webhooks.event_types) or ["*"],
            "livemode": False,
            "metadata": {},
            "status": "enabled",
            "url": webhooks.url,
        }
        return list_object("/v1/webhook_endpoints", [endpoint] if webhooks.has_endpoint else [], False)

    return list_all
