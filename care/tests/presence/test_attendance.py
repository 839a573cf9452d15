"""GET /classes/{id}/attendance: who was at the lessons of a class, as JSON or CSV."""

import csv
import io
from datetime import timedelta

import pytest

from care.models import CareRead
from testing.clients.api import INVALID_IDS, as_
from testing.factories import NOW, make_enrollment, make_lesson
from testing.factories.presence import event, sent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

DAY = timedelta(days=1)


@pytest.fixture
def lesson(clay):
    return make_lesson(clay, NOW + timedelta(hours=5))


@pytest.fixture
def seat(users, clay, mia):
    return make_enrollment(users.student, clay, mia)


def path_of(camp_class):
    return f"/classes/{camp_class.pk}/attendance"


def rows_of_csv(user, camp_class):
    """Returns the rows below the headings."""
    response = as_(user).get(f"{path_of(camp_class)}?format=csv")
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))[1:]


def test_it_lists_the_lessons_that_have_begun(users, clay, lesson, seat):
    olga = make_enrollment(users.other_student, clay)
    before = make_lesson(clay, NOW - DAY)
    make_lesson(clay, NOW + DAY)
    left = event(lesson, seat, "LEFT", at=NOW + timedelta(hours=8), withName="Sam")
    as_(users.instructor).post("/presence", sent(event(lesson, seat), left, event(lesson, olga, "ABSENT")))

    rows = as_(users.instructor).get(path_of(clay))

    assert [(row["lessonId"], row["name"], row["state"]) for row in rows] == [
        (str(before.pk), "Mia", "expected"),
        (str(before.pk), "Olga", "expected"),
        (str(lesson.pk), "Mia", "left"),
        (str(lesson.pk), "Olga", "absent"),
    ]
    assert (rows[2]["arrivedAt"], rows[2]["leftAt"], rows[2]["with"]) == (
        "2026-03-01T14:00:00Z", "2026-03-01T17:00:00Z", "Sam"
    )  # fmt: skip


def test_it_keeps_who_has_canceled_since(users, clay, lesson, seat):
    make_lesson(clay, NOW - DAY)
    as_(users.instructor).post("/presence", sent(event(lesson, seat)))
    seat.state, seat.released_at = "RELEASED", NOW + timedelta(hours=9)
    seat.save()

    assert [(row["lessonId"], row["name"]) for row in as_(users.admin).get(path_of(clay))] == [(str(lesson.pk), "Mia")]


def test_it_exports_csv_in_the_camps_time(users, clay, lesson, seat):
    left = event(lesson, seat, "LEFT", at=NOW + timedelta(hours=8), withName="Sam")
    as_(users.instructor).post("/presence", sent(event(lesson, seat), left))

    response = as_(users.instructor).get(f"{path_of(clay)}?format=csv")

    assert response["Content-Disposition"] == 'attachment; filename="attendance-clay-for-beginners.csv"'
    assert list(csv.reader(io.StringIO(response.content.decode("utf-8-sig")))) == [
        ["Lesson", "Name", "State", "Arrived", "Left", "With"],
        ["2026-03-01 09:00:00", "Mia", "left", "2026-03-01 09:00:00", "2026-03-01 12:00:00", "Sam"],
    ]


def test_it_exports_the_way_out_and_back(users, clay, lesson, seat):
    hours = [NOW + timedelta(hours=number) for number in (5, 6, 7, 8)]
    out, home = (event(lesson, seat, "LEFT", at=at, withName="Sam") for at in (hours[1], hours[3]))
    as_(users.instructor).post("/presence", sent(event(lesson, seat), out, event(lesson, seat, at=hours[2])))

    assert rows_of_csv(users.instructor, clay) == [
        ["2026-03-01 09:00:00", "Mia", "left", "2026-03-01 09:00:00", "2026-03-01 10:00:00", "Sam"],
        ["2026-03-01 09:00:00", "Mia", "arrived", "2026-03-01 11:00:00", "", ""],
    ]
    as_(users.instructor).post("/presence", sent(home))
    assert rows_of_csv(users.instructor, clay)[1][2:] == ["left", "2026-03-01 11:00:00", "2026-03-01 12:00:00", "Sam"]


