"""Which lines of the site's log the test deployment reports as problems."""

import json

import pytest

from standins.production.checks import log_problems, requests_by_status

EXPECTED_LINES = [
    "[INFO] Started worker-1",
    "[WARNING] Killing worker-1 after it refused to gracefully stop",
    json.dumps({"event": "request", "level": "info", "route": "/reset-password", "status": 200}),
    json.dumps({"event": "request", "level": "info", "route": "/orders", "status": 503}),
    json.dumps({"event": "user 2: bound to a new identity with the same, verified e-mail address", "level": "warning"}),
    json.dumps({"event": "Stripe: APIError, request req_1", "level": "warning"}),
    json.dumps({"event": "provider unavailable: StripeServerError from APIError", "level": "warning"}),
    json.dumps({"event": "browser, violation: script-src-elem blocked inline", "level": "error"}),
]


def test_it_accepts_expected_log_lines():
    assert log_problems(EXPECTED_LINES) == []


def test_it_counts_requests_by_status():
    assert requests_by_status(EXPECTED_LINES) == {200: 1, 503: 1}


@pytest.mark.parametrize(
    "line",
    [
        "Traceback (most recent call last):",
        "[ERROR] Unexpected exit from worker-1",
        json.dumps({"event": "request", "level": "info", "route": "/classes", "status": 500}),
        json.dumps({"event": "request", "level": "info", "route": "/jwt", "status": 503}),
        json.dumps({"event": "not listening for changes", "level": "warning"}),
        json.dumps({"event": "browser, render: TypeError: x is undefined", "level": "error"}),
        json.dumps({"event": "sam@camp.example signed in", "level": "info"}),
        json.dumps({"event": "Bearer eyJhbGciOiJIUzI1NiJ9", "level": "info"}),
        json.dumps({"event": "request with password=x", "level": "info"}),
        json.dumps({"event": "pi_1_secret_2", "level": "info"}),
    ],
)
def test_it_reports_an_unexpected_log_line(line):
    assert len(log_problems([*EXPECTED_LINES, line])) == 1
