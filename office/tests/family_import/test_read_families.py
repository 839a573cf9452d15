"""POST /families/import: what the files of other systems look like."""

import time
from datetime import date

import pytest

from accounts.models import Child, Guardianship, User
from testing.factories.season_files import LOCKED, N_A, to_xlsx, with_entities, xlsx_of
from testing.steps.family_import import HEADINGS, LEE, LEO, OTT, contacts_of, families, preview, refused, send
from testing.steps.season_import import errors, kinds, warnings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

ANN = "ann@mail.example"


def births(users, *cells, answers=None):
    rows = [HEADINGS, *([*LEE[:3], f"Child {n}", cell, "", ""] for n, cell in enumerate(cells))]
    send(users, rows, answers=answers)
    return [each.born_on for each in Child.objects.order_by("pk")]


@pytest.mark.parametrize(
    "address",
    [
        "ANN@Mail.Example",
        "<ann@mail.example>",
        "mailto:ann@mail.example",
        "Ann Lee <Ann@mail.example>",
        "ann@mail.example;",
    ],
)
def test_it_knows_an_address_in_any_form(users, address):
    send(users, [HEADINGS, LEE, ["Ann Lee", address, *LEO[2:]]])
    assert families() == {ANN: [("Mia Lee", "2017-03-14"), ("Leo Lee", "2019-05-20")]}


def test_it_takes_the_second_address_of_a_cell_for_the_second_guardian(users):
    send(users, [HEADINGS, ["Ann Lee", f"{ANN}, tom@mail.example", *LEE[2:]]])
    assert Guardianship.objects.get(child__guardian__email=ANN).email == "tom@mail.example"


def test_it_gives_one_account_to_two_guardians_with_one_address(users):
    result = send(users, [HEADINGS, LEE, ["Tom Lee", *LEE[1:]]])

    (warning,) = result["warnings"]
    assert warning["row"] == 3
    assert warning["message"] == f'"{ANN}" is the address of "Ann Lee" in row 2, who gets the account.'
    assert families() == {ANN: [("Mia Lee", "2017-03-14")]}
    assert User.objects.get(email=ANN).name == "Ann Lee"


def test_it_adds_twins_and_a_child_in_two_rows_once(users):
    twin = [*LEE[:3], "Max Lee", *LEE[4:]]
    repeated = [*LEE[:3], "mia  lee", *LEE[4:]]
    first_name = [*LEE[:3], "Mia", *LEE[4:]]

    result = send(users, [HEADINGS, LEE, twin, repeated, first_name])

    assert result["children"] == 2
    assert families() == {ANN: [("Mia Lee", "2017-03-14"), ("Max Lee", "2017-03-14")]}


def test_it_keeps_the_first_of_two_birth_dates(users):
    result = send(users, [HEADINGS, LEE, [*LEE[:4], "3/15/2017", *LEE[5:]]])

    message = '"Mia Lee" has another birth date in row 2: 2017-03-14. That one is used.'
    assert result["warnings"] == [{"row": 3, "column": "Birth date", "message": message}]
    assert families() == {ANN: [("Mia Lee", "2017-03-14")]}


def test_it_takes_the_birth_date_from_either_row(users):
    send(users, [HEADINGS, [*LEE[:4], "", "", ""], LEE])
    assert families() == {ANN: [("Mia Lee", "2017-03-14")]}


@pytest.mark.parametrize(("answer", "of_tom"), [("none", []), ("add", [("Mia Lee", "2017-03-14")])])
def test_it_asks_about_a_child_of_two_guardians(users, answer, of_tom):
    rows = [HEADINGS, LEE, ["Tom Lee", "tom@mail.example", *LEE[2:]]]

    shown = preview(users, rows)
    assert kinds(shown) == ["two_guardians"]
    assert shown["questions"][0]["rows"] == [2, 3]
    assert refused(users, rows, 409)["code"] == "open_questions"

    send(users, rows, answers={"questions": {"two_guardians:": answer}})
    assert families() == {ANN: [("Mia Lee", "2017-03-14")], "tom@mail.example": of_tom}


@pytest.mark.parametrize(
    ("cell", "born_on"),
    [
        ("March 4, 2017", date(2017, 3, 4)),
        ("4 Mar 2017", date(2017, 3, 4)),
        ("2017-03-04 00:00", date(2017, 3, 4)),
        (date(2017, 3, 4), date(2017, 3, 4)),
        ("3/14/17", date(2017, 3, 14)),
        ("4/4/2017", date(2017, 4, 4)),
        ("", None),
        ("n/a", None),
    ],
)
def test_it_reads_a_birth_date_as_people_write_it(users, cell, born_on):
    assert births(users, cell) == [born_on]


