"""`manage.py reconcile_payments` by the timers of several machines: processes of their own, in the same moment."""

import os

import pytest
from django.db import connection

from camp.testing import make_class, make_user, seat
from camp.tests.test_commands_twice_at_once import TIMES, at_once
from payments.models import Payment
from payments.tests.till import at_the_till, enrolled, late, seats_taken

pytestmark = pytest.mark.django_db(transaction=True)
EACH = 4


@pytest.fixture
def environment(cards, settings):
    """For a process that is to see this test's database and card provider."""
    name = connection.settings_dict["NAME"]
    values = {"DATABASE_URL": os.environ["DATABASE_URL"].replace("/camp?", f"/{name}?")}
    return os.environ | values | {"STRIPE_API_BASE": settings.STRIPE_API_BASE}


def students(what):
    return [make_user(f"{what}{number}") for number in range(EACH)]


def test_everything_is_finished_and_nothing_twice(cast, clay, cards, environment):
    """Paid and never heard of, waiting for confirmation, paid too late for the last seat: some of each."""
    unheard = [at_the_till(student, clay) for student in students("unheard")]
    for payment in unheard:
        cards.pay(payment.intent_id)
    waiting = [enrolled(student, clay, cards) for student in students("waiting")]
    full = make_class(cast.instructor, "Full", capacity=1)
    owed = [late(student, full, cards) for student in students("late")]
    seat(cast.other_student, full)

    assert at_once(environment, *[["reconcile_payments"]] * TIMES) == [0] * TIMES

    for payment in (*unheard, *waiting, *owed):
        payment.refresh_from_db()
    assert {payment.state for payment in (*unheard, *waiting)} == {"enrolled"}
    assert {payment.state for payment in owed} == {"refunded"}
    assert [cards.refunded_cents(payment.intent_id) for payment in owed] == [4550] * EACH
    assert (seats_taken(clay), seats_taken(full)) == (2 * EACH, 1)
    assert Payment.objects.count() == 3 * EACH
