"""What Stripe has recorded, for the invariants."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import httpx

from payments.models import Payment
from payments.refunds.amounts import pays_whole_order
from payments.stripe.objects import PAYMENT


@dataclass
class ProviderRecords:
    """Stripe's intents by id, and the successful charges and refunds of each intent."""

    intents: dict[str, dict[str, Any]]
    charges: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    refunds: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))

    def net_cents(self, intent_id: str | None) -> int:
        """Returns how many cents of this intent were charged and not refunded."""
        charges, refunds = self.charges.get(intent_id or "", []), self.refunds.get(intent_id or "", [])
        return sum(charge["amount"] for charge in charges) - sum(refund["amount"] for refund in refunds)

    def refunded_cents(self, payment: Payment) -> int:
        """Returns how many cents of this payment the provider has refunded."""
        refunds, is_only = self.refunds.get(payment.intent_id or "", []), pays_whole_order(payment)
        return sum(each["amount"] for each in refunds if is_only or each["metadata"].get(PAYMENT) == str(payment.pk))


def read_records(provider: httpx.Client) -> ProviderRecords:
    records = ProviderRecords({intent["id"]: intent for intent in _all(provider, "/v1/payment_intents")})
    for charge in _all(provider, "/v1/charges"):
        if charge["paid"]:
            records.charges[charge["payment_intent"]].append(charge)
    for refund in _all(provider, "/v1/refunds"):
        if refund["status"] == "succeeded":
            records.refunds[refund["payment_intent"]].append(refund)
    return records


def _all(provider: httpx.Client, path: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while True:
        after = {"starting_after": found[-1]["id"]} if found else {}
        page = provider.get(path, params={"limit": 100} | after).json()
        found += page["data"]
        if not page["has_more"]:
            return found
