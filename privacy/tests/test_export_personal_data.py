"""GET /users/me/data and manage.py export_person: export of the personal data of one user."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import roles
from accounts.models import Role
from core.names import NO_EMAIL
from office.families import create_family
from testing.clients.api import as_
from testing.factories import (
    NOW,
    make_child,
    make_class,
    make_contact,
    make_craft,
    make_enrollment,
    make_lesson,
    make_message,
    make_offer,
    make_payment,
    make_selection,
    make_user,
    make_voucher,
    make_waitlist_entry,
)
from testing.factories.presence import event, sent
from testing.steps.checkout import create_payment_intent, enroll_by_card, start_checkout
from testing.steps.desk_payments import make_desk_payment

pytestmark = pytest.mark.django_db


def test_it_exports_all_data_of_a_student(users, clay, stripe):
    held, chosen = make_class(users.instructor, "Held"), make_class(users.instructor, "Chosen")
    payment, open_payment = enroll_by_card(users.student, clay, stripe), start_checkout(users.student, held)
    make_selection(users.student, chosen)
    as_(users.student).patch("/users/me", {"name": "Samuel"})

    data = as_(users.student).get("/users/me/data")

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


def test_it_exports_the_messages_that_an_instructor_wrote(users, clay):
    make_message(clay)
    make_message(make_class(users.other_instructor, "Other"))
    (message,) = as_(users.instructor).get("/users/me/data")["messages"]
    assert (message["classId"], message["text"]) == (str(clay.pk), "Please bring a towel.")


def test_it_exports_the_children_and_what_they_take_part_in(users, clay, mia, leo):
    as_(users.student).put(f"/children/{mia.pk}", {"name": "Mia S."})
    mia.refresh_from_db()
    make_payment(users.student, clay, child=mia)
    make_payment(users.student, clay)
    make_selection(users.student, clay, leo)
    as_(users.student).delete(f"/children/{make_child(users.student, 'Max').pk}")
    make_child(users.other_student, "Zoe")

    data = as_(users.student).get("/users/me/data")

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


def test_it_exports_when_the_participants_came_and_left(users, clay, mia):
    lesson, seat = make_lesson(clay, timezone.now()), make_enrollment(users.student, clay, mia)
    override = event(lesson, seat, "LEFT", withName="Joan Doe", reason="Her aunt came.")
    as_(users.instructor).post("/presence", sent(override))

    (row,) = as_(users.student).get("/users/me/data")["presence"]
    assert (row["_id"], row["seatId"], row["nameClass"]) == (override["_id"], str(seat.pk), clay.name)
    assert (row["kind"], row["withName"], row["reason"]) == ("LEFT", "Joan Doe", "Her aunt came.")
    assert as_(users.instructor).get("/users/me/data")["presence"] == []


def test_it_exports_the_waitlists_without_a_position(users, clay, mia):
    make_waitlist_entry(users.other_student, clay)
    ended = make_waitlist_entry(
        users.student, clay, state="LAPSED", ended_at=NOW, next_at=NOW, next_reason="Her brother has a seat."
    )
    offered = make_offer(users.student, clay, mia)

    data = as_(users.student).get("/users/me/data")

    first, second = data["waitlist"]
    (seat,) = data["seats"]
    assert (first["_id"], first["state"], first["childName"]) == (str(offered.pk), "OFFERED", "Mia")
    assert (first["seatId"], seat["offeredUntil"]) == (seat["_id"], seat["heldUntil"])
    assert second == {
        "_id": str(ended.pk),
        "classId": str(clay.pk),
        "nameClass": clay.name,
        "childId": None,
        "childName": None,
        "state": "LAPSED",
        "joinedAt": second["joinedAt"],
        "endedAt": "2026-03-01T09:00:00Z",
        "seatId": None,
        "putNextAt": "2026-03-01T09:00:00Z",
        "putNextReason": "Her brother has a seat.",
    }


def test_it_exports_discounts_and_financial_aid(users, clay, stripe):
    make_voucher("AID-SAM", percent=50, account=users.student, note="Asked in May")
    make_voucher("OTHER", account=users.other_student)
    create_payment_intent(users.student, clay, code="AID-SAM")

    data = as_(users.student).get("/users/me/data")

    (seat,), (payment,), (voucher,) = data["seats"], data["payments"], data["vouchers"]
    assert (seat["price"], seat["discount"], seat["code"]) == (22.75, 22.75, "AID-SAM")
    assert (payment["price"], payment["discountText"]) == (22.75, "50% off with a code")
    assert (voucher["code"], voucher["percent"], voucher["note"]) == ("AID-SAM", 50, "Asked in May")


def test_it_exports_a_refund_with_its_ids(users, clay):
    refund = {"stripe_id": "re_7", "amount": 20}
    make_payment(users.student, clay, state="refunded", refund_reason="canceled", intent_id="pi_7", refund=refund)
    (row,) = as_(users.student).get("/users/me/data")["payments"]
    assert (row["state"], row["refundReason"], row["refundedAmount"]) == ("refunded", "You canceled your seat.", 20)
    (refund,) = row["refunds"]
    assert (refund["refundId"], refund["reason"], refund["state"], refund["amount"]) == ("re_7", "canceled", "SENT", 20)


def test_it_exports_moves_part_refunds_and_the_books(users, clay):
    payment, wood = make_desk_payment(users.admin, users.student, clay), make_class(users.instructor, "Wood")
    body = {"classId": str(wood.pk), "reason": "A friend is there.", "refund": 5}
    as_(users.admin).post(f"/payments/{payment.pk}/move", body)
    as_(users.admin).post(f"/payments/{payment.pk}/release", {"refund": 0, "note": "She is ill."})
    payment.entries.filter(kind="CHARGE").update(happened_at=payment.created_at)  # moves its row behind the others
    (row,) = as_(users.student).get("/users/me/data")["payments"]
    assert row["moves"][0]["reason"] == "A friend is there."
    assert [(each["reason"], each["amount"], each["state"], each["note"]) for each in row["refunds"]] == [
        ("part", 5, "OWED", "A friend is there."),
        ("by_staff", 0, "SENT", "She is ill."),
    ]
    assert [(each["kind"], each["method"], each["amount"], each["reference"]) for each in row["movements"]] == [
        *(("CHARGE", "check", 45.5, "1042"), ("MOVE", "none", -45.5, ""), ("MOVE", "none", 45.5, "")),
    ]


def test_it_exports_the_classes_of_an_instructor_with_their_feedback(users):
    make_class(users.instructor, "Felt", status="Denied", feedback="Too hot in July.")
    (row,) = as_(users.instructor).get("/users/me/data")["classesOffered"]
    assert (row["nameClass"], row["status"], row["feedback"], row["capacity"]) == (
        *("Felt", "Denied", "Too hot in July."),
        10,
    )


def test_it_exports_the_bio_the_calendar_and_the_lessons(users):
    as_(users.instructor).patch("/users/me", {"bio": "Potter since 2003."})
    url = as_(users.instructor).get("/users/me/calendar")["url"]
    camp_class = make_class(users.instructor, craft=make_craft("Clay"), place="Barn", bring="An apron.", age_from=8)
    make_lesson(camp_class, NOW)

    data = as_(users.instructor).get("/users/me/data")

    assert (data["account"]["bio"], data["changes"][0]["bio"]) == ("Potter since 2003.", "Potter since 2003.")
    assert data["account"]["calendarToken"] in url
    (row,) = data["classesOffered"]
    assert (row["craft"], row["place"], row["bring"], row["ageFrom"], row["ageTo"]) == (
        *("clay", "Barn", "An apron."),
        *(8, None),
    )
    assert [lesson["startsAt"] for lesson in row["lessons"]] == ["2026-03-01T09:00:00Z"]


def test_it_exports_whether_the_user_made_a_change_without_naming_others(users):
    roles.set_role(user_id=users.student.pk, role=Role.INSTRUCTOR, now=timezone.now())
    as_(users.admin).patch(f"/users/admin/{users.student.pk}")
    as_(users.student).patch("/users/me", {"name": "Samuel"})
    changes = as_(users.student).get("/users/me/data")["changes"]
    assert [(change["role"], change["byYourself"]) for change in changes[:2]] == [("admin", True), ("admin", False)]


def test_it_sends_an_uncached_attachment(users):
    response = as_(users.student).client.get("/users/me/data")
    assert response["Content-Disposition"] == 'attachment; filename="craft-camp-my-data.json"'
    assert (response["Cache-Control"], response["Content-Type"]) == ("no-store", "application/json")
    assert response.content.startswith(b"{\n  ")


def test_it_requires_a_login(users):
    as_(None).get("/users/me/data", 401)


@pytest.mark.parametrize("who", ["student", "other_student", "instructor", "other_instructor", "admin"])
def test_it_exports_nothing_about_other_users(users, clay, who):
    """All users have to do with the same class, but each export contains one e-mail address and one name."""
    for student in (users.student, users.other_student):
        make_payment(student, clay)
        make_selection(student, make_class(users.other_instructor, f"For {student.pk}", status="Pending"))
        make_waitlist_entry(student, clay)
    for user in (users.student, users.other_instructor):
        as_(users.admin).patch(f"/users/instructor/{user.pk}")
    text = json.dumps(as_(getattr(users, who)).get("/users/me/data"))
    for other, user in vars(users).items():
        assert (user.email in text, f'"{user.name}"' in text, f'"{user.firebase_uid}"' in text) == (
            (True,) * 3 if other == who else (False,) * 3
        )


def test_it_makes_a_constant_number_of_queries(users):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            as_(users.student).get("/users/me/data")
        return len(captured)

    # The lessons of a class, the movements and refunds of a payment, and the children of a contact are a query each.
    make_class(users.student)
    make_payment(users.student, make_class(users.instructor, "First"))
    make_contact(make_child(users.student))
    few = queries()
    for number in range(5):
        make_payment(users.student, make_class(users.student, f"Class {number}"))
        child = make_child(users.student, f"Child {number}")
        make_payment(users.student, make_class(users.instructor, f"Of a child {number}"), child=child)
        make_selection(users.student, make_class(users.instructor, f"Chosen {number}"), child)
        make_waitlist_entry(users.student, make_class(users.instructor, f"Full {number}"), child)
        make_contact(child)
        as_(users.student).patch("/users/me", {"name": f"Sam {number}"})
    assert queries() == few == 26  # authentication, throttling, and 24 for the data


def export(*arguments):
    out = StringIO()
    call_command("export_person", *arguments, stdout=out)
    return out.getvalue()


def test_it_writes_the_same_data_by_the_command(users, clay):
    make_payment(users.student, clay)
    assert json.loads(export("SAM@camp.example")) == as_(users.student).get("/users/me/data")


def test_it_writes_a_file_that_only_its_owner_can_read(users, tmp_path):
    path = tmp_path / "sam.json"
    path.write_text("old content")
    assert export("sam@camp.example", "--output", str(path)) == ""
    assert json.loads(path.read_text())["account"]["name"] == "Sam"
    assert path.stat().st_mode & 0o777 == 0o600


def test_it_exports_an_account_without_an_identity(db):
    make_user("bea", firebase_uid=None, email_verified=False)
    assert json.loads(export("bea@camp.example"))["account"]["identity"] is None


def test_it_exports_an_account_without_an_address(db):
    caller = create_family(name="Cora", email="", phone="555 0142")
    exported = export(str(caller.pk))
    assert json.loads(exported)["account"]["email"] == ""
    assert NO_EMAIL not in exported


def test_it_fails_for_an_unknown_address(db):
    with pytest.raises(CommandError) as error:
        export("nobody@camp.example")
    assert error.value.returncode == 3


def test_it_fails_if_the_file_cannot_be_written(users, tmp_path):
    with pytest.raises(CommandError) as error:
        export("sam@camp.example", "--output", str(tmp_path / "no" / "folder.json"))
    assert error.value.returncode == 1
