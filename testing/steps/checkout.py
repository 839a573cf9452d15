"""The steps of a student from the selection to the paid seat, as requests to the API."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.locking import lock_account
from accounts.models import Child, User
from classes.models import CampClass, Enrollment, SeatPrice, Selection
from classes.seats.confirmation import NoSeat, PaidSeat, confirm_paid_seats
from classes.seats.holds import hold_seats
from classes.seats.requests import NotAllAvailable, SeatRequest
from payments.checkout.free_seats import take_free_seat
from payments.checkout.holding import Checkout, open_checkout
from payments.models import Order, Payment
from testing.clients.api import as_
from testing.factories import make_selection
from testing.servers.stripe_stand_in import StripeStandIn


def create_payment_intent(
    student: User,
    camp_class: CampClass,
    status: int = 200,
    price: Decimal | None = None,
    child: Child | None = None,
    **fields: Any,
) -> Any:
    """Requests a hold and a payment intent, at the class's price by default. Returns the response's JSON."""
    body = {"price": float(camp_class.price if price is None else price), "classId": str(camp_class.pk)}
    participant = {"childId": str(child.pk)} if child else {}
    return as_(student).post("/createPaymentIntent", body | participant | fields, status)


@dataclass(frozen=True)
class HeldSeat:
    """A participant's hold, and the expired holds of the class that were released."""

    enrollment: Enrollment
    released: list[Enrollment]


def hold_seat(
    *, student: User, camp_class_id: int, child_id: int | None = None, price: Decimal, now: datetime
) -> HeldSeat:
    """Holds one seat without an order. Raises what makes it unavailable."""
    request = SeatRequest(camp_class_id, child_id, price)
    with transaction.atomic():
        try:
            result = hold_seats(account=lock_account(student), requests=[request], now=now)
        except NotAllAvailable as refusal:
            raise refusal.obstacles[0].reason from refusal
    return HeldSeat(result.holds[0], result.released)


def enroll_free(student: User, camp_class: CampClass, child: Child | None = None, *, now: datetime) -> Enrollment:
    """Enrolls in a free class, without a request to the API. Raises why there is no seat."""
    taken = take_free_seat(student=student, camp_class_id=camp_class.pk, child_id=child and child.pk, now=now)
    return taken.payment.enrollment


def confirm_seat(*, paid_for: int, student_id: int, camp_class: CampClass, price: Decimal, now: datetime) -> Enrollment:
    """Confirms one paid seat in the locked class, where there must be one."""
    (result,) = confirm_paid_seats(
        student_id=student_id,
        seats=[PaidSeat(paid_for, camp_class.pk, SeatPrice(price))],
        classes={camp_class.pk: camp_class},
        now=now,
    )
    assert not isinstance(result, NoSeat)
    return result


def opening_checkout(student: User, camp_class: CampClass, child: Child | None = None) -> Callable[[], Checkout]:
    """Returns an operation that opens a checkout at the class's price, without a request to the API."""
    participant = {"child_id": child.pk} if child else {}
    return lambda: open_checkout(
        student=student, camp_class_id=camp_class.pk, **participant, price=camp_class.price, now=timezone.now()
    )


def start_checkout(student: User, camp_class: CampClass, child: Child | None = None) -> Payment:
    """Selects the class, holds a seat and returns the started payment."""
    if not Selection.objects.filter(student=student, camp_class=camp_class, child=child).exists():
        make_selection(student, camp_class, child)
    create_payment_intent(student, camp_class, child=child)
    return (
        Payment.objects.started()
        .select_related("order")
        .get(student=student, camp_class=camp_class, enrollment__child=child, enrollment__state=Enrollment.State.HELD)
    )


def select_seats(student: User, *seats: CampClass | tuple[CampClass, Child | None]) -> list[Selection]:
    """Selects a class, or a class for a child, each."""
    pairs = [(seat, None) if isinstance(seat, CampClass) else seat for seat in seats]
    return [make_selection(student, camp_class, child) for camp_class, child in pairs]


def create_order(
    student: User,
    selections: Sequence[Selection],
    status: int = 200,
    total: Decimal | float | None = None,
    **fields: Any,
) -> Any:
    """Requests an order for these selections, at the sum of the classes' prices by default. Returns the JSON."""
    if total is None:
        total = sum((selection.camp_class.price for selection in selections), Decimal(0))
    body = {"selections": [str(selection.pk) for selection in selections], "total": float(total)}
    return as_(student).post("/orders", body | fields, status)


def quote_order(student: User, selections: Sequence[Selection], status: int = 200, code: str | None = None) -> Any:
    """Requests what an order for these selections would cost. Returns the JSON."""
    body = {"selections": [str(selection.pk) for selection in selections]}
    return as_(student).post("/orders/quote", body if code is None else body | {"code": code}, status)


def start_order_of(student: User, *seats: CampClass | tuple[CampClass, Child | None]) -> Order:
    """Selects the classes, holds the seats and returns the open order."""
    return Order.objects.get(pk=create_order(student, select_seats(student, *seats))["orderId"])


def pay_order(order: Order, stripe: StripeStandIn, card: str = "pm_card_visa") -> list[Payment]:
    """Pays by card and settles in the browser. Returns the payments by position."""
    assert order.intent_id
    stripe.pay(order.intent_id, card)
    as_(order.student).post("/payments", {"transactionId": order.intent_id}, 201)
    return payments_by_position(order)


def payments_by_position(order: Order) -> list[Payment]:
    return list(order.payments.select_related("enrollment", "order").order_by("position"))


def settle_in_browser(payment: Payment, status: int = 201) -> Any:
    """Sends the browser's request after the card payment. Returns the response's JSON."""
    return as_(payment.student).post("/payments", {"transactionId": payment.intent_id}, status)


def enroll_by_card(
    student: User,
    camp_class: CampClass,
    stripe: StripeStandIn,
    child: Child | None = None,
    card: str = "pm_card_visa",
) -> Payment:
    """Holds a seat, pays by card and settles in the browser."""
    payment = start_checkout(student, camp_class, child)
    stripe.pay(payment.intent_id, card)
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
