"""GET /classes/{id}/withdrawal: the progress of the refunds of a withdrawn class, and refunds that fail."""

from decimal import Decimal

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from classes.catalog.withdrawal import mark_withdrawn
from mail.models import OutboxEmail
from payments.refunds import cancellation, sending
from payments.settlement.reconciliation import reconcile_urgent
from payments.stripe import api as stripe_api
from testing.clients.api import INVALID_IDS, as_
from testing.factories import make_class, make_payment, make_user, make_withdrawn_class, refund_of
from testing.servers.stripe_stand_in import deliver_events
from testing.snapshots import nothing_changes
from testing.steps.checkout import enroll_by_card, pay_order, seats_taken, start_order_of
from testing.steps.desk_payments import pay_back_by_hand, refund_and_release
from testing.steps.withdrawals import REASON, findings, withdraw, withdrawal_emails, withdrawal_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_stripe")]
LIST = "/admin/payments/payment/"


def test_it_shows_the_progress_of_the_refunds(users, clay, stripe):
    sent, failed = (enroll_by_card(student, clay, stripe) for student in (users.student, users.other_student))
    withdraw(users, clay)
    sending.send_refund(refund_id=refund_of(sent).pk, now=timezone.now())
    stripe.fail("fail", "/v1/refunds", "POST", count=1, status=400)
    sending.try_to_send_refunds(payment_id=failed.pk, now=timezone.now())
    clay.refresh_from_db()
    failed.refresh_from_db()
    report = withdrawal_of(users, clay)
    assert report["withdrawnAt"] == clay.withdrawn_at.isoformat().replace("+00:00", "Z")
    assert (report["reason"], report["seats"]) == (REASON, 2)
    assert report["refunds"] == {"sent": 1, "owed": 1, "failed": 1}
    assert report["amount"] == {"sent": 45.5, "owed": 45.5}
    assert report["failed"] == [
        {
            "paymentId": str(failed.pk),
            "name": "Olga",
            "email": "olga@camp.example",
            "amount": 45.5,
            "error": refund_of(failed).error,
        }
    ]
    assert refund_of(failed).error


def test_it_makes_a_constant_number_of_queries(users, clay):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            withdrawal_of(users, clay)
        return len(captured)

    make_payment(users.student, clay)
    withdraw(users, clay)
    few = queries()
    for number in range(10):
        values = {"state": "refundPending", "refund_reason": "class_withdrawn", "refund": {"failures": 1}}
        make_payment(make_user(f"student{number}"), clay, **values)
    assert queries() == few


@pytest.mark.parametrize(("who", "status"), [(None, 401), ("student", 403), ("instructor", 403)])
def test_it_refuses_users_who_are_not_admins(users, who, status):
    withdrawn = make_withdrawn_class(users.instructor)
    as_(who and getattr(users, who)).get(f"/classes/{withdrawn.pk}/withdrawal", status)


def test_it_returns_404_for_a_bad_id(users):
    for id in INVALID_IDS:
        as_(users.admin).get(f"/classes/{id}/withdrawal", 404)


def test_it_returns_404_for_a_class_that_is_not_withdrawn(users, clay):
    as_(users.admin).get(f"/classes/{clay.pk}/withdrawal", 404)


