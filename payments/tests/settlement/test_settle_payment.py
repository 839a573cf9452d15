"""POST /payments: the browser returns from the card form."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from classes.models import Enrollment, Selection
from payments.models import Payment
from payments.stripe import api as stripe_api
from payments.stripe.results import RefundRefused, StripeUnavailable
from testing.clients.api import as_
from testing.factories import make_enrollment, refund_of
from testing.proofs.invariants import current_violations
from testing.servers.stripe_stand_in import deliver_events
from testing.snapshots import nothing_changes
from testing.steps.checkout import create_payment_intent, enroll_by_card, seats_taken, settle_in_browser, start_checkout

pytestmark = pytest.mark.django_db


def expire_hold(payment):
    Enrollment.objects.filter(pk=payment.enrollment_id).update(held_until=timezone.now() - timedelta(minutes=1))


def test_it_confirms_the_seat(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    answer = settle_in_browser(payment)
    payment.refresh_from_db()
    assert answer["insertResult"]["insertedId"] == str(payment.pk)
    assert answer["deleteResult"] == {"deletedCount": 1}
    assert answer["result"] == {"insertedId": str(payment.pk), "modifiedCount": 1}
    assert answer["payment"]["status"] == "enrollPending"
    assert payment.state == "enrollPending"
    assert payment.enrollment.state == "CONFIRMED"
    assert not Selection.objects.exists()


@pytest.mark.parametrize("webhook_first", [False, True], ids=["browser first", "webhook first"])
def test_it_answers_first_that_the_confirmation_is_pending(users, clay, fresh_stripe, webhook_first):
    """The browser's first response has the documented status, even if the webhook confirmed the seat first."""
    payment = start_checkout(users.student, clay)
    fresh_stripe.pay(payment.intent_id)
    if webhook_first:
        deliver_events(fresh_stripe, payment.intent_id, "payment_intent.succeeded")
    first = settle_in_browser(payment)
    assert (first["payment"]["status"], first["payment"]["price"]) == ("enrollPending", 45.5)
    assert first["deleteResult"] == {"deletedCount": 1}
    deliver_events(fresh_stripe, payment.intent_id, "payment_intent.succeeded")
    again = settle_in_browser(payment, 200)
    assert (again["payment"]["status"], again["insertResult"]) == ("enrolled", first["insertResult"])
    (row,) = as_(users.student).get(f"/payments/{users.student.email}")
    assert (row["status"], seats_taken(clay)) == ("enrolled", 1)
    assert current_violations(fresh_stripe) == []


