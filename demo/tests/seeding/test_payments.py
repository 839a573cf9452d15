"""pay_for_seats(): one payment for each confirmed seat."""

from datetime import timedelta

import pytest
from django.utils import timezone

from classes.models import Enrollment
from demo.seeding.payments import pay_for_seats
from payments.models import Payment
from testing.factories import make_class, make_enrollment
from testing.snapshots import nothing_changes

pytestmark = pytest.mark.django_db


def test_it_creates_a_payment_dated_as_the_seat(users, clay, stripe):
    paid = make_enrollment(users.student, clay)
    confirmed_at = timezone.now() - timedelta(days=20)
    Enrollment.objects.update(confirmed_at=confirmed_at)
    assert pay_for_seats(now=timezone.now()) == 1
    payment = Payment.objects.get(enrollment=paid)
    assert (payment.state, payment.paid_at) == ("enrolled", confirmed_at)
    assert stripe.intent(payment.intent_id)["status"] == "succeeded"


def test_it_creates_no_intent_for_a_free_class(users, stripe):
    make_enrollment(users.student, make_class(users.instructor, "Free", price=0))
    assert pay_for_seats(now=timezone.now()) == 1
    assert Payment.objects.get().intent_id is None


def test_it_skips_seats_with_a_payment(users, clay, stripe):
    make_enrollment(users.student, clay)
    pay_for_seats(now=timezone.now())
    with nothing_changes():
        assert pay_for_seats(now=timezone.now()) == 0
