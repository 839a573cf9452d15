"""What is counted and not timed: queries of the public lists, connections opened, JavaScript of the home page."""

import json
from pathlib import Path
from typing import Any

import psycopg

from bench.load import press, request_for
from bench.site import ROOT, Server
from camp.testing_many import fill

PATHS = ("/classes", "/popularClasses", "/instructors")
REQUESTS = 1_000
KB = 1024


def counts(address: str, behind: Server) -> None:
    """Print all three; ``behind`` makes the list anew at each request, so that it has to ask the database."""
    for rows in (10, 1_000):
        with psycopg.connect(address, autocommit=True) as database:
            fill(database.cursor(), classes=rows, payments=0, people=rows * 50)
        print(f"queries at {rows:>5,} classes and instructors: {', '.join(_queries())}")
    with psycopg.connect(address, autocommit=True) as database:
        fill(database.cursor(), classes=10, payments=0, people=100)
    print(f"database connections opened during {REQUESTS:,} requests: {_connections(address, behind)}")
    print(f"JavaScript of the home page: {_javascript() / KB:.1f} KB brotli")


def _queries() -> list[str]:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    found = []
    for path in PATHS:
        with CaptureQueriesContext(connection) as queries:
            answer: Any = Client(headers={"host": "127.0.0.1"}).get(path, REMOTE_ADDR="127.0.0.1")
        assert answer.status_code == 200
        found.append(f"{path} {len(queries)}")
    connection.close()
    return found


def _connections(address: str, behind: Server) -> int:
    """Sessions that PostgreSQL counted while as many requests were made; the threads' first ones are not among them."""
    request = request_for("/classes")
    press(behind.port, request, 1.0)
    with psycopg.connect(address, autocommit=True) as database:
        before, done = _sessions(database), 0
        while done < REQUESTS:
            done += len(press(behind.port, request, 1.0).latencies)
        return _sessions(database) - before


def _sessions(database: psycopg.Connection) -> int:
    database.execute("SELECT pg_stat_force_next_flush()")
    database.execute("SELECT pg_stat_clear_snapshot()")
    row = database.execute("SELECT sessions FROM pg_stat_database WHERE datname = current_database()").fetchone()
    assert row is not None
    return int(row[0])


def _javascript() -> int:
    """Bytes of the initial chunks, as the build compressed them. Raises FileNotFoundError before the first build."""
    static: Path = ROOT / "static"
    scripts = json.loads((static / "build" / "manifest.json").read_text())["js"]
    return sum((static / f"{script}.br").stat().st_size for script in scripts)
