"""The lock on a state folder, and the cleanup after a killed run."""

import json
import subprocess
import sys

import psutil
import pytest

from demo.servers.errors import DemoRefused
from demo.servers.lock import end_leftover_processes, lock_folder, record_processes

pytestmark = pytest.mark.slow

SLEEPER = [sys.executable, "-c", "import time; time.sleep(60)"]


@pytest.fixture
def sleeper():
    process = subprocess.Popen(SLEEPER, start_new_session=True)
    yield process
    process.kill()
    process.wait()


def test_it_locks_a_folder_until_the_end_of_the_block(tmp_path):
    with lock_folder(tmp_path), pytest.raises(DemoRefused, match="already running"), lock_folder(tmp_path):
        pass
    with lock_folder(tmp_path):
        pass


def test_it_ends_the_processes_of_a_killed_run(tmp_path, sleeper):
    record_processes(tmp_path, [sleeper.pid])
    assert len(end_leftover_processes(tmp_path)) == 1
    assert sleeper.wait(5) != 0


def test_it_leaves_a_process_with_a_reused_pid_alone(tmp_path, sleeper):
    created = psutil.Process(sleeper.pid).create_time()
    (tmp_path / "run.json").write_text(json.dumps([[sleeper.pid, created - 100]]))
    assert end_leftover_processes(tmp_path) == []
    assert sleeper.poll() is None


def test_it_finds_no_leftover_processes_without_a_record(tmp_path):
    assert end_leftover_processes(tmp_path) == []
