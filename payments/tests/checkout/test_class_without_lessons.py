"""A class of which all lessons were removed: no seat is sold until it has new ones."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from classes.models import CampClass, Enrollment, WaitlistEntry
from classes.waitlist.entries import make_due_offers
from testing.clients.api import as_
from testing.factories import make_class, make_enrollment, make_lesson, make_offer, make_selection, make_waitlist_entry
from testing.proofs.invariants.waitlists import unfinished
from testing.snapshots import nothing_changes
from testing.steps.checkout import (
    create_order,
    create_payment_intent,
    pay_order,
    select_seats,
    settle_in_browser,
    start_checkout,
    start_order_of,
)
from testing.steps.class_edits import edit_class, edit_lessons

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("new_york")]


def in_days(days):
    return (timezone.now() + timedelta(days=days)).replace(hour=15)


def without_lessons(users, **fields):
    camp_class = make_class(users.instructor, **fields)
    make_lesson(camp_class, in_days(20))
    edit_lessons(camp_class, [])
    return camp_class


def join(student, camp_class, status):
    return as_(student).post("/waitlist", {"classId": str(camp_class.pk)}, status)


def enroll_free(student, camp_class, status):
    return as_(student).post("/payments", {"classId": str(camp_class.pk)}, status)


@pytest.mark.parametrize("price", [Decimal("45.50"), Decimal(0)])
def test_it_sells_seats_again_if_there_are_new_lessons(users, stripe, price):
    camp_class = without_lessons(users, price=price)
    edit_lessons(camp_class, [in_days(30)])
    assert CampClass.objects.get().lessons_removed_at is None
    start_order_of(users.student, camp_class)


def test_it_sells_seats_in_a_class_that_never_had_lessons(users, clay, stripe):
    edit_class(clay, lessons=[])
    assert as_(None).get(f"/classes/{clay.pk}")["lessonsRemovedAt"] is None
    start_checkout(users.student, clay)


def test_it_shows_since_when_there_are_no_lessons(users):
    camp_class = without_lessons(users)
    removed_at = as_(None).get(f"/classes/{camp_class.pk}")["lessonsRemovedAt"]
    assert removed_at is not None
    make_selection(users.student, camp_class)
    (selection,) = as_(users.student).get(f"/selectClass?email={users.student.email}")
    (listed,) = as_(None).get("/classes")
    assert selection["lessonsRemovedAt"] == listed["lessonsRemovedAt"] == removed_at
    assert edit_lessons(camp_class, [])["modifiedCount"] == 0
    assert as_(None).get(f"/classes/{camp_class.pk}")["lessonsRemovedAt"] == removed_at


class TestRefusal:
    """Each refusal has the code ``no_lessons`` and changes nothing."""

    @pytest.fixture
    def refused(self):
        def refused(request):
            with nothing_changes():
                assert request()["code"] == "no_lessons"

        return refused

    def test_it_refuses_a_selection(self, users, refused):
        body = {"classId": str(without_lessons(users).pk)}
        refused(lambda: as_(users.student).post("/selectClass", body, 409))

    def test_it_refuses_a_hold(self, users, refused):
        camp_class = without_lessons(users)
        refused(lambda: create_payment_intent(users.student, camp_class, 409))

    def test_it_refuses_an_order(self, users):
        selections = select_seats(users.student, without_lessons(users))
        (line,) = create_order(users.student, selections, status=409)["lines"]
        assert line["code"] == "no_lessons"
        assert not Enrollment.objects.exists()

    def test_it_refuses_a_free_seat(self, users, refused):
        camp_class = without_lessons(users, price=Decimal(0))
        refused(lambda: enroll_free(users.student, camp_class, 409))

    def test_it_refuses_to_put_a_student_on_the_waitlist(self, users, refused):
        camp_class = without_lessons(users, capacity=1)
        make_enrollment(users.other_student, camp_class)
        refused(lambda: join(users.student, camp_class, 409))


def test_it_lets_a_student_pay_for_a_held_seat(users, clay, stripe):
    make_lesson(clay, in_days(20))
    order = start_order_of(users.student, clay)
    edit_lessons(clay, [])
    (payment,) = pay_order(order, stripe)
    assert payment.is_seated


def test_it_lets_a_student_accept_an_offer(users, clay, stripe):
    make_lesson(clay, in_days(20))
    make_offer(users.student, clay)
    edit_lessons(clay, [])
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    settle_in_browser(payment)
    payment.refresh_from_db()
    assert payment.is_seated


def test_it_confirms_a_held_free_seat(users, stripe):
    free = make_class(users.instructor, "Free", price=Decimal(0))
    make_lesson(free, in_days(20))
    start_order_of(users.student, make_class(users.instructor), free)
    edit_lessons(free, [])
    enroll_free(users.student, free, 201)
    assert free.enrollments.confirmed().exists()


def test_it_offers_no_seat_to_the_waitlist_until_there_are_new_lessons(users):
    camp_class = without_lessons(users, capacity=1)
    entry = make_waitlist_entry(users.student, camp_class)
    assert make_due_offers(now=timezone.now()) == 0
    assert WaitlistEntry.objects.get().state == "WAITING"
    assert unfinished(now=timezone.now()) == []

    edit_lessons(camp_class, [in_days(30)])

    entry.refresh_from_db()
    assert entry.state == "OFFERED"
