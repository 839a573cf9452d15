"""GET /users/me/data and manage.py export_person: export of the personal data of one user."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import roles
from testing.api_client import as_
from testing.checkout import enroll_by_card, start_checkout
from testing.factories import (
    NOW,
    make_child,
    make_class,
    make_craft,
    make_lesson,
    make_payment,
    make_selection,
    make_user,
)

pytestmark = pytest.mark.django_db


def test_it_exports_all_data_of_a_student(cast, clay, stripe):
    held, chosen = make_class(cast.instructor, "Held"), make_class(cast.instructor, "Chosen")
    payment, open_payment = enroll_by_card(cast.student, clay, stripe), start_checkout(cast.student, held)
    make_selection(cast.student, chosen)
    as_(cast.student).patch("/users/me", {"name": "Samuel"})

    data = as_(cast.student).get("/users/me/data")

    account = data["account"]
    assert (account["name"], account["email"], account["role"]) == ("Samuel", "sam@camp.example", "student")
    assert (account["emailVerified"], account["identity"]) == (True, "uid-sam")
    assert account["joinedAt"]
    assert [change["name"] for change in data["changes"]] == ["Samuel", "Sam"]
    assert {row["nameClass"] for row in data["selections"]} == {"Held", "Chosen"}
    seats = {row["nameClass"]: row for row in data["seats"]}
    assert (seats["Held"]["state"], seats[clay.name]["state"]) == ("HELD", "CONFIRMED")
    assert seats[clay.name]["confirmedAt"]
    payments = {row["nameClass"]: row for row in data["payments"]}
    assert (payments["Held"]["state"], payments["Held"]["transactionId"]) == ("started", open_payment.intent_id)
    paid = payments[clay.name]
    assert (paid["_id"], paid["transactionId"]) == (str(payment.pk), payment.intent_id)
    assert (paid["price"], paid["studentName"], paid["refundedAmount"]) == (45.5, "Sam", 0)
    assert data["classesOffered"] == []


def test_it_exports_the_children_and_what_they_take_part_in(cast, clay, mia, leo):
    as_(cast.student).put(f"/children/{mia.pk}", {"name": "Mia S."})
    mia.refresh_from_db()
    make_payment(cast.student, clay, child=mia)
    make_payment(cast.student, clay)
    make_selection(cast.student, clay, leo)
    as_(cast.student).delete(f"/children/{make_child(cast.student, 'Max').pk}")
    make_child(cast.other_student, "Zoe")

    data = as_(cast.student).get("/users/me/data")

    assert [(row["name"], row["bornOn"], bool(row["deletedAt"])) for row in data["children"]] == [
        ("Deleted child", None, True),
        ("Leo", "2015-06-01", False),
        ("Mia S.", "2015-06-01", False),
    ]
    mias = [row for row in data["childChanges"] if row["childId"] == str(mia.pk)]
    assert [(row["name"], row["byYourself"], row["bornOn"]) for row in mias] == [
        ("Mia S.", True, "2015-06-01"),
        ("Mia", False, "2015-06-01"),
    ]
    assert "Max" not in json.dumps(data)
    assert [(row["childId"], row["childName"]) for row in data["selections"]] == [(str(leo.pk), "Leo")]
    for rows, nobody in ((data["seats"], None), (data["payments"], "")):
        assert {(row["childId"], row["childName"]) for row in rows} == {(str(mia.pk), "Mia S."), (None, nobody)}


def test_it_exports_a_refund_with_its_ids(cast, clay):
    make_payment(cast.student, clay, state="refunded", refund_reason="canceled", refund_id="re_7", intent_id="pi_7")
    (row,) = as_(cast.student).get("/users/me/data")["payments"]
    assert (row["state"], row["refundId"], row["refundReason"]) == ("refunded", "re_7", "You gave the place back.")


def test_it_exports_the_classes_of_an_instructor_with_their_feedback(cast):
    make_class(cast.instructor, "Felt", status="Denied", feedback="Too hot in July.")
    (row,) = as_(cast.instructor).get("/users/me/data")["classesOffered"]
    assert (row["nameClass"], row["status"], row["feedback"], row["capacity"]) == (
        *("Felt", "Denied", "Too hot in July."),
        10,
    )


def test_it_exports_the_bio_the_calendar_and_the_lessons(cast):
    as_(cast.instructor).patch("/users/me", {"bio": "Potter since 2003."})
    url = as_(cast.instructor).get("/users/me/calendar")["url"]
    camp_class = make_class(cast.instructor, craft=make_craft("Clay"), place="Barn", bring="An apron.", age_from=8)
    make_lesson(camp_class, NOW)

    data = as_(cast.instructor).get("/users/me/data")

    assert (data["account"]["bio"], data["changes"][0]["bio"]) == ("Potter since 2003.", "Potter since 2003.")
    assert data["account"]["calendarToken"] in url
    (row,) = data["classesOffered"]
    assert (row["craft"], row["place"], row["bring"], row["ageFrom"], row["ageTo"]) == (
        *("clay", "Barn", "An apron."),
        *(8, None),
    )
    assert [lesson["startsAt"] for lesson in row["lessons"]] == ["2026-03-01T09:00:00Z"]


def test_it_exports_whether_the_user_made_a_change_without_naming_others(cast):
    roles.make_instructor(user_id=cast.student.pk)
    as_(cast.admin).patch(f"/users/admin/{cast.student.pk}")
    as_(cast.student).patch("/users/me", {"name": "Samuel"})
    changes = as_(cast.student).get("/users/me/data")["changes"]
    assert [(change["role"], change["byYourself"]) for change in changes[:2]] == [("admin", True), ("admin", False)]


def test_it_sends_an_uncached_attachment(cast):
    response = as_(cast.student).client.get("/users/me/data")
    assert response["Content-Disposition"] == 'attachment; filename="craft-camp-my-data.json"'
    assert (response["Cache-Control"], response["Content-Type"]) == ("no-store", "application/json")
    assert response.content.startswith(b"{\n  ")


def test_it_requires_a_login(cast):
    as_(None).get("/users/me/data", 401)


@pytest.mark.parametrize("who", ["student", "other_student", "instructor", "other_instructor", "admin"])
def test_it_exports_nothing_about_other_users(cast, clay, who):
    """All users have to do with the same class, but each export contains one e-mail address and one name."""
    for student in (cast.student, cast.other_student):
        make_payment(student, clay)
        make_selection(student, make_class(cast.other_instructor, f"For {student.pk}", status="Pending"))
    for user in (cast.student, cast.other_instructor):
        as_(cast.admin).patch(f"/users/instructor/{user.pk}")
    text = json.dumps(as_(getattr(cast, who)).get("/users/me/data"))
    for other, user in vars(cast).items():
        assert (user.email in text, f'"{user.name}"' in text, f'"{user.firebase_uid}"' in text) == (
            (True,) * 3 if other == who else (False,) * 3
        )


def test_it_makes_a_constant_number_of_queries(cast):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            as_(cast.student).get("/users/me/data")
        return len(captured)

    make_class(cast.student)  # the lessons of a class are one more query
    few = queries()
    for number in range(5):
        make_payment(cast.student, make_class(cast.student, f"Class {number}"))
        child = make_child(cast.student, f"Child {number}")
        make_payment(cast.student, make_class(cast.instructor, f"Of a child {number}"), child=child)
        make_selection(cast.student, make_class(cast.instructor, f"Chosen {number}"), child)
        as_(cast.student).patch("/users/me", {"name": f"Sam {number}"})
    assert queries() == few == 10  # authentication, throttling, and eight for the data


def export(*arguments):
    out = StringIO()
    call_command("export_person", *arguments, stdout=out)
    return out.getvalue()


def test_it_writes_the_same_data_by_the_command(cast, clay):
    make_payment(cast.student, clay)
    assert json.loads(export("SAM@camp.example")) == as_(cast.student).get("/users/me/data")


def test_it_writes_a_file_that_only_its_owner_can_read(cast, tmp_path):
    path = tmp_path / "sam.json"
    path.write_text("old content")
    assert export("sam@camp.example", "--output", str(path)) == ""
    assert json.loads(path.read_text())["account"]["name"] == "Sam"
    assert path.stat().st_mode & 0o777 == 0o600


def test_it_exports_an_account_without_an_identity(db):
    make_user("bea", firebase_uid=None, email_verified=False)
    assert json.loads(export("bea@camp.example"))["account"]["identity"] is None


def test_it_fails_for_an_unknown_address(db):
    with pytest.raises(CommandError) as error:
        export("nobody@camp.example")
    assert error.value.returncode == 3


def test_it_fails_if_the_file_cannot_be_written(cast, tmp_path):
    with pytest.raises(CommandError) as error:
        export("sam@camp.example", "--output", str(tmp_path / "no" / "folder.json"))
    assert error.value.returncode == 1
