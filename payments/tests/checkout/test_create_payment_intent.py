"""POST /createPaymentIntent: a student holds a seat and gets a PaymentIntent."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from classes.models import Enrollment, Status
from payments.models import Order, Payment
from payments.stripe import api as stripe_api
from payments.stripe.results import StripeUnavailable
from testing.clients.api import as_
from testing.factories import make_class, make_enrollment, make_selection, make_user, make_withdrawn_class
from testing.snapshots import nothing_changes, payments_snapshot
from testing.steps.checkout import create_payment_intent, settle_in_browser, start_checkout
from testing.steps.withdrawals import withdraw

pytestmark = pytest.mark.django_db


def test_it_holds_a_seat_and_creates_the_intent(users, clay, stripe):
    before = timezone.now()
    answer = create_payment_intent(users.student, clay)
    payment = Payment.objects.get()
    held = Enrollment.objects.get()
    assert answer["clientSecret"].startswith(f"{payment.intent_id}_secret_")
    assert held.state == "HELD"
    assert timedelta(minutes=14) < held.held_until - before < timedelta(minutes=16)
    intent = stripe.intent(payment.intent_id)
    assert (intent["amount"], intent["currency"]) == (4550, "usd")
    assert intent["payment_method_types"] == ["card"]
    expected = {"user": str(users.student.pk), "order": str(payment.order_id)}
    assert intent["metadata"] == expected


@pytest.mark.parametrize(("price", "cents"), [("19.99", 1999), ("0.50", 50), ("10000.00", 1000000), ("8.10", 810)])
def test_it_charges_the_price_in_whole_cents(users, stripe, price, cents):
    create_payment_intent(users.student, make_class(users.instructor, price=Decimal(price)))
    assert stripe.intent(Payment.objects.get().intent_id)["amount"] == cents


def test_it_returns_the_same_intent_and_prolongs_the_hold_on_a_repeated_call(users, clay, stripe):
    first = create_payment_intent(users.student, clay)
    Enrollment.objects.update(held_until=timezone.now() + timedelta(minutes=2))
    second = create_payment_intent(users.student, clay)
    assert second["clientSecret"] == first["clientSecret"]
    assert Enrollment.objects.get().held_until > timezone.now() + timedelta(minutes=14)
    assert Payment.objects.count() == 1


def test_it_prolongs_a_hold_to_45_minutes_at_most(users, clay, stripe):
    create_payment_intent(users.student, clay)
    began = timezone.now() - timedelta(minutes=40)
    Enrollment.objects.update(held_at=began, held_until=timezone.now() + timedelta(minutes=1))
    create_payment_intent(users.student, clay)
    assert Enrollment.objects.get().held_until == began + timedelta(minutes=45)


def test_it_accepts_another_card_on_the_same_intent_after_a_decline(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id, "pm_card_chargeDeclined", status=402)
    settle_in_browser(payment, 402)
    create_payment_intent(users.student, clay)
    assert Payment.objects.count() == 1
    stripe.pay(payment.intent_id)
    settle_in_browser(payment)


def test_it_starts_another_order_after_a_cancellation_at_the_provider(users, clay, stripe):
    first = start_checkout(users.student, clay)
    stripe.cancel(first.intent_id)
    create_payment_intent(users.student, clay)
    first.refresh_from_db()
    second = Payment.objects.get(state="started")
    assert first.state == "canceled"
    assert second.intent_id != first.intent_id
    assert Enrollment.objects.filter(state="HELD").count() == 1


def test_it_settles_an_intent_that_succeeded_in_the_meantime(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    assert create_payment_intent(users.student, clay, 409)["code"] == "already_enrolled"
    payment.refresh_from_db()
    assert payment.state == "enrollPending"


def test_it_reports_a_payment_that_was_refunded_in_the_meantime_and_allows_another(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    stripe.refund(payment.intent_id)
    assert create_payment_intent(users.student, clay, 409)["code"] == "payment_refunded"
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("refunded", "RELEASED")
    create_payment_intent(users.student, clay)


def test_it_finds_the_only_selected_class_with_the_price(users, clay, stripe):
    make_selection(users.student, clay)
    make_selection(users.student, make_class(users.instructor, "Expensive", price=Decimal("99.00")))
    as_(users.student).post("/createPaymentIntent", {"price": 45.5})
    assert Enrollment.objects.get().camp_class == clay


def test_it_finds_the_class_by_the_price_of_its_hold_as_the_selection_shows_it(users, clay, stripe):
    make_selection(users.student, clay)
    first = create_payment_intent(users.student, clay)
    clay.price = Decimal("60.00")
    clay.save()
    (selection,) = as_(users.student).get("/selectClass?email=sam@camp.example")
    again = as_(users.student).post("/createPaymentIntent", {"price": selection["price"]})
    assert again["clientSecret"] == first["clientSecret"]


def test_it_refuses_a_price_that_no_selected_class_has(users, clay, stripe):
    assert as_(users.student).post("/createPaymentIntent", {"price": 45.5}, 400)["code"] == "invalid"


def test_it_takes_the_newest_selection_with_the_price(users, clay, stripe):
    newest = make_class(users.instructor, "Same price")
    for camp_class in (clay, newest):
        make_selection(users.student, camp_class)
    first, second = (as_(users.student).post("/createPaymentIntent", {"price": 45.5}) for _ in range(2))
    assert first["clientSecret"] == second["clientSecret"]
    assert Enrollment.objects.get().camp_class == newest


def test_it_passes_over_a_selected_class_that_was_withdrawn(users, clay, stripe):
    withdrawn = make_withdrawn_class(users.instructor)
    for camp_class in (clay, withdrawn):
        make_selection(users.student, camp_class)
    as_(users.student).post("/createPaymentIntent", {"price": 45.5})
    assert Enrollment.objects.get().camp_class == clay


def test_it_requires_a_login(clay, stripe):
    as_(None).post("/createPaymentIntent", {"price": 45.5, "classId": str(clay.pk)}, 401)
    assert not any(payments_snapshot())


@pytest.mark.parametrize("who", ["admin", "instructor", "other_instructor"])
def test_it_requires_a_student(users, clay, stripe, who):
    create_payment_intent(getattr(users, who), clay, 403)
    assert not any(payments_snapshot())


@pytest.mark.parametrize("status", [Status.PENDING, Status.DENIED])
def test_it_returns_404_for_a_class_that_is_not_approved(users, stripe, status):
    create_payment_intent(users.student, make_class(users.instructor, status=status), 404)
    assert not any(payments_snapshot())


def test_it_returns_404_for_an_unknown_class(users, stripe):
    as_(users.student).post("/createPaymentIntent", {"price": 45.5, "classId": "999999999999999999"}, 404)


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        "text",
        {"price": None},
        {"price": "much", "classId": "1"},
        {"price": -1, "classId": "1"},
        {"price": 45.505, "classId": "1"},
        {"price": 1e300, "classId": "1"},
        {"price": True, "classId": "1"},
        {"price": 45.5, "classId": "x"},
        {"price": 45.5, "classId": "1\u0000"},
        {"price": 45.5, "classId": {"$gt": ""}},
        {"price": 45.5, "classId": "9" * 19},
    ],
)
def test_it_refuses_bad_input(users, clay, stripe, body):
    make_selection(users.student, clay)
    with nothing_changes():
        as_(users.student).post("/createPaymentIntent", body, 400)


def test_it_refuses_a_free_class(users, stripe):
    free = make_class(users.instructor, price=Decimal(0))
    assert create_payment_intent(users.student, free, 400)["code"] == "no_card_needed"
    assert not any(payments_snapshot())


def test_it_refuses_a_price_that_has_changed(users, clay, stripe):
    refusal = create_payment_intent(users.student, clay, 409, price=Decimal("40.00"))
    assert refusal["code"] == "price_changed"
    assert "45.50" in refusal["fields"]["price"][0]
    assert not any(payments_snapshot())


def test_it_keeps_the_price_of_a_hold(users, clay, stripe):
    first = create_payment_intent(users.student, clay)
    clay.price = Decimal("60.00")
    clay.save()
    assert create_payment_intent(users.student, clay, 409)["code"] == "price_changed"
    assert create_payment_intent(users.student, clay, price=Decimal("45.50"))["clientSecret"] == first["clientSecret"]


def test_it_refuses_a_full_class(users, last_seat, stripe):
    make_enrollment(users.other_student, last_seat)
    with nothing_changes():
        refusal = create_payment_intent(users.student, last_seat, 409)
        assert (refusal["code"], refusal["message"]) == ("class_full", "This class is full.")


def test_it_treats_zero_capacity_as_full(users, stripe):
    assert create_payment_intent(users.student, make_class(users.instructor, capacity=0), 409)["code"] == "class_full"


def test_it_explains_that_the_last_seats_are_only_held(users, last_seat, stripe):
    create_payment_intent(users.other_student, last_seat)
    refusal = create_payment_intent(users.student, last_seat, 409)
    assert refusal["code"] == "class_full"
    assert "15 minutes" in refusal["message"]
    assert Enrollment.objects.filter(student=users.student).count() == 0


def test_it_replaces_an_expired_hold_and_cancels_its_intent(users, last_seat, stripe):
    late = start_checkout(users.other_student, last_seat)
    Enrollment.objects.update(held_until=timezone.now())
    create_payment_intent(users.student, last_seat)
    late.refresh_from_db()
    assert late.state == "canceled"
    assert stripe.intent(late.intent_id)["status"] == "canceled"
    assert late.enrollment.state == "RELEASED"


def test_it_limits_a_student_to_three_holds(users, stripe):
    for number in range(3):
        create_payment_intent(users.student, make_class(users.instructor, f"Class {number}"))
    one_more = make_class(users.instructor, "One more")
    with nothing_changes():
        assert create_payment_intent(users.student, one_more, 409)["code"] == "too_many_holds"


def test_it_limits_an_unverified_student_to_one_hold(users, clay, stripe):
    newcomer = make_user("nora", email_verified=False)
    create_payment_intent(newcomer, clay)
    one_more = make_class(users.instructor, "One more")
    with nothing_changes():
        refusal = create_payment_intent(newcomer, one_more, 409)
        assert refusal["code"] == "too_many_holds"
        assert "verify" in refusal["message"]


def test_it_refuses_a_seat_that_was_held_for_45_minutes(users, clay, stripe):
    create_payment_intent(users.student, clay)
    began = timezone.now() - timedelta(minutes=50)
    Enrollment.objects.update(held_at=began, held_until=began + timedelta(minutes=45))
    with nothing_changes():
        refusal = create_payment_intent(users.student, clay, 409)
        assert refusal["code"] == "held_too_long"
        assert "again in 2 hours, 10 minutes." in refusal["message"]


def test_it_refuses_an_enrolled_student(users, clay, stripe):
    make_enrollment(users.student, clay)
    assert create_payment_intent(users.student, clay, 409)["code"] == "already_enrolled"


def test_it_keeps_the_hold_while_the_provider_is_unavailable(users, clay, stripe, monkeypatch):
    def unavailable(**_):
        raise StripeUnavailable

    with monkeypatch.context() as patch:
        patch.setattr(stripe_api, "create_intent", unavailable)
        answer = as_(users.student).client.post(
            "/createPaymentIntent", {"price": 45.5, "classId": str(clay.pk)}, format="json"
        )
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert Enrollment.objects.get().state == "HELD"
    create_payment_intent(users.student, clay)
    assert Payment.objects.get().intent_id


def test_it_holds_no_seat_if_the_provider_refuses_the_payment(users, last_seat, stripe):
    fault = {"fault": "fail", "status": 400, "method": "POST", "path": "/v1/payment_intents"}
    stripe.control("faults", {"requests": [fault]})
    assert create_payment_intent(users.student, last_seat, 409)["code"] == "payment_refused"
    assert (Enrollment.objects.get().state, Payment.objects.get().state) == ("RELEASED", "canceled")
    create_payment_intent(users.other_student, last_seat)


def test_it_finds_the_same_intent_after_a_lost_response(users, clay, stripe, monkeypatch):
    """The process died after the intent was created and before its id was stored; the idempotency key finds it."""
    create_payment_intent(users.student, clay)
    first = Payment.objects.get().intent_id
    Order.objects.update(intent_id=None)
    create_payment_intent(users.student, clay)
    assert Payment.objects.get().intent_id == first


def test_it_refuses_when_the_hold_is_released_during_the_call_to_the_provider(users, clay, stripe, monkeypatch):
    """Another tab removes the selection before the intent is created: no client secret is returned."""
    selection = make_selection(users.student, clay)
    create_intent = stripe_api.create_intent

    def remove_selection_first(**parameters):
        as_(users.student).delete(f"/selectClass/{selection.pk}")
        return create_intent(**parameters)

    monkeypatch.setattr(stripe_api, "create_intent", remove_selection_first)
    assert create_payment_intent(users.student, clay, 409)["code"] == "hold_ended"
    payment = Payment.objects.get()
    assert payment.state == "canceled"
    assert payment.enrollment.state == "RELEASED"


@pytest.mark.parametrize(
    ("withdrawn", "code", "state"),
    [(False, "already_enrolled", "enrollPending"), (True, "payment_refunded", "refunded")],
)
def test_it_says_so_if_the_student_pays_and_the_hold_is_released_during_the_call_to_the_provider(
    users, clay, stripe, monkeypatch, withdrawn, code, state
):
    """The card form is open in another tab. The answer must not say that nothing was charged."""
    payment = start_checkout(users.student, clay)
    get_intent = stripe_api.get_intent

    def pay_and_release_after(intent_id):
        monkeypatch.setattr(stripe_api, "get_intent", get_intent)
        intent = get_intent(intent_id)
        stripe.pay(intent_id)
        if withdrawn:
            withdraw(users, clay)
        else:
            Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
        return intent

    monkeypatch.setattr(stripe_api, "get_intent", pay_and_release_after)
    assert create_payment_intent(users.student, clay, 409)["code"] == code
    payment.refresh_from_db()
    assert payment.state == state


def test_it_creates_a_hold_and_an_intent_for_each_student(users, clay, stripe):
    mine, theirs = create_payment_intent(users.student, clay), create_payment_intent(users.other_student, clay)
    assert mine["clientSecret"] != theirs["clientSecret"]
    create_payment_intent(make_user("third"), clay)
    assert Enrollment.objects.filter(state="HELD").count() == 3
