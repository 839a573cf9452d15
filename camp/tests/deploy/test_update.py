"""deploy/update, rollback and restart: the running version serves until the new one answers, and stays if it doesn't.

A small program takes the place of the site, and a script the place of systemd. The scripts in deploy are the real ones.
"""

import os
import shutil
import subprocess

import pytest
from django.conf import settings

from testing.servers.processes import wait_until
from testing.servers.updated_server import CLIENTS

pytestmark = pytest.mark.long


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
