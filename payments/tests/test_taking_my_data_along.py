"""GET /users/me/data and `manage.py export_person`: everything that is kept about somebody, and nothing of others."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import roles
from camp.testing import as_, choose, make_class, make_user
from payments.tests.test_payment_history import pay
from payments.tests.till import at_the_till, enrolled

pytestmark = pytest.mark.django_db


def test_all_of_a_students(cast, clay, cards):
    held, chosen = make_class(cast.instructor, "Held"), make_class(cast.instructor, "Chosen")
    payment, open_try = enrolled(cast.student, clay, cards), at_the_till(cast.student, held)
    choose(cast.student, chosen)
    as_(cast.student).patch("/users/me", {"name": "Samuel"})

    data = as_(cast.student).get("/users/me/data")

    account = data["account"]
    assert (account["name"], account["email"], account["role"]) == ("Samuel", "sam@camp.example", "student")
    assert (account["emailVerified"], account["identity"]) == (True, "uid-sam")
    assert account["joinedAt"]
    assert [change["name"] for change in data["changes"]] == ["Samuel", "Sam"]
    assert {row["nameClass"] for row in data["selections"]} == {"Held", "Chosen"}
    places = {row["nameClass"]: row for row in data["places"]}
    assert (places["Held"]["state"], places[clay.name]["state"]) == ("HELD", "CONFIRMED")
    assert places[clay.name]["confirmedAt"]
    payments = {row["nameClass"]: row for row in data["payments"]}
    assert (payments["Held"]["state"], payments["Held"]["transactionId"]) == ("started", open_try.intent_id)
    paid = payments[clay.name]
    assert (paid["_id"], paid["transactionId"]) == (str(payment.pk), payment.intent_id)
    assert (paid["price"], paid["studentName"], paid["refundedAmount"]) == (45.5, "Sam", 0)
    assert data["classesOffered"] == []


def test_a_refund_is_told_with_its_ids(cast, clay):
    pay(cast.student, clay, state="refunded", refund_reason="given_back", refund_id="re_7", intent_id="pi_7")
    (row,) = as_(cast.student).get("/users/me/data")["payments"]
    assert (row["state"], row["refundId"], row["refundReason"]) == ("refunded", "re_7", "You gave the place back.")


def test_an_instructors_classes_with_their_feedback(cast):
    make_class(cast.instructor, "Felt", status="Denied", feedback="Too hot in July.")
    (row,) = as_(cast.instructor).get("/users/me/data")["classesOffered"]
    assert (row["nameClass"], row["status"], row["feedback"], row["capacity"]) == (
        *("Felt", "Denied", "Too hot in July."),
        10,
    )


def test_who_changed_it_is_told_without_a_name(cast):
    roles.make_instructor(user_id=cast.student.pk)
    as_(cast.admin).patch(f"/users/admin/{cast.student.pk}")
    as_(cast.student).patch("/users/me", {"name": "Samuel"})
    changes = as_(cast.student).get("/users/me/data")["changes"]
    assert [(each["role"], each["byYourself"]) for each in changes[:2]] == [("admin", True), ("admin", False)]


def test_it_is_a_file_that_nobody_keeps(cast):
    answer = as_(cast.student).client.get("/users/me/data")
    assert answer["Content-Disposition"] == 'attachment; filename="craft-camp-my-data.json"'
    assert (answer["Cache-Control"], answer["Content-Type"]) == ("no-store", "application/json")
    assert answer.content.startswith(b"{\n  ")


def test_nobody_gets_none(cast):
    as_(None).get("/users/me/data", 401)


@pytest.mark.parametrize("who", ["student", "other_student", "instructor", "other_instructor", "admin"])
def test_there_is_nothing_of_anybody_else(cast, clay, who):
    """Everybody has a share in the same class; each file has one e-mail address and one name in it."""
    for student in (cast.student, cast.other_student):
        pay(student, clay)
        choose(student, make_class(cast.other_instructor, f"For {student.pk}", status="Pending"))
    for person in (cast.student, cast.other_instructor):
        as_(cast.admin).patch(f"/users/instructor/{person.pk}")
    text = json.dumps(as_(getattr(cast, who)).get("/users/me/data"))
    for other, person in vars(cast).items():
        assert (person.email in text, f'"{person.name}"' in text, f'"{person.firebase_uid}"' in text) == (
            (True,) * 3 if other == who else (False,) * 3
        )


def test_the_number_of_queries_is_constant(cast):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            as_(cast.student).get("/users/me/data")
        return len(captured)

    few = queries()
    for number in range(5):
        pay(cast.student, make_class(cast.student, f"Class {number}"))
        choose(cast.student, make_class(cast.instructor, f"Chosen {number}"))
        as_(cast.student).patch("/users/me", {"name": f"Sam {number}"})
    assert queries() == few == 7  # who asks, how often, and five


def export(*words):
    out = StringIO()
    call_command("export_person", *words, stdout=out)
    return out.getvalue()


def test_the_command_writes_the_same(cast, clay):
    pay(cast.student, clay)
    assert json.loads(export("SAM@camp.example")) == as_(cast.student).get("/users/me/data")


def test_the_command_writes_a_file_for_one_pair_of_eyes(cast, tmp_path):
    path = tmp_path / "sam.json"
    path.write_text("from before")
    assert export("sam@camp.example", "--output", str(path)) == ""
    assert json.loads(path.read_text())["account"]["name"] == "Sam"
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_command_knows_people_without_a_log_in(db):
    make_user("bea", firebase_uid=None, email_verified=False)
    assert json.loads(export("bea@camp.example"))["account"]["identity"] is None


def test_the_command_says_whom_it_does_not_know(db):
    with pytest.raises(CommandError) as error:
        export("nobody@camp.example")
    assert error.value.returncode == 3


def test_the_command_says_where_it_cannot_write(cast, tmp_path):
    with pytest.raises(CommandError) as error:
        export("sam@camp.example", "--output", str(tmp_path / "no" / "folder.json"))
    assert error.value.returncode == 1
