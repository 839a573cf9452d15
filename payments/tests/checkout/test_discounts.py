"""Discounts on their way from the quote to the paid seat, and back at a cancellation. See docs/adr/0033."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from classes.models import CampClass, Enrollment, Season
from classes.prices import EARLY
from core.site_time import site_day
from mail.models import OutboxEmail
from payments.models import Order, Payment
from testing.clients.api import as_
from testing.factories import (
    make_child,
    make_class,
    make_enrollment,
    make_payment,
    make_reservation,
    make_season,
    make_selection,
    make_voucher,
    make_waitlist_entry,
)
from testing.proofs.invariants import current_violations
from testing.servers.stripe_stand_in import StripeStandIn
from testing.steps.checkout import (
    create_order,
    create_payment_intent,
    enroll_by_card,
    hold_seat,
    pay_after_expiry,
    pay_order,
    quote_order,
    select_seats,
    settle_in_browser,
    start_checkout,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_stripe")]

DAY = timedelta(days=1)


@pytest.fixture
def season() -> Season:
    return make_season(opens_at=timezone.now() - DAY, sibling_percent=10)


@pytest.fixture
def pottery(users, season) -> CampClass:
    return make_class(users.instructor, "Pottery", price=Decimal(100), season=season)


@pytest.fixture
def early(users) -> CampClass:
    """$100; until today $80."""
    today = site_day(timezone.now())
    return make_class(users.instructor, "Early", price=Decimal(100), early_price=Decimal(80), early_until=today)


def end_early_price(camp_class: CampClass) -> None:
    CampClass.objects.filter(pk=camp_class.pk).update(early_until=site_day(timezone.now()) - DAY)


def prices(lines) -> list[tuple[float, float, str]]:
    return [(line["price"], line["discount"], line["discountText"]) for line in lines]


def order_at_quote(student, selections, **code):
    """Orders at the quoted total. Returns the order and the answer."""
    quoted = quote_order(student, selections, **code)
    answer = create_order(student, selections, total=quoted["total"], **code)
    assert prices(answer["lines"]) == prices(quoted["lines"])
    return Order.objects.get(pk=answer["orderId"]), answer


def test_it_quotes_and_charges_siblings_and_refunds_the_share_of_what_was_paid(
    users, mia, leo, pottery, stripe: StripeStandIn
):
    selections = select_seats(users.student, (pottery, mia), (pottery, leo))

    order, answer = order_at_quote(users.student, selections)

    assert prices(answer["lines"]) == [(100, 0, ""), (90, 10, "Sibling discount, 10%")]
    assert [line["listPrice"] for line in answer["lines"]] == [100, 100]
    assert stripe.intent(order.intent_id)["amount"] == 19000
    rows = as_(users.student).get(f"/selectClass?email={users.student.email}")
    assert {(row["heldPrice"], row["listPrice"], row["discount"]) for row in rows} == {(100, 100, 0), (90, 100, 10)}
    first, second = pay_order(order, stripe)
    full, reduced = OutboxEmail.objects.get(kind="booked").facts["lines"]
    assert (full["price"], "discount" in full) == ("100.00", False)
    assert (reduced["price"], reduced["list_price"], reduced["discount"]) == ("90.00", "100.00", "10.00")
    assert reduced["discount_text"] == "Sibling discount, 10%"
    history = as_(users.student).get(f"/payments/{users.student.email}")
    assert sorted(prices(history)) == sorted(prices(answer["lines"]))

    as_(users.student).post(f"/payments/cancel/{first.pk}", {})

    second.refresh_from_db()
    assert (second.price, second.enrollment.price, second.state) == (90, 90, "enrollPending")
    as_(users.student).post(f"/payments/cancel/{second.pk}", {})
    assert stripe.refunded_cents(order.intent_id) == 19000
    assert current_violations(stripe) == []


def test_it_quotes_without_holding_anything(users, mia, pottery):
    selections = select_seats(users.student, (pottery, mia), pottery)
    quoted = quote_order(users.student, selections)
    assert quoted == {
        "lines": [
            {"selectionId": str(each.pk), "listPrice": 100, "discount": 0, "discountText": "", "price": 100}
            | {"usesCode": False, "replaced": None}
            for each in selections
        ],
        "total": 200,
    }
    assert not Enrollment.objects.exists()
    assert not Order.objects.exists()


def test_it_refuses_a_quote_for_a_selection_that_is_gone(users, pottery):
    other = make_selection(users.other_student, pottery)
    refused = quote_order(users.student, [*select_seats(users.student, pottery), other], 409)
    assert refused["code"] == "not_all_available"
    assert [(line["selectionId"], line["code"]) for line in refused["lines"]] == [(str(other.pk), "not_found")]


def test_it_takes_the_child_with_the_first_confirmed_seat_of_the_season_as_the_first(users, mia, leo, pottery, season):
    leo_s = make_enrollment(users.student, pottery, leo)
    Enrollment.objects.filter(pk=leo_s.pk).update(confirmed_at=timezone.now() - DAY)
    make_enrollment(users.student, pottery, mia)
    wood = make_class(users.instructor, "Wood", price=Decimal(200), season=season)
    selections = select_seats(users.student, (wood, mia), (wood, leo), wood)
    assert [line["price"] for line in quote_order(users.student, selections)["lines"]] == [180, 200, 200]


def test_it_looks_for_siblings_only_in_a_season_with_a_discount(users, mia):
    counts = []
    for percent in (None, 0, 10):
        season = percent is not None and make_season(
            f"Season {percent}", sibling_percent=percent, opens_at=timezone.now() - DAY
        )
        camp_class = make_class(users.instructor, season=season or None)
        with CaptureQueriesContext(connection) as statements:
            hold_seat(
                student=users.student,
                camp_class_id=camp_class.pk,
                child_id=mia.pk,
                price=camp_class.price,
                now=timezone.now(),
            )
        counts.append(len(statements))
    plain, with_season, with_siblings = counts
    assert (with_season, with_siblings) == (plain, plain + 1)


def test_it_keeps_the_early_price_of_a_hold_after_its_last_day(users, early, stripe):
    payment = start_checkout(users.student, early)
    assert (payment.price, payment.discount, payment.discount_text) == (80, 20, EARLY)
    end_early_price(early)

    create_payment_intent(users.student, early)

    assert Order.objects.get().intent_id == payment.intent_id
    payment = enroll_by_card(users.student, early, stripe)
    assert (payment.price, payment.list_price, payment.enrollment.discount_text) == (80, 100, EARLY)
    assert start_checkout(users.other_student, early).price == 100
    assert current_violations(stripe) == []


def test_it_makes_a_new_child_the_first_if_every_other_seat_has_the_sibling_discount(users, mia, leo, pottery, stripe):
    order, _ = order_at_quote(users.student, select_seats(users.student, (pottery, mia), (pottery, leo)))
    full, reduced = pay_order(order, stripe)
    assert (full.price, reduced.price) == (100, 90)
    as_(users.student).post(f"/payments/cancel/{full.pk}", {})

    (again,) = select_seats(users.student, (pottery, mia))

    assert quote_order(users.student, [again])["total"] == 100
    order, answer = order_at_quote(users.student, [again])
    assert prices(answer["lines"]) == [(100, 0, "")]
    pay_order(order, stripe)
    (eva,) = select_seats(users.student, (pottery, make_child(users.student, "Eva")))
    assert quote_order(users.student, [eva])["total"] == 90
    assert current_violations(stripe) == []


def test_it_gives_no_sibling_discount_beside_a_hold_that_has_it(users, mia, leo, pottery, stripe):
    """The order of both is given up for one of the second child and a third."""
    siblings = select_seats(users.student, (pottery, mia), (pottery, leo))
    order_at_quote(users.student, siblings)

    third = select_seats(users.student, (pottery, make_child(users.student, "Eva")))

    _, answer = order_at_quote(users.student, [siblings[1], *third])
    assert prices(answer["lines"]) == [(90, 10, "Sibling discount, 10%"), (100, 0, "")]
    assert current_violations(stripe) == []


@pytest.mark.parametrize("price", [100, 80])
def test_it_accepts_the_list_price_and_the_price_to_be_charged(users, early, price, stripe):
    create_payment_intent(users.student, early, price=Decimal(price))
    assert stripe.intent(Order.objects.get().intent_id)["amount"] == 8000


@pytest.mark.parametrize("price", [100, 80])
def test_it_finds_the_class_of_a_client_that_names_only_a_price(users, early, price):
    make_selection(users.student, early)
    for _ in range(2):
        as_(users.student).post("/createPaymentIntent", {"price": price})
    assert Payment.objects.get().price == 80


@pytest.mark.parametrize("price", [79, 90, 101])
def test_it_refuses_any_other_price(users, early, price):
    refused = create_payment_intent(users.student, early, 409, price=Decimal(price))
    assert (refused["code"], refused["fields"]) == ("price_changed", {"price": ["The price is $80.00."]})
    assert not Enrollment.objects.exists()


def test_it_shows_what_a_selected_class_costs_today(users, early):
    def shown() -> list[tuple[float, float]]:
        return [(row["price"], row["priceNow"]) for row in as_(users.student).get(url)]

    url = f"/selectClass?email={users.student.email}"
    select_seats(users.student, early)
    assert shown() == [(100, 80)]
    end_early_price(early)
    assert shown() == [(100, 100)]


def test_it_shows_the_price_that_the_office_has_agreed_on(users, early):
    make_reservation(users.student, early, by=users.admin, price=Decimal(90))
    (row,) = as_(users.student).get(f"/selectClass?email={users.student.email}")
    assert (row["price"], row["priceNow"]) == (90, 90)


def test_it_refuses_a_lower_total_than_the_quoted_one(users, early):
    selections = select_seats(users.student, early)
    refused = create_order(users.student, selections, 409, total=79)
    assert refused["code"] == "price_changed"
    assert refused["lines"] == [{"selectionId": str(selections[0].pk), "price": 80}]
    assert not Enrollment.objects.exists()


def test_it_exchanges_a_seat_for_one_at_the_same_early_price(users, early, stripe):
    other = make_class(users.instructor, "Other", price=Decimal(90), early_price=Decimal(80), early_until="2099-01-01")
    make_selection(users.student, other)
    make_selection(users.student, early)
    as_(users.student).post("/createPaymentIntent", {"price": 80})
    order = Order.objects.get()
    stripe.pay(order.intent_id)

    answer = as_(users.student).post("/payments", {"transactionId": order.intent_id, "classId": str(other.pk)}, 201)

    assert prices([answer["payment"]]) == [(80, 10, EARLY)]
    assert Enrollment.objects.confirmed().get().camp_class == other
    assert current_violations(stripe) == []


def test_it_prices_an_offer_when_it_is_made(users, mia, leo, season, stripe):
    make_voucher(percent=50)
    full = make_class(users.instructor, "Full", price=Decimal(100), capacity=1, season=season)
    payment = make_payment(users.other_student, full)
    make_enrollment(users.student, make_class(users.instructor, "Other", season=season), leo)
    make_waitlist_entry(users.student, full, mia)

    as_(users.other_student).post(f"/payments/cancel/{payment.pk}", {})

    offer = Enrollment.objects.get(student=users.student, camp_class=full)
    assert (offer.price, offer.discount_text) == (90, "Sibling discount, 10%")
    facts = OutboxEmail.objects.get(kind="waitlist_offer").facts
    assert (facts["list_price"], facts["discount"]) == ("100.00", "10.00")
    Season.objects.update(sibling_percent=0)
    (selection,) = users.student.selections.all()
    assert quote_order(users.student, [selection])["total"] == 90
    assert order_at_quote(users.student, [selection], code="spring")[0].amount == 50


def test_it_gives_a_late_payer_the_price_that_was_paid(users, early, stripe):
    payment = pay_after_expiry(users.student, early, stripe)
    end_early_price(early)

    settle_in_browser(payment)

    seat = Enrollment.objects.confirmed().get()
    assert (seat.price, seat.discount, seat.discount_text) == (80, 20, EARLY)
    assert current_violations(stripe) == []


@pytest.mark.parametrize("percent", [100, 99])
def test_it_enrolls_at_once_in_what_is_left_of_less_than_half_a_dollar(users, mia, percent, stripe):
    make_voucher(percent=percent)
    clay = make_class(users.instructor, price=Decimal(20))
    selections = select_seats(users.student, (clay, mia), clay)

    order, answer = order_at_quote(users.student, selections, code="SPRING")

    assert (answer["state"], answer["clientSecret"], answer["amount"]) == ("PAID", None, 0)
    assert prices(answer["lines"]) == [(0, 20, f"{percent}% off with a code")] * 2
    assert Enrollment.objects.confirmed().count() == 2
    assert order.intent_id is None
    assert current_violations(stripe) == []


def test_it_answers_a_single_hold_that_costs_nothing_as_for_a_free_class(users, clay):
    CampClass.objects.filter(pk=clay.pk).update(early_price=0, early_until="2099-01-01")
    refused = create_payment_intent(users.student, clay, 400)
    assert refused["code"] == "no_card_needed"
    assert not Enrollment.objects.exists()

    answer = as_(users.student).post("/payments", {"classId": str(clay.pk)}, 201)

    assert (answer["payment"]["status"], answer["payment"]["listPrice"]) == ("enrolled", 45.5)


def test_it_needs_a_verified_address_for_a_seat_that_costs_nothing(users, clay):
    make_voucher(percent=100)
    users.student.email_verified = False
    users.student.save()
    refused = create_order(users.student, select_seats(users.student, clay), 409, total=0, code="SPRING")
    assert [line["code"] for line in refused["lines"]] == ["verified_email_needed"]