def test_it_returns_the_same_payment_on_a_repeated_call(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    first = settle_in_browser(payment)
    with nothing_changes():
        second = settle_in_browser(payment, 200)
        assert (second["insertResult"], second["result"]) == (first["insertResult"], first["result"])
        assert second["deleteResult"] == {"deletedCount": 0}


def test_it_ignores_everything_but_the_transaction_id_and_the_class(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    lies = {
        "price": 1,
        "classId": str(clay.pk),
        "email": "olga@camp.example",
        "status": "enrolled",
        "studentName": "Olga",
    }
    answer = as_(users.student).post("/payments", lies | {"transactionId": payment.intent_id}, 201)["payment"]
    assert (answer["price"], answer["email"], answer["status"]) == (45.5, "sam@camp.example", "enrollPending")


def test_it_confirms_the_seat_of_a_user_who_is_no_longer_a_student(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    as_(users.admin).patch(f"/users/instructor/{users.student.pk}")
    assert settle_in_browser(payment)["payment"]["status"] == "enrollPending"


def test_it_requires_a_login(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    with nothing_changes():
        as_(None).post("/payments", {"transactionId": payment.intent_id}, 401)


@pytest.mark.parametrize("who", ["other_student", "instructor", "admin"])
def test_it_returns_404_for_another_users_payment(users, clay, stripe, who):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    with nothing_changes():
        as_(getattr(users, who)).post("/payments", {"transactionId": payment.intent_id}, 404)


@pytest.mark.parametrize("intent_id", ["pi_unknown", "../refunds", "pi_%00", "x" * 255])
def test_it_returns_404_for_an_unknown_transaction(users, stripe, intent_id):
    as_(users.student).post("/payments", {"transactionId": intent_id}, 404)


@pytest.mark.parametrize(
    "body",
    [{}, [], None, {"transactionId": ""}, {"transactionId": 5.5e300, "classId": []}, {"transactionId": "\u0000"},
     {"transactionId": "x" * 256}, {"transactionId": {"a": 1}}, {"classId": "-1"}],
)  # fmt: skip
def test_it_refuses_bad_input(users, stripe, body):
    as_(users.student).post("/payments", body, 400)


@pytest.mark.parametrize(
    "raw",
    [b'{"transactionId": "\\ud800"}', b'{"transactionId": "\xff"}', b"[" * 100_000, b"{", b"", b'{"classId": NaN}',
     b'{"transactionId": ' + b"9" * 5000 + b"}"],
)  # fmt: skip
def test_it_refuses_a_malformed_body(users, stripe, raw):
    answer = as_(users.student).client.post("/payments", raw, content_type="application/json")
    assert answer.status_code == 400
    assert set(answer.json()) <= {"code", "message", "fields"}


def test_it_refuses_a_body_of_ten_megabytes(users, stripe):
    answer = as_(users.student).client.post("/payments", b" " * 10_000_000, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_it_returns_402_for_an_unpaid_intent(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    with nothing_changes():
        assert settle_in_browser(payment, 402)["code"] == "not_paid"


def test_it_changes_nothing_while_the_provider_is_unavailable(users, clay, stripe, monkeypatch):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)

    def unavailable(_):
        raise StripeUnavailable

    with monkeypatch.context() as patch, nothing_changes():
        patch.setattr(stripe_api, "get_intent", unavailable)
        settle_in_browser(payment, 503)
    settle_in_browser(payment)


def test_it_gives_a_late_payment_a_free_seat(users, last_seat, stripe):
    payment = start_checkout(users.student, last_seat)
    expire_hold(payment)
    stripe.pay(payment.intent_id)
    assert settle_in_browser(payment)["payment"]["status"] == "enrollPending"
    assert seats_taken(last_seat) == 1


def test_it_gives_a_seat_to_a_student_who_has_held_too_long(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    began = timezone.now() - timedelta(minutes=50)
    Enrollment.objects.update(held_at=began, held_until=began + timedelta(minutes=45))
    stripe.pay(payment.intent_id)
    assert settle_in_browser(payment)["payment"]["status"] == "enrollPending"
    assert seats_taken(clay) == 1


def test_it_refunds_a_late_payment_if_the_class_is_full(users, last_seat, stripe):
    payment = start_checkout(users.student, last_seat)
    expire_hold(payment)
    stripe.pay(payment.intent_id)
    make_enrollment(users.other_student, last_seat)
    answer = settle_in_browser(payment)
    assert answer["payment"]["status"] == "refunded"
    assert "filled up" in answer["payment"]["refundReason"]
    assert answer["result"]["modifiedCount"] == 0
    assert stripe.refunded_cents(payment.intent_id) == 4550
    assert seats_taken(last_seat) == 1


def test_it_does_not_take_a_seat_from_the_next_hold(users, last_seat, stripe):
    """The hold expires just after the payment. The next hold tries to cancel it, finds it paid, and refunds it."""
    late = start_checkout(users.student, last_seat)
    expire_hold(late)
    stripe.pay(late.intent_id)
    punctual = start_checkout(users.other_student, last_seat)
    late.refresh_from_db()
    assert late.state == "refunded"
    assert stripe.refunded_cents(late.intent_id) == 4550
    stripe.pay(punctual.intent_id)
    settle_in_browser(punctual)
    assert seats_taken(last_seat) == 1


def test_it_refunds_the_second_of_two_paid_checkouts(users, clay, stripe):
    """The first hold ended, a second one was started, and then both were paid."""
    first = start_checkout(users.student, clay)
    Enrollment.objects.filter(pk=first.enrollment_id).update(state="RELEASED", released_at=timezone.now())
    second = Payment.objects.get(pk=_second_order(users.student, clay))
    stripe.pay(first.intent_id)
    stripe.pay(second.intent_id)
    settle_in_browser(second)
    answer = settle_in_browser(first)  # already settled after the second payment
    assert answer["payment"]["status"] == "refunded"
    assert "already had a seat" in answer["payment"]["refundReason"]
    assert stripe.refunded_cents(first.intent_id) == 4550
    assert stripe.refunded_cents(second.intent_id) == 0
    assert seats_taken(clay) == 1


def _second_order(student, camp_class):
    create_payment_intent(student, camp_class)
    return Payment.objects.filter(state="started").latest("created_at").pk


def test_it_confirms_the_new_hold_with_an_old_payment(users, last_seat, stripe):
    first = start_checkout(users.student, last_seat)
    Enrollment.objects.filter(pk=first.enrollment_id).update(state="RELEASED", released_at=timezone.now())
    second = Payment.objects.get(pk=_second_order(users.student, last_seat))
    stripe.pay(first.intent_id)
    assert settle_in_browser(first)["payment"]["status"] == "enrollPending"
    second.refresh_from_db()
    assert second.state == "canceled"
    assert stripe.intent(second.intent_id)["status"] == "canceled"
    assert seats_taken(last_seat) == 1


def test_it_confirms_the_new_hold_at_the_price_that_was_paid(users, clay, stripe):
    """The price changes between the two holds."""
    first = start_checkout(users.student, clay)
    Enrollment.objects.filter(pk=first.enrollment_id).update(state="RELEASED", released_at=timezone.now())
    clay.price = Decimal("60.00")
    clay.save()
    _second_order(users.student, clay)
    stripe.pay(first.intent_id)
    settle_in_browser(first)
    assert clay.enrollments.confirmed().get().price == Decimal("45.50")


def test_it_still_owes_a_refund_that_fails(users, last_seat, stripe, monkeypatch):
    payment = start_checkout(users.student, last_seat)
    expire_hold(payment)
    stripe.pay(payment.intent_id)
    make_enrollment(users.other_student, last_seat)

    def refused(**_):
        raise RefundRefused("Insufficient funds in your Stripe balance.")

    monkeypatch.setattr(stripe_api, "refund_intent", refused)
    assert settle_in_browser(payment)["payment"]["status"] == "refundPending"
    payment.refresh_from_db()
    assert (refund_of(payment).failures, refund_of(payment).error) == (1, "Insufficient funds in your Stripe balance.")


def test_it_refunds_an_amount_that_was_changed_at_the_provider(users, clay, stripe):
    """The intent was changed with the provider's keys."""
    payment = start_checkout(users.student, clay)
    stripe.http.post(f"/v1/payment_intents/{payment.intent_id}", data={"amount": "100"})
    stripe.pay(payment.intent_id)
    answer = settle_in_browser(payment)["payment"]
    assert (answer["status"], answer["refundReason"]) == (
        "refunded",
        "Your card was charged an amount other than the price of this class.",
    )
    assert stripe.refunded_cents(payment.intent_id) == 100
    assert seats_taken(clay) == 0
    assert Enrollment.objects.get().state == "RELEASED"


def test_it_keeps_the_paid_name_and_price_in_the_history(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    clay.name, clay.price = "Renamed", Decimal("99.00")
    clay.save()
    (row,) = as_(users.student).get(f"/payments/{users.student.email}")
    assert (row["_id"], row["nameClass"], row["price"]) == (str(payment.pk), "Clay for beginners", 45.5)
    assert (row["seats"], row["enroll"]) == (9, 1)
    assert row["transactionId"] == payment.intent_id
    assert row["instructorEmail"] == "ines@camp.example"
