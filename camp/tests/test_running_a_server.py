"""What docs/deploy.md promises of a server: a stop and an update lose nothing, a backup can be restored."""

import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import psycopg
import pytest
from django.conf import settings

from camp.demo.postgres import tools
from camp.tests.test_two_processes import free_port, manage, wait_until

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "alone")
DATABASE, DRILL, LIVES_ON = f"running_{WORKER}", f"drill_{WORKER}", f"lives_on_{WORKER}"
CROWD = 8
UNREAD = re.compile("without sending a response|reset by peer")
"""A connection that was opened in the very moment in which its worker ended, and closed with nothing read from it: the
proxy asks again. At most one for each of the crowd is that; what has been read is answered."""
SCHOOL = """
import django; django.setup()
from accounts.tokens import issue_token
from camp.testing import make_cast, make_class
cast = make_cast()
print(make_class(cast.instructor).pk, issue_token(user=cast.instructor))
"""
CLASS = {"seats": 5, "price": 10, "image": "https://pictures.example/a.jpg"}


def fresh_database(name):
    address = os.environ["DATABASE_URL"]
    with psycopg.connect(address, autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        server.execute(f"CREATE DATABASE {name}")
    return address.replace("/camp?", f"/{name}?")


@pytest.fixture(scope="module")
def environment():
    path = f"{tools()}{os.pathsep}{os.environ['PATH']}"
    values = os.environ | {"DATABASE_URL": fresh_database(DATABASE), "PYTHON": sys.executable, "PATH": path}
    values |= {"DJANGO_SETTINGS_MODULE": "camp.settings", "DRILL_DATABASE": DRILL}
    manage(values, "migrate", "--verbosity", "0")
    return values


@pytest.fixture(scope="module")
def school(environment):
    """The id of a class, and the token of its instructor."""
    command = [sys.executable, "-c", SCHOOL]
    said = subprocess.run(command, env=environment, cwd=settings.BASE_DIR, capture_output=True, text=True, check=True)
    return said.stdout.split()


@pytest.fixture
def server(environment, tmp_path):
    """The site, started as a server starts it, with both of its workers at work."""
    port, words = str(free_port()), tmp_path / "words"
    with words.open("w") as said:
        process = subprocess.Popen(
            ["deploy/web"], cwd=settings.BASE_DIR, env=environment | {"HOST": "127.0.0.1", "PORT": port}, stdout=said
        )
    process.port, process.address = int(port), f"http://127.0.0.1:{port}"
    process.started = lambda: words.read_text().count("Started worker-")
    wait_until(lambda: process.started() == 2 and httpx.get(f"{process.address}/healthz").status_code == 200, 60)
    yield process
    if process.poll() is None:
        process.terminate()
    process.wait(40)


@contextmanager
def crowd(address):
    """Many people at once, each asking again and again; what they were answered."""
    logging.getLogger("httpx").setLevel(logging.WARNING)
    answers, over = Counter(), threading.Event()

    def ask():
        # A connection each, as the proxy in deploy/Caddyfile does: one that is kept can be closed as it is used again.
        with httpx.Client(base_url=address, timeout=30, headers={"Connection": "close"}) as http:
            while not over.is_set():
                try:
                    answers[http.get("/dashboard?fresh=1").status_code] += 1
                except httpx.ConnectError:
                    answers["closed"] += 1
                    time.sleep(0.02)
                except (httpx.ReadError, httpx.RemoteProtocolError) as error:
                    answers["unread" if UNREAD.search(str(error)) else "lost"] += 1
                except httpx.TransportError as error:
                    answers[type(error).__name__] += 1

    people = [threading.Thread(target=ask) for _ in range(CROWD)]
    for each in people:
        each.start()
    try:
        yield answers
    finally:
        over.set()
        for each in people:
            each.join()


@contextmanager
def held_class(environment, class_id):
    """While this lasts, whoever wants to change what is taken in the class waits for its lock."""
    with psycopg.connect(environment["DATABASE_URL"]) as rival:
        rival.execute("SELECT 1 FROM classes_campclass WHERE id = %s FOR UPDATE", [class_id])
        yield
        rival.rollback()


def somebody_waits(environment):
    with psycopg.connect(environment["DATABASE_URL"]) as database:
        return database.execute("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'").fetchone()


@contextmanager
def change_under_way(environment, server, school):
    """A change of a class that is being made just now, and that waits; afterwards its answer."""
    class_id, token = school
    answer = []

    def change():
        headers, body = {"Authorization": f"Bearer {token}"}, CLASS | {"nameClass": f"Named {time.time()}"}
        answer.append(httpx.put(f"{server.address}/classes/{class_id}", json=body, headers=headers, timeout=30))

    thread = threading.Thread(target=change)
    with held_class(environment, class_id):
        thread.start()
        wait_until(lambda: somebody_waits(environment), 10)
        yield answer
    thread.join()


def test_a_stop_finishes_what_has_begun(environment, server, school):
    with crowd(server.address) as answers:
        with change_under_way(environment, server, school) as changed:
            time.sleep(0.5)
            server.send_signal(signal.SIGTERM)
            wait_until(lambda: answers["closed"], 10)
        assert server.wait(20) == 0
    assert changed[0].status_code == 200
    assert changed[0].json() == {"modifiedCount": 1}
    assert answers[200] > CROWD
    assert set(answers) <= {200, "closed", "unread"}, answers
    assert answers["unread"] <= CROWD


@contextmanager
def half_a_request(server, head, body=b""):
    """Somebody who has sent a part of a request, and does not go on by themselves."""
    with socket.create_connection(("127.0.0.1", server.port)) as there:
        there.settimeout(20)
        there.sendall(head + body)
        time.sleep(0.5)
        yield there


def test_a_body_that_is_on_its_way_is_waited_for(server, school):
    class_id, token = school
    body = json.dumps(CLASS | {"nameClass": "Slowly sent"}).encode()
    head = f"PUT /classes/{class_id} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    with half_a_request(server, head.encode(), body[:10]) as there:
        server.send_signal(signal.SIGTERM)
        time.sleep(1)
        there.sendall(body[10:])
        answer = there.recv(65536)
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert server.wait(5) == 0


def test_whoever_does_not_finish_asking_keeps_no_worker(server):
    """Without a limit of its own such a worker ended only when it was killed after 30 seconds, and others with it."""
    with half_a_request(server, b"GET /classes HTTP/1.1\r\nHost: 127."):
        begin = time.monotonic()
        server.send_signal(signal.SIGTERM)
        assert server.wait(20) == 0
    assert time.monotonic() - begin < 15


def test_an_update_closes_the_site_for_nobody(environment, server, school):
    before = workers_of(server)
    with crowd(server.address) as answers:
        with change_under_way(environment, server, school) as changed:
            server.send_signal(signal.SIGHUP)
            time.sleep(0.5)
        wait_until(lambda: server.started() == 4 and not before & workers_of(server), 60)
    assert changed[0].status_code == 200
    assert len(workers_of(server)) == len(before) == 2
    assert answers[200] > 10 * CROWD
    assert set(answers) <= {200, "unread"}, answers
    assert answers["unread"] <= CROWD


def workers_of(server):
    path = Path(f"/proc/{server.pid}/task/{server.pid}/children")
    children = {int(pid) for pid in path.read_text().split()}
    return {pid for pid in children if "resource_tracker" not in command_of(pid)}


def command_of(pid):
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text()
    return "resource_tracker"


def run(environment, *command, status=0, **more):
    done = subprocess.run(
        command, cwd=settings.BASE_DIR, env=environment | more, capture_output=True, text=True, check=False
    )
    assert done.returncode == status, done.stderr
    return done


@pytest.fixture
def backed_up(environment, school, tmp_path):
    """The environment of a server that has a backup, made a moment ago."""
    media = tmp_path / "media" / "classes"
    media.mkdir(parents=True)
    (media / "clay.webp").write_bytes(b"RIFF")
    places = {"BACKUP_DIR": str(tmp_path / "backups"), "MEDIA_ROOT": str(tmp_path / "media")}
    said = run(environment, "deploy/backup", **places).stdout.strip()
    return environment | places | {"FILE": said}


def test_a_backup_is_whole_and_its_owners_alone(backed_up):
    files = sorted(Path(backed_up["BACKUP_DIR"]).iterdir())
    assert [path.suffix for path in files] == [".dump", ".tar"]
    assert backed_up["FILE"] == str(files[0])
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}


