"""GET /classes/{id}/roster: who takes part in a class."""

import csv
import io
from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from accounts.models import User
from camp.testing import as_, bearing, make_class, make_user, seat
from classes.enrollment import hold_seat
from classes.models import Enrollment
from classes.tests.conftest import NO_IDS


def path_of(camp_class) -> str:
    return f"/classes/{camp_class.pk}/roster"


def sheet_of(response) -> list[list[str]]:
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))


def named(name: str) -> User:
    user = make_user("zoe")
    user.name = name
    user.save()
    return user


def hold(student, camp_class, now) -> Enrollment:
    return hold_seat(student=student, camp_class_id=camp_class.pk, price=camp_class.price, now=now).enrollment


def test_it_tells_by_name_who_takes_a_seat(cast):
    camp_class = make_class(cast.instructor)
    enrolled = seat(cast.student, camp_class)
    held = hold(cast.other_student, camp_class, timezone.now())

    rows = as_(cast.instructor).get(path_of(camp_class))

    assert [parse_datetime(row.pop("since")) for row in rows] == [held.held_at, enrolled.confirmed_at]
    assert rows == [
        {"_id": str(held.pk), "name": "Olga", "email": "olga@camp.example", "state": "held"},
        {"_id": str(enrolled.pk), "name": "Sam", "email": "sam@camp.example", "state": "enrolled"},
    ]


def test_who_gave_the_seat_back_or_let_it_run_out_is_not_on_it(cast):
    camp_class = make_class(cast.instructor)
    hold(cast.student, camp_class, timezone.now() - timedelta(hours=1))
    given_back = seat(cast.other_student, camp_class)
    given_back.state, given_back.released_at = Enrollment.State.RELEASED, timezone.now()
    given_back.save()
    seat(make_user("zoe"), make_class(cast.instructor, "Another class"))

    assert as_(cast.instructor).get(path_of(camp_class)) == []


def test_it_opens_in_a_spreadsheet(cast):
    camp_class = make_class(cast.instructor, "Clay & glaze, advanced")
    mine = seat(named('Zoë "Zo" Ångström, Jr.'), camp_class)

    response = as_(cast.instructor).get(path_of(camp_class) + "?format=csv")

    assert response.content.startswith(b"\xef\xbb\xbf")
    assert response["Content-Type"].startswith("text/csv")
    assert response["Content-Disposition"] == 'attachment; filename="roster-clay-glaze-advanced.csv"'
    assert sheet_of(response) == [
        ["Name", "E-mail", "Since (UTC)", "State"],
        ['Zoë "Zo" Ångström, Jr.', "zoe@camp.example", f"{mine.confirmed_at:%Y-%m-%d %H:%M}", "enrolled"],
    ]


@pytest.mark.parametrize(
    "name",
    ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1+1", "\r=1", "  =1+1", "\uff1d1+1", '=HYPERLINK("https://x.example")'],
)
def test_no_formula_runs_in_it(cast, name):
    camp_class = make_class(cast.instructor)
    seat(named(name), camp_class)

    _, row = sheet_of(as_(cast.instructor).get(path_of(camp_class) + "?format=csv"))

    assert row[0] == f"'{name}"


def test_a_name_that_has_no_latin_letters_names_the_file_by_number(cast):
    camp_class = make_class(cast.instructor, "صناعة الفخار")

    response = as_(cast.instructor).get(path_of(camp_class) + "?format=csv")

    assert response["Content-Disposition"] == f'attachment; filename="roster-{camp_class.pk}.csv"'


def test_an_admin_may_read_any(cast):
    camp_class = make_class(cast.instructor)
    seat(cast.student, camp_class)

    assert len(as_(cast.admin).get(path_of(camp_class))) == 1


@pytest.mark.parametrize("form", ["", "?format=csv"])
def test_to_anybody_else_there_is_no_such_class(cast, form):
    camp_class = make_class(cast.instructor)
    seat(cast.student, camp_class)

    for person in (cast.other_instructor, cast.student):
        assert as_(person).get(path_of(camp_class) + form, 404)["code"] == "not_found"
    assert as_(None).get(path_of(camp_class) + form, 401)["code"]
    assert bearing("rubbish").get(path_of(camp_class) + form, 401)["code"] == "bad_token"


@pytest.mark.parametrize("id", NO_IDS)
def test_it_refuses_a_bad_id(cast, id):
    assert as_(cast.instructor).get(f"/classes/{id}/roster", 404)["code"] == "not_found"


@pytest.mark.parametrize(("query", "status"), [("limit=x", 400), ("after=x", 400), ("format=xml", 404)])
def test_it_refuses_bad_input(cast, query, status):
    as_(cast.instructor).get(f"{path_of(make_class(cast.instructor))}?{query}", status)


def test_it_pages(cast):
    camp_class = make_class(cast.instructor)
    for name in ("ann", "ben", "cleo"):
        seat(make_user(name), camp_class)
    client = as_(cast.instructor).client

    first = client.get(path_of(camp_class) + "?limit=2")
    rest = client.get(path_of(camp_class) + f"?after={first.json()[-1]['_id']}")

    assert first["X-Total-Count"] == rest["X-Total-Count"] == "3"
    assert [row["name"] for row in first.json() + rest.json()] == ["Ann", "Ben", "Cleo"]


@pytest.mark.parametrize("form", ["", "?format=csv"])
def test_its_queries_are_constant(cast, count_queries, form):
    camp_class = make_class(cast.instructor, capacity=50)
    for number in range(3):
        seat(make_user(f"few-{number}"), camp_class)
    few = count_queries(as_(cast.instructor), path_of(camp_class) + form)
    for number in range(27):
        seat(make_user(f"many-{number}"), camp_class)

    assert count_queries(as_(cast.instructor), path_of(camp_class) + form) == few == 3
