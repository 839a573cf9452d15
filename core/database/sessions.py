"""The session settings of database connections, and the connection for work that needs a session of its own.

A pooler between the site and PostgreSQL can ignore the settings that a connection asks for. In transaction mode it also
gives each transaction another session. See docs/adr/0025.
"""

import logging
from typing import Any

import psycopg
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

logger = logging.getLogger(__name__)

DIRECT_DB_ALIAS = "direct"


class SessionSettingsMissing(OperationalError):
    """A connection on which a setting of ``SESSION_SETTINGS`` is not in force. The message says what to configure."""


def require_session_settings(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Receiver of Django's ``connection_created`` signal: one query for each connection, none for a request."""
    try:
        _compare_session_settings(connection.connection)
    except Exception:
        connection.close()  # otherwise Django would go on using it
        raise


def _compare_session_settings(session: psycopg.Connection) -> None:
    # The driver's connection, because the query must not appear among those of the request.
    required: dict[str, str] = settings.SESSION_SETTINGS
    columns = ", ".join(f"current_setting('{name}')" for name in required)
    ((role, *row),) = session.execute(f"SELECT quote_ident(session_user), {columns}")
    wrong = {name: value for name, value in zip(required, row, strict=True) if value != required[name]}
    if wrong:
        message = _message(role, wrong)
        logger.error(message)
        raise SessionSettingsMissing(message)


def _message(role: str, wrong: dict[str, str]) -> str:
    found = ", ".join(f"{name} is {value}" for name, value in wrong.items())
    commands = " ".join(f"ALTER ROLE {role} SET {name} = '{settings.SESSION_SETTINGS[name]}';" for name in wrong)
    return (
        f"The database connection was refused, because it does not have the site's session settings: {found}. "
        "A connection pooler ignores the settings that the site sends. Set them for the role, then restart the pooler: "
        f"{commands} See 'A connection pooler' in docs/several-machines.md."
    )


def direct_alias() -> str:
    """The connection that has a session of its own, also behind a pooler in transaction mode."""
    return DIRECT_DB_ALIAS if DIRECT_DB_ALIAS in settings.DATABASES else DEFAULT_DB_ALIAS


def has_one_database() -> bool:
    """Whether the default and the direct connection lead to the same database of the same server."""
    return _identity(DEFAULT_DB_ALIAS) == _identity(direct_alias())


def _identity(alias: str) -> tuple[Any, ...]:
    with connections[alias].cursor() as cursor:
        # No two servers share a start time.
        cursor.execute("SELECT current_database(), pg_postmaster_start_time()")
        row: tuple[Any, ...] = cursor.fetchone()
    return row


def connect_directly() -> None:
    """Makes the default connection of this thread lead to ``DATABASE_DIRECT_URL``, if that is set."""
    if direct_alias() == DEFAULT_DB_ALIAS:
        return
    connections[DEFAULT_DB_ALIAS].close()
    direct = connections.create_connection(DIRECT_DB_ALIAS)
    direct.alias = DEFAULT_DB_ALIAS
    connections[DEFAULT_DB_ALIAS] = direct
