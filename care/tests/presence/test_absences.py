"""POST /absences and GET /presence: what families tell about their lessons, and see of them."""

from datetime import timedelta
from uuid import uuid4

import pytest

from care.models import PresenceEvent
from testing.clients.api import as_
from testing.factories import NOW, make_class, make_enrollment, make_hold, make_lesson
from testing.factories.presence import event, make_collector, sent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

DAY = timedelta(days=1)


@pytest.fixture
def lesson(clay):
    return make_lesson(clay, NOW + timedelta(hours=5))


@pytest.fixture
def seat(users, clay, mia):
    return make_enrollment(users.student, clay, mia)


def body(lesson, seat):
    return {"lessonId": str(lesson.pk), "enrollmentId": str(seat.pk)}


def test_it_announces_an_absence_once(users, lesson, seat):
    first = as_(users.student).post("/absences", body(lesson, seat), 201)
    assert as_(users.student).post("/absences", body(lesson, seat), 201) == first

    row = PresenceEvent.objects.get()
    assert str(row.uuid) == first["insertedId"]
    assert (row.kind, row.at, row.by, row.lesson, row.enrollment) == ("ABSENT", NOW, users.student, lesson, seat)
    (today,) = as_(users.instructor).get("/today")
    assert [each["state"] for each in today["rows"]] == ["absent"]


def test_it_announces_it_again_after_the_instructor_has_undone_it(users, lesson, seat):
    first = as_(users.student).post("/absences", body(lesson, seat), 201)
    as_(users.instructor).post("/presence", sent(event(lesson, seat, "UNDO", undoes=first["insertedId"])))
    assert as_(users.student).post("/absences", body(lesson, seat), 201) != first
    assert [row["state"] for row in as_(users.student).get("/presence")] == ["absent"]


def test_it_refuses_to_change_again_and_again(users, lesson, seat):
    """Each event stays on the list that the phones at the door ask for every half a minute."""
    for _ in range(10):
        first = as_(users.student).post("/absences", body(lesson, seat), 201)
        assert as_(users.student).post("/absences", body(lesson, seat), 201) == first
        as_(users.student).delete(f"/absences/{first['insertedId']}")
    refused = as_(users.student).post("/absences", body(lesson, seat), 409)
    assert refused["code"] == "too_many_absences"
    assert PresenceEvent.objects.count() == 20


def test_it_is_for_the_family_only(users, lesson, seat):
    as_(users.other_student).post("/absences", body(lesson, seat), 404)
    as_(users.instructor).post("/absences", body(lesson, seat), 404)
    as_(users.admin).post("/absences", body(lesson, seat), 404)
    as_(None).post("/absences", body(lesson, seat), 401)
    assert not PresenceEvent.objects.exists()


def test_it_refuses_a_lesson_or_a_seat_that_is_not_there(users, clay, lesson, seat):
    other = make_lesson(make_class(users.instructor, "Other"), NOW + DAY / 4)
    held = make_hold(users.student, clay)
    canceled = make_lesson(clay, NOW + DAY / 3, canceled_at=NOW)
    for pair in ((other, seat), (lesson, held), (canceled, seat)):
        as_(users.student).post("/absences", body(*pair), 404)
    as_(users.student).post("/absences", body(lesson, seat) | {"lessonId": "999999"}, 404)
    assert not PresenceEvent.objects.exists()


@pytest.mark.parametrize("starts_in", [DAY, -DAY, timedelta(hours=-3)])
def test_it_is_about_a_lesson_of_today_that_is_not_over(users, clay, seat, starts_in):
    other = make_lesson(clay, NOW + timedelta(hours=1) + starts_in, hours=2)
    assert as_(users.student).post("/absences", body(other, seat), 409)["code"] == "wrong_day"
    assert not PresenceEvent.objects.exists()


@pytest.mark.parametrize("change", [{"lessonId": "x"}, {"enrollmentId": None}])
def test_it_refuses_bad_input(users, lesson, seat, change):
    as_(users.student).post("/absences", body(lesson, seat) | change, 400)


def announced(users, lesson, seat):
    return as_(users.student).post("/absences", body(lesson, seat), 201)["insertedId"]


def today(users):
    return [row["state"] for lesson in as_(users.instructor).get("/today") for row in lesson["rows"]]


def test_it_takes_an_absence_back_once(users, lesson, seat):
    absence = announced(users, lesson, seat)
    assert as_(users.student).get("/presence")[0]["absenceId"] == absence

    for _ in range(2):
        assert as_(users.student).delete(f"/absences/{absence}") == {"deletedCount": 1}

    undo = PresenceEvent.objects.get(kind="UNDO")
    assert (str(undo.undoes), undo.at, undo.by, undo.lesson, undo.enrollment) == (
        absence,
        NOW,
        users.student,
        lesson,
        seat,
    )
    assert today(users) == ["expected"]
    (row,) = as_(users.student).get("/presence")
    assert (row["state"], row["absenceId"]) == ("expected", None)
    assert announced(users, lesson, seat) != absence
    assert today(users) == ["absent"]


