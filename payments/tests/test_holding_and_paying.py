"""POST /createPaymentIntent: a student holds a seat and opens the payment."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from camp.testing import as_, choose, make_class, make_user, seat
from classes.models import Enrollment, Status
from payments import stripe_api
from payments.models import Payment
from payments.stripe_api import CardProviderUnavailable
from payments.tests.till import at_the_till, come_back, hold, snapshot

pytestmark = pytest.mark.django_db


def test_it_holds_a_seat_and_opens_the_payment(cast, clay, cards):
    before = timezone.now()
    answer = hold(cast.student, clay)
    payment = Payment.objects.get()
    held = Enrollment.objects.get()
    assert answer["clientSecret"].startswith(f"{payment.intent_id}_secret_")
    assert held.state == "HELD"
    assert timedelta(minutes=14) < held.held_until - before < timedelta(minutes=16)
    intent = cards.intent(payment.intent_id)
    assert (intent["amount"], intent["currency"]) == (4550, "usd")
    assert intent["payment_method_types"] == ["card"]
    expected = {"user": str(cast.student.pk), "class": str(clay.pk), "attempt": str(payment.pk)}
    assert intent["metadata"] == expected


@pytest.mark.parametrize(("price", "cents"), [("19.99", 1999), ("0.50", 50), ("10000.00", 1000000), ("8.10", 810)])
def test_amounts_are_whole_cents_of_the_class(cast, cards, price, cents):
    hold(cast.student, make_class(cast.instructor, price=Decimal(price)))
    assert cards.intent(Payment.objects.get().intent_id)["amount"] == cents


def test_asking_again_returns_the_same_intent_and_prolongs(cast, clay, cards):
    first = hold(cast.student, clay)
    Enrollment.objects.update(held_until=timezone.now() + timedelta(minutes=2))
    second = hold(cast.student, clay)
    assert second["clientSecret"] == first["clientSecret"]
    assert Enrollment.objects.get().held_until > timezone.now() + timedelta(minutes=14)
    assert Payment.objects.count() == 1


def test_a_hold_is_prolonged_to_45_minutes_in_all(cast, clay, cards):
    hold(cast.student, clay)
    began = timezone.now() - timedelta(minutes=40)
    Enrollment.objects.update(held_at=began, held_until=timezone.now() + timedelta(minutes=1))
    hold(cast.student, clay)
    assert Enrollment.objects.get().held_until == began + timedelta(minutes=45)


def test_a_declined_card_can_be_followed_by_another_on_the_same_intent(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id, "pm_card_chargeDeclined", status=402)
    come_back(payment, 402)
    hold(cast.student, clay)
    assert Payment.objects.count() == 1
    cards.pay(payment.intent_id)
    come_back(payment)


def test_an_intent_canceled_at_the_provider_is_followed_by_another_attempt(cast, clay, cards):
    first = at_the_till(cast.student, clay)
    cards.cancel(first.intent_id)
    hold(cast.student, clay)
    first.refresh_from_db()
    second = Payment.objects.get(state="started")
    assert first.state == "canceled"
    assert second.intent_id != first.intent_id
    assert Enrollment.objects.filter(state="HELD").count() == 1


def test_an_intent_that_succeeded_meanwhile_is_settled(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id)
    assert hold(cast.student, clay, 409)["code"] == "already_enrolled"
    payment.refresh_from_db()
    assert payment.state == "enrollPending"


def test_an_intent_that_was_paid_and_refunded_meanwhile_is_told_and_may_be_followed_by_another(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id)
    cards.refund(payment.intent_id)
    assert hold(cast.student, clay, 409)["code"] == "payment_refunded"
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("refunded", "RELEASED")
    hold(cast.student, clay)


def test_the_price_alone_means_the_one_selection_that_costs_it(cast, clay, cards):
    choose(cast.student, clay)
    choose(cast.student, make_class(cast.instructor, "Dearer", price=Decimal("99.00")))
    as_(cast.student).post("/createPaymentIntent", {"price": 45.5})
    assert Enrollment.objects.get().camp_class == clay


def test_a_price_that_no_selection_has(cast, clay, cards):
    assert as_(cast.student).post("/createPaymentIntent", {"price": 45.5}, 400)["code"] == "invalid"


def test_a_price_that_several_selections_have_names_them(cast, clay, cards):
    choose(cast.student, clay)
    choose(cast.student, make_class(cast.instructor, "As dear"))
    refusal = as_(cast.student).post("/createPaymentIntent", {"price": 45.5}, 409)
    assert "As dear" in refusal["message"]
    assert clay.name in refusal["message"]
    assert not Enrollment.objects.exists()


def test_nobody_may(clay, cards):
    as_(None).post("/createPaymentIntent", {"price": 45.5, "classId": str(clay.pk)}, 401)
    assert snapshot() == ([], [], [])


@pytest.mark.parametrize("who", ["admin", "instructor", "other_instructor"])
def test_only_a_student_may(cast, clay, cards, who):
    hold(getattr(cast, who), clay, 403)
    assert snapshot() == ([], [], [])


@pytest.mark.parametrize("status", [Status.PENDING, Status.DENIED])
def test_a_class_that_is_not_approved_is_not_there(cast, cards, status):
    hold(cast.student, make_class(cast.instructor, status=status), 404)
    assert snapshot() == ([], [], [])


def test_an_unknown_class(cast, cards):
    as_(cast.student).post("/createPaymentIntent", {"price": 45.5, "classId": "999999999999999999"}, 404)


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
def test_bad_input_changes_nothing(cast, clay, cards, body):
    choose(cast.student, clay)
    before = snapshot()
    as_(cast.student).post("/createPaymentIntent", body, 400)
    assert snapshot() == before


def test_a_free_class_needs_no_card(cast, cards):
    free = make_class(cast.instructor, price=Decimal(0))
    assert hold(cast.student, free, 400)["code"] == "no_card_needed"
    assert snapshot() == ([], [], [])


def test_a_price_that_has_changed_is_told(cast, clay, cards):
    refusal = hold(cast.student, clay, 409, price=Decimal("40.00"))
    assert refusal["code"] == "price_changed"
    assert "45.50" in refusal["fields"]["price"][0]
    assert snapshot() == ([], [], [])


def test_a_hold_promises_the_price(cast, clay, cards):
    first = hold(cast.student, clay)
    clay.price = Decimal("60.00")
    clay.save()
    assert hold(cast.student, clay, 409)["code"] == "price_changed"
    assert hold(cast.student, clay, price=Decimal("45.50"))["clientSecret"] == first["clientSecret"]


def test_a_full_class_is_refused(cast, last_seat, cards):
    seat(cast.other_student, last_seat)
    before = snapshot()
    refusal = hold(cast.student, last_seat, 409)
    assert (refusal["code"], refusal["message"]) == ("class_full", "This class is full.")
    assert snapshot() == before


def test_zero_capacity_is_full_and_not_unlimited(cast, cards):
    assert hold(cast.student, make_class(cast.instructor, capacity=0), 409)["code"] == "class_full"


def test_seats_that_are_only_held_may_become_free(cast, last_seat, cards):
    hold(cast.other_student, last_seat)
    refusal = hold(cast.student, last_seat, 409)
    assert refusal["code"] == "class_full"
    assert "15 minutes" in refusal["message"]
    assert Enrollment.objects.filter(student=cast.student).count() == 0


def test_a_hold_that_ran_out_makes_room_and_its_intent_is_canceled(cast, last_seat, cards):
    late = at_the_till(cast.other_student, last_seat)
    Enrollment.objects.update(held_until=timezone.now())
    hold(cast.student, last_seat)
    late.refresh_from_db()
    assert late.state == "canceled"
    assert cards.intent(late.intent_id)["status"] == "canceled"
    assert late.enrollment.state == "RELEASED"


def test_a_person_holds_at_most_three_seats(cast, cards):
    for number in range(3):
        hold(cast.student, make_class(cast.instructor, f"Class {number}"))
    before = snapshot()
    assert hold(cast.student, make_class(cast.instructor, "One more"), 409)["code"] == "too_many_holds"
    assert snapshot() == before


def test_who_is_enrolled_is_told_so(cast, clay, cards):
    seat(cast.student, clay)
    assert hold(cast.student, clay, 409)["code"] == "already_enrolled"


def test_a_provider_that_is_away_keeps_the_hold_and_asking_again_goes_on(cast, clay, cards, monkeypatch):
    def away(**_):
        raise CardProviderUnavailable

    with monkeypatch.context() as patch:
        patch.setattr(stripe_api, "create_intent", away)
        answer = as_(cast.student).client.post(
            "/createPaymentIntent", {"price": 45.5, "classId": str(clay.pk)}, format="json"
        )
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert Enrollment.objects.get().state == "HELD"
    hold(cast.student, clay)
    assert Payment.objects.get().intent_id


def test_a_lost_answer_finds_the_same_intent_again(cast, clay, cards, monkeypatch):
    """The intent was made, and the process ended before its id was stored: the attempt's id finds it."""
    hold(cast.student, clay)
    first = Payment.objects.get().intent_id
    Payment.objects.update(intent_id=None)
    hold(cast.student, clay)
    assert Payment.objects.get().intent_id == first


def test_a_hold_given_up_while_the_provider_was_asked(cast, clay, cards, monkeypatch):
    """Another tab removes the selection between hold and intent: no secret is handed out, nothing stays open."""
    selection = choose(cast.student, clay)
    create = stripe_api.create_intent

    def rival_first(**asked):
        as_(cast.student).delete(f"/selectClass/{selection.pk}")
        return create(**asked)

    monkeypatch.setattr(stripe_api, "create_intent", rival_first)
    assert hold(cast.student, clay, 409)["code"] == "hold_ended"
    payment = Payment.objects.get()
    assert payment.state == "canceled"
    assert payment.enrollment.state == "RELEASED"


def test_another_students_hold_is_their_own(cast, clay, cards):
    mine, theirs = hold(cast.student, clay), hold(cast.other_student, clay)
    assert mine["clientSecret"] != theirs["clientSecret"]
    hold(make_user("third"), clay)
    assert Enrollment.objects.filter(state="HELD").count() == 3
