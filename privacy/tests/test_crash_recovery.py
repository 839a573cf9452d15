"""The process is killed (SIGKILL) after each step of an operation, and reconciled: the invariants hold.

See testing/proofs/crashes.py for the steps. Steps that are added to an operation later are included.
"""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from classes.models import CampClass, Enrollment, Selection
from classes.seats.requests import SeatRequest
from payments.checkout import holding
from payments.desk import moves, part_refunds, releases
from payments.desk.enrollments import enroll_at_desk
from payments.desk.lines import Line
from payments.desk.reservations import cancel_reservation, reserve_at_desk
from payments.models import LedgerEntry, Move, Order, Payment, Refund
from payments.refunds import cancellation
from payments.refunds.owing import owe_part
from payments.refunds.withdrawal import withdraw_class
from payments.settlement import orders, reconciliation, webhook
from payments.stripe.results import Event
from privacy import child_deletion, deletion
from testing.factories import Users, make_child, make_class, make_lesson, make_reservation, make_user
from testing.proofs import invariants
from testing.proofs.crashes import killed_after
from testing.servers.stripe_stand_in import StripeStandIn
from testing.steps.checkout import (
    enroll_by_card,
    opening_checkout,
    pay_after_expiry,
    pay_order,
    payments_by_position,
    seats_taken,
    start_checkout,
    start_order_of,
)
from testing.steps.desk import desk_sale
from testing.steps.desk_payments import make_desk_payment, pay_back_by_hand

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("fresh_stripe", "identity_provider"),
]
MAX_STEPS = 200


def settle(payment: Payment) -> Callable[[], Any]:
    return lambda: orders.settle_own_order(student=payment.student, intent_id=payment.intent_id, now=timezone.now())


def browser_settles(users: Users, seat: CampClass, stripe: StripeStandIn, student) -> tuple[Payment, Any, set[str]]:
    payment = start_checkout(student, seat)
    stripe.pay(payment.intent_id)
    return payment, settle(payment), {"enrolled"}


def webhook_settles(users: Users, seat: CampClass, stripe: StripeStandIn, student) -> tuple[Payment, Any, set[str]]:
    payment = start_checkout(student, seat)
    stripe.pay(payment.intent_id)
    (event,) = stripe.events_of(payment.intent_id, "payment_intent.succeeded")
    received = Event(event["id"], event["type"], payment.intent_id)
    return payment, lambda: webhook.handle(event=received, now=timezone.now()), {"enrolled"}


def settles_too_late(users: Users, seat: CampClass, stripe: StripeStandIn, student) -> tuple[Payment, Any, set[str]]:
    payment = pay_after_expiry(student, seat, stripe)
    enroll_by_card(users.student, seat, stripe)
    return payment, settle(payment), {"refunded"}


def student_cancels(users: Users, seat: CampClass, stripe: StripeStandIn, student) -> tuple[Payment, Any, set[str]]:
    """If it is killed before the first commit, the student keeps the seat."""
    payment = enroll_by_card(student, seat, stripe)
    operation = lambda: cancellation.cancel_enrollment(  # noqa: E731
        student=student, payment_id=payment.pk, now=timezone.now()
    )
    return payment, operation, {"refunded", "enrolled"}


def student_holds(
    users: Users, seat: CampClass, stripe: StripeStandIn, student
) -> tuple[Payment | None, Any, set[str]]:
    """Replaces the expired hold of another student who has paid: settles, refunds and starts an order."""
    expired = start_checkout(users.student, seat)
    expired.enrollment.held_until = timezone.now()
    expired.enrollment.save()
    stripe.pay(expired.intent_id)
    return expired, opening_checkout(student, seat), {"refunded", "enrolled"}


def reconciliation_settles(
    users: Users, seat: CampClass, stripe: StripeStandIn, student
) -> tuple[Payment, Any, set[str]]:
    payment = pay_after_expiry(student, seat, stripe)
    return payment, lambda: reconciliation.reconcile(now=timezone.now(), days=7), {"enrolled"}


def sibling_settles(users: Users, seat: CampClass, stripe: StripeStandIn, student) -> tuple[Payment, Any, set[str]]:
    """Two children of one account pay for the last seat: the first has it, the second is late and gets a refund."""
    first, second = make_child(student, "First"), make_child(student, "Second")
    late = pay_after_expiry(student, seat, stripe, second)
    enroll_by_card(student, seat, stripe, first)
    return late, settle(late), {"refunded"}


