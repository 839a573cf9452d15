"""POST /classes and PUT /classes/{id} as an admin, and PATCH /classes/{id}, which changes some values of a class."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts import roles
from accounts.models import Role, User
from classes.catalog import changes
from classes.models import CampClass, Lesson, Season, Status
from mail.models import OutboxEmail
from testing.clients.api import INVALID_IDS, as_, with_bearer
from testing.factories import (
    make_class,
    make_ended_season,
    make_enrollment,
    make_lesson,
    make_season,
    make_user,
    make_waitlist_entry,
    make_withdrawn_class,
)
from testing.proofs.races import ConcurrentCall, with_and_without_the_lock
from testing.snapshots import nothing_changes
from testing.steps.class_edits import lesson_row

CLASS = {"nameClass": "Clay for beginners", "image": "https://pictures.example/clay.jpg", "price": 45.5, "seats": 10}
NEXT_WEEK = timezone.now() + timedelta(days=7)


@pytest.fixture
def season(users) -> Season:
    return make_season()


def path_of(camp_class) -> str:
    return f"/classes/{camp_class.pk}"


def values_of(camp_class) -> dict[str, object]:
    return CampClass.objects.filter(pk=camp_class.pk).values().get()


def answer(modified: int) -> dict[str, object]:
    return {"modifiedCount": modified, "noLongerFit": []}


def teacher(user) -> dict[str, str]:
    return {"instructorId": str(user.pk)}


def refused(user, method, path, body, status=409):
    with nothing_changes():
        return getattr(as_(user), method)(path, body, status)


def mailed(kind) -> list[User]:
    return [each.recipient for each in OutboxEmail.objects.filter(kind=kind).order_by("recipient")]


def test_it_lets_an_admin_create_a_class_for_an_instructor(users, season):
    body = (
        CLASS | teacher(users.instructor) | {"season": season.slug, "minSeats": 4, "lessons": [lesson_row(NEXT_WEEK)]}
    )

    created = as_(users.admin).post("/classes", body, 201)

    camp_class = CampClass.objects.get(pk=created["insertedId"])
    assert (camp_class.instructor, camp_class.status) == (users.instructor, Status.PENDING)
    assert (camp_class.season, camp_class.min_seats, camp_class.lessons.count()) == (season, 4, 1)
    assert camp_class.history.get().history_user == users.admin


def test_it_lets_an_instructor_create_a_class_in_a_season(users, season):
    as_(users.instructor).post("/classes", CLASS | {"season": season.slug, "minSeats": None}, 201)

    assert season.classes.get().min_seats is None


@pytest.mark.parametrize("id", ["x", "", None, [], 0, "999999"])
def test_it_ignores_the_instructor_in_an_instructors_body(users, clay, id):
    other = {"instructorId": str(users.other_instructor.pk) if id == 0 else id}

    as_(users.instructor).post("/classes", CLASS | other, 201)
    as_(users.instructor).put(path_of(clay), CLASS | other)
    as_(users.instructor).patch(path_of(clay), {"price": 20} | other)

    assert set(CampClass.objects.values_list("instructor", flat=True)) == {users.instructor.pk}


def test_it_requires_the_instructor_of_an_admins_new_class(users):
    assert list(refused(users.admin, "post", "/classes", CLASS, 400)["fields"]) == ["instructorId"]


@pytest.mark.parametrize("id", ["x", "", None, [], "-1"])
def test_it_refuses_a_bad_instructor(users, clay, id):
    for method, path in (("post", "/classes"), ("put", path_of(clay)), ("patch", path_of(clay))):
        refusal = refused(users.admin, method, path, CLASS | {"instructorId": id}, 400)
        assert list(refusal["fields"]) == ["instructorId"]


def test_it_refuses_an_instructor_who_cannot_teach(users, clay):
    inactive = make_user("inactive", Role.INSTRUCTOR, is_active=False)
    for id in (users.student.pk, users.admin.pk, inactive.pk, 999999):
        for method, path in (("post", "/classes"), ("put", path_of(clay)), ("patch", path_of(clay))):
            refusal = refused(users.admin, method, path, CLASS | {"instructorId": str(id)})
            assert refusal["code"] == "not_an_instructor"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("season", "unknown"),
        ("season", ""),
        ("season", 7),
        ("season", "nul\0"),
        ("minSeats", 0),
        ("minSeats", 1001),
        ("minSeats", "some"),
    ],
)
def test_it_refuses_bad_input(users, clay, field, value):
    for method, path in (("post", "/classes"), ("put", path_of(clay)), ("patch", path_of(clay))):
        body = CLASS | teacher(users.instructor) | {field: value}
        assert list(refused(users.admin, method, path, body, 400)["fields"]) == [field]


def test_it_lets_an_admin_change_any_class_and_its_lessons(users, clay, season):
    lesson = make_lesson(clay, NEXT_WEEK)
    moved = lesson_row(NEXT_WEEK + timedelta(days=1)) | {"_id": str(lesson.pk)}
    body = CLASS | {"nameClass": "Stoneware", "season": season.slug, "minSeats": 3, "lessons": [moved]}

    assert as_(users.admin).put(path_of(clay), body) == answer(1)
    assert as_(users.admin).put(path_of(clay), body) == answer(0)

    clay.refresh_from_db()
    assert (clay.name, clay.season, clay.min_seats, clay.instructor) == ("Stoneware", season, 3, users.instructor)
    assert Lesson.objects.get(pk=lesson.pk).starts_at != lesson.starts_at
    assert clay.history.latest().history_user == users.admin


def test_it_mails_the_students_about_the_change_of_an_admin(users, clay):
    make_enrollment(users.student, clay)

    as_(users.admin).patch(path_of(clay), {"place": "Barn"})

    assert mailed(OutboxEmail.Kind.CLASS_CHANGED) == [users.student]


def test_it_lets_an_admin_change_the_class_of_a_former_instructor(users):
    clay = make_class(make_user("former"), status=Status.PENDING)

    assert as_(users.admin).patch(path_of(clay), {"price": 20}) == answer(1)
    assert as_(users.admin).patch(path_of(clay), {"price": 30} | teacher(clay.instructor)) == answer(1)
    assert as_(users.admin).patch(path_of(clay), teacher(users.instructor)) == answer(1)


def test_it_hands_a_class_over_with_the_other_changes(users, clay):
    make_enrollment(users.student, clay)
    body = CLASS | {"place": "Barn"} | teacher(users.other_instructor)

    assert as_(users.admin).put(path_of(clay), body) == answer(1)
    assert as_(users.admin).put(path_of(clay), body) == answer(0)

    clay.refresh_from_db()
    assert (clay.instructor, clay.place) == (users.other_instructor, "Barn")
    assert mailed(OutboxEmail.Kind.CLASS_HANDED_OVER) == [users.instructor, users.other_instructor]
    (changed,) = OutboxEmail.objects.filter(kind=OutboxEmail.Kind.CLASS_CHANGED)
    assert (changed.facts["after"]["instructor"], changed.facts["after"]["place"]) == (
        users.other_instructor.pk,
        "Barn",
    )


@pytest.mark.parametrize("role", ["instructor", "admin"])
@pytest.mark.parametrize(
    ("change", "field", "value"),
    [
        ({"nameClass": "Stoneware"}, "name", "Stoneware"),
        ({"price": 0}, "price", 0),
        ({"minSeats": 4}, "min_seats", 4),
        ({"minSeats": None}, "min_seats", None),
        ({"place": "Barn"}, "place", "Barn"),
        ({"seats": 3, "enroll": 1}, "capacity", 4),
        ({"seats": 3}, "capacity", 4),
        ({"ageFrom": 8}, "age_from", 8),
    ],
)
def test_it_changes_one_value_and_leaves_the_others(users, role, change, field, value):
    clay = make_class(users.instructor, description="Unchanged.", min_seats=2, place="Studio", age_to=9)
    make_enrollment(users.student, clay)
    make_lesson(clay, NEXT_WEEK)
    before = values_of(clay)

    assert as_(getattr(users, role)).patch(path_of(clay), change) == answer(1)
    assert as_(getattr(users, role)).patch(path_of(clay), change) == answer(0)

    assert values_of(clay) == before | {field: value}
    assert clay.lessons.count() == 1


@pytest.mark.parametrize("body", [{}, {"unknown": 1}, {"enroll": 3}])
def test_it_changes_nothing_without_a_value(users, clay, body):
    before = values_of(clay)

    assert as_(users.admin).patch(path_of(clay), body) == answer(0)

    assert values_of(clay) == before


def test_it_keeps_what_somebody_else_has_changed_meanwhile(users, clay):
    """The admin's table was loaded before the instructor changed the class."""
    as_(users.instructor).put(path_of(clay), CLASS | {"nameClass": "Stoneware", "price": 60, "seats": 8})

    as_(users.admin).patch(path_of(clay), {"place": "Barn"})

    clay.refresh_from_db()
    assert (clay.name, clay.price, clay.capacity, clay.place) == ("Stoneware", 60, 8, "Barn")


