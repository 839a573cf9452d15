"""PATCH /classes/approved|denied|feedback/{id}: an admin decides about a class, once."""

import time
from functools import partial
from threading import Thread

import pytest
from django.db import connection

from camp.testing import as_, bearing, in_threads, make_class
from classes import approval
from classes.models import CampClass, Status
from classes.tests.conftest import NO_IDS

CALLS = ("approved", "denied", "feedback")
WORDS = {"feedback": "Please say what to bring."}


def pending(cast, **fields) -> CampClass:
    return make_class(cast.instructor, **{"status": Status.PENDING} | fields)


def state_of(camp_class: CampClass) -> tuple[str, str]:
    camp_class.refresh_from_db()
    return camp_class.status, camp_class.feedback


def test_it_approves_and_old_feedback_goes(cast):
    camp_class = pending(cast, feedback="From the time before.")

    assert as_(cast.admin).patch(f"/classes/approved/{camp_class.pk}") == {"modifiedCount": 1}

    assert state_of(camp_class) == (Status.APPROVED, "")
    assert len(as_(None).get("/classes")) == 1


@pytest.mark.parametrize(("body", "kept"), [(None, ""), ({}, ""), ({"feedback": ""}, ""), (WORDS, WORDS["feedback"])])
def test_it_denies_with_feedback_or_without(cast, body, kept):
    camp_class = pending(cast)

    assert as_(cast.admin).patch(f"/classes/denied/{camp_class.pk}", body) == {"modifiedCount": 1}

    assert state_of(camp_class) == (Status.DENIED, kept)


def test_it_gives_feedback_on_a_denied_class(cast):
    camp_class = pending(cast, status=Status.DENIED)
    path = f"/classes/feedback/{camp_class.pk}"

    assert as_(cast.admin).patch(path, WORDS) == {"modifiedCount": 1}
    assert as_(cast.admin).patch(path, WORDS) == {"modifiedCount": 0}

    assert state_of(camp_class) == (Status.DENIED, WORDS["feedback"])
    (row,) = as_(cast.instructor).get(f"/myClasses/{cast.instructor.email}")
    assert row["feedback"] == WORDS["feedback"]


@pytest.mark.parametrize("call", CALLS)
def test_it_is_for_admins_alone(cast, call):
    camp_class = pending(cast)
    path = f"/classes/{call}/{camp_class.pk}"

    for person in (cast.student, cast.instructor, cast.other_instructor):
        assert as_(person).patch(path, WORDS, 403)["code"] == "forbidden"
    as_(None).patch(path, WORDS, 401)
    bearing("rubbish").patch(path, WORDS, 401)

    assert state_of(camp_class) == (Status.PENDING, "")


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("id", NO_IDS)
def test_it_refuses_a_bad_id(cast, call, id):
    assert as_(cast.admin).patch(f"/classes/{call}/{id}", WORDS, 404)["code"] == "not_found"


@pytest.mark.parametrize("text", ["x" * 2001, "nul\0", None, [], {}, True])
@pytest.mark.parametrize("call", ["denied", "feedback"])
def test_it_refuses_bad_feedback(cast, call, text):
    camp_class = pending(cast, status=Status.PENDING if call == "denied" else Status.DENIED)
    before = state_of(camp_class)

    refusal = as_(cast.admin).patch(f"/classes/{call}/{camp_class.pk}", {"feedback": text}, 400)

    assert list(refusal["fields"]) == ["feedback"]
    assert state_of(camp_class) == before


@pytest.mark.parametrize("body", [{}, {"feedback": ""}, {"feedback": "  "}, []])
def test_feedback_must_say_something(cast, body):
    camp_class = pending(cast, status=Status.DENIED, feedback="As it was.")

    as_(cast.admin).patch(f"/classes/feedback/{camp_class.pk}", body, 400)

    assert state_of(camp_class) == (Status.DENIED, "As it was.")


@pytest.mark.parametrize("status", [Status.APPROVED, Status.DENIED])
@pytest.mark.parametrize("call", ["approved", "denied"])
def test_it_refuses_to_decide_twice_and_says_what_was_decided(cast, call, status):
    camp_class = pending(cast, status=status, feedback="As it was.")

    refusal = as_(cast.admin).patch(f"/classes/{call}/{camp_class.pk}", WORDS, 409)

    assert refusal == {"code": "already_decided", "message": f"This class has already been {status.lower()}."}
    assert state_of(camp_class) == (status, "As it was.")


@pytest.mark.parametrize("status", [Status.APPROVED, Status.PENDING])
def test_it_refuses_feedback_on_a_class_that_was_not_denied(cast, status):
    camp_class = pending(cast, status=status)

    assert as_(cast.admin).patch(f"/classes/feedback/{camp_class.pk}", WORDS, 409)["code"] == "not_denied"
    assert state_of(camp_class) == (status, "")


@pytest.mark.django_db(transaction=True)
def test_of_two_admins_at_once_one_decides(cast):
    for camp_class in [pending(cast) for _ in range(5)]:
        outcomes = in_threads(
            partial(approval.approve, camp_class_id=camp_class.pk),
            partial(approval.deny, camp_class_id=camp_class.pk, feedback="No."),
        )

        refused = [outcome for outcome in outcomes if outcome is not None]
        assert [type(refusal) for refusal in refused] == [approval.AlreadyDecided]
        assert state_of(camp_class) == ((Status.APPROVED, "") if outcomes[0] is None else (Status.DENIED, "No."))


@pytest.mark.django_db(transaction=True)
def test_a_rival_between_look_and_decision_waits(cast, monkeypatch):
    assert decide_against_a_rival(pending(cast), monkeypatch, approval.lock_class) == ["already_decided"]


@pytest.mark.django_db(transaction=True)
def test_without_the_lock_both_would_decide(cast, monkeypatch):
    """The control of the test before: it can see the fault."""

    def look_without_lock(camp_class_id: int) -> CampClass:
        return CampClass.objects.get(pk=camp_class_id)

    assert decide_against_a_rival(pending(cast), monkeypatch, look_without_lock) == ["decided"]


def decide_against_a_rival(camp_class: CampClass, monkeypatch, look) -> list[str]:
    """Approve, while a rival denies between our look at the class and our decision; what the rival was told."""
    told: list[str] = []
    rivals: list[Thread] = []

    def deny() -> None:
        try:
            approval.deny(camp_class_id=camp_class.pk)
        except approval.AlreadyDecided as refusal:
            told.append(refusal.code)
        else:
            told.append("decided")
        finally:
            connection.close()

    def look_then_let_the_rival_in(camp_class_id: int) -> CampClass:
        found = look(camp_class_id)
        if not rivals:
            rivals.append(Thread(target=deny))
            rivals[0].start()
            time.sleep(0.5)
        return found

    monkeypatch.setattr(approval, "lock_class", look_then_let_the_rival_in)
    approval.approve(camp_class_id=camp_class.pk)
    rivals[0].join(timeout=10)
    return told