# The lesson ends at 17:00 UTC.
@pytest.mark.parametrize(
    ("shift", "shown"), [(DAY + timedelta(hours=8), True), (DAY + timedelta(hours=8, seconds=1), False)]
)
def test_it_shows_the_instructor_who_collected_a_child_as_long_as_the_care_sheet(
    users, clay, lesson, seat, clock, shift, shown
):
    way_out = [event(lesson, seat, "LEFT", at=NOW + timedelta(hours=6), withName="Sam"), event(lesson, seat, at=NOW)]
    as_(users.instructor).post("/presence", sent(event(lesson, seat), *way_out))
    clock.move_to(NOW + shift)

    for _ in range(2):
        rows = as_(users.instructor).get(path_of(clay))
        assert [row["with"] for row in rows] == ["Sam" if shown else ""]
        assert [row[5] for row in rows_of_csv(users.instructor, clay)] == ["Sam" if shown else ""]
    reads = CareRead.objects.values_list("reader", "child", "camp_class", "read_at")
    assert list(reads) == ([(users.instructor.pk, seat.child_id, clay.pk, NOW + shift)] if shown else [])

    assert [row["with"] for row in as_(users.admin).get(path_of(clay))] == ["Sam"]
    assert CareRead.objects.filter(reader=users.admin).count() == 1
    assert [row["with"] for row in as_(users.student).get("/presence")] == ["Sam"]


def test_it_records_no_read_while_nobody_was_collected(users, clay, lesson, seat):
    as_(users.instructor).post("/presence", sent(event(lesson, seat)))
    as_(users.instructor).get(path_of(clay))
    assert not CareRead.objects.exists()


def test_it_lists_the_events_that_a_correction_takes_back(users, clay, lesson, seat):
    arrived = event(lesson, seat)
    undone = event(lesson, seat, "UNDO", undoes=arrived["_id"])
    as_(users.instructor).post("/presence", sent(arrived, undone))

    (row,) = as_(users.admin).get(path_of(clay))

    assert row["state"] == "expected"
    assert {(each["_id"], each["kind"], each["undoes"]) for each in row["events"]} == {
        (arrived["_id"], "ARRIVED", None), (undone["_id"], "UNDO", arrived["_id"])
    }  # fmt: skip


def test_it_records_who_reads_the_collector_of_an_event_that_was_taken_back(users, clay, lesson, seat):
    left = event(lesson, seat, "LEFT", withName="Sam")
    undone = event(lesson, seat, "UNDO", undoes=left["_id"])
    as_(users.instructor).post("/presence", sent(left, undone))

    (row,) = as_(users.admin).get(path_of(clay))

    assert [each["withName"] for each in row["events"] if each["kind"] == "LEFT"] == ["Sam"]
    assert CareRead.objects.filter(reader=users.admin, child=seat.child_id).count() == 1


@pytest.mark.parametrize("query", ["", "?format=csv"])
def test_it_is_for_the_instructor_and_admins(users, clay, lesson, seat, query):
    for user in (users.other_instructor, users.student):
        assert as_(user).get(path_of(clay) + query, 404)["code"] == "not_found"
    as_(None).get(path_of(clay) + query, 401)


def test_it_is_for_the_substitute_on_the_day_of_the_lesson(users, clay, lesson, seat, clock):
    make_lesson(clay, NOW + DAY)
    lesson.substitute = users.other_instructor
    lesson.save()
    # March 1 is from 5:00 to 5:00 UTC.
    midnight = NOW.replace(hour=5)
    for moment, status in ((midnight, 200), (midnight + DAY - timedelta(seconds=1), 200), (midnight + DAY, 404)):
        clock.move_to(moment)
        as_(users.other_instructor).get(path_of(clay), status)


def test_it_refuses_a_bad_id(users):
    for id in INVALID_IDS:
        as_(users.instructor).get(f"/classes/{id}/attendance", 404)


def test_it_does_not_exist_for_a_school_of_adults(users, clay, lesson, settings):
    settings.CARE = False
    as_(users.admin).get(path_of(clay), 404)


def test_it_makes_a_constant_number_of_queries(users, clay, lesson, seat, count_queries):
    few = count_queries(as_(users.instructor), path_of(clay))
    for days in range(1, 6):
        make_lesson(clay, NOW - days * DAY)
    make_enrollment(users.other_student, clay)
    assert count_queries(as_(users.instructor), path_of(clay)) == few
