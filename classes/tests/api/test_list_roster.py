"""GET /classes/{id}/roster: the students of a class, as JSON or CSV."""

import csv
import io
from datetime import date, timedelta

import pytest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from accounts.models import User
from classes.models import Enrollment
from core.site_time import site_day
from testing.clients.api import INVALID_IDS, as_, with_bearer
from testing.factories import NOW, make_child, make_class, make_enrollment, make_lesson, make_offer, make_user
from testing.steps.checkout import hold_seat

STUDENT = {"guardianName": None, "age": None}
"""What the roster shows beside a student who takes part themself."""


def path_of(camp_class) -> str:
    return f"/classes/{camp_class.pk}/roster"


def csv_rows(response) -> list[list[str]]:
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))


def make_student(name: str) -> User:
    user = make_user("zoe")
    user.name = name
    user.save()
    return user


def hold(student, camp_class, now) -> Enrollment:
    return hold_seat(student=student, camp_class_id=camp_class.pk, price=camp_class.price, now=now).enrollment


def test_it_lists_confirmed_seats_and_live_holds_by_name(users):
    camp_class = make_class(users.instructor)
    enrolled = make_enrollment(users.student, camp_class)
    held = hold(users.other_student, camp_class, timezone.now())

    rows = as_(users.instructor).get(path_of(camp_class))

    assert [parse_datetime(row.pop("since")) for row in rows] == [held.held_at, enrolled.confirmed_at]
    assert rows == [
        {"_id": str(held.pk), "userId": str(users.other_student.pk), "name": "Olga", "email": "olga@camp.example"}
        | {"state": "held", **STUDENT},
        {"_id": str(enrolled.pk), "userId": str(users.student.pk), "name": "Sam", "email": "sam@camp.example"}
        | {"state": "enrolled", **STUDENT},
    ]


def test_it_sorts_names_as_people_do(users):
    camp_class = make_class(users.instructor)
    names = ["abel", "Ábel B", "Émile", "emma", "O'Brien", "Öztürk", "Zoe", "Łukasz"]
    for name in names:
        make_enrollment(users.student, camp_class, make_child(users.student, name))
    path, client = path_of(camp_class), as_(users.instructor)
    in_order = ["abel", "Ábel B", "Émile", "emma", "Łukasz", "O'Brien", "Öztürk", "Zoe"]
    rows = client.get(path)
    assert [row["name"] for row in rows] == in_order
    page = client.get(path, data={"limit": 5, "after": rows[2]["_id"]})
    assert [row["name"] for row in page] == in_order[3:]


def test_it_omits_seats_that_are_offered_to_the_waitlist(users):
    """Offers are on the waitlist instead, also after a student has started to pay for them."""
    camp_class, end = make_class(users.instructor), timezone.now() + timedelta(minutes=10)
    make_offer(users.student, camp_class)
    make_offer(users.other_student, camp_class, held_until=end, offered_until=timezone.now())

    assert as_(users.instructor).get(path_of(camp_class)) == []
    assert csv_rows(as_(users.instructor).get(path_of(camp_class) + "?format=csv"))[1:] == []


def test_it_lists_a_paid_offer(users):
    camp_class = make_class(users.instructor)
    offer = make_offer(users.student, camp_class).offer
    offer.state, offer.confirmed_at = Enrollment.State.CONFIRMED, timezone.now()
    offer.save()
    (row,) = as_(users.instructor).get(path_of(camp_class))
    assert (row["name"], row["state"]) == ("Sam", "enrolled")


def test_it_lists_participants_with_age_and_guardian(users):
    """The age is that on the first lesson's day, one day before Mia's birthday."""
    camp_class = make_class(users.instructor)
    for days in (31, 92):
        make_lesson(camp_class, NOW + timedelta(days=days - 1))
    mia = make_child(users.student, "Mia", date(2016, 4, 1))
    ben = make_child(users.student, "Ben", born_on=None)
    for student, child in (
        (users.student, mia),
        (users.other_student, None),
        (users.student, ben),
        (users.student, None),
    ):
        make_enrollment(student, camp_class, child)

    rows = as_(users.instructor).get(path_of(camp_class))

    assert [(row["name"], row["email"], row["guardianName"], row["age"]) for row in rows] == [
        ("Ben", "sam@camp.example", "Sam", None),
        ("Mia", "sam@camp.example", "Sam", 9),
        ("Olga", "olga@camp.example", None, None),
        ("Sam", "sam@camp.example", None, None),
    ]
    _, *lines = csv_rows(as_(users.instructor).get(path_of(camp_class) + "?format=csv"))
    assert [(line[0], *line[4:]) for line in lines] == [
        ("Ben", "Sam", ""),
        ("Mia", "Sam", "9"),
        ("Olga", "", ""),
        ("Sam", "", ""),
    ]


def test_it_computes_the_age_today_without_lessons(users):
    camp_class = make_class(users.instructor)
    today = site_day(timezone.now())
    make_enrollment(
        users.student, camp_class, make_child(users.student, born_on=today.replace(day=1, year=today.year - 9))
    )
    (row,) = as_(users.instructor).get(path_of(camp_class))
    assert row["age"] == 9


def test_it_continues_behind_a_participant_of_the_same_name(users):
    camp_class = make_class(users.instructor)
    for guardian in (users.student, users.other_student):
        make_enrollment(guardian, camp_class, make_child(guardian, "Mia"))
    first = as_(users.instructor).get(path_of(camp_class) + "?limit=1")
    rest = as_(users.instructor).get(f"{path_of(camp_class)}?after={first[0]['_id']}")
    assert [row["guardianName"] for row in first + rest] == ["Sam", "Olga"]


