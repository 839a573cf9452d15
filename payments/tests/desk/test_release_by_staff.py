"""POST /payments/{id}/release, /returned and /paidBack: the office ends seats, and records what it paid back."""

from decimal import Decimal
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone

from mail.models import OutboxEmail
from mail.rendering import render
from payments.models import LedgerEntry, Payment, Refund
from testing.clients.api import as_
from testing.factories import make_child, make_payment, make_waitlist_entry
from testing.servers.stripe_stand_in import deliver_events
from testing.snapshots import nothing_changes
from testing.steps.checkout import enroll_by_card, seats_taken
from testing.steps.desk_payments import make_desk_payment
from testing.steps.withdrawals import findings, withdraw, withdrawal_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_stripe")]
REQUESTS = {"release": {"refund": 0, "note": "Rain"}, "returned": {"note": "No funds"}, "paidBack": {"method": "cash"}}


@pytest.fixture
def bought(users, clay, stripe):
    """A seat for $45.50 by card."""
    return enroll_by_card(users.student, clay, stripe)


@pytest.fixture
def by_check(users, clay):
    """A seat for $45.50 at the desk."""
    return make_desk_payment(users.admin, users.student, clay)


def send(users, payment, path, status=200, **body):
    return as_(users.admin).post(f"/payments/{payment.pk}/{path}", REQUESTS[path] | body, status)


def refused(users, payment, path, **body):
    """Returns the code of the refusal, which changes nothing."""
    with nothing_changes():
        return send(users, payment, path, 409, **body)["code"]


def text_of(kind):
    return " ".join(render(OutboxEmail.objects.get(kind=kind), timezone.now()).text.split())


def refunds_booked():
    entries = LedgerEntry.objects.exclude(kind="CHARGE").order_by("pk")
    return list(entries.values_list("kind", "method", "amount", "reference", "recorded_by"))


class TestRelease:
    @pytest.mark.parametrize("dollars", [0, 20.25, 45.5])
    def test_it_releases_the_seat_and_refunds_the_amount(self, users, clay, bought, stripe, dollars):
        row = send(users, bought, "release", refund=dollars, note="She is ill.")
        assert (row["status"], row["refundedAmount"], row["note"]) == ("refunded", dollars, "She is ill.")
        assert row["refundReason"] == "The school refunded you."
        assert (seats_taken(clay), stripe.refunded_cents(bought.intent_id)) == (0, dollars * 100)
        if dollars:
            deliver_events(stripe, bought.intent_id, "charge.refunded")
        call_command("reconcile_payments")
        assert findings(stripe) == []

    def test_it_counts_part_refunds(self, users, bought, stripe):
        as_(users.admin).post(
            f"/payments/{bought.pk}/refunds", {"amount": 10, "note": "Rain", "key": str(bought.pk)}, 201
        )
        assert refused(users, bought, "release", refund=35.51) == "amount_too_high"
        assert send(users, bought, "release", refund=5)["refundedAmount"] == 15
        assert stripe.refunded_cents(bought.intent_id) == 1500
        assert findings(stripe) == []

    def test_it_mails_the_family(self, users, bought):
        send(users, bought, "release", refund=20.25, note="She is ill.")
        text = text_of("refunded")
        assert "We've released your seat in Clay for beginners. Here's why: She is ill." in text
        assert "We're refunding $20.25 to the card you paid with." in text

    def test_it_mails_the_family_that_gets_nothing_back(self, users, bought):
        send(users, bought, "release", note="She is ill.")
        assert "There's nothing to refund. Here's why: She is ill." in text_of("refunded")

    def test_it_offers_the_seat_to_the_waitlist(self, users, last_seat, stripe):
        entry = make_waitlist_entry(users.other_student, last_seat)
        send(users, make_payment(users.student, last_seat, price=0), "release")
        entry.refresh_from_db()
        assert entry.state == "OFFERED"

    def test_it_owes_what_was_paid_at_the_desk(self, users, by_check, stripe):
        row = send(users, by_check, "release", refund=20)
        assert (row["status"], row["refundOwed"]) == ("refundPending", 20)
        call_command("reconcile_payments")
        assert findings(stripe) == []

    def test_it_refunds_a_withdrawn_class_in_full(self, users, clay, bought, stripe):
        type(clay).objects.filter(pk=clay.pk).update(
            status="Denied", withdrawn_at=timezone.now(), withdrawn_reason="Few", feedback="Few"
        )
        send(users, bought, "release")
        assert stripe.refunded_cents(bought.intent_id) == 4550
        assert Payment.objects.get().refund_reason == "class_withdrawn"

    def test_it_refuses_more_than_was_paid(self, users, bought):
        assert refused(users, bought, "release", refund=45.51) == "amount_too_high"


