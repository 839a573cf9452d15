"""POST /payments/{id}/move: the office moves a paid seat to another class."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
import time_machine
from django.core.management import call_command
from django.test import override_settings
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from icalendar import Calendar

from classes.models import CampClass, Enrollment, WaitlistEntry
from mail.models import OutboxEmail
from mail.rendering import render
from payments.models import LedgerEntry, Move, Order, Payment, Refund
from testing.clients.api import as_
from testing.factories import (
    make_child,
    make_class,
    make_hold,
    make_lesson,
    make_offer,
    make_payment,
    make_reservation,
    make_season,
    make_selection,
    make_waitlist_entry,
    make_withdrawn_class,
)
from testing.snapshots import nothing_changes
from testing.steps.checkout import enroll_by_card, pay_order, seats_taken, start_checkout, start_order_of
from testing.steps.class_edits import edit_lessons
from testing.steps.desk_payments import make_desk_payment
from testing.steps.part_refunds import refund
from testing.steps.withdrawals import findings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_stripe")]


@pytest.fixture
def wood(users):
    """A class that costs less than the former one, which costs $45.50."""
    return make_class(users.other_instructor, "Wood carving", price=Decimal(30), image="https://p.example/wood.jpg")


@pytest.fixture
def bought(users, clay, stripe):
    return enroll_by_card(users.student, clay, stripe, make_child(users.student))


def move(users, payment, camp_class, status=200, **body):
    body = {"classId": str(camp_class.pk), "reason": "A friend is there."} | body
    return as_(users.admin).post(f"/payments/{payment.pk}/move", body, status)


def refused(users, payment, camp_class, **body):
    """Returns the code of the refusal, which changes nothing."""
    with nothing_changes():
        return move(users, payment, camp_class, 409, **body)["code"]


def moved_entries():
    entries = LedgerEntry.objects.filter(kind="MOVE").order_by("pk")
    return list(entries.values_list("camp_class", "method", "amount", "recorded_by"))


def test_it_moves_the_seat_and_leaves_the_money(users, clay, wood, bought, stripe):
    row = move(users, bought, wood)
    assert (row["classId"], row["nameClass"], row["status"]) == (str(wood.pk), "Wood carving", "enrollPending")
    assert (row["instructorName"], row["image"]) == ("Oskar", "https://p.example/wood.jpg")
    assert (row["price"], row["refundedAmount"], row["refundOwed"]) == (45.5, 0, 0)
    assert (row["childName"], row["transactionId"]) == ("Mia", bought.intent_id)
    assert (seats_taken(clay), seats_taken(wood)) == (0, 1)
    made = Move.objects.get()
    assert (made.payment, made.from_enrollment_id, made.by) == (bought, bought.enrollment_id, users.admin)
    seat = Payment.objects.get().enrollment
    assert (made.to_enrollment, seat.child.name, seat.price) == (seat, "Mia", Decimal("45.50"))
    assert stripe.refunded_cents(bought.intent_id) == 0
    call_command("reconcile_payments")
    assert findings(stripe) == []


def test_it_books_the_money_to_the_new_class(users, clay, wood, bought):
    move(users, bought, wood)
    admin, paid = users.admin.pk, Decimal("45.50")
    assert moved_entries() == [(clay.pk, "none", -paid, admin), (wood.pk, "none", paid, admin)]


def test_it_shows_the_move_to_the_family(users, clay, wood, bought):
    move(users, bought, wood)
    (row,) = as_(users.student).get(f"/payments/{users.student.email}")
    (shown,) = row["moves"]
    assert {name: shown[name] for name in shown if name != "at"} == {
        "fromClassId": str(clay.pk),
        "fromClass": clay.name,
        "toClassId": str(wood.pk),
        "toClass": "Wood carving",
        "reason": "A friend is there.",
    }
    assert shown["at"].endswith("Z")
    again = as_(users.student).post("/payments", {"transactionId": bought.intent_id})
    assert again["payment"]["moves"] == row["moves"]


def test_it_refunds_a_part_of_the_price(users, wood, bought, stripe):
    row = move(users, bought, wood, refund=15.5)
    assert (row["refundedAmount"], row["refundOwed"], row["status"]) == (15.5, 0, "enrollPending")
    assert stripe.refunded_cents(bought.intent_id) == 1550
    assert seats_taken(wood) == 1
    assert Refund.objects.get().note == "A friend is there."
    entries = LedgerEntry.objects.filter(camp_class=wood).order_by("pk").values_list("kind", "amount")
    assert list(entries) == [("MOVE", Decimal("45.50")), ("REFUND", Decimal("-15.50"))]
    call_command("reconcile_payments")
    assert findings(stripe) == []


def test_it_only_says_what_would_be(users, wood, bought, stripe):
    with nothing_changes():
        row = move(users, bought, wood, reason="", bySchool=True, dryRun=True)
    assert (row["classId"], row["newPrice"], row["proposedRefund"], row["clashes"]) == (str(wood.pk), 30, 15.5, [])
    moved = move(users, bought, wood, bySchool=True)
    assert [step["percent"] for step in row["refundSteps"]] == [step["percent"] for step in moved["refundSteps"]]
    assert parse_datetime(row["cancellation"]["until"]) > timezone.now() + timedelta(days=6)


def test_it_proposes_no_more_than_is_left(users, wood, bought):
    refund(users, bought, 40)
    assert move(users, bought, wood, dryRun=True)["proposedRefund"] == 5.5


def test_it_proposes_nothing_for_a_dearer_class(users, bought):
    oak = make_class(users.other_instructor, "Oak", price=Decimal(60))
    row = move(users, bought, oak, dryRun=True)
    assert (row["newPrice"], row["proposedRefund"]) == (60, 0)


def test_it_says_what_is_in_the_way(users, wood, bought):
    CampClass.objects.filter(pk=wood.pk).update(capacity=0)
    assert refused(users, bought, wood, dryRun=True) == "class_full"


def test_it_needs_a_reason(users, wood, bought):
    with nothing_changes():
        assert "reason" in move(users, bought, wood, 400, reason="")["fields"]


def test_it_moves_back(users, clay, wood, bought, stripe):
    move(users, bought, wood, refund=15.5)
    row = move(users, bought, clay)
    assert (row["classId"], len(row["moves"])) == (str(clay.pk), 2)
    assert (seats_taken(clay), seats_taken(wood)) == (1, 0)
    assert [amount for _, _, amount, _ in moved_entries()] == [
        *(Decimal("-45.50"), Decimal("45.50"), Decimal(-30), Decimal(30)),
    ]
    call_command("reconcile_payments")
    assert findings(stripe) == []


def test_it_moves_one_seat_of_an_order(users, clay, wood, stripe):
    felt = make_class(users.instructor, "Felt", price=Decimal(60))
    first, second = pay_order(start_order_of(users.student, clay, felt), stripe)
    move(users, first, wood)
    as_(users.student).post(f"/payments/cancel/{first.pk}")
    second.refresh_from_db()
    assert (second.camp_class, second.is_seated) == (felt, True)
    assert stripe.refunded_cents(first.intent_id) == 4550
    call_command("reconcile_payments")
    assert findings(stripe) == []


def test_it_moves_what_was_paid_at_the_desk_and_what_was_free(users, clay, wood):
    free = make_class(users.instructor, "Open workshop", price=Decimal(0))
    paid = make_desk_payment(users.admin, users.student, clay)
    row = move(users, paid, wood, refund=15.5)
    assert (row["refundOwed"], row["refundedAmount"], row["method"]) == (15.5, 0, "check")
    payment = make_payment(users.other_student, free)
    move(users, payment, wood)
    assert len(moved_entries()) == 2
    assert seats_taken(wood) == 2


def test_it_offers_the_released_seat_to_the_waitlist(users, wood, last_seat, stripe):
    bought = enroll_by_card(users.student, last_seat, stripe)
    entry = make_waitlist_entry(users.other_student, last_seat)
    move(users, bought, wood)
    entry.refresh_from_db()
    assert entry.state == WaitlistEntry.State.OFFERED


def test_it_mails_the_family_and_changes_their_calendar(users, clay, wood, bought):
    start = timezone.now() + timedelta(days=40)
    make_lesson(clay, start)
    make_lesson(wood, start + timedelta(days=1))
    move(users, bought, wood, refund=15.5, bySchool=True)
    email = OutboxEmail.objects.get(kind="moved")
    assert email.recipient == users.student
    assert {name: email.facts[name] for name in ("class", "former", "child", "reason", "price", "amount")} == {
        "class": "Wood carving",
        "former": clay.name,
        "child": "Mia",
        "reason": "A friend is there.",
        "price": "45.50",
        "amount": "15.50",
    }
    rendered = render(email, timezone.now())
    assert rendered.subject == "Mia's seat is now in Wood carving"
    for text in ("We're refunding $15.50", "full refund until", "The first lesson is on"):
        assert text in " ".join(rendered.text.split())
    ((_, calendar, _),) = rendered.attachments
    events = {str(event["SUMMARY"]): str(event["STATUS"]) for event in Calendar.from_ical(calendar).events}
    assert events == {f"{clay.name} (Mia)": "CANCELLED", "Wood carving (Mia)": "CONFIRMED"}


class TestTerms:
    """What the family gets back if they cancel after the move: the rules are 30:100,14:50,0:0."""

    @pytest.fixture
    def paid_long_ago(self, bought):
        Payment.objects.update(paid_at=timezone.now() - timedelta(days=90))
        return bought

    @pytest.mark.parametrize(("days", "percent"), [(40, 100), (20, 50), (3, 0)])
    def test_it_counts_from_the_first_lesson_of_the_new_class(self, users, clay, wood, paid_long_ago, days, percent):
        make_lesson(clay, timezone.now() + timedelta(days=60))
        make_lesson(wood, timezone.now() + timedelta(days=days))
        assert move(users, paid_long_ago, wood)["cancellation"]["percent"] == percent

    def test_it_keeps_the_hours_since_paying(self, users, wood, bought):
        make_lesson(wood, timezone.now() + timedelta(days=3))
        assert move(users, bought, wood)["cancellation"]["percent"] == 100

    def test_it_opens_the_full_refund_for_a_week_if_the_school_wants_the_move(self, users, wood, paid_long_ago):
        lesson = make_lesson(wood, timezone.now() + timedelta(days=3))
        move(users, paid_long_ago, wood, bySchool=True)
        for days, status in ((6, 200), (8, 409)):
            with time_machine.travel(timezone.now() + timedelta(days=days)):
                lesson.starts_at, lesson.ends_at = (timezone.now() + timedelta(hours=hours) for hours in (1, 2))
                lesson.save()
                path = f"/payments/cancel/{paid_long_ago.pk}"
                if status == 409:
                    Payment.objects.update(state="enrolled")
                    Refund.objects.all().delete()
                answer = as_(users.student).post(path, status=status)
                assert answer.get("refundedAmount", 0) == (45.5 if status == 200 else 0)

    def test_it_subtracts_the_part_refund(self, users, wood, bought, stripe):
        assert move(users, bought, wood, refund=15.5)["cancellation"] == {
            "percent": 100,
            "amount": 30,
            "until": move(users, bought, bought.camp_class)["cancelUntil"],
        }
        as_(users.student).post(f"/payments/cancel/{bought.pk}")
        assert stripe.refunded_cents(bought.intent_id) == 4550


class TestParticipantsHold:
    """The participant has a live hold, an offer or a reservation in the new class."""

    @pytest.mark.parametrize("make", [make_hold, lambda *seat: make_offer(*seat).offer, "reservation"])
    def test_it_confirms_it_at_the_price_that_was_paid(self, users, wood, bought, stripe, make):
        child = bought.enrollment.child
        if make == "reservation":
            hold = make_reservation(users.student, wood, child, by=users.admin)
        else:
            hold = make(users.student, wood, child)
        type(wood).objects.filter(pk=wood.pk).update(capacity=1)
        move(users, bought, wood)
        hold.refresh_from_db()
        assert (hold.state, hold.price) == ("CONFIRMED", Decimal("45.50"))
        assert not users.student.selections.exists()
        assert not WaitlistEntry.objects.active().exists()
        call_command("reconcile_payments")
        assert findings(stripe) == []

    def test_it_ends_the_order_for_it(self, users, wood, bought, stripe):
        child = bought.enrollment.child
        open_order = start_checkout(users.student, wood, child).order
        move(users, bought, wood)
        open_order.refresh_from_db()
        assert open_order.state == Order.State.CANCELED
        assert stripe.intent(open_order.intent_id)["status"] == "canceled"
        call_command("reconcile_payments")
        assert findings(stripe) == []

    def test_it_refunds_the_order_for_it_if_that_was_paid_meanwhile(self, users, wood, bought, stripe):
        other = start_checkout(users.student, wood, bought.enrollment.child)
        stripe.pay(other.intent_id)
        move(users, bought, wood)
        other.refresh_from_db()
        assert (other.state, other.refund_reason) == ("refunded", "already_enrolled")
        call_command("reconcile_payments")
        assert findings(stripe) == []

    def test_it_ends_their_place_on_the_waitlist(self, users, wood, bought):
        entry = make_waitlist_entry(users.student, wood, bought.enrollment.child)
        move(users, bought, wood)
        entry.refresh_from_db()
        assert entry.state == WaitlistEntry.State.ACCEPTED


@pytest.mark.parametrize(("who", "status"), [(None, 401), ("student", 403), ("instructor", 403)])
def test_it_refuses_users_who_are_not_admins(users, wood, bought, who, status):
    user = who and getattr(users, who)
    with nothing_changes():
        as_(user).post(f"/payments/{bought.pk}/move", {"classId": str(wood.pk), "reason": "x"}, status)


@pytest.mark.parametrize("id", ["x", "1", "00000000-0000-0000-0000-000000000000"])
def test_it_returns_404_for_a_bad_id(users, wood, id):
    as_(users.admin).post(f"/payments/{id}/move", {"classId": str(wood.pk), "reason": "x"}, 404)


def test_it_returns_404_for_a_class_that_is_not_approved(users, bought):
    pending = make_class(users.instructor, "Pending", status="Pending")
    with nothing_changes():
        move(users, bought, pending, 404)
        as_(users.admin).post(f"/payments/{bought.pk}/move", {"classId": "999999", "reason": "x"}, 404)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"classId": "x"}, "classId"),
        ({"reason": ""}, "reason"),
        ({"reason": "x" * 201}, "reason"),
        ({"refund": -1}, "refund"),
        ({"refund": 0.001}, "refund"),
        ({"bySchool": "perhaps"}, "bySchool"),
        ({"override": ["full"]}, "override.0"),
        ({"override": "age"}, "override"),
    ],
)
def test_it_refuses_bad_input(users, wood, bought, body, field):
    with nothing_changes():
        assert field in move(users, bought, wood, 400, **body)["fields"]


@pytest.mark.parametrize("state", ["refunded", "started"])
def test_it_refuses_a_payment_without_a_seat(users, clay, wood, bought, state):
    if state == "refunded":
        as_(users.student).post(f"/payments/cancel/{bought.pk}")
    else:
        bought = start_checkout(users.other_student, clay)
    assert refused(users, bought, wood) == "not_seated"


def test_it_refuses_the_same_class(users, clay, bought):
    assert refused(users, bought, clay) == "same_class"


def test_it_refuses_a_withdrawn_class(users, bought):
    assert refused(users, bought, make_withdrawn_class(users.instructor)) == "class_withdrawn"


def test_it_refuses_a_second_seat_of_the_participant(users, wood, bought):
    make_payment(users.student, wood, child=bought.enrollment.child)
    assert refused(users, bought, wood) == "already_enrolled"


def test_it_never_overrides_a_full_class(users, wood, bought):
    type(wood).objects.filter(pk=wood.pk).update(capacity=1)
    make_payment(users.other_student, wood)
    assert refused(users, bought, wood, override=["begun", "age", "not_open"]) == "class_full"


def test_it_leaves_the_free_seat_to_the_waitlist(users, wood, bought):
    type(wood).objects.filter(pk=wood.pk).update(capacity=1)
    make_waitlist_entry(users.other_student, wood)
    assert refused(users, bought, wood) == "class_full"
    make_selection(users.other_student, wood)


@pytest.mark.parametrize(
    ("make", "code", "override"),
    [
        (lambda wood: make_lesson(wood, timezone.now() - timedelta(hours=1)), "class_begun", "begun"),
        (lambda wood: type(wood).objects.update(age_from=90), "age_not_in_range", "age"),
        (lambda wood: type(wood).objects.filter(pk=wood.pk).update(season=make_season()), "not_open_yet", "not_open"),
    ],
)
def test_it_refuses_what_only_staff_can_override(users, wood, bought, make, code, override):
    make(wood)
    others = {"begun", "age", "not_open"} - {override}
    assert refused(users, bought, wood, override=sorted(others)) == code
    move(users, bought, wood, override=[override])
    assert seats_taken(wood) == 1


def test_it_refuses_a_refund_of_more_than_is_left(users, wood, bought, stripe):
    assert refused(users, bought, wood, refund=45.51) == "amount_too_high"
    move(users, bought, wood, refund=40)
    assert refused(users, bought, bought.camp_class, refund=5.51) == "amount_too_high"
    assert stripe.refunded_cents(bought.intent_id) == 4000


def test_it_refuses_a_refund_of_a_disputed_payment(users, wood, bought):
    Payment.objects.update(disputed_at=timezone.now())
    assert refused(users, bought, wood, refund=1) == "disputed"
    move(users, bought, wood)


def test_it_moves_a_seat_out_of_a_withdrawn_class_that_was_not_refunded_yet(users, clay, wood, bought, monkeypatch):
    type(clay).objects.filter(pk=clay.pk).update(
        status="Denied", withdrawn_at=timezone.now(), withdrawn_reason="Too few", feedback="Too few"
    )
    move(users, bought, wood)
    call_command("reconcile_payments")
    assert seats_taken(wood) == 1


def test_it_keeps_the_full_refund_of_a_move_when_the_new_class_changes_a_little(users, wood, bought):
    start = datetime(2030, 7, 5, 13, tzinfo=UTC)
    edit_lessons(wood, [start])
    move(users, bought, wood, bySchool=True)
    until = Enrollment.objects.confirmed().get().full_refund_until
    edit_lessons(wood, [start + timedelta(minutes=5)])
    seat = Enrollment.objects.confirmed().get()
    assert (seat.full_refund_until, seat.booked_schedule is None) == (until, False)


@override_settings(CANCEL_WITHIN_HOURS=48)
def test_it_does_not_exchange_a_moved_seat_for_the_class_that_the_browser_names(users, clay, wood, stripe):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    call_command("reconcile_payments")  # as the webhook
    move(users, payment, wood)
    body = {"transactionId": payment.intent_id, "classId": str(clay.pk)}
    make_selection(users.student, clay)
    settled = as_(users.student).post("/payments", body, 201)
    assert settled["payment"]["classId"] == str(wood.pk)