def test_it_escapes_a_formula_in_the_name_of_a_child_and_its_guardian(users):
    camp_class = make_class(users.instructor)
    guardian = make_student("=1+1")
    make_enrollment(guardian, camp_class, make_child(guardian, "=2+2"))
    _, row = csv_rows(as_(users.instructor).get(path_of(camp_class) + "?format=csv"))
    assert (row[0], row[4]) == ("'=2+2", "'=1+1")


def test_it_omits_released_enrollments_and_expired_holds(users):
    camp_class = make_class(users.instructor)
    hold(users.student, camp_class, timezone.now() - timedelta(hours=1))
    canceled = make_enrollment(users.other_student, camp_class)
    canceled.state, canceled.released_at = Enrollment.State.RELEASED, timezone.now()
    canceled.save()
    make_enrollment(make_user("zoe"), make_class(users.instructor, "Another class"))

    assert as_(users.instructor).get(path_of(camp_class)) == []


def test_it_exports_csv_for_a_spreadsheet(new_york, users):
    camp_class = make_class(users.instructor, "Clay & glaze, advanced")
    make_enrollment(make_student('Zoë "Zo" Ångström, Jr.'), camp_class)
    Enrollment.objects.update(confirmed_at="2027-07-05T03:59:30.123456Z")

    response = as_(users.instructor).get(path_of(camp_class) + "?format=csv")

    assert response.content.startswith(b"\xef\xbb\xbf")
    assert response["Content-Type"].startswith("text/csv")
    assert response["Content-Disposition"] == 'attachment; filename="roster-clay-glaze-advanced.csv"'
    assert csv_rows(response) == [
        ["Name", "E-mail", "Since", "State", "Guardian", "Age"],
        ['Zoë "Zo" Ångström, Jr.', "zoe@camp.example", "2027-07-04 23:59:30", "enrolled", "", ""],
    ]


@pytest.mark.parametrize(
    "name",
    ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1+1", "\r=1", "  =1+1", "\uff1d1+1", '=HYPERLINK("https://x.example")'],
)
def test_it_escapes_formulas_in_csv(users, name):
    camp_class = make_class(users.instructor)
    make_enrollment(make_student(name), camp_class)

    _, row = csv_rows(as_(users.instructor).get(path_of(camp_class) + "?format=csv"))

    assert row[0] == f"'{name}"


def test_it_names_the_csv_file_by_id_if_the_class_name_has_no_ascii_letters(users):
    camp_class = make_class(users.instructor, "صناعة الفخار")

    response = as_(users.instructor).get(path_of(camp_class) + "?format=csv")

    assert response["Content-Disposition"] == f'attachment; filename="roster-{camp_class.pk}.csv"'


def test_it_allows_admins(users):
    camp_class = make_class(users.instructor)
    make_enrollment(users.student, camp_class)

    assert len(as_(users.admin).get(path_of(camp_class))) == 1


@pytest.mark.parametrize("query", ["", "?format=csv"])
def test_it_hides_the_class_from_other_users(users, query):
    camp_class = make_class(users.instructor)
    make_enrollment(users.student, camp_class)

    for user in (users.other_instructor, users.student):
        assert as_(user).get(path_of(camp_class) + query, 404)["code"] == "not_found"
    assert as_(None).get(path_of(camp_class) + query, 401)["code"]
    assert with_bearer("invalid").get(path_of(camp_class) + query, 401)["code"] == "bad_token"


def test_it_refuses_a_bad_id(users):
    for id in INVALID_IDS:
        assert as_(users.instructor).get(f"/classes/{id}/roster", 404)["code"] == "not_found"


@pytest.mark.parametrize("query", ["limit=x", "after=x", "format=xml"])
def test_it_refuses_bad_input(users, query):
    as_(users.instructor).get(f"{path_of(make_class(users.instructor))}?{query}", 400)


def test_it_paginates(users):
    camp_class = make_class(users.instructor)
    for name in ("ann", "ben", "cleo"):
        make_enrollment(make_user(name), camp_class)
    client = as_(users.instructor).client

    first = client.get(path_of(camp_class) + "?limit=2")
    rest = client.get(path_of(camp_class) + f"?after={first.json()[-1]['_id']}")

    assert first["X-Total-Count"] == rest["X-Total-Count"] == "3"
    assert [row["name"] for row in first.json() + rest.json()] == ["Ann", "Ben", "Cleo"]


@pytest.mark.parametrize("query", ["", "?format=csv"])
def test_it_makes_a_constant_number_of_queries(users, count_queries, query):
    camp_class = make_class(users.instructor, capacity=50)
    for number in range(3):
        make_enrollment(make_user(f"few-{number}"), camp_class)
    few = count_queries(as_(users.instructor), path_of(camp_class) + query)
    for number in range(27):
        make_enrollment(make_user(f"many-{number}"), camp_class)

    assert count_queries(as_(users.instructor), path_of(camp_class) + query) == few == 3


@pytest.mark.parametrize(("query", "accept"), [("?format=csv", "*/*"), ("", "text/csv")])
def test_it_responds_to_options_in_json(users, clay, query, accept):
    path = f"/classes/{clay.pk}/roster{query}"
    response = as_(users.instructor).client.options(path, HTTP_ACCEPT=accept)
    assert (response.status_code, response["Content-Type"]) == (200, "application/json")
    assert as_(users.instructor).post(path, status=405, HTTP_ACCEPT=accept)["code"] == "method_not_allowed"
