"""`GET` and `POST /families`, `GET /families/<id>` and `POST /families/<id>/children`."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.models import Child, User
from care.models import PresenceEvent
from core.names import NO_EMAIL
from payments.models import LedgerEntry
from testing.clients.api import as_
from testing.factories import (
    make_child,
    make_class,
    make_contact,
    make_hold,
    make_lesson,
    make_offer,
    make_payment,
    make_reservation,
    make_school,
    make_season,
    make_user,
    make_waitlist_entry,
)
from testing.snapshots import nothing_changes
from testing.steps.checkout import enroll_by_card
from testing.steps.desk import desk_line, pay_at_desk

pytestmark = pytest.mark.django_db


def found(users, text, **query):
    response = as_(users.admin).get(f"/families?q={text}")
    return [row["name"] for row in response]


@pytest.fixture
def kessler():
    user = make_user("anna", phone="+1 (555) 867-5309")
    user.name = "Anna Keßler"
    user.save()
    make_child(user, name="Björn Smith")
    return user


@pytest.mark.parametrize(
    "text",
    [
        *("anna", "kess", "Ann kes", "bjorn", "Smith anna", "anna@camp", "camp.example anna"),
        *("5558675309", "15558675309", "867-5309", "(555) 867", "5309", "%2B1 555 867 5309", "555 anna bjo"),
    ],
)
def test_it_finds_a_family_by_the_beginning_of_each_word(users, kessler, text):
    assert found(users, text) == ["Anna Keßler"]


@pytest.mark.parametrize("phone", ["(828) 555-0142", "+1 828 555 0142", "828 555 0142 x 77", "828-555-0142 ext. 77"])
@pytest.mark.parametrize(
    "text",
    [
        *("%2B1 828", "%2B1 (828) 555\u20110142", "\u202d%2B1\u00a0828\u00a0555\u00a00142\u202c", "1-828-555-0142"),
        *("0142", "5550142", "828 555 0142 ext. 77", "828.555.0142 x77", "mailto:cora@camp.example", "828 cora"),
    ],
)
def test_it_finds_a_pasted_number_and_one_with_an_extension(users, phone, text):
    as_(users.admin).post("/families", {"name": "Cora", "email": "cora@camp.example", "phone": phone}, 201)
    assert found(users, text) == ["Cora"]


@pytest.mark.parametrize("text", ["nna", "anna olga", "555867530999", "8675308", "invalid", "00", "-"])
def test_it_finds_nobody_else(users, kessler, text):
    as_(users.admin).post("/families", {"name": "Cora", "phone": "555 0142"}, 201)
    assert found(users, text) == []


def test_it_does_not_find_deleted_accounts_and_children(users, kessler):
    Child.objects.update(name="Deleted child", born_on=None, deleted_at=timezone.now())
    assert found(users, "deleted") == []


def test_it_lists_the_children_with_their_ages(users, kessler):
    child = Child.objects.get()
    child.born_on = timezone.localdate() - timedelta(days=8 * 365 + 10)
    child.save()
    (row,) = as_(users.admin).get("/families?q=anna")
    assert row == {
        "_id": str(kessler.pk),
        "name": "Anna Keßler",
        "email": "anna@camp.example",
        "phone": "+1 (555) 867-5309",
        "children": [{"_id": str(child.pk), "name": "Björn Smith", "bornOn": str(child.born_on), "age": 8}],
    }


def test_it_lists_all_accounts_page_by_page(users):
    everybody = [row["_id"] for row in as_(users.admin).get("/families")]
    assert len(everybody) == User.objects.count()
    page = as_(users.admin).get(f"/families?limit=2&after={everybody[1]}")
    assert [row["_id"] for row in page] == everybody[2:4]


def test_it_refuses_a_search_that_is_too_long(users):
    as_(users.admin).get(f"/families?q={'x' * 201}", 400)


def test_it_creates_an_account_for_a_caller(users):
    body = {"name": "Cora Caller", "email": "Cora@Camp.example", "phone": "555 0142"}
    user_id = as_(users.admin).post("/families", body, 201)["insertedId"]
    cora = User.objects.get(pk=user_id)
    assert (cora.name, cora.email, cora.phone, cora.role) == ("Cora Caller", "cora@camp.example", "555 0142", "student")
    assert not cora.email_verified
    assert found(users, "cora") == ["Cora Caller"]


@pytest.mark.parametrize(
    ("pasted", "phone"),
    [
        ("\u202d(828)\u00a0555\u20110142\u202c", "(828) 555-0142"),
        ("\u200e828\u2013555\u20130142", "828-555-0142"),
        ("+1 (828) 555-0142 Extension 1147", "+1 (828) 555-0142 ext. 1147"),
        ("tel:+18285550142", "+18285550142"),
    ],
)
def test_it_folds_a_pasted_phone_number(users, pasted, phone):
    user_id = as_(users.admin).post("/families", {"name": "Cora", "phone": pasted}, 201)["insertedId"]
    assert User.objects.get(pk=user_id).phone == phone


@pytest.mark.parametrize(
    "pasted",
    [
        *("mailto:cora@camp.example", "\u2039cora@camp.example\u203a", "cora@camp.example."),
        *("cora@\u200bcamp.example", "<Cora@Camp.example>", "cora@camp.example\u00a0"),
    ],
)
def test_it_folds_a_pasted_address(users, pasted):
    body = {"name": "Cora", "email": pasted, "phone": "555 0142"}
    user_id = as_(users.admin).post("/families", body, 201)["insertedId"]
    assert User.objects.get(pk=user_id).email == "cora@camp.example"
    assert as_(users.admin).post("/families", body, 409)["code"] == "already_exists"


def test_the_first_login_with_the_verified_address_gets_the_account(users, identity_provider):
    body = {"name": "Cora Caller", "email": "cora@camp.example", "phone": "555 0142"}
    user_id = as_(users.admin).post("/families", body, 201)["insertedId"]
    unverified = identity_provider.log_in("cora@camp.example", verified=False)
    assert unverified.post("/jwt", {"email": "cora@camp.example"}, 403)["code"] == "email_not_verified"
    identity_provider.log_in("cora@camp.example").post("/jwt", {"email": "cora@camp.example"})
    assert User.objects.get(firebase_uid="uid-cora").pk == int(user_id)


@pytest.mark.parametrize("email", [{}, {"email": ""}])
def test_it_creates_an_account_without_an_address(users, email):
    first = as_(users.admin).post("/families", {"name": "Cora", "phone": "555 0142"} | email, 201)["insertedId"]
    second = as_(users.admin).post("/families", {"name": "Cora", "phone": "555 0142"} | email, 201)["insertedId"]
    assert first != second
    assert [row["email"] for row in as_(users.admin).get("/families?q=cora")] == ["", ""]
    assert [row["email"] for row in as_(users.admin).get("/users?q=cora")] == ["", ""]
    assert as_(users.admin).get(f"/families/{first}")["account"]["email"] == ""
    assert User.objects.get(pk=first).email.endswith(NO_EMAIL)


@pytest.mark.parametrize("email", ["sam@camp.example", "SAM@camp.example", "sam@camp.example\u200b"])
def test_it_refuses_an_address_that_an_account_has(users, email):
    with nothing_changes():
        response = as_(users.admin).post("/families", {"name": "Sam", "email": email, "phone": "555 0142"}, 409)
        assert response["code"] == "already_exists"


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"email": "x"},
        {"phone": ""},
        {"phone": "5" * 31},
        {"phone": "at home"},
        {"name": "www.evil.example/x"},
    ],
)
def test_it_refuses_bad_input(users, changes):
    with nothing_changes():
        response = as_(users.admin).post("/families", {"name": "Cora", "phone": "555 0142"} | changes, 400)
        assert set(response["fields"]) == set(changes)


def test_it_shows_everything_about_a_family(users, clay, fresh_stripe):
    sam, mia = users.student, make_child(users.student)
    wood = make_class(users.instructor, "Wood", season=make_season())
    start = timezone.now() + timedelta(days=30)
    make_lesson(wood, start)
    card = enroll_by_card(sam, clay, fresh_stripe)
    desk = pay_at_desk(
        users.admin,
        sam,
        lines=[desk_line((wood, mia), price=20, reason="Aid")],
        total=20,
        method="check",
        reference="No. 1047",
        override=["not_open"],
    )
    reserved = make_reservation(sam, wood, by=users.admin)
    make_offer(sam, make_class(users.instructor, "Offered"))
    make_waitlist_entry(sam, make_class(users.instructor, "Full", capacity=0), mia)

    family = as_(users.admin).get(f"/families/{sam.pk}")
    assert family["account"]["email"] == "sam@camp.example"
    assert [child["name"] for child in family["children"]] == ["Mia"]
    seat = family["seats"][0]
    assert (seat["paymentId"], seat["enrollmentId"], seat["childName"]) == (
        str(desk.pk),
        str(desk.enrollment_id),
        "Mia",
    )
    assert (seat["nameClass"], seat["season"], seat["price"], seat["priceReason"]) == (
        "Wood",
        wood.season.slug,
        20,
        "Aid",
    )
    assert seat["startsAt"] == start.isoformat().replace("+00:00", "Z")
    assert seat["cancellation"]["percent"] == 100
    held = {hold["nameClass"]: hold for hold in family["holds"]}
    assert held["Wood"]["reservedUntil"] == reserved.reserved_until.isoformat().replace("+00:00", "Z")
    assert held["Offered"]["offeredUntil"]
    assert {entry["nameClass"] for entry in family["waitlist"]} == {"Offered", "Full"}
    paid = {payment["_id"]: payment for payment in family["payments"]}
    assert (paid[str(card.pk)]["method"], paid[str(card.pk)]["takenBy"]) == ("card", None)
    assert (paid[str(desk.pk)]["method"], paid[str(desk.pk)]["reference"]) == ("check", "No. 1047")
    assert paid[str(desk.pk)]["takenBy"] == users.admin.name


def test_it_shows_refunds(users, clay):
    payment = pay_at_desk(users.admin, users.student, clay)
    LedgerEntry.objects.create(
        key="x",
        order=payment.order,
        payment=payment,
        camp_class=clay,
        kind="REFUND",
        method="cash",
        amount=-5,
        happened_at=timezone.now(),
        recorded_by=users.admin,
        reference="Receipt 3",
    )
    (shown,) = as_(users.admin).get(f"/families/{users.student.pk}")["payments"]
    (refund,) = shown["moneyBack"]
    assert (refund["kind"], refund["amount"], refund["method"], refund["by"]) == ("REFUND", 5, "cash", users.admin.name)


def test_it_sums_up_what_was_paid_what_goes_back_and_what_is_reserved(users, clay):
    def sums():
        return as_(users.admin).get(f"/families/{users.student.pk}")["sums"]

    assert sums() == {"paid": 0, "refunded": 0, "toPayBack": 0, "reserved": 0}
    mia, tom = make_child(users.student), make_child(users.student, "Tom")
    pay_at_desk(users.admin, users.student, lines=[desk_line((clay, mia))], total=45.5, method="check")
    bounced = pay_at_desk(users.admin, users.student, lines=[desk_line((clay, tom))], total=45.5, method="check")
    as_(users.admin).post(f"/payments/{bounced.pk}/returned", {"note": "No funds"})
    paid_back, owed = (
        pay_at_desk(users.admin, users.student, make_class(users.instructor, name)) for name in ("Wood", "Felt")
    )
    for payment in (paid_back, owed):
        as_(users.admin).post(f"/payments/{payment.pk}/release", {"refund": 20, "note": "Ill"})
    as_(users.admin).post(f"/payments/{paid_back.pk}/paidBack", {"method": "cash"})
    make_reservation(users.student, make_class(users.instructor, "Glass"), by=users.admin)
    make_hold(users.student, make_class(users.instructor, "Paper"))
    assert sums() == {"paid": 136.5, "refunded": 20, "toPayBack": 20, "reserved": 45.5}


def test_it_says_in_the_words_of_the_office_why_a_seat_ended(users, clay):
    payment = pay_at_desk(users.admin, users.student, clay)
    as_(users.student).post(f"/payments/cancel/{payment.pk}")
    (shown,) = as_(users.admin).get(f"/families/{users.student.pk}")["payments"]
    assert shown["refundReason"] == "Canceled by the family."
    (own,) = as_(users.student).get(f"/payments/{users.student.email}")
    assert own["refundReason"] == "You canceled your seat."


def test_it_offers_no_refund_after_a_lost_dispute(users, clay):
    now = timezone.now()
    lost = make_payment(users.student, clay, disputed_at=now, dispute_lost_at=now)

    def shown():
        (payment,) = as_(users.admin).get(f"/families/{users.student.pk}")["payments"]
        return payment["left"], payment["lossFlagged"]

    assert shown() == (0, True)
    as_(users.admin).post(f"/payments/{lost.pk}/acceptLoss")
    assert shown() == (0, False)
    released = as_(users.admin).post(f"/payments/{lost.pk}/release", {"refund": 0, "note": "Sorry"})
    assert (released["status"], released["refundOwed"], released["refundedAmount"]) == ("refunded", 0, 45.5)


def test_it_shows_the_lessons_of_the_last_year(users, clay, settings):
    mia = make_child(users.student)
    now = timezone.now()
    yesterday, _ = (make_lesson(clay, now - timedelta(days=days)) for days in (1, 400))
    make_lesson(clay, now + timedelta(days=2))
    seat = make_payment(users.student, clay, child=mia).enrollment
    PresenceEvent.objects.create(
        uuid=uuid4(), lesson=yesterday, enrollment=seat, kind="ABSENT", at=now, received_at=now, by=users.instructor
    )
    (row,) = as_(users.admin).get(f"/families/{users.student.pk}")["attendance"]
    assert row == {
        "lessonId": str(yesterday.pk),
        "startsAt": yesterday.starts_at.isoformat().replace("+00:00", "Z"),
        "classId": str(clay.pk),
        "nameClass": clay.name,
        "childId": str(mia.pk),
        "state": "absent",
    }
    settings.CARE = False
    assert as_(users.admin).get(f"/families/{users.student.pk}")["attendance"] == []


def test_it_shows_the_paperwork_that_each_child_lacks(users, settings):
    make_school(requires=("contact", "sheet"))
    mia, leo = make_child(users.student), make_child(users.student, "Leo")
    make_contact(leo, phone="555 0100", emergency=True)
    as_(users.student).put(f"/care/{leo.pk}", {"allergies": "Peanuts"})

    def missing():
        family = as_(users.admin).get(f"/families/{users.student.pk}")
        assert "Peanuts" not in str(family)
        return {child["_id"]: child["missing"] for child in family["children"]}

    assert missing() == {str(mia.pk): ["contact", "sheet"], str(leo.pk): []}
    settings.CARE = False
    assert missing() == {str(mia.pk): [], str(leo.pk): []}


def test_it_reads_a_family_with_a_constant_number_of_queries(users, count_queries):
    def book(number):
        camp_class, child = (
            make_class(users.instructor, f"Class {number}"),
            make_child(users.student, f"Child {number}"),
        )
        make_lesson(camp_class, timezone.now() - timedelta(days=number))
        make_payment(users.student, camp_class, child=child)
        make_hold(users.student, camp_class)
        make_waitlist_entry(users.student, make_class(users.instructor, f"Full {number}", capacity=0), child)

    path = f"/families/{users.student.pk}"
    book(1)
    first = count_queries(as_(users.admin), path)
    for number in range(2, 5):
        book(number)
    assert count_queries(as_(users.admin), path) == first


@pytest.mark.parametrize("user_id", ["0", "999999", "x"])
def test_it_knows_no_other_account(users, user_id):
    as_(users.admin).get(f"/families/{user_id}", 404)
    as_(users.admin).post(f"/families/{user_id}/children", {"name": "Lia"}, 404)


def test_it_does_not_show_a_deleted_account(users, request_deletion):
    request_deletion(users.student)
    as_(users.admin).get(f"/families/{users.student.pk}", 404)
    as_(users.admin).post(f"/families/{users.student.pk}/children", {"name": "Lia"}, 404)


def test_it_adds_a_child(users):
    path = f"/families/{users.student.pk}/children"
    child_id = as_(users.admin).post(path, {"name": "Lia", "bornOn": "2016-05-04"}, 201)["insertedId"]
    child = Child.objects.get(pk=child_id)
    assert (child.guardian, child.name, str(child.born_on)) == (users.student, "Lia", "2016-05-04")
    assert as_(users.admin).post(path, {"name": "lia", "bornOn": "2016-05-04"}, 409)["code"] == "already_exists"


def test_it_adds_no_child_to_a_disabled_account(users):
    users.student.is_active = False
    users.student.save()
    response = as_(users.admin).post(f"/families/{users.student.pk}/children", {"name": "Lia"}, 409)
    assert response["code"] == "account_disabled"
    assert not Child.objects.exists()
