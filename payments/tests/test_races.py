"""A rival acts at one exact moment inside a deed. Each with its control: with the lock off, the failure is seen."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from accounts.models import User
from camp.testing import as_, make_cast
from classes import enrollment
from classes.catalog import update_class
from classes.models import CampClass, Enrollment
from payments import checkout, reconciling, refunds, settling, webhooks
from payments.finishing import settle_for
from payments.models import Payment
from payments.stripe_api import Event
from payments.tests import laws
from payments.tests.rivals import Rival, at_once, switch_off
from payments.tests.till import at_the_till, enrolled, late

pytestmark = pytest.mark.django_db(transaction=True)
with_and_without_the_lock = pytest.mark.parametrize("lock_on", [True, False])


@pytest.fixture
def cast(transactional_db):
    return make_cast()


@pytest.fixture
def cards(fresh_cards):
    return fresh_cards


def open_for(student: User, camp_class: CampClass) -> Callable[[], Any]:
    return lambda: checkout.open_checkout(
        student=student, camp_class_id=camp_class.pk, price=camp_class.price, now=timezone.now()
    )


def settled_for(payment: Payment) -> Any:
    return settle_for(student=payment.student, intent_id=payment.intent_id, now=timezone.now())


def taken(camp_class: CampClass) -> int:
    return Enrollment.objects.taking_a_seat(timezone.now()).filter(camp_class=camp_class).count()


def broken(cards) -> list[str]:
    return laws.broken(provider=cards.http, now=timezone.now())


@with_and_without_the_lock
def test_hold_a_rival_between_counting_and_holding(cast, last_seat, cards, monkeypatch, lock_on):
    if not lock_on:
        switch_off(monkeypatch, "class")
    rival = Rival(monkeypatch, enrollment, "count_taken", open_for(cast.other_student, last_seat), after=True)
    open_for(cast.student, last_seat)()
    assert isinstance(rival.outcome(), enrollment.ClassFull if lock_on else checkout.Checkout)
    assert taken(last_seat) == (1 if lock_on else 2)
    assert bool(broken(cards)) is not lock_on


@with_and_without_the_lock
def test_settle_late_a_rival_takes_the_free_seat_meanwhile(cast, last_seat, cards, monkeypatch, lock_on):
    payment = late(cast.student, last_seat, cards)
    if not lock_on:
        switch_off(monkeypatch, "class")
    rival = Rival(monkeypatch, enrollment, "count_taken", open_for(cast.other_student, last_seat), after=True)
    settled_for(payment)
    assert isinstance(rival.outcome(), enrollment.ClassFull if lock_on else checkout.Checkout)
    assert taken(last_seat) == (1 if lock_on else 2)
    assert bool(broken(cards)) is not lock_on


@with_and_without_the_lock
def test_settle_the_same_payment_is_settled_meanwhile(cast, last_seat, cards, monkeypatch, lock_on):
    """Off: the second road finds the seat taken, takes it for another payment's, and refunds the good booking."""
    payment = at_the_till(cast.student, last_seat)
    cards.pay(payment.intent_id)
    if not lock_on:
        switch_off(monkeypatch, "payment")
    rival = Rival(monkeypatch, settling, "_settle_first_time", lambda: settled_for(payment))
    settled_for(payment)
    rival.outcome()
    payment.refresh_from_db()
    assert (payment.state, cards.refunded_cents(payment.intent_id)) == (
        ("enrollPending", 0) if lock_on else ("refunded", 4550)
    )
    assert bool(broken(cards)) is not lock_on


def test_settle_late_the_provider_brings_the_news_meanwhile(cast, last_seat, cards, monkeypatch):
    """The payment moves to another claim while the webhook waits for it: it must not find "none of ours" then."""
    payment = late(cast.student, last_seat, cards)
    (event,) = cards.events_of(payment.intent_id, "payment_intent.succeeded")
    heard = Event(event["id"], event["type"], payment.intent_id)
    rival = Rival(monkeypatch, settling, "_settle_first_time", lambda: webhooks.handle(event=heard, now=timezone.now()))
    settled_for(payment)
    assert rival.outcome() is True
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("enrolled", "CONFIRMED")


