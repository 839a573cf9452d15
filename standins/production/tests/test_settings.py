"""The settings of the test deployment: those of production, for a local address only."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

from testing.servers.environments import PRODUCTION

pytestmark = pytest.mark.slow


def import_settings(site_url):
    hosts = {"ALLOWED_HOSTS": "camp.example,127.0.0.1,127.0.0.1.example"}
    values = PRODUCTION | hosts | {"SITE_URL": site_url, "STANDIN_FIREBASE_PORT": "9", "STANDIN_STRIPE_PORT": "9"}
    code = "import standins.production.settings as s; print(s.DEBUG, s.DEMO, s.SECURE_SSL_REDIRECT, s.STRIPE_API_BASE)"
    return subprocess.run(
        [sys.executable, "-c", code],
        env={"PATH": os.environ["PATH"]} | values, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_it_keeps_the_production_settings():
    result = import_settings("https://127.0.0.1:8443")
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == ["False", "False", "True", "http://127.0.0.1:9"]


@pytest.mark.parametrize("site_url", ["https://camp.example", "https://127.0.0.1.example"])
def test_it_refuses_a_site_that_is_not_local(site_url):
    result = import_settings(site_url)
    assert result.returncode != 0
    assert "ImproperlyConfigured" in result.stderr
    assert "SITE_URL" in result.stderr
