"""Django's ``migrate``, serialized across machines and without statement timeout."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.commands.migrate import Command as Migrate
from django.db import DEFAULT_DB_ALIAS, connections

from core.database_session import connect_directly

ADVISORY_LOCK = 0x63616D70  # an arbitrary constant


class Command(Migrate):
    """Several machines may run it at the same time: one migrates, the others wait and find nothing to do."""

    def handle(self, *args: Any, **options: Any) -> None:
        if options["database"] == DEFAULT_DB_ALIAS:
            connect_directly()  # the advisory lock belongs to a session
        with _exclusive(options["database"]):
            super().handle(*args, **options)


@contextmanager
def _exclusive(alias: str) -> Iterator[None]:
    """Holds an advisory lock, so that no other ``migrate`` of this database runs, and disables the statement timeout.

    An index on many rows can take longer than the site's statement timeout of 15 seconds. The lock timeout
    stays: other transactions would queue behind a migration that waits for a table lock.
    """
    with connections[alias].cursor() as cursor:
        for statement in ("SET lock_timeout = 0", "SET statement_timeout = 0"):
            cursor.execute(statement)
        cursor.execute("SELECT pg_advisory_lock(%s)", [ADVISORY_LOCK])
        cursor.execute("RESET lock_timeout")  # to the value from the settings
    try:
        yield
    finally:
        with connections[alias].cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [ADVISORY_LOCK])
            cursor.execute("RESET statement_timeout")
