"""`manage.py reconcile_payments` in several concurrent processes, as from the timers of several machines.

A test cannot switch off a lock in another process: the controls are those of the same operations in threads
(test_concurrent_operations.py).
"""

import os

import pytest
from django.db import connection

from payments.models import Payment
from testing.factories import make_class, make_enrollment, make_user
from testing.servers.processes import TOGETHER, database_url, manage_together
from testing.steps.checkout import enroll_by_card, pay_after_expiry, seats_taken, start_checkout

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
EACH = 4


@pytest.fixture
def environment(stripe, settings):
    """Returns environment variables that point a process to this test's database and Stripe."""
    url = database_url(connection.settings_dict["NAME"])
    return os.environ | {"DATABASE_URL": url, "STRIPE_API_BASE": settings.STRIPE_API_BASE}


def students(prefix):
    return [make_user(f"{prefix}{number}") for number in range(EACH)]


def test_it_finishes_every_payment_once(users, clay, stripe, environment):
    """Some payments have no webhook, some wait for confirmation, some were paid too late for the last seat."""
    without_webhook = [start_checkout(student, clay) for student in students("without_webhook")]
    for payment in without_webhook:
        stripe.pay(payment.intent_id)
    waiting = [enroll_by_card(student, clay, stripe) for student in students("waiting")]
    full = make_class(users.instructor, "Full", capacity=1)
    owed = [pay_after_expiry(student, full, stripe) for student in students("late")]
    make_enrollment(users.other_student, full)

    assert manage_together(environment, *[["reconcile_payments"]] * TOGETHER) == [0] * TOGETHER

    for payment in (*without_webhook, *waiting, *owed):
        payment.refresh_from_db()
    assert {payment.state for payment in (*without_webhook, *waiting)} == {"enrolled"}
    assert {payment.state for payment in owed} == {"refunded"}
    assert [stripe.refunded_cents(payment.intent_id) for payment in owed] == [4550] * EACH
    assert (seats_taken(clay), seats_taken(full)) == (2 * EACH, 1)
    assert Payment.objects.count() == 3 * EACH
