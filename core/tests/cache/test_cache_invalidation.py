"""The notification of other processes that cached responses are outdated."""

import os
from threading import Thread

import psycopg
from django.db import connection
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from core.cache import invalidation
from core.cache.known_tags import known_tags
from core.cache.responses import response_cache
from testing.servers.processes import wait_until


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


def test_it_tells_others_whether_a_cached_response_shows_the_change():
    parameters = conninfo_to_dict(os.environ["DATABASE_URL"])
    notifier = invalidation.Notifier()
    notifier._thread, notifier._pid = Thread(), os.getpid()  # none that notifies
    notifier.notify_of_tags_soon()
    assert notifier._taken_payload() == invalidation.TAGS_ONLY
    notifier.notify_soon()
    notifier.notify_of_tags_soon()
    with psycopg.connect(**parameters, autocommit=True) as listener:
        listener.execute(f"LISTEN {invalidation.CHANNEL}")
        invalidation._notify(parameters, payload=notifier._taken_payload()).close()
        assert [each.payload for each in listener.notifies(timeout=60, stop_after=1)] == [""]


def test_it_keeps_a_change_that_comes_while_the_payload_is_taken(monkeypatch):
    notifier = invalidation.Notifier()
    notifier._thread, notifier._pid = Thread(), os.getpid()  # none that notifies
    changes = [Thread(target=notifier.notify_soon)]

    def read(notifier):
        value = vars(notifier)["_tags_only"]
        while changes:
            change = changes.pop()
            change.start()
            change.join(0.5)  # it waits for the lock
        return value

    def write(notifier, value):
        vars(notifier)["_tags_only"] = value

    change = changes[0]
    monkeypatch.setattr(invalidation.Notifier, "_tags_only", property(read, write), raising=False)
    assert notifier._taken_payload() == invalidation.TAGS_ONLY
    change.join()
    assert notifier._taken_payload() == ""


def test_it_forgets_only_tags_after_a_change_that_no_cached_response_shows():
    tags, responses = known_tags.generation, response_cache.generation
    invalidation._invalidate(invalidation.TAGS_ONLY)
    assert (known_tags.generation, response_cache.generation) == (tags + 1, responses)
    invalidation._invalidate("")
    assert (known_tags.generation, response_cache.generation) == (tags + 2, responses + 1)


def test_it_listens_while_it_is_connected(monkeypatch):
    monkeypatch.setattr(invalidation, "_listener", {})
    parameters = conninfo_to_dict(os.environ["DATABASE_URL"]) | {"application_name": "listener-of-a-test"}
    Thread(target=invalidation._listen_forever, args=(parameters,), daemon=True).start()
    wait_until(invalidation.is_listening)
    generation = known_tags.generation
    with psycopg.connect(**conninfo_to_dict(os.environ["DATABASE_URL"]), autocommit=True) as other:
        other.execute("SELECT pg_notify(%s, %s)", [invalidation.CHANNEL, invalidation.TAGS_ONLY])
        wait_until(lambda: known_tags.generation > generation)
        end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'listener-of-a-test'"
        monkeypatch.setattr(invalidation, "RECONNECT_SECONDS", 3600)
        other.execute(end)
        wait_until(lambda: not invalidation.is_listening())


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
