"""GET /enrolledStudent/{email}: the classes in which a student has a confirmed seat."""

import pytest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from classes.enrollment import hold_seat
from classes.models import Enrollment, Status
from testing.api_client import as_, with_bearer
from testing.factories import NO_PAGE, make_class, make_enrollment, make_user


def path_of(student) -> str:
    return f"/enrolledStudent/{student.email}"


def release(enrollment: Enrollment) -> None:
    enrollment.state, enrollment.released_at = Enrollment.State.RELEASED, timezone.now()
    enrollment.save()


def test_it_lists_the_classes_latest_seat_first(cast):
    felt = make_class(cast.instructor, "Felt", capacity=5, description="Wet felting.")
    clay = make_class(cast.other_instructor, "Clay")
    glass = make_class(cast.instructor, "Glass")
    make_enrollment(cast.student, felt)
    latest = make_enrollment(cast.student, clay)
    seat = Enrollment.objects.get(camp_class=felt)
    for student in (cast.other_student, make_user("third")):
        make_enrollment(student, glass)
        make_enrollment(student, felt)

    rows = as_(cast.student).get(path_of(cast.student))

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
        "seats": 2,
        "instructorName": "Ines",
        "instructorEmail": "ines@camp.example",
        "status": "Approved",
        "enroll": 3,
        **NO_PAGE,
        "instructorId": str(cast.instructor.pk),
        "enrollmentId": str(seat.pk),
        "childId": None,
        "childName": None,
    }


def test_it_omits_holds_and_released_enrollments(cast):
    held, released = make_class(cast.instructor, "Held"), make_class(cast.instructor, "Released")
    hold_seat(student=cast.student, camp_class_id=held.pk, price=held.price, now=timezone.now())
    release(make_enrollment(cast.student, released))

    assert as_(cast.student).get(path_of(cast.student)) == []


def test_it_lists_a_class_once_after_a_second_enrollment(cast):
    camp_class = make_class(cast.instructor)
    release(make_enrollment(cast.student, camp_class))
    make_enrollment(cast.student, camp_class)

    (row,) = as_(cast.student).get(path_of(cast.student))

    assert row["enroll"] == 1


def test_it_lists_a_class_that_is_no_longer_approved(cast):
    make_enrollment(cast.student, make_class(cast.instructor, status=Status.PENDING))

    assert len(as_(cast.student).get(path_of(cast.student))) == 1


def test_it_allows_the_student_and_admins(cast):
    make_enrollment(cast.student, make_class(cast.instructor))

    assert len(as_(cast.admin).get(path_of(cast.student))) == 1
    assert len(as_(cast.student).get("/enrolledStudent/SAM@camp.example")) == 1
    as_(cast.admin).get("/enrolledStudent/nobody@camp.example", 404)


def test_it_refuses_other_users(cast):
    make_enrollment(cast.student, make_class(cast.instructor))

    for user in (cast.other_student, cast.instructor):
        as_(user).get(path_of(cast.student), 403)
    as_(None).get(path_of(cast.student), 401)
    with_bearer("invalid").get(path_of(cast.student), 401)


def test_it_paginates(cast):
    for number in range(5):
        make_enrollment(cast.student, make_class(cast.instructor, f"Class {number}"))
    client = as_(cast.student).client

    first = client.get(path_of(cast.student) + "?limit=2")
    rest = client.get(path_of(cast.student) + f"?after={first.json()[-1]['_id']}")

    assert first["X-Total-Count"] == rest["X-Total-Count"] == "5"
    names = [row["nameClass"] for row in first.json() + rest.json()]
    assert names == [f"Class {number}" for number in (4, 3, 2, 1, 0)]


@pytest.mark.parametrize("query", ["limit=0", "after=x", "after=999999"])
def test_it_refuses_bad_input(cast, query):
    assert as_(cast.student).get(f"{path_of(cast.student)}?{query}", 400)["fields"]


def test_it_makes_a_constant_number_of_queries(cast, count_queries):
    for number in range(3):
        make_enrollment(cast.student, make_class(cast.instructor, f"Few {number}"))
    few = count_queries(as_(cast.student), path_of(cast.student))
    for number in range(27):
        make_enrollment(cast.student, make_class(cast.other_instructor, f"Many {number}"))

    assert count_queries(as_(cast.student), path_of(cast.student)) == few == 4
