"""Many clients over HTTP, against the site as it runs: several worker processes, a PostgreSQL that waits for its disk.

The same programs as in bench/, here in a length that every run of the tests can afford.
"""

import json
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings

pytestmark = pytest.mark.timeout(600)
TWO_HUNDRED_FOR_TWENTY = [
    *("--students", "200", "--seats", "20", "--others", "0", "--other-seats", "0", "--within", "1"),
    *("--webhooks", "wild", "--json"),
]


def run(module: str, *arguments: str) -> tuple[int, dict[str, Any]]:
    """Exit status, and the verdict that it printed."""
    command = [sys.executable, "-W", "error", "-m", module, *arguments]
    done = subprocess.run(command, check=False, cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=580)
    assert done.stdout, done.stderr[-3000:]
    return done.returncode, json.loads(done.stdout[done.stdout.index("{") :])


def assert_well(found: dict[str, Any]) -> None:
    assert found["broken laws"] == []
    assert (found["oversold"], found["answers 500"], found["deadlocks"], found["not reconciled"]) == (0, 0, 0, 0)
    assert found["webhooks through"]
    assert "gave up" not in found["outcomes"]


def test_two_hundred_students_and_twenty_seats():
    """With webhooks that come twice and out of order: twenty are enrolled, nobody else has paid and got nothing."""
    status, found = run("bench.rush", *TWO_HUNDRED_FOR_TWENTY)
    assert_well(found)
    assert found["outcomes"] == {"enrolled": 20, "refused": 180}
    assert (found["enrolled"], found["payments"], status) == (20, {"enrolled": 20}, 0)


def test_the_control_with_the_lock_off_is_seen_to_oversell():
    status, found = run("bench.rush", *TWO_HUNDRED_FOR_TWENTY, "--lock-off")
    assert found["oversold"] > 0
    assert found["enrolled"] > 20
    assert status == 1


@pytest.mark.long
def test_everything_pulled_out_during_a_rush_loses_nothing():
    """Card provider, database and site in turn, twice each; every student ends enrolled, refused or refunded."""
    status, found = run("bench.unplugged", "--students", "600", "--within", "50", "--rounds", "2")
    assert_well(found)
    assert found["pulled"] == ["card provider", "database", "site"] * 2
    assert set(found["outcomes"]) <= {"enrolled", "refused", "refunded"}
    assert (found["in the hot class"], status) == (60, 0)