class TestFailedRefunds:
    @pytest.fixture
    def bought(self, users, clay, stripe):
        return enroll_by_card(users.student, clay, stripe)

    def test_it_retries_a_refund_that_failed_later_for_lack_of_funds(self, users, clay, bought, stripe):
        withdraw(users, clay)
        reconcile_urgent(now=timezone.now(), days=7)
        bought.refresh_from_db()
        stripe.control("refund_failures", {"refund": refund_of(bought).stripe_id, "reason": "insufficient_funds"})
        deliver_events(stripe, bought.intent_id, "refund.failed")
        assert withdrawal_of(users, clay)["refunds"] == {"sent": 0, "owed": 1, "failed": 1}
        call_command("reconcile_payments")
        assert withdrawal_of(users, clay)["refunds"] == {"sent": 1, "owed": 0, "failed": 0}
        assert stripe.refunded_cents(bought.intent_id) == 4550

    def test_it_shows_a_refund_that_waits_for_funds_as_owed(self, users, clay, stripe):
        bought = enroll_by_card(users.student, clay, stripe, card="pm_card_pendingRefund")
        withdraw(users, clay)
        for _ in range(2):
            call_command("reconcile_payments")
        bought.refresh_from_db()
        assert (bought.state, refund_of(bought).error) == ("refundPending", "insufficient_funds")
        assert withdrawal_of(users, clay)["refunds"] == {"sent": 0, "owed": 1, "failed": 0}
        stripe.complete_refund(refund_of(bought).stripe_id)
        call_command("reconcile_payments")
        bought.refresh_from_db()
        assert (bought.state, refund_of(bought).error) == ("refunded", "")
        assert stripe.refunded_cents(bought.intent_id) == 4550

    def test_it_shows_a_refund_as_owed_that_was_refused_and_then_accepted(self, users, clay, stripe, admin_client):
        bought = enroll_by_card(users.student, clay, stripe, card="pm_card_pendingRefund")
        withdraw(users, clay)
        stripe.fail("fail", "/v1/refunds", "POST", count=1, status=400)
        reconcile_urgent(now=timezone.now(), days=7)
        assert withdrawal_of(users, clay)["refunds"] == {"sent": 0, "owed": 1, "failed": 1}
        assert "1 payment" in admin_client.get(f"{LIST}?attention=failed").content.decode()

        call_command("reconcile_payments")

        bought.refresh_from_db()
        assert (bought.state, refund_of(bought).failures, refund_of(bought).stripe_id[:3]) == (
            "refundPending",
            1,
            "re_",
        )
        report = withdrawal_of(users, clay)
        assert (report["refunds"], report["failed"]) == ({"sent": 0, "owed": 1, "failed": 0}, [])
        assert "1 payment" in admin_client.get(f"{LIST}?attention=refund").content.decode()
        assert "0 payments" in admin_client.get(f"{LIST}?attention=failed").content.decode()

    def test_it_does_not_refund_a_disputed_charge(self, users, clay, bought, stripe):
        charge = stripe.intent(bought.intent_id)["latest_charge"]["id"]
        stripe.control("disputes", {"charge": charge})
        deliver_events(stripe, bought.intent_id, "charge.dispute.created")
        withdraw(users, clay)
        reconcile_urgent(now=timezone.now(), days=7)
        call_command("reconcile_payments")
        bought.refresh_from_db()
        assert (bought.state, refund_of(bought).failures, seats_taken(clay)) == ("refundPending", 0, 0)
        assert stripe.refunded_cents(bought.intent_id) == 0
        (row,) = withdrawal_of(users, clay)["failed"]
        assert "disputes" in row["error"]
        assert withdrawal_emails()[1].facts["dispute"] == "open"

    def test_it_does_not_send_a_refused_refund_every_minute(self, users, clay, bought, stripe):
        withdraw(users, clay)
        stripe.fail("fail", "/v1/refunds", "POST", count=4, status=400)
        for _ in range(3):
            reconcile_urgent(now=timezone.now(), days=7)
        bought.refresh_from_db()
        assert refund_of(bought).failures == 1
        stripe.end_faults()
        call_command("reconcile_payments")
        bought.refresh_from_db()
        assert bought.state == "refunded"


class TestUnfinishedWithdrawal:
    """The class is marked as withdrawn, and its seat is not released yet."""

    @pytest.fixture
    def payment(self, users, clay, stripe):
        payment = enroll_by_card(users.student, clay, stripe)
        with transaction.atomic():
            mark_withdrawn(camp_class_id=clay.pk, reason=REASON, now=timezone.now())
        return payment

    def test_it_counts_a_seat_that_staff_refund_now(self, users, clay, payment):
        refund_and_release(payment)
        assert withdrawal_of(users, clay)["seats"] == 1
        assert OutboxEmail.objects.filter(kind="class_withdrawn", recipient=users.student).exists()