class TestReturned:
    def test_it_releases_the_seat_and_pays_nothing(self, users, clay, by_check, stripe):
        row = send(users, by_check, "returned", note="No funds.")
        assert (row["status"], row["refundedAmount"], row["refundOwed"]) == ("refunded", 45.5, 0)
        assert (row["refundReason"], row["note"]) == ("Your bank returned the check.", "No funds.")
        assert row["returned"] is True
        assert seats_taken(clay) == 0
        assert refunds_booked() == [("RETURNED", "check", Decimal("-45.50"), "1042", users.admin.pk)]
        assert as_(users.admin).get("/desk/owed") == []
        assert findings(stripe) == []

    def test_it_mails_the_family(self, users, by_check):
        send(users, by_check, "returned", note="No funds.")
        assert "so we've released the seat. Here's our note: No funds." in text_of("check_returned")

    def test_it_ends_what_was_owed(self, users, by_check, stripe):
        body = {"amount": 10, "note": "Rain", "key": str(by_check.pk)}
        as_(users.admin).post(f"/payments/{by_check.pk}/refunds", body, 201)
        row = send(users, by_check, "returned")
        assert (row["refunds"][0]["state"], row["refundOwed"]) == ("REPLACED", 0)
        assert findings(stripe) == []

    def test_it_books_the_whole_check_although_a_part_was_paid_back(self, users, by_check, stripe):
        body = {"amount": 10, "note": "Rain", "key": str(by_check.pk)}
        as_(users.admin).post(f"/payments/{by_check.pk}/refunds", body, 201)
        send(users, by_check, "paidBack")
        send(users, by_check, "returned")
        assert [amount for _, _, amount, _, _ in refunds_booked()] == [-10, Decimal("-45.50")]
        assert findings(stripe) == []

    def test_it_ends_the_refund_of_a_canceled_seat(self, users, by_check, stripe):
        as_(users.student).post(f"/payments/cancel/{by_check.pk}")
        row = send(users, by_check, "returned", note="No funds.")
        assert (row["status"], row["returned"], row["refundOwed"]) == ("refunded", True, 0)
        assert refunds_booked() == [("RETURNED", "check", Decimal("-45.50"), "1042", users.admin.pk)]
        assert as_(users.admin).get("/desk/owed") == []
        text = text_of("check_returned")
        assert "Your bank returned the check for your seat in Clay for beginners. Here's our note: No funds." in text
        assert "We didn't get the money, so there's nothing to refund. See your payments" in text
        assert findings(stripe) == []

    def test_it_ends_the_refund_of_a_withdrawn_class(self, users, clay, by_check, stripe):
        withdraw(users, clay)
        assert send(users, by_check, "returned")["refundOwed"] == 0
        assert withdrawal_of(users, clay)["byHand"] == {"payments": 0, "amount": 0}
        assert "so there's nothing to refund. See your payments" in text_of("check_returned")
        assert findings(stripe) == []

    def test_it_keeps_no_note_about_a_deleted_child(self, users, by_check, stripe):
        by_check.enrollment.child = make_child(users.student, name="Mia")
        by_check.enrollment.save()
        by_check.child_name = "Mia"
        by_check.save()
        as_(users.student).post(f"/payments/cancel/{by_check.pk}")
        as_(users.student).delete(f"/children/{by_check.enrollment.child.pk}")
        assert send(users, by_check, "returned", note="Mia's mother")["note"] == ""
        assert findings(stripe) == []

    @pytest.mark.parametrize("dollars", [0, 20])
    def test_it_takes_back_what_the_school_had_kept_of_a_released_seat(self, users, by_check, stripe, dollars):
        send(users, by_check, "release", refund=dollars)
        row = send(users, by_check, "returned")
        assert (row["refundedAmount"], row["refundOwed"]) == (45.5, 0)
        assert sum(amount for _, _, amount, _, _ in refunds_booked()) == Decimal("-45.50")
        assert findings(stripe) == []

    def test_it_books_the_whole_check_although_all_was_paid_back(self, users, by_check, stripe):
        as_(users.student).post(f"/payments/cancel/{by_check.pk}")
        send(users, by_check, "paidBack")
        send(users, by_check, "returned")
        assert [(kind, amount) for kind, _, amount, _, _ in refunds_booked()] == [
            ("REFUND", Decimal("-45.50")),
            ("RETURNED", Decimal("-45.50")),
        ]
        assert "but we've already paid $45.50 back to you. Please call us or reply" in text_of("check_returned")
        assert findings(stripe) == []

    def test_it_is_recorded_once(self, users, by_check):
        send(users, by_check, "returned")
        assert refused(users, by_check, "returned") == "already_returned"

    def test_it_takes_back_a_bank_transfer(self, users, by_check, stripe):
        by_check.entries.update(method="transfer")
        assert send(users, by_check, "returned")["returned"] is True
        assert refunds_booked() == [("RETURNED", "transfer", Decimal("-45.50"), "1042", users.admin.pk)]
        assert findings(stripe) == []

    def test_it_refuses_a_card_payment(self, users, bought):
        assert refused(users, bought, "returned") == "not_returnable"

    def test_it_refuses_cash(self, users, by_check):
        by_check.entries.update(method="cash", reference="")
        assert refused(users, by_check, "returned") == "not_returnable"

    def test_it_refuses_a_seat_that_cost_nothing_at_the_desk(self, users, clay):
        line = {"classId": str(clay.pk), "childId": None, "price": 0, "reason": "Scholarship"}
        body = {"userId": str(users.student.pk), "lines": [line], "total": 0, "key": str(uuid4())}
        as_(users.admin).post("/desk/enrollments", body, 201)
        assert refused(users, Payment.objects.get(), "returned") == "not_returnable"


