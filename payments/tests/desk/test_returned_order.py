"""POST /orders/{id}/returned: the bank returned one check for several seats."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.models import User
from classes.models import Enrollment, Selection
from mail.models import OutboxEmail
from mail.rendering import render
from payments.models import LedgerEntry, Payment
from testing.clients.api import as_
from testing.factories import make_child, make_class, make_lesson, make_waitlist_entry
from testing.snapshots import nothing_changes
from testing.steps.checkout import enroll_by_card, seats_taken
from testing.steps.desk import desk_line, enroll_at_desk
from testing.steps.withdrawals import findings, withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_stripe")]


@pytest.fixture
def wood(users):
    return make_class(users.instructor, "Wood", price=30)


@pytest.fixture
def order(users, clay, wood):
    """Three seats for $116.00 by one check: two in clay, one of them for Mia, and one in wood at another price."""
    mia = make_child(users.student)
    lines = [desk_line(clay), desk_line((clay, mia)), desk_line((wood, mia), price=25, reason="Aid")]
    sold = enroll_at_desk(users.admin, users.student, lines=lines, total=116, method="check", reference="1042")
    return Payment.objects.get(pk=sold["payments"][0]["_id"]).order


def send(users, order, status=200, **body):
    return as_(users.admin).post(f"/orders/{order.pk}/returned", {"note": "No funds."} | body, status)


def refused(users, order, status=409, **body):
    with nothing_changes():
        return send(users, order, status, **body)


def in_days(number):
    return (timezone.now() + timedelta(days=number)).isoformat()


def texts():
    emails = OutboxEmail.objects.filter(kind="check_returned").order_by("pk")
    return [" ".join(render(email, timezone.now()).text.split()) for email in emails]


def test_it_releases_all_seats_and_books_the_whole_check(users, clay, wood, order, stripe):
    assert send(users, order) == {"released": 3, "kept": 0, "skipped": []}
    assert (seats_taken(clay), seats_taken(wood)) == (0, 0)
    returned = LedgerEntry.objects.filter(kind="RETURNED").order_by("amount")
    assert [(each.amount, each.method, each.recorded_by) for each in returned] == [
        (amount, "check", users.admin) for amount in (-45.5, -45.5, -25)
    ]
    assert all(payment.is_returned_check and payment.note == "No funds." for payment in order.payments.all())
    assert as_(users.admin).get("/desk/owed") == []
    (text,) = texts()
    assert text.startswith("Hi Sam, Your bank returned the check for 3 seats")
    assert "- Clay for beginners, for you: $45.50. We've released the seat." in text
    assert "- Clay for beginners, for Mia: $45.50. We've released the seat." in text
    assert "- Wood, for Mia: $25.00. We've released the seat." in text
    assert text.count("No funds.") == 1
    assert findings(stripe) == []


def test_it_keeps_the_seats_as_reservations_at_their_prices(users, clay, wood, order, stripe):
    until = timezone.now() + timedelta(days=5)
    assert send(users, order, keepUntil=until.isoformat()) == {"released": 0, "kept": 3, "skipped": []}
    reserved = Enrollment.objects.reserved(timezone.now()).order_by("pk")
    assert [(each.camp_class, each.price, each.price_reason) for each in reserved] == [
        (clay, 45.5, ""),
        (clay, 45.5, ""),
        (wood, 25, "Aid"),
    ]
    assert {(each.reserved_until, each.held_until, each.reserved_by) for each in reserved} == {
        (until, until, users.admin)
    }
    assert Enrollment.objects.filter(state="RELEASED").count() == 3
    assert Selection.objects.filter(student=users.student).count() == 3
    (text,) = texts()
    assert text.count("We keep the seat for you until") == 3
    assert "released" not in text
    assert "Pay for the seats:" in text
    holds = as_(users.admin).get(f"/families/{users.student.pk}")["holds"]
    assert [hold["price"] for hold in holds] == [45.5, 45.5, 25]
    assert findings(stripe) == []


def test_a_kept_seat_can_be_paid_again(users, clay, wood, order, stripe):
    send(users, order, keepUntil=in_days(5))
    mia = order.student.children.get()
    enroll_at_desk(users.admin, users.student, (wood, mia), total=25, method="cash", reference="", override=[])
    assert seats_taken(wood) == 1
    assert findings(stripe) == []


def test_nobody_gets_a_kept_seat_in_between(users, clay, wood, order):
    """The class is full, and somebody waits: a seat that is released would be offered at once."""
    clay.capacity = 2
    clay.save()
    entry = make_waitlist_entry(users.other_student, clay)
    assert send(users, order, keepUntil=in_days(5))["kept"] == 3
    entry.refresh_from_db()
    assert (entry.state, seats_taken(clay)) == ("WAITING", 0)
    assert Enrollment.objects.reserved(timezone.now()).filter(camp_class=clay).count() == 2


def test_a_released_seat_is_offered_to_who_waits(users, clay, order):
    clay.capacity = 2
    clay.save()
    entry = make_waitlist_entry(users.other_student, clay)
    send(users, order)
    entry.refresh_from_db()
    assert entry.state == "OFFERED"


def test_it_skips_what_was_refunded_or_returned_before(users, clay, order, stripe):
    refunded, returned, seated = order.payments.order_by("position")
    for path, body in (("release", {"refund": 45.5, "note": "Rain"}), ("paidBack", {"method": "cash"})):
        as_(users.admin).post(f"/payments/{refunded.pk}/{path}", body)
    as_(users.admin).post(f"/payments/{returned.pk}/returned", {"note": "No funds."})
    assert send(users, order) == {"released": 1, "kept": 0, "skipped": [str(refunded.pk), str(returned.pk)]}
    seated.refresh_from_db()
    assert seated.is_returned_check
    assert findings(stripe) == []


def test_two_records_in_a_row_are_one_letter(users, order):
    first, second, _ = order.payments.order_by("position")
    as_(users.admin).post(f"/payments/{first.pk}/returned", {"note": "No funds."})
    as_(users.admin).post(f"/payments/{second.pk}/returned", {"note": "Account closed."})
    (text,) = texts()
    assert "Your bank returned the check for 2 seats" in text
    assert "No funds. Account closed." in text
    send(users, order)
    (text,) = texts()
    assert "Your bank returned the check for 3 seats" in text


def test_one_check_for_two_orders_is_one_letter(users, order):
    more = enroll_at_desk(users.admin, users.student, make_class(users.instructor, "Wool"), reference="1042")
    other = enroll_at_desk(users.admin, users.student, make_class(users.instructor, "Wax"), reference="1043")
    for sold in (more, other):
        as_(users.admin).post(f"/payments/{sold['payments'][0]['_id']}/returned", {"note": "No funds."})
    send(users, order)
    assert [("Wool" in text, "Wax" in text, "4 seats" in text) for text in texts()] == [
        (True, False, True),
        (False, True, False),
    ]


def test_a_letter_says_what_was_paid_back_of_all_seats(users, order):
    first, second, _ = order.payments.order_by("position")
    for payment in (first, second):
        as_(users.admin).post(f"/payments/{payment.pk}/release", {"refund": 20, "note": "Rain"})
        as_(users.admin).post(f"/payments/{payment.pk}/paidBack", {"method": "cash"})
        as_(users.admin).post(f"/payments/{payment.pk}/returned", {"note": "No funds."})
    (text,) = texts()
    assert "we've already paid $40.00 back to you" in text


def test_it_ends_what_is_still_owed(users, clay, order, stripe):
    canceled, part, _ = order.payments.order_by("position")
    as_(users.student).post(f"/payments/cancel/{canceled.pk}")
    as_(users.admin).post(f"/payments/{part.pk}/refunds", {"amount": 5, "note": "Rain", "key": str(uuid4())}, 201)
    assert send(users, order) == {"released": 2, "kept": 0, "skipped": []}
    assert as_(users.admin).get("/desk/owed") == []
    assert findings(stripe) == []


def test_it_releases_the_seat_of_a_withdrawn_class(users, wood, order, monkeypatch, stripe):
    # The withdrawal has not released the seats yet.
    monkeypatch.setattr("payments.refunds.withdrawal.refund_withdrawn_seat", lambda **_: None)
    withdraw(users, wood)
    assert send(users, order, keepUntil=in_days(5)) == {"released": 1, "kept": 2, "skipped": []}


@pytest.mark.parametrize("role", ["student", "instructor"])
def test_it_is_for_admins(users, order, role):
    with nothing_changes():
        as_(getattr(users, role)).post(f"/orders/{order.pk}/returned", {"note": "No funds."}, 403)


@pytest.mark.parametrize("order_id", [uuid4(), "1", "x"])
def test_it_knows_no_other_order(users, order, order_id):
    as_(users.admin).post(f"/orders/{order_id}/returned", {"note": "No funds."}, 404)
    as_(users.admin).post(f"/orders/{order_id}/returned", {"note": "No funds.", "keepUntil": in_days(2)}, 404)


@pytest.mark.parametrize("days", [0, -1, 22])
def test_it_refuses_a_time_that_no_reservation_may_have(users, order, days):
    assert list(refused(users, order, 400, keepUntil=in_days(days))["fields"]) == ["keepUntil"]


@pytest.mark.parametrize("body", [{"note": ""}, {"note": None}, {"note": "x" * 2001}, {"keepUntil": "soon"}])
def test_it_refuses_bad_input(users, order, body):
    assert list(refused(users, order, 400, **body)["fields"]) == list(body)


def test_it_is_recorded_once(users, order):
    send(users, order)
    assert refused(users, order)["code"] == "already_returned"


def test_it_refuses_a_card_payment(users, clay, stripe):
    order = enroll_by_card(users.student, clay, stripe).order
    assert refused(users, order)["code"] == "not_returnable"


def test_it_refuses_to_keep_a_seat_after_the_begin_of_its_class(users, clay, order):
    make_lesson(clay, timezone.now() + timedelta(days=4))
    refusal = refused(users, order, keepUntil=in_days(5))
    assert refusal["code"] == "not_all_available"
    assert [(line["classId"], line["code"]) for line in refusal["lines"]] == [(str(clay.pk), "class_begins_before")] * 2
    assert send(users, order)["released"] == 3


def test_it_keeps_nothing_for_a_disabled_account(users, order):
    User.objects.filter(pk=users.student.pk).update(is_active=False)
    assert refused(users, order, keepUntil=in_days(5))["code"] == "account_disabled"
    assert send(users, order)["released"] == 3