def test_it_replaces_the_lessons_only(users, clay):
    as_(users.admin).patch(path_of(clay), {"lessons": [lesson_row(NEXT_WEEK)]})

    assert clay.lessons.count() == 1


@pytest.mark.parametrize("lesson", [{}, {"date": "2027-07-05"}, {"date": "2027-07-05", "from": "09:00"}])
def test_it_requires_a_whole_lesson(users, clay, lesson):
    assert list(refused(users.admin, "patch", path_of(clay), {"lessons": [lesson]}, 400)["fields"]) == ["lessons"]


def test_it_offers_a_new_seat_to_the_waitlist(users):
    full = make_class(users.instructor, capacity=0)
    make_waitlist_entry(users.student, full)

    as_(users.admin).patch(path_of(full), {"seats": 1})

    assert full.enrollments.filter(offered_until__isnull=False).count() == 1


def test_it_makes_a_denied_class_pending(users):
    denied = make_class(users.instructor, status=Status.DENIED, feedback="Too dear.")

    as_(users.admin).patch(path_of(denied), {"price": 20})

    denied.refresh_from_db()
    assert (denied.status, denied.feedback) == (Status.PENDING, "Too dear.")


def test_it_lets_an_instructor_give_a_season_once(users, clay, season):
    fall = make_season("Fall 2027")
    as_(users.instructor).patch(path_of(clay), {"season": None})
    assert as_(users.instructor).patch(path_of(clay), {"season": season.slug}) == answer(1)
    assert as_(users.instructor).patch(path_of(clay), {"season": season.slug}) == answer(0)

    for body in ({"season": fall.slug}, {"season": None}):
        for method in ("put", "patch"):
            assert refused(users.instructor, method, path_of(clay), CLASS | body)["code"] == "season_set"
        assert as_(users.admin).patch(path_of(clay), body) == answer(1)
        CampClass.objects.update(season=season)


