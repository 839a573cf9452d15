import pytest
import stripe


def refused(api, **params):
    with pytest.raises(stripe.InvalidRequestError) as caught:
        api.refunds.create(params)
    return caught.value


def test_in_full(api, paid):
    refund = api.refunds.create(
        {"payment_intent": paid.id, "reason": "requested_by_customer", "metadata": {"why": "ill"}}
    )
    assert (refund.amount, refund.status, refund.charge) == (2500, "succeeded", paid.latest_charge)
    assert (refund.reason, refund.metadata.to_dict()) == ("requested_by_customer", {"why": "ill"})
    charge = api.charges.retrieve(paid.latest_charge, {"expand": ["refunds"]})
    assert (charge.amount_refunded, charge.refunded) == (2500, True)
    assert [one.id for one in charge.refunds.data] == [refund.id]
    assert api.refunds.retrieve(refund.id, {"expand": ["charge"]}).charge.refunded


def test_a_second_full_refund_is_refused(api, paid):
    api.refunds.create({"payment_intent": paid.id})
    error = refused(api, payment_intent=paid.id)
    assert (error.http_status, error.code) == (400, "charge_already_refunded")
    assert error.user_message == f"Charge {paid.latest_charge} has already been refunded."
    assert len(api.refunds.list({"charge": paid.latest_charge}).data) == 1


def test_in_parts_up_to_what_was_paid(api, paid):
    first = api.refunds.create({"charge": paid.latest_charge, "amount": 1000})
    assert not api.charges.retrieve(paid.latest_charge).refunded
    error = refused(api, charge=paid.latest_charge, amount=1501)
    assert "greater than unrefunded amount on charge ($15.00)" in error.user_message
    rest = api.refunds.create({"charge": paid.latest_charge})
    assert rest.amount == 1500
    listed = api.refunds.list({"payment_intent": paid.id}).data
    assert [one.id for one in listed] == [rest.id, first.id]


def test_each_part_is_an_event_of_its_own(api, paid):
    for amount in (1000, 1500):
        api.refunds.create({"charge": paid.latest_charge, "amount": amount})
    events = api.events.list({"type": "charge.refunded"}).data
    assert [event.data.object.amount_refunded for event in events] == [2500, 1000]
    assert events[0].data.previous_attributes.to_dict() == {"amount_refunded": 1000, "refunded": False}
    assert len(api.events.list({"type": "refund.created"}).data) == 2
    settled = api.events.list({"type": "refund.updated"}).data[0].data.object
    assert settled.destination_details.card.reference_status == "available"


def test_an_unpaid_intent_has_nothing_to_refund(api, intent):
    assert "does not have a successful charge" in refused(api, payment_intent=intent.id).user_message


def test_a_disputed_charge_is_not_refunded(api, standin, paid):
    dispute = standin.post("/_standin/disputes", {"charge": paid.latest_charge})
    assert refused(api, charge=paid.latest_charge).code == "charge_disputed"
    event = api.events.list({"type": "charge.dispute.created"}).data[0]
    assert (event.data.object.id, event.data.object.charge) == (dispute["id"], paid.latest_charge)
    assert api.charges.retrieve(paid.latest_charge).disputed


def test_the_dispute_card_is_disputed_at_once(api, intent):
    api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_createDispute"})
    dispute = api.events.list({"type": "charge.dispute.created"}).data[0].data.object
    assert dispute.payment_intent == intent.id
    assert api.disputes.retrieve(dispute.id, {"expand": ["charge"]}).charge.disputed


def test_metadata_can_be_added(api, paid):
    refund = api.refunds.create({"payment_intent": paid.id})
    assert api.refunds.update(refund.id, {"metadata": {"a": "b"}}).metadata.a == "b"
    assert api.refunds.retrieve(refund.id).metadata.a == "b"


@pytest.mark.parametrize(
    "params",
    [{}, {"charge": "ch_none"}, {"payment_intent": "pi_none"}, {"charge": "ch_none", "reason": "bored"}],
)
def test_nothing_to_go_by(api, params):
    assert refused(api, **params).http_status in (400, 404)
