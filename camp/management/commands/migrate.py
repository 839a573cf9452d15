"""Django's ``migrate``, serialized across machines and without statement timeout."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.commands.migrate import Command as Migrate
from django.db import DEFAULT_DB_ALIAS, connections

from core.database.sessions import connect_directly

ADVISORY_LOCK = 0x63616D70  # an arbitrary constant
POLL_SECONDS = 0.2


class Command(Migrate):
    """Several machines may run it at the same time: one migrates, the others wait and find nothing to do."""

    def handle(self, *args: Any, **options: Any) -> None:
        if options["database"] == DEFAULT_DB_ALIAS:
            connect_directly()  # the advisory lock belongs to a session
        with _exclusive(options["database"]):
            super().handle(*args, **options)


@contextmanager
def _exclusive(alias: str) -> Iterator[None]:
    # An index on many rows can take longer than the site's statement timeout of 15 seconds. The lock timeout stays:
    # other transactions would queue behind a migration that waits for a table lock.
    with connections[alias].cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        # CREATE INDEX CONCURRENTLY would wait for a statement that waits for the lock: a deadlock. So this polls.
        while not _try_lock(cursor):
            time.sleep(POLL_SECONDS)
    try:
        yield
    finally:
        with connections[alias].cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [ADVISORY_LOCK])
            cursor.execute("RESET statement_timeout")


def _try_lock(cursor: Any) -> bool:
    cursor.execute("SELECT pg_try_advisory_lock(%s)", [ADVISORY_LOCK])
    (is_locked,) = cursor.fetchone()
    return bool(is_locked)
