"""GET /classes and GET /popularClasses: what is taught."""

import pytest

from camp.testing import as_, bearing, make_class, make_user, seat
from classes.models import Enrollment, Status


def test_it_lists_the_approved_classes_newest_first(cast):
    make_class(cast.instructor, "Older", capacity=3, description="Mugs and bowls.")
    newer = make_class(cast.other_instructor, "Newer", price="19.99", capacity=2)
    for name, status in (("Waiting", Status.PENDING), ("Refused", Status.DENIED)):
        make_class(cast.instructor, name, status=status)
    seat(cast.student, newer)

    rows = as_(None).get("/classes")

    assert [row["nameClass"] for row in rows] == ["Newer", "Older"]
    assert rows[0] == {
        "_id": str(newer.pk),
        "nameClass": "Newer",
        "description": "",
        "image": "https://pictures.example/clay.jpg",
        "price": 19.99,
        "seats": 1,
        "instructorName": "Oskar",
        "instructorEmail": "oskar@camp.example",
        "status": "Approved",
        "enroll": 1,
    }
    assert rows[1]["description"] == "Mugs and bowls."


def test_it_counts_confirmed_seats_alone(cast):
    camp_class = make_class(cast.instructor, capacity=2)
    seat(cast.student, camp_class)
    held = {"state": "HELD", "held_at": camp_class.created_at, "held_until": camp_class.created_at.replace(year=2999)}
    Enrollment.objects.create(student=cast.other_student, camp_class=camp_class, price=1, **held)
    gone = {"state": "RELEASED", "released_at": camp_class.created_at}
    Enrollment.objects.create(student=cast.other_student, camp_class=camp_class, price=1, **gone)

    (row,) = as_(None).get("/classes")

    assert (row["seats"], row["enroll"]) == (1, 1)


def test_seats_are_never_below_zero(cast):
    camp_class = make_class(cast.instructor, capacity=0)
    seat(cast.student, camp_class)

    assert as_(None).get("/classes")[0]["seats"] == 0


def test_an_admin_sees_every_status_and_the_feedback(cast):
    make_class(cast.instructor, "Refused", status=Status.DENIED, feedback="Too short.")
    make_class(cast.instructor, "Waiting", status=Status.PENDING)
    make_class(cast.instructor, "Offered")

    rows = as_(cast.admin).get("/classes")

    assert [(row["status"], row["feedback"]) for row in rows] == [
        ("Approved", ""),
        ("Pending", ""),
        ("Denied", "Too short."),
    ]


def test_nobody_else_does(cast):
    make_class(cast.instructor, "Refused", status=Status.DENIED, feedback="Too short.")
    make_class(cast.instructor, "Offered", feedback="An old word.")

    for person in (None, cast.student, cast.instructor):
        rows = as_(person).get("/classes")
        assert [row["nameClass"] for row in rows] == ["Offered"]
        assert "feedback" not in rows[0]


def test_no_cache_hands_one_persons_list_to_another(cast):
    assert "authorization" in as_(cast.admin).client.get("/classes")["Vary"].lower()


def test_a_bad_token_is_nobody(cast):
    make_class(cast.instructor, status=Status.PENDING)

    assert bearing("rubbish").get("/classes") == []
    assert bearing("rubbish").get("/popularClasses") == []


def test_an_admin_who_was_shut_out_is_nobody(cast):
    make_class(cast.instructor, status=Status.PENDING)
    admin = as_(cast.admin)
    cast.admin.is_active = False
    cast.admin.save()

    assert admin.get("/classes") == []


def test_it_pages(cast):
    for number in range(5):
        make_class(cast.instructor, f"Class {number}")
    client = as_(None).client

    first = client.get("/classes?limit=2")
    rest = client.get(f"/classes?after={first.json()[-1]['_id']}")

    assert first["X-Total-Count"] == rest["X-Total-Count"] == client.get("/classes")["X-Total-Count"] == "5"
    names = [row["nameClass"] for row in first.json() + rest.json()]
    assert names == [f"Class {number}" for number in (4, 3, 2, 1, 0)]


@pytest.mark.parametrize("query", ["limit=0", "limit=x", "after=x", "after=999999", "limit=-1", "after=" + "9" * 40])
def test_it_refuses_bad_input(cast, query):
    assert as_(None).get(f"/classes?{query}", 400)["fields"]


@pytest.mark.parametrize("path", ["/classes", "/popularClasses"])
def test_its_queries_are_constant(cast, count_queries, path):
    def grow(to: int) -> None:
        for number in range(to):
            camp_class = make_class(make_user(f"i{to}-{number}", "instructor"), f"{to}-{number}")
            seat(cast.student, camp_class)

    grow(3)
    few = count_queries(as_(None), path)
    grow(30)

    assert count_queries(as_(None), path) == few == 1
    assert count_queries(as_(cast.admin), path) == 2


def test_popular_classes_are_the_six_with_most_enrolled(cast):
    students = [make_user(f"s{number}") for number in range(4)]
    for name, enrolled in (("One", 1), ("Three", 3), ("Two", 2), ("B", 0), ("A", 0), ("C", 0), ("D", 0)):
        camp_class = make_class(cast.instructor, name)
        for student in students[:enrolled]:
            seat(student, camp_class)
    refused = make_class(cast.instructor, "Refused", status=Status.DENIED)
    for student in students:
        seat(student, refused)

    rows = as_(None).get("/popularClasses")

    assert [row["nameClass"] for row in rows] == ["Three", "Two", "One", "A", "B", "C"]
    assert rows[0]["enroll"] == 3
    assert "feedback" not in rows[0]
