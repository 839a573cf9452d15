"""The backup scripts in deploy/: a backup can be restored, and the drill notices one that cannot."""

import os
import sys
from pathlib import Path

import psycopg
import pytest

from demo.postgres import tools
from testing.servers import create_database, database_name, database_url, drop_database, manage, query, run, run_python

DRILL, RESTORED = database_name("drill"), database_name("restored")
CREATE_CLASS = """
from testing.factories import make_users, make_class
make_class(make_users().instructor)
"""


@pytest.fixture(scope="module")
def environ():
    """The environment of a site with five users and one class."""
    path = f"{tools()}{os.pathsep}{os.environ['PATH']}"
    values = create_database("backup") | {"PYTHON": sys.executable, "PATH": path, "DRILL_DATABASE": DRILL}
    run_python(values, CREATE_CLASS)
    return values


@pytest.fixture
def backup(environ, tmp_path):
    """The environment of a site that has just made a backup. FILE is the path of its dump."""
    media = tmp_path / "media" / "classes"
    media.mkdir(parents=True)
    (media / "clay.webp").write_bytes(b"RIFF")
    values = environ | {"BACKUP_DIR": str(tmp_path / "backups"), "MEDIA_ROOT": str(tmp_path / "media")}
    return values | {"FILE": run(values, "deploy/backup").stdout.strip()}


def databases():
    with psycopg.connect(os.environ["DATABASE_URL"]) as server:
        return {name for (name,) in server.execute("SELECT datname FROM pg_database")}


def test_it_writes_a_dump_and_the_pictures_that_only_the_owner_can_read(backup):
    files = sorted(Path(backup["BACKUP_DIR"]).iterdir())
    assert [path.suffix for path in files] == [".dump", ".tar"]
    assert backup["FILE"] == str(files[0])
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}


def test_it_records_when_it_succeeded(backup):
    assert query(
        backup, "SELECT finished_at > now() - interval '5 minutes' FROM core_workertask WHERE name = 'backup'"
    ) == (True,)


def test_it_says_why_a_drill_cannot_connect(backup):
    unreachable = backup | {"DATABASE_URL": "postgresql://127.0.0.1:1/camp"}
    assert "refused" in run(unreachable, "deploy/restore-drill", status=2).stderr


def test_it_restores_the_backup_in_a_drill_and_removes_the_copy(backup):
    assert run(backup, "deploy/restore-drill").stdout.splitlines() == [
        "accounts: 5",
        "classes: 1",
        "seats: 0",
        "payments: 0",
        "pictures: 1",
        f"restored: {backup['FILE']}",
    ]
    assert DRILL not in databases()


def test_it_restores_a_database_on_which_the_site_runs(backup, environ):
    drop_database(RESTORED)
    run(backup, "deploy/restore", backup["FILE"], RESTORED)
    restored = backup | {"DATABASE_URL": database_url(RESTORED)}
    manage(restored, "grant_role", "sam@camp.example", "instructor")
    role = "SELECT role FROM accounts_user WHERE email = 'sam@camp.example'"
    assert query(restored, role) == ("instructor",)
    assert query(environ, role) == ("student",)


def test_it_fails_the_drill_on_a_truncated_backup(backup):
    file = Path(backup["FILE"])
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    run(backup, "deploy/restore-drill", status=1)
    assert DRILL not in databases()


def test_it_fails_the_drill_without_a_backup(environ, tmp_path):
    done = run(environ | {"BACKUP_DIR": str(tmp_path)}, "deploy/restore-drill", status=1)
    assert "There is no backup" in done.stderr


def test_it_does_not_restore_over_an_existing_database(backup):
    run(backup, "deploy/restore", backup["FILE"], database_name("backup"), status=1)


def test_it_does_not_restore_into_an_invalid_name(backup):
    run(backup, "deploy/restore", backup["FILE"], "camp; DROP", status=2)


def test_it_deletes_old_backups_and_no_other_files(backup):
    folder = Path(backup["BACKUP_DIR"])
    for name in ("camp-20200101T000000Z.dump", "another-program.dump"):
        (folder / name).touch()
        os.utime(folder / name, (0, 0))
    run(backup, "deploy/backup")
    names = {path.name for path in folder.iterdir()}
    assert "camp-20200101T000000Z.dump" not in names
    assert "another-program.dump" in names
