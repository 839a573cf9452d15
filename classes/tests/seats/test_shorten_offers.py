"""Lessons move, so offers end earlier: two hours before the first lesson at the latest."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from classes.catalog import changes
from classes.catalog.lesson_rows import LessonRow
from classes.models import Enrollment, Selection
from classes.seats import enrollment, locks
from classes.seats.holds import hold_seats
from classes.seats.requests import NotAllAvailable, SeatRequest
from classes.waitlist import entries
from mail.models import OutboxEmail
from testing.factories import make_lesson, make_offer, make_waitlist_entry
from testing.proofs.invariants import waitlists
from testing.steps.checkout import confirm_seat
from testing.steps.waitlists import email_kinds, offer_seats, states_of

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def camp_class(last_seat, now):
    make_lesson(last_seat, now + 9 * DAY)
    return last_seat


@pytest.fixture
def offered(users, camp_class):
    """The last seat is offered to a student for a day, and another student is next."""
    entry = make_waitlist_entry(users.student, camp_class)
    make_waitlist_entry(users.other_student, camp_class)
    offer_seats(camp_class, timezone.now())
    entry.refresh_from_db()
    return entry


def move_lessons(camp_class, start, now):
    """Replaces the lessons by one that starts then, as the instructor's form does."""
    changes.update_class(
        instructor=camp_class.instructor,
        camp_class_id=camp_class.pk,
        values={},
        seats=camp_class.capacity,
        shown_enrolled=0,
        lessons=[LessonRow(start, start + HOUR)],
        now=now,
    )


def move_lessons_without_offers(camp_class, start, now):
    """Moves the lessons in the database alone, and runs the worker's task."""
    camp_class.lessons.update(starts_at=start, ends_at=start + HOUR)
    assert waitlists.unfinished(now=now) != []
    assert entries.make_due_offers(now=now) == 1


move_in_both_ways = pytest.mark.parametrize("move", [move_lessons, move_lessons_without_offers])


def offer_emails():
    return OutboxEmail.objects.filter(kind="waitlist_offer").order_by("pk")


@move_in_both_ways
def test_it_ends_an_offer_two_hours_before_the_new_first_lesson(camp_class, offered, now, move):
    move(camp_class, now + 5 * HOUR, now)
    assert states_of([offered]) == ["OFFERED"]
    assert (offered.offer.held_until, offered.offer.offered_until) == (now + 3 * HOUR, now + 3 * HOUR)
    assert entries.make_due_offers(now=now) == 0
    assert waitlists.violations() + waitlists.unfinished(now=now) == []


@pytest.mark.parametrize("was_notified", [False, True])
def test_it_mails_the_new_end_of_an_offer(camp_class, offered, now, was_notified):
    """Students who were not notified of their offer yet read that it is their turn, not that the lessons have moved."""
    if was_notified:
        offer_emails().update(state="SENT", sent_at=now)
    for hours in (6, 5):
        move_lessons(camp_class, now + hours * HOUR, now)
    first, second, third = offer_emails()
    assert [each.state for each in (first, second, third)] == [
        "SENT" if was_notified else "SKIPPED",
        "SKIPPED",
        "QUEUED",
    ]
    moved = {"moved": True} if was_notified else {}
    assert third.facts == first.facts | {"until": (now + 3 * HOUR).isoformat()} | moved
    assert (third.recipient, third.valid_until) == (offered.student, now + 3 * HOUR)


@pytest.mark.parametrize("hours", [5, 1])
def test_it_withdraws_the_email_about_the_new_end_with_the_offer(camp_class, offered, now, hours):
    move_lessons(camp_class, now + 6 * HOUR, now)
    if hours == 1:
        move_lessons(camp_class, now + hours * HOUR, now)
    else:
        with transaction.atomic():
            locked = locks.lock_class(camp_class.pk)
            paid = {"paid_for": offered.offer_id, "student_id": offered.student_id, "price": offered.offer.price}
            confirm_seat(**paid, camp_class=locked, now=now)
    assert {each.state for each in offer_emails()} == {"SKIPPED"}


@move_in_both_ways
@pytest.mark.parametrize("hours", [2.2, 2, 1])
def test_it_closes_an_offer_whose_new_end_has_passed(camp_class, offered, now, hours, move):
    move(camp_class, now + hours * HOUR, now)
    following = camp_class.waitlist.exclude(pk=offered.pk).get()
    assert states_of([offered, following]) == ["CLOSED", "WAITING"]
    assert offered.offer.state == "RELEASED"
    assert not Selection.objects.exists()
    assert email_kinds() == ["waitlist_lapsed"]
    lapsed = OutboxEmail.objects.get(kind="waitlist_lapsed")
    assert (lapsed.recipient, lapsed.facts["moved"]) == (offered.student, True)
    assert waitlists.violations() + waitlists.unfinished(now=now) == []


@pytest.mark.parametrize("start", [26 * HOUR + timedelta(minutes=1), 20 * DAY])
def test_it_keeps_an_offer_that_ends_in_time(users, camp_class, now, start):
    entry = make_offer(users.student, camp_class, held_until=now + DAY, offered_until=now + DAY)
    move_lessons(camp_class, now + start, now)
    assert entries.make_due_offers(now=now) == 0
    entry.offer.refresh_from_db()
    assert (entry.offer.held_until, entry.offer.offered_until) == (now + DAY, now + DAY)
    assert email_kinds() == []


def test_it_keeps_an_offer_at_the_card_form_that_is_over_already(users, camp_class, now):
    """The payment was started in the last minute of the offer, which prolonged its hold."""
    times = {"offered_until": now - HOUR / 60, "held_until": now + HOUR / 6}
    entry = make_offer(users.student, camp_class, **times)
    move_lessons(camp_class, now + 2 * HOUR, now)
    assert (states_of([entry]), entries.make_due_offers(now=now)) == (["OFFERED"], 0)


def test_it_makes_one_query_for_offers_if_there_are_none(camp_class, now):
    """The other statement about waitlists counts the taken seats."""
    with CaptureQueriesContext(connection) as queries:
        move_lessons(camp_class, now + 5 * DAY, now)
    assert sum("classes_waitlistentry" in query["sql"] for query in queries) == 2


def test_it_does_not_hold_an_offered_seat_of_a_class_that_has_begun(camp_class, offered, now):
    camp_class.lessons.update(starts_at=now - HOUR, ends_at=now + HOUR)
    request = SeatRequest(camp_class.pk, None, offered.offer.price)
    with pytest.raises(NotAllAvailable) as refusal, transaction.atomic():
        hold_seats(account=offered.student, requests=[request], now=now)
    assert isinstance(refusal.value.obstacles[0].reason, enrollment.ClassBegun)
    assert Enrollment.objects.get() == offered.offer
