import httpx
import pytest
import stripe


def kinds(api, about):
    events = api.events.list({"limit": 100}).data
    return [event.type for event in reversed(events) if event.data.object.id == about]


def test_an_intent_is_created_as_asked(api):
    intent = api.payment_intents.create(
        {
            "amount": 2500,
            "currency": "usd",
            "payment_method_types": ["card"],
            "metadata": {"user": "7", "1": "numbered"},
            "description": "Pottery",
        }
    )
    again = api.payment_intents.retrieve(intent.id)
    assert again.to_dict() == intent.to_dict()
    assert (again.amount, again.currency, again.status) == (2500, "usd", "requires_payment_method")
    assert again.metadata.to_dict() == {"user": "7", "1": "numbered"}
    assert again.client_secret.startswith(f"{intent.id}_secret_")


def test_a_good_card_pays(api, intent):
    paid = api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa", "expand": ["latest_charge"]})
    assert (paid.status, paid.amount_received) == ("succeeded", 2500)
    charge = paid.latest_charge
    assert (charge.amount, charge.paid, charge.refunded, charge.payment_intent) == (2500, True, False, intent.id)
    assert api.charges.retrieve(charge.id).payment_method_details.card.last4 == "4242"
    assert [one.id for one in api.charges.list({"payment_intent": intent.id}).data] == [charge.id]
    assert api.payment_intents.retrieve(intent.id).latest_charge == charge.id
    assert kinds(api, intent.id) == ["payment_intent.created", "payment_intent.succeeded"]
    assert kinds(api, charge.id) == ["charge.succeeded"]


def test_confirming_at_creation(api):
    paid = api.payment_intents.create(
        {"amount": 900, "currency": "usd", "payment_method": "pm_card_visa", "confirm": True}
    )
    assert paid.status == "succeeded"


@pytest.mark.parametrize(
    ("name", "code", "decline"),
    [
        ("pm_card_chargeDeclined", "card_declined", "generic_decline"),
        ("pm_card_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"),
        ("pm_card_chargeDeclinedExpiredCard", "expired_card", None),
        ("pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", None),
        ("pm_card_chargeDeclinedProcessingError", "processing_error", None),
    ],
)
def test_a_bad_card_is_declined_and_another_may_be_tried(api, intent, name, code, decline):
    with pytest.raises(stripe.CardError) as caught:
        api.payment_intents.confirm(intent.id, {"payment_method": name})
    error = caught.value
    assert (error.http_status, error.code, getattr(error.error, "decline_code", None)) == (402, code, decline)
    assert error.error.payment_intent.id == intent.id
    after = api.payment_intents.retrieve(intent.id)
    assert (after.status, after.payment_method) == ("requires_payment_method", None)
    assert (after.last_payment_error.code, after.last_payment_error.message) == (code, error.user_message)
    assert api.charges.retrieve(after.latest_charge).status == "failed"
    assert kinds(api, intent.id) == ["payment_intent.created", "payment_intent.payment_failed"]
    again = api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})
    assert (again.status, again.last_payment_error) == ("succeeded", None)


def test_a_card_that_is_no_test_card_is_declined(api, intent):
    method = api.payment_methods.create(
        {"type": "card", "card": {"number": "4111111111111111", "exp_month": 1, "exp_year": 2040, "cvc": "123"}}
    )
    with pytest.raises(stripe.CardError) as caught:
        api.payment_intents.confirm(intent.id, {"payment_method": method.id})
    assert caught.value.error.decline_code == "test_mode_live_card"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"number": "4242424242424241"}, "incorrect_number"),
        ({"exp_month": 13}, "invalid_expiry_month"),
        ({"exp_year": 2020}, "invalid_expiry_year"),
        ({"cvc": "1"}, "invalid_cvc"),
    ],
)
def test_a_card_that_cannot_be(api, change, code):
    card = {"number": "4242424242424242", "exp_month": 1, "exp_year": 2040, "cvc": "123"}
    with pytest.raises(stripe.CardError) as caught:
        api.payment_methods.create({"type": "card", "card": {**card, **change}})
    assert (caught.value.code, caught.value.http_status) == (code, 402)


def test_a_payment_method_never_shows_the_number(api):
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


def test_a_paid_intent_is_not_paid_again(api, paid):
    with pytest.raises(stripe.InvalidRequestError) as caught:
        api.payment_intents.confirm(paid.id, {"payment_method": "pm_card_visa"})
    assert (caught.value.http_status, caught.value.code) == (400, "payment_intent_unexpected_state")
    assert len(api.charges.list({"payment_intent": paid.id}).data) == 1


