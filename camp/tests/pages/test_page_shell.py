"""The page shell: every client route is a page with its title, and every other URL is a 404."""

import json
import re

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import OperationalError
from django.urls import resolve

from accounts.models import User
from camp.pages import shell
from camp.pages.client_pages import MOVED, ROUTES
from classes.models import CampClass, CampClassQuerySet
from core.models import School
from testing.factories import NOW, make_class, make_enrollment

HTML = {"HTTP_ACCEPT": "text/html,application/xhtml+xml"}


def json_block(response, element_id):
    pattern = rf'<script id="{element_id}" type="application/json">(.*?)</script>'
    return json.loads(re.search(pattern, response.content.decode()).group(1))


@pytest.fixture
def users(users):
    """The users, with a class whose name is HTML."""
    make_class(users.instructor, "</script><b>Clay</b>")
    return users


NAMED = ("all-classes/<str:id>", "all-instructors/<str:id>")
"""Routes whose page is about one class or instructor."""


@pytest.mark.parametrize("route", [route for route in ROUTES if route not in NAMED])
def test_it_serves_every_client_route(db, client, route):
    response = client.get(f"/{route.replace('<str:id>', '7')}", **HTML)
    assert response.status_code == 200
    assert f"<title>{ROUTES[route]} | Craft Camp</title>" in response.content.decode()


@pytest.mark.parametrize(("route", "address"), [each for each in MOVED.items() if "<" not in each[0]])
def test_it_redirects_a_former_page_with_its_query(client, route, address):
    response = client.get(f"/{route}?from=2027-01-01")
    assert (response.status_code, response["Location"]) == (302, f"{address}?from=2027-01-01")
    assert resolve(address).func == shell.page


@pytest.mark.parametrize(
    ("former", "address"),
    [
        ("seasons/summer-2027?sort=-price", "manage-classes?season=summer-2027"),
        ("my-classes/7/roster?tab=waitlist", "classes/7?tab=waitlist"),
        ("my-classes/7/care?from=mail", "classes/7?tab=care"),
    ],
)
def test_it_redirects_the_former_page_of_one_thing(client, former, address):
    response = client.get(f"/dashboard/{former}")
    assert (response.status_code, response["Location"]) == (302, f"/dashboard/{address}")


