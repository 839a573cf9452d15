"""Codes: who can use one, how often, and what a code that is given later changes."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from classes.models import CampClass, Enrollment, Voucher
from payments.models import Order, Payment
from testing.clients.api import as_
from testing.factories import make_child, make_class, make_reservation, make_season, make_voucher
from testing.proofs.invariants import current_violations
from testing.snapshots import nothing_changes
from testing.steps.checkout import (
    create_order,
    create_payment_intent,
    pay_order,
    quote_order,
    select_seats,
    settle_in_browser,
    start_checkout,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_stripe")]

HOUR = timedelta(hours=1)


@pytest.fixture
def clay(users):
    return make_class(users.instructor, "Clay", price=Decimal(100))


@pytest.fixture
def wood(users):
    return make_class(users.instructor, "Wood", price=Decimal(60))


def order_with_code(student, *seats, total, code="SPRING", status=200):
    """Selects the seats unless they are selected, and orders them. Returns the answer."""
    wanted = [(seat, None) if not isinstance(seat, tuple) else seat for seat in seats]
    found = [student.selections.filter(camp_class=camp_class, child=child).first() for camp_class, child in wanted]
    selections = [each or select_seats(student, pair)[0] for each, pair in zip(found, wanted, strict=True)]
    return create_order(student, selections, status, total=total, **({} if code is None else {"code": code}))


def expect_code_refused(student, camp_class, code, sent="SPRING"):
    """Quote, order and single hold refuse the code, and nothing changes."""
    selections = student.selections.filter(camp_class=camp_class) or select_seats(student, camp_class)
    with nothing_changes():
        assert quote_order(student, selections, 409, sent)["code"] == code
        assert create_order(student, selections, 409, total=80, code=sent)["code"] == code
        assert create_payment_intent(student, camp_class, 409, code=sent)["code"] == code


def test_it_charges_the_reduced_price_of_a_single_hold(users, clay, stripe):
    voucher = make_voucher("Spring")
    create_payment_intent(users.student, clay, code=" sPRING ")
    payment = Payment.objects.get()
    assert (payment.price, payment.discount, payment.enrollment.voucher) == (80, 20, voucher)
    stripe.pay(payment.intent_id)
    answer = settle_in_browser(payment)
    assert (answer["payment"]["listPrice"], answer["payment"]["discountText"]) == (100, "20% off with a code")
    assert current_violations(stripe) == []


@pytest.mark.parametrize(
    "pasted", ["SPRING\u201310", "SPRING\u201110", "spring 10", "SPRING\u00a0\u2014\u00a010", "\ufeffSPR\u200bING-10"]
)
def test_it_knows_a_code_as_people_paste_it(users, clay, pasted):
    make_voucher("Spring-10")
    selections = select_seats(users.student, clay)
    assert quote_order(users.student, selections, code=pasted)["total"] == 80
    assert create_order(users.student, selections, total=80, code=pasted)["amount"] == 80


@pytest.mark.parametrize(
    "fields",
    [
        {"starts_at": timezone.now() + HOUR},
        {"ends_at": timezone.now() - HOUR},
        {"canceled_at": timezone.now()},
        {"account": "other_student"},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_it_refuses_a_code_that_the_account_cannot_use(users, clay, fields):
    """The answer is that for a code that doesn't exist."""
    if "account" in fields:
        fields = {"account": users.other_student}
    make_voucher(**fields)
    expect_code_refused(users.student, clay, "code_unknown")
    expect_code_refused(users.student, clay, "code_unknown", sent="NO SUCH CODE")


def test_it_lets_the_account_use_its_own_code(users, clay):
    make_voucher(account=users.student, starts_at=timezone.now() - HOUR, ends_at=timezone.now() + HOUR)
    assert order_with_code(users.student, clay, total=80)["amount"] == 80


