"""The page shell: every client route is a page with its title; anything else is a true 404."""

import json
import re
from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from camp import shell
from camp.testing import make_cast, make_class, seat
from classes.models import CampClassQuerySet
from payments.models import StripeEvent

HTML = {"HTTP_ACCEPT": "text/html,application/xhtml+xml"}


def block(response, name):
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', response.content.decode())
    return json.loads(found.group(1))


@pytest.fixture
def school(db):
    cast = make_cast()
    make_class(cast.instructor, "</script><b>Clay</b>")
    return cast


@pytest.mark.parametrize("route", shell.ROUTES)
def test_every_client_route_is_a_page(db, client, route):
    response = client.get(f"/{route.replace('<str:id>', '7')}", **HTML)
    assert response.status_code == 200
    assert f"<title>{shell.ROUTES[route]} | Craft Camp</title>" in response.content.decode()


def test_the_public_configuration_holds_nothing_secret(db, client, settings):
    response = client.get("/", **HTML)
    config = block(response, "camp-config")
    assert config["siteName"] == "Craft Camp"
    assert config["stripe"]["publishableKey"] == settings.STRIPE_PUBLISHABLE_KEY
    text = response.content.decode()
    for secret in ("SECRET_KEY", "JWT_SIGNING_KEY", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"):
        assert getattr(settings, secret) not in text


def test_a_public_page_carries_what_it_shows_first(school, client):
    (listed,) = block(client.get("/all-classes", **HTML), "camp-data")["/classes"]
    assert listed == client.get("/classes").json()[0]
    home = block(client.get("/", **HTML), "camp-data")
    assert set(home) == {"/popularClasses", "/instructors"}
    assert len(home["/instructors"]) == 2


def test_names_cannot_break_out_of_the_page(school, client):
    text = client.get("/all-classes", **HTML).content.decode()
    assert "<b>Clay</b>" not in text
    assert block(client.get("/all-classes", **HTML), "camp-data")["/classes"][0]["nameClass"] == "</script><b>Clay</b>"


def test_a_page_opens_while_the_database_is_away(db, client, monkeypatch):
    def away(_):
        raise OperationalError("away")

    monkeypatch.setattr(CampClassQuerySet, "counted", away)
    response = client.get("/all-classes", **HTML)
    assert response.status_code == 200
    assert block(response, "camp-data") == {}


def test_a_page_costs_a_constant_number_of_queries(school, client, django_assert_max_num_queries):
    for number in range(20):
        seat(school.student, make_class(school.other_instructor, f"Class {number}"))
    with django_assert_max_num_queries(3):
        client.get("/", **HTML)


@pytest.mark.parametrize("path", ["/nothing", "/dashboard/nothing", "/all-classes/7", "/classes/", "/admin2", "/a/b/c"])
def test_an_unknown_address_is_the_error_page_for_a_browser(db, client, path):
    response = client.get(path, **HTML)
    assert response.status_code == 404
    assert '<div id="root">' in response.content.decode()


@pytest.mark.parametrize("method", ["get", "post", "put", "delete", "patch"])
def test_an_unknown_address_is_the_one_error_shape_for_a_program(db, method):
    response = getattr(Client(enforce_csrf_checks=False), method)("/nothing", HTTP_ACCEPT="application/json")
    assert response.status_code == 404
    assert response.json()["code"] == "not_found"


def test_pages_are_only_read(db, client):
    assert client.post("/login", {}).status_code == 405


@pytest.mark.parametrize("path", ["/classes?x=%00", "/payments/a%00b", "/%00"])
def test_a_null_byte_in_an_address_is_400(db, client, path):
    response = client.get(path)
    assert (response.status_code, response.json()["code"]) == (400, "invalid")


def test_healthz(db, client, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert client.get("/healthz").json() == {"status": "ok", "lastWebhookSeconds": None}


def test_healthz_says_when_the_card_provider_was_last_heard_of(db, client):
    for number, age in enumerate((90, 4000)):
        StripeEvent.objects.create(pk=f"evt_{number}", received_at=timezone.now() - timedelta(seconds=age))
    assert 90 <= client.get("/healthz").json()["lastWebhookSeconds"] < 95


def test_healthz_says_when_the_database_is_away(db, client, monkeypatch):
    def away(*_):
        raise OperationalError("away")

    monkeypatch.setattr(StripeEvent.objects, "order_by", away)
    response = client.get("/healthz")
    assert (response.status_code, response["Retry-After"]) == (503, "5")


def test_a_picture_is_served_for_good(db, client):
    name = default_storage.save("classes/clay-0123abcd.webp", ContentFile(b"RIFF"))
    response = client.get(f"/media/{name}")
    assert b"".join(response.streaming_content) == b"RIFF"
    assert "immutable" in response["Cache-Control"]


@pytest.mark.parametrize("path", ["/media/none.webp", "/media/../manage.py", "/media/%2e%2e/manage.py", "/media/"])
def test_no_picture_and_no_other_file(db, client, path):
    assert client.get(path).status_code == 404


def test_the_demo_answers_this_machine_alone(db, client):
    assert client.get("/", REMOTE_ADDR="203.0.113.7").status_code == 403
    assert client.get("/", REMOTE_ADDR="").status_code == 403


@pytest.mark.parametrize("path", ["/schema", "/docs"])
def test_the_contract_can_be_read(db, client, path):
    assert client.get(path).status_code == 200


def test_the_reader_of_the_contract_takes_everything_from_this_site(db, client):
    assert not re.findall(r'(?:src|href)="https?://', client.get("/docs").content.decode())


def test_the_sign_in_window_can_talk_back(db, client):
    assert client.get("/login", **HTML)["Cross-Origin-Opener-Policy"] == "same-origin-allow-popups"
