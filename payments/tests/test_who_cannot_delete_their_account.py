"""DELETE /users/me: what stands against it, and that nothing has changed then."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from camp.testing import as_, make_class, seat
from classes.models import Enrollment
from payments import stripe_api
from payments.models import Payment
from payments.stripe_api import CardProviderUnavailable
from payments.tests.test_payment_history import pay
from payments.tests.till import at_the_till, books, enrolled

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("minutes", [5.1, 60, 60 * 24 * 30])
def test_a_log_in_of_long_ago_is_no_proof(cast, refused, minutes):
    at = timezone.now() - timedelta(minutes=minutes)
    assert refused(cast.student, "log_in_again", logged_in_at=at) == "Log in again to delete your account."


def test_a_log_in_of_four_minutes_ago_is(cast, leave):
    leave(cast.student, logged_in_at=timezone.now() - timedelta(minutes=4.9))


def test_somebody_elses_token_is_no_proof(cast, refused, provider):
    refused(cast.student, "log_in_again", token=provider.id_token(cast.other_student.email))
    refused(cast.student, "log_in_again", uid="uid-another")


def test_the_last_admin_stays(cast, refused):
    refused(cast.admin, "last_admin")


def test_an_approved_class_is_handed_over_first(cast, clay, refused):
    assert clay.name in refused(cast.instructor, "has_classes")


@pytest.mark.parametrize("state", ["CONFIRMED", "HELD"])
def test_so_is_one_in_which_somebody_has_or_holds_a_place(cast, refused, state):
    once = make_class(cast.instructor, "Once approved", status="Denied")
    in_an_hour = timezone.now() + timedelta(hours=1)
    seat(cast.student, once)
    Enrollment.objects.update(state=state, held_at=timezone.now(), held_until=in_an_hour)
    assert "Once approved" in refused(cast.instructor, "has_classes")


def test_whoever_teaches_no_longer_still_has_their_classes(cast, clay, refused):
    User.objects.filter(pk=cast.instructor.pk).update(role="student")
    refused(cast.instructor, "has_classes")


def test_a_place_is_given_back_first(cast, clay, refused):
    pay(cast.student, clay)
    message = refused(cast.student, "still_enrolled")
    assert message == f"This account still has a place in {clay.name}. Give the place back first."


def test_where_it_is_too_late_the_office_is_asked(cast, clay, refused):
    pay(cast.student, clay, days_ago=3)
    message = refused(cast.student, "still_enrolled")
    assert "It is too late to give it back: please ask the school's office." in message


def test_three_places_are_named(cast, refused):
    for number in range(5):
        pay(cast.student, make_class(cast.instructor, f"Class {number}"), days_ago=3 if number else 0)
    message = refused(cast.student, "still_enrolled")
    assert sum(f"Class {number}" in message for number in range(5)) == 3
    assert "and 2 more. Give the place back first. Where it is too late for that, ask the school's office." in message


def test_a_refund_is_waited_for(cast, clay, refused):
    pay(cast.student, clay, state="refundPending", refund_reason="seat_gone")
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    refused(cast.student, "money_under_way")


def test_what_was_paid_already_is_settled_and_stands_against_it(cast, clay, cards, leave, provider):
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id)
    assert leave(cast.student, 409)["code"] == "still_enrolled"
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state, payment.student_name) == ("enrollPending", "CONFIRMED", "Sam")
    assert (User.objects.get(pk=cast.student.pk).email, provider.deleted) == ("sam@camp.example", [])


def test_nothing_is_ended_where_a_rule_stands_against_it(cast, clay, last_seat, cards, refused):
    enrolled(cast.student, clay, cards)
    payment = at_the_till(cast.student, last_seat)
    refused(cast.student, "still_enrolled")
    assert cards.intent(payment.intent_id)["status"] != "canceled"


def test_while_the_identity_provider_is_away(cast, provider):
    token = provider.id_token(cast.student.email)
    provider.down = True
    before = books()
    answer = as_(cast.student).client.delete("/users/me", {"idToken": token}, format="json")
    assert (answer.status_code, int(answer["Retry-After"]) > 0) == (503, True)
    assert books() == before


def test_while_the_card_provider_is_away(cast, last_seat, cards, refused, monkeypatch):
    at_the_till(cast.student, last_seat)

    def away(_):
        raise CardProviderUnavailable

    monkeypatch.setattr(stripe_api, "cancel_intent", away)
    refused(cast.student, "provider_unavailable", 503)


def test_a_payment_that_the_card_provider_does_not_let_end(cast, last_seat, cards, refused, monkeypatch):
    """Neither canceled nor succeeded, however often it is asked: a charge that the card's bank thinks about."""
    payment = at_the_till(cast.student, last_seat)
    intent = stripe_api.get_intent(payment.intent_id)
    monkeypatch.setattr(stripe_api, "cancel_intent", lambda _: intent)
    refused(cast.student, "money_under_way")
    assert Payment.objects.get().state == "started"
