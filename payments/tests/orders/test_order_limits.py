"""How many orders an account may have open, and how many seats it may hold, at a time."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import transaction

from classes.models import Enrollment
from classes.seats.requests import SeatRequest
from payments.orders import limits
from payments.orders.opening import OpenOrder, open_order
from testing.factories import NOW, make_child, make_class, make_enrollment, make_user

MINUTE = timedelta(minutes=1)


@pytest.fixture
def newcomer(users):
    """A student whose e-mail address is not verified."""
    return make_user("nora", email_verified=False)


@pytest.fixture
def classes(users):
    return [make_class(users.instructor, f"Class {number}") for number in range(14)]


def order(student, *camp_classes, child=None, minute: float = 0) -> OpenOrder:
    """Opens an order for a seat in each class, so many minutes after NOW."""
    requests = [SeatRequest(camp_class.pk, child and child.pk) for camp_class in camp_classes]
    total = sum((camp_class.price for camp_class in camp_classes), Decimal(0))
    with transaction.atomic():
        return open_order(student=student, requests=requests, total=total, now=NOW + minute * MINUTE)


def test_it_limits_a_student_to_three_open_orders(users, classes):
    for camp_class in classes[:3]:
        order(users.student, camp_class)

    with pytest.raises(limits.TooManyOrders) as refusal:
        order(users.student, classes[3])

    assert refusal.value.code == "too_many_holds"
    assert not classes[3].enrollments.exists()
    order(users.student, classes[0])  # prolongs one of the three
    order(users.other_student, classes[3])  # counts the orders of each student separately
    order(users.student, classes[3], minute=60)  # ignores orders without a live hold


def test_it_counts_the_seats_of_children_with_those_of_the_account(users, classes):
    """Anyone can add and delete children."""
    children = [None, make_child(users.student, "Ann"), make_child(users.student, "Ben")]
    for child in children:
        order(users.student, classes[0], child=child)
    with pytest.raises(limits.TooManyOrders):
        order(users.student, classes[0], child=make_child(users.student, "Cleo"))


def test_it_limits_a_student_to_twelve_held_seats(users, classes):
    order(users.student, *classes[:6])
    with pytest.raises(limits.TooManySeatsHeld):
        order(users.student, *classes[6:13])
    assert Enrollment.objects.held().count() == 6
    order(users.student, *classes[6:12])


def test_it_replaces_an_order_that_has_one_of_the_seats_without_counting_it(users, classes):
    for first in (0, 2, 4):
        order(users.student, *classes[first : first + 2])
    held = order(users.student, classes[0], classes[6])
    assert [each.student for each in held.superseded] == [users.student]


def test_it_ignores_confirmed_seats(users, classes):
    for camp_class in classes[:3]:
        make_enrollment(users.student, camp_class)
    order(users.student, classes[3])


def test_it_does_not_limit_free_orders(users, classes):
    for camp_class in classes[:3]:
        order(users.student, camp_class)
    order(users.student, make_class(users.instructor, "Free", price=Decimal(0)))


class TestUnverified:
    def test_it_limits_the_student_to_one_open_order(self, newcomer, classes):
        order(newcomer, classes[0])

        with pytest.raises(limits.OneOrderUntilVerified, match="verify") as refusal:
            order(newcomer, classes[1])

        assert refusal.value.code == "too_many_holds"
        assert not classes[1].enrollments.exists()
        order(newcomer, classes[0], minute=10)  # prolongs the one
        order(newcomer, classes[1], minute=30)  # ignores the expired order

    def test_it_limits_the_order_to_three_seats(self, newcomer, classes):
        with pytest.raises(limits.FewSeatsUntilVerified):
            order(newcomer, *classes[:4])
        order(newcomer, *classes[:3])

    def test_it_limits_the_account_with_its_children(self, newcomer, classes):
        children = [make_child(newcomer, name) for name in ("Ann", "Ben")]
        order(newcomer, classes[0], child=children[0])
        for child in (children[1], None):
            with pytest.raises(limits.OneOrderUntilVerified):
                order(newcomer, classes[0], child=child)

    def test_it_reads_the_verification_when_it_decides(self, newcomer, classes):
        """The address was verified after the request was authenticated."""
        order(newcomer, classes[0])
        type(newcomer).objects.filter(pk=newcomer.pk).update(email_verified=True)
        order(newcomer, classes[1])

    @pytest.mark.parametrize(("price", "limited"), [(Decimal("45.50"), False), (Decimal(0), True)])
    def test_it_lifts_the_limit_after_a_payment(self, newcomer, users, classes, price, limited):
        """A seat in a free class is no payment. The paid seat of a child is one."""
        make_enrollment(newcomer, make_class(users.instructor, "First", price=price), make_child(newcomer))
        order(newcomer, classes[0])
        if limited:
            with pytest.raises(limits.OneOrderUntilVerified):
                order(newcomer, classes[1])
        else:
            order(newcomer, classes[1])
