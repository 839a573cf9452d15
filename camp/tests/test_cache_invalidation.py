"""Cache invalidation: which statements invalidate the response cache, and that other web servers learn of it."""

from contextlib import ExitStack
from functools import partial

import pytest
from django.db import transaction

from classes.models import CampClass
from core.response_cache import MAX_AGE_SECONDS, response_cache
from testing.class_changes import CHANGES
from testing.factories import make_class, make_users
from testing.servers import create_database, manage, running_site, wait_until


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


HEADER = "nameClass,instructorEmail,instructorName,price,seats,image,status\n"
ROW = "{},ines@camp.example,Ines,45.50,10,https://p.example/a.jpg,Approved\n"


@pytest.fixture(scope="module")
def environ():
    return create_database("invalidation")


def shows(site, classes):
    """Returns whether the public list of this site has so many classes."""
    return len(site.get("/classes").json()) == classes


def test_it_shows_a_change_in_every_process(environ, tmp_path):
    """Well before MAX_AGE_SECONDS, after which the list is built again in any case."""
    file = tmp_path / "season.csv"
    with ExitStack() as stack:
        sites = [stack.enter_context(running_site(environ)) for _ in range(2)]
        for number in range(2):
            for site in sites:  # now both have cached the list
                assert shows(site, number)
                assert site.get("/classes").headers["etag"]
            file.write_text(HEADER + "".join(ROW.format(f"Class {each}") for each in range(number + 1)))
            manage(environ, "seed_classes", str(file))
            for site in sites:
                wait_until(partial(shows, site, number + 1), seconds=MAX_AGE_SECONDS / 2)
