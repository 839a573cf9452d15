"""Service processes: their output, and the end of the whole process group."""

import sys

import psutil
import pytest

from demo.servers.output import Output
from demo.servers.processes import Service, ServiceProcess
from testing.servers.processes import wait_until

pytestmark = pytest.mark.slow

OBEYS_SIGTERM = "import time; print('hello', flush=True); time.sleep(60)"
IGNORES_SIGTERM = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('hello', flush=True); time.sleep(60)"
)
STARTS_A_CHILD = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(child.pid, flush=True)
time.sleep(60)
"""


@pytest.fixture
def output(tmp_path):
    output = Output(tmp_path / "run.log")
    yield output
    output.close()


@pytest.fixture
def start(tmp_path, output):
    processes = []

    def start(code, **options):
        service = Service("worker", [sys.executable, "-c", code], lambda: True, tmp_path, **options)
        processes.append(ServiceProcess(service, {}, output))
        return processes[-1]

    yield start
    for process in processes:
        process.stop()


def first_output(output):
    return wait_until(output.tail)


def test_it_prefixes_output_lines_with_the_name(start, output):
    start(OBEYS_SIGTERM)
    assert first_output(output) == "    worker | hello"


def test_it_sends_sigterm_first(start, output):
    process = start(OBEYS_SIGTERM)
    first_output(output)
    process.stop()
    assert process.process.returncode == -15


def test_it_kills_a_process_that_ignores_sigterm(start, output):
    process = start(IGNORES_SIGTERM, stop_seconds=0.3)
    first_output(output)
    process.stop()
    assert process.process.returncode == -9


def test_it_ends_the_children_of_the_process(start, output):
    process = start(STARTS_A_CHILD)
    child = psutil.Process(int(first_output(output).split("|")[1]))
    process.stop()
    wait_until(lambda: not child.is_running() or child.status() == psutil.STATUS_ZOMBIE)


def test_it_ignores_a_closed_terminal(output):
    output._stream.close()
    output.say("lost")
