"""deploy/update, rollback and restart: the running version serves until the new one answers, and stays if it doesn't.

A small program takes the place of the site, and a script the place of systemd. The scripts in deploy are the real ones.
"""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import pytest
from django.conf import settings

from testing.clients.repeated import repeated_calls
from testing.servers.free_ports import free_port
from testing.servers.processes import wait_until

SCRIPTS = ("functions", "update", "rollback", "restart", "bundle")
PROGRAMS = settings.BASE_DIR / "standins" / "production" / "bin"
CLIENTS = 4
pytestmark = pytest.mark.long
SITE = """
import os, signal, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        host = os.environ["SITE_URL"].removeprefix("https://")
        body = f"{VERSION} {os.environ['COLOR']}".encode()
        self.send_response(200 if ALLOWED_HOST in ("", host) and self.headers["Host"] == host else 400)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_): pass
class Server(ThreadingHTTPServer):
    daemon_threads, request_queue_size = False, 128
server = Server(("127.0.0.1", int(os.environ["PORT"])), Handler)
signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.shutdown).start())
server.serve_forever(0.05)
server.server_close()
"""
BUILD = """mkdir -p .venv/bin
ln -s "$TEST_PYTHON" .venv/bin/python
[ ! -d staticfiles ] || exit 0
mkdir -p staticfiles/build
touch staticfiles/build/$1.js"""


class Server:
    """A server with a repository, in which ``tag`` adds a version, and the ports of two web servers."""

    def __init__(self, home):
        self.home, self.work = home, home / "work"
        self.ports = [free_port(), free_port()]
        self.settings = home / "env"
        self.set_color("green")
        (home / "Caddyfile").write_text("reverse_proxy {\n\timport camp-upstream\n}\n")
        (home / "camp-upstream").write_text(f"to 127.0.0.1:{self.ports[1]}\n")
        for folder in (self.work / "deploy", home / "releases", home / "units"):
            folder.mkdir(parents=True)
        self.environ = {
            "PATH": f"{PROGRAMS}:{os.environ['PATH']}", "CAMP_HOME": str(home), "SETTINGS_FILE": str(self.settings),
            "CAMP_PORTS": " ".join(map(str, self.ports)), "CAMP_USER": "root", "READY_SECONDS": "20",
            "CADDYFILE": str(home / "Caddyfile"), "DRAIN_SECONDS": "0.5",
            "UNITS_DIR": str(home / "units"), "TEST_PYTHON": sys.executable,
            "GIT_AUTHOR_NAME": "test", "GIT_AUTHOR_EMAIL": "test@camp.example",
            "GIT_COMMITTER_NAME": "test", "GIT_COMMITTER_EMAIL": "test@camp.example",
        }  # fmt: skip
        self._git("init", "--quiet", "--initial-branch=main")
        for script in SCRIPTS:
            shutil.copy(settings.BASE_DIR / "deploy" / script, self.work / "deploy")

    def tag(self, version, *, build="", release="", site="", backup="", allowed_host="", required="COLOR"):
        """Adds a version. The texts are shell code, or Python code, that runs before each of its steps."""
        head = '#!/bin/sh\nset -eu\ncd -P "$(dirname "$0")/.."\n'
        deploy = self.work / "deploy"
        self._write(deploy / "backup", f"{head}{backup}\necho backup >> $CAMP_HOME/calls\n")
        self._write(deploy / "build", f"{head}set -- {version}\n{build}\n{BUILD}\n")
        self._write(deploy / "release", f"{head}{release}\n")
        self._write(deploy / "web", f"{head}exec .venv/bin/python site.py\n")
        (deploy / "camp@.service").write_text(f"# {version}\n")
        (deploy / "camp-backup.timer").write_text("# nightly\n")
        (self.work / "site.py").write_text(f"{site}\nVERSION, ALLOWED_HOST = {version!r}, {allowed_host!r}\n{SITE}")
        (self.work / ".env.example").write_text(f"# Required\n{required}=\nCARE_KEYS=\n# OPTIONAL=1\n")
        (self.work / ".gitignore").write_text("staticfiles\nstatic/build\ndist\n")
        self._git("add", ".")
        self._git("commit", "--quiet", "--message", version)
        self._git("tag", version)
        if not (self.home / "repository").exists():
            subprocess.run(["git", "clone", "--quiet", self.work, self.home / "repository"], check=True)

    def run(self, script, *arguments, status=0):
        folder = self.home / ("current" if (self.home / "current").exists() else "repository")
        command = [folder / "deploy" / script, *arguments]
        done = subprocess.run(command, env=self.environ, capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    def set_color(self, color):
        self.settings.write_text(f"COLOR='{color}'\nSITE_URL='https://camp.example'\n")

    def get(self):
        """Requests the page as the proxy does: once, from the address that it has loaded."""
        address = (self.home / "loaded-upstream").read_text().split()[1]
        try:
            return httpx.get(f"http://{address}/", headers={"Host": "camp.example"}, timeout=20).text
        except httpx.TransportError as error:
            return f"no response: {type(error).__name__}"

    @contextmanager
    def load(self):
        """Clients that request the page again and again. Yields a counter of the responses."""
        with repeated_calls(self.get, clients=CLIENTS) as outcomes:
            wait_until(lambda: outcomes.total() > CLIENTS)
            yield outcomes

    def calls(self):
        return (self.home / "calls").read_text().splitlines()

    def stop(self):
        for port in self.ports:
            subprocess.run(["systemctl", "stop", f"camp@{port}"], env=self.environ, check=True)

    def _git(self, *arguments):
        subprocess.run(["git", *arguments], cwd=self.work, env=self.environ, check=True)

    @staticmethod
    def _write(path, text):
        path.write_text(text)
        path.chmod(0o755)


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path)
    server.tag("v1")
    server.run("update", "v1")
    yield server
    server.stop()


