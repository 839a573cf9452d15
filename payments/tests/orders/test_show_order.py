"""GET /orders/{id}."""

from uuid import uuid4

import pytest

from payments.models import Order
from testing.clients.api import as_
from testing.factories import make_class
from testing.steps.checkout import create_order, pay_order, select_seats

pytestmark = pytest.mark.django_db


@pytest.fixture
def selections(users):
    return select_seats(users.student, *(make_class(users.instructor, f"Class {number}") for number in range(3)))


def test_it_shows_an_open_order_without_the_secret(users, selections, stripe):
    created = create_order(users.student, selections)
    shown = as_(users.student).get(f"/orders/{created['orderId']}")
    assert shown == {name: value for name, value in created.items() if name != "clientSecret"}


def test_it_shows_a_paid_order(users, selections, stripe):
    order = Order.objects.get(pk=create_order(users.student, selections)["orderId"])
    pay_order(order, stripe)
    shown = as_(users.student).get(f"/orders/{order.pk}")
    assert (shown["state"], shown["heldUntil"]) == ("PAID", None)
    assert shown["paidAt"]
    assert [line["status"] for line in shown["lines"]] == ["enrollPending"] * 3


def test_it_hides_the_order_of_another_student(users, selections, stripe):
    created = create_order(users.student, selections)
    for user in (users.other_student, users.instructor, users.admin):
        as_(user).get(f"/orders/{created['orderId']}", status=404)
    for order_id in (uuid4(), "x"):
        as_(users.student).get(f"/orders/{order_id}", status=404)
