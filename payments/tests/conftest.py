"""The card stand-in, running; the cast; and a student at the till."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from django.conf import settings as camp_settings

from accounts.tests.conftest import Provider, provider_instead
from camp.testing import Cast, as_, make_cast, make_class
from classes.models import CampClass
from payments import stripe_api
from payments.tests.till import Cards, books


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _wait_for(address: str) -> None:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with suppress(httpx.TransportError):
            httpx.get(address, timeout=1)
            return
        time.sleep(0.05)
    raise TimeoutError(address)


@contextmanager
def _running(state: Path, *options: str) -> Iterator[str]:
    """The address of a card stand-in of the tests' own."""
    address = f"http://127.0.0.1:{(port := _free_port())}"
    command = [sys.executable, "-m", "standins.stripe", "--port", str(port), "--state", str(state), *options]
    process = subprocess.Popen(command, cwd=camp_settings.BASE_DIR)
    try:
        _wait_for(address)
        yield address
    finally:
        process.terminate()
        process.wait(10)


@contextmanager
def _seen(address: str, settings) -> Iterator[Cards]:
    settings.STRIPE_API_BASE = address
    stripe_api._client.cache_clear()
    cards = Cards(address)
    yield cards
    cards.close()
    stripe_api._client.cache_clear()


@pytest.fixture(scope="session")
def card_standin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """It delivers no webhooks, and none is pending: the tests deliver, when they choose."""
    with _running(tmp_path_factory.mktemp("cards")) as address:
        yield address


@pytest.fixture(scope="session")
def unheard_standin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """It knows where to deliver webhooks, so that what it does not deliver is undelivered to reconcile."""
    nobody = ("--webhook-url", "http://127.0.0.1:9/nobody", "--webhook-secret", "whsec_nobody")
    with _running(tmp_path_factory.mktemp("unheard"), *nobody) as address:
        yield address


@pytest.fixture
def cards(card_standin: str, settings) -> Iterator[Cards]:
    """The card provider, as seen by a student's browser, by the provider itself and by our SDK."""
    with _seen(card_standin, settings) as cards:
        yield cards


@pytest.fixture
def unheard_cards(unheard_standin: str, settings) -> Iterator[Cards]:
    """The same with webhooks that are pending until a test delivers them; it sets the switch that drops them."""
    with _seen(unheard_standin, settings) as cards:
        yield cards


@pytest.fixture
def fresh_cards(cards: Cards) -> Cards:
    """The same, with empty books: for tests that ask whether they agree with ours."""
    cards.forget_everything()
    return cards


@pytest.fixture
def provider(monkeypatch) -> Provider:
    """The identity provider."""
    return provider_instead(monkeypatch)


@pytest.fixture
def cast(db) -> Cast:
    return make_cast()


@pytest.fixture
def clay(cast: Cast) -> CampClass:
    """An Approved class of ten seats at $45.50."""
    return make_class(cast.instructor)


@pytest.fixture
def last_seat(cast: Cast) -> CampClass:
    """An Approved class of one seat at $45.50."""
    return make_class(cast.instructor, "The last seat", capacity=1)


@pytest.fixture
def leave(provider):
    """Delete this person's account, with an ID token of somebody who logged in just now."""

    def leave(user, status=204, *, token=None, **claims):
        token = provider.id_token(user.email, **claims) if token is None else token
        return as_(user).delete("/users/me", status, {"idToken": token})

    return leave


@pytest.fixture
def refused(leave, provider):
    """It is refused with this code, nothing has changed, and nobody was forgotten; the message."""

    def refused(user, code, status=409, **more):
        before = books()
        answer = leave(user, status, **more)
        assert answer["code"] == code
        assert (books(), provider.deleted) == (before, [])
        return answer["message"]

    return refused
