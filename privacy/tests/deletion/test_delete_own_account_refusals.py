"""DELETE /users/me: each refusal, and that it changes nothing."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.locking import AccountInactive
from accounts.models import User
from classes.catalog.withdrawal import mark_withdrawn
from classes.models import Enrollment
from payments.models import Payment
from payments.stripe import api as stripe_api
from payments.stripe.results import StripeUnavailable
from privacy.deletion import PaymentInProgress, delete_account, delete_own_account
from testing.clients.api import as_
from testing.factories import make_child, make_class, make_enrollment, make_lesson, make_payment
from testing.snapshots import nothing_changes
from testing.steps.checkout import enroll_by_card, start_checkout

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("minutes", [5.1, 60, 60 * 24 * 30])
def test_it_requires_a_recent_login(users, expect_refusal, minutes):
    at = timezone.now() - timedelta(minutes=minutes)
    assert (
        expect_refusal(users.student, "log_in_again", logged_in_at=at) == "Please log in again to delete your account."
    )


def test_it_accepts_a_login_of_four_minutes_ago(users, request_deletion):
    request_deletion(users.student, logged_in_at=timezone.now() - timedelta(minutes=4.9))


def test_it_refuses_an_id_token_of_another_identity(users, expect_refusal, identity_provider):
    expect_refusal(users.student, "log_in_again", token=identity_provider.id_token(users.other_student.email))
    expect_refusal(users.student, "log_in_again", uid="uid-other")


def test_it_refuses_the_last_admin(users, expect_refusal):
    expect_refusal(users.admin, "last_admin")


def test_it_refuses_an_instructor_with_an_approved_class(users, clay, expect_refusal):
    assert clay.name in expect_refusal(users.instructor, "has_classes")


@pytest.mark.parametrize("state", ["CONFIRMED", "HELD"])
def test_it_refuses_an_instructor_of_a_class_with_a_seat_or_a_hold(users, expect_refusal, state):
    denied = make_class(users.instructor, "Once approved", status="Denied")
    in_an_hour = timezone.now() + timedelta(hours=1)
    make_enrollment(users.student, denied)
    Enrollment.objects.update(state=state, held_at=timezone.now(), held_until=in_an_hour)
    assert "Once approved" in expect_refusal(users.instructor, "has_classes")


def test_it_refuses_a_former_instructor_with_an_approved_class(users, clay, expect_refusal):
    User.objects.filter(pk=users.instructor.pk).update(role="student")
    expect_refusal(users.instructor, "has_classes")


def test_it_refuses_a_student_who_can_still_cancel(users, clay, expect_refusal):
    make_payment(users.student, clay)
    message = expect_refusal(users.student, "still_enrolled")
    assert message == f"This account still has a seat in {clay.name}. Please cancel first."


def test_it_asks_a_student_who_gets_no_refund_to_cancel(users, clay, expect_refusal):
    make_payment(users.student, clay, days_ago=3)
    assert "Please cancel first." in expect_refusal(users.student, "still_enrolled")


def test_it_names_the_class_of_two_siblings_once(users, clay, expect_refusal):
    for name in ("Mia", "Leo"):
        make_payment(users.student, clay, child=make_child(users.student, name), child_name=name)
    message = expect_refusal(users.student, "still_enrolled")
    assert message == f"This account still has a seat in {clay.name}. Please cancel first."


def test_it_refuses_a_student_who_can_no_longer_cancel(users, clay, expect_refusal):
    make_payment(users.student, clay)
    make_lesson(clay, timezone.now() - timedelta(hours=1))
    message = expect_refusal(users.student, "still_enrolled")
    assert "It's too late to cancel now, so please contact the school." in message


def test_it_names_three_of_the_classes(users, expect_refusal):
    for number in range(5):
        camp_class = make_class(users.instructor, f"Class {number}")
        make_lesson(camp_class, timezone.now() + timedelta(days=-1 if number else 1))
        make_payment(users.student, camp_class)
    message = expect_refusal(users.student, "still_enrolled")
    assert sum(f"Class {number}" in message for number in range(5)) == 3
    assert "and 2 more. Please cancel first. If it's too late for that, please contact the school." in message


def test_it_refuses_while_a_refund_is_pending(users, clay, expect_refusal):
    make_payment(users.student, clay, state="refundPending", refund_reason="class_full")
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    expect_refusal(users.student, "money_under_way")


def test_it_settles_a_succeeded_payment_and_refuses(users, clay, stripe, request_deletion, identity_provider):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    assert request_deletion(users.student, 409)["code"] == "still_enrolled"
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state, payment.student_name) == ("enrollPending", "CONFIRMED", "Sam")
    assert (User.objects.get(pk=users.student.pk).email, identity_provider.deleted) == ("sam@camp.example", [])


def test_it_cancels_no_payment_if_it_refuses(users, clay, last_seat, stripe, expect_refusal):
    enroll_by_card(users.student, clay, stripe)
    payment = start_checkout(users.student, last_seat)
    expect_refusal(users.student, "still_enrolled")
    assert stripe.intent(payment.intent_id)["status"] != "canceled"


def test_it_raises_account_inactive_for_a_later_request(users, identity_provider):
    token = identity_provider.id_token(users.student.email)
    stale = User.objects.get(pk=users.student.pk)
    delete_account(user_id=users.student.pk, now=timezone.now())
    with pytest.raises(AccountInactive):
        delete_own_account(user=stale, id_token=token, now=timezone.now())
    assert identity_provider.deleted == ["uid-sam"]


def test_it_returns_503_if_the_identity_provider_does_not_respond(users, identity_provider):
    token = identity_provider.id_token(users.student.email)
    identity_provider.down = True
    with nothing_changes():
        response = as_(users.student).client.delete("/users/me", {"idToken": token}, format="json")
        assert (response.status_code, int(response["Retry-After"]) > 0) == (503, True)


def test_it_returns_503_if_stripe_does_not_respond(users, last_seat, stripe, expect_refusal, monkeypatch):
    start_checkout(users.student, last_seat)

    def unavailable(_):
        raise StripeUnavailable

    monkeypatch.setattr(stripe_api, "cancel_intent", unavailable)
    expect_refusal(users.student, "provider_unavailable", 503)


def test_it_refuses_while_stripe_keeps_an_intent_open(users, last_seat, stripe, expect_refusal, monkeypatch):
    """The bank is still processing the charge, so the intent is neither canceled nor succeeded."""
    payment = start_checkout(users.student, last_seat)
    intent = stripe_api.get_intent(payment.intent_id)
    monkeypatch.setattr(stripe_api, "cancel_intent", lambda _: intent)
    expect_refusal(users.student, "money_under_way")
    assert Payment.objects.get().state == "started"


def test_it_refuses_while_a_seat_in_a_withdrawn_class_is_not_refunded_yet(users, clay):
    payment = make_payment(users.student, clay)
    with transaction.atomic():
        mark_withdrawn(camp_class_id=clay.pk, reason="The kiln broke.", now=timezone.now())
    with pytest.raises(PaymentInProgress):
        delete_account(user_id=users.student.pk, now=timezone.now(), release_seats=True)
    payment.refresh_from_db()
    assert payment.is_seated
