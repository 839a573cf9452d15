"""Holding, prolonging, releasing and confirming seats. payments/tests/races has the race tests."""

from contextlib import nullcontext
from datetime import datetime, timedelta
from decimal import Decimal

import pytest
from django.db import transaction

from classes.models import CampClass, Enrollment, Status
from classes.seats import enrollment, limits, locks
from core.errors import NotFound
from testing.factories import NOW, make_child, make_class, make_enrollment, make_lesson, make_offer, make_user
from testing.steps.checkout import HeldSeat, confirm_seat, enroll_free, hold_seat

PRICE = Decimal("45.50")
HOLD_TIME = timedelta(minutes=15)


def hold(student, camp_class, *, at: datetime = NOW, price: Decimal = PRICE) -> HeldSeat:
    return hold_seat(student=student, camp_class_id=camp_class.pk, price=price, now=at)


def states_of(camp_class) -> list[tuple[str, str]]:
    """Returns the student and the state of each enrollment, oldest first."""
    return list(camp_class.enrollments.order_by("pk").values_list("student__name", "state"))


def test_it_holds_a_seat_and_its_price_for_15_minutes(users):
    camp_class = make_class(users.instructor)

    held = hold(users.student, camp_class).enrollment

    assert (held.state, held.price) == (Enrollment.State.HELD, PRICE)
    assert (held.held_at, held.held_until) == (NOW, NOW + HOLD_TIME)
    assert held.is_live(NOW + HOLD_TIME - timedelta(seconds=1))
    assert not held.is_live(NOW + HOLD_TIME)


def test_it_prolongs_a_hold_to_at_most_45_minutes(users):
    camp_class = make_class(users.instructor)
    first = hold(users.student, camp_class).enrollment

    for minutes, expected in ((10, 25), (20, 35), (34, 45), (44, 45)):
        again = hold(users.student, camp_class, at=NOW + timedelta(minutes=minutes)).enrollment
        assert again == first
        assert again.held_until == NOW + timedelta(minutes=expected)


def test_it_gives_the_seat_of_an_expired_hold_to_another_student(users):
    camp_class = make_class(users.instructor, capacity=1)
    first = hold(users.student, camp_class).enrollment

    result = hold(users.other_student, camp_class, at=NOW + HOLD_TIME)

    assert result.released == [first]
    assert states_of(camp_class) == [("Sam", "RELEASED"), ("Olga", "HELD")]
    first.refresh_from_db()
    assert first.released_at == NOW + HOLD_TIME


def test_it_replaces_the_students_own_expired_hold(users):
    camp_class = make_class(users.instructor)
    hold(users.student, camp_class)

    new = hold(users.student, camp_class, at=NOW + timedelta(hours=1)).enrollment

    assert new.held_at == NOW + timedelta(hours=1)
    assert states_of(camp_class) == [("Sam", "RELEASED"), ("Sam", "HELD")]


def test_it_refuses_a_class_whose_seats_are_all_confirmed(users):
    camp_class = make_class(users.instructor, capacity=1)
    make_enrollment(users.other_student, camp_class)

    with pytest.raises(enrollment.ClassFull) as refusal:
        hold(users.student, camp_class)

    assert not isinstance(refusal.value, enrollment.SeatsOnlyHeld)
    assert states_of(camp_class) == [("Olga", "CONFIRMED")]


def test_it_says_that_the_last_seats_are_only_held(users):
    camp_class = make_class(users.instructor, capacity=1)
    hold(users.other_student, camp_class)

    with pytest.raises(enrollment.SeatsOnlyHeld, match=r"try again in 6 minutes:") as refusal:
        hold(users.student, camp_class, at=NOW + HOLD_TIME - timedelta(minutes=5, seconds=1))

    assert (refusal.value.code, refusal.value.retry_at) == ("class_full", NOW + HOLD_TIME)
    assert states_of(camp_class) == [("Olga", "HELD")]


