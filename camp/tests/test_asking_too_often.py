"""Who asks too often is told to wait, and nobody else is."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import fakeredis
import pytest
import redis
import time_machine
from django.conf import settings as configured
from django.core.management import call_command
from django.db import connection
from django.test import RequestFactory

from accounts.models import User
from accounts.tests.conftest import everybody, provider_instead
from accounts.tokens import issue_token
from camp.lib import limits
from camp.lib.http import address_of
from camp.lib.limits import TooManyRequests, count_request
from camp.models import RequestCount
from camp.testing import as_, bearing, in_threads, make_cast, make_class
from classes.models import Enrollment
from payments.models import Payment

STREET, ELSEWHERE = "198.51.100.7", "203.0.113.9"
NOON = 1_800_000_000.0  # on the border of a window of sixty seconds


@pytest.fixture
def tight(settings):
    """Three times for a person, five times for an address, at a moment that stands still."""
    settings.REQUEST_LIMITS = dict.fromkeys(settings.REQUEST_LIMITS, (3, 5, 60))
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if name != "camp.lib.http.loopback_only"]
    with time_machine.travel(NOON + 20, tick=False) as clock:
        yield clock


@pytest.fixture
def cast(db, tight):
    return make_cast()


@pytest.fixture
def provider(monkeypatch):
    return provider_instead(monkeypatch)


def change_name(user, status=200, address=STREET):
    return as_(user).patch("/users/me", {"name": "Somebody"}, status, REMOTE_ADDR=address)


def test_the_fourth_time_is_too_often(cast):
    for _ in range(3):
        change_name(cast.student)
    response = as_(cast.student).client.patch("/users/me", {"name": "Once more"}, format="json", REMOTE_ADDR=STREET)
    assert response.status_code == 429
    assert response["Retry-After"] == "40"
    assert set(response.json()) == {"code", "message"}
    assert response.json()["code"] == "too_many_requests"
    assert User.objects.get(pk=cast.student.pk).name == "Somebody"


def test_one_person_does_not_lock_out_the_street(cast):
    for _ in range(3):
        change_name(cast.student)
    for _ in range(20):
        change_name(cast.student, 429)
    change_name(cast.other_student)
    change_name(cast.instructor)


def test_a_whole_street_can_be_too_many(cast):
    for user in (cast.student, cast.other_student):
        for _ in range(2):
            change_name(user)
    change_name(cast.instructor)
    change_name(cast.other_instructor, 429)
    change_name(cast.other_instructor, address=ELSEWHERE)


def test_a_person_is_counted_wherever_they_are(cast):
    for number in range(3):
        change_name(cast.student, address=f"192.0.2.{number}")
    change_name(cast.student, 429, address=ELSEWHERE)


def test_the_next_minute_is_another(cast, tight):
    for _ in range(3):
        change_name(cast.student)
    tight.move_to(NOON + 60)
    change_name(cast.student)


def test_a_clock_that_is_behind_opens_no_second_window(db, tight):
    for _ in range(3):
        count_request(name="hold", person="user 1", address=STREET, now=NOON)
    with pytest.raises(TooManyRequests):
        count_request(name="hold", person="user 1", address=STREET, now=NOON - 1)


def test_kinds_of_calls_are_counted_apart(cast):
    for _ in range(3):
        change_name(cast.student)
    change_name(cast.student, 429)
    as_(cast.student).post("/payments", {"classId": "999"}, 404, REMOTE_ADDR=STREET)


CALLS = [
    ("post", "/createPaymentIntent", {"price": 45.5, "classId": "0"}, "student"),
    ("post", "/payments", {"transactionId": "pi_nothing"}, "student"),
    ("patch", "/users/me", {}, "student"),
    ("delete", "/users/me", {}, "student"),
    ("get", "/users/me/data", None, "student"),
    ("post", "/images", {}, "instructor"),
    ("post", "/users", {"email": "x"}, "student"),
]


@pytest.mark.parametrize(("method", "path", "body", "who"), CALLS, ids=lambda part: str(part)[:20])
def test_each_limited_call_has_an_end(cast, method, path, body, who):
    client = as_(getattr(cast, who)).client
    kind = {} if method == "get" else {"format": "multipart" if path == "/images" else "json"}
    statuses = [getattr(client, method)(path, body, **kind).status_code for _ in range(5)]
    assert 429 not in statuses[:3]
    assert statuses[3:] == [429, 429]
    assert not Payment.objects.exists()


def test_logging_in_has_an_end_for_each_person(db, tight, provider):
    ann, bob = provider.log_in("ann@camp.example"), provider.log_in("bob@camp.example")
    for _ in range(3):
        ann.post("/jwt", {"email": "ann@camp.example"})
    before = everybody()
    ann.post("/jwt", {"email": "ann@camp.example"}, 429)
    assert everybody() == before
    bob.post("/jwt", {"email": "bob@camp.example"})


def test_guessing_has_an_end_and_shuts_out_nobody(db, tight, provider):
    for _ in range(5):
        bearing("a guess").post("/jwt", {"email": "ann@camp.example"}, 401, REMOTE_ADDR=STREET)
    for _ in range(3):
        bearing("a guess").post("/jwt", {"email": "ann@camp.example"}, 429, REMOTE_ADDR=STREET)
        as_(None).post("/jwt", {"email": "ann@camp.example"}, 429, REMOTE_ADDR=STREET)
    provider.log_in("ann@camp.example").post("/jwt", {"email": "ann@camp.example"}, REMOTE_ADDR=STREET)
    bearing("a guess").post("/jwt", {"email": "ann@camp.example"}, 401, REMOTE_ADDR=ELSEWHERE)


def test_what_is_not_limited_counts_nothing(cast, django_assert_num_queries):
    for _ in range(10):
        as_(None).post("/stripe/webhook", {}, 400)
        as_(cast.student).get("/selectClass?email=sam@camp.example")
        as_(cast.admin).get("/users")
    assert not RequestCount.objects.exists()


def test_counting_costs_one_statement(cast, settings, django_assert_num_queries):
    client = as_(cast.student)
    with django_assert_num_queries(2):  # who it is, and the count; the body is refused
        client.patch("/users/me", {"name": 7 * [None]}, 400)


def test_the_demo_is_wide_enough_for_a_thousand_people_on_one_address():
    for per_person, per_address, seconds in configured.REQUEST_LIMITS.values():
        assert per_person >= 1000
        assert per_address / seconds >= 1000


def test_threads_count_as_one(transactional_db, tight, settings):
    settings.REQUEST_LIMITS = {"hold": (10, 100, 60)}
    outcomes = in_threads(*[ask_for_a_hold] * 16)
    assert outcomes.count(None) == 10
    assert sum(isinstance(each, TooManyRequests) for each in outcomes) == 6


def ask_for_a_hold():
    count_request(name="hold", person="user 1", address=STREET, now=NOON)


PROCESS = f"""
import django
django.setup()
from django.conf import settings
settings.REQUEST_LIMITS = {{"hold": (40, 1000, 60)}}
from camp.lib.limits import TooManyRequests, count_request
allowed = 0
for _ in range(60):
    try:
        count_request(name="hold", person="user 1", address="{STREET}", now={NOON})
        allowed += 1
    except TooManyRequests:
        pass
