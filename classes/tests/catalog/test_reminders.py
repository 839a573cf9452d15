"""Reminders: one e-mail for each seat in a class that starts within three days."""

from datetime import datetime, timedelta

import pytest
from django.db import OperationalError, transaction
from django.utils import timezone

from classes.catalog import reminders
from classes.catalog.changes import update_class
from classes.catalog.lesson_rows import LessonRow
from classes.catalog.reminders import put_due_reminders
from classes.seats.enrollment import release_seat
from mail.models import OutboxEmail
from testing.factories import NOW, make_child, make_class, make_enrollment, make_guardianship, make_lesson, make_users
from testing.proofs.races import ConcurrentCall, disable_locks

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


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


@transaction.atomic
def move_first_lesson(camp_class, start):
    """Moves the first lesson, and keeps the other one."""
    first, second = camp_class.lessons.order_by("starts_at")
    rows = [LessonRow(start, start + HOUR, id=first.pk), LessonRow(second.starts_at, second.ends_at, id=second.pk)]
    update_class(
        instructor=camp_class.instructor,
        camp_class_id=camp_class.pk,
        values={},
        seats=10,
        shown_enrolled=0,
        lessons=rows,
        now=NOW,
    )


def reminded_starts(**filters):
    """Returns the starts of the first lesson in the reminders, in the order in which they were queued."""
    reminders = OutboxEmail.objects.filter(kind="reminder", **filters).order_by("pk")
    return [datetime.fromisoformat(email.facts["starts"]) for email in reminders]


def test_it_reminds_each_participant_once(users, starting, mia):
    book(users.student, starting)
    book(users.student, starting, child=mia)
    assert [put_due_reminders(now=NOW) for _ in range(3)] == [2, 0, 0]
    emails = {email.facts["child"]: email for email in OutboxEmail.objects.all()}
    assert set(emails) == {"", "Mia"}
    email = emails["Mia"]
    assert (email.kind, email.recipient, email.valid_until) == ("reminder", users.student, NOW + 3 * DAY)
    assert email.facts == {
        "class": "Clay",
        "class_id": starting.pk,
        "child": "Mia",
        "starts": (NOW + 3 * DAY).isoformat(),
        "place": "The barn",
        "bring": "An apron",
    }


def test_it_calls_a_child_by_what_the_guardian_typed(users, starting):
    book(users.student, starting, child=make_child(users.student, "de la Cruz, María"))
    put_due_reminders(now=NOW)
    assert OutboxEmail.objects.get().facts["child"] == "de la Cruz, María"


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


def test_it_makes_a_constant_number_of_queries_for_the_seats(users, starting, mia, django_assert_num_queries):
    book(users.student, starting)
    book(users.student, starting, child=mia)
    put_due_reminders(now=NOW)
    with django_assert_num_queries(8):  # classes, savepoint, lock, class, seats, guardians, reminders, release
        put_due_reminders(now=NOW)


def test_it_reminds_second_guardians_once_whatever_the_owner_wants(users, starting, mia):
    users.student.wants_reminders = False
    users.student.save()
    make_guardianship(mia, users.other_student)
    make_guardianship(mia, users.instructor, frozen_at=NOW)
    book(users.student, starting, child=mia)
    assert [put_due_reminders(now=NOW) for _ in range(2)] == [1, 0]
    assert [email.recipient for email in OutboxEmail.objects.all()] == [users.other_student]
    users.other_student.wants_reminders = False
    users.other_student.save()
    OutboxEmail.objects.all().delete()
    assert put_due_reminders(now=NOW) == 0


