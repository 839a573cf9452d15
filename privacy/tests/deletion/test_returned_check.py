"""POST /orders/{id}/returned after the account was deleted."""

from datetime import timedelta

import pytest
from django.utils import timezone

from payments.models import Payment
from privacy.deletion import delete_account
from testing.clients.api import as_
from testing.steps.desk import desk_line, enroll_at_desk

pytestmark = pytest.mark.django_db


def test_it_keeps_no_seat_for_a_deleted_account(users, clay):
    sold = enroll_at_desk(users.admin, users.student, lines=[desk_line(clay)], total=45.5, method="check")
    order = Payment.objects.get(pk=sold["payments"][0]["_id"]).order
    delete_account(user_id=users.student.pk, now=timezone.now(), release_seats=True)

    body = {"note": "No funds.", "keepUntil": (timezone.now() + timedelta(days=5)).isoformat()}
    assert as_(users.admin).post(f"/orders/{order.pk}/returned", body)["kept"] == 0

    assert Payment.objects.get().is_returned_check