def test_it_contains_no_secret(db, client, settings):
    response = client.get("/", **HTML)
    config = json_block(response, "camp-config")
    assert config["siteName"] == "Craft Camp"
    assert config["stripe"]["publishableKey"] == settings.STRIPE_PUBLISHABLE_KEY
    assert config["refundRules"][1] == {"days": 14, "percent": 50}
    text = response.content.decode()
    for secret in ("SECRET_KEY", "JWT_SIGNING_KEY", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"):
        assert getattr(settings, secret) not in text


@pytest.mark.parametrize("path", ["/", "/dashboard/profile"])
def test_it_contains_what_the_client_reads_before_the_script_that_runs_it(db, client, path):
    """A cached client runs at once, maybe before the rest of the HTML arrives."""
    text = client.get(path, **HTML).content.decode()
    run = text.index("link[data-run]")
    assert all(text.index(f'id="{block}"') < run for block in ("camp-config", "camp-data"))


def test_it_contains_the_first_responses_of_a_public_page(users, client):
    (listed,) = json_block(client.get("/all-classes", **HTML), "camp-data")["/classes"]
    assert listed == client.get("/classes").json()[0]
    home = json_block(client.get("/", **HTML), "camp-data")
    assert set(home) == {"/popularClasses", "/instructors"}
    assert len(home["/instructors"]) == 2


def test_it_leaves_a_long_list_to_the_client(users, client, monkeypatch):
    """The page has about the same size however many classes there are; search engines find all of them."""
    make_class(users.instructor, "Felt")
    monkeypatch.setattr(shell, "MAX_INITIAL_ROWS", 1)
    response = client.get("/all-classes", **HTML)
    assert set(json_block(response, "camp-data")) == {"/seasons"}
    text = response.content.decode()
    assert text.count('"@type": "Course"') == 1
    for camp_class in CampClass.objects.all():
        assert f"/all-classes/{camp_class.pk}" in text


def test_it_serves_the_page_of_a_class(users, client):
    camp_class = make_class(users.instructor, "Felt", ended_at=NOW)
    response = client.get(f"/all-classes/{camp_class.pk}", **HTML)
    assert "<title>Felt | Craft Camp</title>" in response.content.decode()
    paths = (f"/classes/{camp_class.pk}", "/crafts")
    assert json_block(response, "camp-data") == {path: client.get(path).json() for path in paths}


def test_it_serves_the_page_of_an_instructor(users, client):
    response = client.get(f"/all-instructors/{users.instructor.pk}", **HTML)
    assert "<title>Ines | Craft Camp</title>" in response.content.decode()
    assert set(json_block(response, "camp-data")) == {"/instructors", "/classes"}


@pytest.mark.parametrize("id", ["0", "999999", "x", "-1", "9" * 30, "{id}", "%7Bid%7D", "é"])
def test_it_returns_404_for_a_class_or_instructor_that_does_not_exist(users, client, id):
    for path in (f"/all-classes/{id}", f"/all-instructors/{id}"):
        response = client.get(path, **HTML)
        assert response.status_code == 404
        assert "<title>Not Found | Craft Camp</title>" in response.content.decode()


def test_it_returns_404_for_a_hidden_class_and_a_former_instructor(users, client):
    camp_class = make_class(users.instructor, status="Pending")
    User.objects.filter(pk=users.instructor.pk).update(is_active=False)
    for path in (f"/all-classes/{camp_class.pk}", f"/all-instructors/{users.instructor.pk}"):
        assert client.get(path, **HTML).status_code == 404


def test_it_escapes_names(users, client):
    text = client.get("/all-classes", **HTML).content.decode()
    assert "<b>Clay</b>" not in text
    assert (
        json_block(client.get("/all-classes", **HTML), "camp-data")["/classes"][0]["nameClass"]
        == "</script><b>Clay</b>"
    )


def test_it_serves_pages_while_the_database_is_unavailable(db, client, monkeypatch):
    def fail(*_):
        raise OperationalError("the connection is closed")

    monkeypatch.setattr(CampClassQuerySet, "approved", fail)
    monkeypatch.setattr(School, "current", fail)
    for path in ("/all-classes", "/all-classes/7"):
        response = client.get(path, **HTML)
        assert response.status_code == 200
        assert json_block(response, "camp-data") == ({"/seasons": []} if path == "/all-classes" else {"/crafts": []})
        assert not re.search(r"<h1>\s*</h1>|<img src=\"\"", response.content.decode())


@pytest.mark.parametrize("path", ["/", "/all-instructors/{id}"])
def test_it_sends_a_constant_number_of_queries(users, client, django_assert_max_num_queries, path):
    for number in range(20):
        make_enrollment(users.student, make_class(users.other_instructor, f"Class {number}"))
    with django_assert_max_num_queries(4):
        assert client.get(path.format(id=users.other_instructor.pk), **HTML).status_code == 200


@pytest.mark.parametrize(
    "path", ["/nothing", "/dashboard/nothing", "/all-classes/7/8", "/classes/", "/admin2", "/a/b/c"]
)
def test_it_returns_the_error_page_to_a_browser(db, client, path):
    response = client.get(path, **HTML)
    assert response.status_code == 404
    assert '<div id="root">' in response.content.decode()


@pytest.mark.parametrize("method", ["get", "post", "put", "delete", "patch"])
def test_it_returns_the_error_shape_to_a_program(db, client, method):
    response = getattr(client, method)("/nothing", HTTP_ACCEPT="application/json")
    assert response.status_code == 404
    assert response.json()["code"] == "not_found"


def test_it_serves_a_picture_that_may_be_cached_forever(db, client):
    name = default_storage.save("classes/clay-0123abcd.webp", ContentFile(b"RIFF"))
    response = client.get(f"/media/{name}")
    assert b"".join(response.streaming_content) == b"RIFF"
    assert "immutable" in response["Cache-Control"]


@pytest.mark.parametrize(
    "path",
    ["/media/none.webp", "/media/../manage.py", "/media/%2e%2e/manage.py", "/media/", f"/media/{'x' * 300}"],
)
def test_it_serves_no_file_outside_the_media_folder(db, client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("name", ["about.webp", "avatars/owl.svg", "share.png", "map.svg"])
def test_it_still_serves_pictures_at_addresses_without_a_hash(client, name):
    response = client.get(f"/static/pictures/{name}")
    assert b"".join(response.streaming_content)
    assert response["Cache-Control"] == "public, max-age=86400"


def test_it_lets_browsers_store_a_built_picture_forever(settings):
    pattern = settings.WHITENOISE_IMMUTABLE_FILE_TEST
    assert re.match(pattern, "/static/build/pictures/about.0123456789abcdef0123.webp")
    assert not re.match(pattern, "/static/pictures/about.webp")
