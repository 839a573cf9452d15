"""Refunds and disputes, and refunds that are pending or fail later."""

import httpx
import pytest
import stripe

pytestmark = pytest.mark.slow


def rejection(api, **params):
    """Returns the error of a refund that must fail."""
    with pytest.raises(stripe.InvalidRequestError) as error:
        api.refunds.create(params)
    return error.value


def test_it_refunds_in_full(api, paid_intent):
    refund = api.refunds.create(
        {"payment_intent": paid_intent.id, "reason": "requested_by_customer", "metadata": {"why": "ill"}}
    )
    assert (refund.amount, refund.status, refund.charge) == (2500, "succeeded", paid_intent.latest_charge)
    assert (refund.reason, refund.metadata.to_dict()) == ("requested_by_customer", {"why": "ill"})
    charge = api.charges.retrieve(paid_intent.latest_charge, {"expand": ["refunds"]})
    assert (charge.amount_refunded, charge.refunded) == (2500, True)
    assert [listed.id for listed in charge.refunds.data] == [refund.id]


def test_it_refuses_a_second_full_refund(api, paid_intent):
    api.refunds.create({"payment_intent": paid_intent.id})
    error = rejection(api, payment_intent=paid_intent.id)
    assert (error.http_status, error.code) == (400, "charge_already_refunded")
    assert error.user_message == f"Charge {paid_intent.latest_charge} has already been refunded."
    assert len(api.refunds.list({"charge": paid_intent.latest_charge}).data) == 1


def test_it_refunds_in_parts_up_to_the_amount_of_the_charge(api, paid_intent):
    first = api.refunds.create({"charge": paid_intent.latest_charge, "amount": 1000})
    assert not api.charges.retrieve(paid_intent.latest_charge).refunded
    error = rejection(api, charge=paid_intent.latest_charge, amount=1501)
    assert "greater than unrefunded amount on charge ($15.00)" in error.user_message
    rest = api.refunds.create({"charge": paid_intent.latest_charge})
    assert rest.amount == 1500
    listed = api.refunds.list({"payment_intent": paid_intent.id}).data
    assert [refund.id for refund in listed] == [rest.id, first.id]


def test_it_includes_partial_refunds_with_their_metadata_in_the_charge(api, paid_intent):
    for amount, payment in ((1000, "first"), (700, "second")):
        api.refunds.create({"payment_intent": paid_intent.id, "amount": amount, "metadata": {"payment": payment}})
    charge = api.payment_intents.retrieve(paid_intent.id, {"expand": ["latest_charge.refunds"]}).latest_charge
    assert (charge.amount_refunded, charge.refunded) == (1700, False)
    found = {refund.metadata.payment: refund.amount for refund in charge.refunds.data}
    assert found == {"first": 1000, "second": 700}


def test_it_emits_an_event_for_each_partial_refund(api, paid_intent):
    for amount in (1000, 1500):
        api.refunds.create({"charge": paid_intent.latest_charge, "amount": amount})
    events = api.events.list({"type": "charge.refunded"}).data
    assert [event.data.object.amount_refunded for event in events] == [2500, 1000]
    assert events[0].data.previous_attributes.to_dict() == {"amount_refunded": 1000, "refunded": False}
    assert len(api.events.list({"type": "refund.created"}).data) == 2
    updated = api.events.list({"type": "refund.updated"}).data[0].data.object
    assert updated.destination_details.card.reference_status == "available"


def test_it_refuses_a_refund_of_an_unpaid_intent(api, intent):
    assert "does not have a successful charge" in rejection(api, payment_intent=intent.id).user_message


def test_it_refuses_a_refund_of_a_disputed_charge(api, standin, paid_intent):
    dispute = standin.post("/_standin/disputes", {"charge": paid_intent.latest_charge})
    assert rejection(api, charge=paid_intent.latest_charge).code == "charge_disputed"
    event = api.events.list({"type": "charge.dispute.created"}).data[0]
    assert (event.data.object.id, event.data.object.charge) == (dispute["id"], paid_intent.latest_charge)
    assert api.charges.retrieve(paid_intent.latest_charge).disputed


def test_it_opens_a_dispute_for_the_dispute_test_card(api, intent):
    api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_createDispute"})
    dispute = api.events.list({"type": "charge.dispute.created"}).data[0].data.object
    assert dispute.payment_intent == intent.id
    assert api.charges.retrieve(dispute.charge).disputed