@pytest.mark.parametrize("cell", [9, "9 years", "age 9", "9 yrs old", 2017])
def test_it_adds_a_child_of_an_age_without_a_birth_date(users, cell):
    shown = preview(users, [HEADINGS, [*LEE[:4], cell, *LEE[5:]]])

    assert warnings(shown) == [f'Birth date: "{cell}" is not a birth date. The child is added without one.']
    assert births(users, cell) == [None]


@pytest.mark.parametrize("cell", ["25/4", "soon", "3/14/2030", "2/30/2017", "Jan 1, 1850", N_A])
def test_it_refuses_what_is_no_birth_date(users, cell):
    (error,) = refused(users, [HEADINGS, [*LEE[:4], cell, *LEE[5:]]])["errors"]
    assert (error["row"], error["column"]) == (2, "Birth date")


def test_it_asks_for_the_order_of_day_and_month_only_if_no_row_says_it(users):
    rows = [HEADINGS, [*LEE[:4], "3/4/2017", "", ""]]
    shown = preview(users, rows)
    assert kinds(shown) == ["date_order"]
    assert refused(users, rows, 409)["code"] == "open_questions"

    assert births(users, "3/4/2017", answers={"questions": {"date_order:": "day"}}) == [date(2017, 4, 3)]
    Child.objects.all().delete()
    assert births(users, "3/4/2017", "25/4/2016") == [date(2017, 4, 3), date(2016, 4, 25)]
    Child.objects.all().delete()
    assert births(users, "3/4/2017", "4/25/2016") == [date(2017, 3, 4), date(2016, 4, 25)]


@pytest.mark.parametrize(
    ("headings", "cells"),
    [
        (["Parent/Guardian Name", "Child's Name"], ["Ann Lee", "Mia Lee"]),
        (
            ["Guardian's first name", "Guardian's last name", "Camper first name", "Camper last name"],
            ["Ann", "Lee", "Mia", "Lee"],
        ),
        (["Parent First Name", "Parent Last Name", "First Name", "Last Name"], ["Ann", "Lee", "Mia", "Lee"]),
        (["First Name", "Last Name", "Child 1"], ["Ann", "Lee", "Mia Lee"]),
        (["Mother", "Kid"], ["Lee, Ann", "Lee, Mia"]),
        (["Name of parent", "Name of child"], ["Ann  Lee", "Mia Lee"]),
    ],
)
def test_it_reads_a_name_in_one_column_or_in_two(users, headings, cells):
    shown = preview(users, [[*headings, "E-mail address", "DOB"], [*cells, ANN, "3/14/2017"]])
    assert (shown["questions"], shown["problems"]) == ([], [])

    send(users, [[*headings, "E-mail address", "DOB"], [*cells, ANN, "3/14/2017"]])

    assert families() == {ANN: [("Mia Lee", "2017-03-14")]}
    assert User.objects.get(email=ANN).name == "Ann Lee"


def test_it_refuses_a_name_that_is_too_long_in_two_columns(users):
    rows = [["Parent first name", "Parent last name", "Email"], [60 * "A", 60 * "B", ANN]]
    (error,) = refused(users, rows)["errors"]
    assert error["column"] == "Parent first name"


def test_it_refuses_a_link_beside_an_address(users):
    (error,) = refused(users, [HEADINGS, ["", "evil.example <ann@mail.example>", *LEE[2:]]])["errors"]
    assert error["column"] == "Email"


def test_it_reads_a_family_in_one_row_with_numbered_columns(users):
    headings = ["Parent", "Email", "Child 1 name", "Child 1 DOB", "Child #2 name", "Child #2 DOB", "Child 3"]
    rows = [
        headings,
        ["Ann Lee", ANN, "Mia Lee", "3/14/2017", "Leo Lee", "5/20/2019"],
        ["Bo Ott", OTT[1], "Ida", "", "", "", "Kit"],
    ]

    assert preview(users, rows)["problems"] == []
    send(users, rows)

    assert families() == {
        ANN: [("Mia Lee", "2017-03-14"), ("Leo Lee", "2019-05-20")],
        OTT[1]: [("Ida", "None"), ("Kit", "None")],
    }


def test_it_adds_the_children_below_a_guardian_to_that_family(users):
    send(users, [HEADINGS, LEE, ["", "", "", "Leo Lee", "5/20/2019"], OTT])
    assert families()[ANN] == [("Mia Lee", "2017-03-14"), ("Leo Lee", "2019-05-20")]


def test_it_takes_a_guardian_without_an_address_for_the_same_one_in_another_row(users):
    first = ["Ann Lee", "", "(555) 010-2003", *LEO[3:]]

    result = send(users, [HEADINGS, first, first, LEE, ["Ann Lee", "", "", "Kit Lee"]])

    assert families() == {ANN: [("Leo Lee", "2019-05-20"), ("Mia Lee", "2017-03-14"), ("Kit Lee", "None")]}
    assert [each["row"] for each in result["warnings"]] == [5]


