"""Reads Stripe's JSON into the objects of ``payments.stripe.results``.

Each function raises one of ``results.MALFORMED`` for an unexpected object.
"""

import re
from collections.abc import Iterable
from typing import Any, Literal

from core.money import from_cents
from payments.stripe.results import Event, Intent, StripeRefund

PAYMENT = "payment"
"""The key in a refund's metadata of the payment that it refunds."""
REFUND = "refund"
"""The key of this site's refund. One that staff make in Stripe's dashboard has none."""
CLOSED_DISPUTE = {"won", "lost", "warning_closed", "prevented"}
ID_PATTERN = re.compile(r"\w{1,255}", re.ASCII)

Object = dict[str, Any]


def read_intent(found: Object, *, refunds: Iterable[Object], disputes: Iterable[Object] = ()) -> Intent:
    """With the refunds and disputes of its charge.

    They count, and not ``amount_refunded``: whether that includes pending or failed refunds is not documented.
    """
    return Intent(
        id=found["id"],
        status=found["status"],
        client_secret=found["client_secret"] or "",
        amount=from_cents(found["amount"]),
        currency=found["currency"],
        order=order_in(found),
        refunds=tuple(read_refund(refund) for refund in refunds),
        dispute=_dispute({dispute["status"] for dispute in disputes}),
    )


def _dispute(statuses: set[str]) -> Literal["", "open", "lost"]:
    if statuses - CLOSED_DISPUTE:
        return "open"
    return "lost" if "lost" in statuses else ""


def order_in(intent: Object) -> str:
    return str((intent.get("metadata") or {}).get("order") or "")


def read_refund(found: Object) -> StripeRefund:
    metadata = found.get("metadata") or {}
    return StripeRefund(
        id=found["id"],
        status=found["status"] or "pending",
        amount=from_cents(found["amount"]),
        reason=found.get("failure_reason") or found.get("pending_reason") or "",
        payment=metadata.get(PAYMENT, ""),
        own_id=metadata.get(REFUND, ""),
    )


def read_page(page: Object) -> tuple[list[Object], str | None]:
    """Items, and the id of the last one if another page follows."""
    items = list(page["data"])
    return items, items[-1]["id"] if page["has_more"] else None


def read_event_json(event: Object) -> Event:
    subject = event["data"]["object"]
    intent_id = subject["id"] if subject.get("object") == "payment_intent" else subject.get("payment_intent")
    if not isinstance(event["type"], str):
        raise TypeError("the type of an event is text")
    return Event(_valid_id(event["id"]), event["type"], "" if intent_id is None else _valid_id(intent_id))


def _valid_id(value: Any) -> str:
    if not ID_PATTERN.fullmatch(value):
        raise ValueError("not an id of Stripe")
    return str(value)
