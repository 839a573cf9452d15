"""The state of the stand-in, in one SQLite file that survives a crash of the process."""

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
CREATE TABLE IF NOT EXISTS idempotent_responses (
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
_TABLES = ("objects", "events", "idempotent_responses", "settings")
_IDEMPOTENCY_KEY_SECONDS = 24 * 3600


class StoredResponse(NamedTuple):
    """The first response to an idempotency key, with the path and fingerprint of its request."""

    path: str
    fingerprint: str
    status: int
    body: str
    request_id: str


class Store:
    """One SQLite connection, used by one thread only; each API request is one transaction.

    With a write-ahead log and synchronous=NORMAL a killed process loses no committed transaction.
    """

    def __init__(self, directory: Path) -> None:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.db = sqlite3.connect(directory / "stripe.sqlite3", isolation_level=None)
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute("PRAGMA synchronous = NORMAL")
        self.db.executescript(_SCHEMA)
        oldest = time.time() - _IDEMPOTENCY_KEY_SECONDS
        self.db.execute("DELETE FROM idempotent_responses WHERE created < ?", (oldest,))

    def close(self) -> None:
        """Closes the file."""
        self.db.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commits when the block ends; rolls back if it raises."""
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")

    def reset(self) -> None:
        """Deletes all state."""
        with self.transaction():
            for table in _TABLES:
                self.db.execute(f"DELETE FROM {table}")

    def add(self, kind: str, body: Object) -> None:
        """Inserts a new object."""
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
        """Updates an existing object."""
        self.db.execute("UPDATE objects SET body = ? WHERE id = ?", (json.dumps(body), body["id"]))

    def find(self, kind: str, object_id: str) -> Object | None:
        """Returns the object of this kind, or None."""
        row = self.db.execute("SELECT body FROM objects WHERE id = ? AND kind = ?", (object_id, kind)).fetchone()
        return json.loads(row[0]) if row else None

    def stored_response(self, idempotency_key: str) -> StoredResponse | None:
        """Returns the first response to an idempotency key, or None."""
        row = self.db.execute(
            "SELECT path, fingerprint, status, body, request_id FROM idempotent_responses WHERE key = ?",
            (idempotency_key,),
        ).fetchone()
        return StoredResponse(*row) if row else None

    def store_response(self, idempotency_key: str, response: StoredResponse) -> None:
        """Stores the first response to an idempotency key."""
        self.db.execute(
            "INSERT INTO idempotent_responses (key, path, fingerprint, status, body, request_id, created)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (idempotency_key, *response, time.time()),
        )

    def setting(self, name: str) -> Any:
        """Returns a stored setting, or None."""
        row = self.db.execute("SELECT body FROM settings WHERE name = ?", (name,)).fetchone()
        return json.loads(row[0]) if row else None

    def set_setting(self, name: str, value: Any) -> None:
        """Stores a setting."""
        self.db.execute("INSERT OR REPLACE INTO settings (name, body) VALUES (?, ?)", (name, json.dumps(value)))
