"""Invalidates the response cache and the known tags of every process when a watched table changes.

Writes are recognized in the SQL that a connection executes, so that no way of writing (API, Django admin, command, bulk
update) can be forgotten. Processes on all machines are notified by PostgreSQL's NOTIFY. It is sent after the
commit, on another connection and at most every ``COALESCE_SECONDS``, because commits that contain a NOTIFY wait for
one another. A lost notification costs at most ``responses.MAX_AGE_SECONDS``.
"""

import atexit
import logging
import os
import re
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

from core.cache.known_tags import known_tags
from core.cache.responses import MAX_AGE_SECONDS, response_cache
from core.database.sessions import direct_alias

logger = logging.getLogger(__name__)

CHANNEL = "public_lists_changed"
TAGS_ONLY = "tags"
"""The payload of a notification about tables that no cached response shows."""
COALESCE_SECONDS = 0.1
RECONNECT_SECONDS = 1.0
CHECK_SECONDS = 3.0
PARAMETERS_OF_DJANGO = ("options", "context", "cursor_factory", "prepare_threshold")
"""Removed from the parameters of Django's connections before LISTEN and NOTIFY."""

WRITE = re.compile(r'\s*(?:WITH \w+ AS \(\s*)?(?:INSERT INTO|UPDATE|DELETE FROM) "?(\w+)')

_watched_tables: set[str] = set()
_tables_of_tags: set[str] = set()


def invalidate_on_write(*models: type[Model]) -> None:
    """Call it in ``AppConfig.ready()`` of the app that owns the tables."""
    _watched_tables.update(model._meta.db_table for model in models)  # noqa: SLF001 (Django documents `_meta`)


def invalidate_tags_on_write(*models: type[Model]) -> None:
    """The same for tables that only answers with a known tag show."""
    _tables_of_tags.update(model._meta.db_table for model in models)  # noqa: SLF001


def watch_connection(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Receiver of Django's ``connection_created`` signal."""
    if _execute not in connection.execute_wrappers:
        connection.execute_wrappers.append(_execute)


def _execute(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    result = execute(sql, params, many, context)
    write = WRITE.match(sql)
    if write and write[1] in _watched_tables:
        _after_commit(notifier.notify_soon, context["connection"])
    elif write and write[1] in _tables_of_tags:
        _after_commit(notifier.notify_of_tags_soon, context["connection"])
    return result


def _after_commit(notify: Callable[[], None], connection: BaseDatabaseWrapper) -> None:
    registered = any(hook[1] == notify for hook in connection.run_on_commit)
    if not registered:
        transaction.on_commit(notify, using=connection.alias)


class Notifier:
    """Notifies the other processes from a thread, once for all commits within ``COALESCE_SECONDS``."""

    def __init__(self) -> None:
        self._pending = threading.Event()
        self._tags_only = True
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._pid = 0

    def notify_soon(self) -> None:
        """Invalidates the cache of this process immediately, those of the others soon."""
        response_cache.invalidate()
        with self._lock:
            self._tags_only = False
        self.notify_of_tags_soon()

    def notify_of_tags_soon(self) -> None:
        """Only the known tags."""
        known_tags.invalidate()
        self._pending.set()
        with self._lock:
            if self._thread is None or self._pid != os.getpid():
                self._pid = os.getpid()
                self._thread = threading.Thread(
                    target=self._run, args=(_connection_parameters(),), daemon=True, name="cache-notifier"
                )
                self._thread.start()

    def notify_at_exit(self) -> None:
        if self._pending.is_set() and self._pid == os.getpid():
            database = _notify(_connection_parameters(), payload=self._taken_payload())
            if database is not None:
                database.close()

    def _run(self, parameters: dict[str, Any]) -> None:
        database = None
        while True:
            self._pending.wait()
            time.sleep(COALESCE_SECONDS)
            database = _notify(parameters, database, payload=self._taken_payload())

    def _taken_payload(self) -> str:
        self._pending.clear()
        with self._lock:
            tags_only, self._tags_only = self._tags_only, True
        return TAGS_ONLY if tags_only else ""


notifier = Notifier()
atexit.register(notifier.notify_at_exit)


def _notify(
    parameters: dict[str, Any], known: psycopg.Connection | None = None, *, payload: str = ""
) -> psycopg.Connection | None:
    """The result is the connection to use next time: the known one, or a new one if it was lost."""
    if known is not None:
        with suppress(psycopg.Error):
            known.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])
            return known
        known.close()
    try:
        database = psycopg.connect(**parameters, autocommit=True)
        database.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])
    except psycopg.Error as error:
        logger.warning(
            "cache notification failed (%s): other processes may serve responses that are %s s old",
            type(error).__name__,
            MAX_AGE_SECONDS,
        )
        return None
    return database


def listen() -> None:
    """Further calls in the same process do nothing."""
    if _listener.get("pid") == os.getpid():
        return
    with _listener_lock:
        if _listener.get("pid") != os.getpid():
            _listener["pid"] = os.getpid()
            parameters = _connection_parameters()
            threading.Thread(target=_listen_forever, args=(parameters,), daemon=True, name="cache-listener").start()


def is_listening() -> bool:
    """False for a moment after ``listen``, and while the database cannot be reached."""
    return _listener.get("listening") == os.getpid()


def receives_notifications() -> bool:
    """False behind a pooler in transaction mode: the session that listens no longer belongs to the listener."""
    parameters, channel = _connection_parameters(), f"{CHANNEL}_check"
    with (
        psycopg.connect(**parameters, autocommit=True) as listener,
        psycopg.connect(**parameters, autocommit=True) as sender,
    ):
        listener.execute(f"LISTEN {channel}")
        sender.execute("SELECT pg_notify(%s, '')", [channel])
        return any(listener.notifies(timeout=CHECK_SECONDS, stop_after=1))


_listener_lock = threading.Lock()
_listener: dict[str, int] = {}


def _listen_forever(parameters: dict[str, Any]) -> None:
    while True:
        try:
            with psycopg.connect(**parameters, autocommit=True) as database:
                database.execute(f"LISTEN {CHANNEL}")
                _invalidate("")  # notifications may have been missed before
                _listener["listening"] = os.getpid()
                for notification in database.notifies():
                    _invalidate(notification.payload)
        except psycopg.Error as error:
            logger.warning("cache listener lost its connection (%s); reconnecting", type(error).__name__)
        _listener.pop("listening", None)
        _invalidate("")
        time.sleep(RECONNECT_SECONDS)


def _invalidate(payload: str) -> None:
    known_tags.invalidate()
    if payload != TAGS_ONLY:
        response_cache.invalidate()


def _connection_parameters() -> dict[str, Any]:
    # A listener is idle, which is no error, so the session's timeouts are not for it. LISTEN belongs to a session, so
    # there must be no pooler in transaction mode in between.
    parameters = connections[direct_alias()].get_connection_params()
    return {name: value for name, value in parameters.items() if name not in PARAMETERS_OF_DJANGO} | {
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
    }
