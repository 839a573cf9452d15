"""POST /waitlist/{id}/offer: an admin offers an entry the next open seat."""

import pytest
from django.utils import timezone

from testing.clients.api import INVALID_IDS, as_, with_bearer
from testing.factories import make_class, make_enrollment, make_offer, make_user, make_waitlist_entry
from testing.snapshots import nothing_changes

REASON = {"reason": "Her brother already has a seat."}


@pytest.fixture
def entry(users):
    """The second of two entries of a full class."""
    camp_class = make_class(users.instructor, capacity=1)
    make_enrollment(users.instructor, camp_class)
    make_waitlist_entry(users.other_student, camp_class)
    return make_waitlist_entry(users.student, camp_class)


def path_of(entry) -> str:
    return f"/waitlist/{entry.pk}/offer"


def refused(user, entry, body, status):
    """Returns the error response; the request changes nothing."""
    with nothing_changes():
        return as_(user).post(path_of(entry), body, status)


def position_of(entry) -> int | None:
    return type(entry).objects.with_position().get(pk=entry.pk).position


def test_it_puts_the_entry_before_the_others_and_keeps_the_reason(users, entry):
    assert as_(users.admin).post(path_of(entry), REASON) == {"modifiedCount": 1}
    entry.refresh_from_db()
    assert (entry.state, entry.next_reason, position_of(entry)) == ("WAITING", REASON["reason"], 1)
    assert entry.next_at is not None


def test_it_offers_a_free_seat_at_once(users, entry):
    entry.camp_class.enrollments.update(state="RELEASED", released_at=timezone.now())
    as_(users.admin).post(path_of(entry), REASON)
    entry.refresh_from_db()
    assert (entry.state, entry.offer.student, entry.offer.price) == ("OFFERED", users.student, entry.camp_class.price)
    (row,) = as_(users.student).get(f"/selectClass?email={users.student.email}")
    assert row["offeredUntil"] == row["heldUntil"]
    assert row["offeredUntil"] is not None


def test_it_puts_an_entry_after_those_that_were_put_next_before(users, entry):
    first = entry.camp_class.waitlist.exclude(pk=entry.pk).get()
    third = make_waitlist_entry(make_user("uma"), entry.camp_class)
    for each in (entry, third):
        as_(users.admin).post(path_of(each), REASON)
    assert [position_of(each) for each in (entry, third, first)] == [1, 2, 3]


def test_it_refuses_an_entry_that_is_next_already(users, entry):
    """The order and the first reason stay."""
    third = make_waitlist_entry(make_user("uma"), entry.camp_class)
    for each in (entry, third):
        as_(users.admin).post(path_of(each), REASON)
    error = refused(users.admin, entry, {"reason": "Another reason"}, 409)
    assert (error["code"], position_of(entry), position_of(third)) == ("already_next", 1, 2)


def test_it_refuses_users_who_are_not_admins(users, entry):
    for user in (users.student, users.other_student, users.instructor):
        assert refused(user, entry, REASON, 403)["code"] == "forbidden"
    refused(None, entry, REASON, 401)
    with_bearer("invalid").post(path_of(entry), REASON, 401)


def test_it_refuses_a_bad_id(users):
    for id in INVALID_IDS:
        assert as_(users.admin).post(f"/waitlist/{id}/offer", REASON, 404)["code"] == "not_found"


@pytest.mark.parametrize("body", [{}, {"reason": ""}, {"reason": "  "}, {"reason": "x" * 501}, {"reason": []}, [], "x"])
def test_it_refuses_bad_input(users, entry, body):
    refused(users.admin, entry, body, 400)


def test_it_accepts_the_longest_reason(users, entry):
    as_(users.admin).post(path_of(entry), {"reason": "x" * 500})


def test_it_refuses_an_entry_with_an_offer(users):
    offered = make_offer(users.student, make_class(users.instructor))
    assert refused(users.admin, offered, REASON, 409)["code"] == "not_waiting"


@pytest.mark.parametrize("state", ["ACCEPTED", "LAPSED", "LEFT", "CLOSED"])
def test_it_refuses_an_entry_that_has_ended(users, entry, state):
    type(entry).objects.filter(pk=entry.pk).update(state=state, ended_at=timezone.now())
    assert refused(users.admin, entry, REASON, 409)["code"] == "not_waiting"
