"""The migration that creates the index of taken seats while the site is running."""

import psycopg

from testing.servers import create_database, query, run_python

MIGRATE = """
from django.core.management import call_command
from django.db import connection
call_command("migrate", "classes", "{}", verbosity=0)
with connection.cursor() as cursor:
    cursor.execute("SHOW lock_timeout")
    print(*cursor.fetchone())
"""
INDEX = """SELECT indisvalid, pg_get_indexdef(indexrelid) FROM pg_index
    WHERE indexrelid = to_regclass('enrollment_takes_seat')"""


def test_it_replaces_the_index_of_a_migration_that_was_killed(settings):
    environ = create_database("killed_migration")
    created = query(environ, INDEX)
    lock_timeout = [settings.SESSION_SETTINGS["lock_timeout"]]
    assert run_python(environ, MIGRATE.format("0005")) == lock_timeout
    assert query(environ, INDEX) is None
    with psycopg.connect(environ["DATABASE_URL"]) as database:
        database.execute("CREATE INDEX enrollment_takes_seat ON classes_enrollment (id)")
        database.execute("UPDATE pg_index SET indisvalid = FALSE WHERE indexrelid = 'enrollment_takes_seat'::regclass")
    assert run_python(environ, MIGRATE.format("0006")) == lock_timeout
    assert query(environ, INDEX) == created
    assert created[0]
