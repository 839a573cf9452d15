"""The health check."""

import time
from datetime import timedelta

from django.db import OperationalError
from django.utils import timezone

from payments.models import StripeEvent


def test_it_returns_200_with_one_query(db, client, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert client.get("/healthz").json() == {"status": "ok", "lastWebhookSeconds": None}


def test_it_returns_the_age_of_the_latest_webhook(db, client):
    start = time.monotonic()
    for number, age in enumerate((90, 4000)):
        StripeEvent.objects.create(pk=f"evt_{number}", received_at=timezone.now() - timedelta(seconds=age))
    age = client.get("/healthz").json()["lastWebhookSeconds"]
    assert 90 <= age <= 91 + time.monotonic() - start


def test_it_returns_503_while_the_database_is_unavailable(db, client, monkeypatch):
    def fail(*_):
        raise OperationalError("the connection is closed")

    monkeypatch.setattr(StripeEvent.objects, "order_by", fail)
    response = client.get("/healthz")
    assert (response.status_code, response["Retry-After"]) == (503, "5")