@pytest.mark.parametrize(
    ("cells", "contact"),
    [
        (["Joan Doe (aunt), (555) 010-2004", ""], ("Joan Doe", "(555) 010-2004", "aunt")),
        (["555 010 2004", ""], ("Emergency contact", "555 010 2004", "")),
        (["Joan Doe", 5550102004], ("Joan Doe", "5550102004", "")),
    ],
)
def test_it_reads_a_contact_of_one_column_or_two(users, cells, contact):
    send(users, [HEADINGS, [*LEE[:5], *cells]])
    ann = User.objects.get(email=ANN)
    (stored,) = ann.contacts.all()
    assert (stored.name, stored.phone, stored.relation) == contact
    assert (stored.emergency, stored.may_pick_up) == (True, False)
    assert list(contacts_of(ann).values()) == [["Mia Lee"]]


def test_it_leaves_out_a_contact_without_a_phone_number(users):
    result = send(users, [HEADINGS, [*LEE[:6], ""]])
    message = '"Joan Lee" has no phone number, and is not added as a contact.'
    assert [each["message"] for each in result["warnings"]] == [message]
    assert contacts_of(User.objects.get(email=ANN)) == {}


def test_it_refuses_more_children_and_contacts_than_a_family_can_have(users):
    rows = [[*LEE[:3], f"Child {n}", "3/14/2017", f"Aunt {n}", "555 010-2004"] for n in range(31)]
    found = [(each["row"], each["message"]) for each in refused(users, [HEADINGS, *rows])["errors"]]
    children = [(row, "A family can have at most 12 children.") for row in range(14, 33)]
    assert sorted(found) == sorted([*children, (32, "A family can have at most 30 contacts.")])


def test_it_adds_no_contacts_to_a_school_without_them(users, settings):
    settings.CARE = False
    send(users, [HEADINGS, LEE])
    assert contacts_of(User.objects.get(email=ANN)) == {}


def test_it_keeps_the_first_of_two_phone_numbers(users):
    result = send(users, [HEADINGS, [*LEE[:2], "555 010-2003 / 555 010-2005", *LEE[3:]]])
    assert User.objects.get(email=ANN).phone == "555 010-2003"
    assert "the first number is kept" in result["warnings"][0]["message"]


@pytest.mark.parametrize(
    ("row", "column"),
    [
        (["", *LEE[1:]], "Parent"),
        ([*LEE[:2], "call me", *LEE[3:]], "Phone"),
        (["t.me/x", *LEE[1:]], "Parent"),
        ([*LEE[:3], "", *LEE[4:]], "Birth date"),
        ([*LEE[:6], "aunt"], "Emergency phone"),
        ([N_A, *LEE[1:]], "Parent"),
    ],
)
def test_it_names_the_cell_that_it_refuses(users, row, column):
    (error,) = refused(users, [HEADINGS, row])["errors"]
    assert (error["row"], error["column"]) == (2, column)


def test_it_refuses_a_file_without_guardians_or_with_too_many_rows(users, monkeypatch):
    assert errors(preview(users, [["Child", "DOB", "x"], ["Mia", "3/14/2017", "y"]]))
    monkeypatch.setattr("office.family_import.reading.MAX_ROWS", 1)
    assert "more than 1 rows" in refused(users, [HEADINGS, LEE, LEO])["errors"][0]["message"]


def test_it_asks_which_of_two_sheets_is_meant(users):
    sheets = [
        {f"{'ABCDE'[i]}{n}": cell for n, row in enumerate([HEADINGS[:5], each[:5]], 1) for i, cell in enumerate(row)}
        for each in (LEE, OTT)
    ]
    content = xlsx_of(*sheets)
    assert kinds(preview(users, content)) == ["sheet"]

    send(users, content, answers={"questions": {"sheet:": "Sheet 2"}})

    assert list(families()) == [OTT[1]]


def test_it_lets_the_admin_choose_what_a_column_has(users):
    rows = [["Who", "Email", "Kiddo"], ["Ann Lee", ANN, "Mia Lee"]]
    assert errors(preview(users, rows))

    send(users, rows, answers={"columns": {"A": "guardianName", "C": "childName"}})

    assert families() == {ANN: [("Mia Lee", "None")]}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        LOCKED,
        xlsx_of({}),
        xlsx_of({"A1": "Parent", "XFD1": "x"}),
        with_entities(to_xlsx([HEADINGS, LEE]), "Ann Lee"),
    ],
    ids=["nothing", "locked", "empty", "wide", "entities"],
)
def test_it_refuses_a_hostile_locked_or_empty_file_at_once(users, content):
    begun = time.process_time()
    assert refused(users, content)["code"] == "invalid"
    assert time.process_time() - begun < 2
