"""What families book, pay and cancel, each with the e-mails that it causes: see ``test_emails_of_operations``."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from classes.models import Enrollment
from payments.models import Payment, StripeEvent
from payments.refunds.cancellation import NotSeated
from testing.clients.api import as_
from testing.factories import make_child, make_class, make_enrollment
from testing.proofs.operations import waitlist
from testing.proofs.operations.waitlist import STUDENT, Table
from testing.servers.stripe_stand_in import deliver_events
from testing.steps.checkout import (
    create_order,
    enroll_by_card,
    pay_after_expiry,
    select_seats,
    settle_in_browser,
    start_checkout,
    start_order_of,
)
from testing.steps.class_requests import ClassRequests
from testing.steps.desk_payments import refund_and_release


def fail_to_pay(requests: ClassRequests) -> None:
    payment = start_checkout(requests.student, requests.clay)
    requests.stripe.pay(payment.intent_id, card="pm_card_chargeDeclined", status=402)
    settle_in_browser(payment, 402)


def book(requests: ClassRequests) -> None:
    payment = enroll_by_card(requests.student, requests.clay, requests.stripe)
    settle_in_browser(payment, 200)
    deliver_events(requests.stripe, payment.intent_id, "payment_intent.succeeded")


def book_by_webhook(requests: ClassRequests) -> None:
    payment = start_checkout(requests.student, requests.clay)
    requests.stripe.pay(payment.intent_id)
    for _ in range(2):
        deliver_events(requests.stripe, payment.intent_id, "payment_intent.succeeded")
        StripeEvent.objects.all().delete()  # as if it were another event about the same intent
    settle_in_browser(payment)


def book_for_two_children(requests: ClassRequests) -> None:
    children = [make_child(requests.student, name) for name in ("Mia", "Leo")]
    order = start_order_of(requests.student, *((requests.clay, child) for child in children))
    requests.stripe.pay(order.intent_id)
    for status in (201, 200):
        as_(requests.student).post("/payments", {"transactionId": order.intent_id}, status)


def book_free(requests: ClassRequests) -> None:
    free = make_class(requests.users.instructor, "Free", price=Decimal(0))
    for status in (201, 200):
        as_(requests.student).post("/payments", {"classId": str(free.pk)}, status)


def book_free_order(requests: ClassRequests) -> None:
    free = [make_class(requests.users.instructor, f"Free {number}", price=Decimal(0)) for number in range(2)]
    create_order(requests.student, select_seats(requests.student, *free))


def pay_too_late(requests: ClassRequests) -> None:
    payment = pay_after_expiry(requests.student, requests.clay, requests.stripe)
    for other in (requests.users.other_student, requests.users.instructor):
        make_enrollment(other, requests.clay)
    settle_in_browser(payment)
    deliver_events(requests.stripe, payment.intent_id, "payment_intent.succeeded")
    deliver_events(requests.stripe, payment.intent_id, "charge.refunded")


def pay_too_late_with_a_free_class(requests: ClassRequests) -> None:
    free = make_class(requests.users.instructor, "Free", capacity=1, price=Decimal(0))
    order = start_order_of(requests.student, requests.clay, free)
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    other, instructor = requests.users.other_student, requests.users.instructor
    for camp_class, student in ((requests.clay, other), (requests.clay, instructor), (free, other)):
        make_enrollment(student, camp_class)
    requests.stripe.pay(order.intent_id)
    for status in (201, 200):
        as_(requests.student).post("/payments", {"transactionId": order.intent_id}, status)


def cancel(requests: ClassRequests) -> None:
    payment = enroll_by_card(requests.student, requests.clay, requests.stripe)
    requests.cancel(payment)
    requests.cancel(payment, status=409)
    deliver_events(requests.stripe, payment.intent_id, "charge.refunded")


def cancel_without_refund(requests: ClassRequests) -> None:
    payment = enroll_by_card(requests.student, requests.clay, requests.stripe)
    Payment.objects.update(paid_at=timezone.now() - timedelta(days=3))
    requests.cancel(payment, status=409)
    requests.cancel(payment, {"withoutRefund": True})


def refund_by_staff(requests: ClassRequests) -> None:
    payment = enroll_by_card(requests.student, requests.clay, requests.stripe)
    refund_and_release(payment)
    with pytest.raises(NotSeated):
        refund_and_release(payment)
    deliver_events(requests.stripe, payment.intent_id, "charge.refunded")


def refund_at_provider(requests: ClassRequests) -> None:
    payment = enroll_by_card(requests.student, requests.clay, requests.stripe)
    requests.stripe.refund(payment.intent_id)
    deliver_events(requests.stripe, payment.intent_id, "charge.refunded")


def refund_parts_at_provider(requests: ClassRequests) -> None:
    payment = enroll_by_card(requests.student, requests.clay, requests.stripe)
    for _ in range(2):
        requests.stripe.refund(payment.intent_id, 1000)
        deliver_events(requests.stripe, payment.intent_id, "charge.refunded")


def book_and_cancel_free(requests: ClassRequests) -> None:
    free = make_class(requests.users.instructor, "Free", price=Decimal(0))
    for _ in range(3):
        settled = as_(requests.student).post("/payments", {"classId": str(free.pk)}, 201)
        as_(requests.student).post(f"/payments/cancel/{settled['payment']['_id']}", {})


def accept_offer(requests: ClassRequests) -> None:
    waitlist.get_offer(requests)
    book(requests)


TABLE: Table = {
    fail_to_pay: [],
    book: [("booked", STUDENT)],
    book_by_webhook: [("booked", STUDENT)],
    book_for_two_children: [("booked", STUDENT)],
    book_free: [("booked", STUDENT)],
    book_free_order: [("booked", STUDENT)],
    pay_too_late: [("late_payment_refunded", STUDENT)],
    pay_too_late_with_a_free_class: [("late_payment_refunded", STUDENT), ("late_payment_refunded", STUDENT)],
    cancel: [("booked", STUDENT), ("enrollment_canceled", STUDENT)],
    cancel_without_refund: [("booked", STUDENT), ("enrollment_canceled", STUDENT)],
    refund_by_staff: [("booked", STUDENT), ("refunded", STUDENT)],
    refund_at_provider: [("booked", STUDENT), ("refunded", STUDENT)],
    refund_parts_at_provider: [("booked", STUDENT), ("refunded", STUDENT), ("refunded", STUDENT)],
    book_and_cancel_free: [("booked", STUDENT), ("enrollment_canceled", STUDENT)] * 3,
    accept_offer: [("waitlist_joined", STUDENT), ("waitlist_offer", STUDENT), ("booked", STUDENT)],
}
UNSENT: Table = {
    book_and_cancel_free: TABLE[book_and_cancel_free],
    accept_offer: [("waitlist_joined", STUDENT), ("waitlist_offer", STUDENT)],
}
