"""New Stripe objects with every field of Stripe's published types."""

import time

from standins.stripe.cards import Card, Decline
from standins.stripe.ids import new_id
from standins.stripe.store import Object

_EMPTY_BILLING_DETAILS: Object = {
    "address": {
        "city": None, "country": None, "line1": None, "line2": None, "postal_code": None,
        "state": None,
    },
    "email": None,
    "name": None,
    "phone": None,
    "tax_id": None,
}  # fmt: skip


def now() -> int:
    """Returns the current Unix time in whole seconds."""
    return int(time.time())


def _billing_details(params: Object | None) -> Object:
    """Returns billing details with every field; absent ones are None."""
    params = params or {}
    address = {**_EMPTY_BILLING_DETAILS["address"], **(params.get("address") or {})}
    return {**_EMPTY_BILLING_DETAILS, **params, "address": address}


def new_payment_intent(fields: Object) -> Object:
    """Returns a new payment intent with these fields; the amount is in the smallest unit of the currency."""
    intent_id = new_id("pi")
    return {
        "id": intent_id,
        "object": "payment_intent",
        "allowed_payment_method_types": None,
        "amount": fields["amount"],
        "amount_capturable": 0,
        "amount_details": {"tip": {}},
        "amount_received": 0,
        "application": None,
        "application_fee_amount": None,
        "automatic_payment_methods": None,
        "canceled_at": None,
        "cancellation_reason": None,
        "capture_method": "automatic_async",
        "client_secret": new_id(f"{intent_id}_secret"),
        "confirmation_method": "automatic",
        "created": now(),
        "currency": fields["currency"],
        "customer": None,
        "customer_account": None,
        "description": None,
        "excluded_payment_method_types": None,
        "last_payment_error": None,
        "latest_charge": None,
        "livemode": False,
        "managed_payments": None,
        "metadata": {},
        "next_action": None,
        "on_behalf_of": None,
        "payment_method": None,
        "payment_method_configuration_details": None,
        "payment_method_options": {
            "card": {
                "installments": None,
                "mandate_options": None,
                "network": None,
                "request_three_d_secure": "automatic",
            }
        },
        "payment_method_types": ["card"],
        "payment_record": None,
        "processing": None,
        "receipt_email": None,
        "review": None,
        "setup_future_usage": None,
        "shipping": None,
        "source": None,
        "statement_descriptor": None,
        "statement_descriptor_suffix": None,
        "status": "requires_payment_method",
        "transfer_data": None,
        "transfer_group": None,
        **fields,
    }


def new_payment_method(card: Object, billing: Object | None, metadata: Object) -> Object:
    """Returns a new card payment method; `card` has brand, last4, expiry and fingerprint."""
    return {
        "id": new_id("pm"),
        "object": "payment_method",
        "allow_redisplay": "unspecified",
        "billing_details": _billing_details(billing),
        "card": {
            "checks": {
                "address_line1_check": None,
                "address_postal_code_check": None,
                "cvc_check": "unchecked",
            },
            "country": "US",
            "display_brand": card["brand"],
            "funding": "credit",
            "generated_from": None,
            "networks": {"available": [card["brand"]], "preferred": None},
            "regulated_status": "unregulated",
            "three_d_secure_usage": {"supported": True},
            "wallet": None,
            **card,
        },
        "created": now(),
        "customer": None,
        "customer_account": None,
        "livemode": False,
        "metadata": metadata,
        "type": "card",
    }


