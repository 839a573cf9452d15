"""manage.py seed_classes FILE: spreadsheets as people keep them."""

import io
from datetime import date, datetime, time
from decimal import Decimal

import pytest
from django.core.management import call_command

from accounts.models import Role, User
from classes.models import CampClass, Status
from core.site_time import site_zone
from testing.clients.admin import AdminClient
from testing.factories import make_class, make_craft, make_lesson, make_user
from testing.factories.season_files import CLAY, seed, seed_error, times_of, to_csv, to_xlsx, users_and_classes

pytestmark = pytest.mark.django_db


def test_it_imports_a_workbook(write_seed_file):
    rows = [
        ["Maple Hollow", None, None, None, None, None, None, None],
        [None] * 8,
        ["Class Name", "Instructor Email", "Teacher", "Price", "Seats", "Start Date", "Start Time", "End Time"],
        ["Clay", "ines@maple.example", "Ines", 45.5, 12, date(2027, 7, 5), time(9), time(12)],
        ["Glass", None, None, 1250, 8, datetime(2027, 7, 12), time(13, 30), "3pm"],  # noqa: DTZ001
        [None] * 8,
    ]
    report = seed(write_seed_file(to_xlsx(rows, merged=("A1:H1", "B4:B5", "C4:C5")), "season.xlsx"))
    assert "taken from the row above" not in report  # the cells are merged
    assert times_of("Clay") == [["07-05 09:00-12:00"]]
    assert times_of("Glass") == [["07-12 13:30-15:00"]]
    assert list(CampClass.objects.order_by("pk").values_list("price", "capacity", "instructor__name")) == [
        (Decimal("45.50"), 12, "Ines"),
        (Decimal(1250), 8, "Ines"),
    ]


@pytest.mark.parametrize("content", [b"PK\x03\x04 no archive", b"\xd0\xcf\x11\xe0 no workbook"])
def test_it_refuses_a_workbook_that_cannot_be_read(write_seed_file, content):
    assert seed_error(write_seed_file(content, "season.xlsx")).returncode == 3


@pytest.mark.parametrize(
    ("price", "dollars"),
    [
        (" $-   ", "0"),
        ("$ \u2013", "0"),
        (" $1,250.00 ", "1250"),
        ("1,250", "1250"),
        ("USD 45.50", "45.50"),
        ("$0", "0"),
        ("45.5", "45.50"),
        ("45.", "45"),
        ("Free", "0"),
        ("US$ 45", "45"),
        ("45 dollars", "45"),
        ("$1\u202f250.00", "1250"),
    ],
)
def test_it_reads_prices_as_spreadsheets_write_them(write_seed_file, price, dollars):
    seed(write_seed_file([CLAY | {"price": price}]))
    assert CampClass.objects.get().price == Decimal(dollars)


@pytest.mark.parametrize("price", ["1,25", "4 5", "(45)", "45 or 50", "1,2345", "-5"])
def test_it_refuses_a_price_that_it_would_have_to_guess(write_seed_file, price):
    assert "row 2, price: " in str(seed_error(write_seed_file([CLAY | {"price": price}])))


@pytest.mark.parametrize(
    ("ages", "limits"),
    [
        ("8\u201311", (8, 11)),
        ("Ages 8 to 11", (8, 11)),
        ("8-11 yrs", (8, 11)),
        ("8 to 11 years old", (8, 11)),
        ("8+", (8, None)),
        ("8 and up", (8, None)),
        ("8 years & older", (8, None)),
        ("8", (8, None)),
        ("8 yrs through 11 yrs", (8, 11)),
        ("at least 8", (8, None)),
        ("up to 8", (None, 8)),
        ("8 & under", (None, 8)),
        ("All ages", (None, None)),
    ],
)
def test_it_reads_ages_as_people_write_them(write_seed_file, ages, limits):
    content = f"Class,Email,Teacher,Price,Seats,Ages\nClay,ines@school.example,Ines,5,3,{ages}\n"
    seed(write_seed_file(content))
    assert CampClass.objects.values_list("age_from", "age_to").get() == limits


