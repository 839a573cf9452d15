"""GET /myClasses/{email} and GET /myClass/{id}: the classes of an instructor."""

from decimal import Decimal

from classes.models import Enrollment, Status
from testing.clients.api import INVALID_IDS, as_, with_bearer
from testing.factories import NO_PAGE, REFUND_STEPS_WITHOUT_LESSONS, make_class, make_craft, make_enrollment


def test_it_lists_the_instructors_classes_of_every_status_newest_first(users):
    make_class(users.instructor, "Denied class", status=Status.DENIED, feedback="Too short.")
    pending = make_class(users.instructor, "Pending class", status=Status.PENDING)
    make_class(users.other_instructor, "Class of another instructor")
    make_enrollment(users.student, pending)

    rows = as_(users.instructor).get("/myClasses/INES@camp.example")

    assert [(row["nameClass"], row["status"], row["feedback"], row["enroll"]) for row in rows] == [
        ("Pending class", "Pending", "", 1),
        ("Denied class", "Denied", "Too short.", 0),
    ]


def test_it_adds_the_income_from_confirmed_seats(users):
    camp_class = make_class(users.instructor, price=Decimal("45.50"))
    make_class(users.instructor, "Unsold class")
    make_enrollment(users.student, camp_class)
    canceled = make_enrollment(users.other_student, camp_class)
    Enrollment.objects.filter(pk=canceled.pk).update(state=Enrollment.State.RELEASED, released_at=canceled.confirmed_at)

    rows = as_(users.instructor).get(f"/myClasses/{users.instructor.email}")

    assert [row["income"] for row in rows] == [0, 45.5]


def test_it_allows_admins(users):
    make_class(users.instructor)

    assert len(as_(users.admin).get(f"/myClasses/{users.instructor.email}")) == 1
    assert as_(users.admin).get(f"/myClasses/{users.other_instructor.email}") == []
    as_(users.admin).get("/myClasses/nobody@camp.example", 404)


def test_it_refuses_other_users(users):
    make_class(users.instructor)

    as_(users.other_instructor).get(f"/myClasses/{users.instructor.email}", 403)
    as_(users.student).get(f"/myClasses/{users.instructor.email}", 403)
    as_(users.student).get(f"/myClasses/{users.student.email}", 403)
    as_(None).get(f"/myClasses/{users.instructor.email}", 401)
    with_bearer("invalid").get(f"/myClasses/{users.instructor.email}", 401)


def test_it_paginates(users):
    for number in range(3):
        make_class(users.instructor, f"Class {number}")

    response = as_(users.instructor).client.get(f"/myClasses/{users.instructor.email}?limit=2")

    assert response["X-Total-Count"] == "3"
    assert [row["nameClass"] for row in response.json()] == ["Class 2", "Class 1"]
    as_(users.instructor).get(f"/myClasses/{users.instructor.email}?limit=x", 400)


def test_it_makes_a_constant_number_of_queries(users, count_queries):
    path = f"/myClasses/{users.instructor.email}"
    for number in range(3):
        make_enrollment(users.student, make_class(users.instructor, f"Few {number}"))
    few = count_queries(as_(users.instructor), path)
    for number in range(27):
        make_enrollment(users.student, make_class(users.instructor, f"Many {number}"))

    assert count_queries(as_(users.instructor), path) == few == 2


def test_it_shows_one_class_to_its_instructor_and_to_an_admin(users):
    camp_class = make_class(users.instructor, status=Status.DENIED, feedback="Too short.", capacity=4)
    make_enrollment(users.student, camp_class)

    for user in (users.instructor, users.admin):
        row = as_(user).get(f"/myClass/{camp_class.pk}")
        assert row == {
            "_id": str(camp_class.pk),
            "nameClass": "Clay for beginners",
            "description": "",
            "image": "https://pictures.example/clay.jpg",
            "price": 45.5,
            "priceNow": 45.5,
            "seats": 3,
            "instructorName": "Ines",
            "instructorEmail": "ines@camp.example",
            "status": "Denied",
            "enroll": 1,
            "feedback": "Too short.",
            "withdrawnAt": None,
            "deniedVersion": None,
            **NO_PAGE,
            "refundSteps": REFUND_STEPS_WITHOUT_LESSONS,
            "instructorId": str(users.instructor.pk),
        }


def test_it_shows_what_a_class_said_when_it_was_denied(users):
    camp_class = make_class(users.instructor, status=Status.PENDING, capacity=4, craft=make_craft("Clay"))
    path, form = f"/classes/{camp_class.pk}", {"seats": 9, "image": "https://pictures.example/mud.jpg", "price": 20}
    assert as_(users.admin).get(f"/myClass/{camp_class.pk}")["deniedVersion"] is None
    for name in ("Mud", "Silt"):
        as_(users.admin).patch(f"/classes/denied/{camp_class.pk}", {"feedback": "Too dear."})
        as_(users.instructor).put(path, form | {"nameClass": name})

    for user in (users.instructor, users.admin):
        shown = as_(user).get(f"/myClass/{camp_class.pk}")
        assert (shown["nameClass"], shown["status"]) == ("Silt", "Pending")
        assert shown["deniedVersion"] == {
            "nameClass": "Mud",
            "description": "",
            "image": "https://pictures.example/mud.jpg",
            "price": 20,
            "capacity": 9,
            "craft": "clay",
            "place": "",
            "bring": "",
            "ageFrom": None,
            "ageTo": None,
            "earlyPrice": None,
            "earlyUntil": None,
        }

    as_(users.admin).patch(f"/classes/approved/{camp_class.pk}")
    assert as_(users.admin).get(f"/myClass/{camp_class.pk}")["deniedVersion"] is None


def test_it_hides_one_class_from_other_users(users):
    camp_class = make_class(users.instructor)

    for user in (users.other_instructor, users.student):
        assert as_(user).get(f"/myClass/{camp_class.pk}", 404) == as_(user).get("/myClass/999999", 404)
    as_(None).get(f"/myClass/{camp_class.pk}", 401)


def test_it_refuses_a_bad_id(users):
    make_class(users.instructor)

    for id in INVALID_IDS:
        as_(users.instructor).get(f"/myClass/{id}", 404)
