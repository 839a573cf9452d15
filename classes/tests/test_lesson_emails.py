"""The e-mail about changed lessons, of which each account with seats gets one."""

from datetime import timedelta

import pytest

from classes.enrollment import lock_class
from classes.lessons import LessonRow, replace_lessons
from classes.models import Enrollment
from mail.models import OutboxEmail
from testing.factories import NOW, make_enrollment, make_lesson

pytestmark = pytest.mark.django_db

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
START = NOW + 20 * DAY


def change_place(camp_class):
    """Changes the place of the lesson, which does not reopen full refunds."""
    row = LessonRow(START, START + HOUR, "Barn")
    replace_lessons(camp_class=lock_class(camp_class.pk), rows=[row], now=NOW)


def facts():
    return OutboxEmail.objects.get(kind="class_changed").facts


@pytest.fixture
def siblings(users, clay, mia, leo):
    """Enrollments of two children in a class with one lesson."""
    make_lesson(clay, START, hours=1)
    return [make_enrollment(users.student, clay, child) for child in (mia, leo)]


def test_it_mails_an_account_once_for_all_participants(users, clay, siblings):
    make_enrollment(users.student, clay)
    make_enrollment(users.other_student, clay)
    change_place(clay)
    emails = OutboxEmail.objects.filter(kind="class_changed").order_by("recipient")
    assert [(email.recipient, email.facts["children"]) for email in emails] == [
        (users.student, ["Mia", "Leo", ""]),
        (users.other_student, [""]),
    ]


def test_it_names_the_lessons_before_and_after(clay, siblings):
    change_place(clay)
    times = {"starts": START.isoformat(), "ends": (START + HOUR).isoformat()}
    assert (facts()["before"], facts()["after"]) == ([times | {"place": ""}], [times | {"place": "Barn"}])


@pytest.mark.parametrize(
    ("first", "second", "until"),
    [
        (None, None, None),
        (5 * DAY, 2 * DAY, 2 * DAY),
        (2 * DAY, 5 * DAY, 2 * DAY),
        (5 * DAY, None, None),
        (None, 5 * DAY, None),
        (5 * DAY, -DAY, None),
    ],
)
def test_it_names_a_full_refund_only_until_all_participants_can_get_it(clay, siblings, first, second, until):
    for enrollment, time_left in zip(siblings, (first, second), strict=True):
        end = None if time_left is None else NOW + time_left
        Enrollment.objects.filter(pk=enrollment.pk).update(full_refund_until=end)
    change_place(clay)
    assert facts()["refundUntil"] == (until and (NOW + until).isoformat())
