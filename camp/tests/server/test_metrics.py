"""/metrics: who may read it, and what is counted."""

import os
import re
from datetime import timedelta

import httpx
import pytest
import yaml
from django.db import transaction
from django.test import RequestFactory
from django.utils import timezone
from prometheus_client import REGISTRY

from camp.operations.worker_tasks import finish_task, start_task
from camp.server import metrics
from camp.server.metrics import RequestMetrics
from classes.models import Selection
from core.errors import ProviderUnavailable
from core.observability.metrics import count_after_commit
from mail.models import OutboxEmail
from payments.checkout import free_seats
from payments.refunds import owing
from testing.clients.api import as_
from testing.factories import make_class, make_offer, make_payment, make_selection, make_waitlist_entry
from testing.servers.processes import running_site, wait_until
from testing.steps.checkout import confirm_seat, hold_seat

TOKEN = "a-long-token-for-the-metrics"


def value(name, **labels):
    return REGISTRY.get_sample_value(name, labels) or 0.0


@pytest.fixture
def token(settings):
    settings.METRICS_TOKEN = TOKEN


def get_metrics(client, authorization=None):
    return client.get("/metrics", **({"HTTP_AUTHORIZATION": authorization} if authorization else {}))


def test_it_returns_the_metrics_for_the_token(db, client, token):
    response = get_metrics(client, f"Bearer {TOKEN}")
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/plain")
    assert b"# TYPE camp_requests_total counter" in response.content


