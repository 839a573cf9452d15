"""What a student gets back after the class has changed: what counts is what they booked or last accepted."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from hypothesis import HealthCheck, assume, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from classes.catalog.changes import update_class
from classes.catalog.lesson_rows import LessonRow
from classes.models import FormerSchedule
from mail.models import OutboxEmail
from payments.models import Payment, ShownPayment
from payments.refunds import cancellation
from payments.refunds.rules import cancellation_terms
from testing.clients.api import as_
from testing.factories import make_class, make_lesson, make_offer, make_payment, make_users
from testing.proofs.races import ConcurrentCall
from testing.steps.checkout import pay_after_expiry, settle_in_browser, start_checkout
from testing.steps.class_edits import edit_class, edit_lessons, lesson_row

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("new_york")]

NOW = datetime(2027, 5, 3, 14, tzinfo=UTC)
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
WEEK = 7 * DAY


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


@pytest.fixture
def booked(users, clay, clock):
    """A class with lessons in 40 and in 41 days, which a student booked three days ago."""
    make_lesson(clay, NOW + 40 * DAY)
    make_lesson(clay, NOW + 41 * DAY)
    return make_payment(users.student, clay, days_ago=3)


def first_lesson_in(payment, days):
    """Makes two lessons of the class, without an edit, of which the first is in so many days."""
    first, second = payment.camp_class.lessons.order_by("starts_at")
    for lesson, start in ((second, NOW + (days + 1) * DAY), (first, NOW + days * DAY)):
        type(lesson).objects.filter(pk=lesson.pk).update(starts_at=start, ends_at=start + 3 * HOUR)


def shown(payment):
    (found,) = (
        row for row in as_(payment.student).get(f"/payments/{payment.student.email}") if row["_id"] == str(payment.pk)
    )
    return found


def terms(payment):
    """Returns the percentage that is refunded now, and until when; None if the student can't cancel."""
    found = shown(payment)["cancellation"]
    return found and (found["percent"], found["until"] and parse_datetime(found["until"]))


def cancel(payment, status=200, body=None):
    return as_(payment.student).post(f"/payments/cancel/{payment.pk}", body, status)


def test_it_refunds_in_full_after_an_earlier_lesson_was_added(booked, clay, clock):
    edit_lessons(clay, [NOW + 2 * DAY, NOW + 40 * DAY, NOW + 41 * DAY])
    assert parse_datetime(shown(booked)["cancelUntil"]) == NOW + WEEK
    clock.shift(6 * DAY)
    assert terms(booked) == (100, NOW + WEEK)
    assert cancel(booked)["refundOwed"] == 45.5


def test_it_counts_the_deadlines_from_the_booked_first_lesson_if_it_was_later(booked, clay, clock):
    edit_lessons(clay, [NOW + 25 * DAY, NOW + 40 * DAY, NOW + 41 * DAY])
    clock.shift(8 * DAY)
    assert terms(booked) == (100, NOW + 10 * DAY)
    clock.shift(3 * DAY)
    assert terms(booked) == (50, NOW + 25 * DAY)  # the deadline of the booked lesson is later than the first lesson now
    clock.shift(14 * DAY)
    assert terms(booked) is None


def test_it_counts_the_deadlines_from_the_present_first_lesson_if_it_is_later(booked, clay, clock):
    first_lesson_in(booked, 20)
    edit_lessons(clay, [NOW + 50 * DAY, NOW + 51 * DAY])
    clock.shift(8 * DAY)
    assert terms(booked) == (100, NOW + 20 * DAY)


@pytest.mark.parametrize("step", [10 * MINUTE, 30 * MINUTE])
def test_it_adds_up_small_moves(booked, clay, clock, step):
    first_lesson_in(booked, 20)
    (start, second) = clay.lessons.order_by("starts_at").values_list("starts_at", flat=True)
    for count in range(1, 13):
        edit_lessons(clay, [start + count * step, second])
        changed_at = timezone.now()
        assert terms(booked)[0] == (100 if count * step > 30 * MINUTE else 50)
        clock.shift(HOUR)
    assert terms(booked) == (100, changed_at + WEEK)


def test_it_keeps_the_terms_after_small_moves(booked, clay, clock):
    first_lesson_in(booked, 20)
    first, second = clay.lessons.order_by("starts_at").values_list("starts_at", flat=True)
    for minutes in (30, -30, 0):
        edit_lessons(clay, [first + minutes * MINUTE, second])
        assert terms(booked)[0] == 50


@pytest.mark.parametrize(
    "rows",
    [
        [lesson_row(NOW + 20 * DAY)],
        [lesson_row(NOW + 20 * DAY), lesson_row(NOW + 21 * DAY), lesson_row(NOW + 22 * DAY)],
        [lesson_row(NOW + 20 * DAY), lesson_row(NOW + 22 * DAY)],
        [lesson_row(NOW + 20 * DAY, 3.6), lesson_row(NOW + 21 * DAY)],
        [lesson_row(NOW + 20 * DAY), lesson_row(NOW + 21 * DAY, place="Hall")],
    ],
    ids=["canceled", "added", "another day", "another end", "another place"],
)
def test_it_opens_the_full_refund_for_a_week(booked, clay, clock, rows):
    clay.place = "Barn"
    clay.save()
    first_lesson_in(booked, 20)
    edit_class(clay, lessons=rows)
    assert terms(booked) == (100, NOW + WEEK)
    facts = OutboxEmail.objects.get(kind="class_changed").facts
    assert facts["refund_until"] == (NOW + WEEK).isoformat()


