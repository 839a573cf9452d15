"""POST /stripe/webhook: the card provider's word, early, late, twice and out of order."""

import copy
import hashlib
import hmac
import time

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from classes.models import Enrollment, Selection
from payments import stripe_api
from payments.attempts import what_is_bought
from payments.models import Payment, StripeEvent
from payments.stripe_api import CardProviderUnavailable
from payments.tests.till import at_the_till, come_back, deliver, deliver_all, enrolled, hold, seats_taken, snapshot

pytestmark = pytest.mark.django_db


def test_succeeded_promotes_what_the_browser_settled(cast, clay, cards):
    payment = enrolled(cast.student, clay, cards)
    deliver_all(cards, payment.intent_id, "payment_intent.succeeded")
    payment.refresh_from_db()
    assert payment.state == "enrolled"
    assert StripeEvent.objects.count() == 1


def test_succeeded_enrolls_when_the_browser_never_comes_back(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id)
    deliver_all(cards, payment.intent_id, "payment_intent.succeeded")
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("enrolled", "CONFIRMED")
    assert not Selection.objects.exists()
    assert come_back(payment, 200)["payment"]["status"] == "enrolled"


def test_a_repeat_does_nothing(cast, clay, cards):
    payment = enrolled(cast.student, clay, cards)
    deliver_all(cards, payment.intent_id, "payment_intent.succeeded")
    before = snapshot()
    deliver_all(cards, payment.intent_id, "payment_intent.succeeded")
    assert snapshot() == before
    assert StripeEvent.objects.count() == 1