def child_holds(users: Users, seat: CampClass, stripe: StripeStandIn, student) -> tuple[Payment, Any, set[str]]:
    """Replaces the expired hold of a sibling who has paid: settles, refunds and starts an order."""
    expired = start_checkout(student, seat, make_child(student, "First"))
    Enrollment.objects.filter(pk=expired.enrollment_id).update(held_until=timezone.now())
    stripe.pay(expired.intent_id)
    second = make_child(student, "Second")
    return expired, opening_checkout(student, seat, second), {"refunded", "enrolled"}


def child_is_deleted(users: Users, seat: CampClass, stripe: StripeStandIn, student) -> tuple[Payment, Any, set[str]]:
    """The guardian is at the card form for this child."""
    child = make_child(student)
    payment = start_checkout(student, seat, child)
    operation = lambda: child_deletion.delete_child(  # noqa: E731
        guardian=student, child_id=child.pk, now=timezone.now()
    )
    return payment, operation, {"canceled"}


def account_is_deleted(users: Users, seat: CampClass, stripe: StripeStandIn, student) -> tuple[Payment, Any, set[str]]:
    """The student is at the card form: the order is canceled first; the deletion itself is one commit."""
    payment = start_checkout(student, seat)
    return payment, lambda: deletion.delete_account(user_id=student.pk, now=timezone.now()), {"canceled"}


def order_settles(users: Users, seat: CampClass, stripe: StripeStandIn, student) -> tuple[Payment, Any, set[str]]:
    """An order of three seats, one of which is gone: two seats and a refund."""
    others = [make_class(users.instructor, f"{seat}, {name}") for name in ("second", "third")]
    order = start_order_of(student, seat, *others)
    lost = payments_by_position(order)[0]
    Enrollment.objects.filter(pk=lost.enrollment_id).update(state="RELEASED", released_at=timezone.now())
    enroll_by_card(users.student, seat, stripe)
    stripe.pay(order.intent_id)
    return lost, settle(lost), {"refunded"}


def one_seat_of_an_order_is_canceled(
    users: Users, seat: CampClass, stripe: StripeStandIn, student
) -> tuple[Payment, Any, set[str]]:
    """If it is killed before the first commit, the student keeps the seat."""
    order = start_order_of(student, make_class(users.instructor, f"{seat}, other"), seat)
    canceled = pay_order(order, stripe)[1]
    operation = lambda: cancellation.cancel_enrollment(  # noqa: E731
        student=student, payment_id=canceled.pk, now=timezone.now()
    )
    return canceled, operation, {"refunded", "enrolled"}


def order_replaces_another(
    users: Users, seat: CampClass, stripe: StripeStandIn, student
) -> tuple[Payment, Any, set[str]]:
    """Another set with a common seat is ordered in a second tab: the first order is ended."""
    others = [make_class(users.instructor, f"{seat}, {name}") for name in ("second", "third")]
    first = payments_by_position(start_order_of(student, others[0], seat))[0]
    requests = [SeatRequest(camp_class.pk, None) for camp_class in (seat, others[1])]
    operation = lambda: holding.check_out(  # noqa: E731
        student=student, requests=requests, total=seat.price + others[1].price, now=timezone.now()
    )
    return first, operation, {"canceled"}


def student_cancels_for_half_the_price(
    users: Users, seat: CampClass, stripe: StripeStandIn, student
) -> tuple[Payment, Any, set[str]]:
    payment, operation, final_states = student_cancels(users, seat, stripe, student)
    make_lesson(seat, timezone.now() + timedelta(days=20))
    Payment.objects.filter(pk=payment.pk).update(paid_at=timezone.now() - timedelta(days=10))
    return payment, operation, final_states


def class_is_withdrawn(users: Users, seat: CampClass, stripe: StripeStandIn, student) -> tuple[Payment, Any, set[str]]:
    """One student has a seat, another one is at the card form. A kill before the first commit changes nothing."""
    CampClass.objects.filter(pk=seat.pk).update(capacity=2)
    payment = enroll_by_card(student, seat, stripe)
    start_checkout(users.student, seat)

    def withdraw() -> None:
        withdraw_class(camp_class_id=seat.pk, reason="Too few", now=timezone.now())
        reconciliation.reconcile_urgent(now=timezone.now(), days=7)

    return payment, withdraw, {"refunded", "enrolled"}