def test_it_reminds_the_students_of_the_other_classes_if_one_is_locked(users, starting, monkeypatch):
    other = make_class(users.instructor, "Wood")
    make_lesson(other, NOW + DAY)
    for camp_class in (starting, other):
        book(users.student, camp_class)
    lock = reminders.sql.select_classes_for_update

    def time_out_for_first(class_ids):
        if class_ids == [min(starting.pk, other.pk)]:
            raise OperationalError("canceling statement due to lock timeout")
        return lock(class_ids)

    with monkeypatch.context() as patch:
        patch.setattr(reminders.sql, "select_classes_for_update", time_out_for_first)
        assert put_due_reminders(now=NOW) == 1
    assert put_due_reminders(now=NOW) == 1
    assert sorted(reminded_starts()) == [NOW + DAY, NOW + 3 * DAY]


def test_it_deletes_the_reminder_of_a_released_seat(users, starting, mia):
    own, _ = book(users.student, starting), book(users.student, starting, child=mia)
    put_due_reminders(now=NOW)
    release_seat(enrollment=own, now=NOW)
    assert [email.facts["child"] for email in OutboxEmail.objects.all()] == ["Mia"]


class TestMovedLesson:
    def test_it_replaces_a_queued_reminder(self, users, starting):
        book(users.student, starting)
        put_due_reminders(now=NOW)
        move_first_lesson(starting, NOW + 2 * DAY)
        assert reminded_starts() == []
        assert [put_due_reminders(now=NOW) for _ in range(2)] == [1, 0]
        assert reminded_starts() == [NOW + 2 * DAY]

    def test_it_queues_no_reminder_for_a_lesson_that_is_not_due_anymore(self, users, starting):
        book(users.student, starting)
        put_due_reminders(now=NOW)
        move_first_lesson(starting, NOW + 30 * DAY)
        starting.lessons.filter(starts_at=NOW + 4 * DAY).delete()
        assert put_due_reminders(now=NOW) == 0
        assert put_due_reminders(now=NOW + 27 * DAY) == 1

    def test_it_queues_the_same_reminder_again_if_the_lesson_is_moved_back(self, users, starting):
        book(users.student, starting)
        put_due_reminders(now=NOW)
        for start in (NOW + 2 * DAY, NOW + 3 * DAY):
            move_first_lesson(starting, start)
        assert put_due_reminders(now=NOW) == 1
        assert reminded_starts() == [NOW + 3 * DAY]

    def test_it_keeps_a_sent_reminder_and_queues_one_for_the_new_time(self, users, starting):
        book(users.student, starting)
        put_due_reminders(now=NOW)
        OutboxEmail.objects.update(state="SENT", sent_at=NOW)
        move_first_lesson(starting, NOW + 2 * DAY)
        assert put_due_reminders(now=NOW) == 1
        assert reminded_starts(state="SENT") == [NOW + 3 * DAY]
        assert reminded_starts(state="QUEUED") == [NOW + 2 * DAY]

    def test_it_keeps_the_reminders_of_other_classes(self, users, starting):
        other = make_class(users.instructor, "Wood")
        make_lesson(other, NOW + DAY)
        book(users.student, other)
        book(users.student, starting)
        put_due_reminders(now=NOW)
        move_first_lesson(starting, NOW + 2 * DAY)
        assert reminded_starts() == [NOW + DAY]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("locked", [True, False], ids=["locked", "control"])
def test_it_queues_no_reminder_of_the_old_time_while_a_lesson_is_moved(transactional_db, monkeypatch, locked):
    users = make_users()
    camp_class = make_class(users.instructor, "Clay")
    make_lesson(camp_class, NOW + 3 * DAY)
    make_lesson(camp_class, NOW + 4 * DAY)
    book(users.student, camp_class)
    if not locked:
        disable_locks(monkeypatch, "class")
    move = ConcurrentCall(
        monkeypatch, reminders, "_seats_to_remind", lambda: move_first_lesson(camp_class, NOW + 2 * DAY)
    )
    put_due_reminders(now=NOW)
    assert move.outcome() is None
    put_due_reminders(now=NOW)
    assert reminded_starts() == ([NOW + 2 * DAY] if locked else [NOW + 3 * DAY, NOW + 2 * DAY])
