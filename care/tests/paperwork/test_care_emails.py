"""The e-mail about missing paperwork: 21, 7 and 2 days before the first lesson, once each."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from care.paperwork.due import booked_without_paperwork, put_due_care_emails
from classes.models import Enrollment
from mail.checks import reason_to_skip
from mail.models import OutboxEmail
from mail.rendering import render
from testing.clients.api import as_
from testing.emails import assert_says
from testing.factories import (
    NOW,
    make_child,
    make_class,
    make_contact,
    make_enrollment,
    make_hold,
    make_lesson,
    make_school,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
FIRST = NOW + 30 * DAY


@pytest.fixture
def clay(users):
    clay = make_class(users.instructor)
    make_lesson(clay, FIRST)
    return clay


@pytest.fixture
def seat(users, clay, mia):
    return make_enrollment(users.student, clay, mia)


def put(now):
    """Queues what is due, twice. Returns the recipients of the new e-mails."""
    before = set(OutboxEmail.objects.values_list("pk", flat=True))
    for _ in range(2):
        put_due_care_emails(now=now)
    new = OutboxEmail.objects.exclude(pk__in=before).order_by("recipient")
    return list(new.values_list("recipient__email", flat=True))


def complete(child):
    as_(child.guardian).patch("/users/me", {"phone": "(555) 010-2003"})
    make_contact(child, phone="555 0100", emergency=True, may_pick_up=True)
    as_(child.guardian).put(f"/care/{child.pk}", {"nothingToTell": True})


@pytest.mark.parametrize("days", [21, 7, 2])
def test_it_asks_three_times(users, seat, days):
    earlier = {21: NOW, 7: FIRST - 21 * DAY, 2: FIRST - 7 * DAY}[days]
    put(earlier)
    assert put(FIRST - days * DAY - SECOND) == []
    assert put(FIRST - days * DAY) == ["sam@camp.example"]
    email = OutboxEmail.objects.order_by("pk").last()
    assert (email.kind, email.valid_until) == ("care_due", FIRST)
    assert put(FIRST) == []


def test_it_says_what_is_missing_and_nothing_about_health(users, seat, mia):
    make_school(requires=("phone", "contact", "pickup", "sheet", "paper:immunization", "paper:asthma"))
    as_(users.student).put(f"/care/{mia.pk}", {"allergies": "Quittenpollen"})
    make_contact(mia, may_pick_up=True)
    put(FIRST - 7 * DAY)
    email = OutboxEmail.objects.get()
    rendered = render(email, NOW)
    assert rendered.subject == "A few minutes of paperwork for Clay for beginners"
    assert_says(rendered, "Mia:", "your phone number, an emergency contact, a paper to show at the office")
    for text in (rendered.text, rendered.html):
        assert "/dashboard/paperwork" in text
        for word in ("quittenpollen", "immunization", "asthma", "allerg"):
            assert word not in text.lower()
    assert "Quitten" not in str(email.facts)


def test_it_writes_one_email_about_all_children_who_lack_something(users, clay, seat, mia, leo):
    done = make_child(users.other_student, "Zoe")
    make_enrollment(users.student, clay, leo)
    make_enrollment(users.other_student, clay, done)
    make_enrollment(users.other_student, clay)
    complete(done)
    make_contact(leo, phone="555 0100", emergency=True, may_pick_up=True)
    assert put(FIRST - 7 * DAY) == ["sam@camp.example"]
    rendered = render(OutboxEmail.objects.get(), NOW)
    assert_says(rendered, "Mia: your phone number, an emergency", "Leo: your phone")
    for text in (rendered.text, rendered.html):
        assert "/dashboard/paperwork" in text


def test_it_does_not_ask_for_a_hold_a_canceled_seat_or_without_reminders(users, clay, seat, mia, leo):
    seat.state, seat.released_at = "RELEASED", NOW
    seat.save()
    make_hold(users.student, clay, leo)
    make_enrollment(users.other_student, clay, make_child(users.other_student, "Zoe"))
    as_(users.other_student).patch("/users/me/email", {"wantsReminders": False})
    assert put(FIRST - 7 * DAY) == []


def test_it_asks_nobody_if_care_is_off(seat, settings):
    settings.CARE = False
    assert put(FIRST - 7 * DAY) == []


class TestWhenItIsSent:
    @pytest.fixture
    def email(self, seat):
        put(FIRST - 7 * DAY)
        return OutboxEmail.objects.get()

    def test_it_is_sent(self, email):
        assert reason_to_skip(email, NOW) == ""

    def test_it_is_skipped_if_the_paperwork_is_complete(self, email, mia):
        complete(mia)
        assert reason_to_skip(email, NOW) == "It is no longer true."

    def test_it_is_skipped_if_the_seat_is_canceled(self, email, seat):
        seat.state, seat.released_at = "RELEASED", NOW
        seat.save()
        assert reason_to_skip(email, NOW) == "It is no longer true."

    def test_it_is_skipped_if_the_recipient_wants_no_reminders(self, email, users):
        as_(users.student).patch("/users/me/email", {"wantsReminders": False})
        email.refresh_from_db()
        assert reason_to_skip(OutboxEmail.objects.get(), NOW) == "The recipient wants no reminders."


def test_it_reads_many_children_with_the_same_statements(users, clay, seat, leo):
    counts = []
    for child in (leo, make_child(users.other_student, "Zoe")):
        make_enrollment(child.guardian, clay, child)
        with CaptureQueriesContext(connection) as queries:
            put_due_care_emails(now=FIRST - 7 * DAY)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_booking_names_the_children_who_lack_paperwork(users, clay, seat, mia, leo):
    other = make_enrollment(users.student, clay, leo)
    facts = {"lines": [{"enrollment": each.pk} for each in (seat, other)]}
    assert booked_without_paperwork(facts, NOW).context == {"lacking": ["Mia", "Leo"]}
    complete(mia)
    assert booked_without_paperwork(facts, NOW).context == {"lacking": ["Leo"]}
    Enrollment.objects.filter(pk=other.pk).update(state=Enrollment.State.RELEASED, released_at=NOW)
    assert booked_without_paperwork(facts, NOW).context == {"lacking": []}
