"""The log contains routes, ids and times, and never an e-mail, a token, a card number or a name."""

import io
import json
import logging
import os
import re
import sys

import pytest
import sentry_sdk
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client  # noqa: TID251 (a request that fails the CSRF check)
from django.utils import timezone

from accounts.models import Child, User
from camp.operations import error_reporting
from camp.settings import logs
from core.observability.redaction import REDACTED, redact
from privacy import deletion
from testing.clients.api import as_, with_bearer
from testing.endpoints import ENDPOINTS, ROLES, client_of, make_sample
from testing.factories import make_class
from testing.servers.identity_provider import FakeIdentityProvider
from testing.servers.processes import run
from testing.steps.checkout import enroll_by_card


@pytest.fixture
def student(users):
    return users.student


def test_it_logs_each_request(student, log):
    response = as_(student).client.get("/payments/sam@camp.example")
    (line,) = [line for line in log.lines if line["logger"] == "camp.requests"]
    assert line["event"] == "request"
    assert (line["method"], line["route"], line["status"]) == ("GET", "/payments/<str:email>", 200)
    assert line["user"] == student.pk
    assert line["request_id"] == response["X-Request-ID"]
    assert 0 < line["milliseconds"] < 60_000
    assert re.match(r"\d{4}-\d\d-\d\dT.*Z$", line["time"])


def test_it_does_not_load_the_user_for_the_log(db, log, client, django_assert_num_queries):
    client.cookies["sessionid"] = "abc"
    with django_assert_num_queries(2):  # of the school, and of what it offers
        client.get("/login", HTTP_ACCEPT="text/html")
    assert log.lines[-1]["user"] is None


@pytest.mark.parametrize(
    ("path", "route"),
    [("/static/favicon.svg", "/static/"), ("/nothing/sam@camp.example", r"/^[\s\S]*$"), ("/dashboard", "/dashboard")],
)
def test_it_logs_the_route_and_not_the_path(db, client, log, path, route):
    client.get(path).close()
    assert [line["route"] for line in log.lines if line["logger"] == "camp.requests"] == [route]


def test_it_adds_the_request_id_to_all_lines_of_a_request(student, log, monkeypatch):
    monkeypatch.setattr(
        "office.api.report_views.overview",
        lambda now: logging.getLogger("payments").warning("a line of the operation") or {},
    )
    admin = User.objects.get(email="ada@camp.example")
    with pytest.raises(KeyError):
        as_(admin).client.get("/overview")
    ids = {line.get("request_id") for line in log.lines}
    assert len(ids) == 1
    assert None not in ids
    assert len(log.lines) >= 2


def test_it_logs_a_log_in_and_a_failed_one(student, log, monkeypatch):
    provider = FakeIdentityProvider()
    monkeypatch.setattr("accounts.firebase.verify_id_token", provider.verify_id_token)
    provider.log_in(student.email, uid=student.firebase_uid).post("/jwt", {"email": student.email})
    with_bearer("invalid").post("/jwt", {"email": student.email}, 401)
    assert [line["event"] for line in log.lines if line["logger"] == "accounts.login"] == [
        f"user {student.pk} has logged in"
    ]
    assert [line["status"] for line in log.lines if line.get("route") == "/jwt"] == [200, 401]


def test_it_does_not_add_the_id_to_later_lines(student, log):
    as_(student).get("/healthz")
    logging.getLogger("payments").warning("a line of a command")
    assert "request_id" not in log.lines[-1]


def test_it_logs_an_exception_with_its_traceback_and_without_request_data(student, log, monkeypatch):
    def fail(*_args, **_kwargs):
        raise IntegrityError("DETAIL: Key (email)=(sam@camp.example) already exists.")

    monkeypatch.setattr("accounts.profiles.change_profile", fail)
    client = as_(student).client
    client.raise_request_exception = False
    assert client.patch("/users/me", {"name": "x"}, format="json").status_code == 500
    (entry,) = [line for line in log.lines if line["logger"] == "django.request"]
    assert "in fail" in entry["exception"]
    assert f"({REDACTED}" in entry["exception"]
    assert "sam@" not in log.text
    assert entry["event"] == "Internal Server Error"


