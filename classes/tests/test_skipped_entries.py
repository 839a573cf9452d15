"""Entries that get no offer: those of accounts that cannot book. They keep their place."""

import pytest
from django.utils import timezone

from classes import waitlist
from classes.models import CampClass
from mail.models import OutboxEmail
from testing import waitlist_invariants
from testing.api_client import as_
from testing.waitlists import make_entries, offer_seats, states_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def camp_class(last_seat):
    """A class with one seat, which is free."""
    return last_seat


@pytest.fixture
def entries(users, camp_class):
    return make_entries(camp_class, users.student, users.other_student)


def deactivate(users):
    users.student.is_active = False
    users.student.save()


def make_instructor(users):
    as_(users.admin).patch(f"/users/instructor/{users.student.pk}")


@pytest.fixture(params=[deactivate, make_instructor])
def lock_out(request, users, entries):
    request.param(users)


def run_worker():
    return waitlist.make_due_offers(now=timezone.now())


@pytest.mark.usefixtures("lock_out")
def test_it_offers_the_seat_to_the_next_account_that_can_book(camp_class, entries):
    offer_seats(camp_class, timezone.now())
    assert states_of(entries) == ["WAITING", "WAITING", "OFFERED"]
    assert not OutboxEmail.objects.filter(recipient=entries[0].student).exists()
    assert waitlist_invariants.violations() == []


@pytest.mark.usefixtures("lock_out")
def test_it_leaves_a_class_alone_in_which_only_such_accounts_wait(camp_class, entries):
    entries[2].delete()
    assert run_worker() == 0
    assert waitlist_invariants.unfinished(now=timezone.now()) == []


def test_it_keeps_the_place_of_an_account_that_is_locked_for_a_time(users, camp_class, entries):
    deactivate(users)
    offer_seats(camp_class, timezone.now())
    users.student.is_active = True
    users.student.save()
    CampClass.objects.filter(pk=camp_class.pk).update(capacity=2)
    assert run_worker() == 1
    assert states_of(entries) == ["OFFERED", "WAITING", "OFFERED"]
    assert waitlist_invariants.violations() == []


def test_it_leaves_a_class_alone_shortly_before_the_first_lesson(camp_class, entries):
    camp_class.lessons.create(
        starts_at=timezone.now() + waitlist.offers.LATEST_END, ends_at=timezone.now() + 2 * waitlist.offers.LATEST_END
    )
    assert run_worker() == 0
    assert states_of(entries) == ["WAITING"] * 3
