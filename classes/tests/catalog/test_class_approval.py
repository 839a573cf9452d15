"""PATCH /classes/{approved,denied,feedback}/{id}: an admin approves or denies a class."""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from accounts import roles
from accounts.models import Role, User
from classes.catalog import approval, handover
from classes.models import CampClass, Status
from testing.clients.api import INVALID_IDS, as_, with_bearer
from testing.factories import make_class, make_lesson
from testing.proofs.races import ConcurrentCall, run_concurrently
from testing.snapshots import nothing_changes

ACTIONS = ("approved", "denied", "feedback")
BODY = {"feedback": "Please say what to bring."}


def make_pending(users, **fields) -> CampClass:
    return make_class(users.instructor, **{"status": Status.PENDING} | fields)


def refused(users, path: str, body: object = BODY, status: int = 409) -> dict[str, object]:
    """Returns the refusal of an admin's request, which changes nothing."""
    with nothing_changes():
        return as_(users.admin).patch(path, body, status)


def decision(camp_class: CampClass) -> tuple[str, str]:
    camp_class.refresh_from_db()
    return camp_class.status, camp_class.feedback


def test_it_approves_a_class_and_clears_its_feedback(users):
    camp_class = make_pending(users, feedback="Old feedback.")

    assert as_(users.admin).patch(f"/classes/approved/{camp_class.pk}") == {"modifiedCount": 1}

    assert decision(camp_class) == (Status.APPROVED, "")
    assert len(as_(None).get("/classes")) == 1


@pytest.mark.parametrize(("body", "feedback"), [(None, ""), ({}, ""), ({"feedback": ""}, ""), (BODY, BODY["feedback"])])
def test_it_denies_a_class_with_or_without_feedback(users, body, feedback):
    camp_class = make_pending(users)

    assert as_(users.admin).patch(f"/classes/denied/{camp_class.pk}", body) == {"modifiedCount": 1}

    assert decision(camp_class) == (Status.DENIED, feedback)


def test_it_replaces_the_feedback_of_a_denied_class(users):
    camp_class = make_pending(users, status=Status.DENIED)
    path = f"/classes/feedback/{camp_class.pk}"

    assert as_(users.admin).patch(path, BODY) == {"modifiedCount": 1}
    assert as_(users.admin).patch(path, BODY) == {"modifiedCount": 0}

    assert decision(camp_class) == (Status.DENIED, BODY["feedback"])
    (row,) = as_(users.instructor).get(f"/myClasses/{users.instructor.email}")
    assert row["feedback"] == BODY["feedback"]


@pytest.mark.parametrize("action", ACTIONS)
def test_it_refuses_users_who_are_not_admins(users, action):
    camp_class = make_pending(users)
    path = f"/classes/{action}/{camp_class.pk}"

    for user in (users.student, users.instructor, users.other_instructor):
        assert as_(user).patch(path, BODY, 403)["code"] == "forbidden"
    as_(None).patch(path, BODY, 401)
    with_bearer("invalid").patch(path, BODY, 401)

    assert decision(camp_class) == (Status.PENDING, "")


@pytest.mark.parametrize("action", ACTIONS)
def test_it_refuses_a_bad_id(users, action):
    for id in INVALID_IDS:
        assert as_(users.admin).patch(f"/classes/{action}/{id}", BODY, 404)["code"] == "not_found"


@pytest.mark.parametrize("text", ["x" * 2001, "nul\0", None, [], {}, True])
@pytest.mark.parametrize("action", ["denied", "feedback"])
def test_it_refuses_bad_feedback(users, action, text):
    camp_class = make_pending(users, status=Status.PENDING if action == "denied" else Status.DENIED)

    refusal = refused(users, f"/classes/{action}/{camp_class.pk}", {"feedback": text}, 400)

    assert list(refusal["fields"]) == ["feedback"]


@pytest.mark.parametrize("body", [{}, {"feedback": ""}, {"feedback": "  "}, []])
def test_it_refuses_empty_feedback_for_a_denied_class(users, body):
    camp_class = make_pending(users, status=Status.DENIED, feedback="Unchanged.")

    refused(users, f"/classes/feedback/{camp_class.pk}", body, 400)


@pytest.mark.parametrize("status", [Status.APPROVED, Status.DENIED])
@pytest.mark.parametrize("action", ["approved", "denied"])
def test_it_refuses_a_second_decision_and_names_the_first(users, action, status):
    camp_class = make_pending(users, status=status, feedback="Unchanged.")

    refusal = refused(users, f"/classes/{action}/{camp_class.pk}")

    assert refusal == {"code": "already_decided", "message": f"This class has already been {status.lower()}."}


