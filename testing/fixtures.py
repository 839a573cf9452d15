"""Fixtures that the tests of all apps share. `conftest.py` at the top loads them."""

import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import time_machine
from django.conf import settings as camp_settings
from django.db import connection
from django.test import Client  # noqa: TID251
from django.test.utils import CaptureQueriesContext

from accounts import firebase
from accounts.models import Child, User
from classes.models import CampClass, WaitlistEntry
from classes.seats.holds import FULL
from core.cache.responses import response_cache
from payments.stripe import api as stripe_api
from testing.clients.admin import AdminClient
from testing.clients.api import ApiClient, as_
from testing.factories import NOW, Users, make_child, make_class, make_offer, make_user, make_users, make_waitlist_entry
from testing.factories.season_files import to_csv
from testing.logs import Log
from testing.proofs.stripe_callers import checked_callers
from testing.servers.auth_emulator import reset_firebase_app, running_emulator
from testing.servers.free_ports import free_port
from testing.servers.identity_provider import FakeIdentityProvider
from testing.servers.mail import MailServer, running_mail_server
from testing.servers.processes import wait_until
from testing.servers.stripe_stand_in import StripeStandIn
from testing.snapshots import nothing_changes

NOBODY = 65534


@pytest.fixture(autouse=True)
def _closed_circuits() -> None:
    """Closes the circuits that failed calls of an earlier test have opened. They would refuse calls for ten seconds."""
    stripe_api._breaker.reset()
    firebase._breaker.reset()


@pytest.fixture(autouse=True)
def _no_class_found_full() -> None:
    """A class of this test may have the id of another one of an earlier test."""
    FULL.clear()


@contextmanager
def _running_stand_in(state: Path, *options: str) -> Iterator[str]:
    """Runs a Stripe stand-in and yields its address."""
    address = f"http://127.0.0.1:{(port := free_port())}"
    command = [sys.executable, "-m", "standins.stripe", "--port", str(port), "--state", str(state), *options]
    process = subprocess.Popen(command, cwd=camp_settings.BASE_DIR)
    try:
        wait_until(lambda: httpx.get(address, timeout=1), seconds=20)
        yield address
    finally:
        process.terminate()
        process.wait(10)


@contextmanager
def _connected_to(address: str, settings) -> Iterator[StripeStandIn]:
    """Points the site at this stand-in and yields a client of it."""
    settings.STRIPE_API_BASE = address
    stripe_api._client.cache_clear()
    stripe = StripeStandIn(address)
    with checked_callers():
        yield stripe
    stripe.end_faults()
    stripe.close()
    stripe_api._client.cache_clear()


@pytest.fixture(scope="session")
def stripe_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A stand-in without a webhook address: no event is pending, and tests deliver events themselves."""
    with _running_stand_in(tmp_path_factory.mktemp("stripe")) as address:
        yield address


@pytest.fixture(scope="session")
def undelivered_stripe_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A stand-in with an unreachable webhook address: its events stay pending, so that reconciliation finds them."""
    webhook = ("--webhook-url", "http://127.0.0.1:9/webhook", "--webhook-secret", "whsec_unused")
    with _running_stand_in(tmp_path_factory.mktemp("undelivered"), *webhook) as address:
        yield address


@pytest.fixture
def stripe(stripe_address: str, settings) -> Iterator[StripeStandIn]:
    """A client of the stand-in that the site uses. Objects of earlier tests remain in the stand-in."""
    with _connected_to(stripe_address, settings) as stripe:
        yield stripe


@pytest.fixture
def fresh_stripe(stripe: StripeStandIn) -> StripeStandIn:
    """The same without objects of earlier tests, for tests that compare all payments with the stand-in."""
    stripe.reset()
    return stripe


@pytest.fixture
def undelivered_stripe(undelivered_stripe_address: str, settings) -> Iterator[StripeStandIn]:
    """A client of the stand-in whose events are pending. The test sets the fault that drops the deliveries."""
    with _connected_to(undelivered_stripe_address, settings) as stripe:
        yield stripe


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    """A real SMTP server, to which the site sends its e-mails."""
    with running_mail_server() as server:
        yield server


@pytest.fixture
def identity_provider(monkeypatch) -> FakeIdentityProvider:
    """Replaces Firebase by a fake identity provider."""
    provider = FakeIdentityProvider()
    for name in ("verify_id_token", "identity_exists", "delete_identity"):
        monkeypatch.setattr(firebase, name, getattr(provider, name))
    return provider


@pytest.fixture
def users(db) -> Users:
    return make_users()


@pytest.fixture
def student(db) -> User:
    """Sam, for tests that need no other user."""
    return make_user("sam")


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Sets the time to ``NOW``. It passes only by ``clock.shift``."""
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


@pytest.fixture
def client() -> Client:
    """A client without a token. Replaces pytest-django's, which switches the CSRF checks off."""
    return Client(enforce_csrf_checks=True)