@pytest.mark.parametrize(
    ("former", "place", "expected"), [("Barn", "Hall", 100), ("Barn", "barn", 50), ("", "Hall", 50), ("Barn", "", 100)]
)
def test_it_opens_the_full_refund_if_the_class_moves_to_another_place(booked, clay, clock, former, place, expected):
    clay.place = former
    clay.save()
    first_lesson_in(booked, 20)
    edit_class(clay, place=place)
    assert terms(booked)[0] == expected


def test_it_opens_the_full_refund_if_the_dates_of_a_class_without_dates_are_announced(users, clay, clock):
    bought = make_payment(users.student, clay, days_ago=3)
    assert terms(bought) == (0, None)
    edit_lessons(clay, [NOW + 10 * DAY])
    assert terms(bought) == (100, NOW + WEEK)
    clock.shift(8 * DAY)
    assert terms(bought) == (0, None)


def test_it_refunds_in_full_if_the_dates_of_a_class_without_dates_are_announced_and_removed(users, clay, clock):
    bought = make_payment(users.student, clay, days_ago=3)
    edit_lessons(clay, [NOW + 10 * DAY])
    edit_lessons(clay, [])
    clock.shift(30 * DAY)
    assert terms(bought) == (100, NOW + 37 * DAY)


class TestClassWithoutLessons:
    @pytest.fixture(autouse=True)
    def removed(self, booked, clay):
        edit_lessons(clay, [])

    @pytest.mark.parametrize("days", [0, 30, 60])
    def test_it_refunds_in_full_as_long_as_there_are_no_lessons(self, booked, clock, days):
        clock.shift(days * DAY)
        assert terms(booked) == (100, NOW + (days + 7) * DAY)
        assert parse_datetime(shown(booked)["cancelUntil"]) == NOW + (days + 7) * DAY
        assert cancel(booked)["refundOwed"] == 45.5

    @pytest.mark.parametrize("same", [True, False])
    def test_it_refunds_in_full_for_a_week_after_there_are_lessons_again(self, booked, clay, clock, same):
        clock.shift(39 * DAY)
        starts = [NOW + 40 * DAY, NOW + 41 * DAY] if same else [NOW + 48 * DAY]
        edit_lessons(clay, starts)
        assert terms(booked) == (100, NOW + 46 * DAY)
        clock.shift(8 * DAY)
        assert terms(booked) == (None if same else (0, None))

    def test_it_says_so_in_the_email(self, booked, clay):
        facts = OutboxEmail.objects.get(kind="class_changed").facts
        assert (len(facts["before"]["lessons"]), facts["after"]["lessons"]) == (2, [])


def test_it_accepts_the_change_if_the_week_has_passed(booked, clay, clock):
    """After that, small changes keep the terms, and they add up to what was accepted."""
    first_lesson_in(booked, 25)
    edit_lessons(clay, [NOW + 28 * DAY, NOW + 29 * DAY])
    clock.shift(WEEK + MINUTE)
    for minutes, expected in ((20, 50), (30, 50), (40, 100)):
        edit_lessons(clay, [NOW + 28 * DAY + minutes * MINUTE, NOW + 29 * DAY])
        assert terms(booked)[0] == expected


def test_it_compares_with_what_was_booked_during_the_week(booked, clay, clock):
    first_lesson_in(booked, 20)
    edit_lessons(clay, [NOW + 20 * DAY + 6 * HOUR, NOW + 21 * DAY])
    clock.shift(6 * DAY)
    edit_lessons(clay, [NOW + 20 * DAY + 6 * HOUR + 10 * MINUTE, NOW + 21 * DAY])
    assert terms(booked) == (100, NOW + 13 * DAY)
    clock.shift(DAY)
    edit_lessons(clay, [NOW + 20 * DAY, NOW + 21 * DAY])
    assert terms(booked) == (100, NOW + 13 * DAY)


def test_it_changes_nothing_if_two_lessons_exchange_their_times(booked, clay, clock):
    first_lesson_in(booked, 20)
    first, second = clay.lessons.order_by("starts_at")
    rows = [lesson_row(second.starts_at, _id=str(first.pk)), lesson_row(first.starts_at, _id=str(second.pk))]
    assert edit_class(clay, lessons=rows) == {"modifiedCount": 1, "noLongerFit": []}
    assert terms(booked) == (50, NOW + 6 * DAY)
    assert not OutboxEmail.objects.exists()
    assert not FormerSchedule.objects.exists()


def test_it_opens_no_refund_for_another_place_of_a_class_that_is_over(booked, clay, clock):
    clay.place = "Barn"
    clay.save()
    clock.shift(45 * DAY)
    edit_class(clay, place="Hall")
    assert terms(booked) is None
    assert not OutboxEmail.objects.exists()


