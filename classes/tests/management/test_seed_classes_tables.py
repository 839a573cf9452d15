"""manage.py seed_classes FILE: what stands beside the classes in a spreadsheet, and cells of more than one meaning."""

from datetime import date, datetime, time
from decimal import Decimal

import pytest

from accounts.models import Role
from classes.models import CampClass, Status
from testing.clients.admin import AdminClient
from testing.factories import make_class, make_craft, make_user
from testing.factories.season_files import (
    CLAY,
    clay_rows,
    seed,
    seed_error,
    times_of,
    to_csv,
    to_xlsx,
    users_and_classes,
    xlsx_of,
)

pytestmark = pytest.mark.django_db

HEADINGS = ["Class", "Teacher", "Email", "Price", "Seats"]
INES = ["Ines", "ines@school.example"]
MONDAY, NINE, TWELVE = date(2027, 7, 5), time(9), time(12)


def table(*rows: list[object], more: tuple[str, ...] = ()) -> bytes:
    return to_xlsx([[*HEADINGS, *more], *map(list, rows)])


def clay(*more: object) -> list[object]:
    return ["Clay", *INES, 45.5, 12, *more]


@pytest.mark.parametrize(
    "row",
    [["Total", None, None, 1250, 60], [None, None, "Grand Total:", "$1,250.00", 60], ["Average", None, None, 45.5]],
)
def test_it_ignores_totals(write_seed_file, row):
    report = seed(write_seed_file(table(clay(), row), "season.xlsx"))
    assert "was taken for a total." in report
    assert CampClass.objects.count() == 1


def test_it_ignores_notes_below_the_classes(write_seed_file):
    report = seed(write_seed_file(table(clay(), [], ["* Prices may change"]), "season.xlsx"))
    assert 'row 4: "* Prices may change" was taken for a title.' in report
    assert CampClass.objects.count() == 1


def cells(name: str, *more: str) -> dict[str, object]:
    rows = ([*HEADINGS, *more], [name, *INES, 45.5, 12, *more])
    return {f"{'ABCDEFG'[i]}{n}": cell for n, row in enumerate(rows, start=1) for i, cell in enumerate(row)}


def test_it_never_reads_a_hidden_sheet(write_seed_file):
    workbook = xlsx_of(cells("Last year", "Place"), cells("Clay"), hidden=(1,))
    assert "Please check:" not in seed(write_seed_file(workbook, "season.xlsx"))
    assert CampClass.objects.get().name == "Clay"


def test_it_refuses_two_sheets_with_classes(write_seed_file):
    workbook = xlsx_of({"A1": "How to fill in the price"}, cells("Clay"), cells("Felt"))
    error = str(seed_error(write_seed_file(workbook, "season.xlsx")))
    assert "The workbook has 2 sheets. Which one do you want to import now? (Sheet 2; Sheet 3)" in error


@pytest.mark.parametrize(
    ("headings", "values"),
    [
        (("Date", "Start", "End"), (MONDAY, NINE, TWELVE)),
        (("Start Date", "End Date", "Begins", "Ends"), (MONDAY, MONDAY, NINE, TWELVE)),
        (("Dates", "From", "To"), ("July 5, 2027", "9am", "noon")),
        (("Start", "End"), ("2027-07-05 09:00", "2027-07-05 12:00")),
        (("Start Date", "End Date", "Time"), ("2027-07-05 00:00:00", "2027-07-05T00:00", "9am-12pm")),
        (("From", "Until", "Time"), (MONDAY, datetime(2027, 7, 5), "9am-12pm")),  # noqa: DTZ001
    ],
)
def test_it_takes_start_and_end_for_days_or_times(write_seed_file, headings, values):
    seed(write_seed_file(table(clay(*values), more=headings), "season.xlsx"))
    assert times_of("Clay") == [["07-05 09:00-12:00"]]


