"""DELETE /selectClass/{id}: a student removes a chosen class, and the hold with it."""

import pytest

from camp.testing import as_, choose, seat
from classes.models import Enrollment, Selection
from payments import stripe_api
from payments.stripe_api import CardProviderUnavailable
from payments.tests.till import at_the_till, seats_taken, snapshot

pytestmark = pytest.mark.django_db


def test_it_is_removed(cast, clay):
    selection = choose(cast.student, clay)
    assert as_(cast.student).delete(f"/selectClass/{selection.pk}") == {"deletedCount": 1}
    assert not Selection.objects.exists()


def test_the_hold_is_given_up_and_the_intent_canceled(cast, last_seat, cards):
    payment = at_the_till(cast.student, last_seat)
    as_(cast.student).delete(f"/selectClass/{Selection.objects.get().pk}")
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("canceled", "RELEASED")
    assert cards.intent(payment.intent_id)["status"] == "canceled"


def test_what_was_paid_already_is_settled(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id)
    as_(cast.student).delete(f"/selectClass/{Selection.objects.get().pk}")
    payment.refresh_from_db()
    assert payment.state == "enrollPending"
    assert seats_taken(clay) == 1


def test_a_provider_that_is_away_does_not_stop_it(cast, clay, cards, monkeypatch):
    payment = at_the_till(cast.student, clay)

    def away(_):
        raise CardProviderUnavailable

    monkeypatch.setattr(stripe_api, "cancel_intent", away)
    as_(cast.student).delete(f"/selectClass/{Selection.objects.get().pk}")
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("started", "RELEASED")


@pytest.mark.parametrize("who", ["other_student", "instructor", "admin"])
def test_anyone_elses_is_not_there(cast, clay, who):
    selection = choose(cast.student, clay)
    before = snapshot()
    as_(getattr(cast, who)).delete(f"/selectClass/{selection.pk}", 404)
    assert snapshot() == before


def test_nobody_may(cast, clay):
    selection = choose(cast.student, clay)
    as_(None).delete(f"/selectClass/{selection.pk}", 401)
    assert Selection.objects.exists()


@pytest.mark.parametrize("id", ["0", "999999999999999999", "9" * 30, "x", "-1", "1.0"])
def test_a_bad_id(cast, clay, id):
    choose(cast.student, clay)
    as_(cast.student).delete(f"/selectClass/{id}", 404)
    assert Selection.objects.exists()


def test_a_paid_place_is_not_given_up_with_it(cast, clay):
    """A stale selection of a class that the student has a seat in: removing it leaves the seat."""
    seat(cast.student, clay)
    selection = choose(cast.student, clay)
    as_(cast.student).delete(f"/selectClass/{selection.pk}")
    assert Enrollment.objects.get().state == "CONFIRMED"
