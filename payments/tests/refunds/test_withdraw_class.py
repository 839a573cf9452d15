"""PATCH /classes/withdrawn/{id}: an admin withdraws a class."""

from datetime import timedelta
from decimal import Decimal
from functools import partial
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models.addresses import new_placeholder
from classes.models import CampClass, Enrollment, Status
from mail.models import OutboxEmail
from payments.models import Order, Payment
from payments.refunds import withdrawal
from payments.settlement.reconciliation import reconcile_urgent
from testing.clients.api import INVALID_IDS, as_
from testing.factories import make_class, make_lesson, make_reservation, make_user, make_waitlist_entry
from testing.servers.stripe_stand_in import deliver_events
from testing.snapshots import nothing_changes
from testing.steps.checkout import (
    create_payment_intent,
    enroll_by_card,
    pay_after_expiry,
    pay_order,
    seats_taken,
    settle_in_browser,
    start_checkout,
    start_order_of,
)
from testing.steps.desk import pay_at_desk
from testing.steps.withdrawals import REASON, findings, withdraw, withdrawal_emails, withdrawal_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_stripe")]


def test_it_releases_the_seats_and_owes_the_refunds(users, clay, stripe, mia):
    for child in (None, mia):
        enroll_by_card(users.student, clay, stripe, child)
    enroll_by_card(users.other_student, clay, stripe)
    answer = withdraw(users, clay)
    assert answer == {"modifiedCount": 1, "seats": 3, "owed": {"cards": 3, "amount": 136.5}}
    clay.refresh_from_db()
    assert (clay.status, clay.feedback, clay.withdrawn_reason) == (Status.DENIED, REASON, REASON)
    assert clay.withdrawn_at is not None
    assert seats_taken(clay) == 0
    assert {(each.state, each.refund_reason) for each in Payment.objects.all()} == {
        ("refundPending", "class_withdrawn")
    }
    reconcile_urgent(now=timezone.now(), days=7)
    assert all(stripe.refunded_cents(payment.intent_id) == 4550 for payment in Payment.objects.all())
    (row, *_) = as_(users.student).get(f"/payments/{users.student.email}")
    assert (row["status"], row["refundReason"]) == ("refunded", "The school canceled this class.")
    assert findings(stripe) == []


def test_it_mails_each_student_and_the_instructor_once(users, clay, stripe, mia):
    for child in (None, mia):
        enroll_by_card(users.student, clay, stripe, child)
    withdraw(users, clay)
    withdraw(users, clay, 409)
    reconcile_urgent(now=timezone.now(), days=7)
    call_command("reconcile_payments")
    to_instructor, *to_students = withdrawal_emails()
    assert to_instructor.recipient == users.instructor
    assert to_instructor.about == f"class/{clay.pk}"
    assert to_instructor.facts["role"] == "instructor"
    assert {(mail.recipient_id, mail.about) for mail in to_students} == {
        (users.student.pk, str(payment.pk)) for payment in Payment.objects.all()
    }
    facts = {mail.facts["child"]: mail.facts for mail in to_students}
    assert facts.keys() == {"", "Mia"}
    assert facts[""] == {
        "class": clay.name,
        "class_id": clay.pk,
        "child": "",
        "price": "45.50",
        "reason": REASON,
        "amount": "45.50",
        "role": "student",
        "dispute": "",
        "late": False,
        "at_desk": False,
    }


def test_it_hides_the_class_from_the_public_and_explains_it_to_its_instructor(users, clay):
    withdraw(users, clay)
    as_(None).get(f"/classes/{clay.pk}", 404)
    assert as_(None).get("/classes") == []
    (own,) = as_(users.instructor).get(f"/myClasses/{users.instructor.email}")
    page = as_(users.instructor).get(f"/myClass/{clay.pk}")
    (listed,) = as_(users.admin).get("/classes")
    for row in (own, page, listed):
        assert (row["status"], row["feedback"], bool(row["withdrawnAt"])) == ("Denied", REASON, True)


@pytest.mark.parametrize(("who", "status"), [(None, 401), ("student", 403), ("instructor", 403)])
def test_it_refuses_users_who_are_not_admins(users, clay, who, status):
    with nothing_changes():
        as_(who and getattr(users, who)).patch(f"/classes/withdrawn/{clay.pk}", {"reason": REASON}, status)


def test_it_returns_404_for_a_bad_id(users):
    for id in INVALID_IDS:
        as_(users.admin).patch(f"/classes/withdrawn/{id}", {"reason": REASON}, 404)


@pytest.mark.parametrize("body", [{}, {"reason": ""}, {"reason": "  "}, {"reason": "x" * 2001}, {"reason": None}, []])
def test_it_requires_a_reason(users, clay, body):
    with nothing_changes():
        as_(users.admin).patch(f"/classes/withdrawn/{clay.pk}", body, 400)


