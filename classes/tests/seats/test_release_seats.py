"""Releasing holds and seats costs no statement more because of waitlists, while nobody waits."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from classes.catalog import withdrawal
from classes.seats import enrollment
from testing.factories import make_class, make_enrollment, make_waitlist_entry
from testing.steps.waitlists import states_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def seat(users):
    """A confirmed seat in a class that is full."""
    return make_enrollment(users.student, make_class(users.instructor, capacity=1))


def make_hold(student, camp_class):
    hold = make_enrollment(student, camp_class)
    hold.state, hold.held_at, hold.held_until = "HELD", timezone.now(), timezone.now() + timedelta(hours=1)
    hold.save()
    return hold


def release(seat):
    return enrollment.release_seat(enrollment=seat, now=timezone.now())


def test_it_releases_a_seat_with_three_statements(seat, django_assert_num_queries):
    with transaction.atomic(), django_assert_num_queries(3):  # reminders, seat, release
        assert release(seat)
    assert seat.state == "RELEASED"


def test_it_releases_nothing_twice(seat):
    release(seat)
    released_at = seat.released_at
    assert not release(seat)
    assert seat.released_at == released_at


def test_it_offers_a_released_seat(users, seat):
    entry = make_waitlist_entry(users.other_student, seat.camp_class)
    release(seat)
    assert states_of([entry]) == ["OFFERED"]


def test_it_withdraws_a_class_with_two_statements_for_each_hold(users):
    counts = []
    for students in ([users.student], [users.student, users.other_student]):
        camp_class = make_class(users.instructor)
        holds = [make_hold(student, camp_class) for student in students]
        with transaction.atomic(), CaptureQueriesContext(connection) as queries:
            withdrawal.mark_withdrawn(camp_class_id=camp_class.pk, reason="Too few", now=timezone.now())
        counts.append(len(queries))
        assert {type(hold).objects.get(pk=hold.pk).state for hold in holds} == {"RELEASED"}
    assert counts[1] - counts[0] == 2
