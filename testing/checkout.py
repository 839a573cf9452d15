"""The steps of a student from the selection to the paid seat, as requests to the API."""

from decimal import Decimal
from typing import Any

from django.utils import timezone

from accounts.models import Child, User
from classes.models import CampClass, Enrollment, Selection
from payments.models import Payment
from testing.api_client import as_
from testing.factories import make_selection
from testing.stripe_stand_in import StripeStandIn


def create_payment_intent(
    student: User, camp_class: CampClass, status: int = 200, price: Decimal | None = None, child: Child | None = None
) -> Any:
    """Requests a hold and a payment intent, at the class's price by default. Returns the response's JSON."""
    body = {"price": float(camp_class.price if price is None else price), "classId": str(camp_class.pk)}
    participant = {"childId": str(child.pk)} if child else {}
    return as_(student).post("/createPaymentIntent", body | participant, status)


def start_checkout(student: User, camp_class: CampClass, child: Child | None = None) -> Payment:
    """Selects the class, holds a seat and returns the started payment."""
    if not Selection.objects.filter(student=student, camp_class=camp_class, child=child).exists():
        make_selection(student, camp_class, child)
    create_payment_intent(student, camp_class, child=child)
    return Payment.objects.started().get(
        student=student, camp_class=camp_class, enrollment__child=child, enrollment__state=Enrollment.State.HELD
    )


def settle_in_browser(payment: Payment, status: int = 201) -> Any:
    """Sends the browser's request after the card payment. Returns the response's JSON."""
    return as_(payment.student).post("/payments", {"transactionId": payment.intent_id}, status)


def enroll_by_card(student: User, camp_class: CampClass, stripe: StripeStandIn, child: Child | None = None) -> Payment:
    """Holds a seat, pays by card and settles in the browser."""
    payment = start_checkout(student, camp_class, child)
    stripe.pay(payment.intent_id)
    settle_in_browser(payment)
    payment.refresh_from_db()
    return payment


def pay_after_expiry(
    student: User, camp_class: CampClass, stripe: StripeStandIn, child: Child | None = None
) -> Payment:
    """Holds a seat, releases the hold as if it had expired, and pays by card. The payment is not settled."""
    payment = start_checkout(student, camp_class, child)
    Enrollment.objects.filter(pk=payment.enrollment_id).update(state="RELEASED", released_at=timezone.now())
    stripe.pay(payment.intent_id)
    return payment


def seats_taken(camp_class: CampClass) -> int:
    """Returns the number of confirmed seats."""
    return Enrollment.objects.filter(camp_class=camp_class, state=Enrollment.State.CONFIRMED).count()
