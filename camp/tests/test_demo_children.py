"""A child's words, its end, and the end of what it started itself."""

import sys
import time

import psutil
import pytest

from camp.demo.children import Child, Part
from camp.demo.output import Output

OBEDIENT = "import time; print('hello', flush=True); time.sleep(60)"
DEAF = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('hello', flush=True); time.sleep(60)"
PARENT = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(child.pid, flush=True)
time.sleep(60)
"""


@pytest.fixture
def output(tmp_path):
    made = Output(tmp_path / "run.log")
    yield made
    made.close()


@pytest.fixture
def start(tmp_path, output):
    children = []

    def run(code, **options):
        part = Part("worker", [sys.executable, "-c", code], lambda: True, tmp_path, **options)
        children.append(Child(part, {}, output))
        return children[-1]

    yield run
    for child in children:
        child.stop()


def words(output):
    """The first words that were heard, waited for."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if heard := output.tail():
            return heard
        time.sleep(0.05)
    raise AssertionError("nothing was heard")


def test_its_words_carry_its_name(start, output):
    start(OBEDIENT)
    assert words(output) == "    worker | hello"


def test_it_is_asked_to_stop_first(start, output):
    child = start(OBEDIENT)
    words(output)
    child.stop()
    assert child.process.returncode == -15


def test_one_that_does_not_listen_is_killed(start, output):
    child = start(DEAF, stop_seconds=0.3)
    words(output)
    child.stop()
    assert child.process.returncode == -9


def test_what_it_started_ends_with_it(start, output):
    child = start(PARENT)
    grandchild = psutil.Process(int(words(output).split("|")[1]))
    child.stop()
    deadline = time.monotonic() + 10
    while grandchild.is_running() and grandchild.status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_closed_window_stops_nobody(output):
    output._stream.close()
    output.say("unheard")
