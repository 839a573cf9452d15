"""POST /payments/{id}/acceptLoss: the office has settled a lost dispute with the family."""

import pytest
from django.utils import timezone

from payments.models import Payment
from testing.clients.api import as_
from testing.factories import make_payment
from testing.snapshots import nothing_changes

pytestmark = pytest.mark.django_db


@pytest.fixture
def lost(users, clay):
    """A seat whose dispute the school has lost."""
    return make_payment(users.student, clay, disputed_at=timezone.now(), dispute_lost_at=timezone.now())


def accept_loss(users, payment, status=200):
    return as_(users.admin).post(f"/payments/{payment.pk}/acceptLoss", status=status)


def test_it_takes_the_dispute_off_the_list_and_keeps_the_seat(users, lost):
    row = accept_loss(users, lost)
    assert (row["status"], row["dispute"]) == ("enrolled", "lost")
    assert as_(users.admin).get("/desk/owed") == []


@pytest.mark.parametrize(("who", "status"), [(None, 401), ("student", 403), ("instructor", 403)])
def test_it_refuses_users_who_are_not_admins(users, lost, who, status):
    with nothing_changes():
        as_(who and getattr(users, who)).post(f"/payments/{lost.pk}/acceptLoss", status=status)


@pytest.mark.parametrize("id", ["x", "1", "00000000-0000-0000-0000-000000000000"])
def test_it_returns_404_for_a_bad_id(users, id):
    as_(users.admin).post(f"/payments/{id}/acceptLoss", status=404)


@pytest.mark.parametrize(
    "fields", [{"disputed_at": None}, {"dispute_lost_at": None}, {"disputed_at": None, "dispute_lost_at": None}]
)
def test_it_refuses_a_payment_without_a_lost_dispute(users, lost, fields):
    """It is settled already, the bank has not decided yet, or nobody has disputed it."""
    Payment.objects.update(**fields)
    with nothing_changes():
        assert accept_loss(users, lost, 409)["code"] == "no_lost_dispute"
