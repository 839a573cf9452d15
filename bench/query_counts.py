"""Counts that need no clock: queries of the public lists, new connections, JavaScript of the home page."""

import json
from pathlib import Path
from typing import Any

import psycopg

from bench.load import get_request, send_for
from bench.servers import ROOT, Server
from testing.bulk_data import fill

PATHS = ("/classes", "/popularClasses", "/instructors")
REQUESTS = 1_000
KB = 1024


def print_counts(address: str, baseline: Server) -> None:
    """Prints all three. ``baseline`` builds the list for each request, so that each request queries the database."""
    for rows in (10, 1_000):
        with psycopg.connect(address, autocommit=True) as database:
            fill(database.cursor(), classes=rows, payments=0, users=rows * 50)
        print(f"queries at {rows:>5,} classes and instructors: {', '.join(_queries())}")
    with psycopg.connect(address, autocommit=True) as database:
        fill(database.cursor(), classes=10, payments=0, users=100)
    print(f"database connections opened during {REQUESTS:,} requests: {_connections(address, baseline)}")
    print(f"JavaScript of the home page: {_javascript() / KB:.1f} KB brotli")


def _queries() -> list[str]:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    found = []
    for path in PATHS:
        with CaptureQueriesContext(connection) as queries:
            response: Any = Client(headers={"host": "127.0.0.1"}).get(path, REMOTE_ADDR="127.0.0.1")
        assert response.status_code == 200
        found.append(f"{path} {len(queries)}")
    connection.close()
    return found


def _connections(address: str, baseline: Server) -> int:
    """Returns how many sessions PostgreSQL counted during REQUESTS requests, after each thread has connected."""
    request = get_request("/classes")
    send_for(baseline.port, request, 1.0)
    with psycopg.connect(address, autocommit=True) as database:
        before, done = _sessions(database), 0
        while done < REQUESTS:
            done += len(send_for(baseline.port, request, 1.0).latencies)
        return _sessions(database) - before


def _sessions(database: psycopg.Connection) -> int:
    database.execute("SELECT pg_stat_force_next_flush()")
    database.execute("SELECT pg_stat_clear_snapshot()")
    row = database.execute("SELECT sessions FROM pg_stat_database WHERE datname = current_database()").fetchone()
    assert row is not None
    return int(row[0])


def _javascript() -> int:
    """Returns the compressed size of the initial chunks in bytes. Raises FileNotFoundError before the first build."""
    static: Path = ROOT / "static"
    scripts = json.loads((static / "build" / "manifest.json").read_text())["js"]
    return sum((static / f"{script}.br").stat().st_size for script in scripts)
