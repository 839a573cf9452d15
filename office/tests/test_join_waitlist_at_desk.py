"""POST /desk/waitlist: the office puts a caller's child on the waitlist of a class."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.models.addresses import new_placeholder
from classes.models import WaitlistEntry
from mail.models import OutboxEmail
from testing.clients.api import INVALID_IDS, as_
from testing.factories import (
    make_child,
    make_class,
    make_enrollment,
    make_lesson,
    make_missed_offer,
    make_season,
    make_user,
)
from testing.snapshots import nothing_changes

MISSING = "999999"


@pytest.fixture
def full(users):
    camp_class = make_class(users.instructor, capacity=1)
    make_enrollment(users.other_student, camp_class)
    return camp_class


@pytest.fixture
def caller(db) -> User:
    caller = make_user("cora")
    caller.email = new_placeholder()
    caller.save()
    return caller


def body_of(account, camp_class, child=None):
    body = {"userId": str(account.pk), "classId": str(camp_class.pk)}
    return body | {"childId": str(child.pk)} if child else body


def refused(users, body, status=409):
    with nothing_changes():
        refusal = as_(users.admin).post("/desk/waitlist", body, status)
    return refusal["code"]


def test_it_creates_an_entry_for_a_child(users, full):
    mia = make_child(users.student)
    response = as_(users.admin).post("/desk/waitlist", body_of(users.student, full, mia), 201)
    entry = WaitlistEntry.objects.get()
    assert response == {"insertedId": str(entry.pk), "position": 1, "clashes": []}
    assert (entry.student, entry.child, entry.camp_class, entry.state) == (users.student, mia, full, "WAITING")
    email = OutboxEmail.objects.get()
    assert (email.kind, email.recipient) == ("waitlist_joined", users.student)


def test_a_caller_without_email_gets_an_offer(users, full, caller):
    as_(users.admin).post("/desk/waitlist", body_of(caller, full), 201)
    assert not OutboxEmail.objects.exists()
    full.capacity = 2
    full.save()
    as_(users.admin).patch(f"/classes/{full.pk}", {"seats": 2})
    assert WaitlistEntry.objects.get().state == "OFFERED"
    assert not OutboxEmail.objects.exists()


def test_the_limits_of_what_an_account_does_by_itself_do_not_count(users, full):
    make_missed_offer(users.student, full, "LEFT")
    User.objects.filter(pk=users.student.pk).update(email_verified=False)
    as_(users.admin).post("/desk/waitlist", body_of(users.student, full), 201)


@pytest.mark.parametrize("role", ["student", "instructor"])
def test_it_is_for_admins(users, full, role):
    with nothing_changes():
        as_(getattr(users, role)).post("/desk/waitlist", body_of(users.student, full), 403)


@pytest.mark.parametrize("name", ["userId", "classId", "childId"])
def test_it_knows_no_other_row(users, full, name):
    other = make_child(users.other_student)
    for wrong in (MISSING, str(other.pk)) if name == "childId" else (MISSING,):
        assert refused(users, body_of(users.student, full) | {name: wrong}, 404) == "not_found"


@pytest.mark.parametrize("name", ["userId", "classId", "childId"])
def test_it_refuses_bad_ids(users, full, name):
    for invalid in ("x", "", [], *(each for each in INVALID_IDS if not each.isdigit())):
        assert refused(users, body_of(users.student, full) | {name: invalid}, 400) == "invalid"


def test_it_refuses_a_disabled_account(users, full):
    User.objects.filter(pk=users.student.pk).update(is_active=False)
    assert refused(users, body_of(users.student, full)) == "account_disabled"


def test_it_refuses_an_instructor(users, full):
    assert refused(users, body_of(users.other_instructor, full)) == "not_a_student"


def test_it_refuses_a_class_with_free_seats(users, clay):
    assert refused(users, body_of(users.student, clay)) == "seats_free"


def test_it_refuses_somebody_who_waits_or_is_enrolled(users, full):
    as_(users.admin).post("/desk/waitlist", body_of(users.student, full), 201)
    assert refused(users, body_of(users.student, full)) == "already_waiting"
    assert refused(users, body_of(users.other_student, full)) == "already_enrolled"


def test_it_refuses_a_class_that_is_not_open_or_starts_soon(users, full):
    full.season = make_season()
    full.save()
    assert refused(users, body_of(users.student, full)) == "not_open_yet"
    full.season = None
    full.save()
    make_lesson(full, timezone.now() + timedelta(minutes=30))
    assert refused(users, body_of(users.student, full)) == "too_late_to_wait"


def test_it_refuses_a_child_of_another_age(users):
    camp_class = make_class(users.instructor, capacity=1, age_from=12)
    make_enrollment(users.other_student, camp_class)
    make_lesson(camp_class, timezone.now() + timedelta(days=30))
    young, unknown = make_child(users.student, "Mia"), make_child(users.student, "Leo", None)
    assert refused(users, body_of(users.student, camp_class, unknown)) == "birth_date_needed"
    young.born_on = timezone.localdate() - timedelta(days=3000)
    young.save()
    assert refused(users, body_of(users.student, camp_class, young)) == "age_not_in_range"
