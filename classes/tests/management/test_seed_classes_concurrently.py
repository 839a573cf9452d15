"""manage.py seed_classes FILE: two concurrent runs with the same season."""

import threading
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Role, User
from classes.models import CampClass
from classes.season import importing
from classes.season.rows import SeasonFile, SeasonRow
from testing.factories import make_user
from testing.proofs.races import ConcurrentCall, run_concurrently

pytestmark = pytest.mark.django_db(transaction=True)

ROW = SeasonRow(
    row=2,
    name="Clay",
    instructor_email="ines@camp.example",
    instructor_name="",
    price=Decimal(5),
    capacity=3,
    image="https://pictures.example/c.jpg",
)


@pytest.mark.parametrize(("lock_on", "created"), [(True, 1), (False, 2)], ids=["locked", "control without the lock"])
def test_it_creates_a_class_once(monkeypatch, lock_on, created):
    make_user("ines", Role.INSTRUCTOR)
    both_have_read = threading.Barrier(2)
    existing_classes = importing._existing_classes

    def read_and_wait(instructors: Any) -> Any:
        existing = existing_classes(instructors)
        with suppress(threading.BrokenBarrierError):
            both_have_read.wait(1)  # times out if the other run waits for the lock
        return existing

    monkeypatch.setattr(importing, "_existing_classes", read_and_wait)
    if not lock_on:
        users = User.objects.in_bulk(field_name="email")
        monkeypatch.setattr(importing, "_lock_instructors", lambda emails: users)

    run = partial(importing.seed_season, file=SeasonFile([ROW], [ROW], [], []), now=timezone.now())
    results = run_concurrently(run, run)

    assert all(isinstance(result, importing.SeedResult) for result in results)
    assert CampClass.objects.filter(name="Clay").count() == created


def test_it_records_an_instructor_once_who_is_created_concurrently(monkeypatch):
    """The other run creates the instructor after this one has found none."""
    row = replace(ROW, instructor_name="Ines")
    run = partial(importing.seed_season, file=SeasonFile([row], [row], [], []), now=timezone.now())
    concurrent_call = ConcurrentCall(monkeypatch, User.objects, "bulk_create", run)
    assert run().instructors == []
    assert len(concurrent_call.outcome().instructors) == 1
    assert User.history.get().id == User.objects.get().pk