def test_the_drill_restores_it_and_leaves_nothing(backed_up):
    said = run(backed_up, "deploy/restore-drill").stdout.splitlines()
    assert said == [
        "people: 5",
        "classes: 1",
        "seats: 0",
        "payments: 0",
        "pictures: 1",
        f"restored: {backed_up['FILE']}",
    ]
    assert DRILL not in databases()


def databases():
    with psycopg.connect(os.environ["DATABASE_URL"]) as server:
        return {name for (name,) in server.execute("SELECT datname FROM pg_database")}


def test_a_site_lives_on_from_its_backup(backed_up, environment):
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {LIVES_ON} WITH (FORCE)")
    run(backed_up, "deploy/restore", backed_up["FILE"], LIVES_ON)
    restored = environment["DATABASE_URL"].replace(f"/{DATABASE}?", f"/{LIVES_ON}?")
    run(backed_up, sys.executable, "manage.py", "grant_role", "sam@camp.example", "instructor", DATABASE_URL=restored)
    with psycopg.connect(restored) as there, psycopg.connect(environment["DATABASE_URL"]) as here:
        role = "SELECT role FROM accounts_user WHERE email = 'sam@camp.example'"
        assert there.execute(role).fetchone() == ("instructor",)
        assert here.execute(role).fetchone() == ("student",)


def test_a_broken_backup_fails_the_drill(backed_up):
    file = Path(backed_up["FILE"])
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    run(backed_up, "deploy/restore-drill", status=1)
    assert DRILL not in databases()


def test_no_backup_fails_it_too(environment, tmp_path):
    done = run(environment, "deploy/restore-drill", status=1, BACKUP_DIR=str(tmp_path))
    assert "There is no backup" in done.stderr


def test_a_database_that_is_there_is_not_restored_over(backed_up):
    run(backed_up, "deploy/restore", backed_up["FILE"], DATABASE, status=1)
    run(backed_up, "deploy/restore", backed_up["FILE"], "camp; DROP", status=2)


def test_old_backups_are_forgotten_and_others_left_alone(backed_up):
    folder = Path(backed_up["BACKUP_DIR"])
    for name in ("camp-20200101T000000Z.dump", "somebody-else.dump"):
        (folder / name).touch()
        os.utime(folder / name, (0, 0))
    run(backed_up, "deploy/backup")
    names = {path.name for path in folder.iterdir()}
    assert "camp-20200101T000000Z.dump" not in names
    assert "somebody-else.dump" in names


def test_a_release_refuses_an_unsafe_configuration(environment):
    done = run(environment, "deploy/release", status=1)
    assert "CAMP_DEMO=1 runs on stand-ins" in done.stderr
