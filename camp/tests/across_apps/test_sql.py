"""core.database.sql executes hand-written SQL and builds model instances."""

import re

import pytest
from django.conf import settings
from django.db import DatabaseError

from classes.models import CampClass
from core.database.sql import change, columns, fetch_all, fetch_one, fetch_rows
from testing.factories import make_class
from testing.snapshots import column_values

pytestmark = pytest.mark.django_db

SELECT = f"SELECT {columns(CampClass)} FROM classes_campclass WHERE capacity >= %(seats)s"
RENAME = 'UPDATE "classes_campclass" SET name = %(name)s WHERE id = %(id)s'


MODULES_WITH_SQL = {
    *("classes/seats/sql.py", "payments/orders/sql.py", "accounts/api/authentication.py", "accounts/locking.py"),
    *(
        "mail/outbox.py",
        "mail/sending.py",
        "camp/operations/worker_tasks.py",
        "camp/management/commands/migrate.py",
        "office/family_import/importing.py",
    ),
    *("core/database/sql.py", "core/api/throttling.py", "core/cache/invalidation.py", "core/database/sessions.py"),
}
"""The only modules with SQL; docs/adr/0015 says why."""


def test_it_is_used_only_where_decided():
    with_sql = {
        str(path.relative_to(settings.BASE_DIR))
        for app in ("core", "accounts", "mail", "classes", "payments", "care", "office", "privacy", "camp")
        for path in (settings.BASE_DIR / app).rglob("*.py")
        if not {"tests", "migrations"} & set(path.relative_to(settings.BASE_DIR).parts)
        and re.search(r"\.execute\(|from core\.database\.sql import", path.read_text())
    }
    assert with_sql == MODULES_WITH_SQL


def test_it_builds_the_same_instances_as_the_orm(users):
    for capacity in (1, 5, 9):
        make_class(users.instructor, f"Class {capacity}", capacity=capacity)
    for seats in (0, 5, 10):
        found = fetch_all(CampClass, SELECT, seats=seats)
        assert column_values(found) == column_values(CampClass.objects.filter(capacity__gte=seats))


def test_it_builds_instances_that_save_as_updates(clay):
    found = fetch_one(CampClass, SELECT, seats=0)
    found.name = "Renamed"
    found.save()
    assert list(CampClass.objects.values_list("pk", "name")) == [(clay.pk, "Renamed")]


def test_it_returns_none_without_a_row(clay):
    assert fetch_one(CampClass, SELECT, seats=1000) is None


def test_it_returns_rows_as_tuples(clay):
    assert fetch_rows("SELECT name, capacity FROM classes_campclass") == [(clay.name, clay.capacity)]


def test_it_passes_parameters_as_values_and_not_as_sql(clay):
    name = "'; DELETE FROM classes_campclass; --%"
    change(RENAME, rows=1, name=name, id=clay.pk)
    assert CampClass.objects.get().name == name


def test_it_raises_if_the_row_to_change_does_not_exist(clay):
    with pytest.raises(DatabaseError, match="0 rows"):
        change(RENAME, rows=1, name="Renamed", id=clay.pk + 1)
