"""The e-mail two days before a season opens: once for each account, before the time at which it can book."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Role
from classes.catalog import reminders
from classes.catalog.reminders import put_due_openings
from classes.catalog.seasons import change_season
from classes.models import CampClass, Enrollment, SeasonQuerySet, Selection
from mail.checks import reason_to_skip
from mail.models import OutboxEmail
from mail.rendering import render
from testing.emails import assert_says
from testing.factories import (
    NOW,
    make_class,
    make_ended_season,
    make_enrollment,
    make_season,
    make_selection,
    make_user,
)
from testing.proofs.races import ConcurrentCall, with_and_without_the_lock

pytestmark = pytest.mark.django_db

DAY, MICROSECOND = timedelta(days=1), timedelta(microseconds=1)
OPENING = NOW + 30 * DAY
RETURNING = OPENING - 7 * DAY


@pytest.fixture
def season(users):
    return make_season(opens_at=OPENING, returning_opens_at=RETURNING)


@pytest.fixture
def clay(users, season):
    return make_class(users.instructor, "Clay", season=season)


@pytest.fixture
def former(users):
    return make_class(users.instructor, "Former", season=make_ended_season())


@pytest.fixture
def selection(users, clay, mia):
    return make_selection(users.student, clay, mia)


def put(now):
    """Queues what is due. Returns the recipients."""
    before = set(OutboxEmail.objects.values_list("pk", flat=True))
    count = put_due_openings(now=now)
    new = OutboxEmail.objects.exclude(pk__in=before).order_by("recipient")
    assert count == len(new)
    return [email.recipient for email in new]


def test_it_mails_an_imported_family_before_its_own_opening_once_it_has_logged_in(users, clay):
    until = {"returning_until": (OPENING + DAY).date()}
    imported = make_user("lee", **until)
    make_user("ann", firebase_uid=None, **until)
    make_user("former", returning_until=(RETURNING - 3 * DAY).date())

    assert put(RETURNING - 2 * DAY) == [imported]

    assert OutboxEmail.objects.get().facts["returning"] is True
    assert put(OPENING - 2 * DAY) == []


def test_it_mails_a_student_with_selections_once(users, season, clay, selection):
    make_selection(users.student, clay)
    assert put(OPENING - 2 * DAY - MICROSECOND) == []
    assert [put(now) for now in (OPENING - 2 * DAY, OPENING - DAY)] == [[users.student], []]
    (email,) = OutboxEmail.objects.all()
    assert (email.kind, email.valid_until) == ("season_opens", OPENING)
    assert email.facts == {
        "season": "Summer 2027",
        "season_id": season.pk,
        "opens": OPENING.isoformat(),
        "returning": False,
        "account": users.student.pk,
    }
    assert reason_to_skip(email, OPENING - DAY) == ""
    assert reason_to_skip(email, OPENING) == "It is too late for it."


def test_it_tells_a_returning_family_before_its_own_time_and_the_others_later(users, clay, former, selection):
    make_enrollment(users.other_student, former)
    assert put(RETURNING - 2 * DAY) == [users.other_student]
    assert put(OPENING - 2 * DAY) == [users.student]
    early, late = OutboxEmail.objects.order_by("pk")
    assert (early.valid_until, late.valid_until) == (RETURNING, OPENING)
    assert_says(render(early, NOW), "so you can book before everybody else.", "You can select your classes now.")


def test_it_tells_everybody_at_once_without_a_time_for_returning_families(users, season, clay, former, selection):
    change_season(season_id=season.pk, values={"returning_opens_at": None})
    make_enrollment(users.other_student, former)
    assert put(OPENING - 2 * DAY) == [users.student, users.other_student]
    assert not OutboxEmail.objects.filter(facts__returning=True).exists()


def test_it_tells_a_family_of_a_season_that_still_runs_when_everybody_can_book(users, clay):
    running = make_season("Spring", starts_on=NOW.date(), ends_on=(NOW + 60 * DAY).date())
    make_enrollment(users.student, make_class(users.instructor, "Running", season=running))
    assert put(RETURNING - 2 * DAY) == []
    assert put(OPENING - 2 * DAY) == [users.student]


@pytest.mark.parametrize(
    "prepare",
    [
        lambda users: setattr(users.student, "wants_reminders", False),
        lambda users: setattr(users.student, "is_active", False),
        lambda users: setattr(users.student, "role", Role.INSTRUCTOR),
        lambda users: CampClass.objects.update(status="Pending"),
        lambda users: CampClass.objects.update(season=None),
        lambda users: Selection.objects.all().delete(),
        lambda users: make_enrollment(users.student, make_class(users.instructor, "Without a season")),
    ],
)
def test_it_mails_nobody_else(users, clay, selection, prepare):
    if prepare(users) is not None:
        Selection.objects.all().delete()
    users.student.save()
    assert put(OPENING - DAY) == []


def test_it_mails_nobody_about_a_season_without_a_listed_class(users, clay, former):
    make_enrollment(users.student, former)
    CampClass.objects.filter(pk=clay.pk).update(status="Pending")
    assert put(RETURNING - DAY) == []


def test_it_does_not_count_a_released_seat(users, clay, former):
    make_enrollment(users.student, former)
    Enrollment.objects.update(state="RELEASED", released_at=NOW)
    assert put(RETURNING - DAY) == []


def test_it_lists_what_is_selected_when_it_is_sent(users, season, clay, selection, new_york):
    put(OPENING - DAY)
    make_selection(users.student, make_class(users.instructor, "Ink", season=season))
    make_selection(users.student, make_class(users.instructor, "Pending", season=season, status="Pending"))
    make_selection(users.student, make_class(users.instructor, "Elsewhere"))
    make_selection(users.other_student, make_class(users.instructor, "Another's", season=season))

    email = render(OutboxEmail.objects.get(), OPENING - DAY)

    assert email.subject == "Registration for Summer 2027 opens on Tuesday, March 31"
    assert_says(email, "opens on Tue, Mar 31, 2026, 5:00 AM Eastern Time.", "Clay, for Mia", "Ink, for you")
    assert_says(email, "When registration opens, you can pay for all of them at once.")
    assert_says(email, "because you've selected or booked a class", "You can switch reminders off in")
    for absent in ("Pending", "Elsewhere", "Another's", "before everybody else"):
        assert absent not in email.text + email.html


def test_it_tells_the_new_time_if_the_opening_is_moved_before_it_is_sent(users, season, clay, selection):
    put(OPENING - DAY)
    later = OPENING + 10 * DAY
    change_season(season_id=season.pk, values={"opens_at": later})
    assert not OutboxEmail.objects.exists()
    assert put(OPENING - DAY) == []
    assert put(later - DAY) == [users.student]
    assert OutboxEmail.objects.get().facts["opens"] == later.isoformat()


def test_it_is_sent_once_if_the_opening_is_moved_afterwards(users, season, clay, selection):
    put(OPENING - DAY)
    OutboxEmail.objects.update(state="SENT", sent_at=OPENING - DAY)
    change_season(season_id=season.pk, values={"opens_at": OPENING + 10 * DAY})
    assert put(OPENING + 9 * DAY) == []
    other = make_season("Fall", opens_at=OPENING + 20 * DAY)
    CampClass.objects.update(season=other)
    assert put(OPENING + 19 * DAY) == [users.student]


@pytest.mark.parametrize("change", [{"opens_at": None, "returning_opens_at": None}, {"opens_at": OPENING + DAY}])
def test_it_is_not_sent_if_it_is_no_longer_true(users, season, clay, selection, change):
    put(OPENING - DAY)
    for name, value in change.items():
        setattr(season, name, value)
    season.save()  # without deleting the e-mail
    assert reason_to_skip(OutboxEmail.objects.get(), OPENING - DAY) == "It is no longer true."


def test_it_is_not_sent_to_a_student_without_reminders(users, clay, selection):
    put(OPENING - DAY)
    users.student.wants_reminders = False
    users.student.save()
    assert reason_to_skip(OutboxEmail.objects.get(), OPENING - DAY) == "The recipient wants no reminders."


def test_it_is_not_sent_to_a_student_who_has_become_an_instructor(users, clay, selection):
    put(OPENING - DAY)
    users.student.role = Role.INSTRUCTOR
    users.student.save()
    assert reason_to_skip(OutboxEmail.objects.get(), OPENING - DAY) == "It is no longer true."


def test_it_makes_a_constant_number_of_queries(users, season, clay, former):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            put_due_openings(now=OPENING - DAY)
        return len(captured)

    change_season(season_id=season.pk, values={"returning_opens_at": OPENING - MICROSECOND})
    counts = []
    for number in range(20):
        returning, stranger = (make_user(f"{name}{number}") for name in ("returning", "stranger"))
        make_enrollment(returning, former)
        make_selection(stranger, clay)
        if number in (0, 19):
            counts.append(queries())
    assert counts[0] == counts[1]
    assert OutboxEmail.objects.count() == 40


@pytest.mark.django_db(transaction=True)
@with_and_without_the_lock
def test_it_queues_no_former_time_while_the_season_is_being_changed(
    users, season, clay, selection, monkeypatch, lock_on
):
    if not lock_on:
        monkeypatch.setattr(SeasonQuerySet, "select_for_update", lambda self, **_: self)
    moved = ConcurrentCall(
        monkeypatch,
        reminders,
        "_put_openings",
        lambda: change_season(season_id=season.pk, values={"opens_at": OPENING + 10 * DAY}),
    )
    put_due_openings(now=OPENING - DAY)
    assert moved.outcome() is True
    assert OutboxEmail.objects.exists() is not lock_on
