"""DELETE /waitlist/{id}: a student leaves a waitlist, or declines an offer."""

import pytest
from django.utils import timezone

from classes.models import Selection
from payments.models import Order
from testing.clients.api import INVALID_IDS, as_, with_bearer
from testing.factories import make_class, make_offer, make_user, make_waitlist_entry
from testing.snapshots import nothing_changes
from testing.steps.checkout import start_checkout


def path_of(entry) -> str:
    return f"/waitlist/{entry.pk}"


def refused(user, entry, status):
    """Returns the code of the refusal, which changes nothing."""
    with nothing_changes():
        return as_(user).delete(path_of(entry), status)["code"]


def test_it_ends_an_entry_that_waits(users):
    camp_class = make_class(users.instructor, capacity=0)
    entry, other = (make_waitlist_entry(user, camp_class) for user in (users.student, users.other_student))

    assert as_(users.student).delete(path_of(entry)) == {"deletedCount": 1}

    entry.refresh_from_db()
    assert (entry.state, entry.ended_at is not None) == ("LEFT", True)
    assert type(other).objects.with_position().get(pk=other.pk).position == 1


def test_it_declines_an_offer_and_offers_the_seat_to_the_next(users):
    camp_class = make_class(users.instructor, capacity=1)
    entry, other = make_offer(users.student, camp_class), make_waitlist_entry(users.other_student, camp_class)

    as_(users.student).delete(path_of(entry))

    for each in (entry, other):
        each.refresh_from_db()
    assert (entry.state, entry.offer.state) == ("LEFT", "RELEASED")
    assert (other.state, other.offer.state) == ("OFFERED", "HELD")
    assert [selection.student for selection in Selection.objects.all()] == [users.other_student]


def test_it_cancels_the_open_order_of_the_offer(users, fresh_stripe):
    entry = make_offer(users.student, make_class(users.instructor, capacity=1))
    payment = start_checkout(users.student, entry.camp_class)
    assert payment.enrollment == entry.offer

    as_(users.student).delete(path_of(entry))

    payment.refresh_from_db()
    assert (payment.state, payment.order.state) == (payment.State.CANCELED, Order.State.CANCELED)
    assert fresh_stripe.intent(payment.intent_id)["status"] == "canceled"


def test_it_refuses_everybody_else(users):
    entry = make_waitlist_entry(users.student, make_class(users.instructor, capacity=0))
    for user in (users.other_student, users.instructor, users.admin, make_user("zoe")):
        assert refused(user, entry, 404) == "not_found"
    refused(None, entry, 401)
    with_bearer("invalid").delete(path_of(entry), 401)


def test_it_refuses_a_bad_id(users):
    for id in INVALID_IDS:
        assert as_(users.student).delete(f"/waitlist/{id}", 404)["code"] == "not_found"


@pytest.mark.parametrize("state", ["ACCEPTED", "LAPSED", "LEFT", "CLOSED"])
def test_it_refuses_an_entry_that_has_ended(users, state):
    camp_class = make_class(users.instructor, capacity=0)
    entry = make_waitlist_entry(users.student, camp_class, state=state, ended_at=timezone.now())
    assert refused(users.student, entry, 404) == "not_found"
