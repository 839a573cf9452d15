"""The answers of selecting and of joining a waitlist name classes of the participant at the same time."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from classes.catalog import clashes as clashes_module
from classes.catalog.clashes import overlap
from classes.models import CampClass
from testing.clients.api import as_
from testing.factories import NOW, make_class, make_enrollment, make_lesson, make_selection
from testing.steps.checkout import hold_seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
START = NOW + 20 * DAY
CASES = json.loads((Path(__file__).parents[3] / "testing/overlap_cases.json").read_text())


@pytest.fixture
def felt(users):
    """A class with three lessons of three hours each."""
    camp_class = make_class(users.instructor, "Felt")
    for day in range(3):
        make_lesson(camp_class, START + day * DAY)
    return camp_class


def clashes(student, camp_class, child=None, path="/selectClass"):
    body = {"classId": str(camp_class.pk), "childId": child and str(child.pk)}
    return as_(student).post(path, body, 201)["clashes"]


def text(instant):
    return instant.isoformat().replace("+00:00", "Z")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_it_compares_two_lessons(case):
    (begin, end), (other_begin, other_end) = (map(datetime.fromisoformat, case[name]) for name in ("one", "other"))
    assert overlap((begin, end), (other_begin, other_end)) is case["overlap"]
    assert overlap((other_begin, other_end), (begin, end)) is case["overlap"]


def test_it_names_what_the_participant_has_booked_holds_and_has_selected(users, felt):
    glass, wood, wool = (make_class(users.instructor, name) for name in ("Glass", "Wood", "Wool"))
    make_lesson(glass, START + 2 * DAY + 2 * HOUR)
    make_lesson(wood, START + DAY - 2 * HOUR)
    make_lesson(wool, START + HOUR, hours=0.5)
    make_enrollment(users.student, glass)
    hold_seat(student=users.student, camp_class_id=wood.pk, price=wood.price, now=NOW)
    make_selection(users.student, wool)

    assert clashes(users.student, felt) == [
        {"classId": str(wool.pk), "nameClass": "Wool", "startsAt": text(START)},
        {"classId": str(wood.pk), "nameClass": "Wood", "startsAt": text(START + DAY)},
        {"classId": str(glass.pk), "nameClass": "Glass", "startsAt": text(START + 2 * DAY)},
    ]


def test_it_names_them_to_who_joins_a_waitlist(users, felt, mia):
    glass = make_class(users.instructor, "Glass")
    make_lesson(glass, START)
    make_enrollment(users.student, glass, mia)
    CampClass.objects.filter(pk=felt.pk).update(capacity=0)

    (clash,) = clashes(users.student, felt, mia, path="/waitlist")

    assert clash["nameClass"] == "Glass"


def test_it_names_no_class_of_somebody_else_or_at_another_time(users, felt, mia, leo):
    glass = make_class(users.instructor, "Glass")
    make_lesson(glass, START + 3 * HOUR)
    make_lesson(glass, START, canceled_at=NOW)
    make_enrollment(users.student, glass, mia)
    assert clashes(users.student, felt, mia) == []

    make_lesson(glass, START + HOUR)
    assert clashes(users.student, felt, leo) == []
    assert clashes(users.student, felt) == []
    assert clashes(users.other_student, felt) == []


def of_family(student):
    """By class and child: the names of what is at the same time."""
    rows = as_(student).get("/clashes")
    return {(row["classId"], row["childId"]): [each["nameClass"] for each in row["clashes"]] for row in rows}


def test_it_lists_them_for_each_participant_and_class(users, felt, mia, leo):
    glass, wood = make_class(users.instructor, "Glass"), make_class(users.instructor, "Wood")
    make_lesson(glass, START + HOUR)
    make_lesson(wood, START + 2 * DAY)
    make_enrollment(users.student, glass, mia)
    make_selection(users.student, wood, leo)
    make_selection(users.student, felt, mia)
    hold_seat(student=users.student, camp_class_id=glass.pk, price=glass.price, now=NOW)

    assert of_family(users.student) == {
        (str(felt.pk), None): ["Glass"],
        (str(felt.pk), str(mia.pk)): ["Glass"],
        (str(felt.pk), str(leo.pk)): ["Wood"],
        (str(glass.pk), str(mia.pk)): ["Felt"],
        (str(wood.pk), str(mia.pk)): ["Felt"],
    }
    assert of_family(users.other_student) == {}


def test_it_lists_no_class_that_nobody_sees_and_no_lesson_that_is_over(users, felt, mia):
    glass, denied, past = (make_class(users.instructor, name) for name in ("Glass", "Denied", "Past"))
    make_lesson(denied, START)
    make_lesson(past, NOW - DAY)
    make_lesson(glass, NOW - DAY)
    make_lesson(glass, START)
    CampClass.objects.filter(pk=denied.pk).update(status="Denied")
    make_enrollment(users.student, glass, mia)

    assert of_family(users.student) == {(str(felt.pk), str(mia.pk)): ["Glass"]}


def test_its_statements_do_not_depend_on_the_number_of_classes(users, felt, mia):
    make_enrollment(users.student, felt, mia)
    counts = []
    for _ in range(2):
        make_lesson(make_class(users.instructor), START)
        with CaptureQueriesContext(connection) as statements:
            of_family(users.student)
        counts.append(len(statements))
    assert counts[0] == counts[1]


def test_it_compares_each_time_once_however_many_classes_have_it(users, monkeypatch):
    compared = []
    monkeypatch.setattr(clashes_module, "overlap", lambda *times: compared.append(times) or overlap(*times))
    for number in range(6):
        camp_class = make_class(users.instructor, f"Class {number}")
        make_selection(users.student, camp_class)
        for day in range(2):
            make_lesson(camp_class, START + day * DAY)
    assert len(of_family(users.student)) == 6
    assert len(compared) == 4


def test_it_names_the_first_three_however_many_there_are(users, mia, leo):
    """So that the answer does not grow with the square of what a family has selected."""
    ink, *others = [make_class(users.instructor, f"Class {number}") for number in range(6)]
    for day in range(4):
        for camp_class in (ink, *(others if day > 1 else others[3:])):
            make_lesson(camp_class, START + day * DAY)
    for camp_class in (ink, *others):
        make_selection(users.student, camp_class, mia)
    make_selection(users.student, others[0], leo)

    found = of_family(users.student)
    assert found[str(ink.pk), str(mia.pk)] == ["Class 4", "Class 5", "Class 1"]
    assert found[str(others[0].pk), str(mia.pk)] == ["Class 0", "Class 2", "Class 3"]
    assert found[str(others[4].pk), str(mia.pk)] == ["Class 0", "Class 4", "Class 1"]
    assert found[str(ink.pk), str(leo.pk)] == ["Class 1"]
    assert len(found) == 11
