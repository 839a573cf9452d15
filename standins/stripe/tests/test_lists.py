"""Lists: their order, pages and filters."""

import pytest
import stripe

from testing.servers.stripe_process import NEW_INTENT

pytestmark = pytest.mark.slow


@pytest.fixture
def intent_ids(api):
    """The ids of five payment intents, newest first."""
    return [api.payment_intents.create({**NEW_INTENT, "amount": 100 + number}).id for number in range(5)][::-1]


def test_it_lists_newest_first_in_pages(api, intent_ids):
    page = api.payment_intents.list({"limit": 2})
    assert ([intent.id for intent in page.data], page.has_more) == (intent_ids[:2], True)
    assert [intent.id for intent in page.auto_paging_iter()] == intent_ids


def test_it_filters_by_creation_time(api, intent_ids):
    created = api.payment_intents.retrieve(intent_ids[0]).created
    assert api.payment_intents.list({"created": {"gt": created + 5}}).data == []
    assert len(api.payment_intents.list({"created": {"gte": created - 60}}).data) == 5


@pytest.mark.parametrize("params", [{"limit": 0}, {"limit": 101}, {"starting_after": "pi_x"}, {"created": {"x": 1}}])
def test_it_refuses_invalid_list_parameters(api, params):
    with pytest.raises(stripe.InvalidRequestError):
        api.payment_intents.list(params)


def test_it_refuses_an_invalid_boolean(api):
    with pytest.raises(stripe.InvalidRequestError, match="Invalid boolean"):
        api.events.list({"delivery_success": "perhaps"})


def test_it_filters_events_by_type(api, paid_intent):
    assert len(api.events.list({"types": ["payment_intent.succeeded", "charge.succeeded"]}).data) == 2
    assert {event.type for event in api.events.list({"type": "charge.*"}).data} == {"charge.succeeded"}
