"""POST /families/import: an admin brings the families of another system."""

import io
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from python_calamine import CalamineWorkbook

from accounts.models import Child, Guardianship, User
from core.names import NO_EMAIL
from core.sheets import uploads
from mail.models import OutboxEmail
from office.family_import.fields import TEMPLATE
from testing.clients.api import as_, with_bearer
from testing.factories import make_child, make_user
from testing.steps.family_import import HEADINGS, LEE, LEO, OTT, PATH, contacts_of, families, preview, refused, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

ANN = "ann@mail.example"


def answer(created=0, existing=0, children=0, warnings=()):
    return {"created": created, "existing": existing, "children": children, "warnings": list(warnings)}


def warnings_of(result):
    return [each["message"] for each in result["warnings"]]


def test_it_adds_a_family_for_each_guardian(users):
    assert send(users, [HEADINGS, LEE, LEO, OTT]) == answer(created=2, children=3)

    assert families() == {
        ANN: [("Mia Lee", "2017-03-14"), ("Leo Lee", "2019-05-20")],
        "bo@mail.example": [("Ida Ott", "2018-01-05")],
    }
    ann = User.objects.get(email=ANN)
    assert (ann.name, ann.phone, ann.role, ann.firebase_uid) == ("Ann Lee", "555 010-2003", "student", None)
    assert not ann.has_usable_password()
    assert contacts_of(ann) == {("Joan Lee", "555 010-2004"): ["Mia Lee", "Leo Lee"]}
    assert {ann.history.get().history_user, ann.children.first().history.get().history_user} == {users.admin}


def test_it_mails_nobody(users):
    send(users, [HEADINGS, LEE, OTT])
    assert not OutboxEmail.objects.exists()


def test_it_shows_a_preview_of_exactly_what_it_does(users):
    make_child(make_user("ann", firebase_uid=None, phone=LEE[2]), "Mia Lee", date(2017, 3, 14))
    rows = [HEADINGS, ["Ann", "ann@camp.example", *LEO[2:]], OTT]

    shown = preview(users, rows)
    result = send(users, rows)

    assert {name: shown[name] for name in result} == result
    assert shown.keys() - result.keys() == {"knownFields", "columns", "questions", "rows", "problems"}
    assert shown["questions"] == []
    assert shown["rows"][0] == {
        "row": 2,
        "guardian": "Ann",
        "email": "ann@camp.example",
        "phone": LEE[2],
        "children": "Leo Lee (May 20, 2019)",
        "contact": "Joan Lee",
        "outcome": "Here; gets Leo Lee",
    }
    assert (shown["rows"][1]["outcome"], shown["rows"][1]["contact"]) == ("New", "")
    assert [(each["column"], each["field"]) for each in shown["columns"]][3:5] == [("D", "childName"), ("E", "bornOn")]


def test_it_adds_only_what_is_missing_when_it_is_imported_again(users):
    send(users, [HEADINGS, LEE, OTT])

    assert refused(users, [HEADINGS, LEE, OTT], 201) == answer(existing=2)

    again = send(users, [HEADINGS, LEE, LEO, OTT])
    assert {name: again[name] for name in ("created", "existing", "children")} == {
        "created": 0,
        "existing": 2,
        "children": 1,
    }
    assert warnings_of(again) == ['"Ann Lee" is here already, and gets "Leo Lee".']


def test_it_says_what_differs_and_changes_nothing(users):
    send(users, [HEADINGS, LEE])
    other = ["Anna Lee", ANN, "555 010-9999", "MIA LEE", "3/15/2017", "Pat Doe", "555 010-5555"]

    result = refused(users, [HEADINGS, other], 201)

    assert warnings_of(result) == [
        'the account has the name "Ann Lee", not "Anna Lee". It stays as it is.',
        'the account has the phone number "555 010-2003", not "555 010-9999". It stays as it is.',
        'the account has no contact "Pat Doe". Contacts are added with new families only.',
        '"Mia Lee" was born on 2017-03-14 here, and on 2017-03-15 in the file. It stays as it is.',
    ]


def test_it_knows_a_child_by_the_first_name_and_the_birth_date(users):
    make_child(make_user("ann", phone=LEE[2]), "Mia", date(2017, 3, 14))
    twin = ["Ann", "ann@camp.example", LEE[2], "Ben Lee", "3/14/2017", "", ""]

    result = send(users, [HEADINGS, ["Ann", "ann@camp.example", *LEE[2:5], "", ""], twin])

    assert (result["existing"], result["children"]) == (1, 1)
    assert list(Child.objects.order_by("pk").values_list("name", flat=True)) == ["Mia", "Ben Lee"]


def test_it_makes_the_families_returning_until_a_day(users):
    until, before = date(2026, 6, 1), date(2025, 1, 1)
    make_user("here")
    make_user("already", returning_until=before)
    rows = [HEADINGS, LEE, *(["X", f"{name}@camp.example"] for name in ("here", "already"))]

    send(users, rows, returningUntil="2026-06-01")

    assert User.objects.get(email=ANN).returning_until == until
    days = {name: User.objects.get(email=f"{name}@camp.example").returning_until for name in ("here", "already", "sam")}
    assert days == {"here": until, "already": before, "sam": None}


