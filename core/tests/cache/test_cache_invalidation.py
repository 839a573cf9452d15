"""The notification of other processes that cached responses are outdated."""

import os

import psycopg
from django.db import connection
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from core.cache import invalidation


def test_it_notifies_over_a_new_connection_if_the_known_one_is_lost():
    parameters = conninfo_to_dict(os.environ["DATABASE_URL"])
    with psycopg.connect(**parameters, autocommit=True) as listener:
        listener.execute(f"LISTEN {invalidation.CHANNEL}")
        first = invalidation._notify(parameters)
        assert invalidation._notify(parameters, first) is first
        listener.execute("SELECT pg_terminate_backend(%s)", [first.info.backend_pid])
        second = invalidation._notify(parameters, first)
        assert second is not first
        assert len(list(listener.notifies(timeout=60, stop_after=3))) == 3
        second.close()


def test_it_connects_with_all_parameters_of_the_url(monkeypatch):
    """But without session options and without those of Django's adapters."""
    url = "sslmode=verify-full sslcert=/c.pem sslkey=/k.pem channel_binding=require target_session_attrs=read-write"
    wanted = conninfo_to_dict(url)
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", wanted | {"options": "-c lock_timeout=3s"})
    parameters = invalidation._connection_parameters()
    assert parameters.items() >= wanted.items()
    assert "options" not in conninfo_to_dict(make_conninfo(**parameters))


def test_it_receives_a_notification(db):
    assert invalidation.receives_notifications()


def test_it_notices_that_no_notification_arrives(db, monkeypatch):
    """Behind a pooler in transaction mode the session that listens does not belong to the listener."""
    monkeypatch.setattr(invalidation, "CHECK_SECONDS", 0.2)
    execute = psycopg.Connection.execute

    def do_not_listen(self, query, *args, **kwargs):
        return execute(self, "SELECT 1" if query.startswith("LISTEN") else query, *args, **kwargs)

    monkeypatch.setattr(psycopg.Connection, "execute", do_not_listen)
    assert not invalidation.receives_notifications()


def test_it_does_not_fail_while_the_database_is_unavailable(caplog):
    assert invalidation._notify({"host": "127.0.0.1", "port": 1, "dbname": "none"}) is None
    assert "cache notification failed" in caplog.text
