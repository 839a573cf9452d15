"""Throttling: who is refused at which count, for which client, address and network."""

import os
import re
import time
from io import StringIO
from uuid import UUID

import pytest
import time_machine
from django.conf import settings as configured
from django.core.management import call_command
from django.db import connection
from django.test import RequestFactory
from django.urls import resolve

from accounts.models import User
from accounts.tokens import issue_token
from classes.models import Enrollment
from core.api.throttling import TooManyRequests, count_request
from core.http import client_address
from core.models import RequestCount
from payments.models import Payment
from testing.clients.api import as_, with_bearer
from testing.endpoints import ENDPOINTS
from testing.factories import make_class, make_users
from testing.proofs.races import run_concurrently
from testing.servers.processes import database_url, run_python
from testing.snapshots import all_users

SHARED_ADDRESS, OTHER_ADDRESS = "198.51.100.7", "203.0.113.9"
WINDOW_BEGIN = 1_800_000_000.0  # of a window of sixty seconds


@pytest.fixture
def low_limits(settings):
    """Three requests per client and five per address, with a stopped clock."""
    settings.THROTTLE_RATES = dict.fromkeys(settings.THROTTLE_RATES, (3, 5, 60))
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if name != "camp.server.loopback.loopback_only"]
    with time_machine.travel(WINDOW_BEGIN + 20, tick=False) as clock:
        yield clock


@pytest.fixture
def users(db, low_limits):
    return make_users()


def change_name(user, status=200, address=SHARED_ADDRESS):
    return as_(user).patch("/users/me", {"name": "New name"}, status, REMOTE_ADDR=address)


def test_it_refuses_a_client_over_its_limit(users):
    for _ in range(3):
        change_name(users.student)
    client = as_(users.student).client
    response = client.patch("/users/me", {"name": "Once more"}, format="json", REMOTE_ADDR=SHARED_ADDRESS)
    assert response.status_code == 429
    assert response["Retry-After"] == "40"
    assert set(response.json()) == {"code", "message"}
    assert response.json()["code"] == "too_many_requests"
    assert User.objects.get(pk=users.student.pk).name == "New name"


def test_it_does_not_charge_the_address_for_refused_requests(users):
    for _ in range(3):
        change_name(users.student)
    for _ in range(20):
        change_name(users.student, 429)
    change_name(users.other_student)
    change_name(users.instructor)


def test_it_refuses_an_address_over_its_limit(users):
    for user in (users.student, users.other_student):
        for _ in range(2):
            change_name(user)
    change_name(users.instructor)
    change_name(users.other_instructor, 429)
    change_name(users.other_instructor, address=OTHER_ADDRESS)


def test_it_counts_a_client_across_addresses(users):
    for number in range(3):
        change_name(users.student, address=f"192.0.2.{number}")
    change_name(users.student, 429, address=OTHER_ADDRESS)


def test_it_allows_requests_in_the_next_window(users, low_limits):
    for _ in range(3):
        change_name(users.student)
    low_limits.move_to(WINDOW_BEGIN + 60)
    change_name(users.student)


def test_it_opens_no_second_window_for_a_clock_that_is_behind(db, low_limits):
    for _ in range(3):
        count_request(scope="hold", client="user 1", address=SHARED_ADDRESS, now=WINDOW_BEGIN)
    with pytest.raises(TooManyRequests):
        count_request(scope="hold", client="user 1", address=SHARED_ADDRESS, now=WINDOW_BEGIN - 1)


def test_it_counts_each_scope_separately(users):
    for _ in range(3):
        change_name(users.student)
    change_name(users.student, 429)
    as_(users.student).post("/payments", {"classId": "999"}, 404, REMOTE_ADDR=SHARED_ADDRESS)


THROTTLED_REQUESTS = [
    ("post", "/createPaymentIntent", {"price": 45.5, "classId": "0"}, "student"),
    ("post", "/payments", {"transactionId": "pi_nothing"}, "student"),
    ("patch", "/users/me", {}, "student"),
    ("delete", "/users/me", {}, "student"),
    ("get", "/users/me/data", None, "student"),
    ("get", "/classes/0/care", None, "instructor"),
    ("post", "/images", {}, "instructor"),
    ("post", "/classes", {}, "instructor"),
    ("put", "/classes/0", {}, "instructor"),
    ("post", "/selectClass", {}, "student"),
    ("delete", "/selectClass/0", {}, "student"),
    ("delete", "/waitlist/0", {}, "student"),
    ("post", f"/payments/cancel/{UUID(int=1)}", {}, "student"),
    ("patch", "/classes/denied/0", {}, "admin"),
    ("patch", "/classes/withdrawn/0", {}, "admin"),
    ("post", "/waitlist/0/offer", {}, "admin"),
    ("patch", "/users/instructor/0", {}, "admin"),
    ("post", "/users", {"email": "x"}, "student"),
]


