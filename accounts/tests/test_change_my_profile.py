"""PATCH /users/me: one's own name and photo."""

import pytest
from django.conf import settings

from accounts.tests.conftest import everybody
from camp.testing import as_, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def sam():
    return make_user("sam", photo="https://pictures.example/sam.jpg")


def test_it_changes_what_is_given(sam):
    assert as_(sam).patch("/users/me", {"name": "Samuel"}) == {"modifiedCount": 1}
    sam.refresh_from_db()
    assert (sam.name, sam.photo) == ("Samuel", "https://pictures.example/sam.jpg")


def test_it_says_when_nothing_changed(sam):
    assert as_(sam).patch("/users/me", {"name": "Sam", "photo": sam.photo}) == {"modifiedCount": 0}
    assert as_(sam).patch("/users/me", {}) == {"modifiedCount": 0}


@pytest.mark.parametrize(
    "photo",
    [
        "",
        "/media/pictures/sam.webp",
        "/static/people/sam.webp",
        f"{settings.SITE_URL}/media/sam.webp",
        "https://a.example/b?c=d",
    ],
)
def test_a_photo_is_an_https_address_or_one_of_ours(sam, photo):
    as_(sam).patch("/users/me", {"photo": photo})
    sam.refresh_from_db()
    assert sam.photo == photo


@pytest.mark.parametrize(
    "photo",
    [
        "http://pictures.example/a.jpg",
        "data:image/png;base64,AAAA",
        "//pictures.example/a.jpg",
        "/media/../admin",
        "/admin",
        "https://",
        "https://user:secret@pictures.example/a.jpg",
        "https://pictures.example:99999/a.jpg",
        "https://[half",
        "https://pictures.example/a.jpg' onload='x",
        "https://pictures.example/a b.jpg",
        None,
        7,
    ],
)
def test_it_refuses_any_other_photo(sam, photo):
    before = everybody()
    assert list(as_(sam).patch("/users/me", {"photo": photo}, 400)["fields"]) == ["photo"]
    assert everybody() == before


@pytest.mark.parametrize("name", [None, "n" * 101, {"a": 1}, "a\0b"])
def test_it_refuses_a_bad_name(sam, name):
    before = everybody()
    assert list(as_(sam).patch("/users/me", {"name": name}, 400)["fields"]) == ["name"]
    assert everybody() == before


def test_nothing_else_can_be_changed(sam):
    as_(sam).patch("/users/me", {"role": "admin", "email": "x@camp.example", "email_verified": False})
    before = everybody()
    sam.refresh_from_db()
    assert (sam.role, sam.email, sam.email_verified) == ("student", "sam@camp.example", True)
    assert everybody() == before


def test_it_needs_a_login(sam):
    before = everybody()
    as_(None).patch("/users/me", {"name": "X"}, 401)
    assert everybody() == before