class TestPaidBackByHand:
    """Staff have returned the money in another way, because Stripe cannot."""

    @pytest.fixture
    def failed(self, users, clay, stripe):
        payment = enroll_by_card(users.student, clay, stripe)
        withdraw(users, clay)
        stripe.fail("fail", "/v1/refunds", "POST", count=1, status=400)
        sending.try_to_send_refunds(payment_id=payment.pk, now=timezone.now())
        payment.refresh_from_db()
        return payment

    def record(self, users, payment, status=200):
        body = {"method": "cash", "reference": "July 5"}
        return as_(users.admin).post(f"/payments/{payment.pk}/paidBack", body, status)

    def test_it_records_the_refund_and_how_it_was_paid(self, users, clay, failed, stripe):
        assert self.record(users, failed)["status"] == "refunded"
        failed.refresh_from_db()
        assert (failed.state, failed.refunded) == ("refunded", failed.price)
        assert (refund_of(failed).state, failed.refund_reason) == ("BY_HAND", "class_withdrawn")
        assert failed.entries.get(kind="REFUND").reference == "July 5"
        call_command("reconcile_payments")
        assert stripe.refunded_cents(failed.intent_id) == 0
        assert withdrawal_of(users, clay)["refunds"] == {"sent": 1, "owed": 0, "failed": 0}
        assert findings(stripe) == []

    def test_it_stays_recorded_after_a_late_event_of_the_provider(self, users, failed, stripe):
        sending.send_refund(refund_id=refund_of(failed).pk, now=timezone.now())
        stripe.fail_refund(refund_of(failed).stripe_id)
        deliver_events(stripe, failed.intent_id, "refund.failed")
        self.record(users, failed)
        with nothing_changes("payments.StripeEvent"):
            deliver_events(stripe, failed.intent_id, "refund.updated")
            call_command("reconcile_payments")

    def test_it_refuses_a_refund_whose_response_was_lost(self, users, failed, stripe):
        """The provider has returned the money, but the site did not get the response."""
        stripe.refund(failed.intent_id)
        with nothing_changes():
            assert self.record(users, failed, 409)["code"] == "refund_not_failed"

    def test_it_does_not_send_the_same_money_with_the_refund_of_another_seat(self, users, clay, stripe):
        wood = make_class(users.instructor, "Wood", price=Decimal(60))
        kept, by_hand = pay_order(start_order_of(users.student, clay, wood), stripe)
        stripe.fail("fail", "/v1/refunds", "POST", count=1, status=400)
        refund_and_release(by_hand)
        pay_back_by_hand(by_hand)
        cancellation.cancel_enrollment(student=users.student, payment_id=kept.pk, now=timezone.now())
        assert stripe.refunded_cents(kept.intent_id) == 4550

    @pytest.mark.parametrize("state", ["enrolled", "refunded", "refundPending"])
    def test_it_refuses_a_refund_that_did_not_fail(self, users, clay, state):
        values = {} if state == "enrolled" else {"refund_reason": "canceled"}
        payment = make_payment(users.student, clay, state=state, **values)
        with nothing_changes():
            assert self.record(users, payment, 409)["code"] == "refund_not_failed"

    def test_it_records_a_disputed_charge(self, users, clay):
        values = {"state": "refundPending", "refund_reason": "class_withdrawn", "disputed_at": timezone.now()}
        payment = make_payment(users.student, clay, **values)
        self.record(users, payment)
        payment.refresh_from_db()
        assert payment.state == "refunded"

    def test_it_reports_a_refund_that_was_sent_at_the_same_time(self, failed, monkeypatch, caplog):
        refund_intent = stripe_api.refund_intent

        def pay_by_hand_meanwhile(**sent):
            pay_back_by_hand(failed)
            return refund_intent(**sent)

        monkeypatch.setattr(stripe_api, "refund_intent", pay_by_hand_meanwhile)
        sending.send_refund(refund_id=refund_of(failed).pk, now=timezone.now())
        assert "was paid back by hand and at Stripe" in caplog.text