def test_it_adds_nothing_to_an_address_that_is_not_verified(users):
    """Somebody else may have registered it, and would see the children."""
    make_user("ann", email_verified=False)
    make_user("gone", is_active=False)
    rows = [HEADINGS, *([name, f"{name}@camp.example", *LEE[2:]] for name in ("ann", "gone"))]

    shown = preview(users, rows, returningUntil="2026-06-01", answers={"questions": {"two_guardians:": "add"}})
    result = refused(users, rows, 201, returningUntil="2026-06-01", answers={"questions": {"two_guardians:": "add"}})

    assert (result["existing"], result["children"]) == (2, 0)
    assert warnings_of(result) == warnings_of(shown)
    assert "not verified it yet" in warnings_of(result)[0]
    assert "has been disabled" in warnings_of(result)[1]


def test_it_adds_a_family_without_an_address_once(users):
    rows = [HEADINGS, ["Cora Caller", "", "(555) 010-7777", "Kit", "", "", ""]]
    assert send(users, rows)["created"] == 1

    rows[1][2] = "555.010.7777"
    result = send(users, rows)

    assert (result["created"], result["existing"], result["children"]) == (0, 1, 0)
    assert User.objects.get(email__endswith=NO_EMAIL).children.get().name == "Kit"


def test_it_refuses_more_children_than_a_family_can_have(users):
    ann = make_user("ann", phone=LEE[2])
    for number in range(Child.MAX_PER_GUARDIAN):
        make_child(ann, f"Child {number}")

    result = refused(users, [HEADINGS, ["Ann", "ann@camp.example", *LEE[2:5], "", ""]], 201)

    assert "at most 12 children. None is added." in warnings_of(result)[0]


def test_it_has_a_template_that_needs_no_answers(users):
    response = as_(users.admin).client.get("/families/importTemplate")
    sheet, _ = (CalamineWorkbook.from_filelike(io.BytesIO(response.content)).get_sheet_by_index(i) for i in (0, 1))
    headings = [str(each) for each in sheet.to_python()[0]]

    shown = preview(users, [headings, list(TEMPLATE.values())])

    assert [each["field"] for each in shown["columns"]] == list(TEMPLATE)
    assert (shown["questions"], shown["problems"], shown["created"]) == ([], [], 1)


SECOND = "Second guardian's email"


def test_it_keeps_what_has_no_field_as_a_note(users):
    childless = ["Bo Ott", "bo@mail.example", *[""] * 5, "Eva@Mail.example", ""]
    send(users, [[*HEADINGS, SECOND, "Last seen"], [*LEE, "", 2025], childless])
    assert User.objects.get(email=ANN).note == "Last seen: 2025"
    assert User.objects.get(email="bo@mail.example").note == "Second guardian's e-mail: eva@mail.example"


def test_it_enters_second_guardians_whom_the_family_can_invite(users):
    rows = [[*HEADINGS, SECOND], [*LEE, "Tom@Mail.example"], [*LEO, ANN.upper()]]

    send(users, rows)

    assert list(families()) == [ANN]
    ann = User.objects.get(email=ANN)
    for child in ann.children.all():
        (row,) = as_(users.admin).get(f"/children/{child.pk}/guardians")
        assert (row["email"], row["care"], row["expiresAt"]) == ("tom@mail.example", False, None)
    assert not OutboxEmail.objects.exists()
    send(users, [[*HEADINGS, SECOND], [*LEE, "other@mail.example"]])
    assert set(Guardianship.objects.values_list("email", flat=True)) == {"tom@mail.example"}


def test_it_enters_no_more_second_guardians_than_a_child_can_have(users):
    rows = [[*HEADINGS, SECOND], *([*LEE, f"g{number}@mail.example"] for number in range(4))]
    (warning,) = warnings_of(send(users, rows))
    assert warning == '"g3@mail.example" is left out: at most 3 others can see a child.'
    assert Guardianship.objects.count() == 3


def test_it_refuses_users_who_are_not_admins(users):
    for user, status in ((users.student, 403), (users.instructor, 403), (None, 401)):
        file = SimpleUploadedFile("families.csv", b"Parent\nAnn Lee\n")
        as_(user).post(PATH, {"file": file}, status, format="multipart")
        as_(user).get("/families/importTemplate", status)
    with_bearer("invalid").post(PATH, {}, 401, format="multipart")
    assert not families()


@pytest.mark.parametrize(
    ("fields", "name"), [({"file": "text"}, "file"), ({"dryRun": "maybe"}, "dryRun"), ({"returningUntil": "x"}, None)]
)
def test_it_refuses_bad_input(users, fields, name):
    body = {"file": SimpleUploadedFile("families.csv", b"Parent\nAnn Lee\n")} | fields
    refusal = as_(users.admin).post(PATH, body, 400, format="multipart")
    assert list(refusal["fields"]) == [name or "returningUntil"]
    assert not families()


def test_it_refuses_an_import_with_an_error_or_an_open_question(users):
    refusal = refused(users, [HEADINGS, LEE, ["Bo", "no address"]])
    assert refusal["errors"] == [{"row": 3, "column": "Email", "message": "Enter a valid email address."}]

    open_question = [HEADINGS, [*LEE[:4], "3/4/2017", "", ""]]
    assert refused(users, open_question, 409)["code"] == "open_questions"


def test_it_refuses_a_file_that_is_too_large(users):
    refusal = refused(users, b"x" * (uploads.MAX_FORM_BYTES + 1), 413)
    assert refusal["code"] == "too_large"
