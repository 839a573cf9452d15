"""Work that needs a session of its own uses DATABASE_DIRECT_URL. No server responds at DATABASE_URL in these tests."""

import os
import sys

import pytest

from demo.servers.postgres import tools
from testing.servers.processes import create_empty_database, database_name, manage, query, run, run_python

pytestmark = pytest.mark.slow

NOWHERE = "postgresql://camp@127.0.0.1:1/camp"


@pytest.fixture(scope="module")
def direct():
    """The environment of a process that connects to the database itself. It was migrated by the direct URL."""
    values = create_empty_database("direct")
    manage(pooled(values), "migrate", "--skip-checks", "--verbosity", "0")
    return values


def pooled(values):
    return values | {"DATABASE_URL": NOWHERE, "DATABASE_DIRECT_URL": values["DATABASE_URL"]}


def test_it_migrates_over_the_direct_url(direct):
    manage(direct, "migrate", "--check", "--verbosity", "0")
    assert query(direct, "SELECT count(*) FROM django_migrations") > (0,)


def test_it_listens_and_notifies_over_the_direct_url(direct):
    code = "from core.cache.invalidation import receives_notifications; print(receives_notifications())"
    assert run_python(pooled(direct), code) == ["True"]


def test_it_backs_up_and_restores_over_the_direct_url(direct, tmp_path):
    values = pooled(direct) | {
        "PATH": f"{tools()}{os.pathsep}{os.environ['PATH']}",
        "PYTHON": sys.executable,
        "BACKUP_DIR": str(tmp_path / "backups"),
        "MEDIA_ROOT": str(tmp_path / "none"),
        "DRILL_DATABASE": database_name("direct_drill"),
    }
    file = run(values, "deploy/backup").stdout.strip()
    assert run(values, "deploy/restore-drill").stdout.splitlines()[-1] == f"restored: {file}"


def test_it_uses_the_pooled_url_for_other_commands(direct):
    refused = run(pooled(direct), sys.executable, "manage.py", "clearsessions", status=1)
    assert "PostgreSQL does not answer at DATABASE_URL" in refused.stderr


@pytest.mark.parametrize("command", [("check", "--database", "default"), ("migrate",)])
def test_it_refuses_urls_of_different_databases(direct, command):
    other = create_empty_database("other")
    values = direct | {"DATABASE_DIRECT_URL": other["DATABASE_URL"]}
    assert "camp.E010" in run(values, sys.executable, "manage.py", *command, status=1).stderr
    assert query(other, "SELECT to_regclass('django_migrations')") == (None,)