@pytest.mark.parametrize(("method", "path", "body", "who"), THROTTLED_REQUESTS, ids=lambda part: str(part)[:20])
def test_it_throttles_each_route(users, method, path, body, who):
    client = as_(getattr(users, who)).client
    kind = {} if method == "get" else {"format": "multipart" if path == "/images" else "json"}
    statuses = [getattr(client, method)(path, body, **kind).status_code for _ in range(5)]
    assert 429 not in statuses[:3]
    assert statuses[3:] == [429, 429]
    assert not Payment.objects.exists()


def test_it_throttles_each_call_that_writes():
    """Except the webhook, whose signature is checked first."""
    unthrottled = {
        (each.route, each.method)
        for each in ENDPOINTS
        if each.method != "get" and each.method.upper() not in throttle_scopes_of(each.route)
    }
    assert unthrottled == {("stripe/webhook", "post")}


def throttle_scopes_of(route):
    path = f"/{re.sub('<[^>]*>', '0', route)}".replace("/orders/0", f"/orders/{UUID(int=1)}")
    path = path.replace("/payments/cancel/0", f"/payments/cancel/{UUID(int=1)}")
    return getattr(resolve(path).func.cls, "throttle_scopes", {})


def test_it_counts_logins_by_identity(db, low_limits, identity_provider):
    ann, bob = identity_provider.log_in("ann@camp.example"), identity_provider.log_in("bob@camp.example")
    for _ in range(3):
        ann.post("/jwt", {"email": "ann@camp.example"})
    before = all_users()
    ann.post("/jwt", {"email": "ann@camp.example"}, 429)
    assert all_users() == before
    bob.post("/jwt", {"email": "bob@camp.example"})


def test_it_counts_failed_authentication_separately_by_address(db, low_limits, identity_provider):
    for _ in range(5):
        with_bearer("guessed token").post("/jwt", {"email": "ann@camp.example"}, 401, REMOTE_ADDR=SHARED_ADDRESS)
    for _ in range(3):
        with_bearer("guessed token").post("/jwt", {"email": "ann@camp.example"}, 429, REMOTE_ADDR=SHARED_ADDRESS)
        as_(None).post("/jwt", {"email": "ann@camp.example"}, 429, REMOTE_ADDR=SHARED_ADDRESS)
    identity_provider.log_in("ann@camp.example").post("/jwt", {"email": "ann@camp.example"}, REMOTE_ADDR=SHARED_ADDRESS)
    with_bearer("guessed token").post("/jwt", {"email": "ann@camp.example"}, 401, REMOTE_ADDR=OTHER_ADDRESS)


def test_it_limits_what_a_client_does_in_a_day(users, low_limits, settings):
    settings.DAILY_LIMITS = {"profile": 4}
    for _ in range(4):
        low_limits.shift(60)
        change_name(users.student)
    low_limits.shift(60)
    response = as_(users.student).client.patch("/users/me", {"name": "Once more"}, format="json")
    assert (response.status_code, response["Retry-After"]) == (429, str(86_400 - int(time.time()) % 86_400))
    assert response.json()["message"] == "That was a lot for one day. Please try again tomorrow."
    change_name(users.other_student)
    assert as_(users.student).get("/users/me")["name"] == "New name"
    low_limits.shift(86_400)
    change_name(users.student)


def test_it_keeps_the_day_of_a_client_over_its_limit(users, settings):
    settings.DAILY_LIMITS = {"profile": 10}
    for status in (200, 200, 200, 429, 429):
        change_name(users.student, status)
    assert RequestCount.objects.get(key=f"profile in a day: user {users.student.pk}").count == 3


def test_it_counts_nothing_on_other_routes(users):
    for _ in range(10):
        as_(None).post("/stripe/webhook", {}, 400)
        as_(users.student).get("/selectClass?email=sam@camp.example")
        as_(users.admin).get("/users")
    assert not RequestCount.objects.exists()


def test_it_counts_in_one_query(users, django_assert_num_queries):
    client = as_(users.student)
    with django_assert_num_queries(2):  # the account and the count; the body is invalid
        client.patch("/users/me", {"name": 7 * [None]}, 400)


