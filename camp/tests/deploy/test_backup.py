"""The backup scripts in deploy/: a backup can be restored, and the drill notices one that cannot."""

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from django.conf import settings

from demo.servers.postgres import tools
from testing.servers.processes import (
    create_database,
    database_name,
    database_url,
    drop_database,
    manage,
    query,
    run,
    run_python,
)

pytestmark = pytest.mark.slow

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
    values |= {"SETTINGS_FILE": str(tmp_path / "env")}
    credentials = {"FIREBASE_CREDENTIALS": str(tmp_path / "account.json")}  # not in the demo, in which the drill runs
    (tmp_path / "env").write_text("SITE_NAME='Craft Camp'\nCARE_KEYS='secret'\n")
    (tmp_path / "account.json").write_text("{}")
    return values | {"FILE": run(values | credentials, "deploy/backup").stdout.strip()}


def databases():
    with psycopg.connect(os.environ["DATABASE_URL"]) as server:
        return {name for (name,) in server.execute("SELECT datname FROM pg_database")}


def test_it_writes_a_dump_and_the_pictures_that_only_the_owner_can_read(backup):
    folder = Path(backup["BACKUP_DIR"])
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    stem = Path(backup["FILE"]).stem
    expected = {f"{stem}{suffix}" for suffix in (".dump", ".version", ".settings", ".firebase.json")}
    assert {str(path.relative_to(folder)) for path in files} == expected | {"pictures/classes/clay.webp"}
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
    assert folder.joinpath(f"{stem}.settings").read_text() == "SITE_NAME='Craft Camp'\n"
    assert folder.joinpath(f"{stem}.version").read_text().strip() == settings.BASE_DIR.name


def test_it_copies_only_new_pictures_and_forgets_deleted_ones_after_the_same_time(backup):
    copies, media = Path(backup["BACKUP_DIR"]) / "pictures" / "classes", Path(backup["MEDIA_ROOT"]) / "classes"
    first = (copies / "clay.webp").stat().st_ino
    (media / "wool.webp").write_bytes(b"RIFF")
    for path in copies.iterdir():
        os.utime(path, (0, 0))
    run(backup, "deploy/backup")
    assert {path.name for path in copies.iterdir()} == {"clay.webp", "wool.webp"}
    assert (copies / "clay.webp").stat().st_ino == first
    (media / "wool.webp").unlink()
    run(backup, "deploy/backup")
    assert (copies / "wool.webp").exists()
    os.utime(copies / "wool.webp", (0, 0))
    run(backup, "deploy/backup")
    assert {path.name for path in copies.iterdir()} == {"clay.webp"}


def test_it_copies_the_backup_to_another_place(backup, tmp_path):
    copy = 'cp -R "$BACKUP_DIR" "$ELSEWHERE"'
    run(backup | {"BACKUP_COMMAND": copy, "ELSEWHERE": str(tmp_path / "elsewhere")}, "deploy/backup")
    assert (tmp_path / "elsewhere" / "pictures" / "classes" / "clay.webp").exists()


def test_it_fails_and_records_no_success_if_the_copy_fails(backup, environ):
    before = query(environ, "SELECT finished_at FROM core_workertask WHERE name = 'backup'")
    done = run(backup | {"BACKUP_COMMAND": "exit 5"}, "deploy/backup", status=3)
    assert "is complete on this machine, but BACKUP_COMMAND failed (status 5)" in done.stderr
    assert query(environ, "SELECT finished_at FROM core_workertask WHERE name = 'backup'") == before


def test_it_leaves_no_part_of_a_file_and_records_the_failure(backup, tmp_path):
    (tmp_path / "bin").mkdir()
    dump = tmp_path / "bin" / "pg_dump"
    dump.write_text(
        '#!/bin/sh\nfor each; do case $each in --file=*) echo part > "${each#--file=}";; esac; done; exit 1\n'
    )
    dump.chmod(0o755)
    failed = "SELECT started_at FROM core_workertask WHERE name = 'backup_failed'"
    run(backup | {"PATH": f"{dump.parent}:{backup['PATH']}"}, "deploy/backup", status=1)
    assert list(Path(backup["BACKUP_DIR"]).rglob("*.part")) == []
    assert query(backup, failed) > query(backup, failed.replace("started_at", "finished_at").replace("_failed", ""))


def test_it_records_that_it_cannot_write_to_the_folder(backup, tmp_path):
    (tmp_path / "file").touch()
    now = query(backup, "SELECT now()")
    run(backup | {"BACKUP_DIR": str(tmp_path / "file" / "backups")}, "deploy/backup", status=1)
    assert query(backup, "SELECT started_at FROM core_workertask WHERE name = 'backup_failed'") > now


def test_it_records_when_it_succeeded(backup):
    assert query(
        backup, "SELECT finished_at > now() - interval '5 minutes' FROM core_workertask WHERE name = 'backup'"
    ) == (True,)


@pytest.mark.parametrize("variable", ["DATABASE_URL", "DATABASE_DIRECT_URL"])
@pytest.mark.parametrize("command", [["backup"], ["restore", "FILE", "restored"], ["restore-drill"], ["psql"]])
def test_it_shows_the_password_of_the_database_to_no_other_user(environ, tmp_path, variable, command):
    """Every user of a machine sees the arguments of all processes."""
    calls, dump = tmp_path / "calls", tmp_path / "camp-1.dump"
    dump.touch()
    for name in ("psql", "pg_dump", "pg_restore"):
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\necho "{name} $* $PGPASSWORD" >> {calls}\nexit 9\n')
        program.chmod(0o755)
    address = "postgresql://camp:p%40s%2Fs@db.example:5432/camp?sslmode=require"
    values = environ | {"DATABASE_URL": "postgresql:///other", variable: address, "BACKUP_DIR": str(tmp_path)}
    script, *arguments = command
    done = subprocess.run(
        [settings.BASE_DIR / "deploy" / script, *arguments],
        env=values | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    first = calls.read_text().splitlines()[0]
    assert "--dbname=postgresql://camp@db.example:5432/camp?sslmode=require" in first, done.stderr
    assert first.endswith(" p@s/s")
    assert "p%40" not in first


@pytest.mark.parametrize(
    "address",
    [
        "postgresql:///camp?host=/var/run/postgresql",
        "postgresql://db.example:5432/camp?user=camp@example",
        "postgresql://camp@[::1]:5432/camp?application_name=a@b",
    ],
)
def test_it_leaves_an_address_without_password_alone(address):
    """The password may be in the variable already, as in compose.yaml."""
    code = '. deploy/database; echo "$server $PGPASSWORD"'
    environ = {"PATH": os.environ["PATH"], "DATABASE_URL": address, "PGPASSWORD": "secret"}
    assert run(environ, "sh", "-c", code).stdout == f"{address} secret\n"


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