MORNING = ["07-05 09:00-12:00"]
TWO = ["07-05 09:00-12:00", "07-06 09:00-12:00"]


@pytest.mark.parametrize(
    ("lessons", "times"),
    [
        ("2027-07-05 9:00-12:00", MORNING),
        ("2027-07-05 09:00:00 \u2013 12:00:00", MORNING),
        ("7/5/2027 9am - 12pm", MORNING),
        ("07/05/27 9 a.m.\u201412 p.m.", MORNING),
        ("Mon, July 5th, 2027 from 9 to noon", MORNING),
        ("5 July 2027, 9am\u00a0to\u202f12pm", MORNING),
        ("5-Jul-27 9-12pm", MORNING),
        ("9am-12pm on 7/5/2027", MORNING),
        ("7/5/2027 10-2pm", ["07-05 10:00-14:00"]),
        ("7/5/2027 11:30am-1", ["07-05 11:30-13:00"]),
        ("7/5/2027 9am-12pm\n7/6/2027 9am-12pm\n", TWO),
        ("7/5/2027 9am-12pm\r\n7/6/2027 9am-12pm;", TWO),
        ("7/5 - 7/6/2027 9am-12pm", TWO),
        ("7/5/2027 - 7/6 9am-12pm", TWO),
        ("July 5-6, 2027 9am-12pm", TWO),
        ("July 5th to 6th, 2027 9am-12pm", TWO),
        ("2027/07/05 - 2027/07/06 9am-12pm", TWO),
        ("Mon-Tue 2027-07-05 to 2027-07-06 09:00-12:00", TWO),
        ("Mondays and Tuesdays, 7/1/2027 through 7/8/2027, 9am-12pm", TWO),
        ("7/1-7/8/2027 M/T 9am-12pm", TWO),
        ("Mon 7/5/2027 - Tue 7/6/2027, 9am-12pm", TWO),
        ("Weekends 7/3/2027-7/4/2027 9am-12pm", ["07-03 09:00-12:00", "07-04 09:00-12:00"]),
        ("Weekly on M/T, 7/5/2027-7/8/2027 9am-12pm", TWO),
        ("Dec 31 - Jan 1, 2028 9am-12pm", ["12-31 09:00-12:00", "01-01 09:00-12:00"]),
        ("TTh 7/5/2027-7/16/2027 9am-12pm", [f"07-{day} 09:00-12:00" for day in ("06", "08", "13", "15")]),
        ("5th of July 2027 @ 9.00-12.00", MORNING),
        ("2027-07-05T09:00 - 2027-07-05T12:00", MORNING),
        ("7/5/2027, 7/6/2027 9am-12pm", TWO),
        ("7/5/2027-7/9/2027 9am-12pm (M/Tu)", TWO),
        ("Mon 7/5 & Tue 7/6/2027, 9am-12pm", TWO),
        ("7/5/2027 9am-12pm, July 6, 2027 9am-12pm", TWO),
        ("\u2022 7/5/2027 9am-12pm\n\u2022 7/6/2027 9am-12pm", TWO),
        ("Week of July 5, 2027, Mo/Tu 9am-12pm", TWO),
        ("7/5/2027 9am-12pm and 1-3pm", ["07-05 09:00-12:00", "07-05 13:00-15:00"]),
        ('[{"date": "2027-07-05", "from": "09:00", "to": "12:00"}]', MORNING),
        ('["2027-07-05 09:00-12:00", "7/6/2027 9am-12pm"]', TWO),
    ],
)
def test_it_reads_lessons_as_people_write_them(write_seed_file, lessons, times):
    seed(write_seed_file([CLAY | {"lessons": lessons}]))
    assert times_of("Clay") == [times]


