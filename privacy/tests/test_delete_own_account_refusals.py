"""DELETE /users/me: each refusal, and that it changes nothing."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from classes.models import Enrollment
from payments import stripe_api
from payments.card_provider import CardProviderUnavailable
from payments.models import Payment
from testing.api_client import as_
from testing.checkout import enroll_by_card, start_checkout
from testing.factories import make_class, make_enrollment, make_payment
from testing.snapshots import database_snapshot

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("minutes", [5.1, 60, 60 * 24 * 30])
def test_it_requires_a_recent_login(cast, expect_refusal, minutes):
    at = timezone.now() - timedelta(minutes=minutes)
    assert (
        expect_refusal(cast.student, "log_in_again", logged_in_at=at) == "Please log in again to delete your account."
    )


def test_it_accepts_a_login_of_four_minutes_ago(cast, request_deletion):
    request_deletion(cast.student, logged_in_at=timezone.now() - timedelta(minutes=4.9))


def test_it_refuses_an_id_token_of_another_identity(cast, expect_refusal, identity_provider):
    expect_refusal(cast.student, "log_in_again", token=identity_provider.id_token(cast.other_student.email))
    expect_refusal(cast.student, "log_in_again", uid="uid-other")


def test_it_refuses_the_last_admin(cast, expect_refusal):
    expect_refusal(cast.admin, "last_admin")


def test_it_refuses_an_instructor_with_an_approved_class(cast, clay, expect_refusal):
    assert clay.name in expect_refusal(cast.instructor, "has_classes")


@pytest.mark.parametrize("state", ["CONFIRMED", "HELD"])
def test_it_refuses_an_instructor_of_a_class_with_a_seat_or_a_hold(cast, expect_refusal, state):
    denied = make_class(cast.instructor, "Once approved", status="Denied")
    in_an_hour = timezone.now() + timedelta(hours=1)
    make_enrollment(cast.student, denied)
    Enrollment.objects.update(state=state, held_at=timezone.now(), held_until=in_an_hour)
    assert "Once approved" in expect_refusal(cast.instructor, "has_classes")


def test_it_refuses_a_former_instructor_with_an_approved_class(cast, clay, expect_refusal):
    User.objects.filter(pk=cast.instructor.pk).update(role="student")
    expect_refusal(cast.instructor, "has_classes")


def test_it_refuses_a_student_who_can_still_cancel(cast, clay, expect_refusal):
    make_payment(cast.student, clay)
    message = expect_refusal(cast.student, "still_enrolled")
    assert message == f"This account still has a seat in {clay.name}. Please cancel first."


def test_it_refuses_a_student_who_can_no_longer_cancel(cast, clay, expect_refusal):
    make_payment(cast.student, clay, days_ago=3)
    message = expect_refusal(cast.student, "still_enrolled")
    assert "It's too late to cancel now, so please contact the school." in message


def test_it_names_three_of_the_classes(cast, expect_refusal):
    for number in range(5):
        make_payment(cast.student, make_class(cast.instructor, f"Class {number}"), days_ago=3 if number else 0)
    message = expect_refusal(cast.student, "still_enrolled")
    assert sum(f"Class {number}" in message for number in range(5)) == 3
    assert "and 2 more. Please cancel first. If it's too late for that, please contact the school." in message


def test_it_refuses_while_a_refund_is_pending(cast, clay, expect_refusal):
    make_payment(cast.student, clay, state="refundPending", refund_reason="seat_gone")
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    expect_refusal(cast.student, "money_under_way")


def test_it_settles_a_succeeded_payment_and_refuses(cast, clay, stripe, request_deletion, identity_provider):
    payment = start_checkout(cast.student, clay)
    stripe.pay(payment.intent_id)
    assert request_deletion(cast.student, 409)["code"] == "still_enrolled"
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state, payment.student_name) == ("enrollPending", "CONFIRMED", "Sam")
    assert (User.objects.get(pk=cast.student.pk).email, identity_provider.deleted) == ("sam@camp.example", [])


def test_it_cancels_no_payment_if_it_refuses(cast, clay, last_seat, stripe, expect_refusal):
    enroll_by_card(cast.student, clay, stripe)
    payment = start_checkout(cast.student, last_seat)
    expect_refusal(cast.student, "still_enrolled")
    assert stripe.intent(payment.intent_id)["status"] != "canceled"


def test_it_returns_503_if_the_identity_provider_does_not_respond(cast, identity_provider):
    token = identity_provider.id_token(cast.student.email)
    identity_provider.down = True
    before = database_snapshot()
    response = as_(cast.student).client.delete("/users/me", {"idToken": token}, format="json")
    assert (response.status_code, int(response["Retry-After"]) > 0) == (503, True)
    assert database_snapshot() == before


def test_it_returns_503_if_the_card_provider_does_not_respond(cast, last_seat, stripe, expect_refusal, monkeypatch):
    start_checkout(cast.student, last_seat)

    def unavailable(_):
        raise CardProviderUnavailable

    monkeypatch.setattr(stripe_api, "cancel_intent", unavailable)
    expect_refusal(cast.student, "provider_unavailable", 503)


def test_it_refuses_while_the_card_provider_keeps_an_intent_open(cast, last_seat, stripe, expect_refusal, monkeypatch):
    """The bank is still processing the charge, so the intent is neither canceled nor succeeded."""
    payment = start_checkout(cast.student, last_seat)
    intent = stripe_api.get_intent(payment.intent_id)
    monkeypatch.setattr(stripe_api, "cancel_intent", lambda _: intent)
    expect_refusal(cast.student, "money_under_way")
    assert Payment.objects.get().state == "started"
