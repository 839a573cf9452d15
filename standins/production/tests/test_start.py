"""`make proof-production` starts without settings in its environment, as an operator has none."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

from standins.production.pooler import role_settings


@pytest.mark.slow
def test_it_starts_without_settings():
    command = [sys.executable, "-m", "standins.production", "--help"]
    environ = {"PATH": os.environ["PATH"]}
    done = subprocess.run(command, cwd=settings.BASE_DIR, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_it_sets_the_timeouts_of_the_site_as_the_page_says():
    for name, value in settings.SESSION_SETTINGS.items():
        assert f"ALTER ROLE sam SET {name} = '{value}';" in role_settings("sam")
