"""Everything the stand-in remembers, in one SQLite file that survives a kill at any moment."""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

Object = dict[str, Any]

_SCHEMA = """
CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    created INTEGER NOT NULL,
    payment_intent TEXT,
    charge TEXT,
    body TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS objects_kind ON objects (kind, seq);
CREATE INDEX IF NOT EXISTS objects_payment_intent ON objects (payment_intent);
CREATE INDEX IF NOT EXISTS objects_charge ON objects (charge);
CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    created INTEGER NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    due REAL NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS events_pending ON events (state) WHERE state = 'pending';
CREATE TABLE IF NOT EXISTS answers (
    key TEXT PRIMARY KEY,
    path TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    request_id TEXT NOT NULL,
    created REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, body TEXT NOT NULL);
"""
_TABLES = ("objects", "events", "answers", "settings")
_KEEP_ANSWERS_SECONDS = 24 * 3600


class Answer(NamedTuple):
    """The first answer to an idempotency key."""

    path: str
    fingerprint: str
    status: int
    body: str
    request_id: str


class Store:
    """One connection, used from one thread; each request is one transaction.

    Write-ahead log with synchronous=NORMAL: a killed process loses nothing that was committed.
    """

    def __init__(self, directory: Path) -> None:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.db = sqlite3.connect(directory / "stripe.sqlite3", isolation_level=None)
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute("PRAGMA synchronous = NORMAL")
        self.db.executescript(_SCHEMA)
        oldest = time.time() - _KEEP_ANSWERS_SECONDS
        self.db.execute("DELETE FROM answers WHERE created < ?", (oldest,))

    def close(self) -> None:
        """Close the file."""
        self.db.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit everything inside, or nothing if it raises."""
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")

    def reset(self) -> None:
        """Forget everything."""
        with self.transaction():
            for table in _TABLES:
                self.db.execute(f"DELETE FROM {table}")

    def add(self, kind: str, body: Object) -> None:
        """Keep a new object."""
        self.db.execute(
            "INSERT INTO objects (id, kind, created, payment_intent, charge, body) VALUES (?, ?, ?, ?, ?, ?)",
            (
                body["id"],
                kind,
                body["created"],
                body.get("payment_intent"),
                body.get("charge"),
                json.dumps(body),
            ),
        )

    def save(self, body: Object) -> None:
        """Replace an object that is already kept."""
        self.db.execute("UPDATE objects SET body = ? WHERE id = ?", (json.dumps(body), body["id"]))

    def find(self, kind: str, identifier: str) -> Object | None:
        """Return an object of that kind, or None."""
        row = self.db.execute("SELECT body FROM objects WHERE id = ? AND kind = ?", (identifier, kind)).fetchone()
        return json.loads(row[0]) if row else None

    def find_any(self, identifier: str) -> Object | None:
        """Return an object of whatever kind, or None."""
        row = self.db.execute("SELECT body FROM objects WHERE id = ?", (identifier,)).fetchone()
        return json.loads(row[0]) if row else None

    def answer(self, key: str) -> Answer | None:
        """Return the first answer to an idempotency key, or None."""
        row = self.db.execute(
            "SELECT path, fingerprint, status, body, request_id FROM answers WHERE key = ?", (key,)
        ).fetchone()
        return Answer(*row) if row else None

    def remember(self, key: str, answer: Answer) -> None:
        """Keep the first answer to an idempotency key."""
        self.db.execute(
            "INSERT INTO answers (key, path, fingerprint, status, body, request_id, created)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (key, *answer, time.time()),
        )

    def setting(self, name: str) -> Any:
        """Return a kept setting, or None."""
        row = self.db.execute("SELECT body FROM settings WHERE name = ?", (name,)).fetchone()
        return json.loads(row[0]) if row else None

    def set_setting(self, name: str, value: Any) -> None:
        """Keep a setting."""
        self.db.execute("INSERT OR REPLACE INTO settings (name, body) VALUES (?, ?)", (name, json.dumps(value)))