def test_it_leaves_other_students_and_canceled_seats_alone(users, booked, clay, clock):
    first_lesson_in(booked, 20)
    edit_lessons(clay, [NOW + 20 * DAY])
    later = make_payment(users.other_student, clay, days_ago=3)
    edit_class(clay, bring="An apron.")
    assert (terms(booked)[0], terms(later)[0]) == (100, 50)


@pytest.mark.parametrize("offered", [True, False])
def test_it_counts_what_a_student_saw_when_the_seat_was_held(users, clay, stripe, clock, offered):
    make_lesson(clay, NOW + 20 * DAY)
    if offered:
        make_offer(users.student, clay)
    payment = start_checkout(users.student, clay)
    edit_lessons(clay, [NOW + 15 * DAY])
    stripe.pay(payment.intent_id)
    settle_in_browser(payment)
    Payment.objects.update(paid_at=NOW - 3 * DAY)
    payment.refresh_from_db()
    assert terms(payment) == (100, NOW + WEEK)


def test_it_lets_a_student_pay_for_a_seat_that_was_held_before_all_lessons_were_removed(users, clay, stripe, clock):
    make_lesson(clay, NOW + 20 * DAY)
    payment = start_checkout(users.student, clay)
    edit_lessons(clay, [])
    stripe.pay(payment.intent_id)
    settle_in_browser(payment)
    clock.shift(20 * DAY)
    payment.refresh_from_db()
    assert terms(payment) == (100, NOW + 27 * DAY)


def test_it_counts_what_a_student_saw_whose_payment_arrives_late(users, clay, stripe, clock):
    make_lesson(clay, NOW + 20 * DAY)
    payment = pay_after_expiry(users.student, clay, stripe)
    edit_lessons(clay, [NOW + 15 * DAY])
    settle_in_browser(payment)
    Payment.objects.update(paid_at=NOW - 3 * DAY)
    payment.refresh_from_db()
    assert terms(payment) == (100, NOW + WEEK)


@pytest.mark.django_db(transaction=True)
def test_it_refunds_by_a_change_that_is_committed_during_the_cancellation(transactional_db, clock, monkeypatch):
    users = make_users()
    clay = make_class(users.instructor, price=0)
    make_lesson(clay, NOW + 20 * DAY)
    payment = make_payment(users.student, clay, days_ago=3)
    ConcurrentCall(monkeypatch, cancellation, "lock_class", lambda: edit_lessons(clay, [NOW + 5 * DAY]))

    cancel(payment)  # otherwise it is too late, and the seat is released only with `withoutRefund`

    assert OutboxEmail.objects.get(kind="enrollment_canceled").facts["percent"] == 100


slots = st.sampled_from([NOW + day * DAY + minutes * MINUTE for day in (40, 41, 65) for minutes in (0, 20, 40, 300)])
schedules = st.lists(
    st.tuples(slots, st.sampled_from(["", "Barn", "Hall"])), max_size=3, unique_by=lambda lesson: lesson[0].date()
).map(sorted)


def replace(camp_class, schedule, now):
    update_class(
        instructor=camp_class.instructor,
        camp_class_id=camp_class.pk,
        values={},
        seats=10,
        shown_enrolled=0,
        lessons=[LessonRow(start, start + HOUR, place) for start, place in schedule],
        now=now,
    )


def make_booked(users, schedule):
    camp_class = make_class(users.instructor)
    for start, place in schedule:
        make_lesson(camp_class, start, hours=1, place=place)
    return make_payment(users.student, camp_class, paid_at=NOW - 3 * DAY)


def percent(payment, now):
    """Returns what is refunded at this time; -1 if the student can't cancel."""
    found = ShownPayment.objects.get(pk=payment.pk)
    terms = cancellation_terms(found, found.first_start, now)
    return -1 if terms is None else terms.percent


@given(
    booked=schedules,
    edits=st.lists(st.tuples(st.sampled_from([HOUR, 2 * DAY, 7 * DAY, 8 * DAY]), schedules), min_size=2, max_size=4),
)
@hypothesis_settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_it_never_refunds_less_after_several_edits_than_after_one(new_york, users, booked, edits):
    """One edit that does all at the time of the first; also at the time of the last, if that is within a week."""
    edits = [edit for before, edit in pairwise([(None, booked), *edits]) if edit[1] != before[1]]
    assume(edits)
    with transaction.atomic():
        times = [NOW + sum((gap for gap, _ in edits[1:number]), timedelta()) for number in range(1, len(edits) + 1)]
        last = edits[-1][1]
        split = make_booked(users, booked)
        for now, (_, schedule) in zip(times, edits, strict=True):
            replace(split.camp_class, schedule, now)
        for now in times if times[-1] <= NOW + WEEK else times[:1]:
            once = make_booked(users, booked)
            replace(once.camp_class, last, now)
            for later in (timedelta(), 6 * DAY, WEEK, 8 * DAY, 20 * DAY, 30 * DAY, 50 * DAY):
                assert percent(split, times[-1] + later) >= percent(once, times[-1] + later)
        transaction.set_rollback(True)
