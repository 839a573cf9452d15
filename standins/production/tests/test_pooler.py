"""The site behind a real PgBouncer with deploy/pgbouncer.ini, in transaction mode."""

import sys
from contextlib import contextmanager
from functools import partial

import psycopg
import pytest
from django.conf import settings

from core.cache.responses import MAX_AGE_SECONDS
from demo.servers.output import Output
from demo.servers.processes import ServiceProcess
from standins.production.pooler import pgbouncer, pooled_url, pooler_service, role_settings
from testing.servers.free_ports import free_port
from testing.servers.processes import (
    TOGETHER,
    create_database,
    database_name,
    manage,
    manage_together,
    run,
    running_site,
    wait_until,
)

PROGRAM = pgbouncer()
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAM is None, reason="PgBouncer is not installed"),
]
ROLE = database_name("pooled_role")
CHECK = (sys.executable, "manage.py", "check", "--database", "default")
SEASON = """\
nameClass,instructorEmail,instructorName,price,seats,image,status
Clay,ines@camp.example,Ines,45.50,10,https://p.example/a.jpg,Approved
"""


@pytest.fixture(scope="module")
def database():
    """The environment of a site that connects to PostgreSQL itself, with a role of its own."""
    environ = create_database("pooled")
    with psycopg.connect(environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(f"DROP ROLE IF EXISTS {ROLE}")  # a process may run the module in two parts
        server.execute(f"CREATE ROLE {ROLE} LOGIN SUPERUSER")
    return environ | {"DATABASE_URL": environ["DATABASE_URL"].replace("//postgres@", f"//{ROLE}@")}


@contextmanager
def pooler(database, folder, *, role_has_settings):
    """Runs PgBouncer. Yields the environment of a site that connects through it, without a direct connection."""
    folder.chmod(0o755)
    port, url = free_port(), database["DATABASE_URL"]
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(role_settings(ROLE) if role_has_settings else f"ALTER ROLE {ROLE} RESET ALL")
    output = Output(folder / "pooler.log")
    service = pooler_service(PROGRAM, url, port, folder)
    process = ServiceProcess(service, database, output)
    try:
        wait_until(service.ready, 20)
        yield database | {"DATABASE_URL": pooled_url(url, port)}
    finally:
        process.stop()
        output.close()


def test_it_refuses_a_connection_without_its_settings(database, tmp_path):
    with pooler(database, tmp_path, role_has_settings=False) as pooled:
        refused = run(pooled | {"DATABASE_DIRECT_URL": database["DATABASE_URL"]}, *CHECK, status=1).stderr
        # Django runs its checks in no fixed order. One of its own may connect before camp.E008, with the same text.
        assert "does not have the site's session settings" in refused
        for name, value in settings.SESSION_SETTINGS.items():
            assert f"ALTER ROLE {ROLE} SET {name} = '{value}';" in refused
        with running_site(pooled) as site:
            assert [site.get(path).status_code for path in ("/healthz", "/classes", "/healthz")] == [503] * 3


def test_it_requires_the_direct_url(database, tmp_path):
    with pooler(database, tmp_path, role_has_settings=True) as pooled:
        assert "camp.E009" in run(pooled, *CHECK, status=1).stderr
        assert "camp.E009" in run(pooled, sys.executable, "manage.py", "migrate", status=1).stderr


def test_it_runs_behind_the_pooler(database, tmp_path):
    file = tmp_path / "season.csv"
    file.write_text(SEASON)
    with pooler(database, tmp_path, role_has_settings=True) as pooled:
        environ = pooled | {"DATABASE_DIRECT_URL": database["DATABASE_URL"]}
        run(environ, *CHECK)
        assert manage_together(environ, *[["migrate", "--verbosity", "0"]] * TOGETHER) == [0] * TOGETHER
        with running_site(environ) as site:
            assert site.get("/healthz").status_code == 200
            assert site.get("/classes").json() == []
            manage(environ, "seed_classes", str(file))
            wait_until(partial(_shows_a_class, site), seconds=MAX_AGE_SECONDS / 2)


def _shows_a_class(site):
    """Whether the site was notified: without LISTEN it would show the empty list for ``MAX_AGE_SECONDS``."""
    return len(site.get("/classes").json()) == 1
