"""What the office does with paid seats, each with the e-mails that it causes: see ``test_emails_of_operations``."""

from datetime import timedelta
from uuid import uuid4

from django.utils import timezone

from payments.models import Payment
from testing.clients.api import as_
from testing.factories import make_class
from testing.proofs.operations.waitlist import STUDENT, Table
from testing.servers.stripe_stand_in import deliver_events
from testing.steps.checkout import enroll_by_card
from testing.steps.class_requests import ClassRequests
from testing.steps.desk_payments import make_desk_payment


def _post(requests: ClassRequests, payment: Payment, path: str, body: dict[str, object], status: int = 200) -> None:
    as_(requests.users.admin).post(f"/payments/{payment.pk}/{path}", body, status)


def _paid_at_desk(requests: ClassRequests) -> Payment:
    return make_desk_payment(requests.users.admin, requests.student, requests.clay)


def move_seat_and_back(requests: ClassRequests) -> None:
    payment = enroll_by_card(requests.student, requests.clay, requests.stripe)
    wood = make_class(requests.users.instructor, "Wood")
    for camp_class in (wood, requests.clay):
        body = {"classId": str(camp_class.pk), "reason": "A friend is there.", "refund": 5}
        _post(requests, payment, "move", body)
        _post(requests, payment, "move", body, 409)
    deliver_events(requests.stripe, payment.intent_id, "charge.refunded")


def refund_parts(requests: ClassRequests) -> None:
    payment = enroll_by_card(requests.student, requests.clay, requests.stripe)
    for _ in range(2):
        body = {"amount": 5, "note": "Rain", "key": str(uuid4())}
        for status in (201, 200):
            _post(requests, payment, "refunds", body, status)
    deliver_events(requests.stripe, payment.intent_id, "charge.refunded")


def release_seat(requests: ClassRequests) -> None:
    payment = enroll_by_card(requests.student, requests.clay, requests.stripe)
    for status in (200, 409):
        _post(requests, payment, "release", {"refund": 5, "note": "She is ill."}, status)
    deliver_events(requests.stripe, payment.intent_id, "charge.refunded")


def return_check(requests: ClassRequests) -> None:
    payment = _paid_at_desk(requests)
    for status in (200, 409):
        _post(requests, payment, "returned", {"note": "No funds"}, status)


def return_check_of_an_order(requests: ClassRequests) -> None:
    """The seat stays reserved; the e-mail about the check says until when."""
    order = _paid_at_desk(requests).order
    body = {"note": "No funds", "keepUntil": (timezone.now() + timedelta(days=3)).isoformat()}
    for status in (200, 409):
        as_(requests.users.admin).post(f"/orders/{order.pk}/returned", body, status)


def pay_back_twice(requests: ClassRequests) -> None:
    """A part refund first, then the rest."""
    payment = _paid_at_desk(requests)
    _post(requests, payment, "refunds", {"amount": 5, "note": "Rain", "key": str(uuid4())}, 201)
    _post(requests, payment, "paidBack", {"method": "cash"})
    as_(requests.student).post(f"/payments/cancel/{payment.pk}")
    for status in (200, 409):
        _post(requests, payment, "paidBack", {"method": "check"}, status)


TABLE: Table = {
    move_seat_and_back: [("booked", STUDENT), ("moved", STUDENT), ("moved", STUDENT)],
    refund_parts: [("booked", STUDENT), ("refunded", STUDENT), ("refunded", STUDENT)],
    release_seat: [("booked", STUDENT), ("refunded", STUDENT)],
    return_check: [("check_returned", STUDENT)],
    return_check_of_an_order: [("check_returned", STUDENT)],
    pay_back_twice: [
        *(("refunded", STUDENT), ("paid_back", STUDENT)),
        *(("enrollment_canceled", STUDENT), ("paid_back", STUDENT)),
    ],
}