print(allowed)
"""


def test_two_processes_count_as_one(transactional_db):
    address = os.environ["DATABASE_URL"].replace("/camp?", f"/{connection.settings_dict['NAME']}?")
    environment = os.environ | {"DATABASE_URL": address, "DJANGO_SETTINGS_MODULE": "camp.settings"}

    def run(_):
        command = [sys.executable, "-c", PROCESS]
        return subprocess.run(
            command, env=environment, cwd=configured.BASE_DIR, capture_output=True, text=True, check=True
        )

    with ThreadPoolExecutor(2) as pool:
        allowed = [int(done.stdout) for done in pool.map(run, range(2))]
    assert sum(allowed) == 40


def test_a_rush_from_one_address_is_one_count_without_deadlock(transactional_db, tight, settings):
    settings.REQUEST_LIMITS = {"hold": (100, 100_000, 60)}

    def many(person):
        for _ in range(30):
            count_request(name="hold", person=f"user {person}", address=STREET, now=NOON)

    assert in_threads(*[lambda person=person: many(person) for person in range(8)]) == [None] * 8
    assert RequestCount.objects.get(key=f"hold: {STREET}").count == 240


def test_the_table_is_not_written_ahead(db):
    with connection.cursor() as cursor:
        cursor.execute("SELECT relpersistence FROM pg_class WHERE relname = 'camp_requestcount'")
        assert cursor.fetchone() == ("u",)


def test_old_counts_are_forgotten(db, tight):
    count_request(name="hold", person="old", address=STREET, now=NOON - 90_000)
    count_request(name="hold", person="new", address=ELSEWHERE, now=NOON)
    call_command("tidy", stdout=StringIO())
    assert set(RequestCount.objects.values_list("key", flat=True)) == {"hold: new", f"hold: {ELSEWHERE}"}


@pytest.fixture
def in_redis(settings, monkeypatch):
    settings.REDIS_URL = "redis://cache.example"
    server = fakeredis.FakeRedis()
    monkeypatch.setattr(limits, "_redis", lambda url: server)
    return server


def test_redis_counts_where_there_is_one(cast, in_redis, django_assert_num_queries):
    for _ in range(3):
        change_name(cast.student)
    for _ in range(5):
        change_name(cast.student, 429)
    change_name(cast.other_student)
    assert not RequestCount.objects.exists()
    assert all(0 < in_redis.ttl(key) <= 60 for key in in_redis.scan_iter())


def test_while_redis_is_away_the_database_counts(cast, settings, monkeypatch, caplog):
    def away(url):
        raise redis.ConnectionError("secret address")

    settings.REDIS_URL = "redis://cache.example"
    monkeypatch.setattr(limits, "_redis", away)
    for _ in range(3):
        change_name(cast.student)
    change_name(cast.student, 429)
    assert "ConnectionError" in caplog.text
    assert "secret address" not in caplog.text


@pytest.mark.parametrize(
    ("hops", "forwarded", "expected"),
    [
        (0, None, "10.0.0.1"),
        (0, "203.0.113.9", "10.0.0.1"),  # nobody is believed
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "1.1.1.1, 203.0.113.9", "203.0.113.9"),  # the first part anybody can have written
        (2, "1.1.1.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        (2, "203.0.113.9", "203.0.113.9"),
        (1, None, "10.0.0.1"),
        (1, "nonsense", "0.0.0.0"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        (1, "::ffff:203.0.113.9", "203.0.113.9"),
    ],
)
def test_only_so_many_proxies_are_believed(settings, hops, forwarded, expected):
    settings.TRUSTED_PROXY_HOPS = hops
    headers = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {}
    assert address_of(RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", **headers)) == expected


def test_a_hold_that_was_refused_for_haste_holds_nothing(cast):
    camp_class = make_class(cast.instructor)
    token = issue_token(user=cast.student)
    for _ in range(3):
        bearing(token).post("/createPaymentIntent", {"price": 1, "classId": str(camp_class.pk)}, 409)
    bearing(token).post("/createPaymentIntent", {"price": 45.5, "classId": str(camp_class.pk)}, 429)
    assert not Enrollment.objects.exists()