def test_it_names_the_end_of_the_first_of_the_holds(users):
    camp_class = make_class(users.instructor, capacity=3)
    make_enrollment(users.other_student, camp_class)
    for minutes, name in ((4, "uma"), (2, "zoe")):
        hold(make_user(name), camp_class, at=NOW + timedelta(minutes=minutes))

    with pytest.raises(enrollment.SeatsOnlyHeld) as refusal:
        hold(users.student, camp_class, at=NOW + timedelta(minutes=5))

    assert refusal.value.retry_at == NOW + timedelta(minutes=2) + HOLD_TIME


class TestSeatsOfOneClass:
    """An account has at most four seats of a class that are not paid for."""

    @pytest.fixture
    def children(self, users):
        return [make_child(users.student, f"Child {number}") for number in range(5)]

    @staticmethod
    def hold_for(child, camp_class, at=NOW):
        return hold_seat(student=child.guardian, child_id=child.pk, camp_class_id=camp_class.pk, price=PRICE, now=at)

    def test_it_refuses_a_fifth_hold(self, users, clay, children):
        for child in children[:4]:
            self.hold_for(child, clay)
        with pytest.raises(limits.TooManySeats) as refusal:
            self.hold_for(children[4], clay)
        assert (refusal.value.code, clay.enrollments.count()) == ("too_many_seats", 4)

        self.hold_for(children[0], clay, at=NOW + timedelta(minutes=5))
        hold(users.other_student, clay)
        self.hold_for(children[4], make_class(users.instructor, "Wood"))

    def test_it_counts_offers_but_no_seats_that_are_paid_for_and_no_holds_that_have_ended(self, clay, children):
        for child in children[:2]:
            make_offer(child.guardian, clay, child, held_until=NOW + timedelta(days=1))
        for child in children[2:4]:
            self.hold_for(child, clay)
        with pytest.raises(limits.TooManySeats):
            self.hold_for(children[4], clay)

        self.hold_for(children[4], clay, at=NOW + HOLD_TIME)
        make_enrollment(children[2].guardian, clay, children[2])
        self.hold_for(children[3], clay, at=NOW + HOLD_TIME)


def test_it_treats_a_capacity_of_zero_as_full(users):
    with pytest.raises(enrollment.ClassFull):
        hold(users.student, make_class(users.instructor, capacity=0))


@pytest.mark.parametrize("status", [Status.PENDING, Status.DENIED])
def test_it_refuses_a_class_that_is_not_approved(users, status):
    camp_class = make_class(users.instructor, status=status)

    with pytest.raises(NotFound):
        hold(users.student, camp_class)

    assert not camp_class.enrollments.exists()


def test_it_refuses_an_unknown_class(users):
    with pytest.raises(NotFound), transaction.atomic():
        hold_seat(student=users.student, camp_class_id=999999, price=PRICE, now=NOW)


def test_it_refuses_a_student_who_is_already_enrolled(users):
    camp_class = make_class(users.instructor)
    make_enrollment(users.student, camp_class)

    with pytest.raises(enrollment.AlreadyEnrolled):
        hold(users.student, camp_class)

    assert states_of(camp_class) == [("Sam", "CONFIRMED")]


def test_it_refuses_a_price_that_differs_from_the_class(users):
    camp_class = make_class(users.instructor)

    with pytest.raises(enrollment.PriceChanged) as refusal:
        hold(users.student, camp_class, price=Decimal("45.49"))

    assert refusal.value.fields == {"price": ["The price is $45.50."]}
    assert not camp_class.enrollments.exists()


def test_it_keeps_the_price_of_a_hold_when_the_class_changes(users):
    camp_class = make_class(users.instructor)
    hold(users.student, camp_class)
    CampClass.objects.filter(pk=camp_class.pk).update(price=Decimal(80), status=Status.PENDING)

    assert hold(users.student, camp_class).enrollment.price == PRICE
    with pytest.raises(enrollment.PriceChanged):
        hold(users.student, camp_class, price=Decimal(80))


def test_it_applies_the_new_price_after_the_hold_expires(users):
    camp_class = make_class(users.instructor)
    hold(users.student, camp_class)
    CampClass.objects.filter(pk=camp_class.pk).update(price=Decimal(80))
    later = NOW + timedelta(hours=1)

    with pytest.raises(enrollment.PriceChanged):
        hold(users.student, camp_class, at=later)
    assert hold(users.student, camp_class, at=later, price=Decimal(80)).enrollment.price == Decimal(80)


