"""POST /payments: the browser comes back from paying."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from camp.testing import as_, choose, make_class, seat
from classes.models import CampClass, Enrollment, Selection
from payments import stripe_api
from payments.models import Payment
from payments.stripe_api import CardProviderUnavailable, RefundRefused
from payments.tests.till import at_the_till, come_back, enrolled, hold, seats_taken, snapshot

pytestmark = pytest.mark.django_db


def let_the_hold_run_out(payment):
    Enrollment.objects.filter(pk=payment.enrollment_id).update(held_until=timezone.now() - timedelta(minutes=1))


def test_a_paid_seat_is_confirmed(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id)
    answer = come_back(payment)
    payment.refresh_from_db()
    assert answer["insertResult"]["insertedId"] == str(payment.pk)
    assert answer["deleteResult"] == {"deletedCount": 1}
    assert answer["result"] == {"insertedId": str(payment.pk), "modifiedCount": 1}
    assert answer["payment"]["status"] == "enrollPending"
    assert payment.state == "enrollPending"
    assert payment.enrollment.state == "CONFIRMED"
    assert not Selection.objects.exists()


def test_the_same_again_answers_the_same(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id)
    first = come_back(payment)
    before = snapshot()
    second = come_back(payment, 200)
    assert second["result"]["insertedId"] == first["result"]["insertedId"]
    assert snapshot() == before


def test_nothing_but_the_transaction_id_is_believed(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id)
    lies = {"price": 1, "classId": "1", "email": "olga@camp.example", "status": "enrolled", "studentName": "Olga"}
    answer = as_(cast.student).post("/payments", lies | {"transactionId": payment.intent_id}, 201)["payment"]
    assert (answer["price"], answer["email"], answer["status"]) == (45.5, "sam@camp.example", "enrollPending")


def test_nobody_may(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id)
    before = snapshot()
    as_(None).post("/payments", {"transactionId": payment.intent_id}, 401)
    assert snapshot() == before


@pytest.mark.parametrize("who", ["other_student", "instructor", "admin"])
def test_another_persons_payment_is_not_there(cast, clay, cards, who):
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id)
    before = snapshot()
    as_(getattr(cast, who)).post("/payments", {"transactionId": payment.intent_id}, 404)
    assert snapshot() == before


@pytest.mark.parametrize("intent_id", ["pi_unknown", "../refunds", "pi_%00", "x" * 255])
def test_an_unknown_transaction(cast, cards, intent_id):
    as_(cast.student).post("/payments", {"transactionId": intent_id}, 404)


@pytest.mark.parametrize(
    "body",
    [{}, [], None, {"transactionId": ""}, {"transactionId": 5.5e300, "classId": []}, {"transactionId": "\u0000"},
     {"transactionId": "x" * 256}, {"transactionId": {"a": 1}}, {"classId": "-1"}],
)  # fmt: skip
def test_bad_input(cast, cards, body):
    as_(cast.student).post("/payments", body, 400)


@pytest.mark.parametrize(
    "raw",
    [b'{"transactionId": "\\ud800"}', b'{"transactionId": "\xff"}', b"[" * 100_000, b"{", b"", b'{"classId": NaN}',
     b'{"transactionId": ' + b"9" * 5000 + b"}"],
)  # fmt: skip
def test_a_body_that_is_no_json_of_ours(cast, cards, raw):
    answer = as_(cast.student).client.post("/payments", raw, content_type="application/json")
    assert answer.status_code == 400
    assert set(answer.json()) <= {"code", "message", "fields"}


def test_a_body_of_ten_megabytes(cast, cards):
    answer = as_(cast.student).client.post("/payments", b" " * 10_000_000, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_an_unpaid_intent_is_402(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    before = snapshot()
    assert come_back(payment, 402)["code"] == "not_paid"
    assert snapshot() == before


def test_a_provider_that_is_away_loses_nothing(cast, clay, cards, monkeypatch):
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id)
    before = snapshot()

    def away(_):
        raise CardProviderUnavailable

    with monkeypatch.context() as patch:
        patch.setattr(stripe_api, "get_intent", away)
        come_back(payment, 503)
    assert snapshot() == before
    come_back(payment)


def test_a_late_payment_gets_the_seat_if_one_is_free(cast, last_seat, cards):
    payment = at_the_till(cast.student, last_seat)
    let_the_hold_run_out(payment)
    cards.pay(payment.intent_id)
    assert come_back(payment)["payment"]["status"] == "enrollPending"
    assert seats_taken(last_seat) == 1


def test_a_late_payment_without_a_seat_is_refunded(cast, last_seat, cards):
    payment = at_the_till(cast.student, last_seat)
    let_the_hold_run_out(payment)
    cards.pay(payment.intent_id)
    seat(cast.other_student, last_seat)
    answer = come_back(payment)
    assert answer["payment"]["status"] == "refunded"
    assert "filled up" in answer["payment"]["refundReason"]
    assert answer["result"]["modifiedCount"] == 0
    assert cards.refunded_cents(payment.intent_id) == 4550
    assert seats_taken(last_seat) == 1


def test_a_seat_released_to_another_is_not_taken_from_them(cast, last_seat, cards):
    """Paid in the very moment the hold ends: the next hold cancels, finds it paid, and owes the money back."""
    late = at_the_till(cast.student, last_seat)
    let_the_hold_run_out(late)
    cards.pay(late.intent_id)
    punctual = at_the_till(cast.other_student, last_seat)
    late.refresh_from_db()
    assert late.state == "refunded"
    assert cards.refunded_cents(late.intent_id) == 4550
    cards.pay(punctual.intent_id)
    come_back(punctual)
    assert seats_taken(last_seat) == 1


def test_two_succeeded_attempts_give_one_seat_and_one_refund(cast, clay, cards):
    """The hold ended, another was begun, and then both cards were charged."""
    first = at_the_till(cast.student, clay)
    Enrollment.objects.filter(pk=first.enrollment_id).update(state="RELEASED", released_at=timezone.now())
    second = Payment.objects.get(pk=_second_attempt(cast.student, clay))
    cards.pay(first.intent_id)
    cards.pay(second.intent_id)
    come_back(second)
    answer = come_back(first, 200)  # settled already, when the second one closed its rivals
    assert answer["payment"]["status"] == "refunded"
    assert "already had a place" in answer["payment"]["refundReason"]
    assert cards.refunded_cents(first.intent_id) == 4550
    assert cards.refunded_cents(second.intent_id) == 0
    assert seats_taken(clay) == 1


def _second_attempt(student, camp_class):
    hold(student, camp_class)
    return Payment.objects.filter(state="started").latest("created_at").pk


def test_an_old_payment_arriving_during_a_new_hold_makes_that_the_seat(cast, last_seat, cards):
    first = at_the_till(cast.student, last_seat)
    Enrollment.objects.filter(pk=first.enrollment_id).update(state="RELEASED", released_at=timezone.now())
    second = Payment.objects.get(pk=_second_attempt(cast.student, last_seat))
    cards.pay(first.intent_id)
    assert come_back(first)["payment"]["status"] == "enrollPending"
    second.refresh_from_db()
    assert second.state == "canceled"
    assert cards.intent(second.intent_id)["status"] == "canceled"
    assert seats_taken(last_seat) == 1


def test_a_refund_that_fails_stays_owed(cast, last_seat, cards, monkeypatch):
    payment = at_the_till(cast.student, last_seat)
    let_the_hold_run_out(payment)
    cards.pay(payment.intent_id)
    seat(cast.other_student, last_seat)

    def refused(**_):
        raise RefundRefused("Insufficient funds in your Stripe balance.")

    monkeypatch.setattr(stripe_api, "refund_intent", refused)
    assert come_back(payment)["payment"]["status"] == "refundPending"
    payment.refresh_from_db()
    assert (payment.refund_failures, payment.refund_error) == (1, "Insufficient funds in your Stripe balance.")


def test_an_amount_changed_at_the_provider_buys_no_seat_and_is_refunded(cast, clay, cards):
    """Somebody with the provider's keys changed the intent: neither a seat for a dollar nor money that is kept."""
    payment = at_the_till(cast.student, clay)
    cards.http.post(f"/v1/payment_intents/{payment.intent_id}", data={"amount": "100"})
    cards.pay(payment.intent_id)
    answer = come_back(payment)["payment"]
    assert (answer["status"], answer["refundReason"]) == (
        "refunded",
        "What your card was charged was not what this class cost.",
    )
    assert cards.refunded_cents(payment.intent_id) == 100
    assert seats_taken(clay) == 0
    assert Enrollment.objects.get().state == "RELEASED"