@pytest.fixture
def mia(users: Users) -> Child:
    """Sam's child, born on June 1, 2015."""
    return make_child(users.student, "Mia")


@pytest.fixture
def leo(users: Users) -> Child:
    """Mia's sibling, with the same birthday."""
    return make_child(users.student, "Leo")


@pytest.fixture
def admin_client(users: Users) -> AdminClient:
    """A client that is logged in to the Django admin."""
    return AdminClient(users.admin)


@pytest.fixture
def clay(users: Users) -> CampClass:
    """An approved class of ten seats at $45.50."""
    return make_class(users.instructor)


@pytest.fixture
def last_seat(users: Users) -> CampClass:
    """An approved class of one seat at $45.50."""
    return make_class(users.instructor, "The last seat", capacity=1)


@pytest.fixture
def third_student(users: Users) -> User:
    """Uma, who is on no waitlist."""
    return make_user("uma")


@pytest.fixture
def offered(users: Users, last_seat: CampClass) -> WaitlistEntry:
    """The last seat is offered to Sam, and Olga is next."""
    entry = make_offer(users.student, last_seat)
    make_waitlist_entry(users.other_student, last_seat)
    return entry


@pytest.fixture
def entries(users: Users, last_seat: CampClass) -> list[WaitlistEntry]:
    """Three entries that wait for the last seat, in the order of joining: Sam, their child Mia, and Olga."""
    return [
        make_waitlist_entry(users.student, last_seat),
        make_waitlist_entry(users.student, last_seat, make_child(users.student)),
        make_waitlist_entry(users.other_student, last_seat),
    ]


@pytest.fixture
def log(monkeypatch) -> Iterator[Log]:
    """The lines that are logged during the test."""
    log = Log()
    root = logging.getLogger()
    root.addHandler(log.handler)
    for name in ("", "camp.requests", "accounts", "payments", "classes", "care", "django.request"):
        monkeypatch.setattr(logging.getLogger(name), "level", logging.DEBUG)
    logging.getLogger().manager._clear_cache()
    yield log
    root.removeHandler(log.handler)
    logging.getLogger().manager._clear_cache()


@pytest.fixture
def new_york(settings) -> None:
    """Sets the camp's time zone."""
    settings.SITE_TIME_ZONE = "America/New_York"


@pytest.fixture
def request_deletion(identity_provider) -> Callable[..., Any]:
    """Requests the deletion of the user's own account, with an ID token of a login just now by default."""

    def request_deletion(user, status=204, *, token=None, **claims):
        token = identity_provider.id_token(user.email, **claims) if token is None else token
        return as_(user).delete("/users/me", status, {"idToken": token})

    return request_deletion


@pytest.fixture
def expect_refusal(request_deletion, identity_provider) -> Callable[..., str]:
    """Requests a deletion, asserts that it is refused with this code and changes nothing, and returns the message."""

    def expect_refusal(user, code, status=409, **options):
        with nothing_changes():
            response = request_deletion(user, status, **options)
        assert (response["code"], identity_provider.deleted) == (code, [])
        return response["message"]

    return expect_refusal


@pytest.fixture
def use_emulator(monkeypatch, settings) -> Iterator[Callable[[str], None]]:
    """Points the SDK at an emulator's address, or at none if it is empty."""
    reset_firebase_app()

    def use_emulator(address):
        settings.FIREBASE_AUTH_EMULATOR_HOST = address
        if address:
            monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", address)
        else:
            monkeypatch.delenv("FIREBASE_AUTH_EMULATOR_HOST", raising=False)

    yield use_emulator
    reset_firebase_app()


@pytest.fixture
def emulator(use_emulator):
    with running_emulator() as server:
        use_emulator(f"127.0.0.1:{server.server_port}")
        yield server


@pytest.fixture
def count_queries() -> Callable[[ApiClient, str], int]:
    """Returns how many queries a GET makes whose response is not in the cache."""

    def count(client: ApiClient, path: str) -> int:
        response_cache.invalidate()
        with CaptureQueriesContext(connection) as queries:
            client.get(path)
        return len(queries)

    return count


@pytest.fixture
def write_seed_file(tmp_path: Path) -> Callable[..., Path]:
    """Writes rows, text or bytes to a season file for ``seed_classes``, and returns its path."""

    def write_seed_file(content: str | bytes | list[dict[str, Any]], name: str = "season.csv") -> Path:
        path = tmp_path / name
        if isinstance(content, list):
            content = json.dumps(content) if name.endswith(".json") else to_csv(content)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write_seed_file


@pytest.fixture
def without_root() -> Callable[[], AbstractContextManager[None]]:
    """A context in which this process lacks the rights of root, so that permissions of folders apply."""

    @contextmanager
    def run() -> Iterator[None]:
        user = os.getresuid()
        if user[0] == 0:
            os.setresuid(NOBODY, NOBODY, 0)
        try:
            yield
        finally:
            os.setresuid(*user)

    return run
