"""Tests of what no other test of payments notices: further pages of refunds, and the connections to the provider."""

from decimal import Decimal

import pytest
import requests

from payments.stripe import api as stripe_api
from payments.stripe.connections import shared_session

INTENT = {"id": "pi_1", "status": "succeeded", "client_secret": "s", "amount": 4550, "currency": "usd", "metadata": {}}


def _refunds(*ids, has_more):
    data = [{"id": each, "status": "succeeded", "amount": 100} for each in ids]
    return {"object": "list", "data": data, "has_more": has_more, "url": "/v1/charges/ch_1/refunds"}


@pytest.fixture
def fresh_session():
    shared_session.cache_clear()
    yield
    shared_session.cache_clear()


def test_it_reads_the_refunds_of_all_pages(monkeypatch):
    first, last = _refunds("re_1", "re_2", has_more=True), _refunds("re_3", has_more=False)
    pages = {
        "/v1/payment_intents/pi_1": INTENT | {"latest_charge": {"refunds": first}},
        "/v1/charges/ch_1/refunds": last,
    }
    requested = []

    def get(path, params):
        requested.append((path, params))
        return pages[path]

    monkeypatch.setattr(stripe_api, "_get", get)
    intent = stripe_api.get_intent("pi_1")
    assert [refund.id for refund in intent.refunds] == ["re_1", "re_2", "re_3"]
    assert intent.refunded == Decimal(3)
    assert requested[1][1]["starting_after"] == "re_2"


@pytest.mark.parametrize("charge", [None, "ch_1", {"id": "ch_1"}])
def test_it_reads_an_intent_whose_charge_is_not_expanded(monkeypatch, charge):
    monkeypatch.setattr(stripe_api, "_get", lambda *_: INTENT | {"latest_charge": charge})
    assert stripe_api.get_intent("pi_1").refunds == ()


def test_it_quotes_the_id_in_the_address(monkeypatch):
    requested = []
    monkeypatch.setattr(stripe_api, "_get", lambda path, _params: requested.append(path) or INTENT)
    stripe_api.get_intent("pi_1/cancel?x=1")
    assert requested == ["/v1/payment_intents/pi_1%2Fcancel%3Fx%3D1"]


def test_it_uses_the_proxy_of_the_environment(monkeypatch, settings, fresh_session):
    settings.STRIPE_API_BASE = ""
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    monkeypatch.setenv("NO_PROXY", "")
    monkeypatch.setenv("no_proxy", "")
    assert shared_session(1).proxies["https"] == "http://proxy.example:3128"


def test_it_makes_an_exception_from_the_proxy(monkeypatch, settings, fresh_session):
    settings.STRIPE_API_BASE = ""
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    monkeypatch.setenv("NO_PROXY", "api.stripe.com")
    monkeypatch.setenv("no_proxy", "api.stripe.com")
    assert "https" not in shared_session(1).proxies


def test_it_verifies_certificates_with_the_bundle_of_the_sdk(monkeypatch, fresh_session):
    sent = {}

    def send(_session, _request, **options):
        sent.update(options)
        raise OSError

    monkeypatch.setenv("REQUESTS_CA_BUNDLE", "/nowhere.pem")
    monkeypatch.setattr(requests.Session, "send", send)
    client = stripe_api.stripe.RequestsClient(session=shared_session(1))
    with pytest.raises(stripe_api.stripe.APIConnectionError):
        client.request("get", "https://api.stripe.com/v1/refunds", {})
    assert sent["verify"] == stripe_api.stripe.ca_bundle_path


def test_it_sends_the_key_as_a_header_and_not_in_the_body(monkeypatch):
    sent = []

    def request(_client, _method, _url, headers, body):
        sent.append((headers["Idempotency-Key"], body))
        return "{}", 200, {}

    monkeypatch.setattr(stripe_api.stripe.RequestsClient, "request", request)
    stripe_api._send("post", "/v1/refunds", {"amount": 100}, idempotency_key="refund-1")
    assert sent == [("refund-1", "amount=100")]