@pytest.mark.parametrize("authorization", [None, "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN, "Bearer ä"])
def test_it_refuses_other_tokens(db, client, token, authorization):
    response = get_metrics(client, authorization)
    assert (response.status_code, response["WWW-Authenticate"]) == (401, "Bearer")
    assert b"camp_" not in response.content


def test_it_returns_404_without_a_configured_token(db, client):
    assert get_metrics(client, "Bearer ").status_code == 404


def test_it_counts_holds_sales_and_refunds_after_the_commit(users, django_capture_on_commit_callbacks):
    names = ("camp_holds_total", "camp_sales_total", "camp_refunds_total")
    before = [value(name) for name in names]
    camp_class, now = make_class(users.instructor), timezone.now()
    with django_capture_on_commit_callbacks(execute=True):
        held = hold_seat(student=users.student, camp_class_id=camp_class.pk, price=camp_class.price, now=now).enrollment
        hold_seat(student=users.student, camp_class_id=camp_class.pk, price=camp_class.price, now=now)
        confirm_seat(
            paid_for=held.pk, student_id=held.student_id, camp_class=camp_class, price=camp_class.price, now=now
        )
        owing.set_refund_state(make_payment(users.other_student, camp_class))
    assert [value(name) - old for name, old in zip(names, before, strict=True)] == [1, 1, 1]


def test_it_counts_a_free_seat_as_a_sale(users, django_capture_on_commit_callbacks):
    before = value("camp_sales_total")
    free = make_class(users.instructor, price=0)
    make_selection(users.student, free)
    with django_capture_on_commit_callbacks(execute=True):
        free_seats.take_free_seat(student=users.student, camp_class_id=free.pk, now=timezone.now())
    assert value("camp_sales_total") - before == 1
    assert not Selection.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_it_does_not_count_after_a_rollback_and_ignores_a_broken_counter():
    class BrokenCounter:
        calls = 0

        def inc(self):
            BrokenCounter.calls += 1
            raise OSError("no space left")

    with transaction.atomic():
        count_after_commit(BrokenCounter())
        transaction.set_rollback(True)
    assert BrokenCounter.calls == 0
    with transaction.atomic():
        count_after_commit(BrokenCounter())
    assert BrokenCounter.calls == 1


def test_it_counts_the_errors_of_a_provider(users, monkeypatch):
    class PictureHostUnavailable(ProviderUnavailable):
        pass

    def fail(**_):
        raise PictureHostUnavailable

    before = value("camp_provider_errors_total", provider="PictureHost")
    monkeypatch.setattr("accounts.profiles.change_profile", fail)
    as_(users.student).patch("/users/me", {"name": "x"}, 503)
    assert value("camp_provider_errors_total", provider="PictureHost") - before == 1


class Site:
    """A WSGI application that returns a fixed status, and stores the route like the log's middleware."""

    def __init__(self, status, route=None):
        self.status, self.route = status, route

    def __call__(self, environ, start_response):
        if self.route:
            environ["camp.route"] = self.route
        start_response(self.status, [])
        return [b""]


def send_request(site, path, method="GET"):
    RequestMetrics(site, ["/classes"])(RequestFactory().generic(method, path).environ, lambda *_: None)


@pytest.mark.parametrize(
    ("site", "path", "method", "labels"),
    [
        (
            Site("200 OK", "/payments/<str:email>"),
            "/payments/a@b.example",
            "GET",
            ("GET", "/payments/<str:email>", "200"),
        ),
        (Site("200 OK"), "/classes", "GET", ("GET", "/classes", "200")),  # from the page cache
        (Site("400 Bad Request"), "/made/up", "GET", ("GET", "-", "400")),
        (Site("405 No"), "/classes", "INVENTED", ("-", "/classes", "405")),
    ],
)
def test_it_counts_a_request_by_method_route_and_status(site, path, method, labels):
    counted = dict(zip(("method", "route", "status"), labels, strict=True))
    before = value("camp_requests_total", **counted)
    seconds_before = value("camp_request_seconds_count", route=labels[1])
    send_request(site, path, method)
    assert value("camp_requests_total", **counted) - before == 1
    assert value("camp_request_seconds_count", route=labels[1]) - seconds_before == 1


def test_it_counts_an_exception_as_status_500():
    def broken(_environ, _start_response):
        raise RuntimeError

    before = value("camp_requests_total", method="GET", route="-", status="500")
    with pytest.raises(RuntimeError):
        send_request(broken, "/x")
    assert value("camp_requests_total", method="GET", route="-", status="500") - before == 1


def test_it_refuses_a_folder_of_another_system_user(token, tmp_path, monkeypatch):
    monkeypatch.setenv(metrics.FOLDER, str(tmp_path / "metrics"))
    metrics.share_between_processes()
    assert oct((tmp_path / "metrics").stat().st_mode & 0o777) == "0o700"
    monkeypatch.setattr(os, "getuid", lambda: -1)
    with pytest.raises(metrics.ImproperlyConfigured):
        metrics.share_between_processes()


def test_it_creates_the_folder_without_a_token_too(settings, tmp_path, monkeypatch):
    """prometheus_client writes to the folder whenever the variable is set."""
    settings.METRICS_TOKEN = ""
    monkeypatch.setenv(metrics.FOLDER, str(tmp_path / "metrics"))
    metrics.share_between_processes()
    assert (tmp_path / "metrics").is_dir()


@pytest.mark.django_db
def test_it_exports_the_time_since_the_last_start_of_a_task(client, token):
    start_task("mail", every=timedelta(seconds=1), now=timezone.now() - timedelta(minutes=7))
    text = get_metrics(client, f"Bearer {TOKEN}").content.decode()
    ages = dict(re.findall(r'camp_worker_age_seconds{task="(\w+)"} (\S+)', text))
    assert (round(float(ages["mail"]) / 60), ages["minute"]) == (7, "+Inf")


@pytest.mark.django_db
def test_it_exports_the_time_since_a_task_succeeded_and_the_number_of_stuck_emails(client, token, users):
    late = timezone.now() - timedelta(minutes=11)
    OutboxEmail.objects.create(kind="welcome", recipient=users.student, about="1", created_at=late, due_at=late)
    for task in ("mail", "backup", "daily"):
        start_task(task, every=timedelta(0), now=timezone.now())
    finish_task("backup", now=timezone.now() - timedelta(hours=3))
    text = get_metrics(client, f"Bearer {TOKEN}").content.decode()
    ages = dict(re.findall(r'camp_task_success_age_seconds{task="(\w+)"} (\S+)', text))
    assert {task: round(float(age) / 3600) for task, age in ages.items()} == {"backup": 3}
    assert "\ncamp_emails_stuck 1.0\n" in text


def test_it_alerts_only_on_metrics_that_exist(client, token, db, settings):
    rules = (settings.BASE_DIR / "deploy" / "alerts.yml").read_text()
    assert all(rule["expr"] and rule["annotations"]["summary"] for rule in yaml.safe_load(rules)["groups"][0]["rules"])
    for task in ("mail", "backup"):
        start_task(task, every=timedelta(0), now=timezone.now())
        finish_task(task, now=timezone.now())
    exported = get_metrics(client, f"Bearer {TOKEN}").content.decode()
    assert all(
        f"\n# HELP {name} " in exported for name in set(re.findall(r"camp_\w+", rules)) - {"camp_requests_total"}
    )


def test_it_exports_the_number_of_waiting_participants(users, client, token):
    camp_class = make_class(users.instructor)
    make_waitlist_entry(users.student, camp_class)
    make_offer(users.other_student, camp_class)
    assert b"\ncamp_waiting 1.0\n" in get_metrics(client, f"Bearer {TOKEN}").content


@pytest.mark.slow
def test_it_adds_up_the_metrics_of_all_workers(tmp_path):
    folder = tmp_path / "metrics"
    environ = os.environ | {"METRICS_TOKEN": TOKEN, metrics.FOLDER: str(folder)}
    requests = 0

    def both_workers_responded():
        nonlocal requests
        # A connection for each request, so that each worker gets some.
        assert httpx.get(site.base_url.join("/login"), timeout=60).status_code == 200
        requests += 1
        return len({file.name.split("_")[1] for file in folder.iterdir()}) == 2

    with running_site(environ, workers=2) as site:
        wait_until(both_workers_responded)
        text = site.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
    assert re.findall(r'camp_requests_total{method="GET",route="/login",status="200"} (\S+)', text) == [f"{requests}.0"]
