"""`POST /desk/enrollments`."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from classes.models import Enrollment, Selection
from payments.models import LedgerEntry, Order
from testing.clients.api import as_
from testing.factories import (
    make_child,
    make_class,
    make_hold,
    make_lesson,
    make_offer,
    make_reservation,
    make_season,
    make_waitlist_entry,
)
from testing.snapshots import nothing_changes
from testing.steps.checkout import start_checkout, start_order_of
from testing.steps.desk import desk_body, desk_line, enroll_at_desk, pay_at_desk
from testing.steps.waitlists import email_kinds, states_of

pytestmark = pytest.mark.django_db

PATH = "/desk/enrollments"


def refusal(users, code, *seats, status=409, **fields):
    """Asserts that the enrollment is refused with this code and changes nothing. Returns the lines, if any."""
    with nothing_changes():
        response = as_(users.admin).post(PATH, desk_body(users.student, *seats, **fields), status)
        assert response["code"] == code, response
    return response.get("lines")


def obstacle(users, *seats, **fields):
    """Returns the code of the only obstacle."""
    (line,) = refusal(users, "not_all_available", *seats, **fields)
    return line["code"]


def test_it_enrolls_participants_who_pay_by_check(users, clay, fresh_stripe):
    mia, wood = make_child(users.student), make_class(users.instructor, "Wood", price=Decimal("19.99"))
    response = enroll_at_desk(users.admin, users.student, (clay, mia), wood)

    order = Order.objects.get(pk=response["orderId"])
    assert (order.state, order.method, order.intent_id, order.taken_by) == ("PAID", "DESK", None, users.admin)
    assert [
        (each["nameClass"], each["childName"], each["status"], each["method"]) for each in response["payments"]
    ] == [
        (clay.name, "Mia", "enrolled", "check"),
        ("Wood", None, "enrolled", "check"),
    ]
    entries = LedgerEntry.objects.order_by("-amount")
    assert list(entries.values_list("kind", "method", "amount", "recorded_by", "reference")) == [
        ("CHARGE", "check", clay.price, users.admin.pk, "No. 1047"),
        ("CHARGE", "check", wood.price, users.admin.pk, "No. 1047"),
    ]
    assert Enrollment.objects.confirmed().count() == 2
    assert email_kinds() == ["booked"]
    assert fresh_stripe.objects("/v1/payment_intents") == []


@pytest.mark.parametrize("method", ["cash", "check", "transfer"])
def test_it_books_the_method(users, clay, method):
    enroll_at_desk(users.admin, users.student, clay, method=method)
    assert LedgerEntry.objects.get().method == method


def test_it_enrolls_in_a_free_class_without_a_method(users):
    free = make_class(users.instructor, "Free", price=0)
    response = enroll_at_desk(users.admin, users.student, free)
    assert response["payments"][0]["method"] is None
    assert not LedgerEntry.objects.exists()


def test_it_returns_the_same_order_for_the_same_key(users, clay):
    body = desk_body(users.student, clay)
    first = as_(users.admin).post(PATH, body, 201)
    with nothing_changes():
        assert as_(users.admin).post(PATH, body, 200) == first


def test_it_shows_the_payment_as_it_is_for_the_same_key(users, clay):
    """A part of the check was paid back before the bank returned it."""
    body = desk_body(users.student, clay)
    (payment,) = as_(users.admin).post(PATH, body, 201)["payments"]
    as_(users.admin).post(f"/payments/{payment['_id']}/release", {"refund": 20, "note": "She is ill"})
    as_(users.admin).post(f"/payments/{payment['_id']}/paidBack", {"method": "cash"})
    as_(users.admin).post(f"/payments/{payment['_id']}/returned", {"note": "No funds"})
    (row,) = as_(users.student).get(f"/payments/{users.student.email}")
    assert row["paidBack"] == 20
    assert as_(users.admin).post(PATH, body, 200)["payments"] == [row]


@pytest.mark.parametrize("change", ["total", "reference", "method", "family", "class"])
def test_it_refuses_the_same_key_with_another_body(users, clay, change):
    body = desk_body(users.student, clay)
    as_(users.admin).post(PATH, body, 201)
    wood = make_class(users.instructor, "Wood")
    changes = {
        "total": {"total": 1},
        "reference": {"reference": "No. 1048"},
        "method": {"method": "cash"},
        "family": {"userId": str(users.other_student.pk)},
        "class": {"lines": [desk_line(wood)]},
    }
    with nothing_changes():
        assert as_(users.admin).post(PATH, body | changes[change], 409)["code"] == "key_used"


@pytest.mark.parametrize("price", [0, 12.5, 60])
def test_it_takes_another_price_with_a_reason(users, clay, price):
    line = desk_line(clay, price=price, reason="Sibling of an instructor")
    paid = pay_at_desk(users.admin, users.student, clay, lines=[line], total=price)
    assert (paid.price, paid.enrollment.price) == (price, price)
    assert paid.enrollment.price_reason == "Sibling of an instructor"
    assert LedgerEntry.objects.filter(payment=paid).count() == (1 if price else 0)


def test_it_makes_no_further_statement_for_another_price(users, clay):
    counts = []
    for student, price in ((users.student, float(clay.price)), (users.other_student, 12.5)):
        line = desk_line(clay, price=price, reason="Sibling of an instructor")
        with CaptureQueriesContext(connection) as statements:
            pay_at_desk(users.admin, student, clay, lines=[line], total=price)
        counts.append(len([each for each in statements if "core_requestcount" not in each["sql"]]))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("price", [0, 12.5, 60])
def test_it_refuses_another_price_without_a_reason(users, clay, price):
    lines = refusal(users, "reason_needed", clay, lines=[desk_line(clay, price=price)], total=price)
    assert lines == [{"classId": str(clay.pk), "childId": None, "price": float(clay.price)}]


def test_it_refuses_another_total(users, clay):
    lines = refusal(users, "price_changed", clay, total=float(clay.price) - 1)
    assert lines == [{"classId": str(clay.pk), "childId": None, "price": float(clay.price)}]


def test_it_confirms_a_hold_and_ends_the_open_order_with_it(users, clay, fresh_stripe):
    wood = make_class(users.instructor, "Wood")
    order = start_order_of(users.student, clay, wood)
    paid = pay_at_desk(users.admin, users.student, clay)
    order.refresh_from_db()
    assert order.state == "CANCELED"
    assert fresh_stripe.intent(order.intent_id)["status"] == "canceled"
    assert paid.enrollment_id == order.payments.get(camp_class=clay).enrollment_id
    assert Enrollment.objects.get(camp_class=wood).state == "RELEASED"


def test_it_refunds_a_card_payment_that_arrives_later(users, clay, fresh_stripe):
    card = start_checkout(users.student, clay)
    fresh_stripe.pay(card.intent_id)
    pay_at_desk(users.admin, users.student, clay)
    card.refresh_from_db()
    assert (card.state, card.refund_reason) == ("refunded", "already_enrolled")
    assert Enrollment.objects.confirmed().count() == 1


def test_it_confirms_an_offer(users, clay):
    entry = make_offer(users.student, clay)
    paid = pay_at_desk(users.admin, users.student, clay)
    assert paid.enrollment_id == entry.offer_id
    assert states_of([entry]) == ["ACCEPTED"]


def test_it_confirms_a_reservation_at_its_price(users, clay):
    reservation = make_reservation(users.student, clay, by=users.admin, price=Decimal(30))
    paid = pay_at_desk(users.admin, users.student, clay, total=30)
    assert (paid.enrollment_id, paid.price) == (reservation.pk, 30)
    assert not Selection.objects.exists()


def test_it_ignores_the_limits_of_unpaid_seats(users):
    users.student.email_verified = False
    users.student.save()
    free = make_class(users.instructor, "Free", price=0)
    children = [make_child(users.student, name=f"Child {number}") for number in range(6)]
    enroll_at_desk(users.admin, users.student, *((free, child) for child in children))
    assert Enrollment.objects.confirmed().count() == 6


def test_it_enrolls_any_account(users, clay):
    pay_at_desk(users.admin, users.instructor, clay)
    assert Enrollment.objects.confirmed().get().student == users.instructor


def test_it_sends_no_email_to_an_account_without_an_address(users, clay):
    user_id = as_(users.admin).post("/families", {"name": "Cora", "phone": "555 0142"}, 201)["insertedId"]
    body = desk_body(users.student, clay) | {"userId": user_id}
    response = as_(users.admin).post(PATH, body, 201)
    assert response["payments"][0]["email"] == ""
    assert email_kinds() == []


def test_it_refuses_the_last_seat_while_somebody_waits_for_it(users, last_seat):
    make_waitlist_entry(users.other_student, last_seat)
    assert obstacle(users, last_seat) == "class_full"


def test_it_confirms_the_offer_that_is_made_to_who_waits_first(users, clay):
    clay.capacity = 1
    clay.save()
    entry = make_waitlist_entry(users.student, clay)
    make_waitlist_entry(users.other_student, clay)
    pay_at_desk(users.admin, users.student, clay)
    assert states_of([entry]) == ["ACCEPTED"]


def test_it_refuses_a_class_that_is_full(users, clay):
    clay.capacity = 1
    clay.save()
    make_hold(users.other_student, clay)
    assert obstacle(users, clay) == "class_full"
    assert obstacle(users, clay, override=["begun", "age", "not_open"]) == "class_full"


def test_it_names_the_obstacle_of_each_line(users, clay):
    wood = make_class(users.instructor, "Wood", capacity=0)
    mia = make_child(users.student)
    lines = refusal(users, "not_all_available", (wood, mia), clay)
    assert [(line["classId"], line["childId"], line["code"]) for line in lines] == [
        (str(wood.pk), str(mia.pk), "class_full")
    ]


def test_it_refuses_a_seat_that_exists(users, clay):
    pay_at_desk(users.admin, users.student, clay)
    assert obstacle(users, clay) == "already_enrolled"


def begun(users):
    camp_class = make_class(users.instructor, "Begun")
    make_lesson(camp_class, timezone.now() - timedelta(hours=1))
    make_lesson(camp_class, timezone.now() + timedelta(days=1))
    return camp_class


def for_adults(users):
    camp_class = make_class(users.instructor, "Adults", age_from=18)
    make_lesson(camp_class, timezone.now() + timedelta(days=1))
    return camp_class


def not_open(users):
    return make_class(users.instructor, "Not open", season=make_season())


@pytest.mark.parametrize(
    ("make", "code", "override"),
    [(begun, "class_begun", "begun"), (for_adults, "age_not_in_range", "age"), (not_open, "not_open_yet", "not_open")],
)
def test_it_refuses_an_obstacle_unless_it_is_overridden(users, make, code, override):
    camp_class = make(users)
    mia = make_child(users.student, born_on=timezone.localdate() - timedelta(days=3000))
    others = [each for each in ("begun", "age", "not_open") if each != override]
    assert obstacle(users, (camp_class, mia), override=others) == code
    enroll_at_desk(users.admin, users.student, (camp_class, mia), override=[override])
    assert Enrollment.objects.confirmed().count() == 1


@pytest.mark.parametrize("status", ["Pending", "Denied"])
def test_it_refuses_a_class_that_is_not_approved(users, status):
    assert obstacle(users, make_class(users.instructor, "Other", status=status)) == "not_found"


def test_it_refuses_the_child_of_another_family(users, clay):
    refusal(users, "not_found", (clay, make_child(users.other_student)), status=404)


def test_it_refuses_an_account_that_is_disabled_or_unknown(users, clay):
    users.student.is_active = False
    users.student.save()
    refusal(users, "account_disabled", clay)
    with nothing_changes():
        for user_id in ("0", "999999"):
            as_(users.admin).post(PATH, desk_body(users.student, clay) | {"userId": user_id}, 404)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"method": None}, "method"),
        ({"method": "card"}, "method"),
        ({"lines": []}, "lines"),
        ({"total": -1}, "total"),
        ({"key": "x"}, "key"),
        ({"override": ["full"]}, "override.0"),
        ({"userId": "x"}, "userId"),
        ({"reference": "x" * 101}, "reference"),
    ],
)
def test_it_refuses_bad_input(users, clay, changes, field):
    with nothing_changes():
        response = as_(users.admin).post(PATH, desk_body(users.student, clay) | changes, 400)
        assert set(response["fields"]) == {field}


def test_it_refuses_a_seat_that_is_named_twice(users, clay):
    response = as_(users.admin).post(PATH, desk_body(users.student, clay, clay), 400)
    assert set(response["fields"]) == {"lines"}