@pytest.mark.parametrize(
    "lessons",
    [
        "7/5 9am-12pm",
        "13/5/2027 9am-12pm",
        "Tue 7/5/2027 - 7/5/2027 9am-12pm",
        "Tuesday 9am-12pm",
        "7/5/2027-9/5/2027 9am-12pm",
        "7/9/2027-7/5/2027 9am-12pm",
        "7/5/2027 25:00-26:00",
        "7/5/2027 9am-12pm, maybe",
        "7/5/2027 9am-12pm EDT",
        "Dec 30, Jan 2, 2028 9am-12pm",
        "Mondays, July 9 - July 5, 2027 9am-12pm",
        "7/5-7/9/2027 (not 7/6/2027) 9am-12pm",
        "7/5/2027 8pm-midnight",
        "5.7.2027 9am-12pm",
        "05-07-2027 9am-12pm",
        "2027-07-05 09:00 - 2027-07-09 12:00",
        "2027-07-05 09:00-12:00 2027-07-06 09:00-12:00",
        "Mon 9am-12pm, Wed 1pm-3pm, 7/5/2027-7/16/2027",
        "Mon 7/5/2027-7/16/2027, Wed 7/19/2027-7/30/2027 9am-12pm",
        "Week of July 5, 2027 9am-12pm",
        "Mon-Fri 1/1/2027-12/31/2027 9am-12pm",
        "[1]",
        "[{",
    ],
)
def test_it_refuses_lessons_that_it_would_have_to_guess(write_seed_file, lessons):
    assert "row 2, lessons: " in str(seed_error(write_seed_file([CLAY | {"lessons": lessons}])))


@pytest.mark.parametrize(
    ("times", "hours"),
    [
        ("9-12", "09:00-12:00"),
        ("1-4", "13:00-16:00"),
        ("9-3", "09:00-15:00"),
        ("9:00-3:00", "09:00-15:00"),
        ("9:30-11", "09:30-11:00"),
        ("12-3", "12:00-15:00"),
        ("6-8", "18:00-20:00"),
        ("7-8", "07:00-08:00"),
        ("1:00-3:00", "13:00-15:00"),
        ("13:00-16:00", "13:00-16:00"),
        ("6am-8am", "06:00-08:00"),
    ],
)
def test_it_takes_times_for_those_of_a_day_camp(write_seed_file, times, hours):
    seed(write_seed_file([CLAY | {"lessons": f"7/5/2027 {times}"}]))
    assert times_of("Clay") == [[f"07-05 {hours}"]]


def test_it_refuses_an_end_before_the_start(write_seed_file):
    assert "it must end after it starts" in str(seed_error(write_seed_file([CLAY | {"lessons": "7/5/2027 12:30-12"}])))


def test_it_reads_a_list_of_lessons_in_json(write_seed_file):
    lessons = [{"date": "2027-07-05", "from": "9:00", "to": "12:00"}]
    seed(write_seed_file([CLAY | {"lessons": lessons}], "season.json"))
    assert times_of("Clay") == [MORNING]


@pytest.mark.parametrize(
    ("name", "heading"),
    [
        ("nameClass", "Workshop"),
        ("instructorEmail", "Email Address"),
        ("instructorEmail", "Instructor\u2019s E-Mail"),
        ("instructorEmail", "Teacher's email *"),
        ("instructorName", "Teacher"),
        ("price", "Price ($)"),
        ("price", "Price per\u00a0child"),
        ("seats", "# of Seats"),
        ("seats", "No. of Seats"),
        ("seats", "Number of Students"),
        ("seats", "Max. Class Size"),
        ("seats", "Maximum Participants"),
        ("seats", "Total Seats *"),
    ],
)
def test_it_knows_the_plain_names_of_columns(write_seed_file, name, heading):
    seed(write_seed_file(to_csv([CLAY]).replace(name, heading, 1)))
    assert CampClass.objects.values_list("name", "price", "capacity", "instructor__name").get() == (
        "Clay", Decimal("45.50"), 12, "Ines",
    )  # fmt: skip


def test_it_ignores_blank_columns_and_names_an_unknown_one(write_seed_file):
    seed(write_seed_file(to_csv([CLAY]).replace("\r\n", ",,\r\n")))
    assert CampClass.objects.count() == 1
    report = seed(write_seed_file(to_csv([CLAY]).replace("\r\n", ",Titel\r\n", 1)))
    assert "row 1: Not read: Titel (H)." in report