def test_it_refuses_a_code_that_is_for_another_season(users, clay, wood):
    season = make_season(opens_at=timezone.now() - HOUR)
    make_voucher(season=season)
    expect_code_refused(users.student, clay, "code_not_for_this")
    season.classes.add(wood)
    answer = order_with_code(users.student, clay, wood, total=148)
    assert [line["discount"] for line in answer["lines"]] == [0, 12]


def test_it_says_which_held_seats_use_a_code(users, clay, wood):
    make_voucher(amount=Decimal(20))
    answer = order_with_code(users.student, clay, wood, total=140)
    repeated = order_with_code(users.student, clay, wood, total=140, code=None)
    shown = as_(users.student).get(f"/orders/{answer['orderId']}")
    for order in (answer, repeated, shown):
        assert [(line["discount"], line["usesCode"]) for line in order["lines"]] == [(20, True), (0, False)]
    without = order_with_code(users.student, clay, wood, total=160, code="")
    assert [line["usesCode"] for line in without["lines"]] == [False, False]


def test_it_gives_one_use_for_one_order(users, mia, clay, wood, stripe):
    make_voucher(amount=Decimal(20))
    answer = order_with_code(users.student, (clay, mia), wood, total=140)
    assert [line["discount"] for line in answer["lines"]] == [20, 0]
    make_child(users.student, "Leo")

    expect_code_refused(users.student, make_class(users.instructor, "Other"), "code_used_up")
    pay_order(Order.objects.get(), stripe)
    expect_code_refused(users.student, make_class(users.instructor, "More"), "code_used_up")
    assert order_with_code(users.other_student, wood, total=40)["amount"] == 40


def test_it_gives_as_many_uses_as_an_account_may_have(users, mia, clay):
    make_voucher(per_account=2)
    for seat in (clay, (clay, mia)):
        order_with_code(users.student, seat, total=80)
    expect_code_refused(users.student, make_class(users.instructor, "Other"), "code_used_up")


def test_it_gives_no_more_uses_than_there_are(users, clay, stripe):
    make_voucher(max_uses=1)
    order_with_code(users.student, clay, total=80)
    expect_code_refused(users.other_student, clay, "code_used_up")
    pay_order(Order.objects.get(), stripe)
    expect_code_refused(users.other_student, clay, "code_used_up")


@pytest.mark.parametrize("how", ["expires", "is removed", "is canceled"])
def test_it_gives_the_use_back_when_the_seat_is_released(users, clay, stripe, how):
    make_voucher(max_uses=1)
    order_with_code(users.student, clay, total=80)
    expect_code_refused(users.other_student, clay, "code_used_up")
    if how == "expires":
        Enrollment.objects.update(held_until=timezone.now())
    elif how == "is removed":
        as_(users.student).delete(f"/selectClass/{users.student.selections.get().pk}")
    else:
        (payment,) = pay_order(Order.objects.get(), stripe)
        as_(users.student).post(f"/payments/cancel/{payment.pk}", {})
    assert order_with_code(users.other_student, clay, total=80)["amount"] == 80


def test_it_keeps_the_use_while_one_seat_of_the_order_is_left(users, mia, clay, stripe):
    make_voucher(max_uses=1)
    order_with_code(users.student, clay, (clay, mia), total=160)
    first, second = pay_order(Order.objects.get(), stripe)
    as_(users.student).post(f"/payments/cancel/{first.pk}", {})
    expect_code_refused(users.other_student, clay, "code_used_up")
    as_(users.student).post(f"/payments/cancel/{second.pk}", {})
    order_with_code(users.other_student, clay, total=80)


def test_it_prolongs_a_hold_with_its_code_and_without(users, clay):
    """Its own use doesn't count, and the hold keeps its price."""
    make_voucher(max_uses=1)
    first = order_with_code(users.student, clay, total=80)
    assert order_with_code(users.student, clay, total=80)["orderId"] == first["orderId"]
    Voucher.objects.update(canceled_at=timezone.now())
    assert order_with_code(users.student, clay, total=80, code=None)["orderId"] == first["orderId"]
    assert quote_order(users.student, users.student.selections.all())["total"] == 80