def test_it_allows_a_thousand_clients_on_one_address_in_the_demo():
    not_by_client = {"admin-login", "welcome", "invitation", "invited address"}
    public = {scope: rate for scope, rate in configured.THROTTLE_RATES.items() if scope not in not_by_client}
    for per_client, per_address, seconds in public.values():
        assert per_client >= 1000
        assert per_address / seconds >= 1000


def test_it_counts_threads_together(transactional_db, low_limits, settings):
    settings.THROTTLE_RATES = {"hold": (10, 100, 60)}
    outcomes = run_concurrently(*[request_a_hold] * 16)
    assert outcomes.count(None) == 10
    assert sum(isinstance(each, TooManyRequests) for each in outcomes) == 6


def request_a_hold():
    count_request(scope="hold", client="user 1", address=SHARED_ADDRESS, now=WINDOW_BEGIN)


PROCESS = f"""
from django.conf import settings
settings.THROTTLE_RATES = {{"hold": (40, 1000, 60)}}
from core.api.throttling import TooManyRequests, count_request
allowed = 0
for _ in range(60):
    try:
        count_request(scope="hold", client="user 1", address="{SHARED_ADDRESS}", now={WINDOW_BEGIN})
        allowed += 1
    except TooManyRequests:
        pass
print(allowed)
"""


@pytest.mark.slow
def test_it_counts_two_processes_together(transactional_db):
    url = database_url(connection.settings_dict["NAME"])
    environ = os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "camp.settings"}
    outputs = run_concurrently(*[lambda: run_python(environ, PROCESS)] * 2)
    assert sum(int(allowed) for (allowed,) in outputs) == 40


def test_it_counts_many_clients_of_one_address_without_deadlock(transactional_db, low_limits, settings):
    settings.THROTTLE_RATES = {"hold": (100, 100_000, 60)}

    def count_many(client):
        for _ in range(30):
            count_request(scope="hold", client=f"user {client}", address=SHARED_ADDRESS, now=WINDOW_BEGIN)

    assert run_concurrently(*[lambda client=client: count_many(client) for client in range(8)]) == [None] * 8
    assert RequestCount.objects.get(key=f"hold: {SHARED_ADDRESS}").count == 240


def test_it_uses_an_unlogged_table(db):
    with connection.cursor() as cursor:
        cursor.execute("SELECT relpersistence FROM pg_class WHERE relname = 'core_requestcount'")
        assert cursor.fetchone() == ("u",)


def test_it_deletes_old_counts(db, low_limits):
    count_request(scope="hold", client="old", address=SHARED_ADDRESS, now=WINDOW_BEGIN - 90_000)
    count_request(scope="hold", client="new", address=OTHER_ADDRESS, now=WINDOW_BEGIN)
    call_command("tidy", stdout=StringIO())
    assert set(RequestCount.objects.values_list("key", flat=True)) == {
        "hold: new",
        "hold in a day: new",
        f"hold: {OTHER_ADDRESS}",
    }


def test_it_counts_the_addresses_of_one_ipv6_network_together(db, low_limits):
    def request_from(number):
        address = f"2001:db8:1:{number:x}::"
        count_request(scope="hold", client=f"user {number}", address=address, now=WINDOW_BEGIN)

    for number in range(50):
        request_from(number)
    with pytest.raises(TooManyRequests):
        request_from(50)
    count_request(scope="hold", client="user 1000", address="2001:db8:2::", now=WINDOW_BEGIN)


@pytest.mark.parametrize(
    ("hops", "forwarded", "expected"),
    [
        (0, None, "10.0.0.1"),
        (0, "203.0.113.9", "10.0.0.1"),  # no proxy is trusted
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "1.1.1.1, 203.0.113.9", "203.0.113.9"),  # a client can send the first part
        (2, "1.1.1.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        (2, "203.0.113.9", "203.0.113.9"),
        (1, None, "10.0.0.1"),
        (1, "nonsense", "0.0.0.0"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        (1, "::ffff:203.0.113.9", "203.0.113.9"),
    ],
)
def test_it_trusts_only_the_configured_number_of_proxies(settings, hops, forwarded, expected):
    settings.TRUSTED_PROXY_HOPS = hops
    headers = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {}
    assert client_address(RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", **headers)) == expected


def test_it_holds_no_seat_when_throttled(users):
    camp_class = make_class(users.instructor)
    token = issue_token(user=users.student)
    for _ in range(3):
        with_bearer(token).post("/createPaymentIntent", {"price": 1, "classId": str(camp_class.pk)}, 409)
    with_bearer(token).post("/createPaymentIntent", {"price": 45.5, "classId": str(camp_class.pk)}, 429)
    assert not Enrollment.objects.exists()
