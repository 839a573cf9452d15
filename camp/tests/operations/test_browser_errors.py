"""POST /browserErrors: errors that browsers report go into the log, without personal data."""

import json
import logging
import time

import pytest

from camp.operations.browser_errors import MAX_BODY_BYTES, log_error
from testing.clients.api import as_, with_bearer

PATH = "/browserErrors"
ERROR = {
    "kind": "render",
    "message": "TypeError: x is undefined",
    "stack": "f@https://camp.example/static/build/main.0a1b.js:2:17",
    "page": "/dashboard/payment/17",
}
VIOLATION = {
    "document-uri": "https://camp.example/reset-password?mode=resetPassword&oobCode=s3cret",
    "effective-directive": "script-src-elem",
    "blocked-uri": "https://evil.example/steal.js?who=sam",
    "source-file": "https://camp.example/login?for=sam",
    "line-number": 7,
}

pytestmark = pytest.mark.django_db


@pytest.fixture
def logged(caplog):
    """Returns the records of the reported errors."""
    return lambda: [record for record in caplog.records if record.name == "camp.operations.browser_errors"]


def report_violation(report, status=204):
    body = json.dumps({"csp-report": report})
    response = as_(None).client.post(PATH, body, content_type="application/csp-report")
    assert response.status_code == status, response.content
    return response


def test_it_logs_an_error_that_the_client_reports(logged):
    assert as_(None).post(PATH, ERROR, 204).content == b""
    (record,) = logged()
    assert record.levelno == logging.ERROR
    assert record.getMessage() == "browser, render: TypeError: x is undefined"
    assert record.page == "/dashboard/payment/<str:id>"
    assert record.trace == ERROR["stack"]


def test_it_logs_a_violation_of_the_content_security_policy(logged):
    report_violation(VIOLATION)
    (record,) = logged()
    assert record.getMessage() == "browser, violation: script-src-elem blocked https://evil.example"
    assert (record.page, record.trace) == ("/reset-password", "https://camp.example/login:7")


def test_it_logs_a_violation_by_inline_code(logged):
    report_violation({"document-uri": "about", "violated-directive": "script-src", "blocked-uri": "inline"})
    assert logged()[0].getMessage() == "browser, violation: script-src blocked inline"


def test_it_ignores_the_token_of_a_user_and_an_invalid_one(users, logged):
    as_(users.student).post(PATH, ERROR, 204)
    with_bearer("nonsense").post(PATH, ERROR, 204)
    assert len(logged()) == 2


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "other"},
        {"message": ""},
        {"message": "x" * 1001},
        {"stack": "x" * 4001},
        {"stack": "\0"},
        {"page": None},
        {"page": "x" * 2001},
    ],
)
def test_it_refuses_invalid_input(logged, change):
    body = as_(None).post(PATH, ERROR | change, 400)
    assert set(body["fields"]) == set(change)
    assert logged() == []


@pytest.mark.parametrize(
    ("message", "logged_as"),
    [
        ("Unexpected token 'A', \"Ada Kessler, \" is not JSON", "Unexpected token '…', \"…\" is not JSON"),
        ("Cannot read properties of undefined (reading 'length')", None),
        ("Failed to execute 'insertBefore' on 'Node'", "Failed to execute 'insertBefore' on '…'"),
        ("No seat for María de la Cruz Ortega, 12 Kiln Lane", "No seat for María de la …, 12 …"),
        ("Loading chunk checkout failed", None),
        ("No seat for sam\uff20camp.example", "No seat for [redacted]"),
        ("No seat for sam@localhost, sam\uff20localhost.", "No seat for [redacted], [redacted]."),
        ("No seat for +1 (555) 867-5309", "No seat for [redacted]"),
        ("No seat for 5558675309, 555\u2011867\u20135309", "No seat for [redacted], [redacted]"),
        ("No seat for 555.867.5309 or (555)\u00a0867 5309.", "No seat for [redacted] or [redacted]."),
        ("Bad link tel:+15558675309, tel:5558675309", "Bad link tel:[redacted], tel:[redacted]"),
        ("Timeout of 120000 ms in main.0a1b2345.js:2:1234567", None),
        ("render@https://camp.example/main.js:2:1234567", None),
    ],
)
def test_it_logs_no_text_that_a_user_may_have_typed(logged, message, logged_as):
    as_(None).post(PATH, ERROR | {"message": message}, 204)
    assert logged()[0].getMessage() == f"browser, render: {logged_as or message}"


@pytest.mark.slow
@pytest.mark.parametrize(
    "part", [")=(", "eyJ", "'", '"', "Ada ", "pi_a_secret_", "a@", "?", "bearer ", "1 ", "1", "a@b"]
)
def test_it_cleans_a_text_in_time_that_grows_with_its_length(part):
    def seconds(length):
        text = (part * length)[:length]
        start = time.thread_time()
        for _ in range(5):
            log_error(kind="error", message=text, stack=text, page="/")
        return time.thread_time() - start

    seconds(1000)
    assert seconds(16_000) < 40 * max(seconds(2000), 0.0005)


@pytest.mark.parametrize("body", ["[]", "{}", '{"csp-report": 1}', '{"csp-report": {}}', "<xml>"])
def test_it_refuses_a_body_that_is_not_a_report(logged, body):
    response = as_(None).client.post(PATH, body, content_type="application/csp-report")
    assert response.status_code == 400
    assert set(response.json()) <= {"code", "message", "fields"}
    assert logged() == []


@pytest.mark.parametrize("content_type", ["application/json", "application/csp-report"])
def test_it_refuses_a_large_body(logged, content_type):
    body = json.dumps(ERROR | {"more": "x" * MAX_BODY_BYTES})
    response = as_(None).client.post(PATH, body, content_type=content_type)
    assert (response.status_code, response.json()["code"]) == (413, "too_large")
    assert logged() == []


def test_it_refuses_other_content_types(logged):
    response = as_(None).client.post(PATH, "a=1", content_type="application/x-www-form-urlencoded")
    assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")
    assert logged() == []


def test_it_throttles_the_reports_of_one_address(settings, logged):
    settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"browser-error": (1, 2, 60)}
    for _ in range(2):
        as_(None).post(PATH, ERROR, 204, REMOTE_ADDR="127.0.0.1")
    as_(None).post(PATH, ERROR, 429, REMOTE_ADDR="127.0.0.1")
    as_(None).post(PATH, ERROR, 204, REMOTE_ADDR="127.0.0.2")
    assert len(logged()) == 3
