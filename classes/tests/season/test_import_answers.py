"""POST /seasons/{id}/import: what a dry run asks, and an import with the answers."""

import io
from datetime import date, datetime

import pytest
from python_calamine import CalamineWorkbook

from accounts.models import Role, User
from classes.models import CampClass, Craft
from classes.season.fields import TEMPLATE
from core.site_time import site_zone
from testing.clients.api import as_
from testing.factories import make_class, make_craft, make_lesson, make_season, make_user, make_withdrawn_class
from testing.factories.season_files import times_of, to_xlsx, xlsx_of
from testing.steps.season_import import CLAY, HEADINGS, errors, kinds, preview, refused, send, warnings

TEACHERS = ["Rosa Delgado", "Tim O'Hara", "Priya Natarajan", "Ben Kowalski", "June Park"]
LONG = "Comic Book Lab: Draw, Ink & Letter Your Own Graphic Novel"
OF_CAMP = [
    ("Clay Critters", "9-12", "6-8", "$245", 10, "Kiln Room"),
    ("Wheel Throwing I", "1-4", "11-14", "$285", 8, "Kiln Room"),
    ("Watercolor Walks", "9-12", "8-12", "$225", 14, "Meadow"),
    (LONG, "1-4", "9-13", "$210", 16, "Studio B"),
    ("Felt & Fiber", "9:00-12:00", "7-10", "$235", 12, "Studio A"),
    ("Printmaking Press", "9am-12pm", "10-15", "$255", 10, "Print Shop"),
    ("Junk Robots", "1-4", "6-9", "$230", 12, "Barn"),
    ("Teen Oil Painting", "9-3", "13-17", "$395", 10, "Studio B"),
]


def address(teacher):
    return f"{teacher.split()[0].lower()}@school.example"


def sheet_of_a_camp(weeks, *, with_week_column):
    """As a director keeps it: title, rows of weeks, columns of their own, no years, no addresses in one week."""
    rows = [["Summer"], [*(["Week"] if with_week_column else []), *HEADINGS, "Supply fee", "Notes"]]
    for number, week in enumerate(weeks, start=1):
        rows.append([f"WEEK {number}: {week}"])
        for index, (name, hours, ages, price, seats, room) in enumerate(OF_CAMP):
            teacher = TEACHERS[(index + number - 1) % len(TEACHERS)]
            email = "" if number == 3 else address(teacher)
            row = [name, teacher, email, "M-F", week, hours, ages, price, seats, room, "$15", "bring smock"]
            rows.append([number, *row] if with_week_column else row)
    return to_xlsx([*rows, ["TOTAL", *[None] * (8 if with_week_column else 7), 448]])


WEEKS = {
    2027: ("6/21 - 6/25", "6/28 - 7/2", "7/5 - 7/9", "7/12 - 7/16", "7/19 - 7/23"),
    2028: ("6/19 - 6/23", "6/26 - 6/30", "7/3 - 7/7", "7/10 - 7/14", "7/17 - 7/21"),
}


@pytest.mark.parametrize(("year", "with_week_column"), [(2027, True), (2028, False)])
def test_it_imports_the_whole_sheet_of_a_camp_with_few_answers(users, year, with_week_column):
    season = make_season(f"Camp {year}", starts_on=date(year, 6, 12), ends_on=date(year, 8, 18))
    content = sheet_of_a_camp(WEEKS[year], with_week_column=with_week_column)

    answer = preview(users, season, content)

    assert (answer["created"], len(answer["rows"]), errors(answer)) == (40, 40, [])
    assert len(answer["questions"]) <= 6
    assert send(users, season, content, 201)["created"] == 40
    assert season.classes.count() == 40
    assert min(times_of("Clay Critters")) == [
        f"06-{day} 09:00-12:00" for day in (range(21, 26) if year == 2027 else range(19, 24))
    ]
    assert times_of("Teen Oil Painting")[0][0].endswith(" 09:00-15:00")
    assert times_of("Wheel Throwing I")[0][0].endswith(" 13:00-16:00")
    assert {each.email for each in User.objects.filter(role=Role.INSTRUCTOR)} >= set(map(address, TEACHERS))
    shown = "; ".join(warnings(answer))
    assert f'"{LONG}" is longer than 40 characters. It becomes "Comic Book Lab: Draw, Ink & Letter Your".' in shown
    assert "Notes" in shown


def test_it_shows_columns_and_rows_as_it_understands_them(users, season):
    answer = preview(users, season, [[*HEADINGS, "Supply fee"], [*CLAY, "$15"]])

    columns = {each["heading"]: (each["column"], each["field"], each["samples"]) for each in answer["columns"]}
    assert columns["Tuition"] == ("H", "price", ["45"])
    assert columns["Supply fee"] == ("K", None, ["$15"])
    assert answer["rows"] == [
        {
            "row": 2,
            "nameClass": "Clay",
            "instructor": "Rosa Delgado",
            "days": "Mon, Jul\u00a012, 2027 \u2013 Fri, Jul\u00a016, 2027 (5 days)",
            "times": "9:00\u00a0AM \u2013 12:00\u00a0PM",
            "ages": "6 \u2013 8",
            "price": "$45.00",
            "seats": 10,
            "place": "Kiln Room",
        }
    ]