def test_an_intent_whose_id_was_never_stored_is_known_by_its_attempt(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    intent_id = payment.intent_id
    cards.pay(intent_id)
    Payment.objects.update(intent_id=None)
    deliver_all(cards, intent_id, "payment_intent.succeeded")
    payment.refresh_from_db()
    assert (payment.state, payment.intent_id) == ("enrolled", intent_id)


def test_a_body_is_not_believed_only_what_is_fetched(cast, clay, cards):
    """Signed, and yet not true (any more): the intent at the provider is what counts."""
    payment = at_the_till(cast.student, clay)
    event = copy.deepcopy(cards.events_of(payment.intent_id, "payment_intent.created")[0])
    event |= {"id": "evt_made_up", "type": "payment_intent.succeeded"}
    event["data"]["object"]["status"] = "succeeded"
    deliver(event)
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("started", "HELD")


@pytest.mark.parametrize("signature", [None, "", "t=1,v1=00", "nonsense"])
def test_a_bad_signature_changes_nothing(cast, clay, cards, signature):
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id)
    before = snapshot()
    headers = {} if signature is None else {"HTTP_STRIPE_SIGNATURE": signature}
    answer = APIClient().post("/stripe/webhook", "{}", content_type="application/json", **headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_signature")
    assert snapshot() == before


def test_another_secret_is_refused(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id)
    (event,) = cards.events_of(payment.intent_id, "payment_intent.succeeded")
    deliver(event, 400, secret="whsec_of_somebody_else")
    assert not StripeEvent.objects.exists()


def test_an_old_signature_is_refused(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id)
    (event,) = cards.events_of(payment.intent_id, "payment_intent.succeeded")
    deliver(event, 400, seconds_ago=301)
    assert not StripeEvent.objects.exists()
    deliver(event, seconds_ago=240)


@pytest.mark.parametrize("body", [b"[]", b"null", b'{"id": 1}', b'{"data": {"object": []}}', b"\xff\xfe"])
def test_a_signed_body_that_is_no_event(db, settings, body):
    now = int(time.time())
    key = settings.STRIPE_WEBHOOK_SECRET.encode()
    code = hmac.new(key, f"{now}.".encode() + body, hashlib.sha256).hexdigest()
    answer = APIClient().post(
        "/stripe/webhook", body, content_type="application/json", HTTP_STRIPE_SIGNATURE=f"t={now},v1={code}"
    )
    assert answer.status_code == 400


def test_an_unknown_type_is_taken_and_ignored(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    event = cards.events_of(payment.intent_id, "payment_intent.created")[0]
    before = snapshot()
    deliver(event | {"id": "evt_other", "type": "customer.created"})
    assert snapshot() == before


def test_somebody_elses_intent_is_ignored(cards, db):
    intent = cards.http.post("/v1/payment_intents", data={"amount": "500", "currency": "usd"}).json()
    cards.pay(intent["id"])
    deliver_all(cards, intent["id"], "payment_intent.succeeded")
    assert not Payment.objects.exists()


def test_a_failed_fetch_stores_nothing_so_that_the_next_delivery_works(cast, clay, cards, monkeypatch):
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id)
    (event,) = cards.events_of(payment.intent_id, "payment_intent.succeeded")

    def away(_):
        raise CardProviderUnavailable

    with monkeypatch.context() as patch:
        patch.setattr(stripe_api, "get_intent", away)
        deliver(event, 503)
    assert not StripeEvent.objects.exists()
    deliver(event)
    payment.refresh_from_db()
    assert payment.state == "enrolled"


def test_a_declined_card_keeps_the_hold(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id, "pm_card_chargeDeclined", status=402)
    deliver_all(cards, payment.intent_id, "payment_intent.payment_failed")
    assert Enrollment.objects.get().state == "HELD"


def test_canceled_releases_the_hold(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    cards.cancel(payment.intent_id)
    deliver_all(cards, payment.intent_id, "payment_intent.canceled")
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("canceled", "RELEASED")


def test_canceled_of_an_older_attempt_leaves_the_hold(cast, clay, cards):
    old = at_the_till(cast.student, clay)
    Payment.objects.create(**what_is_bought(old.enrollment), intent_id="pi_newer")
    cards.cancel(old.intent_id)
    deliver_all(cards, old.intent_id, "payment_intent.canceled")
    assert Enrollment.objects.get().state == "HELD"


def test_a_full_refund_at_the_provider_frees_the_seat(cast, clay, cards):
    payment = enrolled(cast.student, clay, cards)
    cards.refund(payment.intent_id)
    deliver_all(cards, payment.intent_id, "charge.refunded")
    payment.refresh_from_db()
    assert (payment.state, payment.refund_reason) == ("refunded", "at_provider")
    assert seats_taken(clay) == 0


def test_partial_refunds_are_recorded_each_and_keep_the_seat(cast, clay, cards):
    payment = enrolled(cast.student, clay, cards)
    for cents, total in ((1000, "10.00"), (550, "15.50")):
        cards.refund(payment.intent_id, cents)
        deliver_all(cards, payment.intent_id, "charge.refunded")
        payment.refresh_from_db()
        assert str(payment.refunded_amount) == total
    assert payment.is_seated
    assert seats_taken(clay) == 1


def test_the_refund_of_a_duplicate_leaves_the_good_seat(cast, last_seat, cards):
    duplicate = at_the_till(cast.student, last_seat)
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    hold(cast.student, last_seat)
    good = Payment.objects.exclude(pk=duplicate.pk).get()
    cards.pay(duplicate.intent_id)
    cards.pay(good.intent_id)
    come_back(good)
    deliver_all(cards, duplicate.intent_id, "charge.refunded")
    duplicate.refresh_from_db()
    good.refresh_from_db()
    assert (duplicate.state, good.state) == ("refunded", "enrollPending")
    assert good.enrollment.state == "CONFIRMED"


def test_refunded_before_it_was_heard_that_it_was_paid(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id)
    cards.refund(payment.intent_id)
    deliver_all(cards, payment.intent_id, "charge.refunded")
    deliver_all(cards, payment.intent_id, "payment_intent.succeeded")
    payment.refresh_from_db()
    assert payment.state == "refunded"
    assert seats_taken(clay) == 0
    assert payment.enrollment.state == "RELEASED"


def test_a_dispute_is_recorded(cast, clay, cards):
    payment = enrolled(cast.student, clay, cards)
    charge = cards.intent(payment.intent_id)["latest_charge"]["id"]
    assert cards.http.post("/_standin/disputes", json={"charge": charge}).status_code == 200
    deliver_all(cards, payment.intent_id, "charge.dispute.created")
    payment.refresh_from_db()
    assert payment.disputed_at is not None
    assert payment.is_seated
