"""Bytes held ready in each process, and word among processes that what they were made of has changed.

Every write to a table that public lists show (by whichever road: a call, the Django admin, a command, a bulk update) is
noticed where the SQL is sent, and told to all processes on all machines by PostgreSQL's own notification. Telling
happens after the commit and outside it, and is coalesced, because a notification inside a transaction makes all commits
wait for one another. A lost notification costs at most ``LONGEST_SECONDS``.
"""

import atexit
import logging
import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

logger = logging.getLogger(__name__)

CHANNEL = "public_lists_changed"
LONGEST_SECONDS = 30.0
MOST_ENTRIES = 256
COALESCE_SECONDS = 0.1
RECONNECT_SECONDS = 1.0
SHORTEST_SECONDS = 0.2
"""What was just made is given out for so long, changed or not. In a rush every sale changes a list; making it anew for
each would cost more than all the sales."""
LONGEST_WAIT_SECONDS = 1.0

WRITE_TO_SHOWN_TABLE = re.compile(
    r'\s*(?:INSERT INTO|UPDATE|DELETE FROM) "(?:accounts_user|classes_campclass|classes_enrollment)"'
)


class ReadyBytes:
    """What is held ready, by key. A value built from before a change is never stored over it: generations tell."""

    def __init__(self) -> None:
        self._entries: dict[Any, tuple[float, int, Any]] = {}
        self._lock = threading.Lock()
        self._making = threading.RLock()
        self.generation = 0

    def get(self, key: Any) -> Any:
        """The value, or None where there is none that is good enough: made since the last change, or just now."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        kept_at, generation, value = entry
        longest = LONGEST_SECONDS if generation == self.generation else SHORTEST_SECONDS
        return value if time.monotonic() - kept_at < longest else None

    def keep(self, key: Any, value: Any, *, generation: int) -> None:
        """Store a value that was begun in this generation, unless there is one from after a later change."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None and entry[1] > generation:
                return
            if len(self._entries) >= MOST_ENTRIES:
                self._entries.clear()
            self._entries[key] = (time.monotonic(), generation, value)

    @contextmanager
    def one_at_a_time(self) -> Iterator[None]:
        """While one thread makes a value the others wait, and find it made; not for long, should it hang."""
        waited = self._making.acquire(timeout=LONGEST_WAIT_SECONDS)
        try:
            yield
        finally:
            if waited:
                self._making.release()

    def drop_all(self) -> None:
        """Something has changed: what was made before counts for a moment at most."""
        with self._lock:
            self.generation += 1


ready = ReadyBytes()


class Telling:
    """Tells the other processes, a moment after a commit, once for all commits of that moment."""

    def __init__(self) -> None:
        self._wanted = threading.Event()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._pid = 0

    def soon(self) -> None:
        """Drop this process's own bytes at once, and tell the others soon."""
        ready.drop_all()
        self._wanted.set()
        with self._lock:
            if self._thread is None or self._pid != os.getpid():
                self._pid = os.getpid()
                self._thread = threading.Thread(target=self._run, args=(_address(),), daemon=True, name="telling")
                self._thread.start()

    def at_exit(self) -> None:
        """A command that ends at once still tells what it changed."""
        if self._wanted.is_set() and self._pid == os.getpid():
            self._wanted.clear()
            database = _notify(_address())
            if database is not None:
                database.close()

    def _run(self, address: dict[str, Any]) -> None:
        database = None
        while True:
            self._wanted.wait()
            time.sleep(COALESCE_SECONDS)
            self._wanted.clear()
            database = _notify(address, database)


telling = Telling()
atexit.register(telling.at_exit)


def _notify(address: dict[str, Any], known: psycopg.Connection | None = None) -> psycopg.Connection | None:
    """Tell the others, over the connection that is known or, where that is lost, a new one; the one for next time."""
    if known is not None:
        with suppress(psycopg.Error):
            known.execute("SELECT pg_notify(%s, '')", [CHANNEL])
            return known
        known.close()
    try:
        database = psycopg.connect(**address, autocommit=True)
        database.execute("SELECT pg_notify(%s, '')", [CHANNEL])
    except psycopg.Error as error:
        logger.warning("a change could not be told (%s): lists may be %s s old", type(error).__name__, LONGEST_SECONDS)
        return None
    return database


def notice_writes(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """For Django's ``connection_created``: watch what this connection writes."""
    if _watch not in connection.execute_wrappers:
        connection.execute_wrappers.append(_watch)


def _watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    result = execute(sql, params, many, context)
    if WRITE_TO_SHOWN_TABLE.match(sql):
        _tell_after_commit(context["connection"])
    return result


def _tell_after_commit(connection: BaseDatabaseWrapper) -> None:
    told = any(hook[1] == telling.soon for hook in connection.run_on_commit)
    if not told:
        transaction.on_commit(telling.soon, using=connection.alias)


def listen() -> None:
    """Begin to listen, in a thread of this process; once, however often called."""
    if _listener_of.get("pid") == os.getpid():
        return
    with _listening:
        if _listener_of.get("pid") != os.getpid():
            _listener_of["pid"] = os.getpid()
            threading.Thread(target=_listen_for_ever, args=(_address(),), daemon=True, name="listening").start()


_listening = threading.Lock()
_listener_of: dict[str, int] = {}


def _listen_for_ever(address: dict[str, Any]) -> None:
    while True:
        try:
            with psycopg.connect(**address, autocommit=True) as database:
                database.execute(f"LISTEN {CHANNEL}")
                ready.drop_all()  # what was missed while nobody listened
                for _ in database.notifies():
                    ready.drop_all()
        except psycopg.Error as error:
            logger.warning("not listening for changes (%s); trying again", type(error).__name__)
        ready.drop_all()
        time.sleep(RECONNECT_SECONDS)


def _address() -> dict[str, Any]:
    """How to reach the database, without Django's own options for sessions (a listener idles, and that is right)."""
    parameters = connection.get_connection_params()
    wanted = ("dbname", "user", "password", "host", "port", "connect_timeout", "sslmode", "sslrootcert")
    return {name: parameters[name] for name in wanted if name in parameters} | {
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
    }
