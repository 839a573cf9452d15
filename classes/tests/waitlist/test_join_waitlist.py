"""POST /waitlist: a student joins the waitlist of a class."""

from datetime import date, timedelta

import pytest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from classes.models import CampClass, Enrollment, Status, WaitlistEntry
from testing.clients.api import INVALID_IDS, as_, with_bearer
from testing.factories import (
    make_child,
    make_class,
    make_enrollment,
    make_hold,
    make_lesson,
    make_missed_offer,
    make_offer,
    make_selection,
    make_user,
    make_waitlist_entry,
)
from testing.snapshots import nothing_changes


def make_full_class(users, **fields):
    camp_class = make_class(users.instructor, capacity=1, **fields)
    make_enrollment(users.other_student, camp_class)
    return camp_class


def refused(student, body, status=409):
    """Returns the code of the refusal, which changes nothing."""
    with nothing_changes():
        return as_(student).post("/waitlist", body, status)["code"]


def test_it_creates_an_entry(users):
    camp_class = make_full_class(users)

    response = as_(users.student).post("/waitlist", {"classId": str(camp_class.pk)}, 201)

    entry = WaitlistEntry.objects.get()
    assert response == {"insertedId": str(entry.pk), "position": 1, "clashes": []}
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


@pytest.mark.parametrize("state", ["LEFT", "CLOSED"])
def test_it_accepts_a_student_whose_entry_has_ended(users, state):
    camp_class = make_full_class(users)
    make_waitlist_entry(users.student, camp_class, state=state, ended_at=timezone.now())
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


def test_it_refuses_a_bad_id(users):
    for id in INVALID_IDS:
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


class TestOnlyHeld:
    """Ordinary holds take the last seats of the class."""

    @pytest.fixture
    def held(self, users):
        camp_class = make_class(users.instructor, capacity=2)
        make_enrollment(users.other_student, camp_class)
        make_hold(make_user("uma"), camp_class, minutes=9)
        return camp_class

    def test_it_says_when_a_seat_may_be_free(self, users, held):
        hold = held.enrollments.get(state="HELD")
        refusal = as_(users.student).post("/waitlist", {"classId": str(held.pk)}, 409)
        assert (refusal["code"], parse_datetime(refusal["retryAt"])) == (
            "not_sold_out",
            hold.held_until,
        )
        assert "try again in 9 minutes" in refusal["message"]
        assert refused(users.student, {"classId": str(held.pk)}) == "not_sold_out"

    def test_it_accepts_a_student_after_the_hold_was_paid(self, users, held):
        Enrollment.objects.update(state="CONFIRMED", confirmed_at=timezone.now())
        as_(users.student).post("/waitlist", {"classId": str(held.pk)}, 201)

    def test_it_accepts_a_student_if_others_wait_already(self, users, held):
        """A seat whose hold ends is offered to them."""
        make_waitlist_entry(make_user("zoe"), held)
        assert as_(users.student).post("/waitlist", {"classId": str(held.pk)}, 201)["position"] == 2

    def test_it_refuses_a_student_if_an_offer_takes_one_of_the_other_seats(self, users, held):
        CampClass.objects.update(capacity=3)
        make_offer(make_user("zoe"), held)
        assert refused(users.student, {"classId": str(held.pk)}) == "not_sold_out"


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


def test_it_refuses_an_account_that_is_not_verified_and_has_never_paid(users):
    student, body = make_user("zoe", email_verified=False), {"classId": str(make_full_class(users).pk)}
    make_enrollment(student, make_class(users.instructor, "Free", price=0))
    assert refused(student, body) == "verified_email_needed"

    make_enrollment(student, make_class(users.instructor, "Paid before"))
    as_(student).post("/waitlist", body, 201)


