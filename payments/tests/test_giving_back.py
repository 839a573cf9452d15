"""POST /payments/cancel/{id}: a student gives a place back; and the school's refund."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from camp.testing import as_, make_class
from classes.models import Enrollment
from payments import refunds, stripe_api
from payments.models import Payment
from payments.stripe_api import CardProviderUnavailable
from payments.tests.till import at_the_till, deliver_all, enrolled, seats_taken, snapshot

pytestmark = pytest.mark.django_db


def give_back(user, payment, status=200):
    return as_(user).post(f"/payments/cancel/{payment.pk}", status=status)


def test_the_seat_is_free_and_the_money_goes_back(cast, clay, cards):
    payment = enrolled(cast.student, clay, cards)
    answer = give_back(cast.student, payment)
    assert (answer["status"], answer["refundedAmount"]) == ("refunded", 45.5)
    assert answer["refundReason"] == "You gave the place back."
    assert seats_taken(clay) == 0
    assert cards.refunded_cents(payment.intent_id) == 4550


def test_the_class_can_be_booked_again(cast, last_seat, cards):
    give_back(cast.student, enrolled(cast.student, last_seat, cards))
    again = enrolled(cast.student, last_seat, cards)
    assert again.state == "enrollPending"
    assert seats_taken(last_seat) == 1


def test_a_free_place(cast, cards):
    free = make_class(cast.instructor, price=Decimal(0))
    as_(cast.student).post("/payments", {"classId": str(free.pk)}, 201)
    assert give_back(cast.student, Payment.objects.get())["status"] == "refunded"
    assert seats_taken(free) == 0


@pytest.mark.parametrize("who", ["other_student", "instructor", "admin"])
def test_another_persons_payment_is_not_there(cast, clay, cards, who):
    payment = enrolled(cast.student, clay, cards)
    before = snapshot()
    give_back(getattr(cast, who), payment, 404)
    assert snapshot() == before


def test_nobody_may(cast, clay, cards):
    payment = enrolled(cast.student, clay, cards)
    give_back(None, payment, 401)
    assert seats_taken(clay) == 1


@pytest.mark.parametrize("id", ["x", "1", "00000000-0000-0000-0000-000000000000", "é"])
def test_a_bad_id(cast, id):
    as_(cast.student).post(f"/payments/cancel/{id}", status=404)


def test_an_unpaid_attempt_is_not_there(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    before = snapshot()
    give_back(cast.student, payment, 404)
    assert snapshot() == before


def test_after_48_hours_it_is_too_late(cast, clay, cards):
    payment = enrolled(cast.student, clay, cards)
    Payment.objects.update(paid_at=timezone.now() - timedelta(hours=48, seconds=1))
    before = snapshot()
    assert give_back(cast.student, payment, 409)["code"] == "too_late"
    assert snapshot() == before


def test_twice_is_refused(cast, clay, cards):
    payment = enrolled(cast.student, clay, cards)
    give_back(cast.student, payment)
    before = snapshot()
    assert give_back(cast.student, payment, 409)["code"] == "already_refunded"
    assert snapshot() == before


def test_a_provider_that_is_away_owes_the_refund_and_frees_the_seat(cast, clay, cards, monkeypatch):
    payment = enrolled(cast.student, clay, cards)

    def away(**_):
        raise CardProviderUnavailable

    with monkeypatch.context() as patch:
        patch.setattr(stripe_api, "refund_intent", away)
        assert give_back(cast.student, payment)["status"] == "refundPending"
    assert seats_taken(clay) == 0
    refunds.send(payment_id=payment.pk, now=timezone.now())
    payment.refresh_from_db()
    assert payment.state == "refunded"


def test_a_refund_whose_answer_was_lost_is_not_made_twice(cast, clay, cards, monkeypatch):
    payment = enrolled(cast.student, clay, cards)
    ask = stripe_api.refund_intent

    def lose_the_answer(**asked):
        ask(**asked)
        raise CardProviderUnavailable

    with monkeypatch.context() as patch:
        patch.setattr(stripe_api, "refund_intent", lose_the_answer)
        give_back(cast.student, payment)
    refunds.send(payment_id=payment.pk, now=timezone.now())
    payment.refresh_from_db()
    assert payment.state == "refunded"
    assert cards.refunded_cents(payment.intent_id) == 4550


def test_a_refund_made_at_the_provider_meanwhile_is_not_made_twice(cast, clay, cards, monkeypatch):
    payment = enrolled(cast.student, clay, cards)
    cards.refund(payment.intent_id)
    assert give_back(cast.student, payment)["status"] == "refunded"
    assert cards.refunded_cents(payment.intent_id) == 4550


def test_the_webhook_of_our_own_refund_changes_nothing_more(cast, clay, cards):
    payment = enrolled(cast.student, clay, cards)
    give_back(cast.student, payment)
    before = snapshot()
    deliver_all(cards, payment.intent_id, "charge.refunded")
    assert snapshot() == before


def test_the_school_can_refund_at_any_time(cast, clay, cards):
    payment = enrolled(cast.student, clay, cards)
    Payment.objects.update(paid_at=timezone.now() - timedelta(days=60))
    refunded = refunds.refund_and_release(payment_id=payment.pk, now=timezone.now())
    assert (refunded.state, refunded.refund_reason) == ("refunded", "by_staff")
    assert Enrollment.objects.get().state == "RELEASED"
