"""Who has a seat: holding one, prolonging, releasing, and how many there are. The races stand with the payments."""

from datetime import datetime, timedelta
from decimal import Decimal

import pytest
from django.db import transaction

from camp.lib.errors import NotFound
from camp.testing import make_class, make_user, seat
from classes import enrollment
from classes.models import CampClass, Enrollment, Status
from classes.tests.conftest import NOW

PRICE = Decimal("45.50")
QUARTER = timedelta(minutes=15)


def hold(student, camp_class, *, at: datetime = NOW, price: Decimal = PRICE) -> enrollment.Hold:
    with transaction.atomic():
        return enrollment.hold_seat(student=student, camp_class_id=camp_class.pk, price=price, now=at)


def capacity_for(camp_class, seats: int, shown_enrolled: int | None = None) -> int:
    with transaction.atomic():
        return enrollment.set_capacity(
            camp_class=enrollment.lock_class(camp_class.pk), seats=seats, shown_enrolled=shown_enrolled, now=NOW
        )


def states_of(camp_class) -> list[tuple[str, str]]:
    """Who stands how in the class, oldest claim first."""
    return [
        (claim.student.name, claim.state) for claim in camp_class.enrollments.select_related("student").order_by("pk")
    ]


def test_a_hold_lasts_a_quarter_of_an_hour_and_promises_the_price(cast):
    camp_class = make_class(cast.instructor)

    held = hold(cast.student, camp_class).enrollment

    assert (held.state, held.price) == (Enrollment.State.HELD, PRICE)
    assert (held.held_at, held.held_until) == (NOW, NOW + QUARTER)
    assert held.is_live(NOW + QUARTER - timedelta(seconds=1))
    assert not held.is_live(NOW + QUARTER)


def test_asking_again_prolongs_the_same_hold_to_three_quarters_at_most(cast):
    camp_class = make_class(cast.instructor)
    first = hold(cast.student, camp_class).enrollment

    lasts = {}
    for minutes in (10, 20, 34, 44):
        again = hold(cast.student, camp_class, at=NOW + timedelta(minutes=minutes)).enrollment
        assert again == first
        lasts[minutes] = again.held_until - NOW

    assert lasts == {
        minutes: timedelta(minutes=lasting) for minutes, lasting in {10: 25, 20: 35, 34: 45, 44: 45}.items()
    }


def test_after_that_it_is_a_new_hold_for_whoever_comes_first(cast):
    camp_class = make_class(cast.instructor, capacity=1)
    first = hold(cast.student, camp_class).enrollment

    theirs = hold(cast.other_student, camp_class, at=NOW + QUARTER)

    assert theirs.released == [first]
    assert states_of(camp_class) == [("Sam", "RELEASED"), ("Olga", "HELD")]
    first.refresh_from_db()
    assert first.released_at == NOW + QUARTER


def test_ones_own_hold_that_ran_out_is_released_and_begun_anew(cast):
    camp_class = make_class(cast.instructor)
    hold(cast.student, camp_class)

    anew = hold(cast.student, camp_class, at=NOW + timedelta(hours=1)).enrollment

    assert anew.held_at == NOW + timedelta(hours=1)
    assert states_of(camp_class) == [("Sam", "RELEASED"), ("Sam", "HELD")]


def test_it_refuses_where_every_seat_is_taken(cast):
    camp_class = make_class(cast.instructor, capacity=1)
    seat(cast.other_student, camp_class)

    with pytest.raises(enrollment.ClassFull) as refusal:
        hold(cast.student, camp_class)

    assert not isinstance(refusal.value, enrollment.SeatsOnlyHeld)
    assert states_of(camp_class) == [("Olga", "CONFIRMED")]


def test_it_says_so_where_the_last_seats_are_only_held(cast):
    camp_class = make_class(cast.instructor, capacity=1)
    hold(cast.other_student, camp_class)

    with pytest.raises(enrollment.SeatsOnlyHeld, match="15 minutes") as refusal:
        hold(cast.student, camp_class, at=NOW + QUARTER - timedelta(seconds=1))

    assert refusal.value.code == "class_full"
    assert states_of(camp_class) == [("Olga", "HELD")]


def test_a_class_without_seats_is_full_and_not_without_limit(cast):
    with pytest.raises(enrollment.ClassFull):
        hold(cast.student, make_class(cast.instructor, capacity=0))


def test_a_person_holds_three_seats_at_most(cast):
    classes = [make_class(cast.instructor, f"Class {number}") for number in range(4)]
    for camp_class in classes[:3]:
        hold(cast.student, camp_class)

    with pytest.raises(enrollment.TooManyHolds):
        hold(cast.student, classes[3])

    assert not classes[3].enrollments.exists()
    hold(cast.student, classes[0])  # one of the three can be prolonged
    hold(cast.other_student, classes[3])  # others are not concerned
    hold(cast.student, classes[3], at=NOW + timedelta(hours=1))  # those that ran out do not count


def test_seats_that_are_paid_for_are_not_holds(cast):
    for number in range(3):
        seat(cast.student, make_class(cast.instructor, f"Class {number}"))

    hold(cast.student, make_class(cast.instructor, "Fourth"))


@pytest.mark.parametrize("status", [Status.PENDING, Status.DENIED])
def test_it_refuses_a_class_that_is_not_approved(cast, status):
    camp_class = make_class(cast.instructor, status=status)

    with pytest.raises(NotFound):
        hold(cast.student, camp_class)

    assert not camp_class.enrollments.exists()