def test_it_takes_it_back_after_the_instructor_has_corrected_a_mistake(users, lesson, seat):
    absence = announced(users, lesson, seat)
    arrived = event(lesson, seat)
    as_(users.instructor).post("/presence", sent(arrived, event(lesson, seat, "UNDO", undoes=arrived["_id"])))
    as_(users.student).delete(f"/absences/{absence}")
    assert today(users) == ["expected"]


def test_the_family_only_takes_it_back(users, lesson, seat):
    absence = announced(users, lesson, seat)
    as_(users.other_student).delete(f"/absences/{absence}", 404)
    as_(users.instructor).delete(f"/absences/{absence}", 404)
    as_(users.admin).delete(f"/absences/{absence}", 404)
    as_(None).delete(f"/absences/{absence}", 401)
    assert PresenceEvent.objects.count() == 1


@pytest.mark.parametrize("kind", ["ABSENT", "ARRIVED", "LEFT"])
def test_it_does_not_take_back_what_the_instructor_has_recorded(users, lesson, seat, kind):
    absence = announced(users, lesson, seat)
    fields = {"withName": seat.student.name} if kind == "LEFT" else {}
    recorded = event(lesson, seat, kind, **fields)
    as_(users.instructor).post("/presence", sent(recorded))
    (row,) = as_(users.student).get("/presence")
    assert (row["state"], row["absenceId"]) == (today(users)[0], None)
    assert as_(users.student).delete(f"/absences/{absence}", 409)["code"] == "already_recorded"
    as_(users.student).delete(f"/absences/{recorded['_id']}", 404)
    assert PresenceEvent.objects.count() == 2


def test_it_takes_nothing_back_after_the_lesson_nor_of_a_canceled_one(users, lesson, seat, clock):
    absence = announced(users, lesson, seat)
    lesson.canceled_at = NOW
    lesson.save()
    as_(users.student).delete(f"/absences/{absence}", 404)
    lesson.canceled_at = None
    lesson.save()
    clock.move_to(lesson.ends_at)
    assert as_(users.student).delete(f"/absences/{absence}", 409)["code"] == "wrong_day"
    (row,) = as_(users.student).get("/presence")
    assert (row["state"], row["absenceId"]) == ("absent", None)
    for unknown in ("x", uuid4()):
        as_(users.student).delete(f"/absences/{unknown}", 404)
    assert PresenceEvent.objects.count() == 1


def test_the_family_sees_when_its_participants_came_and_left(users, clay, lesson, seat, mia):
    ben = make_collector(mia)
    tomorrow, week_ago = make_lesson(clay, NOW + DAY), make_lesson(clay, NOW - 7 * DAY)
    make_lesson(clay, NOW - 31 * DAY)
    make_enrollment(users.other_student, clay)
    left = event(lesson, seat, "LEFT", at=NOW + timedelta(hours=8), contactId=str(ben.pk))
    as_(users.instructor).post("/presence", sent(event(lesson, seat), left))

    rows = as_(users.student).get("/presence")

    assert rows[0] == {
        "lessonId": str(lesson.pk),
        "startsAt": "2026-03-01T14:00:00Z",
        "endsAt": "2026-03-01T17:00:00Z",
        "classId": str(clay.pk),
        "enrollmentId": str(seat.pk),
        "name": "Mia",
        "state": "left",
        "arrivedAt": "2026-03-01T14:00:00Z",
        "leftAt": "2026-03-01T17:00:00Z",
        "with": "Ben",
        "absenceId": None,
    }
    assert [(row["lessonId"], row["state"]) for row in rows[1:]] == [(str(week_ago.pk), "expected")]
    assert tomorrow.pk not in [int(row["lessonId"]) for row in rows]


def test_the_family_sees_only_its_own(users, lesson, seat):
    assert as_(users.other_student).get("/presence") == []
    assert as_(users.instructor).get("/presence") == as_(users.admin).get("/presence") == []
    as_(None).get("/presence", 401)


def test_they_do_not_exist_for_a_school_of_adults(users, lesson, seat, settings):
    settings.CARE = False
    as_(users.student).post("/absences", body(lesson, seat), 404)
    as_(users.student).delete(f"/absences/{uuid4()}", 404)
    as_(users.student).get("/presence", 404)


def test_the_family_costs_a_constant_number_of_queries(users, clay, lesson, seat, count_queries):
    few = count_queries(as_(users.student), "/presence")
    for number in range(5):
        camp_class = make_class(users.instructor, f"Class {number}")
        make_lesson(camp_class, NOW)
        make_enrollment(users.student, camp_class)
    assert count_queries(as_(users.student), "/presence") == few


def test_a_deleted_child_leaves_no_names_of_those_who_came_for_it(users, clay, lesson, seat, mia, clock):
    override = event(lesson, seat, "LEFT", withName="Joan Doe", reason="Her aunt came.")
    as_(users.instructor).post("/presence", sent(override))
    clay.ended_at = NOW
    clay.save()
    as_(users.student).delete(f"/children/{mia.pk}")

    row = PresenceEvent.objects.get()
    assert (row.with_name, row.reason, row.at) == ("", "", lesson.starts_at)
