"""`manage.py seed_demo_payments` pays for the demo's seats."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from camp.testing import make_class, seat
from classes.models import Enrollment
from payments.models import Payment
from payments.tests.till import snapshot

pytestmark = pytest.mark.django_db


def seed():
    out = StringIO()
    call_command("seed_demo_payments", stdout=out)
    return out.getvalue()


def test_each_seat_gets_a_payment_of_its_own_date(cast, clay, cards):
    taken = seat(cast.student, clay)
    then = timezone.now() - timedelta(days=20)
    Enrollment.objects.update(confirmed_at=then)
    seat(cast.other_student, make_class(cast.instructor, "Free", price=0))
    assert "2 demo payments" in seed()
    payment = Payment.objects.get(enrollment=taken)
    assert (payment.state, payment.paid_at) == ("enrolled", then)
    assert cards.intent(payment.intent_id)["status"] == "succeeded"
    assert Payment.objects.get(price=0).intent_id is None


def test_twice_changes_nothing(cast, clay, cards):
    seat(cast.student, clay)
    seed()
    before = snapshot()
    assert "all paid" in seed()
    assert snapshot() == before


def test_it_is_refused_outside_the_demo(cast, clay, settings):
    settings.DEMO = False
    seat(cast.student, clay)
    with pytest.raises(CommandError):
        seed()
    assert not Payment.objects.exists()
