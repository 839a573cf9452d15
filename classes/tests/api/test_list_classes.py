"""GET /classes and GET /popularClasses: the catalog."""

from datetime import timedelta

import pytest
from django.utils import timezone

from classes.models import CampClass, Enrollment, Lesson, Status
from core.cache import invalidation
from testing.clients.api import as_, with_bearer
from testing.factories import (
    NO_SCHEDULE,
    NOW,
    make_child,
    make_class,
    make_craft,
    make_enrollment,
    make_offer,
    make_season,
    make_user,
    make_waitlist_entry,
)


def test_it_lists_the_approved_classes_newest_first(users):
    make_class(users.instructor, "Older", capacity=3, description="Mugs and bowls.")
    newer = make_class(users.other_instructor, "Newer", price="19.99", capacity=2)
    for name, status in (("Pending class", Status.PENDING), ("Denied class", Status.DENIED)):
        make_class(users.instructor, name, status=status)
    make_enrollment(users.student, newer)

    rows = as_(None).get("/classes")

    assert [row["nameClass"] for row in rows] == ["Newer", "Older"]
    assert rows[0] == {
        "_id": str(newer.pk),
        "nameClass": "Newer",
        "description": "",
        "image": "https://pictures.example/clay.jpg",
        "price": 19.99,
        "priceNow": 19.99,
        "seats": 1,
        "instructorName": "Oskar",
        "instructorId": str(users.other_instructor.pk),
        "instructorEmail": "oskar@camp.example",
        "status": "Approved",
        "enroll": 1,
        **NO_SCHEDULE,
    }
    assert rows[1]["description"] == "Mugs and bowls."


def test_it_counts_only_confirmed_seats(users):
    camp_class = make_class(users.instructor, capacity=2)
    make_enrollment(users.student, camp_class)
    held = {"state": "HELD", "held_at": camp_class.created_at, "held_until": camp_class.created_at.replace(year=2999)}
    Enrollment.objects.create(student=users.other_student, camp_class=camp_class, price=1, **held)
    released = {"state": "RELEASED", "released_at": camp_class.created_at}
    Enrollment.objects.create(student=users.other_student, camp_class=camp_class, price=1, **released)

    (row,) = as_(None).get("/classes")

    assert (row["seats"], row["enroll"]) == (1, 1)


def test_it_never_shows_negative_seats(users):
    camp_class = make_class(users.instructor, capacity=0)
    make_enrollment(users.student, camp_class)

    assert as_(None).get("/classes")[0]["seats"] == 0


def test_it_shows_an_admin_every_status_and_the_feedback(users):
    make_class(users.instructor, "Denied class", status=Status.DENIED, feedback="Too short.")
    make_class(users.instructor, "Pending class", status=Status.PENDING)
    make_class(users.instructor, "Approved class")

    rows = as_(users.admin).get("/classes")

    assert [(row["status"], row["feedback"]) for row in rows] == [
        ("Approved", ""),
        ("Pending", ""),
        ("Denied", "Too short."),
    ]


def test_it_hides_other_statuses_and_the_feedback_from_everyone_else(users):
    make_class(users.instructor, "Denied class", status=Status.DENIED, feedback="Too short.")
    make_class(users.instructor, "Approved class", feedback="Old feedback.")

    for user in (None, users.student, users.instructor):
        rows = as_(user).get("/classes")
        assert [row["nameClass"] for row in rows] == ["Approved class"]
        assert "feedback" not in rows[0]


def test_it_varies_by_authorization_for_caches(users):
    assert "authorization" in as_(users.admin).client.get("/classes")["Vary"].lower()


def test_it_treats_an_invalid_token_as_anonymous(users):
    make_class(users.instructor, status=Status.PENDING)

    assert with_bearer("invalid").get("/classes") == []
    assert with_bearer("invalid").get("/popularClasses") == []


def test_it_treats_a_deactivated_admin_as_anonymous(users):
    make_class(users.instructor, status=Status.PENDING)
    admin = as_(users.admin)
    users.admin.is_active = False
    users.admin.save()

    assert admin.get("/classes") == []


def test_it_paginates(users):
    for number in range(5):
        make_class(users.instructor, f"Class {number}")
    client = as_(None).client

    first = client.get("/classes?limit=2")
    rest = client.get(f"/classes?after={first.json()[-1]['_id']}")

    assert first["X-Total-Count"] == rest["X-Total-Count"] == client.get("/classes")["X-Total-Count"] == "5"
    names = [row["nameClass"] for row in first.json() + rest.json()]
    assert names == [f"Class {number}" for number in (4, 3, 2, 1, 0)]


def test_it_continues_where_a_class_was(users):
    classes = [make_class(users.instructor, f"Class {number}") for number in range(3)]
    first = as_(None).client.get("/classes?limit=1")
    classes[2].delete()
    rest = as_(None).get(f"/classes?after={first['X-Next-After']}")
    assert [row["nameClass"] for row in rest] == ["Class 1", "Class 0"]


def listed(user, query):
    response = as_(user).client.get(f"/classes?{query}")
    rows = response.json()
    assert response["X-Total-Count"] == str(len(rows)) or "limit" in query
    return [row["nameClass"] for row in rows]


