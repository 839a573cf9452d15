"""Open seats are offered to the waitlist first: when, in which order, for how long, and what ends an offer."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction

from classes.models import Enrollment, Selection, Status, WaitlistEntry
from classes.seats import offers
from mail.models import OutboxEmail
from testing.factories import (
    make_enrollment,
    make_lesson,
    make_selection,
)
from testing.steps.waitlists import AFTERNOON, NEW_YORK, offer_seats, states_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("new_york")]

NOW = AFTERNOON
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=NEW_YORK).astimezone(UTC)


@pytest.mark.parametrize(
    ("now", "end"),
    [
        ("2027-07-05 14:00", "2027-07-06 14:00"),
        ("2027-07-05 12:00", "2027-07-06 12:00"),
        ("2027-07-05 20:59", "2027-07-06 20:59"),
        ("2027-07-05 21:00", "2027-07-07 12:00"),
        ("2027-07-05 23:30", "2027-07-07 12:00"),
        ("2027-07-05 00:30", "2027-07-06 12:00"),
        ("2027-07-05 11:59", "2027-07-06 12:00"),
        # Daylight saving time begins: 24 hours later the wall clock shows one hour more.
        ("2027-03-13 14:00", "2027-03-14 15:00"),
        ("2027-03-13 20:30", "2027-03-15 12:00"),
    ],
)
def test_it_ends_an_offer_after_a_day_but_not_at_night(now, end):
    assert offers.offer_end(now=at(now), first_start=None) == at(end)


def test_it_offers_for_as_long_as_the_setting_says(settings):
    settings.WAITLIST_OFFER_HOURS = 3
    assert offers.offer_end(now=NOW, first_start=None) == NOW + 3 * HOUR


@pytest.mark.parametrize(
    ("first_start", "end"),
    [
        (30 * HOUR, DAY),
        (26 * HOUR, DAY),
        (10 * HOUR, 8 * HOUR),
        (3 * HOUR, HOUR),
        (3 * HOUR - timedelta.resolution, None),
        (timedelta(0), None),
        (-DAY, None),
    ],
)
def test_it_ends_an_offer_two_hours_before_the_first_lesson(first_start, end):
    assert offers.offer_end(now=NOW, first_start=NOW + first_start) == (end and NOW + end)


def test_it_counts_with_one_statement_while_nobody_waits(last_seat, django_assert_num_queries):
    with transaction.atomic(), django_assert_num_queries(1):
        available = offers.make_offers(class_ids=[last_seat.pk], now=NOW)
    assert (available[last_seat.pk].taken, available[last_seat.pk].has_waiting) == (0, False)


def test_it_offers_a_free_seat_to_the_first(users, last_seat, entries):
    available = offer_seats(last_seat, NOW)
    assert states_of(entries) == ["OFFERED", "WAITING", "WAITING"]
    seat = entries[0].offer
    assert [seat] == available.offers == list(Enrollment.objects.all())
    assert (available.taken, available.has_waiting) == (1, True)
    assert (seat.student, seat.child, seat.state, seat.price) == (users.student, None, "HELD", last_seat.price)
    assert (seat.held_at, seat.held_until, seat.offered_until) == (NOW, NOW + DAY, NOW + DAY)
    assert [(each.student, each.child) for each in Selection.objects.all()] == [(users.student, None)]


def test_it_mails_the_offer(users, last_seat, entries):
    entries[0].delete()
    offer_seats(last_seat, NOW)
    email = OutboxEmail.objects.get()
    assert (email.kind, email.recipient, email.about) == ("waitlist_offer", users.student, str(entries[1].pk))
    assert email.facts == {
        "class": last_seat.name,
        "class_id": last_seat.pk,
        "child": "Mia",
        "price": "45.50",
        "until": (NOW + DAY).isoformat(),
    }
    assert email.valid_until == NOW + DAY


@pytest.mark.parametrize("number", [2, 3, 5])
def test_it_offers_as_many_seats_as_are_open(last_seat, entries, number):
    last_seat.capacity = number
    last_seat.save()
    available = offer_seats(last_seat, NOW)
    assert states_of(entries) == ["OFFERED"] * min(number, 3) + ["WAITING"] * max(0, 3 - number)
    assert available.taken == min(number, 3)


def test_it_offers_in_the_order_of_joining_after_those_put_next(last_seat, entries):
    for entry, hour in ((entries[2], 1), (entries[1], 2)):
        WaitlistEntry.objects.filter(pk=entry.pk).update(next_at=NOW + hour * HOUR, next_reason="A sibling")
    for expected in (entries[2], entries[1], entries[0]):
        (made,) = offer_seats(last_seat, NOW).offers
        expected.refresh_from_db()
        assert expected.offer == made
        Enrollment.objects.filter(pk=made.pk).update(held_until=NOW)


@pytest.mark.parametrize("fields", [{"status": Status.PENDING}, {"status": Status.DENIED}, {"capacity": 0}])
def test_it_makes_no_offer_in_a_class_that_sells_no_seat(last_seat, entries, fields):
    type(last_seat).objects.filter(pk=last_seat.pk).update(**fields)
    assert offer_seats(last_seat, NOW).offers == []
    assert states_of(entries) == ["WAITING"] * 3


@pytest.mark.parametrize(("hours", "made"), [(2.9, 0), (3.1, 1), (-1, 0)])
def test_it_makes_no_offer_shortly_before_the_first_lesson(users, last_seat, entries, hours, made):
    make_lesson(last_seat, NOW + hours * HOUR)
    assert len(offer_seats(last_seat, NOW).offers) == made


def test_it_skips_a_participant_who_has_a_seat(users, last_seat, entries):
    last_seat.capacity = 2
    last_seat.save()
    make_enrollment(users.student, last_seat)
    offer_seats(last_seat, NOW)
    assert states_of(entries) == ["WAITING", "OFFERED", "WAITING"]


def test_it_keeps_a_selection_that_exists(users, last_seat, entries):
    selection = make_selection(users.student, last_seat)
    offer_seats(last_seat, NOW)
    assert list(Selection.objects.all()) == [selection]