def test_it_takes_the_code_back_from_a_hold(users, mia, leo, stripe):
    """The price is that of a seat without the code, with the discount that the code had taken the place of."""
    season = make_season(sibling_percent=10, opens_at=timezone.now() - HOUR)
    clay = make_class(users.instructor, "Clay", price=Decimal(100), season=season)
    make_voucher(max_uses=1)
    seats = (clay, mia), (clay, leo)
    with_code = order_with_code(users.student, *seats, total=160)
    CampClass.objects.update(price=120)
    selections = users.student.selections.order_by("pk")

    quoted = quote_order(users.student, selections, code="")
    without = order_with_code(users.student, *seats, total=190, code="")

    assert (quoted["total"], without["amount"]) == (190, 190)
    assert [line["discountText"] for line in without["lines"]] == ["", "Sibling discount, 10%"]
    assert without["orderId"] != with_code["orderId"]
    order_with_code(users.other_student, clay, total=96)
    assert [each.discount_text for each in pay_order(Order.objects.get(pk=without["orderId"]), stripe)] == [
        "",
        "Sibling discount, 10%",
    ]
    assert current_violations(stripe) == []


def test_it_leaves_a_reserved_price_when_the_code_is_taken_back(users, clay):
    make_voucher()
    make_reservation(users.student, clay, by=users.admin)
    order_with_code(users.student, clay, total=80)
    assert quote_order(users.student, users.student.selections.all(), code="")["total"] == 80


def test_it_says_what_the_code_replaces_and_where_it_is_not_used(users, mia, leo):
    season = make_season(sibling_percent=30, opens_at=timezone.now() - HOUR)
    early = make_class(
        users.instructor, "Early", price=Decimal(100), season=season, early_price=Decimal(85), early_until="2099-01-01"
    )
    clay = make_class(users.instructor, "Clay", price=Decimal(100), season=season)
    make_voucher()
    selections = select_seats(users.student, (early, mia), (clay, mia), (clay, leo))
    expected = [
        (80, True, {"discount": 15, "discountText": "Early price"}),
        (80, True, None),
        (70, False, None),
    ]

    def lines(code=None):
        return [
            (line["price"], line["usesCode"], line["replaced"])
            for line in quote_order(users.student, selections, code=code)["lines"]
        ]

    assert lines("SPRING") == expected
    create_order(users.student, selections, total=230, code="SPRING")
    assert lines("SPRING") == expected
    assert [line[1:] for line in lines()] == [(False, None)] * 3


def test_it_supersedes_the_order_at_the_old_price_when_a_code_is_given_later(users, clay, stripe):
    voucher = make_voucher(max_uses=1)
    former = start_checkout(users.student, clay)

    answer = order_with_code(users.student, clay, total=80)

    former.refresh_from_db()
    assert (former.state, former.price) == ("canceled", 100)
    assert stripe.intent(former.intent_id)["status"] == "canceled"
    assert former.enrollment_id == Enrollment.objects.get().pk
    order = Order.objects.get(pk=answer["orderId"])
    assert stripe.intent(order.intent_id)["amount"] == 8000
    assert Enrollment.objects.get().voucher == voucher
    assert current_violations(stripe) == []


def test_it_keeps_the_seat_at_the_full_price_if_that_was_paid_before_the_code(users, clay, stripe):
    make_voucher(max_uses=1)
    former = start_checkout(users.student, clay)
    stripe.pay(former.intent_id)

    refused = order_with_code(users.student, clay, total=80, status=409)

    assert [line["code"] for line in refused["lines"]] == ["already_enrolled"]
    seat = Enrollment.objects.confirmed().get()
    assert (seat.price, seat.discount, seat.voucher) == (100, 0, None)
    assert current_violations(stripe) == []
    order_with_code(users.other_student, clay, total=80)