@pytest.mark.slow
def test_it_logs_no_personal_data_for_any_endpoint(db, log, monkeypatch):
    """Requests every endpoint with each status that roles get, with valid and invalid bodies, then searches the log."""
    sample, provider = make_sample(), FakeIdentityProvider()
    monkeypatch.setattr("accounts.firebase.verify_id_token", provider.verify_id_token)
    card, secret = "4242424242424242", "pi_1Nx_secret_abc"
    invalid = {"email": "stranger@elsewhere.example", "card": card, "secret": secret}
    forbidden = [card, secret, "id-token-1", "@camp.example", "%40", "stranger@", "Bearer"]
    provider.log_in("new.user@camp.example").client.post("/jwt", {"email": "new.user@camp.example"}, format="json")
    sent = 0
    for endpoint in ENDPOINTS:
        for status, role in dict(zip(endpoint.statuses, ROLES, strict=True)).items():
            client = client_of(sample.users, role)
            client.raise_request_exception = False
            if authorization := client._credentials.get("HTTP_AUTHORIZATION"):
                forbidden.append(authorization.split()[1])
            for body in (None,) if status in (401, 403) else (None, invalid):
                endpoint.send(client, sample, body=body)
                sent += 1
    requests = [line for line in log.lines if line["logger"] == "camp.requests"]
    assert len(requests) >= sent > 3 * len(ENDPOINTS)
    assert [text for text in forbidden if text in log.text] == []


CHILD = "Ottilie Sandcastle"


def test_it_names_no_child_in_a_log_line_or_a_metric(users, clay, stripe, log, client, monkeypatch, settings):
    """Each call that reads or writes a child, and its refusals, reconciliation and both deletions."""
    settings.METRICS_TOKEN = "metrics-token-of-the-test"
    sam, free = as_(users.student), make_class(users.instructor, "Free", price=0, age_from=1)
    child_id = sam.post("/children", {"name": CHILD, "bornOn": "2015-06-01"}, 201)["insertedId"]
    child = Child.objects.get(pk=child_id)
    sam.post("/children", {"name": CHILD, "bornOn": "2015-06-01"}, 409)
    sam.post("/children", {"name": CHILD, "bornOn": "2999-06-01"}, 400)
    for body in ({"classId": str(clay.pk)}, {"classId": str(clay.pk), "childId": child_id}):
        sam.post("/selectClass", body, 201)
    assert CHILD in sam.post("/createPaymentIntent", {"price": 45.5, "classId": str(clay.pk)}, 409)["message"]
    payment = enroll_by_card(users.student, clay, stripe, child)
    sam.post("/payments", {"classId": str(free.pk), "childId": child_id}, 201)
    as_(users.instructor).get(f"/classes/{clay.pk}/roster?format=csv")
    for path in ("/children", "/payments/sam@camp.example", "/enrolledStudent/sam@camp.example", "/users/me/data"):
        assert CHILD in json.dumps(sam.client.get(path).json())
    sam.delete(f"/children/{child_id}", 409)
    call_command("reconcile_payments", stdout=io.StringIO())
    monkeypatch.setattr("accounts.children.change_child", fail_with_the_name)
    sam.client.raise_request_exception = False
    assert sam.client.put(f"/children/{child_id}", {"name": CHILD}, format="json").status_code == 500
    sam.post(f"/payments/cancel/{payment.pk}")
    deletion.delete_account(user_id=users.student.pk, now=timezone.now(), release_seats=True)
    metrics = client.get("/metrics", HTTP_AUTHORIZATION="Bearer metrics-token-of-the-test")
    assert metrics.status_code == 200
    for text, expected in ((log.text, "/children"), (metrics.content.decode(), "camp_sales_total")):
        assert expected in text
        assert [part for part in ("ottilie", "sandcastle", "2015-06-01") if part in text.lower()] == []


