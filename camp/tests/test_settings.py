"""Outside the demo a forgotten or unsafe value stops the start, by name."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

PRODUCTION = {
    "SECRET_KEY": "s" * 50,
    "JWT_SIGNING_KEY": "j" * 32,
    "ALLOWED_HOSTS": "camp.example",
    "SITE_URL": "https://camp.example",
    "DATABASE_URL": "postgres://camp@db/camp",
    "FIREBASE_PROJECT_ID": "camp",
    "FIREBASE_API_KEY": "key",
    "FIREBASE_AUTH_DOMAIN": "camp.firebaseapp.com",
    "STRIPE_SECRET_KEY": "sk_live_1",
    "STRIPE_PUBLISHABLE_KEY": "pk_live_1",
    "STRIPE_WEBHOOK_SECRET": "whsec_1",
}


def start(**changes):
    """Load the settings as a web server would, with this environment and no other."""
    values = {name: value for name, value in (PRODUCTION | changes).items() if value is not None}
    code = "import camp.settings as s; print(s.DEBUG, s.SECURE_SSL_REDIRECT, s.SESSION_COOKIE_SECURE, s.ALLOWED_HOSTS)"
    return subprocess.run(
        [sys.executable, "-c", code],
        env={"PATH": os.environ["PATH"]} | values,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_complete_environment_starts_safely():
    assert start().stdout.split() == ["False", "True", "True", "['camp.example']"]


def test_nothing_at_all_names_everything_that_is_missing():
    started = start(**dict.fromkeys(PRODUCTION))
    assert started.returncode != 0
    for name in PRODUCTION:
        assert name in started.stderr


@pytest.mark.parametrize("name", PRODUCTION)
@pytest.mark.parametrize("value", [None, "", "  "])
def test_each_missing_value_stops_the_start(name, value):
    started = start(**{name: value})
    assert started.returncode != 0
    assert name in started.stderr


@pytest.mark.parametrize(
    "unsafe",
    [
        {"FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099"},
        {"STRIPE_API_BASE": "http://127.0.0.1:12111"},
        {"STRIPE_SCRIPT_URL": "http://127.0.0.1:12111/v3/stripe.js"},
        {"DEBUG": "1"},
        {"ALLOWED_HOSTS": "*"},
        {"SECRET_KEY": "short"},
        {"JWT_SIGNING_KEY": "short"},
        {"SECRET_KEY": "s" * 60, "JWT_SIGNING_KEY": "s" * 60},
        {"JWT_PREVIOUS_SIGNING_KEY": "short"},
        {"JWT_PREVIOUS_SIGNING_KEY": "j" * 32},
    ],
    ids=str,
)
def test_what_is_unsafe_stops_the_start(unsafe):
    started = start(**unsafe)
    assert started.returncode != 0
    assert "ImproperlyConfigured" in started.stderr
    assert next(iter(unsafe)) in started.stderr