def new_charge(intent: Object, method: Object, card: Card) -> Object:
    """Returns a new charge: failed if the card is one that is declined, otherwise succeeded."""
    decline = card.decline
    return {
        "id": new_id("ch"),
        "object": "charge",
        "amount": intent["amount"],
        "amount_captured": 0 if decline else intent["amount"],
        "amount_refunded": 0,
        "application": None,
        "application_fee": None,
        "application_fee_amount": None,
        "balance_transaction": None,
        "billing_details": method["billing_details"],
        "calculated_statement_descriptor": "CARD STAND-IN",
        "captured": decline is None,
        "created": now(),
        "currency": intent["currency"],
        "customer": intent["customer"],
        "description": intent["description"],
        "disputed": False,
        "failure_balance_transaction": None,
        "failure_code": decline.code if decline else None,
        "failure_message": decline.message if decline else None,
        "fraud_details": {},
        "livemode": False,
        "metadata": intent["metadata"],
        "on_behalf_of": None,
        "outcome": _outcome(decline),
        "paid": decline is None,
        "payment_intent": intent["id"],
        "payment_method": method["id"],
        "payment_method_details": {"card": _card_details(intent, method, card), "type": "card"},
        "radar_options": {},
        "receipt_email": intent["receipt_email"],
        "receipt_number": None,
        "receipt_url": None,
        "refunded": False,
        "review": None,
        "shipping": intent["shipping"],
        "source": None,
        "source_transfer": None,
        "statement_descriptor": intent["statement_descriptor"],
        "statement_descriptor_suffix": intent["statement_descriptor_suffix"],
        "status": "failed" if decline else "succeeded",
        "transfer_data": None,
        "transfer_group": intent["transfer_group"],
    }


def _outcome(decline: Decline | None) -> Object:
    return {
        "advice_code": "try_again_later" if decline else None,
        "network_advice_code": None,
        "network_decline_code": "05" if decline else None,
        "network_status": "declined_by_network" if decline else "approved_by_network",
        "reason": (decline.decline_code or decline.code) if decline else None,
        "risk_level": "normal",
        "risk_score": 20,
        "seller_message": (
            "The bank did not return any further details with this decline." if decline else "Payment complete."
        ),
        "type": "issuer_declined" if decline else "authorized",
    }


def _card_details(intent: Object, method: Object, card: Card) -> Object:
    method_card = method["card"]
    return {
        "amount_authorized": None if card.decline else intent["amount"],
        "authorization_code": None if card.decline else "123456",
        "brand": method_card["brand"],
        "checks": {**method_card["checks"], "cvc_check": None if card.decline else "pass"},
        "country": method_card["country"],
        "electronic_commerce_indicator": "05" if card.authentication else None,
        "exp_month": method_card["exp_month"],
        "exp_year": method_card["exp_year"],
        "extended_authorization": {"status": "disabled"},
        "fingerprint": method_card["fingerprint"],
        "funding": method_card["funding"],
        "incremental_authorization": {"status": "unavailable"},
        "installments": None,
        "last4": method_card["last4"],
        "mandate": None,
        "multicapture": {"status": "unavailable"},
        "network": method_card["brand"],
        "network_token": {"used": False},
        "network_transaction_id": None if card.decline else "123456789012345",
        "overcapture": {"maximum_amount_capturable": intent["amount"], "status": "unavailable"},
        "regulated_status": method_card["regulated_status"],
        "three_d_secure": _three_d_secure() if card.authentication else None,
        "transaction_link_id": None,
        "wallet": None,
    }


def _three_d_secure() -> Object:
    return {
        "authentication_flow": "challenge",
        "electronic_commerce_indicator": "05",
        "exemption_indicator": None,
        "result": "authenticated",
        "result_reason": None,
        "transaction_id": None,
        "version": "2.2.0",
    }


def new_refund(charge: Object, amount: int, reason: str | None, metadata: Object, *, is_pending: bool) -> Object:
    """Returns a new refund of `amount`. It succeeds immediately, or is pending until the account has the money."""
    return {
        "id": new_id("re"),
        "object": "refund",
        "amount": amount,
        "balance_transaction": None,
        "charge": charge["id"],
        "created": now(),
        "currency": charge["currency"],
        "customer": charge["customer"],
        "customer_account": None,
        "destination_details": {
            "card": {"reference_status": "pending", "reference_type": "acquirer_reference_number",
                     "type": "refund"},
            "type": "card",
        },
        "metadata": metadata,
        "payment_intent": charge["payment_intent"],
        "payment_method": charge["payment_method"],
        "reason": reason,
        "receipt_number": None,
        "source_transfer_reversal": None,
        "status": "pending" if is_pending else "succeeded",
        "transfer_reversal": None,
        **({"pending_reason": "insufficient_funds"} if is_pending else {}),
    }  # fmt: skip
