"""`manage.py seed_classes FILE`: two people load the same season at the same moment."""

import threading
from contextlib import suppress
from decimal import Decimal
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from accounts.models import Role, User
from camp.testing import make_user
from classes import seeding
from classes.models import CampClass

pytestmark = pytest.mark.django_db(transaction=True)


def both_seed(monkeypatch) -> int:
    meeting = threading.Barrier(2)
    real = seeding._known_classes

    def meet(instructors: Any) -> Any:
        known = real(instructors)
        with suppress(threading.BrokenBarrierError):
            meeting.wait(1)  # who waits for the other's lock does not come
        return known

    monkeypatch.setattr(seeding, "_known_classes", meet)
    values = {"name": "Clay", "instructor_email": "ines@camp.example", "instructor_name": "", "price": Decimal(5)}
    rows = [seeding.SeasonRow(where="row 2", capacity=3, image="https://pictures.example/c.jpg", **values)]

    def run() -> None:
        try:
            seeding.seed_season(rows=rows, now=timezone.now())
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    return CampClass.objects.filter(name="Clay").count()


def test_the_class_is_made_once(monkeypatch):
    make_user("ines", Role.INSTRUCTOR)
    assert both_seed(monkeypatch) == 1


def test_without_the_lock_it_would_be_made_twice(monkeypatch):
    make_user("ines", Role.INSTRUCTOR)
    unlocked = lambda emails: {user.email: user for user in User.objects.filter(email__in=emails)}  # noqa: E731
    monkeypatch.setattr(seeding, "_lock_instructors", unlocked)
    assert both_seed(monkeypatch) == 2