def fail_with_the_name(*, guardian, child_id, **changes):
    """The message of the database names the row, as a driver's message does."""
    with transaction.atomic():
        Child.objects.create(guardian=guardian, name=CHILD, born_on=Child.objects.get(pk=child_id).born_on)


def test_it_logs_only_the_host_of_a_referer_that_fails_the_csrf_check(db, log, settings):
    settings.ALLOWED_HOSTS = ["camp.example"]
    client = Client(enforce_csrf_checks=True)
    headers = {"host": "camp.example", "referer": "https://evil.example/reset?oobCode=s3cret"}
    client.cookies["__Host-csrf" if settings.SESSION_COOKIE_SECURE else "csrftoken"] = "x" * 32
    assert client.post("/admin/login/", secure=True, headers=headers).status_code == 403
    assert "evil.example" in log.text
    assert "s3cret" not in log.text


@pytest.mark.parametrize(
    "text",
    [
        "ann.lee+camp@mail.camp.example",
        "/payments/ann%40camp.example",
        "ann\uff20camp.example",
        "ann\ufe6bcamp\uff0eexample",
        "eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyX2lkIjoxfQ.c2lnbmF0dXJl",
        "Authorization: Bearer abc.def",
        "pi_3Nx_secret_9876",
        "sk_live_0123456789",
        "/calendar/0123456789abcdef0123456789abcdef.ics",
        "4242 4242 4242 4242",
        "4000-0025-0000-3155",
        "378282246310005",
        "DETAIL:  Key (guardian_id, lower(name::text), born_on)=(7, mia (2), 2015-06-01) already exists.",
        "DETAIL:  Key (child_id, student_id)=(7, 8) is not present in table",
        "DETAIL:  Failing row contains (1, Mia (2), 2015-06-01, null).",
    ],
)
def test_it_redacts_personal_data(text):
    assert REDACTED in redact(f"before {text} after")
    assert redact([{"deep": f"x {text}"}])[0]["deep"] != f"x {text}"


@pytest.mark.parametrize(
    "text",
    ["user 7 is now admin", "attempt 0b9f7c1e-3c5b-4a57-9a39-0d8a2b0b7c11", "pi_3Nx", "took 1800000000.123 s", "a@b"],
)
def test_it_does_not_redact_ids_and_times(text):
    assert redact(text) == text


def run_python(code):
    """Runs code in a process of its own, because logging and error reporting are configured for a whole process."""
    return run(os.environ | {"DJANGO_SETTINGS_MODULE": "camp.settings"}, sys.executable, "-c", code)


@pytest.mark.parametrize(("level", "priority"), [("info", 6), ("warning", 4), ("error", 3), ("exception", 3)])
def test_it_begins_a_line_with_the_priority_of_the_journal(level, priority):
    """So that `journalctl -p err` finds the errors."""
    formatter = logs.configuration(readable=False, priority=True)["formatters"]["line"]
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(formatter.pop("()")(**formatter))
    logger = logging.Logger("camp.test")
    logger.addHandler(handler)
    getattr(logger, level)("a\nb")
    (line,) = text.getvalue().splitlines()
    assert line.startswith(f"<{priority}>{{")
    assert json.loads(line[3:])["event"] == "a\nb"


@pytest.mark.slow
def test_it_writes_readable_lines_in_the_demo_without_the_requests():
    """The demo's web server prints each request itself."""
    code = (
        "import django; django.setup(); import logging; logging.getLogger('payments').warning('refund of %s', 7);"
        "logging.getLogger('camp.requests').info('request')"
    )
    (line,) = run_python(code).stderr.splitlines()
    assert "refund of 7" in line
    assert not line.startswith("{")


