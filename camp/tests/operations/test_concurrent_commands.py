"""Each management command may run in several processes at the same time, because each machine has the same timers."""

import sys

import psycopg
import pytest

from testing.servers.processes import TOGETHER, create_empty_database, manage_together, query, run, run_python

pytestmark = pytest.mark.slow

SEASON = "nameClass,instructorEmail,instructorName,price,seats,image,status\n" + "".join(
    f"Class {number},teacher{number % 7}@camp.example,Teacher,45.50,10,https://p.example/a.jpg,Approved\n"
    for number in range(300)
)


@pytest.fixture(scope="module")
def environ():
    """The environment of a site whose database was migrated by several processes."""
    values = create_empty_database("commands")
    assert manage_together(values, *[["migrate", "--verbosity", "0"]] * TOGETHER) == [0] * TOGETHER
    return values


def test_it_applies_each_migration_once(environ):
    run(environ, sys.executable, "manage.py", "migrate", "--check", "--verbosity", "0")
    repeated = "SELECT count(*) FROM (SELECT 1 FROM django_migrations GROUP BY app, name HAVING count(*) > 1) AS rows"
    assert query(environ, repeated) == (0,)


def test_it_seeds_each_class_once(environ, tmp_path):
    file = tmp_path / "season.csv"
    file.write_text(SEASON)
    assert manage_together(environ, *[["seed_classes", str(file)]] * TOGETHER) == [0] * TOGETHER
    classes = "SELECT count(*), count(DISTINCT name) FROM classes_campclass WHERE name LIKE 'Class %'"
    assert query(environ, classes) == (300, 300)
    assert query(environ, "SELECT count(*) FROM accounts_user WHERE email LIKE 'teacher%'") == (7,)


def test_it_grants_a_role_and_keeps_one_admin(environ):
    """The same role several times; then two processes demote one of the two admins each, and one is refused."""
    run_python(environ, "from testing.factories import make_users; make_users()")
    admins = "SELECT count(*) FROM accounts_user WHERE role = 'admin' AND is_active"
    assert manage_together(environ, *[["grant_role", "sam@camp.example", "admin"]] * TOGETHER) == [0] * TOGETHER
    assert query(environ, admins) == (2,)
    demotions = [["grant_role", f"{name}@camp.example", "student"] for name in ("ada", "sam")]
    assert sorted(manage_together(environ, *demotions)) == [0, 1]
    assert query(environ, admins) == (1,)


def test_it_deletes_expired_rows(environ):
    rows = "FROM generate_series(1, 2000) AS n"
    with psycopg.connect(environ["DATABASE_URL"]) as database:
        database.execute(f"INSERT INTO django_session SELECT 'ended-' || n, 'x', now() - interval '1 day' {rows}")
        database.execute(f"INSERT INTO core_requestcount (key, window_begin, count) SELECT 'old-' || n, 0, 1 {rows}")
    assert manage_together(environ, *[["tidy"]] * TOGETHER) == [0] * TOGETHER
    assert query(environ, "SELECT count(*) FROM django_session") == (0,)
    assert query(environ, "SELECT count(*) FROM core_requestcount WHERE window_begin = 0") == (0,)