def test_it_takes_rows_with_a_merged_name_for_one_class(write_seed_file):
    days = [date(2027, 7, day) for day in (5, 6, 7)]
    rows = [
        [*HEADINGS, "Date", "Time"],
        *(clay(day, "9am-12pm") for day in days),
        ["Felt", *INES, 5, 3, days[0], "1-3pm"],
    ]
    merged = ("A2:A4", "B2:B5", "C2:C5", "D2:D4", "E2:E4", "G2:G4")
    seed(write_seed_file(to_xlsx(rows, merged=merged), "season.xlsx"))
    assert times_of("Clay") == [[f"07-0{day} 09:00-12:00" for day in (5, 6, 7)]]
    assert times_of("Felt") == [["07-05 13:00-15:00"]]
    assert CampClass.objects.get(name="Felt").instructor.name == "Ines"


@pytest.mark.parametrize("ages", [date(2026, 8, 11), date(2026, 11, 8), "11-Aug", "8-Nov"])
def test_it_reads_ages_that_a_spreadsheet_program_made_a_date(write_seed_file, ages):
    report = seed(write_seed_file(table(clay(ages), more=("Ages",)), "season.xlsx"))
    assert "is a date. It was taken for 8 to 11." in report
    assert CampClass.objects.values_list("age_from", "age_to").get() == (8, 11)


@pytest.mark.parametrize("ages", ["K-2", "adults", "under 8"])
def test_it_says_how_to_write_ages(write_seed_file, ages):
    error = str(seed_error(write_seed_file(table(clay(ages), more=("Ages",)), "season.xlsx")))
    assert "row 2, Ages: Write one age, or ages like 6-9 or 8+." in error


@pytest.mark.parametrize("nothing", ["-", "\u2013", "n/a", "None"])
def test_it_takes_no_answer_for_a_blank_cell(write_seed_file, nothing):
    row = CLAY | dict.fromkeys(["craft", "place", "bring", "ageFrom", "ageTo", "lessons", "earlyUntil"], nothing)
    seed(write_seed_file([row]))
    found = CampClass.objects.values_list("craft", "place", "bring", "age_from", "age_to", "lessons")
    assert found.get() == (None, "", "", None, None, None)


@pytest.mark.parametrize("later", ["TBD", "tba", "To be announced"])
def test_it_takes_what_can_be_added_later_for_a_blank_cell(write_seed_file, later):
    seed(write_seed_file([CLAY | dict.fromkeys(["craft", "place", "lessons"], later)]))
    assert CampClass.objects.values_list("craft", "place", "lessons").get() == (None, "", None)
    for field in ("ageFrom", "seats", "price", "status"):
        row = CLAY | {"nameClass": "Felt", field: later}
        assert f"row 2, {field}: " in str(seed_error(write_seed_file([row])))


@pytest.mark.parametrize(
    ("email", "name"),
    [
        ("Ines Potter <Ines@School.example>", ""),
        ('"Ines Potter" <ines@school.example>', ""),
        ("<ines@school.example>", "Ines Potter"),
        ("\ufeffines@school.example\u200b\u00a0", "Ines Potter"),
        ("", "Ines Potter <ines@school.example>"),
    ],
)
def test_it_reads_the_address_of_an_instructor_as_mail_programs_write_it(write_seed_file, email, name):
    seed(write_seed_file([CLAY | {"instructorEmail": email, "instructorName": name}]))
    teacher = CampClass.objects.get().instructor
    assert (teacher.email, teacher.name) == ("ines@school.example", "Ines Potter")


def test_it_reads_a_single_column_about_the_instructor(write_seed_file):
    seed(write_seed_file("Class,Instructor,Price,Seats\nClay,Ines Potter <ines@school.example>,5,3\n"))
    assert CampClass.objects.get().instructor.name == "Ines Potter"
    seed(write_seed_file("Class,Instructor,Price,Seats\nFelt,ines@school.example,5,3\n"))
    assert CampClass.objects.filter(instructor__email="ines@school.example").count() == 2


@pytest.mark.parametrize("price", ["1.250,00", "1250,00", "1\u202f250,00 $", "$1.250", "1250"])
def test_it_reads_a_decimal_comma(write_seed_file, price):
    seed(write_seed_file(to_csv([CLAY | {"price": price}], ";")))
    assert CampClass.objects.get().price == Decimal(1250)


