"""Updates the restored site under load with deploy/update: a changed setting, a failed build, a failed migration, back.

The site is a second one beside the site of the journeys, on the same database. ``bin/systemctl`` replaces systemd,
and the build takes the packages and the client from the working copy.
"""

import os
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from demo.environment import BASE_DIR
from standins.production.installation import Installation

CLIENTS = 4
BUILD = f"""#!/bin/sh
set -eu
cd -P "$(dirname "$0")/.."
ln -s {BASE_DIR}/.venv .venv
cp -R {BASE_DIR}/staticfiles .
cp -R {BASE_DIR}/static/build static/
"""
BROKEN_MIGRATION = """
from django.db import migrations

def fail(apps, editor):
    raise RuntimeError("this migration fails")

class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]
    operations = [migrations.RunPython(fail)]
"""
NAMES = ("Before the Update", "After the Update")


def update_problems(installation: Installation) -> list[str]:
    """Returns a message for each request that failed, and for each update that did not do what it should."""
    server = _Server(installation)
    problems = [*server.update("v1", NAMES[0], status=0)]
    with server.load() as outcomes:
        problems += server.update("v2", NAMES[1], status=0)
        problems += server.update("v3-broken-build", NAMES[1], status=1)
        problems += server.update("v4-broken-migration", NAMES[1], status=1)
        problems += server.run("rollback", status=0)
    server.stop()
    print(f"Requests during four updates: {dict(outcomes)}.")
    problems += [f"{count} requests during updates: {what}" for what, count in outcomes.items() if what not in NAMES]
    return problems + [f"no request saw the site {name}" for name in NAMES if not outcomes[name]]


class _Server:
    """A server as docs/deploy.md describes it, with four versions in its repository."""

    def __init__(self, installation: Installation) -> None:
        self.installation = installation
        self.home = installation.folder / "server"
        self.ports = installation.update_ports
        self.settings = self.home / "env"
        (self.home / "releases").mkdir(parents=True)
        self._create_versions()

    def _create_versions(self) -> None:
        work, repository = self.home / "work", self.home / "repository"
        self._call("git", "clone", "--quiet", str(BASE_DIR), str(work))
        build = work / "deploy" / "build"
        build.write_text(BUILD)
        self._tag("v1")
        (work / "VERSION").write_text("2\n")
        self._tag("v2")
        build.write_text("#!/bin/sh\nexit 1\n")
        self._tag("v3-broken-build")
        build.write_text(BUILD)
        (work / "core" / "migrations" / "0002_broken.py").write_text(BROKEN_MIGRATION)
        self._tag("v4-broken-migration")
        self._call("git", "clone", "--quiet", str(work), str(repository))

    def _tag(self, version: str) -> None:
        git = ("git", "-C", str(self.home / "work"), "-c", "user.name=camp", "-c", "user.email=camp@camp.example")
        self._call(*git, "add", "--all")
        self._call(*git, "commit", "--quiet", "--no-verify", "--message", version)
        self._call(*git, "tag", version)

    def _call(self, *command: str) -> None:
        subprocess.run(command, check=True)

    def update(self, version: str, site_name: str, *, status: int) -> list[str]:
        """Changes the site's name in the settings and updates; returns a problem if the exit status is another one."""
        lines = self.installation.env_file.read_text().splitlines()
        kept = [line for line in lines if not line.startswith(("SITE_NAME=", "BACKUP_DIR="))]
        added = [f"SITE_NAME='{site_name}'", f"BACKUP_DIR='{self.home / 'backups'}'"]
        self.settings.write_text("\n".join([*kept, *added, ""]))
        return self.run("update", version, status=status)

    def run(self, script: str, *arguments: str, status: int) -> list[str]:
        folder = self.home / ("current" if (self.home / "current").exists() else "repository")
        with (self.home / "update.log").open("a") as log:
            command = [str(folder / "deploy" / script), *arguments]
            done = subprocess.run(command, env=self._environ(), stdout=log, stderr=log, check=False)
        if done.returncode == status:
            return []
        return [f"{script} {' '.join(arguments)}: exit status {done.returncode}; see {log.name}"]

    def _environ(self) -> dict[str, str]:
        environ = self.installation.server_environ()
        return environ | {
            "PATH": f"{BASE_DIR / 'standins' / 'production' / 'bin'}{os.pathsep}{environ['PATH']}",
            "CAMP_HOME": str(self.home),
            "CAMP_USER": "root",
            "CAMP_PORTS": " ".join(map(str, self.ports)),
            "SETTINGS_FILE": str(self.settings),
            "UNITS_DIR": str(self.home / "units"),
            "HOST": "127.0.0.1",
        }

    def stop(self) -> None:
        for port in self.ports:
            subprocess.run(["systemctl", "stop", f"camp@{port}"], env=self._environ(), check=True)

    @contextmanager
    def load(self) -> Iterator[Counter[str]]:
        """Requests the home page again and again, as the proxy does. Yields a counter of the site's names."""
        outcomes: Counter[str] = Counter()
        stopped = threading.Event()

        def request_repeatedly() -> None:
            while not stopped.wait(0.02):
                outcomes[self._get()] += 1

        threads = [threading.Thread(target=request_repeatedly) for _ in range(CLIENTS)]
        for thread in threads:
            thread.start()
        try:
            yield outcomes
        finally:
            stopped.set()
            for thread in threads:
                thread.join()

    def _get(self) -> str:
        """Returns the name of the site that answers; tries the other port, and once more, as deploy/Caddyfile does."""
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            for port in self.ports:
                headers = {"Host": "127.0.0.1", "X-Forwarded-Proto": "https", "Connection": "close"}
                try:
                    response = httpx.get(f"http://127.0.0.1:{port}/", headers=headers, timeout=30, trust_env=False)
                except httpx.TransportError:
                    continue
                found = next((name for name in NAMES if f"| {name}</title>" in response.text), "another page")
                return found if response.status_code == httpx.codes.OK else f"status {response.status_code}"
            time.sleep(0.05)
        return "no response"