def payment_for_a_withdrawn_class_settles(
    users: Users, seat: CampClass, stripe: StripeStandIn, student
) -> tuple[Payment, Any, set[str]]:
    payment = start_checkout(student, seat)
    withdraw_class(camp_class_id=seat.pk, reason="Too few", now=timezone.now())
    stripe.pay(payment.intent_id)
    return payment, settle(payment), {"refunded"}


def seat_is_moved(users: Users, seat: CampClass, stripe: StripeStandIn, student) -> tuple[Payment, Any, set[str]]:
    """To a cheaper class, with a part refund, while the student is at the card form for a seat there."""
    cheaper = make_class(users.instructor, f"{seat}, other", price=Decimal(30))
    payment = enroll_by_card(student, seat, stripe)
    start_checkout(student, cheaper)
    request = moves.MoveRequest(cheaper.pk, "Rain", refund=Decimal("15.50"))
    operation = lambda: moves.move(  # noqa: E731
        payment_id=payment.pk, request=request, by=users.admin, now=timezone.now()
    )
    return payment, operation, {"enrolled"}


def part_is_refunded(users: Users, seat: CampClass, stripe: StripeStandIn, student) -> tuple[Payment, Any, set[str]]:
    payment, key = enroll_by_card(student, seat, stripe), uuid4()
    operation = lambda: part_refunds.refund_part(  # noqa: E731
        payment_id=payment.pk, key=key, amount=Decimal(10), note="Rain", by=users.admin, now=timezone.now()
    )
    return payment, operation, {"enrolled"}


def student_cancels_after_a_part_refund(
    users: Users, seat: CampClass, stripe: StripeStandIn, student
) -> tuple[Payment, Any, set[str]]:
    """Stripe has not sent the part yet."""
    payment, operation, final_states = student_cancels(users, seat, stripe, student)
    with transaction.atomic():
        owe_part(payment=payment, key=uuid4(), amount=Decimal(10), note="Rain", by=users.admin, now=timezone.now())
    return payment, operation, final_states


def seat_is_released(users: Users, seat: CampClass, stripe: StripeStandIn, student) -> tuple[Payment, Any, set[str]]:
    payment = enroll_by_card(student, seat, stripe)
    operation = lambda: releases.release(  # noqa: E731
        payment_id=payment.pk, refund=Decimal(20), note="Rain", now=timezone.now()
    )
    return payment, operation, {"refunded", "enrolled"}


def check_is_returned(users: Users, seat: CampClass, stripe: StripeStandIn, student) -> tuple[Payment, Any, set[str]]:
    payment = make_desk_payment(users.admin, student, seat)
    operation = lambda: releases.record_returned(  # noqa: E731
        payment_id=payment.pk, note="No funds", by=users.admin, now=timezone.now()
    )
    return payment, operation, {"refunded", "enrolled"}


def money_is_paid_back(users: Users, seat: CampClass, stripe: StripeStandIn, student) -> tuple[Payment, Any, set[str]]:
    payment = make_desk_payment(users.admin, student, seat)
    cancellation.cancel_enrollment(student=student, payment_id=payment.pk, now=timezone.now())
    return payment, lambda: pay_back_by_hand(payment), {"refunded", "refundPending"}


def family_pays_at_the_desk(
    users: Users, seat: CampClass, stripe: StripeStandIn, student
) -> tuple[Payment, Any, set[str]]:
    """The student is at the card form for the seat, whose order is canceled."""
    payment = start_checkout(student, seat)
    sale = desk_sale(student, seat)
    return payment, lambda: enroll_at_desk(staff=users.admin, sale=sale, now=timezone.now()), {"canceled"}


def seat_is_reserved(users: Users, seat: CampClass, stripe: StripeStandIn, student) -> tuple[Payment, Any, set[str]]:
    """At another price than that of the open order, which is canceled."""
    payment = start_checkout(student, seat)
    line = Line(SeatRequest(seat.pk, None), Decimal(20), "Aid")
    until = timezone.now() + timedelta(minutes=30)
    operation = lambda: reserve_at_desk(  # noqa: E731
        staff=users.admin, user_id=student.pk, lines=[line], until=until, now=timezone.now()
    )
    return payment, operation, {"canceled"}


