"""The figures for whoever runs the site: who may read them, and that they are true."""

import os
import re
import subprocess
import sys
import time

import httpx
import pytest
from django.conf import settings as configured
from django.db import transaction
from django.test import RequestFactory
from django.utils import timezone
from prometheus_client import REGISTRY

from camp import metrics
from camp.lib.errors import ProviderUnavailable
from camp.lib.figures import count_after_commit
from camp.metrics import Counted
from camp.testing import as_, choose, make_cast, make_class
from camp.tests.test_two_processes import free_port
from classes.enrollment import confirm_seat, hold_seat
from classes.models import Selection
from payments import checkout, refunds
from payments.models import Payment

TOKEN = "a-long-token-for-the-figures"


def value(name, **labels):
    return REGISTRY.get_sample_value(name, labels) or 0.0


@pytest.fixture
def token(settings):
    settings.METRICS_TOKEN = TOKEN


def ask(client, authorization=None):
    return client.get("/metrics", **({"HTTP_AUTHORIZATION": authorization} if authorization else {}))


def test_who_has_the_token_reads_them(db, client, token):
    response = ask(client, f"Bearer {TOKEN}")
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/plain")
    assert b"# TYPE camp_requests_total counter" in response.content


@pytest.mark.parametrize("authorization", [None, "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN, "Bearer ä"])
def test_nobody_else_does(db, client, token, authorization):
    response = ask(client, authorization)
    assert (response.status_code, response["WWW-Authenticate"]) == (401, "Bearer")
    assert b"camp_" not in response.content


def test_without_a_token_there_is_no_such_address(db, client):
    assert ask(client, "Bearer ").status_code == 404


@pytest.fixture
def cast(db):
    return make_cast()


def test_holds_sales_and_refunds_are_counted_once_they_stand(cast, django_capture_on_commit_callbacks):
    names = ("camp_holds_total", "camp_sales_total", "camp_refunds_total")
    before = [value(name) for name in names]
    camp_class, now = make_class(cast.instructor), timezone.now()
    with django_capture_on_commit_callbacks(execute=True):
        hold = hold_seat(student=cast.student, camp_class_id=camp_class.pk, price=camp_class.price, now=now)
        hold_seat(student=cast.student, camp_class_id=camp_class.pk, price=camp_class.price, now=now)
        confirm_seat(student_id=hold.enrollment.student_id, camp_class=camp_class, price=camp_class.price, now=now)
        refunds.mark_refunded(Payment(price=1), Payment.RefundReason.BY_STAFF, now)
    assert [value(name) - was for name, was in zip(names, before, strict=True)] == [1, 1, 1]


def test_a_free_seat_is_a_sale(cast, django_capture_on_commit_callbacks):
    before = value("camp_sales_total")
    free = make_class(cast.instructor, price=0)
    choose(cast.student, free)
    with django_capture_on_commit_callbacks(execute=True):
        checkout.take_free_seat(student=cast.student, camp_class_id=free.pk, now=timezone.now())
    assert value("camp_sales_total") - before == 1
    assert not Selection.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_what_did_not_happen_is_not_counted():
    class Broken:
        times = 0

        def inc(self):
            Broken.times += 1
            raise OSError("no room")

    with transaction.atomic():
        count_after_commit(Broken())
        transaction.set_rollback(True)
    assert Broken.times == 0
    with transaction.atomic():
        count_after_commit(Broken())  # and what cannot be counted happens all the same
    assert Broken.times == 1


def test_a_provider_that_is_away_is_counted(cast, monkeypatch):
    class PictureHostUnavailable(ProviderUnavailable):
        pass

    def away(**_):
        raise PictureHostUnavailable

    before = value("camp_provider_errors_total", provider="PictureHost")
    monkeypatch.setattr("accounts.profiles.change_profile", away)
    as_(cast.student).patch("/users/me", {"name": "x"}, 503)
    assert value("camp_provider_errors_total", provider="PictureHost") - before == 1


class Site:
    """Stands for the site: answers what it is told, and leaves the route as the log's middleware does."""

    def __init__(self, status, route=None):
        self.status, self.route = status, route

    def __call__(self, environ, start_response):
        if self.route:
            environ["camp.route"] = self.route
        start_response(self.status, [])
        return [b""]


def called(site, path, method="GET"):
    Counted(site, ["/classes"])(RequestFactory().generic(method, path).environ, lambda *_: None)


@pytest.mark.parametrize(
    ("site", "path", "method", "labels"),
    [
        (
            Site("200 OK", "/payments/<str:email>"),
            "/payments/a@b.example",
            "GET",
            ("GET", "/payments/<str:email>", "200"),
        ),
        (Site("200 OK"), "/classes", "GET", ("GET", "/classes", "200")),  # the door's own
        (Site("400 Bad Request"), "/made/up", "GET", ("GET", "-", "400")),
        (Site("405 No"), "/classes", "INVENTED", ("-", "/classes", "405")),
    ],
)
def test_a_request_is_counted_by_route_and_status(site, path, method, labels):
    counted = dict(zip(("method", "route", "status"), labels, strict=True))
    before = value("camp_requests_total", **counted)
    timed = value("camp_request_seconds_count", route=labels[1])
    called(site, path, method)
    assert value("camp_requests_total", **counted) - before == 1
    assert value("camp_request_seconds_count", route=labels[1]) - timed == 1


def test_a_fault_is_counted_as_one():
    def broken(_environ, _start_response):
        raise RuntimeError

    before = value("camp_requests_total", method="GET", route="-", status="500")
    with pytest.raises(RuntimeError):
        called(broken, "/x")
    assert value("camp_requests_total", method="GET", route="-", status="500") - before == 1


def test_a_folder_of_somebody_else_is_refused(token, tmp_path, monkeypatch):
    monkeypatch.setenv(metrics.FOLDER, str(tmp_path / "figures"))
    metrics.share_between_processes()
    assert oct((tmp_path / "figures").stat().st_mode & 0o777) == "0o700"
    monkeypatch.setattr(os, "getuid", lambda: -1)
    with pytest.raises(metrics.ImproperlyConfigured):
        metrics.share_between_processes()


def test_two_workers_count_as_one_server(tmp_path):
    """A web server with two workers: however a request is dealt, the sum is told by whichever is asked."""
    port = free_port()
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--no-ws", "--port", str(port), "--workers", "2"]
    environment = os.environ | {"METRICS_TOKEN": TOKEN, metrics.FOLDER: str(tmp_path / "figures")}
    process = subprocess.Popen([*command, "camp.wsgi:application"], cwd=configured.BASE_DIR, env=environment)
    try:
        wait_for(port)
        for _ in range(40):
            # A connection each, so that both workers get some.
            assert httpx.get(f"http://127.0.0.1:{port}/login").status_code == 200
        figures = httpx.get(f"http://127.0.0.1:{port}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
    finally:
        process.terminate()
        process.wait(20)
    assert re.findall(r'camp_requests_total{method="GET",route="/login",status="200"} (\S+)', figures) == ["40.0"]
    assert len({name.name.split("_")[1] for name in (tmp_path / "figures").iterdir()}) == 2


def wait_for(port):
    for _ in range(300):
        try:
            httpx.get(f"http://127.0.0.1:{port}/static/favicon.svg")
            return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")