def test_it_says_that_no_version_is_installed_yet(tmp_path):
    command, environ = [settings.BASE_DIR / "deploy" / "camp", "doctor"], {"CAMP_HOME": str(tmp_path)}
    done = subprocess.run(command, env=os.environ | environ, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "No version is installed yet: run deploy/update VERSION first.\n")


def test_it_installs_a_first_version(server):
    assert server.get() == "v1 green"
    assert f"enable --quiet camp@{server.ports[0]}" in server.calls()
    assert "restart camp-worker" in server.calls()
    assert "reload caddy" in server.calls()


def test_it_updates_under_load_without_failing_a_request_and_applies_changed_settings(server):
    server.tag("v2")
    with server.load() as outcomes:
        server.set_color("blue")
        server.run("update", "v2")
        wait_until(lambda: outcomes["v2 blue"] > CLIENTS)
    assert set(outcomes) <= {"v1 green", "v2 blue"}, outcomes
    assert "backup" in server.calls()
    assert f"disable --quiet --now camp@{server.ports[0]}" in server.calls()


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"build": "echo no compiler >&2; exit 1"}, "no compiler"),
        ({"release": "echo cannot migrate >&2; exit 1"}, "cannot migrate"),
        ({"site": "raise SystemExit(1)"}, "does not start"),
        (
            {"allowed_host": "other.example"},
            "answers a visitor of SITE_URL with status 400.",
        ),
        ({"required": "NEW_KEY"}, "Fill in these settings in"),
    ],
    ids=["build", "migration", "start", "page", "missing setting"],
)
def test_it_keeps_the_running_version_if_a_step_fails(server, step, message):
    server.tag("v2", **step)
    with server.load() as outcomes:
        text = server.run("update", "v2", status=1)
    assert message in text
    assert "not changed" in text or "v1" in text.splitlines()[-1]
    assert set(outcomes) <= {"v1 green"}, outcomes
    assert "v1" in (server.home / "current").readlink().name
    server.tag("v3")
    server.run("update", "v3")
    assert server.get() == "v3 green"


def test_it_says_which_settings_are_missing_before_it_builds(server):
    server.tag("v2", build='touch "$CAMP_HOME/built"', required="NEW_KEY")
    assert "first: NEW_KEY" in server.run("update", "v2", status=1)
    assert not (server.home / "built").exists()
    assert server.calls().count("backup") == 0


