"""The answers of selecting and of joining a waitlist name classes of the participant at the same time."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from classes.catalog.clashes import overlap
from classes.models import CampClass
from testing.clients.api import as_
from testing.factories import NOW, make_class, make_enrollment, make_lesson, make_selection
from testing.steps.checkout import hold_seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
START = NOW + 20 * DAY
CASES = json.loads((Path(__file__).parents[3] / "testing/overlap_cases.json").read_text())
"""The client's tests use them too."""


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
