"""Each invariant of moves, part refunds and returned checks is violated on purpose, and the violation is reported."""

from decimal import Decimal

import pytest
from django.utils import timezone

from classes.models import Enrollment
from payments.models import LedgerEntry, Move, Payment, Refund
from testing.clients.api import as_
from testing.factories import make_child, make_class, make_enrollment, make_refund
from testing.proofs import invariants
from testing.steps.checkout import enroll_by_card
from testing.steps.desk_payments import make_desk_payment

pytestmark = pytest.mark.django_db


@pytest.fixture
def moved(users, clay, fresh_stripe):
    """A seat that was moved from Clay to Wood, with a part refund."""
    payment = enroll_by_card(users.student, clay, fresh_stripe)
    wood = make_class(users.instructor, "Wood")
    body = {"classId": str(wood.pk), "reason": "A friend", "refund": 5}
    as_(users.admin).post(f"/payments/{payment.pk}/move", body)
    return Payment.objects.get()


def violations(stripe):
    return invariants.violations(provider=stripe.http, now=timezone.now())


def make_part(payment, **fields):
    return Refund.objects.create(payment=payment, reason="part", note="x", by=payment.student, **fields)


def test_it_finds_nothing_wrong_with_a_move(moved, fresh_stripe):
    assert violations(fresh_stripe) == []


def test_it_reports_a_move_to_another_seat(users, moved, fresh_stripe):
    Move.objects.update(to_enrollment=make_enrollment(users.other_student, moved.camp_class))
    found = violations(fresh_stripe)
    assert any("moves that do not lead to the seat" in line for line in found)
    assert any("moved to another participant" in line for line in found)


def test_it_reports_a_move_to_a_sibling(users, moved, fresh_stripe):
    Enrollment.objects.filter(pk=moved.enrollment_id).update(child=make_child(users.student))
    assert any("moved to another participant" in line for line in violations(fresh_stripe))


def test_it_reports_a_class_that_changed_without_a_move(clay, moved, fresh_stripe):
    Payment.objects.update(camp_class=clay)
    found = violations(fresh_stripe)
    assert any("moves that do not lead to the seat" in line for line in found)
    assert any("booked to another class: 40.50" in line for line in found)


def test_it_reports_half_of_a_move_in_the_books(moved, fresh_stripe):
    LedgerEntry.objects.filter(kind="MOVE", amount__gt=0).delete()
    assert any("a move changes the books" in line for line in violations(fresh_stripe))


def test_it_reports_more_than_the_price(moved, fresh_stripe):
    make_part(moved, amount=Decimal("40.51"), state="SENT", ended_at=timezone.now())
    assert any("more than the price was refunded" in line for line in violations(fresh_stripe))


def test_it_reports_a_part_refund_that_was_not_sent(moved, fresh_stripe):
    make_part(moved, amount=5)
    found = invariants.unfinished(provider=fresh_stripe.http, now=timezone.now())
    assert any("pending: refund" in line for line in found)


def test_it_reports_an_end_without_a_reason(moved, fresh_stripe):
    Payment.objects.update(state="refunded")
    assert any("ended without a reason" in line for line in violations(fresh_stripe))


def test_it_reports_a_seat_with_the_reason_of_an_end(moved, fresh_stripe):
    make_refund(moved)
    assert any("but refunded because of ['canceled']" in line for line in violations(fresh_stripe))


def test_it_reports_a_payment_that_ended_twice(moved, fresh_stripe):
    make_refund(moved, amount=5)
    make_refund(moved, reason="by_staff", amount=5)
    assert any("ended twice" in line for line in violations(fresh_stripe))


@pytest.mark.parametrize(("state", "of_refund"), [("refunded", "OWED"), ("refundPending", "SENT")])
def test_it_reports_a_state_that_does_not_agree_with_what_is_owed(moved, fresh_stripe, state, of_refund):
    Payment.objects.update(state=state)
    make_refund(moved, state=of_refund, amount=5)
    assert any(f"{state}, but" in line for line in violations(fresh_stripe))


def test_it_reports_a_returned_check_that_the_books_still_have(users, clay, fresh_stripe):
    payment = make_desk_payment(users.admin, users.student, clay)
    as_(users.admin).post(f"/payments/{payment.pk}/returned", {"note": "No funds"})
    assert violations(fresh_stripe) == []
    LedgerEntry.objects.filter(kind="RETURNED").delete()
    assert any("wrongly booked" in line for line in violations(fresh_stripe))