@pytest.mark.parametrize("status", [Status.PENDING, Status.DENIED])
def test_it_refuses_a_class_that_is_not_approved(users, clay, status):
    CampClass.objects.update(status=status)
    with nothing_changes():
        assert withdraw(users, clay, 409)["code"] == "not_approved"


def test_it_refuses_a_withdrawn_class(users, clay, stripe):
    enroll_by_card(users.student, clay, stripe)
    withdraw(users, clay)
    with nothing_changes():
        assert withdraw(users, clay, 409)["code"] == "already_withdrawn"


def test_it_refuses_a_class_that_is_over(users, clay):
    make_lesson(clay, timezone.now() - timedelta(days=2))
    last = make_lesson(clay, timezone.now() - timedelta(hours=4))
    with nothing_changes():
        assert withdraw(users, clay, 409)["code"] == "class_over"
    last.ends_at = timezone.now() + timedelta(minutes=1)
    last.save()
    withdraw(users, clay)


def test_it_refuses_to_change_or_decide_a_withdrawn_class(users, clay):
    withdraw(users, clay)
    body = {"nameClass": "New", "seats": 5, "price": 10, "image": "https://pictures.example/a.jpg"}
    with nothing_changes():
        refusals = [
            as_(users.instructor).put(f"/classes/{clay.pk}", body, 409),
            as_(users.admin).patch(f"/classes/approved/{clay.pk}", None, 409),
            as_(users.admin).patch(f"/classes/denied/{clay.pk}", None, 409),
            as_(users.admin).patch(f"/classes/feedback/{clay.pk}", {"feedback": "Better"}, 409),
        ]
        assert {refusal["code"] for refusal in refusals} == {"class_withdrawn"}


def test_it_releases_free_seats_without_a_refund(users, stripe):
    free = make_class(users.instructor, "Free", price=Decimal(0))
    as_(users.student).post("/payments", {"classId": str(free.pk)}, 201)
    assert withdraw(users, free) == {"modifiedCount": 1, "seats": 1, "owed": {"cards": 0, "amount": 0}}
    assert Payment.objects.get().state == "refunded"
    assert withdrawal_emails()[1].facts["amount"] == "0.00"
    assert withdrawal_of(users, free)["refunds"] == {"sent": 0, "owed": 0, "failed": 0}
    assert findings(stripe) == []


