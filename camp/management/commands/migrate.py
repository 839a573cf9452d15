"""Django's own ``migrate``, one at a time and with all the time it needs."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.commands.migrate import Command as Migrate
from django.db import connections

ONE_AT_A_TIME = 0x63616D70  # any number, as long as it is always the same


class Command(Migrate):
    """Machines that get a new version together all run it: one of them migrates, the others wait and find it done."""

    def handle(self, *args: Any, **options: Any) -> None:
        with _alone(options["database"]):
            super().handle(*args, **options)


@contextmanager
def _alone(alias: str) -> Iterator[None]:
    """No other ``migrate`` of this database runs meanwhile.

    The site's statements may take 15 seconds, an index on very many rows may take longer. A lock on a table is not
    waited for any longer than the site does: behind whoever waits for it everybody else would wait, too.
    """
    with connections[alias].cursor() as cursor:
        for statement in ("SET lock_timeout = 0", "SET statement_timeout = 0"):
            cursor.execute(statement)
        cursor.execute("SELECT pg_advisory_lock(%s)", [ONE_AT_A_TIME])
        cursor.execute("RESET lock_timeout")  # to what the settings gave this connection
    try:
        yield
    finally:
        with connections[alias].cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [ONE_AT_A_TIME])
            cursor.execute("RESET statement_timeout")