@pytest.mark.parametrize("command", [["restart"], ["update", "v2"]], ids=lambda each: each[0])
def test_it_keeps_the_old_settings_if_a_provider_refuses_the_new_ones_unless_the_operator_is_sure(server, command):
    refuse = '[ "$COLOR" = green ] || [ "${1:-}" = --anyway ] || { echo refused >&2; exit 1; }'
    server.tag("v2", release=refuse)
    server.run("update", "v2")
    server.set_color("wrong")
    assert "refused" in server.run(*command, status=1)
    assert server.get() == "v2 green"
    server.run(command[0], "--anyway", *command[1:])
    assert server.get() == "v2 wrong"


def test_it_starts_again_on_a_port_where_systemd_has_given_up(server):
    """After several failed starts systemd refuses the next one, until it is told to forget them."""
    server.tag("v2", site="raise SystemExit(1)")
    server.run("update", "v2", status=1)
    server.set_color("blue")
    server.run("restart")
    assert server.get() == "v1 blue"
    assert f"camp@{server.ports[1]}" in {path.stem for path in server.home.glob("*.pid")}


def test_it_installs_a_bundle(server, tmp_path):
    """The archive of `make bundle` needs no repository on the server."""
    server.tag("v2")
    for folder in ("staticfiles/build", "static/build"):
        (server.work / folder).mkdir(parents=True)
        (server.work / folder / "bundled.js").touch()
    command = [server.work / "deploy" / "bundle"]
    done = subprocess.run(command, env=server.environ, capture_output=True, text=True, check=True)
    shutil.rmtree(server.home / "repository")
    assert "There is no file v2, and no clone of the project" in server.run("update", "v2", status=1)
    bundle = server.work / done.stdout.strip()
    command = [settings.BASE_DIR / "deploy" / "camp", "update", bundle.name]
    subprocess.run(command, cwd=bundle.parent, env=server.environ, check=True)
    current = (server.home / "current").readlink()
    assert server.get() == "v2 green"
    assert current.name.startswith("v2-g")
    assert (current / "static" / "build" / "bundled.js").exists()
    assert {path.name for path in (current / "staticfiles" / "build").iterdir()} == {"bundled.js", "v1.js"}


@pytest.mark.parametrize("content", ["text", "archive of ../"])
def test_it_refuses_a_file_that_is_no_bundle(server, tmp_path, content):
    file = tmp_path / "file"
    file.write_text("no archive")
    if content != "text":
        subprocess.run(["tar", "-czPf", file, "../"], cwd=server.work / "deploy", check=True)
    releases = sorted((server.home / "releases").iterdir())
    assert "is not a file of make bundle" in server.run("update", str(file), status=1)
    assert sorted((server.home / "releases").iterdir()) == releases
    assert server.get() == "v1 green"