def test_it_cancels_a_hold_and_releases_its_seat(users):
    camp_class = make_class(users.instructor, capacity=1)
    held = hold(users.student, camp_class).enrollment

    with transaction.atomic():
        canceled = enrollment.cancel_hold(student=users.student, child_id=None, camp_class_id=camp_class.pk, now=NOW)
    assert canceled == held

    hold(users.other_student, camp_class)
    assert states_of(camp_class) == [("Sam", "RELEASED"), ("Olga", "HELD")]


def test_it_cancels_neither_a_confirmed_seat_nor_the_hold_of_another_student(users):
    camp_class = make_class(users.instructor)
    make_enrollment(users.student, camp_class)
    hold(users.other_student, camp_class)

    with transaction.atomic():
        assert (
            enrollment.cancel_hold(student=users.student, child_id=None, camp_class_id=camp_class.pk, now=NOW) is None
        )

    assert states_of(camp_class) == [("Sam", "CONFIRMED"), ("Olga", "HELD")]


def test_it_confirms_a_seat_in_a_free_class_without_a_hold(users):
    camp_class = make_class(users.instructor, price=Decimal(0), capacity=1)

    taken = enroll_free(users.student, camp_class, now=NOW)

    assert (taken.state, taken.confirmed_at, taken.price) == (Enrollment.State.CONFIRMED, NOW, 0)
    assert enroll_free(users.student, camp_class, now=NOW) == taken
    with pytest.raises(enrollment.ClassFull):
        enroll_free(users.other_student, camp_class, now=NOW)
    assert states_of(camp_class) == [("Sam", "CONFIRMED")]


def test_it_refuses_to_enroll_without_payment_in_a_class_with_a_price(users):
    camp_class = make_class(users.instructor)

    with pytest.raises(enrollment.PriceChanged):
        enroll_free(users.student, camp_class, now=NOW)

    assert not camp_class.enrollments.exists()


def test_it_locks_a_class_only_inside_a_transaction(transactional_db):
    with pytest.raises(AssertionError):
        locks.lock_class(1)


@pytest.mark.parametrize(("minutes", "refused"), [(0, True), (1, False)])
@pytest.mark.parametrize("price", [PRICE, Decimal(0)], ids=["paid", "free"])
def test_it_refuses_a_class_that_has_begun(users, price, minutes, refused):
    camp_class = make_class(users.instructor, price=price)
    make_lesson(camp_class, NOW - timedelta(days=1), canceled_at=NOW)
    make_lesson(camp_class, NOW + timedelta(minutes=minutes))

    with pytest.raises(enrollment.ClassBegun) if refused else nullcontext():
        if price:
            hold_seat(student=users.student, camp_class_id=camp_class.pk, price=price, now=NOW)
        else:
            enroll_free(users.student, camp_class, now=NOW)

    assert camp_class.enrollments.exists() is not refused


def test_it_keeps_a_hold_and_confirms_it_after_the_class_has_begun(users):
    """A seat that was promised for some minutes, and one that was paid for, are never refused for a date."""
    camp_class = make_class(users.instructor)
    make_lesson(camp_class, NOW + timedelta(minutes=1))
    first = hold(users.student, camp_class).enrollment
    released = hold(users.other_student, camp_class).enrollment
    with transaction.atomic():
        enrollment.cancel_hold(student=users.other_student, child_id=None, camp_class_id=camp_class.pk, now=NOW)

    assert hold(users.student, camp_class, at=NOW + timedelta(minutes=5)).enrollment == first
    with transaction.atomic():
        seat = confirm_seat(
            paid_for=released.pk,
            student_id=users.other_student.pk,
            camp_class=locks.lock_class(camp_class.pk),
            price=PRICE,
            now=NOW + timedelta(minutes=5),
        )
    assert seat.state == Enrollment.State.CONFIRMED
    assert seat != released
