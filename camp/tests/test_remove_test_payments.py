"""`manage.py remove_test_payments` and the rows of other apps; see also payments/tests/test_remove_test_payments.py."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from care.models import PresenceEvent
from classes.models import Enrollment
from testing.api_client import as_
from testing.checkout import enroll_by_card
from testing.factories import make_lesson
from testing.presence import event, sent

pytestmark = pytest.mark.django_db


def test_it_removes_what_was_recorded_about_presence_in_test_mode(users, clay, stripe):
    seat = enroll_by_card(users.student, clay, stripe).enrollment
    lesson = make_lesson(clay, timezone.now())
    assert as_(users.instructor).post("/presence", sent(event(lesson, seat)))["refused"] == []
    call_command("remove_test_payments", "--yes", stdout=StringIO())
    assert not PresenceEvent.objects.exists()
    assert not Enrollment.objects.exists()