def test_it_does_not_bundle_uncommitted_changes(server):
    (server.work / "site.py").write_text("")
    done = subprocess.run([server.work / "deploy" / "bundle"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert not (server.work / "dist").exists()


def test_it_does_not_update_without_a_backup_unless_the_operator_says_so(server):
    server.tag("v2", backup="echo disk full >&2; exit 1")
    server.run("update", "v2")
    server.tag("v3")
    text = server.run("update", "v3", status=1)
    assert "disk full" in text
    assert "update without one: deploy/update --without-backup v3" in text
    assert server.get() == "v2 green"
    server.run("update", "--without-backup", "v3")
    assert server.get() == "v3 green"


@pytest.mark.parametrize("second", [["update", "v3"], ["rollback"], ["restart"]], ids=lambda each: each[0])
def test_it_refuses_to_run_while_an_update_runs(server, second):
    server.tag("v2", build='touch "$CAMP_HOME/building"; while [ -e "$CAMP_HOME/building" ]; do sleep 0.1; done')
    server.tag("v3")
    building = server.home / "building"
    with ThreadPoolExecutor() as threads:
        first = threads.submit(server.run, "update", "v2")
        wait_until(building.exists, 30)
        try:
            assert "Another update, rollback or restart is running." in server.run(*second, status=1)
        finally:
            building.unlink()
        first.result()
    assert server.get() == "v2 green"
    server.run(*second)


def test_it_keeps_the_running_version_if_the_proxy_refuses_its_configuration(server):
    server.tag("v2")
    (server.home / "bad-proxy").touch()
    with server.load() as outcomes:
        text = server.run("update", "v2", status=1)
    assert "caddy validate" in text
    assert set(outcomes) <= {"v1 green"}, outcomes
    assert server.get() == "v1 green"
    assert f"disable --quiet camp@{server.ports[1]}" in server.calls()
    (server.home / "bad-proxy").unlink()
    server.run("update", "v2")
    assert server.get() == "v2 green"


@pytest.mark.parametrize("file", ["Caddyfile", "camp-upstream"])
def test_it_does_not_begin_if_it_could_not_switch_the_proxy(server, file):
    server.tag("v2")
    (server.home / file).write_text("reverse_proxy 127.0.0.1:8000 127.0.0.1:8001\n")
    text = server.run("update", "v2", status=1)
    assert "deploy/install HOST" in text
    assert "v1" in (server.home / "current").readlink().name
    assert not any("v2" in path.name for path in (server.home / "releases").iterdir())


def test_it_stops_what_an_interrupted_update_has_left(server):
    """No visitor is led to that port."""
    subprocess.run(["systemctl", "start", f"camp@{server.ports[1]}"], env=server.environ, check=True)
    server.tag("v2")
    server.run("update", "v2")
    assert server.get() == "v2 green"


def test_it_goes_back_and_forth(server):
    server.tag("v2")
    server.run("update", "v2")
    with server.load() as outcomes:
        server.run("rollback")
        assert server.get() == "v1 green"
        server.run("rollback")
    assert server.get() == "v2 green"
    assert set(outcomes) <= {"v1 green", "v2 green"}, outcomes


def test_it_does_not_roll_back_without_an_earlier_version(server):
    assert "no earlier version" in server.run("rollback", status=1)
    assert server.get() == "v1 green"


def test_it_applies_changed_settings_without_an_update(server):
    server.set_color("blue")
    server.run("restart")
    assert server.get() == "v1 blue"


def test_it_leaves_one_port_to_start_with_the_machine(server):
    """Also if the other one was stopped by hand, for example to restore a backup."""
    server.run("restart")
    server.stop()
    server.run("restart")
    assert server.get() == "v1 green"
    assert [call for call in server.calls() if call.startswith(("enable", "disable"))][-2:] == [
        f"enable --quiet camp@{server.ports[0]}",
        f"disable --quiet --now camp@{server.ports[1]}",
    ]


def test_it_installs_the_version_that_a_backup_names(server):
    """A backup stores the name of the release."""
    first = (server.home / "current").readlink().name
    server.tag("v2")
    server.run("update", "v2")
    server.run("update", first)
    assert server.get() == "v1 green"


def test_it_refuses_an_unknown_version(server):
    assert "There is no version v9." in server.run("update", "v9", status=1)
    assert server.get() == "v1 green"


def test_it_shows_and_installs_changed_units(server):
    server.tag("v2")
    text = server.run("update", "v2")
    assert "-# v1\n+# v2" in text
    assert (server.home / "units" / "camp@.service").read_text() == "# v2\n"
    assert "daemon-reload" in server.calls()


def test_it_keeps_the_static_files_of_the_last_month_and_three_versions(server):
    old = server.home / "current" / "staticfiles" / "build" / "old.js"
    old.touch()
    os.utime(old, (0, 0))
    for version in ("v2", "v3", "v4", "v5"):
        server.tag(version)
        server.run("update", version)
    files = {path.name for path in (server.home / "current" / "staticfiles" / "build").iterdir()}
    assert files == {"v1.js", "v2.js", "v3.js", "v4.js", "v5.js"}
    assert {path.name[:2] for path in (server.home / "releases").iterdir()} == {"v3", "v4", "v5"}


def test_a_version_that_did_not_start_takes_no_place_of_one_that_ran(server):
    for version, site in (("v2", ""), ("v3", "raise SystemExit(1)"), ("v4", "raise SystemExit(1)"), ("v5", "")):
        server.tag(version, site=site)
        server.run("update", version, status=1 if site else 0)
    assert {path.name[:2] for path in (server.home / "releases").iterdir()} == {"v1", "v2", "v5"}