def test_it_understands_a_heading_of_two_rows(users, season):
    rows = [
        ["Class", "Instructor", "Email", "Price", "Seats", "When", "Ages", None],
        [None, None, None, None, None, None, "from", "to"],
        ["Clay", "Rosa", "rosa@school.example", 45, 10, "7/16/2027 9am-12pm", 6, 9],
    ]

    assert preview(users, season, rows)["questions"] == []

    send(users, season, rows, 201)
    assert CampClass.objects.values_list("age_from", "age_to").get() == (6, 9)


def test_it_takes_the_columns_that_the_admin_chooses(users, season):
    headings = ["Kurs", "Leitung", "Mail", "Preis", "Menge", "Raum"]
    rows = [headings, ["Clay", "Rosa", "rosa@school.example", 45, 10, "Barn"]]

    answer = preview(users, season, rows)

    assert "price: No column of the file has it. Please choose one." in errors(answer)
    assert refused(users, season, rows, 400)["errors"]
    chosen = dict(zip("ABCDE", ("nameClass", "instructorName", "instructorEmail", "price", "seats"), strict=True))
    send(users, season, rows, 201, columns=chosen | {"F": None})
    clay = CampClass.objects.get()
    assert (clay.name, clay.price, clay.capacity, clay.place) == ("Clay", 45, 10, "")


def test_it_refuses_two_columns_with_one_field_and_one_that_does_not_exist(users, season):
    rows = [HEADINGS, CLAY]

    (message,) = errors(preview(users, season, rows, columns={"A": "nameClass", "J": "nameClass"}))

    assert "nameClass: The columns A, J are all" in message
    assert refused(users, season, rows, 400, columns={"A": "nameClass", "J": "nameClass"})["errors"]
    assert refused(users, season, rows, 400, columns={"A": "owner"})["code"] == "invalid"


@pytest.mark.parametrize(("choice", "craft"), [("add", "Glass Art"), ("clay", "Clay"), ("none", None)])
def test_it_asks_once_about_each_unknown_craft(users, season, choice, craft):
    make_craft("Clay")
    rows = [[*HEADINGS, "Craft"]]
    rows += [[name, *CLAY[1:], spelled] for name, spelled in (("A", "Glass Art"), ("B", "glass  art"), ("C", "Clay"))]

    (question,) = preview(users, season, rows)["questions"]

    assert (question["kind"], question["rows"]) == ("craft", [2, 3])
    assert [each["id"] for each in question["choices"]] == ["clay", "add", "none"]
    assert refused(users, season, rows, 409)["code"] == "open_questions"
    assert refused(users, season, rows, 409, questions={question["id"]: "wool"})["code"] == "open_questions"
    send(users, season, rows, 201, questions={question["id"]: choice})
    assert [each.craft and each.craft.name for each in season.classes.order_by("name")] == [craft, craft, "Clay"]
    assert Craft.objects.count() == (2 if choice == "add" else 1)


def test_it_asks_who_an_instructor_without_an_address_is(users, season):
    rosa = make_user("rosa", Role.INSTRUCTOR)
    rows = [HEADINGS, ["Clay", "Rosie", "", *CLAY[3:]], ["Felt", "Rosie", "", *CLAY[3:]], ["Wool", *CLAY[1:]]]

    (question,) = preview(users, season, rows)["questions"]

    assert (question["kind"], question["value"], question["rows"]) == ("instructor", "Rosie", [2, 3])
    assert rosa.email in [each["id"] for each in question["choices"]]
    refused(users, season, rows, 409)
    send(users, season, rows, 201, questions={question["id"]: rosa.email})
    assert set(season.classes.filter(instructor=rosa).values_list("name", flat=True)) == {"Clay", "Felt"}


def test_it_leaves_out_the_classes_of_an_instructor_who_is_nobody(users, season):
    rows = [HEADINGS, ["Clay", "Nobody", "", *CLAY[3:]], ["Wool", *CLAY[1:]]]

    send(users, season, rows, 201, questions={"instructor:Nobody": "none"})

    assert season.classes.get().name == "Wool"


@pytest.mark.parametrize(
    ("dates", "asked", "first"),
    [
        (["7/6/2027"], True, None),
        (["7/6/2027", "7/20/2027"], False, "07-06"),
        (["6/7/2027", "20/7/2027"], False, "07-06"),
        (["7/7/2027"], False, "07-07"),
    ],
)
def test_it_asks_for_the_order_of_day_and_month_only_if_both_fit(users, dates, asked, first):
    season = make_season(starts_on=date(2027, 6, 1), ends_on=date(2027, 8, 20))
    rows = [HEADINGS, *([f"Clay {day}", *CLAY[1:3], "", day, *CLAY[5:]] for day in dates)]

    answer = preview(users, season, rows)

    assert kinds(answer) == (["date_order"] if asked else [])
    if asked:
        send(users, season, rows, 201, questions={"date_order:": "day"})
        first = "06-07"
    else:
        send(users, season, rows, 201)
    assert times_of(f"Clay {dates[0]}")[0][0].startswith(first)


