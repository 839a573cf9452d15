"""Part refunds in tests: what the office and the family request, and what is stored and at Stripe."""

from uuid import uuid4

from django.core.management import call_command

from payments.models import Refund
from testing.clients.api import as_
from testing.steps.withdrawals import findings


def refund(users, payment, amount=10, status=201, *, key=None, note="Rain"):
    body = {"amount": amount, "note": note, "key": str(key or uuid4())}
    return as_(users.admin).post(f"/payments/{payment.pk}/refunds", body, status)


def cancel(payment, status=200):
    return as_(payment.student).post(f"/payments/cancel/{payment.pk}", status=status)


def finish(stripe):
    """Reconciles twice, because a settlement is promoted by the first run. Nothing may be left."""
    for _ in range(2):
        call_command("reconcile_payments")
    assert findings(stripe) == []


def refunds_of(stripe, payment):
    return stripe.objects("/v1/refunds", payment_intent=payment.intent_id)


def states():
    return list(Refund.objects.parts().order_by("created_at").values_list("state", flat=True))
