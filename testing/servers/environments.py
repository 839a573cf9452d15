"""The environments of a production site and of the demo, with fake values, and the settings that they lead to."""

import runpy
from typing import Any
from unittest import mock

import environ
from django.conf import settings

PRODUCTION = {
    "SECRET_KEY": "s" * 50,
    "JWT_SIGNING_KEY": "j" * 32,
    "ALLOWED_HOSTS": "camp.example",
    "SITE_URL": "https://camp.example",
    "SITE_TIME_ZONE": "America/New_York",
    "DATABASE_URL": "postgres://camp@db/camp",
    "FIREBASE_PROJECT_ID": "camp",
    "FIREBASE_API_KEY": "key",
    "EMAIL_URL": "smtp+tls://camp:secret@smtp.camp.example:587",
    "STRIPE_SECRET_KEY": "sk_live_1",
    "STRIPE_PUBLISHABLE_KEY": "pk_live_1",
    "STRIPE_WEBHOOK_SECRET": "whsec_1",
    "CARE_KEYS": "Y2FyZSBrZXlzIG9mIDMyIGJ5dGVzIGZvciB0ZXN0cyE=",
}
"""Every variable that a production site requires."""
STAND_IN_URLS = {
    "FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099",
    "STRIPE_API_BASE": "http://127.0.0.1:12111",
    "STRIPE_SCRIPT_URL": "http://127.0.0.1:12111/v3/stripe.js",
}
DEMO = STAND_IN_URLS | {
    "CAMP_DEMO": "1",
    "SITE_URL": "http://127.0.0.1:8000",
    "DATABASE_URL": "postgresql://camp@127.0.0.1:5432/camp",
    "EMAIL_URL": "smtp://127.0.0.1:1025",
    "STRIPE_SECRET_KEY": "sk_test_1",
    "STRIPE_PUBLISHABLE_KEY": "pk_test_1",
}
"""The variables of the demo that differ from ``PRODUCTION``."""


def load_settings(**changes: str | None) -> dict[str, Any]:
    """Executes the settings module with PRODUCTION and these changes as its environment; None removes a variable."""
    values = {name: value for name, value in (PRODUCTION | changes).items() if value is not None}
    with mock.patch.object(environ.Env, "ENVIRON", values):
        return runpy.run_path(str(settings.BASE_DIR / "camp" / "settings" / "environment.py"))