def test_hold_the_class_is_given_to_another_instructor_meanwhile(cast, last_seat, cards):
    with transaction.atomic():
        enrollment.lock_class(last_seat.pk)
        CampClass.objects.filter(pk=last_seat.pk).update(instructor=cast.other_instructor)
        waiting: list[Any] = []
        thread = threading.Thread(target=lambda: waiting.extend(at_once(open_for(cast.student, last_seat))))
        thread.start()
        thread.join(0.5)
        assert not waiting
    thread.join(10)
    assert isinstance(waiting[0], checkout.Checkout)
    assert Payment.objects.get().instructor_email == cast.other_instructor.email


@with_and_without_the_lock
def test_settle_the_place_is_given_back_while_it_is_promoted(cast, last_seat, cards, monkeypatch, lock_on):
    """Off: the provider's word is written over the refund, and a payment says "enrolled" without seat or money."""
    payment = enrolled(cast.student, last_seat, cards)
    if not lock_on:
        switch_off(monkeypatch, "payment")
    give_back = lambda: refunds.give_place_back(  # noqa: E731
        student=cast.student, payment_id=payment.pk, now=timezone.now()
    )
    rival = Rival(monkeypatch, settling, "_promote", give_back)
    webhooks.handle(event=Event("evt_1", "payment_intent.succeeded", payment.intent_id), now=timezone.now())
    assert rival.outcome().state == "refunded"
    payment.refresh_from_db()
    assert payment.state == ("refunded" if lock_on else "enrolled")
    assert bool(broken(cards)) is not lock_on


@with_and_without_the_lock
def test_refund_the_school_refunds_the_same_payment_meanwhile(cast, last_seat, cards, monkeypatch, lock_on):
    """Off: both are told that they gave it back."""
    payment = enrolled(cast.student, last_seat, cards)
    if not lock_on:
        switch_off(monkeypatch, "payment")
    by_the_school = lambda: refunds.refund_and_release(payment_id=payment.pk, now=timezone.now())  # noqa: E731
    rival = Rival(monkeypatch, refunds, "free_seat", by_the_school)
    refunds.give_place_back(student=cast.student, payment_id=payment.pk, now=timezone.now())
    assert isinstance(rival.outcome(), refunds.NothingToGiveBack if lock_on else Payment)
    assert cards.refunded_cents(payment.intent_id) == 4550


@with_and_without_the_lock
def test_cancel_a_rival_wants_the_place_that_is_just_given_back(cast, last_seat, cards, monkeypatch, lock_on):
    """Off: the rival is told that the class is full, in the very moment in which it is not."""
    payment = enrolled(cast.student, last_seat, cards)
    if not lock_on:
        switch_off(monkeypatch, "class")
    rival = Rival(monkeypatch, refunds, "free_seat", open_for(cast.other_student, last_seat), after=True)
    refunds.give_place_back(student=cast.student, payment_id=payment.pk, now=timezone.now())
    assert isinstance(rival.outcome(), checkout.Checkout if lock_on else enrollment.ClassFull)
    assert broken(cards) == []


@with_and_without_the_lock
def test_release_the_student_pays_while_the_hold_is_released(cast, last_seat, cards, monkeypatch, lock_on):
    """Off: the seat that was just confirmed is released, and the money kept."""
    payment = at_the_till(cast.student, last_seat)
    cards.pay(payment.intent_id)
    if not lock_on:
        switch_off(monkeypatch, "class")
    rival = Rival(monkeypatch, enrollment, "_release", lambda: settled_for(payment))
    reconciling.reconcile(now=timezone.now() + timedelta(hours=1), days=7)
    rival.outcome()
    assert bool(broken(cards)) is not lock_on
    assert taken(last_seat) == (1 if lock_on else 0)


@with_and_without_the_lock
def test_seats_a_rival_holds_while_the_instructor_takes_the_last_one_away(cast, clay, cards, monkeypatch, lock_on):
    enrolled(cast.student, clay, cards)
    if not lock_on:
        switch_off(monkeypatch, "class")
    rival = Rival(monkeypatch, enrollment, "count_taken", open_for(cast.other_student, clay), after=True)
    update_class(
        instructor=cast.instructor, camp_class_id=clay.pk, values={}, seats=0, shown_enrolled=1, now=timezone.now()
    )
    assert isinstance(rival.outcome(), enrollment.ClassFull if lock_on else checkout.Checkout)
    clay.refresh_from_db()
    assert (clay.capacity, taken(clay)) == (1, 1 if lock_on else 2)
    assert bool(broken(cards)) is not lock_on


