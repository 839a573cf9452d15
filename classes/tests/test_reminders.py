"""Reminders: one e-mail for each seat in a class that starts within three days."""

from datetime import timedelta

import pytest
from django.utils import timezone

from classes.reminders import put_due_reminders
from mail.models import OutboxEmail
from testing.factories import NOW, make_class, make_enrollment, make_lesson

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.fixture
def starting(users):
    """A class that starts in three days, with a seat that was booked a week before."""
    camp_class = make_class(users.instructor, "Clay", place="The barn", bring="An apron")
    make_lesson(camp_class, NOW + 3 * DAY)
    make_lesson(camp_class, NOW + 4 * DAY)
    return camp_class


def book(student, camp_class, days_before=7, child=None):
    seat = make_enrollment(student, camp_class, child)
    seat.confirmed_at = NOW - days_before * DAY
    seat.save()
    return seat


def test_it_reminds_each_participant_once(users, starting, mia):
    own, of_child = book(users.student, starting), book(users.student, starting, child=mia)
    assert [put_due_reminders(now=NOW) for _ in range(3)] == [2, 0, 0]
    emails = {email.about: email for email in OutboxEmail.objects.all()}
    assert set(emails) == {str(own.pk), str(of_child.pk)}
    email = emails[str(of_child.pk)]
    assert (email.kind, email.recipient, email.valid_until) == ("reminder", users.student, NOW + 3 * DAY)
    assert email.facts == {
        "class": "Clay",
        "classId": starting.pk,
        "child": "Mia",
        "starts": (NOW + 3 * DAY).isoformat(),
        "place": "The barn",
        "bring": "An apron",
    }
    assert emails[str(own.pk)].facts["child"] == ""


@pytest.mark.parametrize(
    ("hours", "count"), [(-1, 0), (0, 1), (71, 1), (72, 0), (90, 0)], ids=["early", "due", "late", "begun", "running"]
)
def test_it_reminds_within_three_days_before_the_first_lesson(users, starting, hours, count):
    book(users.student, starting)
    assert put_due_reminders(now=NOW + timedelta(hours=hours)) == count


@pytest.mark.parametrize(
    "change",
    [
        lambda users, seat: setattr(seat.student, "wants_reminders", False) or seat.student.save(),
        lambda users, seat: setattr(seat, "confirmed_at", NOW + timedelta(minutes=1)) or seat.save(),
        lambda users, seat: setattr(seat.camp_class, "status", "Denied") or seat.camp_class.save(),
        lambda users, seat: setattr(seat, "state", "RELEASED") or setattr(seat, "released_at", NOW) or seat.save(),
        lambda users, seat: seat.camp_class.lessons.update(canceled_at=timezone.now()),
        lambda users, seat: seat.camp_class.lessons.all().delete(),
    ],
    ids=["switched off", "just booked", "not approved", "canceled", "lessons canceled", "no lessons"],
)
def test_it_does_not_remind(users, starting, change):
    seat = book(users.student, starting)
    change(users, seat)
    assert put_due_reminders(now=NOW + timedelta(minutes=5)) == 0


def test_it_takes_the_first_lesson_that_is_not_canceled(users, starting):
    book(users.student, starting)
    first = starting.lessons.order_by("starts_at").first()
    first.canceled_at = NOW
    first.save()
    assert put_due_reminders(now=NOW) == 0
    assert put_due_reminders(now=NOW + DAY) == 1


def test_it_makes_a_constant_number_of_queries_for_the_seats(users, starting, django_assert_num_queries):
    book(users.student, starting)
    put_due_reminders(now=NOW)
    with django_assert_num_queries(4):  # classes, savepoint, seats, release
        put_due_reminders(now=NOW)
