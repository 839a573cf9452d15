"""PATCH /classes/approved, denied, earlyPrice and season: an admin decides about several classes, each by itself."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.db import OperationalError
from django.utils import timezone

from classes.api.views import planning
from classes.models import CampClass, Season, Status
from mail.models import OutboxEmail
from testing.clients.api import as_, with_bearer
from testing.factories import (
    make_class,
    make_enrollment,
    make_lesson,
    make_season,
    make_user,
    make_waitlist_entry,
    make_withdrawn_class,
)
from testing.snapshots import nothing_changes
from testing.steps.checkout import hold_seat

PATHS = ("/classes/approved", "/classes/denied", "/classes/earlyPrice", "/classes/season")
MISSING = "999999"
EARLY = {"percent": 10, "until": "2027-02-01"}


@pytest.fixture
def season(users) -> Season:
    return make_season()


def make_pending(instructor, name="Pending", **fields) -> CampClass:
    return make_class(instructor, name, **{"status": Status.PENDING} | fields)


def approve(users, ids, status=200):
    return as_(users.admin).patch("/classes/approved", {"ids": [str(id) for id in ids]}, status)


def set_season(users, classes, season, status=200):
    body = {"ids": [str(each.pk) for each in classes], "season": season and season.slug}
    return as_(users.admin).patch("/classes/season", body, status)


def refusal(camp_class, code):
    return {"id": str(camp_class.pk), "code": code}


def test_it_approves_several_classes_and_mails_their_instructors(users):
    classes = [make_pending(user, str(user), feedback="Old.") for user in (users.instructor, users.other_instructor)]

    assert approve(users, [each.pk for each in classes]) == {"approved": 2, "refused": []}

    assert set(CampClass.objects.values_list("status", "feedback")) == {(Status.APPROVED, "")}
    emails = OutboxEmail.objects.filter(kind=OutboxEmail.Kind.CLASS_DECIDED).order_by("recipient")
    assert [each.recipient for each in emails] == [users.instructor, users.other_instructor]
    assert {each.history_user for each in CampClass.history.filter(status=Status.APPROVED)} == {users.admin}


def test_it_decides_about_each_class_by_itself(users):
    pending, approved = make_pending(users.instructor), make_class(users.instructor)
    withdrawn, gone = make_withdrawn_class(users.instructor), make_pending(make_user("former"))
    over = make_pending(users.instructor)
    make_lesson(over, timezone.now() - timedelta(days=1))
    others = (approved, withdrawn, gone, over)

    assert approve(users, [*(each.pk for each in others), MISSING, pending.pk]) == {
        "approved": 1,
        "refused": [
            refusal(approved, "already_decided"),
            refusal(withdrawn, "class_withdrawn"),
            refusal(gone, "instructor_gone"),
            refusal(over, "lessons_over"),
            {"id": MISSING, "code": "not_found"},
        ],
    }
    pending.refresh_from_db()
    assert pending.status == Status.APPROVED


def test_it_approves_a_class_once_that_is_named_twice(users):
    pending = make_pending(users.instructor)

    assert approve(users, [pending.pk, f"0{pending.pk}"]) == {"approved": 1, "refused": []}


def test_it_accepts_500_ids(users):
    answer = approve(users, range(10**6, 10**6 + 500))

    assert answer["approved"] == 0
    assert {each["code"] for each in answer["refused"]} == {"not_found"}


def test_it_refuses_what_is_left_when_the_database_is_busy(users, monkeypatch):
    classes = [make_pending(users.instructor, str(number)) for number in range(3)]
    approve_class, calls = planning.approve_class, []

    def busy_from_the_second_class_on(**values):
        calls.append(values)
        if len(calls) > 1:
            raise OperationalError
        approve_class(**values)

    monkeypatch.setattr(planning, "approve_class", busy_from_the_second_class_on)

    assert approve(users, [each.pk for each in classes]) == {
        "approved": 1,
        "refused": [refusal(each, "database_unavailable") for each in classes[1:]],
    }
    assert len(calls) == 2


def test_it_denies_several_classes_and_mails_why(users):
    classes = [make_pending(user, str(user)) for user in (users.instructor, users.other_instructor)]
    approved = make_class(users.instructor)
    waiting = make_waitlist_entry(users.student, classes[0])
    body = {"ids": [str(each.pk) for each in (*classes, approved)] + [MISSING], "feedback": "Too many."}

    assert as_(users.admin).patch("/classes/denied", body) == {
        "denied": 2,
        "refused": [refusal(approved, "already_decided"), {"id": MISSING, "code": "not_found"}],
    }

    denied = CampClass.objects.filter(status=Status.DENIED)
    assert list(denied.order_by("pk").values_list("pk", "feedback")) == [(each.pk, "Too many.") for each in classes]
    emails = OutboxEmail.objects.filter(kind=OutboxEmail.Kind.CLASS_DECIDED).order_by("recipient")
    assert [[line["feedback"] for line in each.facts["lines"]] for each in emails] == [["Too many."]] * 2
    waiting.refresh_from_db()
    assert waiting.state == "CLOSED"
    approved.refresh_from_db()
    assert approved.status == Status.APPROVED


def test_it_refuses_feedback_that_is_too_long(users):
    body = {"ids": [str(make_pending(users.instructor).pk)], "feedback": "x" * 2001}
    with nothing_changes():
        assert list(as_(users.admin).patch("/classes/denied", body, 400)["fields"]) == ["feedback"]


def set_early_price(users, classes, percent, until=None, status=200):
    body = {"ids": [str(each.pk) for each in classes], "percent": percent, "until": until}
    return as_(users.admin).patch("/classes/earlyPrice", body, status)


def test_it_sets_and_removes_the_early_price_of_several_classes(users):
    prices = ("45.50", "100", "19.99")
    classes = [make_class(users.instructor, name, price=Decimal(name)) for name in prices]

    assert set_early_price(users, classes, 10, "2027-02-01") == {"modified": 3, "refused": []}
    assert set_early_price(users, classes, 10, "2027-02-01") == {"modified": 0, "refused": []}

    early = CampClass.objects.order_by("pk").values_list("early_price", "early_until")
    # Rounded down to the dollar.
    assert list(early) == [(40, date(2027, 2, 1)), (90, date(2027, 2, 1)), (17, date(2027, 2, 1))]
    assert classes[0].history.latest().history_user == users.admin

    assert set_early_price(users, classes[:2], None, "2027-02-01") == {"modified": 2, "refused": []}
    assert [each for each, _ in early.all()] == [None, None, 17]


def test_it_refuses_an_early_price_for_each_class_by_itself(users):
    withdrawn, free = make_withdrawn_class(users.instructor), make_class(users.instructor, "Free", price=0)
    cheap = make_class(users.instructor, "Cheap", price=Decimal("1.50"))
    denied = make_class(users.instructor, "Denied", status=Status.DENIED)

    assert set_early_price(users, [withdrawn, free, cheap, denied], 50, "2027-02-01") == {
        "modified": 1,
        "refused": [
            refusal(withdrawn, "class_withdrawn"),
            refusal(free, "price_too_low"),
            refusal(cheap, "price_too_low"),
        ],
    }
    assert list(CampClass.objects.exclude(early_price=None).values_list("name", "status")) == [("Denied", "Denied")]


@pytest.mark.parametrize(
    ("percent", "until", "field"),
    [
        *((0, "2027-02-01", "percent"), (91, "2027-02-01", "percent"), (1.5, "2027-02-01", "percent")),
        *((10, None, "until"), (10, "1999-12-31", "until"), (10, "soon", "until")),
    ],
)
def test_it_refuses_a_bad_early_price(users, clay, percent, until, field):
    with nothing_changes():
        assert list(set_early_price(users, [clay], percent, until, 400)["fields"]) == [field]


def test_it_sets_and_removes_the_season_of_several_classes(users, season):
    first, second = make_class(users.instructor, "First"), make_pending(users.instructor, "Second")

    assert set_season(users, [first, second], season) == {"modifiedCount": 2, "refused": []}
    assert set_season(users, [first, second], season) == {"modifiedCount": 0, "refused": []}
    assert set(season.classes.all()) == {first, second}
    assert set_season(users, [first], None) == {"modifiedCount": 1, "refused": []}

    assert list(season.classes.values_list("name", "status")) == [("Second", Status.PENDING)]
    assert first.history.latest().history_user == users.admin


def test_it_keeps_the_status_of_a_denied_class_that_gets_a_season(users, season):
    denied = make_class(users.instructor, status=Status.DENIED)

    set_season(users, [denied], season)

    assert season.classes.get().status == Status.DENIED


def test_it_keeps_holds_and_seats_of_a_class_that_gets_a_season(users, season, clay):
    """The season is only announced, so a student could not book the class now."""
    now = timezone.now()
    make_enrollment(users.other_student, clay)
    hold_seat(student=users.student, camp_class_id=clay.pk, price=clay.price, now=now)
    before = list(clay.enrollments.values())

    set_season(users, [clay], season)

    assert list(clay.enrollments.values()) == before


def test_it_refuses_a_season_for_each_class_by_itself(users, season):
    withdrawn, original = make_withdrawn_class(users.instructor), make_class(users.instructor, "Original")
    make_class(users.instructor, "Copy", season=season, copied_from=original)
    second_copy = make_class(users.instructor, "Second copy", copied_from=original)
    clay = make_class(users.instructor)

    assert set_season(users, [withdrawn, second_copy, clay], season) == {
        "modifiedCount": 1,
        "refused": [refusal(withdrawn, "class_withdrawn"), refusal(second_copy, "already_copied")],
    }
    assert set(season.classes.values_list("name", flat=True)) == {"Copy", clay.name}


@pytest.mark.parametrize("path", PATHS)
def test_it_refuses_users_who_are_not_admins(users, season, path):
    body = {"ids": [str(make_pending(users.instructor).pk)], "season": season.slug} | EARLY
    with nothing_changes():
        for user in (users.student, users.instructor):
            assert as_(user).patch(path, body, 403)["code"] == "forbidden"
        as_(None).patch(path, body, 401)
        with_bearer("invalid").patch(path, body, 401)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("ids", [None, [], {}, "1", ["x"], ["-1"], [""], [None], ["9" * 19], ["1"] * 501])
def test_it_refuses_bad_ids(users, season, path, ids):
    with nothing_changes():
        refusal = as_(users.admin).patch(path, {"ids": ids, "season": season.slug} | EARLY, 400)

        assert [name.partition(".")[0] for name in refusal["fields"]] == ["ids"]


@pytest.mark.parametrize("season", [{}, {"season": "unknown"}, {"season": ""}, {"season": "nul\0"}, {"season": []}])
def test_it_refuses_a_bad_season(users, clay, season):
    with nothing_changes():
        refusal = as_(users.admin).patch("/classes/season", {"ids": [str(clay.pk)]} | season, 400)

        assert list(refusal["fields"]) == ["season"]
