"""On several machines the same timers ring: each command may run twice at once, as processes of their own."""

import os
import subprocess
import sys

import psycopg
import pytest
from django.conf import settings

from camp.tests.test_running_a_server import SCHOOL, WORKER, fresh_database, run

SEASON = "nameClass,instructorEmail,instructorName,price,seats,image,status\n" + "".join(
    f"Class {number},teacher{number % 7}@camp.example,Teacher,45.50,10,https://p.example/a.jpg,Approved\n"
    for number in range(300)
)
TIMES = 4


def at_once(environment, *commands):
    """Run these commands of manage.py together; the exit status of each."""
    running = [
        subprocess.Popen(
            [sys.executable, "manage.py", *command],
            cwd=settings.BASE_DIR,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for command in commands
    ]
    words = [process.communicate(timeout=100)[1] for process in running]
    assert not any("Traceback" in said for said in words), "\n".join(words)
    return [process.returncode for process in running]


def ask(environment, question):
    with psycopg.connect(environment["DATABASE_URL"]) as database:
        return database.execute(question).fetchone()


def empty(environment, name):
    return environment | {"DATABASE_URL": fresh_database(f"{name}_{WORKER}")}


@pytest.fixture(scope="module")
def environment():
    """A site of its own, migrated by several at once: one of them does it, the others find it done."""
    values = empty(os.environ | {"DJANGO_SETTINGS_MODULE": "camp.settings"}, "at_once")
    assert at_once(values, *[["migrate", "--verbosity", "0"]] * TIMES) == [0] * TIMES
    return values


def test_migrating(environment):
    run(environment, sys.executable, "manage.py", "migrate", "--check", "--verbosity", "0")
    twice = "SELECT count(*) FROM (SELECT 1 FROM django_migrations GROUP BY app, name HAVING count(*) > 1) AS twice"
    assert ask(environment, twice) == (0,)


def test_seeding_a_season_makes_each_class_once(environment, tmp_path):
    file = tmp_path / "season.csv"
    file.write_text(SEASON)
    assert at_once(environment, *[["seed_classes", str(file)]] * TIMES) == [0] * TIMES
    made = "SELECT count(*), count(DISTINCT name) FROM classes_campclass WHERE name LIKE 'Class %'"
    assert ask(environment, made) == (300, 300)
    assert ask(environment, "SELECT count(*) FROM accounts_user WHERE email LIKE 'teacher%'") == (7,)


def test_giving_a_role(environment):
    """The same role twice; then two admins who are both made students: one of them stays."""
    run(environment, sys.executable, "-c", SCHOOL)
    admins = "SELECT count(*) FROM accounts_user WHERE role = 'admin' AND is_active"
    assert at_once(environment, *[["grant_role", "sam@camp.example", "admin"]] * TIMES) == [0] * TIMES
    assert ask(environment, admins) == (2,)
    demoted = [["grant_role", f"{name}@camp.example", "student"] for name in ("ada", "sam")]
    assert sorted(at_once(environment, *demoted)) == [0, 1]
    assert ask(environment, admins) == (1,)


def test_tidying(environment):
    many = "FROM generate_series(1, 2000) AS n"
    ended = f"INSERT INTO django_session SELECT 'ended-' || n, 'x', now() - interval '1 day' {many}"
    counted = f"INSERT INTO camp_requestcount (key, window_begin, count) SELECT 'old-' || n, 0, 1 {many}"
    with psycopg.connect(environment["DATABASE_URL"]) as database:
        database.execute(ended)
        database.execute(counted)
    assert at_once(environment, *[["tidy"]] * TIMES) == [0] * TIMES
    assert ask(environment, "SELECT count(*) FROM django_session") == (0,)
    assert ask(environment, "SELECT count(*) FROM camp_requestcount WHERE window_begin = 0") == (0,)