def test_it_does_not_raise_a_price_by_a_worse_code(users, clay):
    make_voucher("BEST", percent=50)
    make_voucher("GOOD")
    first = order_with_code(users.student, clay, total=50, code="BEST")
    assert order_with_code(users.student, clay, total=50, code="GOOD")["orderId"] == first["orderId"]
    assert order_with_code(users.other_student, clay, total=80, code="GOOD")["amount"] == 80


def test_it_does_not_give_an_amount_twice_to_a_larger_order(users, mia, clay, wood, stripe):
    make_voucher(amount=Decimal(20))
    order_with_code(users.student, wood, total=40)
    answer = order_with_code(users.student, wood, clay, total=140)
    assert [line["discount"] for line in answer["lines"]] == [20, 0]
    pay_order(Order.objects.get(pk=answer["orderId"]), stripe)
    assert current_violations(stripe) == []


def test_it_uses_no_code_if_another_discount_is_as_good(users, clay):
    voucher = make_voucher()
    clay.early_price, clay.early_until = Decimal(80), "2099-01-01"
    clay.save()
    order_with_code(users.student, clay, total=80)
    assert not voucher.enrollments.exists()


def test_it_keeps_the_code_of_a_late_payer(users, clay, stripe):
    voucher = make_voucher(max_uses=1)
    answer = order_with_code(users.student, clay, total=80)
    payment = Payment.objects.get(order=answer["orderId"])
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    order_with_code(users.other_student, clay, total=80)
    stripe.pay(payment.intent_id)

    settle_in_browser(payment)

    seat = Enrollment.objects.confirmed().get()
    assert (seat.student, seat.price, seat.voucher) == (users.student, 80, voucher)
    assert current_violations(stripe) == []


def test_it_takes_a_seat_that_is_free_with_the_code_from_an_open_order(users, clay, stripe):
    make_voucher(percent=100)
    former = start_checkout(users.student, clay)
    assert order_with_code(users.student, clay, total=0)["state"] == "PAID"
    assert stripe.intent(former.intent_id)["status"] == "canceled"
    assert current_violations(stripe) == []


def test_it_costs_two_further_statements(users, clay):
    """The voucher's row and its uses."""
    make_voucher()
    counts = []
    for student, code in ((users.student, ""), (users.other_student, "SPRING")):
        selections = select_seats(student, clay)
        with CaptureQueriesContext(connection) as statements:
            create_order(student, selections, total=80 if code else 100, code=code)
        counts.append(len([each for each in statements if "core_requestcount" not in each["sql"]]))
    assert counts[1] == counts[0] + 2


def test_it_throttles_the_codes_of_an_account(users, clay, settings):
    settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"code": (3, 100, 3600)}
    selections = select_seats(users.student, clay)
    for _ in range(3):
        quote_order(users.student, selections, 409, "GUESS")
    assert quote_order(users.student, selections, 429, "GUESS")["code"] == "too_many_requests"
    assert create_order(users.student, selections, 429, code="GUESS")["code"] == "too_many_requests"
    assert create_payment_intent(users.student, clay, 429, code="GUESS")["code"] == "too_many_requests"
    quote_order(users.student, selections)
    create_payment_intent(users.student, clay)


def test_it_shows_no_aid_to_instructors(users, clay, stripe):
    """Neither the roster nor its CSV has a price."""
    make_voucher("AID-SAM", percent=50, account=users.student)
    order_with_code(users.student, clay, total=50, code="AID-SAM")
    pay_order(Order.objects.get(), stripe)
    for path in (f"/classes/{clay.pk}/roster", f"/classes/{clay.pk}/roster?format=csv", f"/classes/{clay.pk}/waitlist"):
        response = as_(users.instructor).client.get(path)
        assert response.status_code == 200
        content = b"".join(response) if response.streaming else response.content
        for word in (b"rice", b"iscount", b"AID"):
            assert word not in content, (path, word)