class TestAFreeClass:
    @pytest.fixture
    def free(self, cast):
        return make_class(cast.instructor, price=Decimal(0), capacity=1)

    def test_is_enrolled_at_once(self, cast, free):
        choose(cast.student, free)
        answer = as_(cast.student).post("/payments", {"classId": str(free.pk)}, 201)
        assert answer["payment"]["status"] == "enrolled"
        assert answer["payment"]["transactionId"] is None
        assert answer["deleteResult"] == {"deletedCount": 1}
        assert seats_taken(free) == 1

    def test_closes_the_card_form_from_when_it_cost_something(self, cast, clay, cards):
        payment = at_the_till(cast.student, clay)
        CampClass.objects.update(price=0)
        as_(cast.student).post("/payments", {"classId": str(clay.pk)}, 201)
        payment.refresh_from_db()
        assert (payment.state, cards.intent(payment.intent_id)["status"]) == ("canceled", "canceled")
        assert seats_taken(clay) == 1

    def test_the_same_again_answers_the_same(self, cast, free):
        first = as_(cast.student).post("/payments", {"classId": str(free.pk)}, 201)
        second = as_(cast.student).post("/payments", {"classId": str(free.pk)}, 200)
        assert first["result"]["insertedId"] == second["result"]["insertedId"]
        assert Payment.objects.count() == 1

    def test_is_refused_when_full(self, cast, free):
        seat(cast.other_student, free)
        assert as_(cast.student).post("/payments", {"classId": str(free.pk)}, 409)["code"] == "class_full"
        assert not Payment.objects.exists()

    def test_is_not_a_way_around_paying(self, cast, clay):
        assert as_(cast.student).post("/payments", {"classId": str(clay.pk)}, 409)["code"] == "price_changed"
        assert snapshot() == ([], [], [])

    @pytest.mark.parametrize("who", ["instructor", "admin"])
    def test_only_a_student_may(self, cast, free, who):
        as_(getattr(cast, who)).post("/payments", {"classId": str(free.pk)}, 403)
        assert snapshot() == ([], [], [])


def test_the_history_keeps_what_was_paid(cast, clay, cards):
    payment = enrolled(cast.student, clay, cards)
    clay.name, clay.price = "Renamed", Decimal("99.00")
    clay.save()
    (row,) = as_(cast.student).get(f"/payments/{cast.student.email}")
    assert (row["_id"], row["nameClass"], row["price"]) == (str(payment.pk), "Clay for beginners", 45.5)
    assert (row["seats"], row["enroll"]) == (9, 1)
    assert row["transactionId"] == payment.intent_id
    assert row["instructorEmail"] == "ines@camp.example"
