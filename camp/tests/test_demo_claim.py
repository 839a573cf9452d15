"""One run in a folder, on free ports; and the end of what a killed run left behind."""

import json
import random
import socket
import subprocess
import sys

import psutil
import pytest

from camp.demo import claim
from camp.demo.environment import PORTS

SLEEPER = [sys.executable, "-c", "import time; time.sleep(60)"]


@pytest.fixture
def listener():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


@pytest.fixture
def sleeper():
    process = subprocess.Popen(SLEEPER, start_new_session=True)
    yield process
    process.kill()
    process.wait()


def free_ports():
    """Three ports that were free a moment ago, below those that the system hands out to callers."""
    numbers = (number for number in random.sample(range(15000, 30000), 100) if not claim.in_use(number))
    return {name: str(next(numbers)) for name in PORTS}


def test_free_ports_are_fine():
    claim.ports(free_ports())


def test_a_taken_port_is_named_with_its_holder_and_the_variable_that_moves_it(listener):
    with pytest.raises(claim.Taken) as refusal:
        claim.ports(free_ports() | {"STRIPE_STANDIN_PORT": str(listener)})
    message = str(refusal.value)
    assert f"Port {listener} for the card stand-in is taken" in message
    assert f"STRIPE_STANDIN_PORT={listener + 1}" in message
    assert "the site" not in message


def test_one_port_for_two_is_refused():
    given = free_ports()
    with pytest.raises(claim.Taken, match="its own port"):
        claim.ports(given | {"PORT": given["STRIPE_STANDIN_PORT"]})


def test_a_folder_is_held_by_one_and_free_again_afterwards(tmp_path):
    with claim.folder(tmp_path), pytest.raises(claim.Taken, match="already running"), claim.folder(tmp_path):
        pass
    with claim.folder(tmp_path):
        pass


def test_what_a_killed_run_left_is_ended(tmp_path, sleeper):
    claim.remember(tmp_path, [sleeper.pid])
    assert len(claim.end_leftovers(tmp_path)) == 1
    assert sleeper.wait(5) != 0


def test_a_stranger_with_a_remembered_number_is_spared(tmp_path, sleeper):
    created = psutil.Process(sleeper.pid).create_time()
    (tmp_path / "run.json").write_text(json.dumps([[sleeper.pid, created - 100]]))
    assert claim.end_leftovers(tmp_path) == []
    assert sleeper.poll() is None


def test_a_folder_without_a_memory_has_no_leftovers(tmp_path):
    assert claim.end_leftovers(tmp_path) == []
