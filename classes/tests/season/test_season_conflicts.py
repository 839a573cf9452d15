"""GET /seasons/{id}/conflicts: lessons at the same time with one instructor, or at one place."""

import time
from datetime import UTC, datetime, timedelta

import pytest

from classes.models import CampClass, Lesson, Season, Status
from classes.season import conflicts
from testing.clients.api import INVALID_IDS, as_, with_bearer
from testing.factories import make_class, make_lesson, make_season, make_withdrawn_class

NINE = datetime(2027, 7, 5, 13, tzinfo=UTC)


@pytest.fixture
def season(users) -> Season:
    return make_season()


def conflicts_of(users, season):
    return as_(users.admin).get(f"/seasons/{season.pk}/conflicts")


def conflict(kind, *lessons):
    ids = [str(lesson.pk) for lesson in lessons]
    return {"kind": kind, "lessonIds": ids, "classIds": [str(lesson.camp_class_id) for lesson in lessons]}


@pytest.fixture
def lesson(users, season):
    """Returns a function that makes a class in the season, and a lesson that starts this many hours after nine."""

    def make(start=0.0, hours=3.0, *, instructor=None, place="", own_place="", camp_class=None, **fields):
        values = {"season": season, "place": place} | fields
        camp_class = camp_class or make_class(instructor or users.instructor, **values)
        return make_lesson(camp_class, NINE + timedelta(hours=start), hours, place=own_place)

    return make


def test_it_lists_the_conflicts_of_an_instructor_and_of_a_place(users, season, lesson):
    first = lesson(place="Barn")
    same_instructor = lesson(2)
    same_place = lesson(1, instructor=users.other_instructor, place="Barn")

    assert conflicts_of(users, season) == [
        conflict("instructor", first, same_instructor),
        conflict("place", first, same_place),
    ]


@pytest.mark.parametrize(
    ("start", "hours", "overlaps"),
    [(0, 3, True), (-1, 1.5, True), (2.5, 1, True), (1, 1, True), (-1, 9, True), (3, 1, False), (-1, 1, False)],
)
def test_it_compares_start_and_end(users, season, lesson, start, hours, overlaps):
    lesson()
    lesson(start, hours)

    assert len(conflicts_of(users, season)) == overlaps


def test_it_lists_every_pair_of_several_lessons(users, season, lesson):
    whole_day, first, second = lesson(0, 8), lesson(1, 2), lesson(2, 2)

    assert conflicts_of(users, season) == [
        conflict("instructor", whole_day, first),
        conflict("instructor", whole_day, second),
        conflict("instructor", first, second),
    ]


@pytest.mark.parametrize(
    ("one", "other", "conflict"),
    [
        ({"place": "Barn"}, {"place": " bärn "}, True),
        ({"place": "The  Barn"}, {"place": "THE BARN"}, True),
        ({"place": "Barn"}, {"place": "Studio", "own_place": "Barn"}, True),
        ({"place": "Barn", "own_place": "Lake"}, {"place": "Barn"}, False),
        ({"place": "Barn"}, {"place": "Barn 2"}, False),
        ({"place": ""}, {"place": ""}, False),
    ],
)
def test_it_compares_the_place_of_the_lesson_or_else_of_the_class(users, season, lesson, one, other, conflict):
    lesson(**one)
    lesson(instructor=users.other_instructor, **other)

    assert [each["kind"] for each in conflicts_of(users, season)] == ["place"] * conflict


@pytest.mark.parametrize("status", Status.values)
def test_it_leaves_denied_classes_out(users, season, lesson, status):
    lesson()
    lesson(status=status)

    assert len(conflicts_of(users, season)) == (status != Status.DENIED)


def test_it_leaves_out_canceled_lessons_withdrawn_classes_and_other_seasons(users, season, lesson):
    lesson()
    canceled = lesson()
    Lesson.objects.filter(pk=canceled.pk).update(canceled_at=NINE)
    lesson(camp_class=make_withdrawn_class(users.instructor, season=season))
    lesson(season=None)
    lesson(season=make_season("Fall 2027"))

    assert conflicts_of(users, season) == []


def test_it_lists_a_limited_number_of_each_kind(users, season, lesson, monkeypatch):
    monkeypatch.setattr(conflicts, "MAX_PER_KIND", 2)
    for instructor in (users.instructor, users.other_instructor, users.instructor):
        lesson(instructor=instructor, place="Camp")

    assert [each["kind"] for each in conflicts_of(users, season)] == ["instructor", "place", "place"]


def test_it_checks_500_classes_with_one_statement_in_linear_time(users, season, django_assert_num_queries):
    """All of them overlap. Comparing each with each other one would take 16 times as long as a quarter of them."""
    quarter = make_season("A quarter")
    for each, count in ((quarter, 125), (season, 500)):
        create_overlapping_classes(users.instructor, each, count)
    durations = {quarter: [], season: []}
    for _ in range(5):
        for each, measured in durations.items():
            begin = time.perf_counter()
            with django_assert_num_queries(1):
                found = conflicts.season_conflicts(season=each)
            measured.append(time.perf_counter() - begin)
            assert len(found) == 2 * conflicts.MAX_PER_KIND

    assert min(durations[season]) < 8 * min(durations[quarter])


def create_overlapping_classes(instructor, season, count):
    classes = CampClass.objects.bulk_create(
        CampClass(name="Clay", image="/", price=1, capacity=1, season=season, instructor=instructor, place="Camp")
        for _ in range(count)
    )
    starts = [NINE + timedelta(days=day) for day in range(10)]
    Lesson.objects.bulk_create(
        Lesson(camp_class=each, starts_at=start, ends_at=start + timedelta(hours=3))
        for each in classes
        for start in starts
    )


def test_it_refuses_users_who_are_not_admins(users, season):
    path = f"/seasons/{season.pk}/conflicts"
    for user in (users.student, users.instructor):
        assert as_(user).get(path, 403)["code"] == "forbidden"
    as_(None).get(path, 401)
    with_bearer("invalid").get(path, 401)


def test_it_refuses_a_bad_id(users):
    for id in INVALID_IDS:
        assert as_(users.admin).get(f"/seasons/{id}/conflicts", 404)["code"] == "not_found"
