import httpx
import pytest
import stripe

PI = {"amount": 2500, "currency": "usd"}


@pytest.mark.parametrize(
    ("change", "param", "code"),
    [
        ({"amount": None}, "amount", "parameter_missing"),
        ({"currency": None}, "currency", "parameter_missing"),
        ({"amount": "ten"}, "amount", "parameter_invalid_integer"),
        ({"amount": 0}, "amount", "parameter_invalid_integer"),
        ({"amount": 49}, "amount", "amount_too_small"),
        ({"amount": 100_000_000}, "amount", "amount_too_large"),
        ({"currency": "xyz"}, "currency", None),
        ({"colour": "red"}, "colour", "parameter_unknown"),
        ({"payment_method_types": ["cash"]}, "payment_method_types", None),
        ({"capture_method": "manual"}, "capture_method", None),
        ({"customer": "cus_1"}, "customer", "resource_missing"),
        ({"payment_method": "pm_none"}, "payment_method", "resource_missing"),
        ({"confirm": "perhaps"}, "confirm", None),
        ({"expand": ["amount"]}, "expand", None),
        ({"metadata": {"k" * 41: "v"}}, "metadata[" + "k" * 41 + "]", None),
    ],
)
def test_creating_an_intent(api, change, param, code):
    with pytest.raises(stripe.InvalidRequestError) as caught:
        api.payment_intents.create({**PI, **change})
    assert (caught.value.http_status, caught.value.param, caught.value.code) == (400, param, code)
    assert caught.value.request_id.startswith("req_")
    assert api.payment_intents.list().data == []
    assert api.events.list().data == []


@pytest.mark.parametrize("kind", ["payment_intents", "charges", "refunds", "payment_methods", "events"])
def test_what_does_not_exist(api, kind):
    with pytest.raises(stripe.InvalidRequestError) as caught:
        getattr(api, kind).retrieve("xx_none")
    assert (caught.value.http_status, caught.value.code) == (404, "resource_missing")


@pytest.mark.parametrize(
    ("key", "message"),
    [
        (None, "You did not provide an API key"),
        ("sk_live_1", "Invalid API Key provided: sk_live_"),
        ("pk_test_1", "cannot be made with a publishable API key"),
        ("nonsense", "Invalid API Key"),
    ],
)
def test_keys(standin, key, message):
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    answer = httpx.post(f"{standin.base}/v1/payment_intents", data=PI, headers=headers)
    assert answer.status_code == 401
    assert message in answer.json()["error"]["message"]


def test_the_sdk_knows_a_wrong_key(connect, standin):
    with pytest.raises(stripe.AuthenticationError):
        connect(standin, key="sk_wrong").payment_intents.create(PI)


def test_basic_authentication_as_curl_does_it(standin):
    answer = httpx.get(f"{standin.base}/v1/events", auth=("sk_test_camp", ""))
    assert answer.json() == {"object": "list", "data": [], "has_more": False, "url": "/v1/events"}


@pytest.mark.parametrize("body", [b"\xff=1", b"amount=1&amount[a]=2", b"amount[a]=2&amount=1"])
def test_a_body_that_is_no_form(standin, body):
    headers = {"Authorization": "Bearer sk_test_1", "Content-Type": "application/x-www-form-urlencoded"}
    answer = httpx.post(f"{standin.base}/v1/payment_intents", content=body, headers=headers)
    assert (answer.status_code, answer.json()["error"]["type"]) == (400, "invalid_request_error")


def test_an_unknown_address(standin):
    answer = httpx.get(f"{standin.base}/v1/unicorns", headers={"Authorization": "Bearer sk_test_1"})
    assert answer.status_code == 404
    assert "Unrecognized request URL (GET: /v1/unicorns)" in answer.json()["error"]["message"]


class TestLists:
    @pytest.fixture
    def five(self, api):
        return [api.payment_intents.create({**PI, "amount": 100 + number}).id for number in range(5)][::-1]

    def test_are_newest_first_and_paged(self, api, five):
        page = api.payment_intents.list({"limit": 2})
        assert ([one.id for one in page.data], page.has_more) == (five[:2], True)
        assert [one.id for one in page.auto_paging_iter()] == five
        before = api.payment_intents.list({"limit": 2, "ending_before": five[4]})
        assert [one.id for one in before.data] == five[2:4]

    def test_by_time(self, api, five):
        created = api.payment_intents.retrieve(five[0]).created
        assert api.payment_intents.list({"created": {"gt": created + 5}}).data == []
        assert len(api.payment_intents.list({"created": {"gte": created - 60}}).data) == 5

    @pytest.mark.parametrize(
        "params", [{"limit": 0}, {"limit": 101}, {"starting_after": "pi_x"}, {"created": {"x": 1}}]
    )
    def test_bad_pages(self, api, params):
        with pytest.raises(stripe.InvalidRequestError):
            api.payment_intents.list(params)

    def test_everything_listed_can_be_expanded(self, api, paid):
        page = api.payment_intents.list({"expand": ["data.latest_charge"]})
        assert page.data[0].latest_charge.id == paid.latest_charge

    def test_events_by_type(self, api, paid):
        assert len(api.events.list({"types": ["payment_intent.succeeded", "charge.succeeded"]}).data) == 2
        assert {event.type for event in api.events.list({"type": "charge.*"}).data} == {"charge.succeeded"}
