"""DELETE /selectClass/{id}: a student removes a selected class, and the hold on it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from classes.models import Enrollment, Selection
from payments.models import Order
from payments.settlement.orders import cancel_or_settle
from payments.stripe import api as stripe_api
from payments.stripe.results import StripeUnavailable
from testing.clients.api import as_
from testing.factories import make_enrollment, make_selection
from testing.snapshots import nothing_changes
from testing.steps.checkout import create_payment_intent, seats_taken, start_checkout

pytestmark = pytest.mark.django_db


def test_it_removes_the_selection(users, clay):
    selection = make_selection(users.student, clay)
    assert as_(users.student).delete(f"/selectClass/{selection.pk}") == {"deletedCount": 1}
    assert not Selection.objects.exists()


def test_it_releases_the_hold_and_cancels_the_intent(users, last_seat, stripe):
    payment = start_checkout(users.student, last_seat)
    as_(users.student).delete(f"/selectClass/{Selection.objects.get().pk}")
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("canceled", "RELEASED")
    assert stripe.intent(payment.intent_id)["status"] == "canceled"


def test_it_does_not_renew_the_time_of_the_hold(users, clay, stripe):
    """A student who removes the selection and selects the class again has only the rest of the 45 minutes."""
    start_checkout(users.student, clay)
    began = timezone.now() - timedelta(minutes=40)
    Enrollment.objects.update(held_at=began, held_until=began + timedelta(minutes=45))
    as_(users.student).delete(f"/selectClass/{Selection.objects.get().pk}")
    as_(users.student).post("/selectClass", {"classId": str(clay.pk)}, 201)
    create_payment_intent(users.student, clay)
    again = Enrollment.objects.get(state="HELD")
    assert timedelta(minutes=4) < again.held_until - again.held_at <= timedelta(minutes=5)


def test_it_settles_an_order_that_was_already_paid(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    as_(users.student).delete(f"/selectClass/{Selection.objects.get().pk}")
    payment.refresh_from_db()
    assert payment.state == "enrollPending"
    assert seats_taken(clay) == 1


def test_it_cancels_an_intent_that_is_stored_during_the_cancellation(users, last_seat, stripe):
    """The selection is removed while another tab's intent is being stored; the intent does not remain payable."""
    payment = start_checkout(users.student, last_seat)
    intent_id = payment.intent_id
    Order.objects.update(intent_id=None)
    order = Order.objects.get()
    Order.objects.update(intent_id=intent_id)
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    cancel_or_settle(order=order, now=timezone.now())
    payment.refresh_from_db()
    assert (payment.state, stripe.intent(intent_id)["status"]) == ("canceled", "canceled")


def test_it_removes_the_selection_while_the_provider_is_unavailable(users, clay, stripe, monkeypatch):
    payment = start_checkout(users.student, clay)

    def unavailable(_):
        raise StripeUnavailable

    monkeypatch.setattr(stripe_api, "cancel_intent", unavailable)
    as_(users.student).delete(f"/selectClass/{Selection.objects.get().pk}")
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("started", "RELEASED")


@pytest.mark.parametrize("who", ["other_student", "instructor", "admin"])
def test_it_returns_404_for_another_users_selection(users, clay, who):
    selection = make_selection(users.student, clay)
    with nothing_changes():
        as_(getattr(users, who)).delete(f"/selectClass/{selection.pk}", 404)


def test_it_requires_a_login(users, clay):
    selection = make_selection(users.student, clay)
    as_(None).delete(f"/selectClass/{selection.pk}", 401)
    assert Selection.objects.exists()


@pytest.mark.parametrize("id", ["0", "999999999999999999", "9" * 30, "x", "-1", "1.0"])
def test_it_returns_404_for_a_bad_id(users, clay, id):
    make_selection(users.student, clay)
    as_(users.student).delete(f"/selectClass/{id}", 404)
    assert Selection.objects.exists()


def test_it_keeps_a_confirmed_seat(users, clay):
    """The selection is stale: the student already has a confirmed seat in the class."""
    make_enrollment(users.student, clay)
    selection = make_selection(users.student, clay)
    as_(users.student).delete(f"/selectClass/{selection.pk}")
    assert Enrollment.objects.get().state == "CONFIRMED"
