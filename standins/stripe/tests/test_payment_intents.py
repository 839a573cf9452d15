"""Payment intents: creation, confirmation, authentication and cancellation."""

import httpx
import pytest
import stripe

pytestmark = pytest.mark.slow


def event_types(api, object_id):
    """Returns the types of the events about an object, oldest first."""
    events = api.events.list({"limit": 100}).data
    return [event.type for event in reversed(events) if event.data.object.id == object_id]


def test_it_creates_a_payment_intent_with_the_given_fields(api):
    intent = api.payment_intents.create(
        {
            "amount": 2500,
            "currency": "usd",
            "payment_method_types": ["card"],
            "metadata": {"user": "7", "1": "numeric key"},
            "description": "Pottery",
        }
    )
    again = api.payment_intents.retrieve(intent.id)
    assert again.to_dict() == intent.to_dict()
    assert (again.amount, again.currency, again.status) == (2500, "usd", "requires_payment_method")
    assert again.metadata.to_dict() == {"user": "7", "1": "numeric key"}
    assert again.client_secret.startswith(f"{intent.id}_secret_")


def test_it_charges_a_valid_card(api, intent):
    paid = api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa", "expand": ["latest_charge"]})
    assert (paid.status, paid.amount_received) == ("succeeded", 2500)
    charge = paid.latest_charge
    assert (charge.amount, charge.paid, charge.refunded, charge.payment_intent) == (2500, True, False, intent.id)
    assert api.charges.retrieve(charge.id).payment_method_details.card.last4 == "4242"
    assert [listed.id for listed in api.charges.list({"payment_intent": intent.id}).data] == [charge.id]
    assert api.payment_intents.retrieve(intent.id).latest_charge == charge.id
    assert event_types(api, intent.id) == ["payment_intent.created", "payment_intent.succeeded"]
    assert event_types(api, charge.id) == ["charge.succeeded"]


@pytest.mark.parametrize(
    ("name", "code", "decline_code"),
    [
        ("pm_card_chargeDeclined", "card_declined", "generic_decline"),
        ("pm_card_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"),
        ("pm_card_chargeDeclinedExpiredCard", "expired_card", None),
        ("pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", None),
        ("pm_card_chargeDeclinedProcessingError", "processing_error", None),
    ],
)
def test_it_declines_a_card_and_accepts_another_one(api, intent, name, code, decline_code):
    with pytest.raises(stripe.CardError) as caught:
        api.payment_intents.confirm(intent.id, {"payment_method": name})
    error = caught.value
    assert (error.http_status, error.code, getattr(error.error, "decline_code", None)) == (402, code, decline_code)
    assert error.error.payment_intent.id == intent.id
    after = api.payment_intents.retrieve(intent.id)
    assert (after.status, after.payment_method) == ("requires_payment_method", None)
    assert (after.last_payment_error.code, after.last_payment_error.message) == (code, error.user_message)
    assert api.charges.retrieve(after.latest_charge).status == "failed"
    assert event_types(api, intent.id) == ["payment_intent.created", "payment_intent.payment_failed"]
    again = api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})
    assert (again.status, again.last_payment_error) == ("succeeded", None)


def test_it_declines_a_card_that_is_not_a_test_card(api, intent):
    method = api.payment_methods.create(
        {"type": "card", "card": {"number": "4111111111111111", "exp_month": 1, "exp_year": 2040, "cvc": "123"}}
    )
    with pytest.raises(stripe.CardError) as error:
        api.payment_intents.confirm(intent.id, {"payment_method": method.id})
    assert error.value.error.decline_code == "test_mode_live_card"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"number": "4242424242424241"}, "incorrect_number"),
        ({"exp_month": 13}, "invalid_expiry_month"),
        ({"exp_year": 2020}, "invalid_expiry_year"),
        ({"cvc": "1"}, "invalid_cvc"),
    ],
)
def test_it_refuses_invalid_card_data(api, change, code):
    card = {"number": "4242424242424242", "exp_month": 1, "exp_year": 2040, "cvc": "123"}
    with pytest.raises(stripe.CardError) as error:
        api.payment_methods.create({"type": "card", "card": {**card, **change}})
    assert (error.value.code, error.value.http_status) == (code, 402)


def test_it_never_returns_the_card_number(api):
    method = api.payment_methods.create(
        {
            "type": "card",
            "card": {"number": "5555555555554444", "exp_month": 4, "exp_year": 2040, "cvc": "123"},
            "billing_details": {"name": "Ada", "address": {"postal_code": "90210"}},
        }
    )
    again = api.payment_methods.retrieve(method.id)
    assert (again.card.brand, again.card.last4, again.card.exp_month) == ("mastercard", "4444", 4)
    assert (again.billing_details.name, again.billing_details.address.postal_code) == ("Ada", "90210")
    assert "5555555555554444" not in str(again)


