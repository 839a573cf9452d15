"""`python -m demo run` and `reset`, with all services."""

import json
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from http.client import HTTPConnection

import psutil
import pytest

from demo.__main__ import OPTIONS
from demo.servers.environment import BASE_DIR
from demo.servers.ports import in_use
from demo.servers.processes import http_ready
from demo.servers.supervisor import READY_SECONDS
from testing.servers.free_ports import free_ports

pytestmark = pytest.mark.slow

SECONDS = READY_SECONDS + 30
PROJECT = "/identitytoolkit.googleapis.com/v1"
NEW_USER = {"email": "new@camp.example", "password": "Camp-2003!", "returnSecureToken": True}


class Run:
    """A run of the demo on its own folder and ports."""

    def __init__(self, directory, ports, *more):
        self.directory = directory
        (directory / "run.log").unlink(missing_ok=True)
        self.ports = {name: int(number) for name, number in ports.items()}
        self.site, self.firebase = self.ports["PORT"], self.ports["FIREBASE_AUTH_EMULATOR_PORT"]
        self.mailbox = self.ports["MAILBOX_PORT"]
        options = [f"{flag}={self.ports[variable]}" for flag, (variable, _) in OPTIONS.items() if variable in ports]
        command = [sys.executable, "-m", "demo", "run", "--quiet", "--empty", f"--dir={directory}", *options, *more]
        self.process = subprocess.Popen(command, cwd=BASE_DIR, start_new_session=True)

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
        return json_request(self.firebase, "POST", f"{PROJECT}/{path}?key=demo", body)

    def register(self, account, email):
        """Completes the profile of an account at Firebase, which the site answers with a welcome e-mail."""
        return json_request(self.site, "POST", "/users", {"email": email, "name": "Nora"}, account["idToken"])

    def received(self, email):
        """Returns the subjects of the e-mails to this address."""
        _, emails = json_request(self.mailbox, "GET", "/email")
        return [each["subject"] for each in emails if each["to"][0]["address"] == email]

    def worker(self):
        """Returns the process of the worker, None while there is none."""
        children = psutil.Process(self.process.pid).children()
        return next((child for child in children if "run_worker" in child.cmdline()), None)

    def stop(self, number=signal.SIGINT):
        self.process.send_signal(number)
        return self.process.wait(SECONDS)


def json_request(port, method, path, body=None, bearer=""):
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {bearer}"} if bearer else {})
    connection.request(method, path, json.dumps(body), headers)
    response = connection.getresponse()
    status, body = response.status, json.loads(response.read())
    connection.close()
    return status, body


@contextmanager
def started(directory, ports, *options):
    """Starts a run and waits for its welcome message; stops it at the end of a failed test."""
    run = Run(directory, ports, *options)
    try:
        run.until(lambda: "is open" in run.log(), "the welcome message")
        yield run
    finally:
        if run.process.poll() is None:
            run.stop(signal.SIGTERM)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run in a folder that contained a database."""
    directory = tmp_path_factory.mktemp("demo")
    (directory / "postgres").mkdir()
    (directory / "postgres" / "from-the-last-run").touch()
    with started(directory, free_ports(), "--fresh") as run:
        yield run


def processes_of(directory):
    return [
        process.info["cmdline"]
        for process in psutil.process_iter(["cmdline"])
        if process.pid != psutil.Process().pid
        and any(str(directory) in argument for argument in process.info["cmdline"] or [])
    ]


def demo(*arguments):
    """Runs a command of the demo that ends at once."""
    command = [sys.executable, "-m", "demo", *arguments]
    return subprocess.run(command, cwd=BASE_DIR, capture_output=True, text=True, check=False)


def test_it_empties_the_folder_on_request(run):
    assert not (run.directory / "postgres" / "from-the-last-run").exists()


def test_it_starts_all_services(run):
    assert http_ready(run.site, "/healthz")()
    status, _ = run.firebase_call("accounts:signInWithPassword", NEW_USER | {"email": "admin@camp.example"})
    assert status == 200
    _, account = run.firebase_call("accounts:signUp", NEW_USER | {"email": "verified@camp.example"})
    run.firebase_call("accounts:sendOobCode", {"requestType": "VERIFY_EMAIL", "idToken": account["idToken"]})
    run.until(lambda: "Mail to verified@camp.example: verify your address: http://" in run.log(), "the mail")


def test_it_restarts_the_database(run):
    psutil.Process(int((run.directory / "postgres" / "postmaster.pid").read_text().split()[0])).kill()
    run.until(lambda: "PostgreSQL died; starting it again" in run.log(), "the death of the database")
    run.until(http_ready(run.site, "/healthz"), "the restarted database")
    assert "site (exit" not in run.log()


def test_it_refuses_a_second_run(run):
    for command in ("run", "reset"):
        refused = demo(command, f"--dir={run.directory}")
        assert refused.returncode == 1
        assert "already running" in refused.stderr
    assert http_ready(run.site, "/healthz")()


def test_it_restarts_the_worker_and_keeps_data_between_runs(tmp_path):
    ports = free_ports()
    with started(tmp_path, ports) as run:
        assert f"Mail:                http://127.0.0.1:{run.mailbox}" in run.log()
        killed = run.worker()
        killed.kill()
        run.until(lambda: "worker (exit -9) died; starting it again" in run.log(), "the death of the worker")
        run.until(lambda: run.worker() not in (killed, None), "the restarted worker")
        _, account = run.firebase_call("accounts:signUp", NEW_USER)
        status, _ = run.register(account, NEW_USER["email"])
        assert status == 201
        run.until(lambda: run.received(NEW_USER["email"]), "the welcome e-mail")

        worker = run.worker()
        assert run.stop() == 0
        assert not worker.is_running()
        assert processes_of(tmp_path) == []
        assert not any(in_use(port) for port in run.ports.values())

    with started(tmp_path, ports) as again:
        status, signed_in = again.firebase_call("accounts:signInWithPassword", NEW_USER)
        assert (status, signed_in.get("localId")) == (200, account["localId"])
        again.until(lambda: again.received(NEW_USER["email"]), "the e-mail of the first run")
        assert len(again.received(NEW_USER["email"])) == 1
        assert again.stop(signal.SIGTERM) == 0

    assert demo("reset", f"--dir={tmp_path}").returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_it_refuses_to_reset_a_folder_with_unknown_files(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    refused = demo("reset", f"--dir={tmp_path}")
    assert refused.returncode == 1
    assert "thesis.txt" in refused.stderr
    assert (tmp_path / "thesis.txt").exists()