def test_it_refunds_the_rest_of_a_payment_that_was_partly_refunded(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    stripe.refund(payment.intent_id, 1000)
    deliver_events(stripe, payment.intent_id, "charge.refunded")
    assert withdraw(users, clay)["owed"] == {"cards": 1, "amount": 35.5}
    assert withdrawal_emails()[1].facts["amount"] == "35.50"
    reconcile_urgent(now=timezone.now(), days=7)
    assert stripe.refunded_cents(payment.intent_id) == 4550
    assert withdrawal_of(users, clay)["amount"] == {"sent": 45.5, "owed": 0}
    assert findings(stripe) == []


def test_it_keeps_the_other_seats_of_an_order(users, clay, stripe):
    wood = make_class(users.instructor, "Wood", price=Decimal(60))
    first, second = pay_order(start_order_of(users.student, clay, wood), stripe)
    withdraw(users, clay)
    call_command("reconcile_payments")
    second.refresh_from_db()
    assert (second.is_seated, seats_taken(wood)) == (True, 1)
    assert stripe.refunded_cents(first.intent_id) == 4550
    assert findings(stripe) == []


def test_it_refunds_no_more_for_seats_that_were_canceled_before(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    make_lesson(clay, timezone.now() + timedelta(days=20))
    Payment.objects.update(paid_at=timezone.now() - timedelta(days=10))
    as_(users.student).post(f"/payments/cancel/{payment.pk}")
    assert withdraw(users, clay)["seats"] == 0
    call_command("reconcile_payments")
    assert stripe.refunded_cents(payment.intent_id) == 2275
    assert findings(stripe) == []


def test_it_releases_the_holds_and_cancels_their_intents(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    withdraw(users, clay)
    assert Enrollment.objects.get().state == "RELEASED"
    create_payment_intent(users.student, clay, 404)
    assert reconcile_urgent(now=timezone.now(), days=7)["started"] == 1
    assert stripe.intent(payment.intent_id)["status"] == "canceled"
    assert Order.objects.get().state == "CANCELED"
    assert findings(stripe) == []


@pytest.mark.parametrize("how", ["browser", "webhook", "reconciliation"])
def test_it_refunds_a_student_who_pays_meanwhile(users, clay, stripe, how):
    payment = start_checkout(users.student, clay)
    assert withdraw(users, clay)["seats"] == 0
    stripe.pay(payment.intent_id)
    if how == "browser":
        settle_in_browser(payment)
    elif how == "webhook":
        deliver_events(stripe, payment.intent_id, "payment_intent.succeeded")
    call_command("reconcile_payments")
    payment.refresh_from_db()
    assert (payment.state, payment.refund_reason) == ("refunded", "class_withdrawn")
    assert stripe.refunded_cents(payment.intent_id) == 4550
    report = withdrawal_of(users, clay)
    assert (report["seats"], report["refunds"]) == (0, {"sent": 1, "owed": 0, "failed": 0})
    assert [mail.recipient for mail in withdrawal_emails()] == [users.instructor, users.student]
    assert withdrawal_emails()[1].facts["late"] is True
    assert not OutboxEmail.objects.filter(kind="late_payment_refunded").exists()
    assert findings(stripe) == []


def test_it_refunds_a_payment_whose_hold_had_expired(users, clay, stripe):
    payment = pay_after_expiry(users.student, clay, stripe)
    withdraw(users, clay)
    settle_in_browser(payment)
    payment.refresh_from_db()
    assert (payment.state, payment.refund_reason) == ("refunded", "class_withdrawn")


def test_it_refuses_to_enroll_in_a_withdrawn_free_class(users):
    free = make_class(users.instructor, "Free", price=Decimal(0))
    withdraw(users, free)
    as_(users.student).post("/payments", {"classId": str(free.pk)}, 404)


def test_it_refunds_all_to_a_student_who_cancels_before_the_seat_is_released(users, clay, stripe, monkeypatch):
    """The withdrawal was interrupted after it had marked the class."""
    payment = enroll_by_card(users.student, clay, stripe)
    make_lesson(clay, timezone.now() + timedelta(days=2))
    Payment.objects.update(paid_at=timezone.now() - timedelta(days=10))
    with monkeypatch.context() as patch:
        patch.setattr(withdrawal, "refund_withdrawn_seat", lambda **_: None)
        withdraw(users, clay)
    as_(users.student).post(f"/payments/cancel/{payment.pk}")
    payment.refresh_from_db()
    assert (payment.state, payment.refund_reason) == ("refunded", "class_withdrawn")
    assert reconcile_urgent(now=timezone.now(), days=7) == {}
    assert len(withdrawal_emails()) == 2
    assert findings(stripe) == []


def test_a_dry_run_says_what_would_happen(users, clay, stripe, mia):
    caller = make_user("cora", phone="555 0142")
    caller.email = new_placeholder()
    caller.save()
    enroll_by_card(users.student, clay, stripe)
    part = enroll_by_card(users.student, clay, stripe, mia)
    as_(users.admin).post(f"/payments/{part.pk}/refunds", {"amount": 5.5, "note": "Rain", "key": str(uuid4())}, 201)
    pay_at_desk(users.admin, caller, clay)
    lost = enroll_by_card(users.other_student, clay, stripe)
    Payment.objects.filter(pk=lost.pk).update(disputed_at=timezone.now(), dispute_lost_at=timezone.now())
    path = f"/classes/withdrawn/{clay.pk}"
    with nothing_changes():
        said = as_(users.admin).patch(path, {"dryRun": True})
    assert said == {
        "modifiedCount": 0,
        "seats": 4,
        "owed": {"cards": 2, "amount": 85.5},
        "amount": 131,
        "owedByHand": 45.5,
        "unreached": [{"userId": str(caller.pk), "name": "Cora", "phone": "555 0142"}],
    }
    withdraw(users, clay)
    withdrawn = as_(users.admin).get(f"/classes/{clay.pk}/withdrawal")
    assert (withdrawn["amount"]["owed"], withdrawn["byHand"]["amount"]) == (85.5, 45.5)
    assert as_(users.admin).patch(path, {"dryRun": True}, 409)["code"] == "already_withdrawn"


def test_a_dry_run_names_who_only_waits_or_has_a_reservation(users, clay):
    names = []
    for make in (make_waitlist_entry, partial(make_reservation, by=users.admin)):
        caller = make_user(f"caller{len(names)}")
        caller.email = new_placeholder()
        caller.save()
        make(caller, clay)
        names.append(caller.name)
    said = as_(users.admin).patch(f"/classes/withdrawn/{clay.pk}", {"dryRun": True})
    assert [each["name"] for each in said["unreached"]] == names


@pytest.mark.parametrize("body", [{}, {"dryRun": False}, {"reason": ""}, {"reason": "x" * 2001}])
def test_it_needs_a_reason(users, clay, body):
    with nothing_changes():
        assert list(as_(users.admin).patch(f"/classes/withdrawn/{clay.pk}", body, 400)["fields"]) == ["reason"]
