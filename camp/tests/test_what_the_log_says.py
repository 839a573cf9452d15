"""The log names routes, ids and times; never an address, a token, a card or a person."""

import io
import json
import logging
import os
import re
import subprocess
import sys

import pytest
import sentry_sdk
from django.conf import settings as configured
from django.db import IntegrityError

from accounts.models import User
from accounts.tests.conftest import Provider
from camp import faults, logs
from camp.lib.discretion import LEFT_OUT, discreet
from camp.testing import as_, bearing, make_cast
from camp.tests import test_who_may_what
from camp.tests.test_who_may_what import CALLS, PEOPLE, client_of

school = test_who_may_what.school


class Log:
    """Everything that was logged, as a production site writes it."""

    def __init__(self):
        self.stream = io.StringIO()
        configuration = logs.configuration(readable=False)
        line = dict(configuration["formatters"]["line"])
        self.handler = logging.StreamHandler(self.stream)
        self.handler.setFormatter(line.pop("()")(**line))

    @property
    def text(self):
        return self.stream.getvalue()

    @property
    def lines(self):
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture
def log(monkeypatch):
    log = Log()
    root = logging.getLogger()
    root.addHandler(log.handler)
    for name in ("", "camp.requests", "accounts", "payments", "classes", "django.request"):
        monkeypatch.setattr(logging.getLogger(name), "level", logging.DEBUG)
    logging.getLogger().manager._clear_cache()
    yield log
    root.removeHandler(log.handler)
    logging.getLogger().manager._clear_cache()


@pytest.fixture
def student(db):
    return make_cast().student


def test_a_line_for_each_request(student, log):
    response = as_(student).client.get("/payments/sam@camp.example")
    (line,) = [line for line in log.lines if line["logger"] == "camp.requests"]
    assert line["event"] == "request"
    assert (line["method"], line["route"], line["status"]) == ("GET", "/payments/<str:email>", 200)
    assert line["user"] == student.pk
    assert line["request_id"] == response["X-Request-ID"]
    assert 0 < line["milliseconds"] < 60_000
    assert re.match(r"\d{4}-\d\d-\d\dT.*Z$", line["time"])


def test_nobody_is_looked_up_for_the_log(db, log, client, django_assert_num_queries):
    client.cookies["sessionid"] = "abc"
    with django_assert_num_queries(0):
        client.get("/login", HTTP_ACCEPT="text/html")
    assert log.lines[-1]["user"] is None


@pytest.mark.parametrize(
    ("path", "route"),
    [("/static/favicon.svg", "/static/"), ("/nothing/sam@camp.example", "/^.*$"), ("/dashboard", "/dashboard")],
)
def test_a_route_is_not_a_path(db, client, log, path, route):
    client.get(path).close()
    assert [line["route"] for line in log.lines if line["logger"] == "camp.requests"] == [route]


def test_lines_of_one_request_share_its_id(student, log, monkeypatch):
    monkeypatch.setattr(
        "payments.views.overview", lambda now: logging.getLogger("payments.deed").warning("a deed") or {}
    )
    admin = User.objects.get(email="ada@camp.example")
    with pytest.raises(KeyError):
        as_(admin).client.get("/overview")
    ids = {line.get("request_id") for line in log.lines}
    assert len(ids) == 1
    assert None not in ids
    assert len(log.lines) >= 2


def test_a_log_in_is_told_and_so_is_one_that_failed(student, log, monkeypatch):
    provider = Provider()
    monkeypatch.setattr("accounts.firebase.verify_id_token", provider.verify_id_token)
    provider.log_in(student.email, uid=student.firebase_uid).post("/jwt", {"email": student.email})
    bearing("a guess").post("/jwt", {"email": student.email}, 401)
    assert [line["event"] for line in log.lines if line["logger"] == "accounts.signing_in"] == [
        f"user {student.pk} has logged in"
    ]
    assert [line["status"] for line in log.lines if line.get("route") == "/jwt"] == [200, 401]


def test_after_a_request_the_id_is_forgotten(student, log):
    as_(student).get("/healthz")
    logging.getLogger("payments").warning("a command")
    assert "request_id" not in log.lines[-1]


def test_a_fault_is_told_with_its_trace_and_without_what_was_sent(student, log, monkeypatch):
    def fail(*_args, **_kwargs):
        raise IntegrityError("DETAIL: Key (email)=(sam@camp.example) already exists.")

    monkeypatch.setattr("accounts.profiles.change_profile", fail)
    client = as_(student).client
    client.raise_request_exception = False
    assert client.patch("/users/me", {"name": "x"}, format="json").status_code == 500
    (fault,) = [line for line in log.lines if line["logger"] == "django.request"]
    assert "in fail" in fault["exception"]
    assert f"({LEFT_OUT}) already exists" in fault["exception"]
    assert "sam@" not in log.text
    assert fault["event"] == "Internal Server Error"