@pytest.mark.parametrize(("status", "is_refunded"), [("won", True), ("warning_closed", True), ("lost", False)])
def test_it_refunds_a_charge_again_unless_its_dispute_is_lost(api, standin, paid_intent, status, is_refunded):
    dispute = standin.post("/_standin/disputes", {"charge": paid_intent.latest_charge})
    standin.post("/_standin/dispute_results", {"dispute": dispute["id"], "status": status})
    (found,) = api.disputes.list({"payment_intent": paid_intent.id}).data
    assert (found.id, found.status, found.is_charge_refundable) == (dispute["id"], status, is_refunded)
    (event,) = api.events.list({"type": "charge.dispute.closed"}).data
    assert event.data.object.status == status
    assert api.charges.retrieve(paid_intent.latest_charge).disputed
    if is_refunded:
        assert api.refunds.create({"payment_intent": paid_intent.id}).status == "succeeded"
    else:
        assert rejection(api, charge=paid_intent.latest_charge).code == "charge_disputed"


def test_it_updates_metadata(api, paid_intent):
    refund = api.refunds.create({"payment_intent": paid_intent.id})
    assert api.refunds.update(refund.id, {"metadata": {"a": "b"}}).metadata.a == "b"
    assert api.refunds.retrieve(refund.id).metadata.a == "b"


def test_it_lets_a_refund_fail_later_and_be_repeated(api, standin, paid_intent):
    refund = api.refunds.create({"payment_intent": paid_intent.id})
    standin.post("/_standin/refund_failures", {"refund": refund.id, "reason": "lost_or_stolen_card"})
    failed = api.refunds.retrieve(refund.id)
    assert (failed.status, failed.failure_reason) == ("failed", "lost_or_stolen_card")
    charge = api.charges.retrieve(paid_intent.latest_charge)
    assert (charge.amount_refunded, charge.refunded) == (0, False)
    (event,) = api.events.list({"type": "refund.failed"}).data
    assert (event.data.object.id, event.data.object.status) == (refund.id, "failed")
    assert api.events.list({"type": "refund.updated"}).data[0].data.previous_attributes.status == "succeeded"
    again = api.refunds.create({"payment_intent": paid_intent.id})
    assert (again.amount, again.status) == (2500, "succeeded")


def test_it_lets_a_refund_fail_only_once(api, standin, paid_intent):
    refund = api.refunds.create({"payment_intent": paid_intent.id})
    standin.post("/_standin/refund_failures", {"refund": refund.id})
    again = httpx.post(f"{standin.base}/_standin/refund_failures", json={"refund": refund.id})
    assert again.status_code == 400


class TestPendingRefund:
    @pytest.fixture
    def refund(self, api, intent):
        api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_pendingRefund"})
        return api.refunds.create({"payment_intent": intent.id})

    def test_it_counts_a_pending_refund_as_refunded_at_the_charge(self, api, refund):
        assert (refund.status, refund.pending_reason) == ("pending", "insufficient_funds")
        charge = api.charges.retrieve(refund.charge)
        assert (charge.amount_refunded, charge.refunded) == (2500, True)
        assert rejection(api, charge=refund.charge).code == "charge_already_refunded"
        assert api.events.list({"type": "charge.refunded"}).data
        assert not api.events.list({"type": "refund.updated"}).data

    def test_it_completes_a_pending_refund_later(self, api, standin, refund):
        standin.post("/_standin/refund_completions", {"refund": refund.id})
        assert api.refunds.retrieve(refund.id).status == "succeeded"
        _, event = api.events.list({"type": "refund.updated"}).data
        assert event.data.previous_attributes.status == "pending"
        again = httpx.post(f"{standin.base}/_standin/refund_completions", json={"refund": refund.id})
        assert again.status_code == 400

    def test_it_lets_a_pending_refund_fail_later(self, api, standin, refund):
        standin.post("/_standin/refund_failures", {"refund": refund.id})
        assert (api.refunds.retrieve(refund.id).status, api.charges.retrieve(refund.charge).refunded) == (
            "failed",
            False,
        )


@pytest.mark.parametrize(
    "params",
    [{}, {"charge": "ch_none"}, {"payment_intent": "pi_none"}, {"charge": "ch_none", "reason": "bored"}],
)
def test_it_refuses_a_refund_without_a_valid_charge(api, params):
    assert rejection(api, **params).http_status in (400, 404)
