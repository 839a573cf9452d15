"""POST /waitlist: a student joins the waitlist of a class."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from classes.models import Status, WaitlistEntry
from testing.api_client import INVALID_IDS, as_, with_bearer
from testing.factories import (
    make_child,
    make_class,
    make_enrollment,
    make_lesson,
    make_offer,
    make_selection,
    make_user,
    make_waitlist_entry,
)
from testing.snapshots import database_snapshot


def make_full_class(users, **fields):
    camp_class = make_class(users.instructor, capacity=1, **fields)
    make_enrollment(users.other_student, camp_class)
    return camp_class


def refused(student, body, status=409):
    """Returns the code of the refusal, which changes nothing."""
    before = database_snapshot()
    code = as_(student).post("/waitlist", body, status)["code"]
    assert database_snapshot() == before
    return code


def test_it_creates_an_entry(users):
    camp_class = make_full_class(users)

    response = as_(users.student).post("/waitlist", {"classId": str(camp_class.pk)}, 201)

    entry = WaitlistEntry.objects.get()
    assert response == {"insertedId": str(entry.pk), "position": 1}
    assert (entry.student, entry.child, entry.camp_class) == (users.student, None, camp_class)
    assert (entry.state, entry.ended_at, entry.offer) == ("WAITING", None, None)


def test_it_puts_each_participant_at_the_end(users):
    camp_class = make_full_class(users)
    children = [make_child(users.student, name) for name in ("Mia", "Leo")]

    for position, child in enumerate(children, 1):
        body = {"classId": str(camp_class.pk), "childId": str(child.pk)}
        assert as_(users.student).post("/waitlist", body, 201)["position"] == position
    assert as_(users.student).post("/waitlist", {"classId": str(camp_class.pk)}, 201)["position"] == 3

    assert [entry.child for entry in WaitlistEntry.objects.in_order()] == [*children, None]


def test_it_counts_each_class_separately(users):
    first, second = make_full_class(users), make_full_class(users)
    make_waitlist_entry(users.instructor, first)
    assert as_(users.student).post("/waitlist", {"classId": str(second.pk)}, 201)["position"] == 1


def test_it_accepts_a_student_whose_entry_has_ended(users):
    camp_class = make_full_class(users)
    make_waitlist_entry(users.student, camp_class, state="LAPSED", ended_at=timezone.now())
    make_waitlist_entry(users.instructor, camp_class)
    assert as_(users.student).post("/waitlist", {"classId": str(camp_class.pk)}, 201)["position"] == 2


def test_it_accepts_a_class_whose_seats_are_offered_to_others(users):
    camp_class = make_class(users.instructor, capacity=1)
    make_offer(users.other_student, camp_class)
    assert as_(users.student).post("/waitlist", {"classId": str(camp_class.pk)}, 201)["position"] == 1


def test_it_accepts_a_student_who_has_selected_the_class(users):
    camp_class = make_full_class(users)
    make_selection(users.student, camp_class)
    as_(users.student).post("/waitlist", {"classId": str(camp_class.pk)}, 201)
    assert users.student.selections.exists()


def test_it_refuses_users_who_are_not_students(users):
    body = {"classId": str(make_full_class(users).pk)}
    for user in (users.admin, users.instructor, users.other_instructor):
        assert refused(user, body, 403) == "forbidden"
    refused(None, body, 401)
    with_bearer("invalid").post("/waitlist", body, 401)


@pytest.mark.parametrize("id", INVALID_IDS)
def test_it_refuses_a_bad_id(users, id):
    assert refused(users.student, {"classId": id}, 404) == "not_found"


def test_it_refuses_the_child_of_another_account_and_one_that_does_not_exist(users):
    class_id = str(make_full_class(users).pk)
    for child_id in (make_child(users.other_student).pk, 999_999):
        body = {"classId": class_id, "childId": str(child_id)}
        assert refused(users.student, body, 404) == "not_found"


@pytest.mark.parametrize("status", [Status.PENDING, Status.DENIED])
def test_it_refuses_a_class_that_is_not_approved(users, status):
    camp_class = make_full_class(users, status=status)
    assert refused(users.student, {"classId": str(camp_class.pk)}, 404) == "not_found"


@pytest.mark.parametrize("body", [{}, {"classId": None}, {"classId": ""}, {"classId": []}, {"classId": {}}, [], "7"])
def test_it_refuses_bad_input(users, body):
    refused(users.student, body, 400)


@pytest.mark.parametrize("child_id", ["x", "-1", "", [], 1.5])
def test_it_refuses_a_bad_id_of_a_child(users, child_id):
    body = {"classId": str(make_full_class(users).pk), "childId": child_id}
    refused(users.student, body, 400)


def test_it_refuses_a_class_with_a_free_seat(users):
    body = {"classId": str(make_class(users.instructor).pk)}
    assert refused(users.student, body) == "seats_free"


def test_it_refuses_a_participant_who_already_waits(users):
    camp_class, mia = make_full_class(users), make_child(users.student)
    make_waitlist_entry(users.student, camp_class)
    make_waitlist_entry(users.student, camp_class, mia)
    for body in ({"classId": str(camp_class.pk)}, {"classId": str(camp_class.pk), "childId": str(mia.pk)}):
        assert refused(users.student, body) == "already_waiting"


def test_it_refuses_a_participant_who_has_an_offer(users):
    camp_class = make_class(users.instructor, capacity=1)
    make_offer(users.student, camp_class)
    assert refused(users.student, {"classId": str(camp_class.pk)}) == "already_waiting"


def test_it_refuses_a_participant_who_has_a_seat(users):
    camp_class = make_full_class(users)
    assert refused(users.other_student, {"classId": str(camp_class.pk)}) == "already_enrolled"


def test_it_refuses_a_class_that_has_begun(users):
    camp_class = make_full_class(users)
    make_lesson(camp_class, timezone.now() - timedelta(hours=1))
    assert refused(users.student, {"classId": str(camp_class.pk)}) == "class_begun"


@pytest.mark.parametrize(
    ("born_on", "code"), [(date(2000, 1, 1), "age_not_in_range"), (None, "birth_date_needed")], ids=["age", "unknown"]
)
def test_it_refuses_a_child_of_another_age(users, born_on, code):
    camp_class = make_full_class(users, age_from=8, age_to=12)
    child = make_child(users.student, born_on=born_on)
    assert refused(users.student, {"classId": str(camp_class.pk), "childId": str(child.pk)}) == code


@pytest.mark.parametrize(("hours", "code"), [(2.9, "too_late_to_wait"), (3.1, None)])
def test_it_refuses_a_class_that_starts_too_soon_for_an_offer(users, hours, code):
    camp_class = make_full_class(users)
    make_lesson(camp_class, timezone.now() + timedelta(hours=hours))
    body = {"classId": str(camp_class.pk)}
    if code:
        assert refused(users.student, body) == code
    else:
        as_(users.student).post("/waitlist", body, 201)


def test_it_refuses_more_entries_than_an_account_may_have(users, settings):
    """The entries of the student and of their children count together, in all classes."""
    settings.WAITLIST_ENTRIES_PER_STUDENT = 2
    camp_class, other = make_full_class(users), make_full_class(users)
    make_waitlist_entry(users.student, camp_class, make_child(users.student))
    body = {"classId": str(camp_class.pk)}
    as_(users.student).post("/waitlist", body, 201)
    assert refused(users.student, {"classId": str(other.pk)}) == "too_many_entries"

    WaitlistEntry.objects.filter(child=None).update(state="LEFT", ended_at=timezone.now())
    as_(users.student).post("/waitlist", {"classId": str(other.pk)}, 201)


def test_it_counts_offers_among_the_entries(users, settings):
    settings.WAITLIST_ENTRIES_PER_STUDENT = 1
    make_offer(users.student, make_class(users.instructor, capacity=1))
    assert refused(users.student, {"classId": str(make_full_class(users).pk)}) == "too_many_entries"


def test_it_refuses_a_fourth_entry_of_an_unverified_account(users):
    student = make_user("zoe", email_verified=False)
    for _ in range(3):
        as_(student).post("/waitlist", {"classId": str(make_full_class(users).pk)}, 201)
    body = {"classId": str(make_full_class(users).pk)}
    assert refused(student, body) == "too_many_entries"

    make_enrollment(student, make_class(users.instructor, "Paid before"))
    as_(student).post("/waitlist", body, 201)


def test_it_accepts_a_fourth_entry_of_a_verified_account(users):
    for _ in range(4):
        as_(users.student).post("/waitlist", {"classId": str(make_full_class(users).pk)}, 201)
