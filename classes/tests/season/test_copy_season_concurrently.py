"""POST /seasons/{id}/copy: two admins copy a season at the same time."""

from datetime import UTC, date, datetime
from functools import partial

import pytest

from accounts import roles
from accounts.models import Role, User
from classes.models import CampClass, Season
from classes.season import copying
from classes.season.copying import SeasonChanged, SeasonCopy, copy_season
from testing.factories import make_class, make_season, make_users
from testing.proofs.races import ConcurrentCall, return_together, run_concurrently, with_and_without_the_lock

pytestmark = pytest.mark.django_db(transaction=True)

NOW = datetime(2027, 1, 5, tzinfo=UTC)


@pytest.fixture
def users():
    return make_users()


@pytest.fixture
def copy(users):
    """Copies a season of two classes."""
    last = make_season("Summer 2026", starts_on=date(2026, 7, 6), ends_on=date(2026, 8, 28))
    for name in ("Clay", "Felt"):
        make_class(users.instructor, name, season=last)
    return partial(copy_season, into_id=make_season().pk, from_id=last.pk, now=NOW)


@with_and_without_the_lock
def test_it_copies_each_class_once(monkeypatch, copy, lock_on):
    """Without the lock the constraint refuses the second copy, and the admin has to repeat it."""
    if not lock_on:
        monkeypatch.setattr(copying, "lock_season", lambda id: Season.objects.get(pk=id))
    return_together(monkeypatch, copying, "_lock_instructors")

    results = sorted(run_concurrently(copy, copy), key=lambda each: isinstance(each, Exception))

    assert CampClass.objects.filter(copied_from__isnull=False).count() == 2
    if lock_on:
        assert {(each.created, each.existing) for each in results} == {(2, 0), (0, 2)}
    else:
        assert [type(each) for each in results] == [SeasonCopy, SeasonChanged]
        assert copy() == SeasonCopy([], 2, [])


@with_and_without_the_lock
def test_it_keeps_the_role_of_an_instructor_until_the_copy_is_stored(monkeypatch, users, copy, lock_on):
    if not lock_on:
        monkeypatch.setattr(copying, "_lock_instructors", lambda ids: ids)
    end_role = partial(roles.set_role, user_id=users.instructor.pk, role=Role.STUDENT, keep_classes=True, now=NOW)
    ending = ConcurrentCall(monkeypatch, copying, "_create", end_role)
    create_lessons, roles_then = copying.create_lessons, []

    def create_lessons_and_look(rows):
        roles_then.append(User.objects.get(pk=users.instructor.pk).role)
        create_lessons(rows)

    monkeypatch.setattr(copying, "create_lessons", create_lessons_and_look)

    assert copy().created == 2

    assert ending.outcome() == 1
    assert roles_then == [Role.INSTRUCTOR if lock_on else Role.STUDENT]


def test_it_is_repeated_after_a_class_was_deleted_meanwhile(monkeypatch, copy):
    deletion = ConcurrentCall(monkeypatch, copying, "_create", lambda: CampClass.objects.filter(name="Felt").delete())

    with pytest.raises(SeasonChanged):
        copy()

    deletion.outcome()
    copied = copy()
    assert (copied.created, copied.existing, copied.skipped) == (1, 0, [])