@pytest.mark.parametrize("status", [Status.APPROVED, Status.PENDING])
def test_it_refuses_feedback_for_a_class_that_is_not_denied(users, status):
    camp_class = make_pending(users, status=status)

    assert refused(users, f"/classes/feedback/{camp_class.pk}")["code"] == "not_denied"


def test_it_refuses_to_approve_a_class_whose_lessons_are_over(users):
    camp_class, now = make_pending(users), timezone.now()
    make_lesson(camp_class, now - timedelta(hours=4))

    assert refused(users, f"/classes/approved/{camp_class.pk}", None)["code"] == "lessons_over"

    make_lesson(camp_class, now + timedelta(hours=1))
    as_(users.admin).patch(f"/classes/approved/{camp_class.pk}")


def test_it_denies_a_class_whose_lessons_are_over(users):
    camp_class = make_pending(users)
    make_lesson(camp_class, timezone.now() - timedelta(hours=4))

    as_(users.admin).patch(f"/classes/denied/{camp_class.pk}", BODY)


@pytest.mark.parametrize("gone", [{"is_active": False}, {"role": Role.STUDENT}])
def test_it_refuses_to_approve_a_class_whose_instructor_is_gone(users, gone):
    camp_class = make_pending(users)
    User.objects.filter(pk=users.instructor.pk).update(**gone)

    assert refused(users, f"/classes/approved/{camp_class.pk}", None)["code"] == "instructor_gone"

    as_(users.admin).patch(f"/classes/{camp_class.pk}/instructor", {"instructorId": str(users.other_instructor.pk)})
    as_(users.admin).patch(f"/classes/approved/{camp_class.pk}")


def test_it_approves_the_class_of_an_admin_who_teaches(users):
    camp_class = make_class(users.admin, status=Status.PENDING)

    as_(users.admin).patch(f"/classes/approved/{camp_class.pk}")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("lock_on", [True, False])
def test_it_keeps_the_role_of_the_instructor_until_the_approval_commits(users, monkeypatch, lock_on):
    """Without the lock on the account the control sees an approved class of a student."""
    camp_class = make_pending(users)
    if not lock_on:
        monkeypatch.setattr("django.db.models.QuerySet.select_for_update", lambda self, **_: self)
    lose = partial(roles.set_role, user_id=users.instructor.pk, role=Role.STUDENT, now=timezone.now())
    change = ConcurrentCall(monkeypatch, approval, "lock_class", lose)

    approval.approve_class(camp_class_id=camp_class.pk, now=timezone.now())

    assert isinstance(change.outcome(), handover.HasClasses) is lock_on


@pytest.mark.django_db(transaction=True)
def test_it_refuses_to_approve_a_class_that_gets_another_instructor_meanwhile(users, monkeypatch):
    """The approval has locked the account of the former instructor, so the new one can lose the role."""
    camp_class = make_pending(users)

    def hand_over_and_lose_the_role():
        handover.hand_over(camp_class_id=camp_class.pk, instructor_id=users.other_instructor.pk, now=timezone.now())
        roles.set_role(user_id=users.other_instructor.pk, role=Role.STUDENT, now=timezone.now())

    change = ConcurrentCall(monkeypatch, approval, "lock_class", hand_over_and_lose_the_role)

    with pytest.raises(approval.InstructorGone):
        approval.approve_class(camp_class_id=camp_class.pk, now=timezone.now())

    assert change.outcome() is None
    assert decision(camp_class) == (Status.PENDING, "")


@pytest.mark.django_db(transaction=True)
def test_it_accepts_one_of_two_concurrent_decisions(users):
    for camp_class in [make_pending(users) for _ in range(5)]:
        outcomes = run_concurrently(
            partial(approval.approve_class, camp_class_id=camp_class.pk, now=timezone.now()),
            partial(approval.deny_class, camp_class_id=camp_class.pk, feedback="No.", now=timezone.now()),
        )

        assert [type(outcome) for outcome in outcomes if outcome is not None] == [approval.AlreadyDecided]
        assert decision(camp_class) == ((Status.APPROVED, "") if outcomes[0] is None else (Status.DENIED, "No."))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("lock_on", [True, False], ids=["locked", "control without the lock"])
def test_it_makes_a_concurrent_decision_wait_for_the_lock(users, monkeypatch, lock_on):
    """Without the lock the second decision overwrites the first one unnoticed."""
    camp_class = make_pending(users)
    if not lock_on:
        monkeypatch.setattr(approval, "lock_class", lambda pk: CampClass.objects.get(pk=pk))
    deny = partial(approval.deny_class, camp_class_id=camp_class.pk, now=timezone.now())
    concurrent_call = ConcurrentCall(monkeypatch, approval, "lock_class", deny, after=True)

    approval.approve_class(camp_class_id=camp_class.pk, now=timezone.now())

    assert isinstance(concurrent_call.outcome(), approval.AlreadyDecided) is lock_on
