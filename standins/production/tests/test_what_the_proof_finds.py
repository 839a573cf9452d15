"""The proof of production would notice: what the log must not say, and a site that is not on this machine."""

import json
import os
import subprocess
import sys

import pytest
from django.conf import settings

from camp.tests.test_settings import PRODUCTION
from standins.production.words import faults_in, requests_in

FINE = [
    "[INFO] Started worker-1",
    json.dumps({"event": "request", "level": "info", "route": "/reset-password", "status": 200}),
    json.dumps({"event": "request", "level": "info", "route": "/createPaymentIntent", "status": 503}),
    json.dumps({"event": "card provider: APIError, request req_1", "level": "warning"}),
]


def test_what_is_as_it_should_be_is_not_named():
    assert faults_in(FINE) == []
    assert requests_in(FINE) == {200: 1, 503: 1}


@pytest.mark.parametrize(
    "line",
    [
        "Traceback (most recent call last):",
        "[WARNING] Killing worker-1 after it refused to gracefully stop",
        json.dumps({"event": "request", "level": "info", "route": "/classes", "status": 500}),
        json.dumps({"event": "request", "level": "info", "route": "/jwt", "status": 503}),
        json.dumps({"event": "not listening for changes", "level": "warning"}),
        json.dumps({"event": "sam@camp.example was here", "level": "info"}),
        json.dumps({"event": "Bearer eyJhbGciOiJIUzI1NiJ9", "level": "info"}),
        json.dumps({"event": "came with password=x", "level": "info"}),
        json.dumps({"event": "pi_1_secret_2", "level": "info"}),
    ],
)
def test_what_should_not_be_there_is_named(line):
    assert len(faults_in([*FINE, line])) == 1


@pytest.mark.parametrize(
    ("site", "refused"),
    [("https://127.0.0.1:8443", False), ("https://camp.example", True), ("https://127.0.0.1.example", True)],
)
def test_its_settings_are_for_this_machine_alone(site, refused):
    values = PRODUCTION | {"SITE_URL": site, "STANDIN_FIREBASE_PORT": "9", "STANDIN_STRIPE_PORT": "9"}
    code = "import standins.production.settings as s; print(s.DEBUG, s.DEMO, s.SECURE_SSL_REDIRECT, s.STRIPE_API_BASE)"
    started = subprocess.run(
        [sys.executable, "-c", code],
        env={"PATH": os.environ["PATH"]} | values, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (started.returncode != 0) == refused, started.stderr
    assert refused or started.stdout.split() == ["False", "False", "True", "http://127.0.0.1:9"]
    assert not refused or "for 127.0.0.1 alone" in started.stderr
