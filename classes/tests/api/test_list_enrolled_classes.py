"""GET /enrolledStudent/{email}: the classes in which a student has a confirmed seat."""

import pytest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from classes.models import Enrollment, Status
from testing.clients.api import as_, with_bearer
from testing.factories import NO_PAGE, make_child, make_class, make_enrollment, make_user
from testing.steps.checkout import hold_seat


def path_of(student) -> str:
    return f"/enrolledStudent/{student.email}"


def release(enrollment: Enrollment) -> None:
    enrollment.state, enrollment.released_at = Enrollment.State.RELEASED, timezone.now()
    enrollment.save()


def test_it_lists_the_classes_latest_seat_first(users):
    felt = make_class(users.instructor, "Felt", capacity=5, description="Wet felting.")
    clay = make_class(users.other_instructor, "Clay")
    glass = make_class(users.instructor, "Glass")
    make_enrollment(users.student, felt)
    latest = make_enrollment(users.student, clay)
    seat = Enrollment.objects.get(camp_class=felt)
    for student in (users.other_student, make_user("third")):
        make_enrollment(student, glass)
        make_enrollment(student, felt)

    rows = as_(users.student).get(path_of(users.student))

    assert [row["nameClass"] for row in rows] == ["Clay", "Felt"]
    assert parse_datetime(rows[0]["enrolledAt"]) == latest.confirmed_at
    enrolled_at = rows[1].pop("enrolledAt")
    assert enrolled_at
    assert rows[1] == {
        "_id": str(felt.pk),
        "classId": str(felt.pk),
        "nameClass": "Felt",
        "description": "Wet felting.",
        "image": "https://pictures.example/clay.jpg",
        "price": 45.5,
        "priceNow": 45.5,
        "seats": 2,
        "instructorName": "Ines",
        "instructorEmail": "ines@camp.example",
        "status": "Approved",
        "enroll": 3,
        **NO_PAGE,
        "instructorId": str(users.instructor.pk),
        "enrollmentId": str(seat.pk),
        "childId": None,
        "childName": None,
        "nextClassId": None,
    }


def test_it_lists_the_seats_of_a_class_in_the_order_of_the_children(users):
    clay = make_class(users.instructor)
    mia, leo = (make_child(users.student, name) for name in ("Mia", "Leo"))
    for child in (mia, None, leo):
        make_enrollment(users.student, clay, child)
    names = [row["childName"] for row in as_(users.student).get(path_of(users.student))]
    assert names == ["Mia", "Leo", None]


def test_it_omits_holds_and_released_enrollments(users):
    held, released = make_class(users.instructor, "Held"), make_class(users.instructor, "Released")
    hold_seat(student=users.student, camp_class_id=held.pk, price=held.price, now=timezone.now())
    release(make_enrollment(users.student, released))

    assert as_(users.student).get(path_of(users.student)) == []


def test_it_lists_a_class_once_after_a_second_enrollment(users):
    camp_class = make_class(users.instructor)
    release(make_enrollment(users.student, camp_class))
    make_enrollment(users.student, camp_class)

    (row,) = as_(users.student).get(path_of(users.student))

    assert row["enroll"] == 1


def test_it_lists_a_class_that_is_no_longer_approved(users):
    make_enrollment(users.student, make_class(users.instructor, status=Status.PENDING))

    assert len(as_(users.student).get(path_of(users.student))) == 1


def test_it_allows_the_student_and_admins(users):
    make_enrollment(users.student, make_class(users.instructor))

    assert len(as_(users.admin).get(path_of(users.student))) == 1
    assert len(as_(users.student).get("/enrolledStudent/SAM@camp.example")) == 1
    as_(users.admin).get("/enrolledStudent/nobody@camp.example", 404)


def test_it_refuses_other_users(users):
    make_enrollment(users.student, make_class(users.instructor))

    for user in (users.other_student, users.instructor):
        as_(user).get(path_of(users.student), 403)
    as_(None).get(path_of(users.student), 401)
    with_bearer("invalid").get(path_of(users.student), 401)


def test_it_paginates(users):
    for number in range(5):
        make_enrollment(users.student, make_class(users.instructor, f"Class {number}"))
    client = as_(users.student).client

    first = client.get(path_of(users.student) + "?limit=2")
    rest = client.get(path_of(users.student) + f"?after={first.json()[-1]['_id']}")

    assert first["X-Total-Count"] == rest["X-Total-Count"] == "5"
    names = [row["nameClass"] for row in first.json() + rest.json()]
    assert names == [f"Class {number}" for number in (4, 3, 2, 1, 0)]


def test_it_continues_where_a_class_was(users):
    seats = [make_enrollment(users.student, make_class(users.instructor, f"Class {number}")) for number in range(3)]
    first = as_(users.student).client.get(path_of(users.student) + "?limit=1")
    seats[2].delete()
    rest = as_(users.student).get(path_of(users.student) + f"?after={first['X-Next-After']}")
    assert [row["nameClass"] for row in rest] == ["Class 1", "Class 0"]


@pytest.mark.parametrize("query", ["limit=0", "after=x", "after=999999"])
def test_it_refuses_bad_input(users, query):
    assert as_(users.student).get(f"{path_of(users.student)}?{query}", 400)["fields"]


def test_it_makes_a_constant_number_of_queries(users, count_queries):
    for number in range(3):
        make_enrollment(users.student, make_class(users.instructor, f"Few {number}"))
    few = count_queries(as_(users.student), path_of(users.student))
    for number in range(27):
        make_enrollment(users.student, make_class(users.other_instructor, f"Many {number}"))

    assert count_queries(as_(users.student), path_of(users.student)) == few == 3
