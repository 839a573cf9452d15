"""A server on which deploy/update, rollback and restart run, with a small program in place of the site."""

import os
import shutil
import subprocess
import sys
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
        (self.work / ".env.example").write_text(f"# Required\n{required}=\nCARE_KEYS=\n# SITE_URL=\n# OPTIONAL=1\n")
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
