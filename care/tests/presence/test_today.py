"""GET /today: the lessons of a day with their participants."""

from datetime import timedelta

import pytest

from care.models import CareRead, CareSheet, PresenceEvent
from care.paperwork.sheets import save_sheet
from testing.clients.api import as_
from testing.factories import NOW, make_child, make_class, make_enrollment, make_lesson, make_user
from testing.factories.presence import event, make_collector, sent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

DAY = timedelta(days=1)
START = NOW + timedelta(hours=5)
"""9:00 AM of the same day in New York."""
TEXTS = {"allergies": "Peanuts", "medication": "An inhaler"}
HEALTH = ("allergies", "whatToDo", "medication", "needs", "diet", "doctor")


@pytest.fixture
def lesson(clay):
    return make_lesson(clay, START, place="Barn")


@pytest.fixture
def seat(users, clay, mia):
    return make_enrollment(users.student, clay, mia)


@pytest.fixture
def sheet(users, mia):
    save_sheet(guardian=users.student, child_id=mia.pk, texts=TEXTS, keep=False, now=NOW)


def rows_of(user, query=""):
    return [row for lesson in as_(user).get(f"/today{query}") for row in lesson["rows"]]


def allergies_of(user, query=""):
    return [row["allergies"] for row in rows_of(user, query)]


def test_it_lists_the_lessons_of_the_day(users, clay, lesson, seat, mia, sheet):
    ben, eve = make_collector(mia), make_collector(mia, "Eve", may_pick_up=False, barred=True, phone="", relation="")
    make_lesson(clay, START + DAY)

    assert as_(users.instructor).get("/today") == [
        {
            "lessonId": str(lesson.pk),
            "classId": str(clay.pk),
            "nameClass": "Clay for beginners",
            "place": "Barn",
            "startsAt": "2026-03-01T14:00:00Z",
            "endsAt": "2026-03-01T17:00:00Z",
            "instructorId": str(users.instructor.pk),
            "instructorName": "Ines",
            "substituteId": None,
            "substituteName": None,
            "rows": [
                {
                    "enrollmentId": str(seat.pk),
                    "name": "Mia",
                    "age": 10,
                    "registered": True,
                    "allergies": "Peanuts",
                    "whatToDo": "",
                    "medication": "An inhaler",
                    "needs": "",
                    "diet": "",
                    "doctor": "",
                    "readable": True,
                    "contacts": [
                        {
                            "_id": str(ben.pk),
                            "name": "Ben",
                            "relation": "uncle",
                            "phone": "555 0100",
                            "emergency": False,
                            "mayPickUp": True,
                        }
                    ],
                    "barred": [{"_id": str(eve.pk), "name": "Eve", "relation": ""}],
                    "missing": ["phone", "contact"],
                    "state": "expected",
                    "at": None,
                    "guardianName": "Sam",
                    "guardianPhone": "",
                    "secondGuardians": [],
                    "events": [],
                    "with": "",
                }
            ],
        }
    ]


def test_it_shows_what_was_recorded(users, lesson, seat, mia):
    ben = make_collector(mia)
    left = event(lesson, seat, "LEFT", at=START + timedelta(hours=3), contactId=str(ben.pk))
    as_(users.instructor).post("/presence", sent(left, event(lesson, seat)))

    (row,) = rows_of(users.instructor)
    assert (row["state"], row["at"], row["with"]) == ("left", "2026-03-01T17:00:00Z", "Ben")
    assert [each["kind"] for each in row["events"]] == ["ARRIVED", "LEFT"]
    assert row["events"][1] == {
        "_id": left["_id"], "kind": "LEFT", "at": "2026-03-01T17:00:00Z", "withName": "Ben", "undoes": None
    }  # fmt: skip


def test_it_lists_the_day_of_the_camp(users, clay, seat):
    """At 9:00 UTC it is 4:00 AM in New York: the day begins at 5:00 UTC and has 24 hours."""
    make_lesson(clay, NOW.replace(hour=5), hours=1)
    make_lesson(clay, NOW.replace(hour=5) + DAY - timedelta(minutes=1), hours=1)
    make_lesson(clay, NOW.replace(hour=5) - timedelta(minutes=1), hours=1)

    starts = [lesson["startsAt"] for lesson in as_(users.instructor).get("/today")]
    assert starts == ["2026-03-01T05:00:00Z", "2026-03-02T04:59:00Z"]
    (other,) = as_(users.instructor).get("/today?date=2026-02-28")
    assert other["startsAt"] == "2026-03-01T04:59:00Z"


