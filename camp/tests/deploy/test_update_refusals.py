"""deploy/update, rollback and restart refuse, or a step of them fails: the running version stays.

A small program takes the place of the site, and a script the place of systemd. The scripts in deploy are the real ones.
"""

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings

from testing.servers.processes import wait_until

pytestmark = pytest.mark.long


def test_it_says_that_no_version_is_installed_yet(tmp_path):
    command, environ = [settings.BASE_DIR / "deploy" / "camp", "doctor"], {"CAMP_HOME": str(tmp_path)}
    done = subprocess.run(command, env=os.environ | environ, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "No version is installed yet: run deploy/update VERSION first.\n")


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


@pytest.mark.parametrize(
    ("line", "is_accepted"),
    [
        ("SITE_NAME='Rosas Camp'", True),
        ('SITE_NAME="Rosa\'s \\$ Camp"', True),
        ("SITE_NAME=", True),
        ("MAIL_PER_MINUTE=20", True),
        ("SITE_NAME='Rosa's Camp'", False),
        ("SITE_NAME=Rosa Camp", False),
        ("EMAIL_URL=smtp://camp:a&b@mail.example:25", False),
        ("SITE_NAME = 'Camp'", False),
        ("SITE_NAME='Camp' # the school", False),
        ('SITE_NAME="Rosa', False),
        ('SITE_NAME="Camp $HOME"', False),
    ],
)
def test_it_names_a_line_of_the_settings_that_cannot_be_read(server, line, is_accepted):
    """The shell and systemd would read another value, or none. The value may be a secret, so it is not shown."""
    with server.settings.open("a") as settings_file:
        settings_file.write(f"\n# The school\n{line}\n")
    text = server.run("restart", status=0 if is_accepted else 1)
    assert ("line 5" in text) != is_accepted
    assert is_accepted or "Rosa" not in text
    assert server.get() == "v1 green"


def test_it_says_which_names_are_no_settings(server):
    """One that a former version had, or a misspelled one. Those of AWS are for the provider of the pictures."""
    with server.settings.open("a") as settings_file:
        settings_file.write("REDIS_URL='redis://'\nAWS_ACCESS_KEY_ID='x'\n# OTHER='x'\nCARE_KEYS='x'\n")
    assert "The site has no setting of this name: REDIS_URL\n" in server.run("restart")


def test_it_refuses_a_folder_of_backups_to_which_nobody_can_write(server):
    (server.home / "file").touch()
    with server.settings.open("a") as settings_file:
        settings_file.write(f"BACKUP_DIR='{server.home}/file/backups'\n")
    assert "cannot write to BACKUP_DIR" in server.run("restart", status=1)
    assert server.get() == "v1 green"


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


def test_it_does_not_roll_back_without_an_earlier_version(server):
    assert "no earlier version" in server.run("rollback", status=1)
    assert server.get() == "v1 green"


def test_it_refuses_an_unknown_version(server):
    assert "There is no version v9." in server.run("update", "v9", status=1)
    assert server.get() == "v1 green"


def test_a_version_that_did_not_start_takes_no_place_of_one_that_ran(server):
    for version, site in (("v2", ""), ("v3", "raise SystemExit(1)"), ("v4", "raise SystemExit(1)"), ("v5", "")):
        server.tag(version, site=site)
        server.run("update", version, status=1 if site else 0)
    assert {path.name[:2] for path in (server.home / "releases").iterdir()} == {"v1", "v2", "v5"}
