"""Tests of the health check of the database connection, and of the times that it reads."""

import select
from datetime import UTC, datetime

import psycopg
import pytest
from django.db import DatabaseError, IntegrityError, close_old_connections, connection, transaction

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def statements(monkeypatch):
    """The statements that are sent to the server past Django, as the health check of Django does."""
    sent = []
    execute = psycopg.Cursor.execute
    monkeypatch.setattr(
        psycopg.Cursor,
        "execute",
        lambda self, query, *args, **kw: sent.append(query) or execute(self, query, *args, **kw),
    )
    return sent


def _execute_elsewhere(sql):
    """Executes a statement on another connection."""
    parameters = connection.get_connection_params()
    names = ("dbname", "user", "password", "host", "port")
    with psycopg.connect(**{name: parameters[name] for name in names if name in parameters}, autocommit=True) as other:
        other.execute(sql)


def _terminate():
    """Ends the connection, as an administrator or a restart of the server does."""
    connection.ensure_connection()
    _execute_elsewhere(f"SELECT pg_terminate_backend({connection.connection.info.backend_pid}, 5000)")


def test_it_does_not_ask_the_server_about_a_live_connection(statements):
    connection.ensure_connection()
    statements.clear()
    assert connection.is_usable()
    assert statements == []


def test_it_notices_a_connection_that_the_server_has_ended():
    _terminate()
    assert not connection.is_usable()
    connection.close()


def test_it_replaces_such_a_connection_before_the_first_query_of_a_request():
    _terminate()
    close_old_connections()  # Django calls it when a request starts
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def test_it_asks_the_server_after_an_error(statements):
    with pytest.raises(DatabaseError), connection.cursor() as cursor:
        cursor.execute("SELECT * FROM missing")
    statements.clear()
    assert connection.errors_occurred
    assert connection.is_usable()
    assert statements == ["SELECT 1"]


def test_it_does_not_use_a_connection_whose_transaction_has_failed():
    with transaction.atomic(), connection.cursor() as cursor:
        with pytest.raises(IntegrityError):
            cursor.execute("INSERT INTO core_requestcount (key, window_begin, count) VALUES (NULL, 0, 0)")
        assert not connection.is_usable()
        transaction.set_rollback(True)


def test_it_does_not_use_a_closed_connection():
    connection.ensure_connection()
    connection.connection.close()
    assert not connection.is_usable()
    connection.close()
    assert not connection.is_usable()


def test_it_asks_the_server_about_a_connection_with_unread_data(statements):
    with connection.cursor() as cursor:
        cursor.execute("LISTEN health")
        _execute_elsewhere("NOTIFY health")
        assert select.select([connection.connection], [], [], 10)[0], "no notification arrived"
        statements.clear()
        assert connection.is_usable()
        assert statements == ["SELECT 1"]
        cursor.execute("UNLISTEN health")


@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Asia/Kolkata"])
@pytest.mark.parametrize(
    "instant",
    [
        datetime(2026, 7, 1, 12, tzinfo=UTC),
        datetime(2026, 1, 1, microsecond=500_000, tzinfo=UTC),
        datetime(1, 1, 2, tzinfo=UTC),
        datetime(9999, 12, 30, 23, 59, 59, 999_999, tzinfo=UTC),
    ],
)
def test_it_reads_a_time_as_it_was_written_whatever_the_zone_of_the_session(zone, instant):
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('TimeZone', %s, false)", [zone])
        try:
            cursor.execute("SELECT %s::timestamptz, ARRAY[%s::timestamptz]", [instant, instant])
            assert cursor.fetchone() == (instant, [instant])
        finally:
            cursor.execute("RESET TimeZone")
