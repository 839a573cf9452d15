"""The worker of `make dev` starts again when its code changes."""

import os
import signal
import subprocess
import sys
import time

import pytest

from demo.servers import reloading

pytestmark = pytest.mark.slow

PRINTS_AND_WAITS = "import time; print('started', flush=True); time.sleep(60)"
RELOADING = """
import sys
from pathlib import Path
from demo.servers import reloading
reloading.BASE_DIR = Path(sys.argv[1])
reloading.POLL_SECONDS = 0.05
reloading.PAUSE_AFTER_END_SECONDS = 0.1
sys.exit(reloading.main([sys.executable, "-c", sys.argv[2]]))
"""


@pytest.fixture
def start(tmp_path):
    processes = []

    def start(code):
        command = [sys.executable, "-c", RELOADING, str(tmp_path), code]
        processes.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        return processes[-1]

    yield start
    for process in processes:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)


@pytest.mark.parametrize("name", ["mail/sending.py", "mail/templates/mail/booked.html"])
def test_it_starts_the_command_again_after_a_change(start, tmp_path, name):
    file = tmp_path / name
    file.parent.mkdir(parents=True)
    file.touch()
    process = start(PRINTS_AND_WAITS)
    assert process.stdout.readline() == "started\n"
    os.utime(file, (time.time() + 5, time.time() + 5))
    assert process.stdout.readline() == "started\n"


def test_it_starts_a_command_again_that_has_ended(start):
    process = start("print('started', flush=True)")
    assert [process.stdout.readline() for _ in range(2)] == ["started\n"] * 2


def test_it_stops_the_command_on_sigterm(start):
    process = start(PRINTS_AND_WAITS)
    process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    assert process.stdout.read() == ""


@pytest.mark.parametrize("name", ["node_modules/package/readme.txt", ".venv/site.py", "picture.webp"])
def test_it_ignores_other_files(tmp_path, name):
    before = reloading.newest_change(tmp_path)
    file = tmp_path / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
    assert reloading.newest_change(tmp_path) == before == 0