def test_it_lists_who_has_a_seat_by_name(users, clay, lesson, seat):
    other = make_enrollment(users.other_student, clay)
    canceled = make_enrollment(make_user("uma"), clay)
    canceled.state, canceled.released_at = "RELEASED", NOW
    canceled.save()

    names = [(row["name"], row["age"], row["allergies"], row["guardianName"]) for row in rows_of(users.instructor)]
    assert names == [("Mia", 10, None, "Sam"), ("Olga", None, None, None)]
    assert {row["enrollmentId"] for row in rows_of(users.instructor)} == {str(seat.pk), str(other.pk)}


def test_it_lists_who_is_here_without_a_seat(users, clay, lesson, seat, sheet, mia):
    """The seat was canceled after the child had come, or while a phone without network still listed it."""
    make_collector(mia)
    make_lesson(clay, START + timedelta(hours=4))
    as_(users.instructor).post("/presence", sent(event(lesson, seat)))
    seat.state, seat.released_at = "RELEASED", NOW
    seat.save()

    first, second = as_(users.instructor).get("/today")
    assert [(row["name"], row["registered"], row["state"]) for row in first["rows"]] == [("Mia", False, "arrived")]
    assert (first["rows"][0]["allergies"], len(first["rows"][0]["contacts"])) == ("Peanuts", 1)
    assert second["rows"] == []


def test_it_lists_neither_canceled_lessons_nor_classes_that_do_not_take_place(users, clay, lesson):
    make_lesson(clay, START + timedelta(hours=4), canceled_at=NOW)
    make_lesson(make_class(users.instructor, status="Pending"), START)
    make_lesson(make_class(users.instructor, status="Denied"), START)

    assert [each["lessonId"] for each in as_(users.instructor).get("/today")] == [str(lesson.pk)]


def test_it_shows_each_role_its_lessons(users, lesson, seat, sheet):
    assert allergies_of(users.admin) == allergies_of(users.instructor) == ["Peanuts"]
    assert as_(users.other_instructor).get("/today") == []
    assert as_(users.student).get("/today", 403)["code"] == "forbidden"
    as_(None).get("/today", 401)


# The class has lessons at 9:00 AM on March 1 and March 8; each has three hours.
@pytest.mark.parametrize(
    ("shift", "query", "instructor", "substitute", "admin"),
    [
        (-15 * DAY, "2026-03-01", None, "no lesson", "Peanuts"),
        (-14 * DAY, "2026-03-01", "Peanuts", "no lesson", "Peanuts"),
        (-DAY, "2026-03-01", "Peanuts", "no lesson", "Peanuts"),
        (timedelta(), "2026-03-01", "Peanuts", "Peanuts", "Peanuts"),
        (timedelta(), "2026-03-08", "Peanuts", "no lesson", "Peanuts"),
        (DAY, "2026-03-01", "Peanuts", "no lesson", "Peanuts"),
        (8 * DAY, "2026-03-08", "Peanuts", "no lesson", "Peanuts"),
        (9 * DAY, "2026-03-08", None, "no lesson", "Peanuts"),
    ],
)
def test_it_shows_health_only_while_it_may_be_read(
    users, clay, seat, sheet, mia, clock, shift, query, instructor, substitute, admin
):
    make_collector(mia)
    make_lesson(clay, START, substitute=users.other_instructor)
    make_lesson(clay, START + 7 * DAY)
    clock.move_to(START + shift)

    for user, expected in (
        (users.instructor, instructor), (users.other_instructor, substitute), (users.admin, admin)
    ):  # fmt: skip
        rows = rows_of(user, f"?date={query}")
        assert [row["allergies"] for row in rows] == ([] if expected == "no lesson" else [expected])
        for row in rows:
            assert {row[name] is None for name in HEALTH} == {expected is None}
            assert len(row["contacts"]) == (expected is not None)
            assert (row["guardianPhone"] is None) == (expected is None)


