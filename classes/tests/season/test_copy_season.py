"""POST /seasons/{id}/copy: an admin copies the classes of another season."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Role, User
from classes.models import CampClass, Lesson, Season, Status
from testing.clients.api import INVALID_IDS, as_, with_bearer
from testing.factories import (
    make_class,
    make_craft,
    make_enrollment,
    make_lesson,
    make_season,
    make_selection,
    make_user,
    make_waitlist_entry,
    make_withdrawn_class,
)
from testing.snapshots import nothing_changes

MONDAY = datetime(2026, 7, 6, 13, tzinfo=UTC)
"""July 6, 2026, 9 AM in New York: the first day of last summer."""


@pytest.fixture
def last(users) -> Season:
    return make_season("Summer 2026", starts_on=date(2026, 7, 6), ends_on=date(2026, 8, 28))


@pytest.fixture
def coming(users) -> Season:
    return make_season("Summer 2027", starts_on=date(2027, 7, 5), ends_on=date(2027, 8, 27))


def path_of(season) -> str:
    return f"/seasons/{season.pk}/copy"


def full_copy(users, last, coming, status=201, **body):
    return as_(users.admin).post(path_of(coming), {"from": str(last.pk)} | body, status)


def copy(users, last, coming, status=201, **body):
    """The outcome without its list of classes."""
    outcome = full_copy(users, last, coming, status, **body)
    assert len(outcome.pop("classes")) == outcome["created"]
    return outcome


def answer(created=0, existing=0, skipped=()):
    return {"created": created, "existing": existing, "skipped": list(skipped)}


def skipped(camp_class, code):
    return {"classId": str(camp_class.pk), "nameClass": camp_class.name, "code": code}


def refused(user, path, body, status):
    with nothing_changes():
        return as_(user).post(path, body, status)


def test_it_copies_a_class_as_pending_with_lessons_of_its_own(users, last, coming):
    values = {
        "description": "Two mornings at the wheel.",
        "craft": make_craft(),
        "place": "Barn",
        "bring": "An apron.",
        "age_from": 6,
        "age_to": 9,
        "min_seats": 4,
        "capacity": 12,
        "price": Decimal("45.50"),
    }
    original = make_class(users.instructor, "Clay", season=last, feedback="Lovely.", **values)
    make_lesson(original, MONDAY, place="Studio")
    make_lesson(original, MONDAY + timedelta(days=2))

    assert copy(users, last, coming) == answer(created=1)

    (new,) = coming.classes.all()
    assert {name: getattr(new, name) for name in values} == values
    assert (new.name, new.image, new.instructor) == ("Clay", original.image, users.instructor)
    assert (new.status, new.feedback, new.copied_from) == (Status.PENDING, "", original)
    lessons = new.lessons.order_by("starts_at").values_list("starts_at", "ends_at", "place", "revision")
    first = datetime(2027, 7, 5, 13, tzinfo=UTC)
    assert list(lessons) == [
        (first, first + timedelta(hours=3), "Studio", 0),
        (first + timedelta(days=2), first + timedelta(days=2, hours=3), "", 0),
    ]


def test_it_lists_the_classes_that_it_makes_with_their_new_days(users, last, coming):
    clay = make_class(users.instructor, "Clay", season=last)
    for days in (0, 4):
        make_lesson(clay, MONDAY + timedelta(days=days))
    make_class(users.instructor, "Felt", season=last)

    preview = full_copy(users, last, coming, 200, dryRun=True)

    assert preview["classes"] == [
        {"nameClass": "Clay", "firstDay": "2027-07-05", "lastDay": "2027-07-09"},
        {"nameClass": "Felt", "firstDay": None, "lastDay": None},
    ]
    assert full_copy(users, last, coming)["classes"] == preview["classes"]


def test_it_changes_nothing_in_the_season_that_it_copies(users, last, coming):
    original = make_class(users.instructor, season=last, ended_at=MONDAY)
    make_lesson(original, MONDAY)
    make_enrollment(users.student, original)
    make_selection(users.other_student, original)
    make_waitlist_entry(users.other_student, original)
    before = CampClass.objects.filter(pk=original.pk).values().get(), list(original.lessons.values())

    copy(users, last, coming)

    assert (CampClass.objects.filter(pk=original.pk).values().get(), list(original.lessons.values())) == before
    new = coming.classes.get()
    assert new.ended_at is None
    assert not any(rows.exists() for rows in (new.enrollments, new.selections, new.waitlist))


def test_it_records_who_copied(users, last, coming):
    make_class(users.instructor, season=last)

    copy(users, last, coming)

    version = coming.classes.get().history.get()
    assert (version.history_user, version.history_type, version.season) == (users.admin, "+", coming)


@pytest.mark.parametrize(
    ("fields", "created"),
    [
        ({"status": Status.APPROVED}, 1),
        ({"status": Status.PENDING}, 1),
        ({"status": Status.DENIED}, 0),
        ({"season": None}, 0),
    ],
)
def test_it_copies_the_approved_and_pending_classes_of_the_season(users, last, coming, fields, created):
    make_class(users.instructor, **{"season": last} | fields)

    assert copy(users, last, coming) == answer(created)


def test_it_names_the_classes_that_it_leaves_out(users, last, coming):
    former = make_user("former")
    inactive = make_user("inactive", Role.INSTRUCTOR, is_active=False)
    gone = [make_class(user, name, season=last) for user, name in ((former, "Felt"), (inactive, "Glass"))]
    withdrawn = [make_withdrawn_class(user, season=last) for user in (users.instructor, former)]
    make_class(users.admin, "Taught by an admin", season=last)

    codes = [(each, "instructor_gone") for each in gone] + [(each, "class_withdrawn") for each in withdrawn]
    assert copy(users, last, coming) == answer(created=1, skipped=[skipped(*each) for each in codes])

    User.objects.filter(pk=former.pk).update(role=Role.INSTRUCTOR)
    assert copy(users, last, coming)["created"] == 1


def test_it_leaves_canceled_lessons_out(users, last, coming):
    original = make_class(users.instructor, season=last)
    make_lesson(original, MONDAY, canceled_at=MONDAY)
    make_lesson(original, MONDAY + timedelta(days=1))

    copy(users, last, coming)

    assert coming.classes.get().lessons.count() == 1


def test_it_moves_the_last_day_of_an_early_price_by_as_many_weeks(users, last, coming):
    early = {"early_price": Decimal(30), "early_until": date(2026, 4, 30)}
    make_class(users.instructor, season=last, **early)

    copy(users, last, coming)

    copied = coming.classes.get()
    assert (copied.early_price, copied.early_until) == (Decimal(30), date(2027, 4, 29))


def test_it_copies_that_a_class_has_lost_all_its_lessons(users, last, coming):
    """Otherwise the copy would be on sale without dates as soon as it is approved."""
    make_class(users.instructor, season=last, lessons_removed_at=MONDAY)

    copy(users, last, coming)

    assert coming.classes.get().lessons_removed_at is not None


def test_it_copies_again_only_what_is_missing(users, last, coming):
    first = make_class(users.instructor, "Clay", season=last)
    copy(users, last, coming)
    CampClass.objects.filter(copied_from=first).update(name="Edited", status=Status.DENIED)
    make_class(users.instructor, "Added since", season=last)
    former = make_class(make_user("former"), "Felt", season=last)
    CampClass.objects.filter(pk=first.pk).update(instructor=former.instructor)

    expected = answer(created=1, existing=1, skipped=[skipped(former, "instructor_gone")])
    assert copy(users, last, coming) == expected
    with nothing_changes():
        assert copy(users, last, coming) == expected | {"created": 0, "existing": 2}
    assert sorted(coming.classes.values_list("name", flat=True)) == ["Added since", "Edited"]


def test_it_copies_a_copy_and_into_two_seasons(users, last, coming):
    make_class(users.instructor, season=last)
    after = make_season("Summer 2028", starts_on=date(2028, 7, 3), ends_on=date(2028, 8, 25))

    assert copy(users, last, coming) == copy(users, last, after) == answer(created=1)
    assert copy(users, coming, after) == answer(created=1)


def test_it_previews_exactly_what_it_does(users, last, coming):
    make_class(users.instructor, season=last)
    make_withdrawn_class(users.instructor, season=last)

    with nothing_changes():
        preview = copy(users, last, coming, 200, dryRun=True)

    assert preview == copy(users, last, coming)


@pytest.mark.parametrize(
    ("first_day", "first_lesson"),
    [
        (date(2027, 7, 5), date(2027, 7, 5)),
        (date(2027, 7, 8), date(2027, 7, 5)),
        (date(2027, 7, 9), date(2027, 7, 12)),
        (date(2027, 7, 2), date(2027, 7, 5)),
        (date(2025, 7, 7), date(2025, 7, 7)),
        (date(2026, 7, 6), date(2026, 7, 6)),
    ],
)
def test_it_moves_lessons_by_the_nearest_number_of_whole_weeks(users, last, coming, first_day, first_lesson):
    make_lesson(make_class(users.instructor, season=last), MONDAY)
    Season.objects.filter(pk=coming.pk).update(starts_on=first_day, ends_on=first_day)

    copy(users, last, coming)

    assert Lesson.objects.get(camp_class__season=coming).starts_at.date() == first_lesson


def make_many(season, users, *, classes, lessons):
    values = {"image": "https://p.example/c.jpg", "price": 45, "capacity": 10, "season": season}
    instructors = (users.instructor, users.other_instructor)
    rows = CampClass.objects.bulk_create(
        CampClass(name=f"Class {number}", instructor=instructors[number % 2], **values) for number in range(classes)
    )
    starts = [MONDAY + timedelta(days=day) for day in range(lessons)]
    Lesson.objects.bulk_create(
        Lesson(camp_class=each, starts_at=start, ends_at=start + timedelta(hours=3))
        for each in rows
        for start in starts
    )


def test_it_needs_as_many_statements_for_a_hundred_classes_as_for_one(users, last, coming):
    spring = make_season("Spring 2026", starts_on=date(2026, 4, 6), ends_on=date(2026, 5, 29))
    counts = []
    for season, classes in ((spring, 1), (last, 100)):
        make_many(season, users, classes=classes, lessons=10)
        with CaptureQueriesContext(connection) as statements:
            assert copy(users, season, coming) == answer(created=classes)
        counts.append(len(statements))

    assert counts[0] == counts[1] <= 20
    assert Lesson.objects.filter(camp_class__season=coming).count() == 10 * 101


def test_it_refuses_users_who_are_not_admins(users, last, coming):
    body = {"from": str(last.pk)}
    for user in (users.student, users.instructor):
        assert refused(user, path_of(coming), body, 403)["code"] == "forbidden"
    refused(None, path_of(coming), body, 401)
    with_bearer("invalid").post(path_of(coming), body, 401)


def test_it_refuses_a_bad_id(users, last):
    for id in INVALID_IDS:
        assert refused(users.admin, f"/seasons/{id}/copy", {"from": str(last.pk)}, 404)["code"] == "not_found"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "from"),
        ({"from": None}, "from"),
        ({"from": "summer-2026"}, "from"),
        ({"from": "0"}, "from"),
        ({"from": "999999"}, "from"),
        ({"from": "9" * 19}, "from"),
        ({"from": "1", "dryRun": "maybe"}, "dryRun"),
    ],
)
def test_it_refuses_bad_input(users, coming, body, field):
    refusal = refused(users.admin, path_of(coming), body, 400)

    assert (refusal["code"], list(refusal["fields"])) == ("invalid", [field])


def test_it_refuses_to_copy_a_season_onto_itself(users, coming):
    make_class(users.instructor, season=coming)

    refusal = refused(users.admin, path_of(coming), {"from": str(coming.pk)}, 400)

    assert refusal["fields"] == {"from": ["A season can't be copied onto itself."]}


def test_it_refuses_lessons_after_the_last_day_of_the_calendar(users, last, coming):
    make_lesson(make_class(users.instructor, season=last), MONDAY + timedelta(weeks=2))
    Season.objects.filter(pk=coming.pk).update(starts_on=date(9999, 12, 27), ends_on=date(9999, 12, 31))

    assert list(refused(users.admin, path_of(coming), {"from": str(last.pk)}, 400)["fields"]) == ["from"]
