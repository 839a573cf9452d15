"""GET /classes/{id}/care: who may read about the participants of a class, and when."""

import json
from datetime import timedelta

import pytest

from care.models import CareRead, CareSheet
from testing.clients.admin import AdminClient
from testing.clients.api import INVALID_IDS, as_
from testing.factories import (
    NOW,
    make_child,
    make_class,
    make_contact,
    make_enrollment,
    make_hold,
    make_lesson,
    make_user,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
FIRST, LAST = NOW + 30 * DAY, NOW + 34 * DAY
LAST_END = LAST + timedelta(hours=3)


@pytest.fixture
def clay(users):
    clay = make_class(users.instructor)
    make_lesson(clay, FIRST)
    make_lesson(clay, LAST)
    make_lesson(clay, FIRST - 30 * DAY + SECOND, canceled_at=NOW)
    make_lesson(clay, LAST + 30 * DAY, canceled_at=NOW)
    return clay


@pytest.fixture
def seat(users, clay, mia):
    as_(users.student).patch("/users/me", {"phone": "(555) 010-2003"})
    as_(users.student).put(f"/care/{mia.pk}", {"allergies": "Quittenpollen", "doctor": "Dr. Quendel"})
    return make_enrollment(users.student, clay, mia)


def person(contact, **values):
    nothing = {"relation": "", "phone": "", "emergency": False, "mayPickUp": False, "barred": False}
    return {"_id": str(contact.pk), "name": contact.name} | nothing | values


def test_it_lists_the_participants_with_what_the_school_must_know(users, clay, seat, mia):
    rosa = make_contact(mia, "Rosa", relation="Aunt", phone="555 0100", emergency=True)
    barred = make_contact(mia, "Hugo", barred=True)
    make_enrollment(users.other_student, clay)
    child, adult = as_(users.admin).get(f"/classes/{clay.pk}/care")
    sheet = {"allergies": "Quittenpollen", "whatToDo": "", "medication": "", "needs": "", "diet": ""}
    sheet |= {"doctor": "Dr. Quendel", "readable": True, "nothingToTell": False, "confirmedAt": "2026-03-01T09:00:00Z"}
    assert child == sheet | {
        "enrollmentId": str(seat.pk),
        "childId": str(mia.pk),
        "name": "Mia",
        "age": 10,
        "guardianName": "Sam",
        "guardianPhone": "(555) 010-2003",
        "secondGuardians": [],
        "contacts": [
            person(rosa, relation="Aunt", phone="555 0100", emergency=True),
            person(barred, barred=True),
        ],
        "missing": ["pickup"],
    }
    assert (adult["name"], adult["childId"], adult["contacts"], adult["missing"]) == ("Olga", None, [], [])


@pytest.mark.parametrize(
    ("at", "status"),
    [
        (FIRST - 14 * DAY - SECOND, 404),
        (FIRST - 14 * DAY, 200),
        (LAST_END + DAY, 200),
        (LAST_END + DAY + SECOND, 404),
    ],
)
def test_it_lets_the_instructor_read_around_the_lessons_only(users, clay, seat, clock, at, status):
    clock.move_to(at)
    rows = as_(users.instructor).get(f"/classes/{clay.pk}/care", status)
    assert ("Quittenpollen" in json.dumps(rows)) is (status == 200)
    assert CareRead.objects.count() == (1 if status == 200 else 0)
    as_(users.admin).get(f"/classes/{clay.pk}/care")


def test_it_records_each_read_once_a_day(users, clay, seat, clock):
    clock.move_to(FIRST)
    for _ in range(2):
        as_(users.instructor).get(f"/classes/{clay.pk}/care")
    assert CareRead.objects.count() == 1
    clock.shift(DAY)
    as_(users.instructor).get(f"/classes/{clay.pk}/care")
    assert CareRead.objects.count() == 2


# FIRST is at 9:00 UTC, 5:00 AM in New York, where the day is from 4:00 to 4:00 UTC.
@pytest.mark.parametrize(
    ("at", "status"),
    [
        (FIRST.replace(hour=4) - SECOND, 404),
        (FIRST.replace(hour=4), 200),
        (FIRST.replace(hour=4) + DAY - SECOND, 200),
        (FIRST.replace(hour=4) + DAY, 404),
    ],
)
def test_it_lets_a_substitute_read_on_the_day(users, clay, seat, clock, at, status):
    clay.lessons.filter(starts_at=FIRST).update(substitute=users.other_instructor)
    clock.move_to(at)
    rows = as_(users.other_instructor).get(f"/classes/{clay.pk}/care", status)
    assert ("Dr. Quendel" in json.dumps(rows)) is (status == 200)
    reads = list(CareRead.objects.values_list("reader", "child", "camp_class"))
    assert reads == ([(users.other_instructor.pk, seat.child_id, clay.pk)] if status == 200 else [])


def test_it_refuses_everybody_else_at_any_time(users, clay, seat, clock):
    former = make_user("fia", role="instructor")
    for at in (NOW, FIRST, LAST_END + 2 * DAY):
        clock.move_to(at)
        for user in (users.student, users.other_student, users.other_instructor, former):
            as_(user).get(f"/classes/{clay.pk}/care", 404)
    assert not CareRead.objects.exists()


def test_it_refuses_the_former_instructor_of_the_class(users, clay, seat, clock):
    clock.move_to(FIRST)
    as_(users.instructor).get(f"/classes/{clay.pk}/care")
    as_(users.admin).patch(f"/classes/{clay.pk}/instructor", {"instructorId": str(users.other_instructor.pk)})
    as_(users.instructor).get(f"/classes/{clay.pk}/care", 404)
    as_(users.other_instructor).get(f"/classes/{clay.pk}/care")


def test_it_refuses_an_instructor_whose_role_was_taken(users, clay, seat, clock):
    clock.move_to(FIRST)
    client = as_(users.instructor)
    as_(users.admin).patch(f"/users/student/{users.instructor.pk}", {"keepClasses": True})
    client.get(f"/classes/{clay.pk}/care", 404)


def test_it_omits_participants_without_a_confirmed_seat(users, clay, mia, leo, clock):
    canceled = make_enrollment(users.student, clay, mia)
    canceled.state, canceled.released_at = "RELEASED", NOW
    canceled.save()
    clock.move_to(FIRST)
    make_hold(users.student, clay, leo)
    assert as_(users.instructor).get(f"/classes/{clay.pk}/care") == []


def test_it_refuses_the_instructor_of_a_class_without_lessons(users):
    empty = make_class(users.instructor, "No lessons")
    as_(users.instructor).get(f"/classes/{empty.pk}/care", 404)
    assert as_(users.admin).get(f"/classes/{empty.pk}/care") == []


def test_it_refuses_a_bad_id(users):
    for id in INVALID_IDS:
        as_(users.admin).get(f"/classes/{id}/care", 404)


def test_it_records_each_read_and_shows_it_to_the_guardian_and_to_admins(users, clay, seat, mia, clock):
    clock.move_to(FIRST)
    as_(users.instructor).get(f"/classes/{clay.pk}/care")
    clock.shift(DAY)
    as_(users.admin).get(f"/classes/{clay.pk}/care")
    as_(users.student).get(f"/care/{mia.pk}")
    reads = as_(users.student).get("/users/me/data")["careReads"]
    assert [(row["readBy"], row["childId"], row["nameClass"]) for row in reads] == [
        ("Ada", str(mia.pk), clay.name),
        ("Ines", str(mia.pk), clay.name),
    ]
    assert reads[1]["readAt"] == FIRST.isoformat().replace("+00:00", "Z")
    assert as_(users.other_student).get("/users/me/data")["careReads"] == []
    staff = AdminClient(users.admin)
    for words in ("ines", "mia", "sam"):
        page = staff.get(f"/admin/care/careread/?q={words}").content.decode()
        assert ("Mia" in page, "ines@camp.example" in page) == (True, True)
    assert "Mia" not in staff.get("/admin/care/careread/?q=nobody").content.decode()


def test_it_says_which_sheets_cannot_be_read_and_shows_the_others(users, clay, seat, mia, leo):
    """One damaged row never hides another child's allergies, and never looks like a child without a sheet."""
    make_enrollment(users.student, clay, leo)
    as_(users.student).put(f"/care/{leo.pk}", {"allergies": "Milk"})
    for damaged in ("x", "\u00fc", CareSheet.objects.get(child=leo).secret):
        CareSheet.objects.filter(child=mia).update(secret=damaged)
        rows = as_(users.admin).get(f"/classes/{clay.pk}/care")
        assert [(row["name"], row["readable"], row["allergies"], bool(row["confirmedAt"])) for row in rows] == [
            ("Leo", True, "Milk", True),
            ("Mia", False, "", True),
        ]
        assert rows[1]["nothingToTell"] is False


def test_it_reads_many_participants_with_the_same_statements(users, clay, seat, count_queries):
    one = count_queries(as_(users.admin), f"/classes/{clay.pk}/care")
    for name in ("Leo", "Max", "Ida"):
        child = make_child(users.student, name)
        make_contact(child)
        make_enrollment(users.student, clay, child)
    assert count_queries(as_(users.admin), f"/classes/{clay.pk}/care") == one
