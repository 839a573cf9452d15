"""`python -m demo run` and `reset`, with all services."""

import json
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection

import psutil
import pytest

from demo.__main__ import OPTIONS
from demo.environment import BASE_DIR
from demo.ports import in_use
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
    assert not any(in_use(port) for port in run.ports.values())

    again = runs()
    status, signed_in = again.firebase_call("accounts:signInWithPassword", new_user)
    assert (status, signed_in.get("localId")) == (200, account["localId"])
    assert again.stop(signal.SIGTERM) == 0


def test_it_sends_e_mails_to_the_mailbox_and_restarts_the_worker(runs):
    run = runs()
    assert f"Mail:                http://127.0.0.1:{run.mailbox}" in run.log()
    killed = run.worker()
    killed.kill()
    run.until(lambda: "worker (exit -9) died; starting it again" in run.log(), "the death of the worker")
    run.until(lambda: run.worker() not in (killed, None), "the restarted worker")
    new_user = {"email": "new@camp.example", "password": "Camp-2003!", "returnSecureToken": True}
    _, account = run.firebase_call("accounts:signUp", new_user)
    status, _ = run.register(account, new_user["email"])
    assert status == 201
    run.until(lambda: run.received(new_user["email"]), "the welcome e-mail")

    worker = run.worker()
    assert run.stop() == 0
    assert not worker.is_running()
    again = runs()
    again.until(lambda: again.received(new_user["email"]), "the e-mail of the first run")
    assert len(again.received(new_user["email"])) == 1


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