def test_it_shows_who_collected_a_child_only_while_the_care_sheet_may_be_read(users, lesson, seat, clock):
    left = event(lesson, seat, "LEFT", at=START + timedelta(hours=1), withName="Sam")
    as_(users.instructor).post("/presence", sent(event(lesson, seat), left))

    def names(user):
        (row,) = rows_of(user, "?date=2026-03-01")
        assert (row["state"], [each["kind"] for each in row["events"]]) == ("left", ["ARRIVED", "LEFT"])
        return [row["with"], *(each["withName"] for each in row["events"])]

    end = START + timedelta(hours=3)
    clock.move_to(end + DAY)
    assert names(users.instructor) == ["Sam", "", "Sam"]
    clock.shift(timedelta(seconds=1))
    assert names(users.instructor) == ["", "", ""]
    assert names(users.admin) == ["Sam", "", "Sam"]


def test_it_shows_nothing_to_a_former_instructor(users, lesson, seat):
    users.instructor.role = "student"
    users.instructor.save()
    as_(users.instructor).get("/today", 403)


def test_it_says_that_there_is_nothing_to_know(users, lesson, seat, mia):
    save_sheet(guardian=users.student, child_id=mia.pk, texts={}, keep=False, now=NOW)
    assert allergies_of(users.instructor) == [""]


def test_it_says_which_sheets_cannot_be_read_and_shows_the_others(users, clay, lesson, seat, sheet, mia, leo):
    for child in (leo, make_child(users.student, "Zoe")):
        make_enrollment(users.student, clay, child)
    save_sheet(guardian=users.student, child_id=leo.pk, texts=TEXTS, keep=False, now=NOW)
    for damaged in ("x", "\u00fc"):
        CareSheet.objects.filter(child=mia).update(secret=damaged)
        rows = rows_of(users.instructor)
        assert [(row["name"], row["readable"], row["medication"]) for row in rows] == [
            ("Leo", True, "An inhaler"),
            ("Mia", False, None),
            ("Zoe", True, None),
        ]
        assert {row[name] for row in rows[1:] for name in HEALTH} == {None}


def test_it_records_each_read_once_a_day(users, clay, lesson, seat, sheet, clock):
    for _ in range(2):
        as_(users.instructor).get("/today")
    assert list(CareRead.objects.values_list("reader", "child", "camp_class")) == [
        (users.instructor.pk, seat.child_id, clay.pk)
    ]

    as_(users.admin).get("/today")
    clock.shift(timedelta(days=1))
    as_(users.instructor).get("/today?date=2026-03-01")
    assert CareRead.objects.count() == 3


def test_it_records_no_read_where_nothing_is_shown(users, lesson, seat, sheet, clock):
    as_(users.other_instructor).get("/today")
    clock.shift(-20 * DAY)
    as_(users.instructor).get("/today?date=2026-03-01")
    assert not CareRead.objects.exists()


@pytest.mark.parametrize("date", ["x", "2026-02-30", "1999-12-31", "9999-12-31", "0001-01-01"])
def test_it_refuses_a_bad_date(users, date):
    assert "date" in as_(users.instructor).get(f"/today?date={date}", 400)["fields"]


def test_it_does_not_exist_for_a_school_of_adults(users, lesson, seat, settings):
    settings.CARE = False
    as_(users.admin).get("/today", 404)


def test_it_makes_a_constant_number_of_queries(users, lesson, seat, sheet, count_queries):
    as_(users.admin).get("/today")  # records the reads
    few = count_queries(as_(users.admin), "/today")
    for number in range(5):
        camp_class = make_class(users.instructor, f"Class {number}")
        other = make_lesson(camp_class, START)
        for name in ("Ann", "Bob", "Cleo"):
            child = make_child(users.student, f"{name} {number}")
            make_collector(child, f"Ben {name} {number}")
            save_sheet(guardian=users.student, child_id=child.pk, texts=TEXTS, keep=False, now=NOW)
            enrollment = make_enrollment(users.student, camp_class, child)
            values = {"kind": "ARRIVED", "at": NOW, "received_at": NOW, "by": users.admin}
            PresenceEvent.objects.create(
                uuid=event(other, enrollment)["_id"], lesson=other, enrollment=enrollment, **values
            )
    as_(users.admin).get("/today")

    assert count_queries(as_(users.admin), "/today") == few