def test_it_does_not_confirm_a_succeeded_intent(api, paid_intent):
    with pytest.raises(stripe.InvalidRequestError) as error:
        api.payment_intents.confirm(paid_intent.id, {"payment_method": "pm_card_visa"})
    assert (error.value.http_status, error.value.code) == (400, "payment_intent_unexpected_state")
    assert len(api.charges.list({"payment_intent": paid_intent.id}).data) == 1


def test_it_requires_a_payment_method(api, intent):
    with pytest.raises(stripe.InvalidRequestError, match="missing a payment method"):
        api.payment_intents.confirm(intent.id)
    with pytest.raises(stripe.InvalidRequestError) as error:
        api.payment_intents.confirm(intent.id, {"payment_method": "pm_none"})
    assert (error.value.http_status, error.value.param, error.value.code) == (400, "payment_method", "resource_missing")


class TestCancel:
    def test_it_cancels_an_unpaid_intent(self, api, intent):
        canceled = api.payment_intents.cancel(intent.id, {"cancellation_reason": "abandoned"})
        assert (canceled.status, canceled.cancellation_reason) == ("canceled", "abandoned")
        assert canceled.canceled_at >= canceled.created
        assert event_types(api, intent.id)[-1] == "payment_intent.canceled"
        with pytest.raises(stripe.InvalidRequestError) as error:
            api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})
        assert error.value.code == "payment_intent_unexpected_state"

    def test_it_does_not_cancel_a_succeeded_intent(self, api, paid_intent):
        with pytest.raises(stripe.InvalidRequestError, match="status of succeeded") as error:
            api.payment_intents.cancel(paid_intent.id)
        assert error.value.code == "payment_intent_unexpected_state"
        assert error.value.error.payment_intent.status == "succeeded"
        assert api.payment_intents.retrieve(paid_intent.id).status == "succeeded"

    def test_it_does_not_cancel_twice(self, api, intent):
        api.payment_intents.cancel(intent.id)
        with pytest.raises(stripe.InvalidRequestError, match="status of canceled"):
            api.payment_intents.cancel(intent.id)


class TestUpdate:
    def test_it_updates_amount_and_metadata_before_payment(self, api, intent):
        api.payment_intents.update(intent.id, {"metadata": {"a": "1", "b": "2"}})
        after = api.payment_intents.update(intent.id, {"amount": 3000, "metadata": {"a": ""}})
        assert (after.amount, after.metadata.to_dict()) == (3000, {"b": "2"})

    def test_it_does_not_update_the_amount_after_payment(self, api, paid_intent):
        with pytest.raises(stripe.InvalidRequestError) as error:
            api.payment_intents.update(paid_intent.id, {"amount": 100})
        assert error.value.code == "payment_intent_unexpected_state"
        assert api.payment_intents.update(paid_intent.id, {"description": "paid"}).description == "paid"


class TestAuthentication:
    @pytest.fixture
    def unauthenticated(self, api, intent):
        return api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_authenticationRequired"})

    def authenticate(self, standin, intent, outcome):
        return httpx.post(
            f"{standin.base}/_standin/authentications",
            data={"payment_intent": intent.id, "outcome": outcome},
            headers={"Authorization": "Bearer sk_test_camp"},
        )

    def test_it_requires_authentication(self, api, unauthenticated):
        assert (unauthenticated.status, unauthenticated.next_action.type) == ("requires_action", "use_stripe_sdk")
        assert unauthenticated.latest_charge is None
        assert event_types(api, unauthenticated.id)[-1] == "payment_intent.requires_action"

    def test_it_charges_the_card_after_authentication(self, api, standin, unauthenticated):
        assert self.authenticate(standin, unauthenticated, "succeed").json()["status"] == "succeeded"
        after = api.payment_intents.retrieve(unauthenticated.id, {"expand": ["latest_charge"]})
        assert (after.status, after.next_action) == ("succeeded", None)
        assert after.latest_charge.payment_method_details.card.three_d_secure.result == "authenticated"
        assert self.authenticate(standin, unauthenticated, "succeed").status_code == 400

    def test_it_requires_another_payment_method_after_failed_authentication(self, api, standin, unauthenticated):
        self.authenticate(standin, unauthenticated, "fail")
        after = api.payment_intents.retrieve(unauthenticated.id)
        assert after.status == "requires_payment_method"
        assert after.last_payment_error.code == "payment_intent_authentication_failure"
        assert event_types(api, unauthenticated.id)[-1] == "payment_intent.payment_failed"

    def test_it_can_decline_the_card_after_authentication(self, api, standin, intent):
        unauthenticated = api.payment_intents.confirm(
            intent.id, {"payment_method": "pm_card_threeDSecureRequiredChargeDeclined"}
        )
        response = self.authenticate(standin, unauthenticated, "succeed")
        assert (response.status_code, response.json()["error"]["code"]) == (402, "card_declined")
