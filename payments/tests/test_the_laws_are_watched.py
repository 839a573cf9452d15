"""The control of all proofs: each law, broken on purpose, is seen."""

from datetime import timedelta

import pytest
from django.utils import timezone

from camp.testing import seat
from classes.models import CampClass, Enrollment
from payments.models import Payment
from payments.tests import laws
from payments.tests.till import at_the_till, deliver_all, enrolled

pytestmark = pytest.mark.django_db


@pytest.fixture
def bought(cast, clay, fresh_cards):
    payment = enrolled(cast.student, clay, fresh_cards)
    deliver_all(fresh_cards, payment.intent_id, "payment_intent.succeeded")
    payment.refresh_from_db()
    return payment


def broken(fresh_cards):
    return " ".join(laws.broken(provider=fresh_cards.http, now=timezone.now()))


def unfinished(fresh_cards):
    return " ".join(laws.unfinished(provider=fresh_cards.http, now=timezone.now()))


def test_what_is_well_breaks_none(bought, cast, clay, fresh_cards):
    at_the_till(cast.other_student, clay)
    assert (broken(fresh_cards), unfinished(fresh_cards)) == ("", "")


def test_an_oversold_class(bought, cast, clay, fresh_cards):
    at_the_till(cast.other_student, clay)
    CampClass.objects.update(capacity=1)
    assert "oversold: Clay for beginners has 1 seats, 2 taken" in broken(fresh_cards)


def test_a_payment_whose_seat_is_gone(bought, fresh_cards):
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    assert "paid and no seat" in broken(fresh_cards)


def test_a_seat_that_no_payment_stands_for(bought, cast, clay, fresh_cards):
    seat(cast.other_student, clay)
    assert "a seat without a payment" in broken(fresh_cards)


def test_money_kept_twice(bought, cast, clay, fresh_cards):
    values = {field.attname: getattr(bought, field.attname) for field in Payment._meta.concrete_fields}
    other = Enrollment.objects.create(
        student=cast.student, camp_class=clay, state="RELEASED", price=clay.price, released_at=timezone.now()
    )
    del values["id"]
    Payment.objects.create(**values | {"enrollment_id": other.pk, "intent_id": "pi_second"})
    assert "money kept twice" in broken(fresh_cards)


@pytest.mark.parametrize("state", ["refunded", "canceled"])
def test_a_state_that_hides_money_that_is_kept(bought, fresh_cards, state):
    Payment.objects.update(state=state, refund_reason="given_back")
    assert "money kept" in broken(fresh_cards)


def test_a_seat_that_nobody_paid(cast, clay, fresh_cards):
    payment = at_the_till(cast.student, clay)
    Enrollment.objects.update(state="CONFIRMED", confirmed_at=timezone.now())
    Payment.objects.update(state="enrolled", paid_at=timezone.now())
    assert f"a seat that nobody paid: {payment.pk}" in broken(fresh_cards)


def test_a_wrong_amount(bought, fresh_cards):
    Payment.objects.update(price="45.51")
    assert "wrong amount" in broken(fresh_cards)


def test_what_is_left_in_between(cast, clay, fresh_cards):
    payment = at_the_till(cast.student, clay)
    fresh_cards.pay(payment.intent_id)
    assert broken(fresh_cards) == ""
    assert "neither seat nor refund" in unfinished(fresh_cards)


def test_a_hold_that_ran_out_and_its_open_intent(cast, clay, fresh_cards):
    at_the_till(cast.student, clay)
    Enrollment.objects.update(held_until=timezone.now() - timedelta(minutes=1))
    found = unfinished(fresh_cards)
    assert "a hold that ran out" in found
    assert "open without a hold" in found
    assert "still payable without a hold" in found


@pytest.mark.parametrize("state", ["enrollPending", "refundPending"])
def test_a_payment_that_waits(bought, fresh_cards, state):
    Payment.objects.update(state=state, refund_reason="given_back")
    assert f"is {state}" in unfinished(fresh_cards)


def test_a_seat_whose_money_went_back(bought, fresh_cards):
    fresh_cards.refund(bought.intent_id)
    assert "a seat whose money went back" in unfinished(fresh_cards)
