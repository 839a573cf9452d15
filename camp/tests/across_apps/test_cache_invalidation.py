"""Cache invalidation: which statements invalidate the response cache."""

import pytest
from django.db import transaction

from classes.models import CampClass
from core.cache.responses import response_cache
from testing.factories import make_class, make_users
from testing.steps.class_changes import CHANGES


@pytest.fixture
def users(transactional_db):
    users = make_users()
    make_class(users.instructor)
    return users


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_it_invalidates_on_a_write(users, change):
    generation = response_cache.generation
    change(users)
    assert response_cache.generation > generation


def test_it_does_not_invalidate_on_a_read(users):
    generation = response_cache.generation
    list(CampClass.objects.all())
    assert response_cache.generation == generation


def test_it_does_not_invalidate_on_a_write_to_another_table(users):
    generation = response_cache.generation
    users.student.selections.create(camp_class=CampClass.objects.get())
    assert response_cache.generation == generation


def test_it_invalidates_once_after_the_commit(users):
    with transaction.atomic():
        CampClass.objects.update(name="New name")
        CampClass.objects.update(name="Newer name")
        generation = response_cache.generation
    assert response_cache.generation == generation + 1


def test_it_does_not_invalidate_after_a_rollback(users):
    generation = response_cache.generation
    with transaction.atomic():
        CampClass.objects.update(name="New name")
        transaction.set_rollback(True)
    assert response_cache.generation == generation