def test_it_lists_the_classes_of_one_season(users):
    summer, fall = make_season(), make_season("Fall 2027")
    for season, name in ((summer, "Clay"), (fall, "Felt"), (None, "Glass"), (summer, "Wood")):
        make_class(users.instructor, name, season=season)
    make_class(users.instructor, "Denied class", status=Status.DENIED, season=summer)

    for user in (None, users.student, users.instructor):
        assert listed(user, "season=summer-2027") == ["Wood", "Clay"]
    assert listed(users.admin, "season=summer-2027") == ["Denied class", "Wood", "Clay"]
    for user in (None, users.admin):
        assert listed(user, "season=fall-2027") == ["Felt"]
        assert listed(user, "season=none") == ["Glass"]
        assert listed(user, "season=unknown") == listed(user, "season=") == []
        assert listed(user, "season=Summer+2027") == []


@pytest.mark.parametrize("role", [None, "admin"])
def test_it_paginates_the_classes_of_one_season(users, role):
    season = make_season()
    for number in range(4):
        make_class(users.instructor, f"Class {number}", season=season if number % 2 else None)
    client, path = as_(role and users.admin).client, "/classes?season=summer-2027"

    first = client.get(f"{path}&limit=1")
    rest = client.get(f"{path}&after={first.json()[-1]['_id']}")

    assert first["X-Total-Count"] == rest["X-Total-Count"] == "2"
    assert [row["nameClass"] for row in first.json() + rest.json()] == ["Class 3", "Class 1"]


@pytest.mark.parametrize("query", ["limit=0", "limit=x", "after=x", "limit=-1", "after=" + "9" * 40])
def test_it_refuses_bad_input(users, query):
    assert as_(None).get(f"/classes?{query}", 400)["fields"]


@pytest.mark.parametrize("path", ["/classes", "/popularClasses"])
def test_it_makes_a_constant_number_of_queries(users, count_queries, path):
    def add_classes(count: int) -> None:
        for number in range(count):
            camp_class = make_class(make_user(f"i{count}-{number}", "instructor"), f"{count}-{number}")
            make_enrollment(users.student, camp_class)

    add_classes(3)
    few = count_queries(as_(None), path)
    add_classes(30)

    assert count_queries(as_(None), path) == few == 1
    assert count_queries(as_(users.admin), path) == 2
    assert count_queries(as_(users.admin), "/classes?season=none") == 2


def test_it_counts_live_offers_and_who_waits(users):
    camp_class = make_class(users.instructor, capacity=3)
    past = timezone.now() - timedelta(minutes=1)
    make_enrollment(make_user("zoe"), camp_class)
    make_offer(users.student, camp_class)
    make_offer(users.other_student, camp_class, held_until=past, offered_until=past)
    for state in ("LEFT", "WAITING", "LAPSED"):
        ended_at = None if state == "WAITING" else past
        make_waitlist_entry(users.instructor, camp_class, state=state, ended_at=ended_at)
    make_waitlist_entry(users.student, make_class(users.instructor, "Another", capacity=0), make_child(users.student))

    for path in ("/classes", "/popularClasses"):
        rows = {row["nameClass"]: row for row in as_(None).get(path)}
        assert [rows[camp_class.name][name] for name in ("seats", "enroll", "offered", "waiting")] == [2, 1, 1, 1]
        assert [rows["Another"][name] for name in ("seats", "offered", "waiting")] == [0, 0, 1]
    page = as_(None).get(f"/classes/{camp_class.pk}")
    assert (page["offered"], page["waiting"]) == (1, 1)


@pytest.mark.parametrize("classes", [10, 1000])
def test_it_makes_one_query_for_any_number_of_classes_and_lessons(users, count_queries, classes):
    rows = CampClass.objects.bulk_create(
        CampClass(instructor=users.instructor, name=f"Class {number}", image="https://p.example/", price=1, capacity=5)
        for number in range(classes)
    )
    CampClass.objects.update(status=Status.APPROVED, craft=make_craft())
    Lesson.objects.bulk_create(
        Lesson(camp_class=row, starts_at=NOW + timedelta(days=day), ends_at=NOW + timedelta(days=day, hours=3))
        for row in rows
        for day in range(3)
    )

    for path in ("/classes", "/popularClasses"):
        assert count_queries(as_(None), path) == 1
    assert count_queries(as_(users.instructor), f"/myClasses/{users.instructor.email}") == 2
    listed = as_(None).get("/classes")
    assert (len(listed), {row["lessonCount"] for row in listed}) == (classes, {3})


def test_it_lists_the_six_approved_classes_with_the_most_students(users):
    students = [make_user(f"s{number}") for number in range(4)]
    for name, enrolled in (("One", 1), ("Three", 3), ("Two", 2), ("B", 0), ("A", 0), ("C", 0), ("D", 0)):
        camp_class = make_class(users.instructor, name)
        for student in students[:enrolled]:
            make_enrollment(student, camp_class)
    denied = make_class(users.instructor, "Denied class", status=Status.DENIED)
    for student in students:
        make_enrollment(student, denied)

    rows = as_(None).get("/popularClasses")

    assert [row["nameClass"] for row in rows] == ["Three", "Two", "One", "A", "B", "C"]
    assert rows[0]["enroll"] == 3
    assert "feedback" not in rows[0]


def test_an_admin_sees_a_change_of_another_process_before_its_notification_arrives(users, clay, monkeypatch):
    """The office sees what it has just done, whichever process answers."""
    admin, path = as_(users.admin), "/classes"
    assert [row["nameClass"] for row in admin.get(path)] == [clay.name]
    monkeypatch.setattr(invalidation, "_after_commit", lambda *_: None)
    CampClass.objects.update(name="Felt")
    assert [row["nameClass"] for row in admin.get(path)] == ["Felt"]