def test_it_refuses_a_class_that_is_none(cast):
    with pytest.raises(NotFound), transaction.atomic():
        enrollment.hold_seat(student=cast.student, camp_class_id=999999, price=PRICE, now=NOW)


def test_it_refuses_who_has_a_seat_already(cast):
    camp_class = make_class(cast.instructor)
    seat(cast.student, camp_class)

    with pytest.raises(enrollment.AlreadyEnrolled):
        hold(cast.student, camp_class)

    assert states_of(camp_class) == [("Sam", "CONFIRMED")]


def test_it_refuses_another_price_than_the_classs(cast):
    camp_class = make_class(cast.instructor)

    with pytest.raises(enrollment.PriceChanged) as refusal:
        hold(cast.student, camp_class, price=Decimal("45.49"))

    assert refusal.value.fields == {"price": ["The price is $45.50."]}
    assert not camp_class.enrollments.exists()


def test_what_the_instructor_changes_does_not_touch_who_holds(cast):
    camp_class = make_class(cast.instructor)
    hold(cast.student, camp_class)
    CampClass.objects.filter(pk=camp_class.pk).update(price=Decimal(80), status=Status.PENDING)

    assert hold(cast.student, camp_class).enrollment.price == PRICE
    with pytest.raises(enrollment.PriceChanged):
        hold(cast.student, camp_class, price=Decimal(80))


def test_once_the_hold_has_run_out_the_new_price_holds(cast):
    camp_class = make_class(cast.instructor)
    hold(cast.student, camp_class)
    CampClass.objects.filter(pk=camp_class.pk).update(price=Decimal(80))
    later = NOW + timedelta(hours=1)

    with pytest.raises(enrollment.PriceChanged):
        hold(cast.student, camp_class, at=later)
    assert hold(cast.student, camp_class, at=later, price=Decimal(80)).enrollment.price == Decimal(80)


def test_a_hold_can_be_given_up_and_frees_its_seat(cast):
    camp_class = make_class(cast.instructor, capacity=1)
    held = hold(cast.student, camp_class).enrollment

    with transaction.atomic():
        given_up = enrollment.give_up_hold(student=cast.student, camp_class_id=camp_class.pk, now=NOW)
    assert given_up == held

    hold(cast.other_student, camp_class)
    assert states_of(camp_class) == [("Sam", "RELEASED"), ("Olga", "HELD")]


def test_where_there_is_no_hold_there_is_none_to_give_up(cast):
    camp_class = make_class(cast.instructor)
    seat(cast.student, camp_class)
    hold(cast.other_student, camp_class)

    with transaction.atomic():
        assert enrollment.give_up_hold(student=cast.student, camp_class_id=camp_class.pk, now=NOW) is None

    assert states_of(camp_class) == [("Sam", "CONFIRMED"), ("Olga", "HELD")]


def test_a_free_seat_is_given_at_once(cast):
    camp_class = make_class(cast.instructor, price=Decimal(0), capacity=1)

    with transaction.atomic():
        taken = enrollment.enroll_free(student=cast.student, camp_class_id=camp_class.pk, now=NOW)

    assert (taken.state, taken.confirmed_at, taken.price) == (Enrollment.State.CONFIRMED, NOW, 0)
    with pytest.raises(enrollment.AlreadyEnrolled), transaction.atomic():
        enrollment.enroll_free(student=cast.student, camp_class_id=camp_class.pk, now=NOW)
    with pytest.raises(enrollment.ClassFull), transaction.atomic():
        enrollment.enroll_free(student=cast.other_student, camp_class_id=camp_class.pk, now=NOW)
    assert states_of(camp_class) == [("Sam", "CONFIRMED")]


def test_what_costs_something_is_not_given_for_nothing(cast):
    camp_class = make_class(cast.instructor)

    with pytest.raises(enrollment.PriceChanged), transaction.atomic():
        enrollment.enroll_free(student=cast.student, camp_class_id=camp_class.pk, now=NOW)

    assert not camp_class.enrollments.exists()


def test_capacity_is_the_free_seats_beside_those_enrolled(cast):
    camp_class = make_class(cast.instructor, capacity=10)
    for name in ("ann", "ben"):
        seat(make_user(name), camp_class)

    assert capacity_for(camp_class, seats=8) == 10
    assert capacity_for(camp_class, seats=8, shown_enrolled=1) == 9
    assert capacity_for(camp_class, seats=0) == 2


def test_capacity_is_never_below_what_is_taken(cast):
    camp_class = make_class(cast.instructor, capacity=10)
    seat(cast.student, camp_class)
    hold(cast.other_student, camp_class)

    for seats, shown in ((0, None), (1, 0), (0, 1)):
        with pytest.raises(enrollment.SeatsHeld) as refusal:
            capacity_for(camp_class, seats, shown)
        assert refusal.value.fields == {"seats": ["2 places are taken or being paid for just now."]}
    assert capacity_for(camp_class, seats=1) == 2
    assert capacity_for(camp_class, seats=0, shown_enrolled=2) == 2


def test_a_class_is_locked_only_inside_a_transaction(transactional_db):
    with pytest.raises(AssertionError):
        enrollment.lock_class(1)