class TestAgain:
    """A participant had an offer, which the student declined or let lapse."""

    @pytest.fixture(params=["LAPSED", "LEFT"])
    def missed(self, request, users):
        return make_missed_offer(users.student, make_full_class(users), request.param)

    def test_it_refuses_the_participant_for_a_week(self, users, missed):
        body = {"classId": str(missed.camp_class_id)}
        refusal = as_(users.student).post("/waitlist", body, 409)
        retry_at = missed.ended_at + timedelta(days=7)
        assert (refusal["code"], parse_datetime(refusal["retryAt"])) == ("offer_not_taken", retry_at)
        assert refused(users.student, body) == "offer_not_taken"

        WaitlistEntry.objects.update(ended_at=timezone.now() - timedelta(days=7))
        as_(users.student).post("/waitlist", body, 201)

    def test_it_accepts_a_sibling_and_another_class(self, users, missed):
        sibling = str(make_child(users.student).pk)
        as_(users.student).post("/waitlist", {"classId": str(missed.camp_class_id), "childId": sibling}, 201)
        as_(users.student).post("/waitlist", {"classId": str(make_full_class(users).pk)}, 201)

    def test_it_accepts_a_participant_whose_late_payment_became_a_seat(self, users, missed):
        WaitlistEntry.objects.update(state="ACCEPTED")
        as_(users.student).post("/waitlist", {"classId": str(missed.camp_class_id)}, 201)


class TestLimitPerClass:
    """An account has at most four unpaid seats and places on the waitlist of one class."""

    @pytest.fixture
    def camp_class(self, users):
        return make_full_class(users, price=0)

    def join(self, users, camp_class, name, status=201):
        body = {"classId": str(camp_class.pk), "childId": str(make_child(users.student, name).pk)}
        return as_(users.student).post("/waitlist", body, status)

    def test_it_refuses_a_fifth_entry(self, users, camp_class):
        for number in range(4):
            self.join(users, camp_class, f"Child {number}")
        assert refused(users.student, {"classId": str(camp_class.pk)}) == "too_many_entries"
        as_(users.student).post("/waitlist", {"classId": str(make_full_class(users).pk)}, 201)
        as_(make_user("uma")).post("/waitlist", {"classId": str(camp_class.pk)}, 201)

    def test_it_counts_the_seats_and_offers_of_the_account(self, users, camp_class):
        CampClass.objects.update(capacity=4)
        make_enrollment(users.student, camp_class, make_child(users.student, "Seated"))
        make_hold(users.student, camp_class, make_child(users.student, "Held"), minutes=9)
        make_offer(users.student, camp_class, make_child(users.student, "Offered"))
        make_waitlist_entry(make_user("uma"), camp_class)
        self.join(users, camp_class, "Waits")
        assert refused(users.student, {"classId": str(camp_class.pk)}) == "too_many_entries"

    def test_it_counts_no_seats_that_are_paid_for(self, users):
        camp_class = make_full_class(users)
        for number in range(4):
            make_enrollment(users.student, camp_class, make_child(users.student, f"Child {number}"))
        as_(users.student).post("/waitlist", {"classId": str(camp_class.pk)}, 201)

    def test_it_counts_entries_that_were_given_up_for_a_week_also_of_deleted_children(self, users, camp_class):
        for number in range(4):
            entry = self.join(users, camp_class, f"Child {number}")["insertedId"]
            child = WaitlistEntry.objects.get(pk=entry).child
            if number == 0:
                as_(users.student).delete(f"/waitlist/{entry}")
            as_(users.student).delete(f"/children/{child.pk}")
        body = {"classId": str(camp_class.pk)}
        refusal = as_(users.student).post("/waitlist", body, 409)
        assert refused(users.student, body) == "too_many_entries"
        first = WaitlistEntry.objects.earliest("ended_at")
        assert parse_datetime(refusal["retryAt"]) == first.ended_at + timedelta(days=7)

        WaitlistEntry.objects.filter(pk=first.pk).update(ended_at=timezone.now() - timedelta(days=7))
        as_(users.student).post("/waitlist", body, 201)