CAPTURE_REPORTS = """
import json, django
from sentry_sdk.transport import Transport
from camp.operations import error_reporting

class Captured(Transport):
    events = []
    def capture_envelope(self, envelope):
        self.events.append(envelope.get_event())

error_reporting.start_reporting("https://key@sentry.example/1", transport=Captured())
django.setup()
%s
print(json.dumps(Captured.events, default=str))
"""

RAISE = """
from django.test import Client  # noqa: TID251 (a request that fails the CSRF check)
from camp.pages import shell

def fail():
    raise ValueError("no room for sam@camp.example and 4242 4242 4242 4242")

shell.bundle = fail
Client(raise_request_exception=False).get("/login?for=Kiln+Lane", HTTP_COOKIE="sessionid=abc",
    HTTP_AUTHORIZATION="Bearer abc", HTTP_ACCEPT="text/html", REMOTE_ADDR="127.0.0.1")
"""


@pytest.mark.slow
def test_it_reports_an_exception_without_personal_data():
    event = run_python(CAPTURE_REPORTS % RAISE).stdout.splitlines()[-1]
    assert "no room for" in event
    for part in ("sam@camp.example", "4242", "Kiln", "sessionid", "Bearer", "127.0.0.1"):
        assert part not in event


PERSONAL = ["@camp.example", "%40camp.example", "eyJhbGci", "s3cret", "Kiln"]
BROWSER_ERROR = {
    "kind": "error",
    "message": "Error: no seat for sam@camp.example; Bearer eyJhbGciOiJIUzI1NiJ9.eyJ1; see /all-classes?q=Kiln+Lane",
    "stack": "f@https://camp.example/login?oobCode=s3cret\ng@https://camp.example/#token=s3cret\nh@https://camp.example/main.js:2:17",
    "page": "/nothing/sam%40camp.example?oobCode=s3cret",
}
LOGGED_MESSAGE = f"browser, error: Error: no seat for {REDACTED}; {REDACTED} see /all-classes"


def test_it_logs_an_error_of_a_browser_without_personal_data(db, log):
    as_(None).post("/browserErrors", BROWSER_ERROR, 204)
    (line,) = [line for line in log.lines if line["logger"] == "camp.operations.browser_errors"]
    assert (line["event"], line["level"], line["page"]) == (LOGGED_MESSAGE, "error", r"/^[\s\S]*$")
    assert line["trace"].split() == [
        "f@https://camp.example/login",
        "g@https://camp.example/",
        "h@https://camp.example/main.js:2:17",
    ]
    assert [part for part in PERSONAL if part in log.text] == []


@pytest.mark.slow
def test_it_reports_an_error_of_a_browser_without_personal_data():
    report = f"from camp.operations import browser_errors; browser_errors.log_error(**{BROWSER_ERROR})"
    (event,) = json.loads(run_python(CAPTURE_REPORTS % report).stdout.splitlines()[-1])
    assert event["logentry"]["message"] == LOGGED_MESSAGE
    assert event["extra"]["trace"].endswith("/main.js:2:17")
    assert [part for part in PERSONAL if part in json.dumps(event)] == []


def test_it_reports_nothing_without_a_dsn(monkeypatch):
    monkeypatch.setattr(sentry_sdk, "init", lambda **_: pytest.fail("reported"))
    error_reporting.start_reporting("")


def test_it_logs_no_error_for_an_unknown_host(client, caplog):
    """Any client can send one, and such lines would hide the errors that matter."""
    assert client.get("/classes", HTTP_HOST="evil.example").status_code == 400
    assert [record.name for record in caplog.records if record.levelno > logging.INFO] == []


@pytest.mark.parametrize("path", ["/classes", "/instructors", "/admin/login/"])
def test_it_logs_no_error_for_too_many_parameters(db, client, caplog, path):
    response = client.get(f"{path}?{'a=1&' * 1001}")
    assert response.status_code == 400
    if not path.startswith("/admin"):
        assert response.json() == {"code": "invalid", "message": "This address isn't valid."}
    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == []
