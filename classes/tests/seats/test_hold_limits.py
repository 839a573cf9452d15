"""How many seats a student may hold at a time, and for how long a seat of one class."""

from datetime import timedelta

import pytest
from django.db import transaction

from classes.models import Enrollment
from classes.seats import enrollment, hold_time, locks
from testing.factories import NOW, make_child, make_class
from testing.steps.checkout import confirm_seat, hold_seat

MINUTE = timedelta(minutes=1)


def hold(student, camp_class, child=None, *, minute: float = 0) -> Enrollment:
    """Requests a hold so many minutes after NOW."""
    return hold_seat(
        student=student,
        camp_class_id=camp_class.pk,
        child_id=child and child.pk,
        price=camp_class.price,
        now=NOW + minute * MINUTE,
    ).enrollment


def release(student, camp_class, *, minute: float) -> None:
    """Ends the hold as the removal of the selection does."""
    with transaction.atomic():
        enrollment.cancel_hold(student=student, child_id=None, camp_class_id=camp_class.pk, now=NOW + minute * MINUTE)


def hold_for_45_minutes(student, camp_class) -> None:
    """Holds a seat until the hold cannot be prolonged and has expired."""
    for minute in (0, 14, 28, 42):
        hold(student, camp_class, minute=minute)


def minutes_held(held: Enrollment) -> float:
    assert held.held_at
    assert held.held_until
    return (held.held_until - held.held_at) / MINUTE


def test_it_holds_again_after_an_expired_hold_until_45_minutes_are_used(users, clay):
    durations = [minutes_held(hold(users.student, clay, minute=minute)) for minute in (0, 20, 40)]

    assert durations == [15, 15, 15]
    with pytest.raises(hold_time.HeldTooLong):
        hold(users.student, clay, minute=60)


def test_it_refuses_another_hold_after_one_of_45_minutes(users, clay):
    hold_for_45_minutes(users.student, clay)

    with pytest.raises(hold_time.HeldTooLong, match=r"45 minutes.*again in 2 hours, 10 minutes") as refusal:
        hold(users.student, clay, minute=50)

    assert (refusal.value.code, refusal.value.status) == ("held_too_long", 409)
    assert clay.enrollments.count() == 1


def test_it_does_not_renew_the_time_when_the_seat_is_released_and_held_again(users, clay):
    hold(users.student, clay)
    hold(users.student, clay, minute=14)
    hold(users.student, clay, minute=28)
    release(users.student, clay, minute=35)
    again = hold(users.student, clay, minute=35)

    assert minutes_held(again) == 10
    assert minutes_held(hold(users.student, clay, minute=40)) == 10
    with pytest.raises(hold_time.HeldTooLong):
        hold(users.student, clay, minute=45)


def test_it_limits_a_student_who_releases_and_holds_for_hours(users, clay):
    """The student holds whenever that is possible, and releases the seat every five minutes to renew the time."""
    held: set[int] = set()
    for minute in range(0, 600, 5):
        try:
            hold(users.student, clay, minute=minute)
        except hold_time.HeldTooLong:
            continue
        release(users.student, clay, minute=minute + 5)
        held |= set(range(minute, minute + 5))

    assert len(held) > 90
    assert max(len(held & set(range(start, start + 180))) for start in range(420)) == 45


@pytest.mark.parametrize(("minute", "refused"), [(179, True), (180, False)])
def test_it_holds_again_three_hours_after_the_beginning(users, clay, minute, refused):
    hold_for_45_minutes(users.student, clay)

    if refused:
        with pytest.raises(hold_time.HeldTooLong, match="again in 1 minute"):
            hold(users.student, clay, minute=minute)
    else:
        assert minutes_held(hold(users.student, clay, minute=minute)) == 15


def test_it_names_the_time_at_which_the_oldest_hold_no_longer_counts(users, clay):
    for minute in (0, 30, 100):
        hold(users.student, clay, minute=minute)

    with pytest.raises(hold_time.HeldTooLong, match=r"again in 1 hour\."):
        hold(users.student, clay, minute=120)
    assert minutes_held(hold(users.student, clay, minute=180)) == 15


def test_it_counts_a_short_hold_as_one_minute(users, clay):
    """Otherwise a student could create any number of rows and intents."""
    for second in range(45):
        hold(users.student, clay, minute=second / 60)
        release(users.student, clay, minute=(second + 1) / 60)

    with pytest.raises(hold_time.HeldTooLong):
        hold(users.student, clay, minute=1)


def test_it_limits_prolonging_by_the_earlier_holds(users, clay):
    hold(users.student, clay)
    hold(users.student, clay, minute=20)

    assert [minutes_held(hold(users.student, clay, minute=minute)) for minute in (30, 40, 49)] == [25, 30, 30]


def test_it_counts_each_student_and_each_class_separately(users, clay):
    hold_for_45_minutes(users.student, clay)

    assert minutes_held(hold(users.student, make_class(users.instructor, "Other"), minute=50)) == 15
    assert minutes_held(hold(users.other_student, clay, minute=50)) == 15


def test_it_counts_a_paid_hold_only_until_the_payment(users, clay):
    held = hold(users.student, clay)
    Enrollment.objects.filter(pk=held.pk).update(
        state="RELEASED", confirmed_at=NOW + 5 * MINUTE, released_at=NOW + 90 * MINUTE
    )

    assert [minutes_held(hold(users.student, clay, minute=minute)) for minute in (90, 104, 118)] == [15, 29, 40]


def test_it_confirms_the_seat_of_a_student_who_has_held_too_long(users, clay):
    """A payment that arrives after the hold takes an open seat, whatever the student held before."""
    hold_for_45_minutes(users.student, clay)

    with transaction.atomic():
        confirmed = confirm_seat(
            paid_for=clay.enrollments.get().pk,
            student_id=users.student.pk,
            camp_class=locks.lock_class(clay.pk),
            price=clay.price,
            now=NOW + 50 * MINUTE,
        )

    assert confirmed.state == Enrollment.State.CONFIRMED


class TestChildren:
    """The holds of all participants of an account count together: anyone can add and delete children."""

    @pytest.fixture
    def family(self, users, mia, leo):
        """Sam and two children."""
        return [None, mia, leo]

    def test_it_counts_holds_at_the_same_time_once(self, users, clay, family):
        """A parent may pay for the seats of several children one after the other."""
        held = [hold(users.student, clay, child) for child in family]
        for minute in (14, 28, 42):
            held = [hold(users.student, clay, child, minute=minute) for child in family]
        assert [minutes_held(each) for each in held] == [45, 45, 45]

    def test_it_refuses_a_sibling_after_the_time_is_used(self, users, clay, family):
        for minute, child in zip((0, 20, 40), family, strict=True):
            hold(users.student, clay, child, minute=minute)
        newborn = make_child(users.student, "Newborn")
        for child in (*family, newborn):
            with pytest.raises(hold_time.HeldTooLong):
                hold(users.student, clay, child, minute=60)

    def test_it_limits_a_family_that_holds_in_turn_for_hours(self, users, clay, family):
        """The three hold whenever that is possible, in turn and at overlapping times."""
        held: set[int] = set()
        for minute in range(0, 600, 5):
            child = family[minute // 5 % 3]
            try:
                until = hold(users.student, clay, child, minute=minute).held_until
            except hold_time.HeldTooLong:
                continue
            assert until
            held |= set(range(minute, int((until - NOW) / MINUTE)))
        assert len(held) > 90
        assert max(len(held & set(range(start, start + 180))) for start in range(420)) <= 45

    def test_it_gives_a_later_sibling_the_time_of_the_first_and_the_rest(self, users, clay, family):
        """40 minutes are used, 15 of them by a hold that lasts until minute 55."""
        for minute in (0, 25, 40):
            hold(users.student, clay, family[1], minute=minute)
        second = hold(users.student, clay, family[2], minute=41)
        assert minutes_held(second) == 14

    def test_it_prolongs_over_the_hold_of_a_sibling(self, users, clay, family):
        hold(users.student, clay, family[1])
        hold(users.student, clay, family[2], minute=10)
        assert minutes_held(hold(users.student, clay, family[1], minute=14)) == 29

    def test_it_counts_many_short_holds_of_new_children(self, users, clay):
        """Otherwise an account could create any number of rows and intents with children that it deletes again."""
        child = make_child(users.student)
        for second in range(45):
            hold(users.student, clay, child, minute=second / 60)
            with transaction.atomic():
                enrollment.cancel_hold(
                    student=users.student,
                    child_id=child.pk,
                    camp_class_id=clay.pk,
                    now=NOW + (second + 1) / 60 * MINUTE,
                )
        with pytest.raises(hold_time.HeldTooLong):
            hold(users.student, clay, make_child(users.student, "Another"), minute=1)