@pytest.mark.django_db
def test_no_call_of_anybody_leaves_anything_about_them(school, log, monkeypatch):
    """Every call there is, as everybody, with good and with bad bodies; then the log is searched."""
    provider = Provider()
    monkeypatch.setattr("accounts.firebase.verify_id_token", provider.verify_id_token)
    card, secret = "4242424242424242", "pi_1Nx_secret_abc"
    sent = [card, secret, "id-token-1"]
    provider.log_in("new.person@camp.example").client.post("/jwt", {"email": "new.person@camp.example"}, format="json")
    for call in CALLS:
        for who in PEOPLE:
            client = client_of(school.cast, who)
            client.raise_request_exception = False
            sent.append(client._credentials.get("HTTP_AUTHORIZATION", "Bearer nobody").split()[1])
            for body in (call.body(school), {"email": "stranger@elsewhere.example", "card": card, "secret": secret}):
                extra = {} if call.method == "get" else {"format": "multipart" if call.route == "images" else "json"}
                getattr(client, call.method)(call.path(school), body, **extra)
    assert len([line for line in log.lines if line["logger"] == "camp.requests"]) > 2 * len(CALLS) * len(PEOPLE)
    found = [each for each in [*sent, "@camp.example", "%40", "stranger@", "Bearer"] if each in log.text]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "ann.lee+camp@mail.camp.example",
        "/payments/ann%40camp.example",
        "eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyX2lkIjoxfQ.c2lnbmF0dXJl",
        "Authorization: Bearer abc.def",
        "pi_3Nx_secret_9876",
        "sk_live_0123456789",
        "4242 4242 4242 4242",
        "4000-0025-0000-3155",
        "378282246310005",
    ],
)
def test_what_is_somebodys_is_left_out(text):
    assert LEFT_OUT in discreet(f"before {text} after")
    assert discreet([{"deep": f"x {text}"}])[0]["deep"] != f"x {text}"


@pytest.mark.parametrize(
    "text",
    ["user 7 is now admin", "attempt 0b9f7c1e-3c5b-4a57-9a39-0d8a2b0b7c11", "pi_3Nx", "took 1800000000.123 s", "a@b"],
)
def test_what_is_nobodys_stays(text):
    assert discreet(text) == text


def test_the_demo_writes_lines_for_people(student):
    """Its web server says a line for each request; ours would say it twice."""
    code = (
        "import django; django.setup(); import logging; logging.getLogger('payments').warning('refund of %s', 7);"
        "logging.getLogger('camp.requests').info('request')"
    )
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "camp.settings"}
    said = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        cwd=configured.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    (line,) = said.stderr.splitlines()
    assert "refund of 7" in line
    assert not line.startswith("{")


REPORT = """
import json, django
from sentry_sdk.transport import Transport
from camp import faults

class Captured(Transport):
    events = []
    def capture_envelope(self, envelope):
        self.events.append(envelope.get_event())

faults.start_reporting("https://key@sentry.example/1", transport=Captured())
django.setup()
from django.test import Client
from camp import shell

def fail():
    raise ValueError("no room for sam@camp.example and 4242 4242 4242 4242")

shell.bundle = fail
Client(raise_request_exception=False).get("/login?for=Kiln+Lane", HTTP_COOKIE="sessionid=abc",
    HTTP_AUTHORIZATION="Bearer abc", HTTP_ACCEPT="text/html", REMOTE_ADDR="127.0.0.1")
print(json.dumps(Captured.events, default=str))
"""


def test_a_reported_fault_names_nobody():
    """In a process of its own: reporting changes Django itself, for good."""
    said = subprocess.run(
        [sys.executable, "-c", REPORT],
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "camp.settings"},
        cwd=configured.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()[-1]
    assert "no room for" in said
    for part in ("sam@camp.example", "4242", "Kiln", "sessionid", "Bearer", "127.0.0.1"):
        assert part not in said


def test_without_an_address_nobody_is_told(monkeypatch):
    monkeypatch.setattr(sentry_sdk, "init", lambda **_: pytest.fail("reported"))
    faults.start_reporting("")


def test_a_host_that_is_not_ours_is_no_trouble_of_ours(client, caplog):
    """Anybody can send one; a page of errors about it would bury those that matter."""
    assert client.get("/classes", HTTP_HOST="evil.example").status_code == 400
    assert [record.name for record in caplog.records if record.levelno > logging.INFO] == []
