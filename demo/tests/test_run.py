"""`python -m demo run` and `reset`, with all services."""

import json
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection

import psutil
import pytest

from demo.environment import BASE_DIR
from demo.processes import http_ready
from demo.supervisor import READY_SECONDS
from testing.free_ports import free_ports

SECONDS = READY_SECONDS + 30
PROJECT = "/identitytoolkit.googleapis.com/v1"


class Run:
    """A run of the demo on its own folder and ports."""

    def __init__(self, directory, ports, *more):
        self.directory = directory
        (directory / "run.log").unlink(missing_ok=True)
        self.site, self.firebase, self.cards = (int(ports[name]) for name in ports)
        options = [f"--dir={directory}", f"--port={self.site}", f"--firebase-port={self.firebase}"]
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "demo",
                "run",
                "--quiet",
                "--empty",
                f"--stripe-port={self.cards}",
                *options,
                *more,
            ],
            cwd=BASE_DIR,
            start_new_session=True,
        )

    def log(self):
        path = self.directory / "run.log"
        return path.read_text() if path.exists() else ""

    def until(self, condition, what):
        deadline = time.monotonic() + SECONDS
        while not condition():
            assert self.process.poll() is None, f"The run ended: {self.log()[-3000:]}"
            assert time.monotonic() < deadline, f"Not in {SECONDS} s: {what}. {self.log()[-3000:]}"
            time.sleep(0.1)

    def firebase_call(self, path, body):
        connection = HTTPConnection("127.0.0.1", self.firebase, timeout=5)
        headers = {"Content-Type": "application/json"}
        connection.request("POST", f"{PROJECT}/{path}?key=demo", json.dumps(body), headers)
        response = connection.getresponse()
        status, body = response.status, json.loads(response.read())
        connection.close()
        return status, body

    def stop(self, number=signal.SIGINT):
        self.process.send_signal(number)
        return self.process.wait(SECONDS)


@pytest.fixture
def runs(tmp_path):
    """Starts a run and waits for its welcome message; stops it at the end of a failed test."""
    started = []
    ports = free_ports()

    def start(*options):
        started.append(Run(tmp_path, ports, *options))
        started[-1].until(lambda: "is open" in started[-1].log(), "the welcome message")
        return started[-1]

    yield start
    for each in started:
        if each.process.poll() is None:
            each.stop(signal.SIGTERM)


def processes_of(directory):
    return [
        process.info["cmdline"]
        for process in psutil.process_iter(["cmdline"])
        if process.pid != psutil.Process().pid
        and any(str(directory) in argument for argument in process.info["cmdline"] or [])
    ]


@pytest.mark.timeout(600)
def test_it_starts_all_services_restarts_the_database_and_keeps_data_between_runs(runs, tmp_path):
    new_user = {"email": "new@camp.example", "password": "Camp-2003!", "returnSecureToken": True}
    run = runs()
    assert http_ready(run.site, "/healthz")()
    status, _ = run.firebase_call("accounts:signInWithPassword", new_user | {"email": "admin@camp.example"})
    assert status == 200
    _, account = run.firebase_call("accounts:signUp", new_user)
    run.firebase_call("accounts:sendOobCode", {"requestType": "VERIFY_EMAIL", "idToken": account["idToken"]})
    run.until(lambda: "Mail to new@camp.example: verify your address: http://" in run.log(), "the mail")

    psutil.Process(int((tmp_path / "postgres" / "postmaster.pid").read_text().split()[0])).kill()
    run.until(lambda: "PostgreSQL died; starting it again" in run.log(), "the death of the database")
    run.until(http_ready(run.site, "/healthz"), "the restarted database")
    assert "site (exit" not in run.log()

    assert run.stop() == 0
    assert processes_of(tmp_path) == []
    assert not any(http_ready(port)() for port in (run.site, run.firebase, run.cards))

    again = runs()
    status, signed_in = again.firebase_call("accounts:signInWithPassword", new_user)
    assert (status, signed_in.get("localId")) == (200, account["localId"])
    assert again.stop(signal.SIGTERM) == 0


@pytest.mark.timeout(600)
def test_it_refuses_a_second_run_and_empties_the_folder_on_request(runs, tmp_path):
    (tmp_path / "postgres").mkdir()
    (tmp_path / "postgres" / "from-the-last-run").touch()
    run = runs("--fresh")
    assert not (tmp_path / "postgres" / "from-the-last-run").exists()
    command = [sys.executable, "-m", "demo"]
    for arguments in (["run"], ["reset"]):
        refused = subprocess.run(
            [*command, *arguments, f"--dir={tmp_path}"], cwd=BASE_DIR, capture_output=True, text=True, check=False
        )
        assert refused.returncode == 1
        assert "already running" in refused.stderr
    assert http_ready(run.site, "/healthz")()
    run.stop()
    subprocess.run([*command, "reset", f"--dir={tmp_path}"], cwd=BASE_DIR, check=True)
    assert list(tmp_path.iterdir()) == []


def test_it_refuses_to_reset_a_folder_with_unknown_files(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    refused = subprocess.run(
        [sys.executable, "-m", "demo", "reset", f"--dir={tmp_path}"],
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 1
    assert "thesis.txt" in refused.stderr
    assert (tmp_path / "thesis.txt").exists()