def test_it_names_all_errors_at_once(write_seed_file):
    day = date(2027, 7, 1).toordinal()
    lessons = [f"{date.fromordinal(day + number):%Y-%m-%d} 9am-10am" for number in range(61)]
    rows = [f"Clay,Ines,ines@school.example,cheap,12,{lessons[0]},why"]
    rows += [f",,,,,{lesson}," for lesson in lessons[1:]]
    rows += ["Felt,Ines,ines@school.example,5,many,,,stray", "Wool,Ines,ines,5,3,,"]
    content = "\n".join(["Class,Teacher,Email,Price,Seats,Lessons,Notes", *rows])
    lines = str(seed_error(write_seed_file(content))).splitlines()[1:]
    assert [line.partition(": ")[0].strip() for line in lines if "Required columns" not in line] == [
        "row 2, Price", "row 2, Lessons", "row 63", "row 63, Seats", "row 64, Email",
    ]  # fmt: skip


def test_it_asks_about_two_lessons_of_a_class_in_rows_of_their_own(write_seed_file):
    days = ["7/5/2027 9am-12pm", "7/6/2027 9am-12pm", "7/13/2027 9am-12pm"]
    report = seed(write_seed_file([CLAY | {"lessons": lesson} for lesson in days]))
    assert "row 3, nameClass: it is a class of its own. If it is another lesson of the one in row 2" in report
    assert report.count("it is a class of its own") == 1


@pytest.mark.parametrize("name", ["CLAY\u00a0AND FIRE", "Cl\xe1y and fire"])
def test_it_asks_about_two_spellings_of_a_class(write_seed_file, name):
    rows = [CLAY | {"nameClass": each} for each in ("Clay and fire", name)]
    assert 'row 3, nameClass: row 2 has almost the same class, "Clay and fire".' in seed(write_seed_file(rows))


def test_it_takes_spaces_of_any_width_for_the_same(write_seed_file):
    rows = [CLAY | {"nameClass": each} for each in ("Clay and fire", "Clay\u00a0and  fire")]
    assert "row 3, nameClass: row 2 has the same class" in str(seed_error(write_seed_file(rows)))


@pytest.mark.parametrize("craft", ["Paper and print", "paper & PRINT", "P\xe0per & Print"])
def test_it_finds_a_craft_in_any_spelling(write_seed_file, craft):
    paper = make_craft("Paper & Print")
    seed(write_seed_file([CLAY | {"craft": craft}]))
    assert CampClass.objects.get().craft == paper


def test_it_reads_the_smallest_number_of_seats(write_seed_file):
    content = table(clay(4), ["Felt", *INES, 5, 12, None], more=("Minimum Students",))
    seed(write_seed_file(content, "season.xlsx"))
    assert list(CampClass.objects.order_by("pk").values_list("min_seats", flat=True)) == [4, None]
    report = seed(write_seed_file(table(clay(5), more=("Min. Seats",)), "season.xlsx"))
    assert 'row 2, Min. Seats: the class has "4", not "5".' in report
    assert "row 2, Min. Seats: " in str(seed_error(write_seed_file(table(clay(0), more=("Min. Seats",)), "s.xlsx")))


ODD = [
    "Clay, glaze & fire",
    'Say "cheese"',
    "=1+1",
    "Caf\xe9 \U0001f3a8",
    "Clay; wet",
    "x" * 40,
    "-",
    "Total",
    "'Tis clay",
]


def test_it_reads_every_class_that_the_django_admin_exports(write_seed_file):
    """Also of instructors who left: their classes exist, and are not created."""
    gone = make_user("gone", Role.STUDENT)
    for name in ODD:
        make_class(gone, name, price=Decimal(0), status=Status.DENIED)
    chosen = {"action": "export_csv", "_selected_action": list(CampClass.objects.values_list("pk", flat=True))}
    content = AdminClient(make_user("ada", Role.ADMIN)).post("/admin/classes/campclass/", chosen).content.decode()
    path, before = write_seed_file(content), users_and_classes()
    assert f"Classes created: 0. Classes that already exist: {len(ODD)}." in seed(path)
    assert users_and_classes() == before


def test_it_reads_the_addresses_of_many_rows_once(write_seed_file):
    rows = [row | {"instructorEmail": "Ines <ines@school.example>"} for row in clay_rows(3)]
    assert "Instructors created: 1." in seed(write_seed_file(rows))