def test_it_lets_only_admins_put_a_class_into_a_season_that_has_ended(users, clay):
    """Each seat in such a class makes its family a returning one."""
    body = CLASS | {"season": make_ended_season().slug}
    for method, path in (("post", "/classes"), ("put", path_of(clay)), ("patch", path_of(clay))):
        assert list(refused(users.instructor, method, path, body, 400)["fields"]) == ["season"]

    assert as_(users.admin).patch(path_of(clay), body) == answer(1)
    assert as_(users.instructor).patch(path_of(clay), body | {"price": 20}) == answer(1)


def test_it_refuses_a_second_copy_of_a_class_in_one_season(users, clay, season):
    make_class(users.instructor, copied_from=clay, season=season)
    other = make_class(users.instructor, copied_from=clay)

    for user in (users.instructor, users.admin):
        refusal = refused(user, "patch", path_of(other), {"season": season.slug, "price": 20})
        assert refusal["code"] == "already_copied"


@pytest.mark.parametrize("method", ["put", "patch"])
def test_it_refuses_an_admin_what_it_refuses_an_instructor(users, method):
    withdrawn = make_withdrawn_class(users.instructor)
    assert refused(users.admin, method, path_of(withdrawn), CLASS)["code"] == "class_withdrawn"

    clay = make_class(users.instructor)
    make_enrollment(users.student, clay)
    body = CLASS | {"seats": 0, "enroll": 0}
    assert refused(users.admin, method, path_of(clay), body)["code"] == "seats_held"
    begun = make_lesson(clay, datetime(2026, 1, 5, tzinfo=UTC))
    assert refused(users.admin, method, path_of(clay), CLASS | {"lessons": []})["code"] == "lesson_over"
    begun.delete()
    past = CLASS | {"lessons": [{"date": "2020-07-06", "from": "09:00", "to": "12:00"}]}
    assert list(refused(users.admin, method, path_of(clay), past, 400)["fields"]) == ["lessons"]


def test_it_refuses_users_who_may_not_change_the_class(users, clay):
    before = values_of(clay)

    as_(users.student).patch(path_of(clay), {"price": 20}, 403)
    as_(users.other_instructor).patch(path_of(clay), {"price": 20}, 404)
    as_(None).patch(path_of(clay), {"price": 20}, 401)
    with_bearer("invalid").patch(path_of(clay), {"price": 20}, 401)

    assert values_of(clay) == before


@pytest.mark.parametrize("role", ["instructor", "admin"])
def test_it_refuses_a_bad_id(users, role):
    for id in INVALID_IDS:
        for method in ("put", "patch"):
            refusal = getattr(as_(getattr(users, role)), method)(f"/classes/{id}", CLASS, 404)
            assert refusal["code"] == "not_found"


@pytest.mark.parametrize("method", ["delete", "post"])
def test_it_refuses_other_methods(users, clay, method):
    assert getattr(as_(None), method)(path_of(clay), status=405)["code"] == "method_not_allowed"


@pytest.mark.django_db(transaction=True)
@with_and_without_the_lock
def test_it_keeps_the_role_of_the_new_instructor_until_the_change_commits(users, monkeypatch, lock_on):
    """Without the lock on the account the control sees a class of a student."""
    clay = make_class(users.instructor)
    if not lock_on:
        monkeypatch.setattr(changes, "_lock_instructors", lambda *ids: User.objects.in_bulk(ids[1:]))
    end_role = ConcurrentCall(
        monkeypatch,
        changes,
        "_save_changes",
        lambda: roles.set_role(user_id=users.other_instructor.pk, role=Role.STUDENT, now=timezone.now()),
    )

    as_(users.admin).patch(path_of(clay), teacher(users.other_instructor))

    outcome = end_role.outcome()
    users.other_instructor.refresh_from_db()
    assert users.other_instructor.is_instructor is lock_on
    assert isinstance(outcome, Exception) is lock_on
