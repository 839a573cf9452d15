"""A server as docs/deploy.md describes it, in a folder. ``bin/systemctl`` replaces systemd.

Its site is one more beside the site of the journeys, on the same database. The build takes the packages and the client
from the working copy.
"""

import os
import subprocess
from collections.abc import Mapping, Sequence

from demo.servers.environment import BASE_DIR
from standins.production.installation import ADMIN, Installation, settings_text

BUILD = f"""#!/bin/sh
set -eu
cd -P "$(dirname "$0")/.."
ln -s {BASE_DIR}/.venv .venv
cp -R {BASE_DIR}/staticfiles .
cp -R {BASE_DIR}/static/build static/
"""
Files = Mapping[str, str]
"""The contents of files by their path in the project."""


class Server:
    """``versions``: the tags in the server's repository, with the files that each changes."""

    def __init__(
        self, installation: Installation, name: str, ports: tuple[int, int], versions: Mapping[str, Files]
    ) -> None:
        self.installation, self.ports = installation, ports
        self.home = installation.folder / name
        self.settings, self.backups = self.home / "env", self.home / "backups"
        self.repository, self.log = self.home / "repository", self.home / "log"
        (self.home / "releases").mkdir(parents=True)
        (self.home / "bin").mkdir()
        (self.home / "bin" / "camp").symlink_to(BASE_DIR / "deploy" / "camp")
        self._create(versions)

    def _create(self, versions: Mapping[str, Files]) -> None:
        work = self.home / "work"
        _call("git", "clone", "--quiet", "--no-tags", str(BASE_DIR), str(work))
        git = ("git", "-C", str(work), "-c", "user.name=camp", "-c", "user.email=camp@camp.example")
        for version, files in versions.items():
            for path, text in {"deploy/build": BUILD, "VERSION": version, **files}.items():
                (work / path).write_text(text)
            _call(*git, "add", "--all")
            _call(*git, "commit", "--quiet", "--no-verify", "--message", version)
            _call(*git, "tag", version)
        _call("git", "clone", "--quiet", str(work), str(self.repository))

    def write_settings(self, settings: Mapping[str, str]) -> None:
        self.settings.write_text(settings_text({**settings, "BACKUP_DIR": str(self.backups)}))

    def run(self, command: Sequence[str], typed: str = "") -> int:
        """Runs a command with this server's programs and folders. Returns its exit status; its output is in ``log``.

        ``typed`` is its standard input.
        """
        with self.log.open("a") as log:
            log.write(f"$ {' '.join(command)}\n")
            log.flush()
            return subprocess.run(
                command, cwd=self.home, env=self._environ(), input=typed, stdout=log, stderr=log, text=True, check=False
            ).returncode

    def _environ(self) -> dict[str, str]:
        environ = self.installation.proxy_environ()
        return environ | {
            "PATH": f"{self.home / 'bin'}{os.pathsep}{environ['PATH']}",
            "CAMP_HOME": str(self.home),
            "CAMP_USER": "root",
            "CAMP_PORTS": " ".join(map(str, self.ports)),
            "SETTINGS_FILE": str(self.settings),
            "UNITS_DIR": str(self.home / "units"),
            "HOST": "127.0.0.1",
            "REQUESTS_CA_BUNDLE": str(self.installation.certificate),
            **ADMIN,
        }

    def stop(self) -> None:
        self.run(["systemctl", "stop", "camp@*"])


def _call(*command: str) -> None:
    subprocess.run(command, check=True)
