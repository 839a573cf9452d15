"""Fixtures that build a database, or rows in it, once for many tests. `conftest.py` at the top loads them."""

import copy
from collections.abc import Iterator
from contextlib import ExitStack

import psycopg
import pytest
from django.db import connection
from django.db.transaction import atomic, set_rollback

from testing.endpoints import Sample, make_sample
from testing.proofs import query_plans
from testing.servers.migrated_cluster import MIGRATED
from testing.servers.processes import copy_database, database_name, database_url, rename_database, template_lock


@pytest.fixture(scope="session")
def _migration() -> ExitStack:
    """Locks the migration, unless another worker has done it: then the test database is a copy of that worker's."""
    with ExitStack() as lock:
        if lock.enter_context(template_lock(MIGRATED)):
            connection.settings_dict["TEST"]["TEMPLATE"] = MIGRATED
        return lock.pop_all()


@pytest.fixture(scope="session")
def django_db_setup(_migration: ExitStack, django_db_setup) -> None:
    """Migrates once for all workers."""
    with _migration:
        if connection.settings_dict["TEST"].get("TEMPLATE") != MIGRATED:
            connection.close()
            copy_database(connection.settings_dict["NAME"], MIGRATED)


@pytest.fixture(scope="session")
def _large_database(django_db_setup) -> str:
    """A copy of the database that the first worker fills with 100,000 users, payments and seats."""
    with template_lock("large") as exists:
        if not exists:
            copy_database(MIGRATED, "large_new")
            with psycopg.connect(database_url("large_new"), autocommit=True) as database:
                query_plans.fill_tables(database.cursor())
            rename_database("large_new", "large")
    copy_database("large", name := database_name("large"))
    return name


@pytest.fixture(scope="module")
def large_tables(_large_database: str) -> Iterator[None]:
    """Connects the tests of a module to a database with large tables. They must roll back their changes."""
    small_database = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = _large_database
    yield
    connection.close()
    connection.settings_dict["NAME"] = small_database


@pytest.fixture(scope="module")
def module_sample(django_db_setup, django_db_blocker) -> Iterator[Sample]:
    """The sample in a transaction around the tests of a module, whose own transactions are savepoints in it."""
    with django_db_blocker.unblock():
        transaction = atomic()
        transaction.__enter__()
        sample = make_sample()
    yield sample
    with django_db_blocker.unblock():
        set_rollback(True)
        transaction.__exit__(None, None, None)


@pytest.fixture
def sample(db, module_sample: Sample) -> Sample:
    """One row of each kind that a request can refer to.

    All tests of a module share the rows, so none of them may create the same users. A test in a module where others do,
    or with ``transaction=True``, calls ``make_sample``.
    """
    return copy.deepcopy(module_sample)
