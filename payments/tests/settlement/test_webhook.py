"""POST /stripe/webhook: Stripe's events, repeated and out of order."""

import copy
import hashlib
import hmac
import time

import pytest

from classes.models import Enrollment, Selection
from payments.models import Order, Payment, StripeEvent
from payments.settlement import webhook
from payments.stripe import api as stripe_api
from payments.stripe.results import StripeUnavailable
from testing.clients.api import as_
from testing.factories import make_enrollment, make_order_for
from testing.servers.stripe_stand_in import deliver_event, deliver_events
from testing.snapshots import nothing_changes
from testing.steps.checkout import (
    enroll_by_card,
    pay_after_expiry,
    settle_in_browser,
    start_checkout,
)

pytestmark = pytest.mark.django_db


def test_it_promotes_a_payment_that_the_browser_settled(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    deliver_events(stripe, payment.intent_id, "payment_intent.succeeded")
    payment.refresh_from_db()
    assert payment.state == "enrolled"
    assert StripeEvent.objects.count() == 1


def test_it_enrolls_the_student_if_the_browser_never_returns(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    deliver_events(stripe, payment.intent_id, "payment_intent.succeeded")
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("enrolled", "CONFIRMED")
    assert not Selection.objects.exists()


def test_it_responds_201_to_the_browser_although_the_webhook_was_faster(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    deliver_events(stripe, payment.intent_id, "payment_intent.succeeded")
    first = settle_in_browser(payment, 201)
    assert first["payment"]["status"] == "enrollPending"  # as specified, also if the webhook was faster
    assert first["insertResult"] == {"insertedId": str(payment.pk)}
    assert first["deleteResult"] == {"deletedCount": 1}
    assert first["result"] == {"insertedId": str(payment.pk), "modifiedCount": 1}
    again = settle_in_browser(payment, 200)
    assert again["payment"]["status"] == "enrolled"
    assert (again["insertResult"], again["result"]) == (first["insertResult"], first["result"])
    assert again["deleteResult"] == {"deletedCount": 0}


def test_it_reports_to_the_browser_a_refund_that_was_made_before(users, last_seat, stripe):
    payment = pay_after_expiry(users.student, last_seat, stripe)
    make_enrollment(users.other_student, last_seat)
    deliver_events(stripe, payment.intent_id, "payment_intent.succeeded")
    first = settle_in_browser(payment, 201)
    assert first["deleteResult"] == {"deletedCount": 0}
    assert first["result"] == {"insertedId": str(payment.pk), "modifiedCount": 0}
    assert Selection.objects.exists()
    settle_in_browser(payment, 200)


def test_it_ignores_a_repeated_event(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    deliver_events(stripe, payment.intent_id, "payment_intent.succeeded")
    with nothing_changes():
        deliver_events(stripe, payment.intent_id, "payment_intent.succeeded")
    assert StripeEvent.objects.count() == 1


def test_it_finds_an_intent_whose_id_was_never_stored(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    intent_id = payment.intent_id
    stripe.pay(intent_id)
    Order.objects.update(intent_id=None)
    deliver_events(stripe, intent_id, "payment_intent.succeeded")
    payment.refresh_from_db()
    assert (payment.state, payment.intent_id) == ("enrolled", intent_id)


def test_it_trusts_the_fetched_intent_and_not_the_body(users, clay, stripe):
    """A signed body may be outdated; only the intent at the provider counts."""
    payment = start_checkout(users.student, clay)
    event = copy.deepcopy(stripe.events_of(payment.intent_id, "payment_intent.created")[0])
    event |= {"id": "evt_forged", "type": "payment_intent.succeeded"}
    event["data"]["object"]["status"] = "succeeded"
    deliver_event(event)
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("started", "HELD")


@pytest.mark.parametrize("signature", [None, "", "t=1,v1=00", "nonsense"])
def test_it_refuses_a_bad_signature(users, clay, stripe, signature):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    headers = {} if signature is None else {"HTTP_STRIPE_SIGNATURE": signature}
    with nothing_changes():
        answer = as_(None).client.post("/stripe/webhook", "{}", content_type="application/json", **headers)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_signature")


def test_it_refuses_a_signature_with_another_secret(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    (event,) = stripe.events_of(payment.intent_id, "payment_intent.succeeded")
    deliver_event(event, 400, secret="whsec_other")
    assert not StripeEvent.objects.exists()


def test_it_refuses_an_old_signature(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    (event,) = stripe.events_of(payment.intent_id, "payment_intent.succeeded")
    deliver_event(event, 400, seconds_ago=301)
    assert not StripeEvent.objects.exists()
    deliver_event(event, seconds_ago=240)


@pytest.mark.parametrize(
    "body", [b"[]", b"null", b'{"id": 1}', b'{"data": {"object": []}}', b"\xff\xfe", b"[" * 99_999]
)
def test_it_refuses_a_signed_body_that_is_not_an_event(db, settings, body):
    now = int(time.time())
    key = settings.STRIPE_WEBHOOK_SECRET.encode()
    code = hmac.new(key, f"{now}.".encode() + body, hashlib.sha256).hexdigest()
    answer = as_(None).client.post(
        "/stripe/webhook", body, content_type="application/json", HTTP_STRIPE_SIGNATURE=f"t={now},v1={code}"
    )
    assert answer.status_code == 400


BAD_IDS = ["", "x" * 256, "evt_\u0000", "evt_ü", "evt_\ud800", "../charges/ch_1", 7, True, None, [], {}, ["evt_1"]]


@pytest.mark.parametrize("event_id", BAD_IDS, ids=lambda id: repr(id)[:20])
def test_it_refuses_a_signed_event_with_an_invalid_id(users, clay, stripe, event_id):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    (event,) = stripe.events_of(payment.intent_id, "payment_intent.succeeded")
    deliver_event(event | {"id": event_id}, 400)
    assert not StripeEvent.objects.exists()


@pytest.mark.parametrize("intent_id", [each for each in BAD_IDS if each is not None], ids=lambda id: repr(id)[:20])
def test_it_refuses_a_signed_event_about_an_invalid_id(stripe, db, intent_id):
    for about in ({"object": "payment_intent", "id": intent_id}, {"object": "charge", "payment_intent": intent_id}):
        event = {"id": "evt_1", "type": "payment_intent.succeeded", "data": {"object": about}}
        deliver_event(event, 400)
    assert not StripeEvent.objects.exists()


def test_it_accepts_a_signed_event_about_a_charge_without_an_intent(stripe, db):
    about = {"object": "charge", "payment_intent": None}
    deliver_event({"id": "evt_1", "type": "charge.refunded", "data": {"object": about}})
    assert StripeEvent.objects.get().object_id == ""


@pytest.mark.parametrize("kind", ["x" * 10_000, "charge.\u0000", 7, None, [], {}], ids=lambda kind: repr(kind)[:20])
def test_it_ignores_or_refuses_a_signed_event_of_an_invalid_type(stripe, db, kind):
    deliver_event({"id": "evt_1", "type": kind, "data": {"object": {}}}, 200 if isinstance(kind, str) else 400)
    assert not StripeEvent.objects.exists()


def test_it_ignores_an_unknown_event_type(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    event = stripe.events_of(payment.intent_id, "payment_intent.created")[0]
    with nothing_changes():
        deliver_event(event | {"id": "evt_other", "type": "customer.created"})


def test_it_ignores_an_unknown_intent(stripe, db):
    intent = stripe.http.post("/v1/payment_intents", data={"amount": "500", "currency": "usd"}).json()
    stripe.pay(intent["id"])
    deliver_events(stripe, intent["id"], "payment_intent.succeeded")
    assert not Payment.objects.exists()


def unavailable(_):
    raise StripeUnavailable


def test_it_promotes_a_settled_payment_without_a_fetch(users, clay, stripe, monkeypatch):
    payment = enroll_by_card(users.student, clay, stripe)
    monkeypatch.setattr(stripe_api, "get_intent", unavailable)
    deliver_events(stripe, payment.intent_id, "payment_intent.succeeded")
    payment.refresh_from_db()
    assert payment.state == "enrolled"
    assert StripeEvent.objects.get().object_id == payment.intent_id


@pytest.mark.parametrize("kind", sorted(webhook.EFFECTS.keys() - {"payment_intent.succeeded"}))
def test_it_fetches_the_intent_of_a_settled_payment_for_other_events(users, clay, stripe, monkeypatch, kind):
    payment = enroll_by_card(users.student, clay, stripe)
    (event,) = stripe.events_of(payment.intent_id, "payment_intent.succeeded")
    monkeypatch.setattr(stripe_api, "get_intent", unavailable)
    with nothing_changes():
        deliver_event(event | {"type": kind}, 503)


def test_it_stores_nothing_if_the_fetch_fails(users, clay, stripe, monkeypatch):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    (event,) = stripe.events_of(payment.intent_id, "payment_intent.succeeded")

    with monkeypatch.context() as patch:
        patch.setattr(stripe_api, "get_intent", unavailable)
        deliver_event(event, 503)
    assert not StripeEvent.objects.exists()
    deliver_event(event)
    payment.refresh_from_db()
    assert payment.state == "enrolled"


def test_it_keeps_the_hold_after_a_declined_card(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id, "pm_card_chargeDeclined", status=402)
    deliver_events(stripe, payment.intent_id, "payment_intent.payment_failed")
    assert Enrollment.objects.get().state == "HELD"


def test_it_releases_the_hold_of_a_canceled_intent(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    stripe.cancel(payment.intent_id)
    deliver_events(stripe, payment.intent_id, "payment_intent.canceled")
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("canceled", "RELEASED")


def test_it_keeps_the_hold_when_an_older_order_is_canceled(users, clay, stripe):
    old = start_checkout(users.student, clay)
    make_order_for(old.enrollment, state="started", paid_at=None, intent_id="pi_newer")
    stripe.cancel(old.intent_id)
    deliver_events(stripe, old.intent_id, "payment_intent.canceled")
    assert Enrollment.objects.get().state == "HELD"


def test_it_records_a_dispute(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    charge = stripe.intent(payment.intent_id)["latest_charge"]["id"]
    assert stripe.http.post("/_standin/disputes", json={"charge": charge}).status_code == 200
    deliver_events(stripe, payment.intent_id, "charge.dispute.created")
    payment.refresh_from_db()
    assert payment.disputed_at is not None
    assert payment.is_seated