def test_it_ignores_headings_that_are_repeated(write_seed_file):
    report = seed(write_seed_file(to_csv([CLAY]) + to_csv([CLAY | {"nameClass": "Felt"}])))
    assert "Classes created: 2." in report
    assert "Please check:" not in report


@pytest.mark.parametrize("heading", ["#", "No."])
def test_it_ignores_a_column_of_row_numbers(write_seed_file, heading):
    first, rest = to_csv([CLAY]).split("\r\n", 1)
    seed(write_seed_file(f"{heading},{first}\r\n1,{rest}2,,,,,,,\r\n"))
    assert CampClass.objects.get().name == "Clay"


def test_it_finds_a_craft_by_name_or_slug(write_seed_file):
    craft = make_craft("D\xe9coupage")
    rows = [CLAY | {"nameClass": name, "craft": name} for name in ("D\xc9COUPAGE", "De\u0301coupage", craft.slug)]
    seed(write_seed_file(rows))
    assert set(CampClass.objects.values_list("craft", flat=True)) == {craft.pk}


def test_it_imports_the_same_class_in_two_weeks(write_seed_file):
    weeks = [CLAY | {"lessons": f"{day} 09:00-12:00"} for day in ("2027-07-05", "2027-07-12")]
    seed(write_seed_file(weeks[:1]))
    report = seed(write_seed_file(weeks))
    assert times_of("Clay") == [MORNING, ["07-12 09:00-12:00"]]
    assert 'row 3, nameClass: it is new, but there is already "Clay" from 2027-07-05 09:00.' in report


def test_it_shows_where_a_row_differs_from_its_class_and_changes_nothing(write_seed_file):
    clay = make_class(make_user("ines", Role.INSTRUCTOR), "Clay", price=Decimal(20), capacity=12)
    make_lesson(clay, datetime(2027, 7, 5, 9, tzinfo=site_zone()))
    row = CLAY | {"instructorEmail": "ines@camp.example", "lessons": "7/5/2027 9:00-17:00", "status": ""}
    report = seed(write_seed_file([row]))
    assert 'row 2, price: the class has "20.00", not "45.50".' in report
    assert "row 2, lessons: the class has other lessons (1)." in report
    assert ", seats:" not in report
    assert ", status:" not in report
    clay.refresh_from_db()
    assert (CampClass.objects.count(), clay.price) == (1, Decimal(20))


def test_it_imports_a_class_of_an_admin_who_teaches(write_seed_file):
    admin = make_user("ada", Role.ADMIN)
    report = seed(write_seed_file([CLAY | {"instructorEmail": "ada@camp.example"}]))
    assert CampClass.objects.get().instructor == admin
    assert User.objects.get(pk=admin.pk).role == Role.ADMIN
    assert "grant_role" not in report


def test_it_reads_what_the_django_admin_exports(write_seed_file):
    ines = make_user("ines", Role.INSTRUCTOR)
    for name in ("Clay", "=Sum", "Clay"):
        make_class(ines, name, price=Decimal("45.50"), status=Status.APPROVED)
    chosen = {"action": "export_csv", "_selected_action": list(CampClass.objects.values_list("pk", flat=True))}
    content = AdminClient(make_user("ada", Role.ADMIN)).post("/admin/classes/campclass/", chosen).content.decode()
    path = write_seed_file(content)
    before = users_and_classes()
    assert "Classes created: 0. Classes that already exist: 3." in seed(path)
    assert users_and_classes() == before
    CampClass.objects.filter(name="=Sum").delete()
    seed(path)
    assert CampClass.objects.filter(name="=Sum", instructor=ines, status=Status.APPROVED, price="45.50").count() == 1


def test_it_writes_warnings_beside_the_result_on_stdout(write_seed_file):
    out, err = io.StringIO(), io.StringIO()
    path = write_seed_file([CLAY | {"lessons": "7/5/2020 1:00-3:00", "status": ""}])
    call_command("seed_classes", str(path), stdout=out, stderr=err)
    assert "Please check:" in out.getvalue()
    assert "Please check:" not in err.getvalue()
