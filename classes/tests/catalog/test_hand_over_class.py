"""PATCH /classes/{id}/instructor: an admin gives a class to another instructor."""

import pytest
from django.utils import timezone

from accounts import roles
from accounts.models import Role, User
from classes.catalog import handover
from classes.models import CampClass
from testing.clients.api import INVALID_IDS, as_, with_bearer
from testing.factories import make_class, make_enrollment, make_withdrawn_class
from testing.proofs.races import ConcurrentCall
from testing.snapshots import nothing_changes

pytestmark = pytest.mark.django_db


def path_of(camp_class):
    return f"/classes/{camp_class.pk}/instructor"


def body_of(user):
    return {"instructorId": str(user.pk)}


def refused(user, camp_class, body, status):
    with nothing_changes():
        return as_(user).patch(path_of(camp_class), body, status)


def test_it_gives_the_class_to_another_instructor(users, clay):
    client, body = as_(users.admin), body_of(users.other_instructor)

    assert client.patch(path_of(clay), body) == {"modifiedCount": 1}
    assert client.patch(path_of(clay), body) == {"modifiedCount": 0}

    (row,) = as_(users.other_instructor).get(f"/myClasses/{users.other_instructor.email}")
    assert (row["_id"], row["instructorEmail"]) == (str(clay.pk), users.other_instructor.email)
    assert as_(users.instructor).get(f"/myClasses/{users.instructor.email}") == []
    assert as_(None).get("/classes")[0]["instructorName"] == users.other_instructor.name


def test_it_gives_the_roster_with_the_class(users, clay):
    make_enrollment(users.student, clay)

    as_(users.admin).patch(path_of(clay), body_of(users.other_instructor))

    assert len(as_(users.other_instructor).get(f"/classes/{clay.pk}/roster")) == 1
    as_(users.instructor).get(f"/classes/{clay.pk}/roster", 404)


def test_it_records_who_did_it(users, clay):
    as_(users.admin).patch(path_of(clay), body_of(users.other_instructor))

    last = clay.history.latest()
    assert (last.instructor, last.history_user) == (users.other_instructor, users.admin)


@pytest.mark.parametrize("status", ["Pending", "Denied"])
def test_it_gives_a_class_of_any_status(users, status):
    camp_class = make_class(users.instructor, status=status)

    assert as_(users.admin).patch(path_of(camp_class), body_of(users.other_instructor)) == {"modifiedCount": 1}


def test_it_refuses_users_who_are_not_admins(users, clay):
    for user in (users.instructor, users.other_instructor, users.student):
        assert refused(user, clay, body_of(users.other_instructor), 403)["code"] == "forbidden"
    refused(None, clay, body_of(users.other_instructor), 401)
    with_bearer("invalid").patch(path_of(clay), body_of(users.other_instructor), 401)


def test_it_returns_404_for_a_bad_id(users):
    for id in INVALID_IDS:
        as_(users.admin).patch(f"/classes/{id}/instructor", body_of(users.other_instructor), 404)


@pytest.mark.parametrize("value", [None, "", "x", "-1", "1.5", "9" * 40, [], {}])
def test_it_refuses_bad_input(users, clay, value):
    assert refused(users.admin, clay, {"instructorId": value}, 400)["fields"].keys() == {"instructorId"}


@pytest.mark.parametrize("body", [{}, [], "x", None])
def test_it_refuses_a_bad_body(users, clay, body):
    refused(users.admin, clay, body, 400)


def test_it_refuses_someone_who_is_not_an_instructor(users, clay):
    User.objects.filter(pk=users.other_instructor.pk).update(is_active=False)

    for user in (users.student, users.admin, users.other_instructor, User(pk=999_999)):
        assert refused(users.admin, clay, body_of(user), 409)["code"] == "not_an_instructor"


def test_it_refuses_a_withdrawn_class(users):
    withdrawn = make_withdrawn_class(users.instructor)

    assert refused(users.admin, withdrawn, body_of(users.other_instructor), 409)["code"] == "class_withdrawn"


@pytest.mark.parametrize("lock_on", [True, False])
@pytest.mark.django_db(transaction=True)
def test_it_keeps_the_role_of_the_new_instructor_until_the_handover_commits(users, clay, monkeypatch, lock_on):
    """Without the lock on the account the control sees a class of a student."""
    if not lock_on:
        monkeypatch.setattr("django.db.models.QuerySet.select_for_update", lambda self, **_: self)
    change = ConcurrentCall(
        monkeypatch,
        handover,
        "lock_class",
        lambda: roles.set_role(user_id=users.other_instructor.pk, role=Role.STUDENT, now=timezone.now()),
    )

    as_(users.admin).patch(path_of(clay), body_of(users.other_instructor))

    assert isinstance(change.outcome(), handover.HasClasses) is lock_on
    assert CampClass.objects.get().instructor == users.other_instructor