class TestPaidBack:
    """What the desk owes, and what Stripe did not return. ``test_withdrawal_refunds`` has the Django admin."""

    def test_it_records_what_a_cancellation_owes(self, users, by_check, stripe):
        as_(users.student).post(f"/payments/cancel/{by_check.pk}")
        row = send(users, by_check, "paidBack", method="transfer", reference="May 5")
        assert (row["status"], row["refundedAmount"], row["refundOwed"]) == ("refunded", 45.5, 0)
        assert refunds_booked() == [("REFUND", "transfer", Decimal("-45.50"), "May 5", users.admin.pk)]
        assert Refund.objects.get().state == "BY_HAND"
        assert findings(stripe) == []

    def test_it_mails_the_family(self, users, by_check):
        as_(users.student).post(f"/payments/cancel/{by_check.pk}")
        assert "we'll pay $45.50 back to you ourselves" in text_of("enrollment_canceled")
        send(users, by_check, "paidBack", method="check")
        assert "We've paid you back $45.50 for your seat in Clay for beginners by check." in text_of("paid_back")

    def test_it_records_a_refund_that_stripe_refused(self, users, bought, stripe):
        stripe.fail("fail", "/v1/refunds", "POST", count=1, status=400)
        as_(users.student).post(f"/payments/cancel/{bought.pk}")
        assert send(users, bought, "paidBack")["status"] == "refunded"
        call_command("reconcile_payments")
        assert stripe.refunded_cents(bought.intent_id) == 0
        assert findings(stripe) == []

    def test_it_records_a_seat_of_a_withdrawn_class(self, users, clay, by_check, stripe):
        enroll_by_card(users.other_student, clay, stripe)
        withdraw(users, clay)
        call_command("reconcile_payments")
        report = withdrawal_of(users, clay)
        assert (report["refunds"], report["amount"]) == (
            *({"sent": 1, "owed": 0, "failed": 0}, {"sent": 45.5, "owed": 0}),
        )
        assert report["byHand"] == {"payments": 1, "amount": 45.5}
        assert report["failed"] == []
        send(users, by_check, "paidBack")
        assert withdrawal_of(users, clay)["byHand"] == {"payments": 0, "amount": 0}
        assert findings(stripe) == []

    @pytest.mark.parametrize(
        "end", [lambda users, payment: None, lambda users, payment: send(users, payment, "returned")]
    )
    def test_it_refuses_if_nothing_is_owed_by_hand(self, users, by_check, end):
        end(users, by_check)
        assert refused(users, by_check, "paidBack") == "refund_not_failed"

    def test_it_refuses_what_goes_back_to_the_card(self, users, bought, stripe):
        stripe.fail("lose_response", "/v1/refunds", "POST", count=2)
        as_(users.student).post(f"/payments/cancel/{bought.pk}")
        assert refused(users, bought, "paidBack") == "refund_not_failed"


@pytest.mark.parametrize("path", REQUESTS)
@pytest.mark.parametrize(("who", "status"), [(None, 401), ("student", 403), ("instructor", 403)])
def test_it_refuses_users_who_are_not_admins(users, by_check, path, who, status):
    with nothing_changes():
        as_(who and getattr(users, who)).post(f"/payments/{by_check.pk}/{path}", REQUESTS[path], status)


@pytest.mark.parametrize("path", REQUESTS)
@pytest.mark.parametrize("id", ["x", "1", "00000000-0000-0000-0000-000000000000"])
def test_it_returns_404_for_a_bad_id(users, path, id):
    as_(users.admin).post(f"/payments/{id}/{path}", REQUESTS[path], 404)


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("release", {"refund": -1}, "refund"),
        ("release", {"refund": None}, "refund"),
        ("release", {"note": ""}, "note"),
        ("returned", {"note": "x" * 201}, "note"),
        ("paidBack", {"method": "card"}, "method"),
        ("paidBack", {"method": "none"}, "method"),
        ("paidBack", {"reference": "x" * 101}, "reference"),
    ],
)
def test_it_refuses_bad_input(users, by_check, path, body, field):
    with nothing_changes():
        assert field in send(users, by_check, path, 400, **body)["fields"]


def test_it_refuses_to_release_a_seat_twice(users, by_check):
    as_(users.student).post(f"/payments/cancel/{by_check.pk}")
    assert refused(users, by_check, "release") == "not_seated"
