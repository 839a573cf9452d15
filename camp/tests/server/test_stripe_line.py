"""The line of the requests that call Stripe."""

import asyncio
import threading

import pytest

from accounts.models import User
from accounts.tokens import issue_token
from camp.server import stripe_line, threaded_site
from camp.server.request_body import REFUSAL
from camp.server.stripe_line import PLACES, LineTooLong
from camp.server.threaded_site import ThreadedSite
from payments.stripe import api as stripe_api
from testing.servers.stripe_stand_in import signature_of


class NoCache:
    def find(self, environ):
        return False


class Site:
    """A WSGI application that records what begins, and responds when it may."""

    def __init__(self):
        self.begun, self.running, self.most = [], 0, 0
        self.lock, self.may_respond = threading.Lock(), threading.Event()

    def __call__(self, environ, start_response):
        refusal = environ.get(REFUSAL)
        if refusal is not None:
            start_response(f"{refusal.status} Refused", [("Retry-After", str(refusal.retry_after))])
            return [b""]
        with self.lock:
            self.begun.append(environ["PATH_INFO"])
            self.running += 1
            self.most = max(self.most, self.running)
        if environ["REQUEST_METHOD"] != "GET":
            assert self.may_respond.wait(20)
        with self.lock:
            self.running -= 1
        if environ["PATH_INFO"].endswith("broken"):
            raise ZeroDivisionError
        start_response("200 OK", [])
        return [b""]


async def status_of(site, path="/orders", *, account=None, method="POST", headers=()):
    """Sends one request, of this account if it is given, and returns the status of the response."""
    token = [] if account is None else [(b"authorization", b"Bearer " + token_of(account))]
    scope = {
        "method": method,
        "raw_path": path.encode(),
        "headers": [*token, *headers],
        "query_string": b"",
        "http_version": "1.1",
        "scheme": "http",
        "client": ("203.0.113.7", "1"),
        "server": ("127.0.0.1", "8000"),
    }
    sent = []

    async def receive():
        return {"type": "http.request", "body": b""}

    async def send(message):
        sent.append(message)

    await site(scope, receive, send)
    return sent[0]["status"]


def token_of(account):
    return issue_token(user=User(pk=account)).encode()


async def until(condition):
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.001)


async def fill(site, threaded):
    """Starts as many requests as run at the same time, each of another account, and returns them."""
    requests = [asyncio.create_task(status_of(threaded, account=number)) for number in range(1, PLACES + 1)]
    await until(lambda: len(site.begun) == PLACES)
    return requests


async def finish(site, requests):
    """Lets the site respond. Each of the requests succeeds."""
    site.may_respond.set()
    assert set(await asyncio.gather(*requests)) == {200}


def run(scenario):
    """Runs the scenario with a site whose requests respond when the scenario allows it."""
    site = Site()
    asyncio.run(scenario(site, ThreadedSite(site, NoCache())))
    return site


def test_it_serves_everybody_in_the_order_of_arrival_with_a_limited_number_at_a_time():
    paths = [f"/orders/{number}" for number in range(4 * PLACES)]

    async def scenario(site, threaded):
        requests = []
        for number, path in enumerate(paths):
            requests.append(asyncio.create_task(status_of(threaded, path, account=number + 1)))
            await asyncio.sleep(0)
        await until(lambda: len(site.begun) == PLACES)
        await finish(site, requests)

    site = run(scenario)
    # The threads that begin at the same time may overtake each other; nobody who waits is overtaken.
    positions = [abs(paths.index(path) - position) for position, path in enumerate(site.begun)]
    assert len(site.begun) == len(paths)
    assert max(positions) < PLACES
    assert site.most == PLACES


def test_it_serves_other_requests_while_the_line_waits():
    async def scenario(site, threaded):
        waiting = [asyncio.create_task(status_of(threaded, account=number)) for number in range(1, 2 * PLACES)]
        await until(lambda: len(site.begun) == PLACES)
        assert await status_of(threaded, "/payments/x", method="GET", account=1) == 200
        assert await status_of(threaded, "/orders", method="GET") == 200
        await finish(site, waiting)

    run(scenario)


def test_it_refuses_more_requests_of_one_account_than_a_family_sends():
    allowed = stripe_line.MAX_REQUESTS_PER_SENDER["account"]

    async def scenario(site, threaded):
        first = [asyncio.create_task(status_of(threaded, account=1)) for _ in range(allowed)]
        await until(lambda: len(site.begun) == allowed)
        assert await status_of(threaded, account=1) == 503
        await finish(site, [*first, asyncio.create_task(status_of(threaded, account=2))])
        assert await status_of(threaded, account=1) == 200

    run(scenario)


def test_it_refuses_a_request_whose_turn_does_not_come(monkeypatch):
    monkeypatch.setattr(stripe_line, "SECONDS", 0.05)

    async def scenario(site, threaded):
        running = await fill(site, threaded)
        assert await status_of(threaded, account=1000) == 503
        await finish(site, running)
        assert await status_of(threaded, account=1000) == 200

    assert len(run(scenario).begun) == PLACES + 1


def test_it_refuses_more_requests_than_it_has_room_for(monkeypatch):
    monkeypatch.setattr(stripe_line, "MAX_REQUESTS", PLACES)

    async def scenario(site, threaded):
        running = await fill(site, threaded)
        assert await status_of(threaded, account=1000) == 503
        await finish(site, running)

    assert len(run(scenario).begun) == PLACES


def test_it_says_nothing_about_a_charge_that_may_have_been_made():
    """The browser charges the card before it sends ``POST /payments``."""
    assert "haven't been charged" not in LineTooLong.message


def test_it_ends_the_turn_of_a_request_that_fails():
    async def scenario(site, threaded):
        site.may_respond.set()
        for number in range(2 * PLACES):
            with pytest.raises(ZeroDivisionError):
                await status_of(threaded, "/orders/broken", account=number + 1)

    assert len(run(scenario).begun) == 2 * PLACES


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/orders", ()),
        ("/orders", [(b"authorization", b"Bearer x.y.z")]),
        ("/stripe/webhook", ()),
        ("/stripe/webhook", [(b"stripe-signature", b"t=1,v1=x")]),
        ("/jwt", ()),
        ("*", ()),
    ],
)
def test_it_gives_no_place_to_a_request_that_the_site_refuses_without_stripe(path, headers, monkeypatch):
    monkeypatch.setattr(stripe_line, "MAX_REQUESTS", 0)

    async def scenario(site, threaded):
        site.may_respond.set()
        assert await status_of(threaded, path, headers=headers) == 200

    run(scenario)


def test_it_lets_stripe_wait_too():
    async def scenario(site, threaded):
        signed = [(b"stripe-signature", signature_of(b"").encode())]
        waiting = [asyncio.create_task(status_of(threaded, "/stripe/webhook", headers=signed)) for _ in range(40)]
        await until(lambda: len(site.begun) == PLACES)
        await finish(site, waiting)

    assert run(scenario).most == PLACES


def test_it_leaves_calls_and_threads_to_those_who_do_not_wait():
    assert PLACES < stripe_api.CONCURRENT_CALLS < threaded_site.THREADS


def test_it_lets_a_quote_pass():
    assert stripe_line.calls_stripe("POST", "/orders")
    assert not stripe_line.calls_stripe("POST", "/orders/quote")