def test_a_card_is_needed(api, intent):
    with pytest.raises(stripe.InvalidRequestError, match="missing a payment method"):
        api.payment_intents.confirm(intent.id)


class TestCanceling:
    def test_an_unpaid_intent(self, api, intent):
        gone = api.payment_intents.cancel(intent.id, {"cancellation_reason": "abandoned"})
        assert (gone.status, gone.cancellation_reason) == ("canceled", "abandoned")
        assert gone.canceled_at >= gone.created
        assert kinds(api, intent.id)[-1] == "payment_intent.canceled"
        with pytest.raises(stripe.InvalidRequestError) as caught:
            api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})
        assert caught.value.code == "payment_intent_unexpected_state"

    def test_not_a_paid_one(self, api, paid):
        with pytest.raises(stripe.InvalidRequestError, match="status of succeeded") as caught:
            api.payment_intents.cancel(paid.id)
        assert caught.value.code == "payment_intent_unexpected_state"
        assert caught.value.error.payment_intent.status == "succeeded"
        assert api.payment_intents.retrieve(paid.id).status == "succeeded"

    def test_not_twice(self, api, intent):
        api.payment_intents.cancel(intent.id)
        with pytest.raises(stripe.InvalidRequestError, match="status of canceled"):
            api.payment_intents.cancel(intent.id)


class TestUpdating:
    def test_before_it_is_paid(self, api, intent):
        api.payment_intents.update(intent.id, {"metadata": {"a": "1", "b": "2"}})
        after = api.payment_intents.update(intent.id, {"amount": 3000, "metadata": {"a": ""}})
        assert (after.amount, after.metadata.to_dict()) == (3000, {"b": "2"})

    def test_the_amount_is_past_changing_once_paid(self, api, paid):
        with pytest.raises(stripe.InvalidRequestError) as caught:
            api.payment_intents.update(paid.id, {"amount": 100})
        assert caught.value.code == "payment_intent_unexpected_state"
        assert api.payment_intents.update(paid.id, {"description": "seen"}).description == "seen"

    def test_with_a_card_it_waits_to_be_confirmed(self, api, intent):
        after = api.payment_intents.update(intent.id, {"payment_method": "pm_card_visa"})
        assert after.status == "requires_confirmation"
        assert api.payment_intents.confirm(intent.id).status == "succeeded"


class TestAuthentication:
    @pytest.fixture
    def waiting(self, api, intent):
        return api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_authenticationRequired"})

    def answer(self, standin, intent, outcome):
        return httpx.post(
            f"{standin.base}/_standin/authentications",
            data={"payment_intent": intent.id, "outcome": outcome},
            headers={"Authorization": "Bearer sk_test_camp"},
        )

    def test_is_asked_for(self, api, waiting):
        assert (waiting.status, waiting.next_action.type) == ("requires_action", "use_stripe_sdk")
        assert waiting.latest_charge is None
        assert kinds(api, waiting.id)[-1] == "payment_intent.requires_action"

    def test_completed_pays(self, api, standin, waiting):
        assert self.answer(standin, waiting, "succeed").json()["status"] == "succeeded"
        after = api.payment_intents.retrieve(waiting.id, {"expand": ["latest_charge"]})
        assert (after.status, after.next_action) == ("succeeded", None)
        assert after.latest_charge.payment_method_details.card.three_d_secure.result == "authenticated"
        assert self.answer(standin, waiting, "succeed").status_code == 400

    def test_failed_waits_for_another_card(self, api, standin, waiting):
        self.answer(standin, waiting, "fail")
        after = api.payment_intents.retrieve(waiting.id)
        assert after.status == "requires_payment_method"
        assert after.last_payment_error.code == "payment_intent_authentication_failure"
        assert kinds(api, waiting.id)[-1] == "payment_intent.payment_failed"

    def test_can_be_declined_afterwards(self, api, standin, intent):
        waiting = api.payment_intents.confirm(
            intent.id, {"payment_method": "pm_card_threeDSecureRequiredChargeDeclined"}
        )
        refused = self.answer(standin, waiting, "succeed")
        assert (refused.status_code, refused.json()["error"]["code"]) == (402, "card_declined")

    def test_is_refused_when_nobody_is_there(self, api, intent):
        with pytest.raises(stripe.CardError) as caught:
            api.payment_intents.confirm(
                intent.id, {"payment_method": "pm_card_authenticationRequired", "off_session": True}
            )
        assert caught.value.code == "authentication_required"
