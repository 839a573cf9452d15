"""deploy/install prepares a server, here in a folder. Scripts replace the programs that change the machine."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.slow
RECORDED = ("apt-get", "useradd", "chown", "systemctl", "runuser")
RECORD = '#!/bin/sh\necho "$(basename "$0") $*" >> "$DESTDIR/calls"\n[ "$1" != is-active ]\n'
WITHOUT_OWNER = f"""#!/bin/bash
arguments=()
while [ $# -gt 0 ]; do
  case $1 in -o | -g) shift 2 ;; *) arguments+=("$1"); shift ;; esac
done
exec {shutil.which("install")} "${{arguments[@]}}"
"""
NO_USER = "#!/bin/sh\nexit 1\n"
OTHER_SITE = "other.example {\n\trespond hello\n}\n"


class Machine:
    """A machine in a folder, with Caddy and another site on it."""

    def __init__(self, root: Path) -> None:
        self.root, self.settings = root, root / "etc/camp/env"
        self.caddy, self.caddyfile = root / "etc/caddy", root / "etc/caddy/Caddyfile"
        for folder in ("bin", "etc/caddy", "etc/sysctl.d", "etc/systemd/system", "usr/local/bin", "srv/camp"):
            (root / folder).mkdir(parents=True)
        self.caddyfile.write_text(OTHER_SITE)
        programs = dict.fromkeys(RECORDED, RECORD) | {"install": WITHOUT_OWNER, "id": NO_USER}
        for name, text in programs.items():
            program = root / "bin" / name
            program.write_text(text)
            program.chmod(0o755)

    def install(self, *arguments: str | Path, status: int = 0) -> str:
        """Returns what the programs were called with."""
        environ = os.environ | {"PATH": f"{self.root / 'bin'}:{os.environ['PATH']}", "DESTDIR": str(self.root)}
        (self.root / "calls").write_text("")
        command = [settings.BASE_DIR / "deploy" / "install", *arguments]
        done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stderr
        return (self.root / "calls").read_text()

    def files(self) -> dict[str, bytes]:
        kept = (path for path in self.root.rglob("*") if path.is_file() and path.name != "calls")
        return {str(path.relative_to(self.root)): path.read_bytes() for path in kept}


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def test_it_prepares_packages_user_database_services_and_proxy(machine):
    calls = machine.install("camp.school.example")
    for expected in (
        "apt-get install --yes --quiet --no-install-recommends ca-certificates python3-venv postgresql caddy",
        "useradd --system --home-dir /srv/camp --shell /bin/sh camp",
        "runuser -u postgres -- createuser --createdb camp",
        "runuser -u postgres -- createdb --owner=camp camp",
        "systemctl enable --quiet camp-worker.service",
        "systemctl enable --quiet --now camp-backup.timer",
        "systemctl reload caddy",
    ):
        assert f"{expected}\n" in calls
    assert {path.name for path in (machine.root / "etc/systemd/system").iterdir()} == {
        path.name for path in (settings.BASE_DIR / "deploy").iterdir() if path.suffix in (".service", ".timer")
    }
    assert os.access(machine.root / "usr/local/bin/camp", os.X_OK)
    assert (machine.caddy / "camp-upstream").read_text() == "to 127.0.0.1:8000\n"


def test_only_the_group_of_the_site_can_read_its_settings_and_key(machine, tmp_path):
    key = tmp_path / "key.json"
    key.write_text('{"type": "service_account", "project_id": "camp-2026"}')
    machine.install("camp.school.example", key)
    assert "SITE_URL='https://camp.school.example'\n" in machine.settings.read_text()
    assert "FIREBASE_PROJECT_ID='camp-2026'\n" in machine.settings.read_text()
    for file in (machine.settings, machine.settings.with_name("firebase.json")):
        assert file.stat().st_mode & 0o777 == 0o640
    assert machine.settings.parent.stat().st_mode & 0o777 == 0o750
    assert (machine.root / "var/backups/camp").stat().st_mode & 0o777 == 0o700


def test_it_keeps_the_configuration_of_another_site(machine):
    machine.install("camp.school.example")
    assert "\ncamp.school.example {\n" in machine.caddyfile.read_text()
    [former] = machine.caddy.glob("Caddyfile.before-*")
    assert former.read_text() == OTHER_SITE


def test_a_second_call_changes_no_file(machine):
    machine.install("camp.school.example")
    machine.settings.write_text(f"{machine.settings.read_text()}# filled in\n")
    (machine.caddy / "camp-upstream").write_text("to 127.0.0.1:8001\n")
    before = machine.files()
    assert "reload caddy" not in machine.install("camp.school.example")
    assert machine.files() == before


@pytest.mark.parametrize("arguments", [[], ["https://camp.example"], ["camp.example", "/dev/null"]])
def test_it_changes_nothing_if_it_cannot_use_what_it_is_given(machine, arguments):
    before = machine.files()
    assert machine.install(*arguments, status=2) == ""
    assert machine.files() == before