def existing(users, season, name="Clay", day=13, **fields):
    rosa = make_user("rosa", Role.INSTRUCTOR)
    clay = make_class(rosa, name, season=season, price=45, **fields)
    make_lesson(clay, datetime(2027, 7, day, 9, tzinfo=site_zone()))
    return clay, [HEADINGS, ["Clay", "Rosa", rosa.email, "", "7/13", "9-10", *CLAY[6:]]]


@pytest.mark.parametrize(
    ("answer", "classes"),
    [("change", [["07-13 09:00-10:00"]]), ("new", [["07-14 09:00-12:00"], ["07-13 09:00-10:00"]])],
)
def test_it_asks_about_a_class_with_a_corrected_time(users, season, answer, classes):
    clay, rows = existing(users, season, day=14)

    (question,) = preview(users, season, rows)["questions"]

    assert (question["id"], question["rows"]) == ("time:", [2])
    refused(users, season, rows, 409)
    result = send(users, season, rows, 201, questions={"time:": answer})
    assert (result["changed"], result["created"]) == ((1, 0) if answer == "change" else (0, 1))
    assert times_of("Clay") == classes
    clay.refresh_from_db()
    assert (clay.price, clay.capacity) == (45, clay.capacity)


@pytest.mark.parametrize("name", ["CLAY-POTS", "clay pots", "Cl\xe1y\u2010Pots"])
@pytest.mark.parametrize(("choice", "shown"), [("change", "Clay Pots"), ("none", None)])
def test_it_recognizes_a_class_in_another_spelling(users, season, name, choice, shown):
    clay, rows = existing(users, season, name=name)
    rows[1][0] = "Clay Pots"

    assert kinds(preview(users, season, rows)) == ["spelling"]

    send(users, season, rows, 201, questions={"spelling:": choice})
    assert CampClass.objects.get().name == (shown or clay.name)


def test_it_takes_another_week_of_a_class_for_a_new_one(users, season):
    _, rows = existing(users, season)
    rows.append(["Clay", "Rosa", rows[1][2], "", "7/20", "9-10", *CLAY[6:]])

    assert preview(users, season, rows)["questions"] == []
    assert send(users, season, rows, 201)["created"] == 1


def test_it_says_which_class_cannot_be_changed(users, season):
    rosa = make_user("rosa", Role.INSTRUCTOR)
    withdrawn = make_withdrawn_class(rosa)
    CampClass.objects.filter(pk=withdrawn.pk).update(season=season)
    make_lesson(withdrawn, datetime(2027, 7, 14, 9, tzinfo=site_zone()))
    rows = [HEADINGS, [withdrawn.name, "Rosa", rosa.email, "", "7/13", "9-10", *CLAY[6:]]]

    (message,) = errors(preview(users, season, rows, questions={"time:": "change"}))

    assert "The class can't be changed:" in message
    assert refused(users, season, rows, 400, questions={"time:": "change"})["errors"]


def test_it_asks_which_sheet_is_meant(users, season):
    sheets = [
        {f"{'ABCDEFGHIJ'[i]}{n}": cell for n, row in enumerate(([*HEADINGS], [name, *CLAY[1:]]), 1)
         for i, cell in enumerate(row)}
        for name in ("Clay", "Felt")
    ]  # fmt: skip
    content = xlsx_of(*sheets)

    (question,) = preview(users, season, content)["questions"]

    assert [each["id"] for each in question["choices"]] == ["Sheet 1", "Sheet 2"]
    refused(users, season, content, 409)
    send(users, season, content, 201, questions={"sheet:": "Sheet 2"})
    assert season.classes.get().name == "Felt"


def test_it_names_a_kind_of_problem_once_with_its_rows(users, season):
    rows = [HEADINGS, *([f"Clay {n}", *CLAY[1:7], f"cheap {n}", *CLAY[8:]] for n in range(30))]

    problems = preview(users, season, rows)["problems"]

    assert [(each["kind"], len(each["rows"])) for each in problems] == [("error", 30)]


def test_it_warns_of_hidden_rows(users, season):
    content = to_xlsx([HEADINGS, CLAY, ["Felt", *CLAY[1:]]], hidden_rows=(3,))

    assert "1 hidden row was read: 3." in "; ".join(warnings(preview(users, season, content)))


def test_the_template_needs_no_answer_once_it_is_filled_in(users, season):
    make_craft("Clay")
    response = as_(users.admin).get("/seasons/importTemplate")
    rows = CalamineWorkbook.from_filelike(io.BytesIO(response.content)).get_sheet_by_index(0).to_python()
    examples = TEMPLATE | {"craft": "Clay"}

    assert preview(users, season, response.content)["questions"] == []

    answer = preview(users, season, [*rows, list(examples.values())])
    assert (answer["questions"], answer["problems"], answer["created"]) == ([], [], 1)
    assert all(column["field"] for column in answer["columns"])


def test_only_admins_get_the_template(users):
    for user in (users.student, users.instructor):
        as_(user).get("/seasons/importTemplate", 403)
    as_(None).get("/seasons/importTemplate", 401)
