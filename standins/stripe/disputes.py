"""Disputes (chargebacks): open, close and list."""

import json

from standins.stripe.calls import Call
from standins.stripe.errors import invalid_request
from standins.stripe.ids import new_id
from standins.stripe.listing import list_objects
from standins.stripe.objects import now
from standins.stripe.store import Object

_EVIDENCE_DUE_SECONDS = 7 * 24 * 3600
_EVIDENCE_FIELDS = (
    "access_activity_log", "billing_address", "cancellation_policy",
    "cancellation_policy_disclosure", "cancellation_rebuttal", "customer_communication",
    "customer_email_address", "customer_name", "customer_purchase_ip", "customer_signature",
    "duplicate_charge_documentation", "duplicate_charge_explanation", "duplicate_charge_id",
    "product_description", "receipt", "refund_policy", "refund_policy_disclosure",
    "refund_refusal_explanation", "service_date", "service_documentation", "shipping_address",
    "shipping_carrier", "shipping_date", "shipping_documentation", "shipping_tracking_number",
    "uncategorized_file", "uncategorized_text",
)  # fmt: skip


def open_dispute(call: Call, charge: Object, reason: str = "fraudulent") -> Object:
    """Creates a dispute of a charge. Raises StripeError if the charge is unpaid or already disputed."""
    if not charge["paid"] or charge["disputed"]:
        raise invalid_request("Only a paid and undisputed charge can be disputed.", param="charge")
    charge["disputed"] = True
    call.store.save(charge)
    dispute = _new_dispute(charge, reason)
    call.store.add("dispute", dispute)
    call.emit("charge.dispute.created", dispute)
    return dispute


def list_all(call: Call) -> Object:
    """Returns a page of disputes, optionally of one charge or intent."""
    return list_objects(call, "dispute", "charge", "payment_intent")


def close(call: Call, dispute: Object, status: str) -> Object:
    """Ends a dispute. The charge keeps `disputed`, and can be refunded again unless the dispute is lost."""
    dispute["status"] = status
    dispute["is_charge_refundable"] = status != "lost"
    call.store.save(dispute)
    call.emit("charge.dispute.closed", dispute)
    return dispute


def blocks_refunds(call: Call, charge: Object) -> bool:
    """Returns whether a dispute of the charge is open or lost."""
    rows = call.store.db.execute(
        "SELECT body FROM objects WHERE kind = 'dispute' AND charge = ?", (charge["id"],)
    ).fetchall()
    return any(json.loads(body)["status"] not in ("won", "warning_closed") for (body,) in rows)


def _new_dispute(charge: Object, reason: str) -> Object:
    card = charge["payment_method_details"]["card"]
    return {
        "id": new_id("du"),
        "object": "dispute",
        "amount": charge["amount"],
        "balance_transactions": [],
        "charge": charge["id"],
        "created": now(),
        "currency": charge["currency"],
        "enhanced_eligibility_types": [],
        "evidence": {**dict.fromkeys(_EVIDENCE_FIELDS), "enhanced_evidence": {}},
        "evidence_details": {
            "due_by": now() + _EVIDENCE_DUE_SECONDS,
            "enhanced_eligibility": {},
            "has_evidence": False,
            "past_due": False,
            "submission_count": 0,
            "submission_method": "manual",
        },
        "intended_submission_method": None,
        "is_charge_refundable": False,
        "livemode": False,
        "metadata": {},
        "payment_intent": charge["payment_intent"],
        "payment_method_details": {
            "card": {
                "brand": card["brand"],
                "case_type": "chargeback",
                "network": card["network"],
                "network_reason_code": "83",
            },
            "type": "card",
        },
        "reason": reason,
        "status": "needs_response",
    }