def reservation_is_canceled(
    users: Users, seat: CampClass, stripe: StripeStandIn, student
) -> tuple[Payment, Any, set[str]]:
    """The student is at the card form for the seat. A kill before the commit leaves the reservation and the order."""
    reservation = make_reservation(student, seat, by=users.admin)
    payment = start_checkout(student, seat)
    operation = lambda: cancel_reservation(enrollment_id=reservation.pk, now=timezone.now())  # noqa: E731
    return payment, operation, {"canceled", "started"}


MIN_STEPS = {
    seat_is_moved: 30,
    part_is_refunded: 9,
    student_cancels_after_a_part_refund: 14,
    seat_is_released: 10,
    check_is_returned: 10,
    money_is_paid_back: 6,
    family_pays_at_the_desk: 12,
    seat_is_reserved: 10,
    reservation_is_canceled: 5,
    student_cancels_for_half_the_price: 9,
    class_is_withdrawn: 25,
    payment_for_a_withdrawn_class_settles: 10,
    order_settles: 18,
    one_seat_of_an_order_is_canceled: 9,
    order_replaces_another: 20,
    browser_settles: 8,
    webhook_settles: 8,
    settles_too_late: 12,
    student_cancels: 9,
    student_holds: 15,
    reconciliation_settles: 10,
    sibling_settles: 12,
    child_holds: 15,
    child_is_deleted: 20,
    account_is_deleted: 30,
}
"""The minimum number of steps of each operation, so that the test cannot pass with an empty one."""
SHORT = [
    *(student_cancels, sibling_settles, order_settles, class_is_withdrawn),
    *(family_pays_at_the_desk, reservation_is_canceled),
]
LONG = [
    *(browser_settles, webhook_settles, settles_too_late, student_holds, child_holds, seat_is_moved),
    *(reconciliation_settles, child_is_deleted, account_is_deleted),
    *(one_seat_of_an_order_is_canceled, order_replaces_another),
    *(student_cancels_for_half_the_price, payment_for_a_withdrawn_class_settles, seat_is_reserved),
    *(part_is_refunded, student_cancels_after_a_part_refund, seat_is_released, check_is_returned, money_is_paid_back),
]


@pytest.mark.parametrize("scenario", SHORT + [pytest.param(each, marks=pytest.mark.long) for each in LONG])
def test_it_keeps_the_invariants_when_killed_after_any_step(users, stripe, scenario):
    for steps in range(1, MAX_STEPS):
        stripe.reset()
        seat = make_class(users.instructor, f"Class {steps}", capacity=1)
        payment, operation, final_states = scenario(users, seat, stripe, make_user(f"student-{steps}"))
        killed = killed_after(steps, operation)
        assert invariants.current_violations(stripe) == [], f"killed after step {steps}"
        reconcile_an_hour_later(stripe, f"killed after step {steps}")
        payment.refresh_from_db()
        assert payment.state in final_states
        assert seats_taken(seat) <= 1
        delete_orders()
        if not killed:
            assert steps > MIN_STEPS[scenario], "the operation took fewer steps than expected"
            return
    pytest.fail(f"the operation took more than {MAX_STEPS} steps")


def reconcile_an_hour_later(stripe: StripeStandIn, when: str) -> None:
    """An hour later all holds have expired."""
    later = timezone.now() + timedelta(hours=1)
    reconciliation.reconcile(now=later, days=7)
    found = invariants.violations(provider=stripe.http, now=later) + invariants.unfinished(
        provider=stripe.http, now=later
    )
    assert found == [], when


def delete_orders() -> None:
    for model in (LedgerEntry, Move, Refund, Payment, Order, Enrollment, Selection):
        model.objects.all().delete()


def test_it_detects_a_killed_operation_that_is_not_reconciled(users, stripe):
    """The control: killed between charge and seat, and not reconciled."""
    payment, operation, _ = browser_settles(users, make_class(users.instructor), stripe, users.student)
    assert killed_after(1, operation)
    found = invariants.unfinished(provider=stripe.http, now=timezone.now())
    assert [line for line in found if "neither seat nor refund" in line]
    call_command("reconcile_payments", stdout=StringIO())
    payment.refresh_from_db()
    assert payment.state == "enrolled"
