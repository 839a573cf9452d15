"""The health check."""

import time
from datetime import timedelta

from django.db import OperationalError
from django.utils import timezone

from camp.operations.worker_tasks import FREQUENT, finish_task, start_task
from core.models import SiteProblem
from mail.models import OutboxEmail
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


def test_it_answers_a_probe_by_the_address_of_a_container_and_nothing_else_does(db, client):
    for host in ("10.0.0.5:8000", "[fd00::5]:8000", "web-7f9c_internal"):
        assert client.get("/healthz", headers={"Host": host}).status_code == 200
        assert client.get("/readyz", headers={"Host": host}).status_code == 400


def run_worker():
    for task in FREQUENT:
        start_task(task, every=timedelta(seconds=1), now=timezone.now())


def test_it_is_ready_while_a_worker_runs(db, client):
    run_worker()
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == {"status": "ok", "problems": [], "client": "127.0.0.1"}


def test_it_is_not_ready_without_a_worker_but_healthy(db, client):
    response = client.get("/readyz")
    assert (response.status_code, response.json()["problems"]) == (503, ["worker"])
    assert client.get("/healthz").status_code == 200


def test_it_is_not_ready_while_emails_are_stuck(client, users):
    run_worker()
    late = timezone.now() - timedelta(minutes=11)
    OutboxEmail.objects.create(kind="welcome", recipient=users.student, about="1", created_at=late, due_at=late)
    assert client.get("/readyz").json()["problems"] == ["mail"]
    OutboxEmail.objects.update(due_at=timezone.now() + timedelta(minutes=1), tries=2)
    assert client.get("/readyz").json()["problems"] == ["mail"]
    OutboxEmail.objects.update(tries=0)  # it waits for the next day of its recipient's limit
    assert client.get("/readyz").json()["problems"] == []


def test_it_is_not_ready_while_no_email_can_tell_that_the_mail_server_does_not_respond(db, client):
    run_worker()
    problem = SiteProblem.objects.create(what="Mail server", todo="Check EMAIL_URL.", since=timezone.now())
    assert client.get("/readyz").json()["problems"] == []
    problem.told_at = timezone.now()
    problem.save()
    assert client.get("/readyz").json()["problems"] == ["mail"]
    SiteProblem.objects.update(what="Stripe account")
    assert client.get("/readyz").json()["problems"] == []


def test_it_is_not_ready_while_the_last_backup_has_failed(db, client):
    run_worker()
    start_task("backup_failed", every=timedelta(0), now=timezone.now())
    assert client.get("/readyz").json()["problems"] == ["backup"]
    start_task("backup", every=timedelta(0), now=timezone.now())
    finish_task("backup", now=timezone.now())
    assert client.get("/readyz").json()["problems"] == []
    finish_task("backup", now=timezone.now() - timedelta(hours=31))
    assert client.get("/readyz").json()["problems"] == ["backup"]


def test_it_is_not_ready_without_the_database(db, client, monkeypatch):
    def fail(*_):
        raise OperationalError("the connection is closed")

    monkeypatch.setattr("camp.operations.health.late_tasks", fail)
    assert client.get("/readyz").json()["problems"] == ["database"]
