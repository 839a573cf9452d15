"""deploy/recover rebuilds a site on a new server from its backup, and asks for what the backup does not contain.

The database is real; a script takes the place of the update that installs the version of the backup.
"""

import os
import shutil
import subprocess
import sys

import pytest
from django.conf import settings

from demo.servers.postgres import tools
from testing.servers.processes import create_database, create_empty_database, query, run

pytestmark = pytest.mark.slow
OLD_SETTINGS = """\
SITE_NAME='Rosa Clay'
DATABASE_URL='postgresql:///lost'
DATABASE_DIRECT_URL='postgresql:///lost'
CARE_KEYS='old-key'
MEDIA_ROOT='{media}'
"""
UPDATE = """#!/bin/sh
echo "$*" > "$CAMP_HOME/installed"
mkdir -p "$CAMP_HOME/releases/v1/.venv/bin"
ln -s {python} "$CAMP_HOME/releases/v1/.venv/bin/python"
echo "import sys; open('$CAMP_HOME/ran', 'w').write(sys.argv[1])" > "$CAMP_HOME/releases/v1/manage.py"
ln -s "$CAMP_HOME/releases/v1" "$CAMP_HOME/current"
"""


@pytest.fixture(scope="module")
def backup(tmp_path_factory):
    """The folder of a backup that a lost server has made."""
    folder = tmp_path_factory.mktemp("lost")
    (folder / "media" / "photos").mkdir(parents=True)
    (folder / "media" / "photos" / "rosa.webp").write_text("picture")
    (folder / "env").write_text(OLD_SETTINGS.format(media="{media}"))
    (folder / "key.json").write_text("{}")
    environ = create_database("lost") | {
        "PATH": f"{tools()}:{os.environ['PATH']}", "BACKUP_DIR": str(folder / "backups"),
        "MEDIA_ROOT": str(folder / "media"), "SETTINGS_FILE": str(folder / "env"), "CAMP_VERSION": "v1-g12345678",
        "FIREBASE_CREDENTIALS": str(folder / "key.json"),
    }  # fmt: skip
    query(environ, "INSERT INTO core_workertask (name, started_at) VALUES ('of the lost server', now()) RETURNING 1")
    run(environ, "deploy/backup")
    return folder / "backups"


class NewServer:
    """A server in a folder after deploy/install: an empty database, and settings with new keys."""

    def __init__(self, home, backup):
        self.home, self.settings = home, home / "etc" / "env"
        deploy = home / "repository" / "deploy"
        deploy.mkdir(parents=True)
        for script in ("functions", "database", "recover"):
            shutil.copy(settings.BASE_DIR / "deploy" / script, deploy)
        (deploy / "update").write_text(UPDATE.format(python=sys.executable))
        (deploy / "update").chmod(0o755)
        self.backup = home / "copy"
        shutil.copytree(backup, self.backup)
        for file in self.backup.glob("*.settings"):
            file.write_text(file.read_text().format(media=home / "media"))
        self.database = create_empty_database("new")
        self.settings.parent.mkdir()
        self.settings.write_text(f"DATABASE_URL='{self.database['DATABASE_URL']}'\nCARE_KEYS='new-key'\n")

    def recover(self, typed, status=0):
        environ = {
            "PATH": f"{tools()}:{os.environ['PATH']}", "CAMP_HOME": str(self.home), "CAMP_USER": "root",
            "SETTINGS_FILE": str(self.settings),
        }  # fmt: skip
        command = [self.home / "repository" / "deploy" / "recover", self.backup]
        done = subprocess.run(command, env=environ, input=typed, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stderr
        return done.stdout + done.stderr


@pytest.fixture
def server(tmp_path, backup):
    return NewServer(tmp_path, backup)


def test_it_restores_database_settings_pictures_and_version(server):
    text = server.recover("old-key\n")
    assert "CARE_KEYS" in text
    assert "folder with the pictures" not in text
    assert query(server.database, "SELECT count(*) FROM core_workertask WHERE name = 'of the lost server'") == (1,)
    assert sorted(server.settings.read_text().splitlines()) == [
        "CARE_KEYS='old-key'",
        f"DATABASE_URL='{server.database['DATABASE_URL']}'",
        f"MEDIA_ROOT='{server.home / 'media'}'",
        "SITE_NAME='Rosa Clay'",
    ]
    assert (server.home / "media" / "photos" / "rosa.webp").read_text() == "picture"
    assert (server.home / "etc" / "firebase.json").read_text() == "{}"
    assert (server.home / "installed").read_text() == "v1-g12345678\n"
    assert (server.home / "ran").read_text() == "reconcile_payments"


def test_it_says_what_is_lost_with_the_keys_and_installs_all_the_same(server):
    assert "nobody can read the care sheets" in server.recover("\n")
    assert "CARE_KEYS='new-key'" in server.settings.read_text()
    assert (server.home / "installed").read_text() == "--anyway v1-g12345678\n"


def test_it_asks_for_pictures_that_are_not_beside_the_backup(server):
    (server.backup / "pictures").rename(server.home / "elsewhere")
    text = server.recover(f"old-key\n{server.home / 'elsewhere'}\n")
    assert "The folder with the pictures. Empty to continue without them" in text
    assert (server.home / "media" / "photos" / "rosa.webp").exists()


def test_it_changes_nothing_if_an_answer_is_wrong_or_a_site_is_installed(server):
    before = server.settings.read_text()
    (server.backup / "pictures").rename(server.home / "elsewhere")
    assert "There is no folder /nowhere" in server.recover("old-key\n/nowhere\n", status=1)
    (server.home / "current").symlink_to(server.home)
    assert "use camp restore" in server.recover("old-key\n", status=1)
    assert server.settings.read_text() == before
    assert not (server.home / "installed").exists()