class TestAnOlderClock:
    """Whoever waits for the provider decides by the time at which they began: a hold may have been counted as over
    meanwhile. The control leaves what ran out unreleased: a count that nobody writes down does not bind the next."""

    @pytest.fixture
    def sam(self, cast, last_seat, cards):
        payment = at_the_till(cast.student, last_seat)
        cards.pay(payment.intent_id)
        return payment

    @pytest.fixture
    def later(self, lock_on, monkeypatch):
        if not lock_on:
            monkeypatch.setattr(enrollment, "release_overdue", lambda **_: [])
        return timezone.now() + timedelta(hours=1)

    @with_and_without_the_lock
    def test_a_late_payment_took_the_seat(self, cast, last_seat, cards, later, lock_on):
        olga = late(cast.other_student, last_seat, cards)
        sam = at_the_till(cast.student, last_seat)
        cards.pay(sam.intent_id)
        settle_for(student=cast.other_student, intent_id=olga.intent_id, now=later)
        settled_for(sam)
        sam.refresh_from_db()
        assert (sam.state, sam.refund_reason) == (("refunded", "seat_gone") if lock_on else ("enrollPending", ""))
        assert bool(broken(cards)) is not lock_on

    @with_and_without_the_lock
    def test_the_instructor_took_the_seat_away(self, cast, last_seat, cards, sam, later, lock_on):
        update_class(
            instructor=cast.instructor, camp_class_id=last_seat.pk, values={}, seats=0, shown_enrolled=0, now=later
        )
        settled_for(sam)
        sam.refresh_from_db()
        assert sam.state == ("refunded" if lock_on else "enrollPending")
        assert bool(broken(cards)) is not lock_on


def test_a_follow_up_that_comes_late_spares_a_later_hold(cast, last_seat, cards, monkeypatch):
    """Settled, given back and held again, all before the first settlement's follow-up: the new hold stays."""
    payment = at_the_till(cast.student, last_seat)
    cards.pay(payment.intent_id)

    def give_back_and_hold_again():
        refunds.give_place_back(student=cast.student, payment_id=payment.pk, now=timezone.now())
        return open_for(cast.student, last_seat)()

    from payments import finishing

    rival = Rival(monkeypatch, finishing, "follow_up", give_back_and_hold_again)
    settled_for(payment)
    assert isinstance(rival.outcome(), checkout.Checkout)
    again = Payment.objects.exclude(pk=payment.pk).get()
    assert (again.state, again.enrollment.state) == ("started", "HELD")
    assert cards.intent(again.intent_id)["status"] == "requires_payment_method"


def test_an_intent_stored_while_its_attempt_is_ended_is_canceled_too(cast, last_seat, cards, monkeypatch):
    """The selection is removed while the other tab's intent is being stored: it is not left payable."""
    payment = at_the_till(cast.student, last_seat)
    intent_id = payment.intent_id
    Payment.objects.update(intent_id=None)
    payment.intent_id = None
    Payment.objects.update(intent_id=intent_id)
    from payments.finishing import end_attempt

    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    end_attempt(attempt=payment, now=timezone.now())
    payment.refresh_from_db()
    assert (payment.state, cards.intent(intent_id)["status"]) == ("canceled", "canceled")


def test_an_idempotency_key_in_use_is_waited_for(cast, last_seat, cards):
    """Two tabs at once, and a provider that takes a second and a half for the first: both get the same intent."""
    slow = {"fault": "delay", "path": "/v1/payment_intents", "seconds": 1.5}
    cards.control("switches", {"requests": [slow]})
    first, second = at_once(*[open_for(cast.student, last_seat)] * 2)
    assert first.client_secret == second.client_secret
    assert Payment.objects.count() == 1


def test_the_lock_is_really_a_lock(cast, last_seat):
    """While one transaction holds the class, another waits until its time limit and is refused, not hung."""

    def wait_for_it():
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '200ms'")
            enrollment.lock_class(last_seat.pk)

    with transaction.atomic():
        enrollment.lock_class(last_seat.pk)
        (result,) = at_once(wait_for_it)
    assert isinstance(result, OperationalError)


def test_a_lock_not_had_in_time_is_503_and_changes_nothing(cast, last_seat, monkeypatch):
    def no_lock(_):
        raise OperationalError("canceling statement due to lock timeout")

    monkeypatch.setattr(enrollment, "lock_class", no_lock)
    client = as_(cast.student).client
    answer = client.post("/createPaymentIntent", {"price": 45.5, "classId": str(last_seat.pk)}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (503, "database_unavailable")
    assert answer["Retry-After"]
    assert not Enrollment.objects.exists()
    assert not Payment.objects.exists()
