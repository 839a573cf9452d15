"""PATCH /users/me: changing the name and photo of the user's own account."""

import pytest
from django.conf import settings

from accounts.models import Role
from testing.clients.api import as_
from testing.factories import make_user
from testing.snapshots import all_users

pytestmark = pytest.mark.django_db


@pytest.fixture
def sam():
    return make_user("sam", photo="https://pictures.example/sam.jpg")


def test_it_changes_the_given_fields_only(sam):
    assert as_(sam).patch("/users/me", {"name": "Samuel"}) == {"modifiedCount": 1}
    sam.refresh_from_db()
    assert (sam.name, sam.photo) == ("Samuel", "https://pictures.example/sam.jpg")


@pytest.mark.parametrize("bio", ["Potter.\nSince 2003.", "x" * 2000, ""])
def test_it_shows_the_bio_of_an_instructor_to_everyone(db, bio):
    ines = make_user("ines", Role.INSTRUCTOR, bio="Old.")
    assert as_(ines).patch("/users/me", {"bio": bio}) == {"modifiedCount": 1}
    (shown,) = as_(None).get("/instructors")
    assert shown["bio"] == bio


@pytest.mark.parametrize("bio", ["x" * 2001, None, ["a"], "nul\0"])
def test_it_refuses_a_bad_bio(sam, bio):
    before = all_users()
    assert list(as_(sam).patch("/users/me", {"bio": bio, "name": "New"}, 400)["fields"]) == ["bio"]
    assert all_users() == before


def test_it_reports_that_nothing_changed(sam):
    assert as_(sam).patch("/users/me", {"name": "Sam", "photo": sam.photo}) == {"modifiedCount": 0}
    assert as_(sam).patch("/users/me", {}) == {"modifiedCount": 0}


@pytest.mark.parametrize(
    "photo",
    [
        "",
        "/media/pictures/sam.webp",
        "/static/people/sam.webp",
        "https://a.example/b?c=d",
    ],
)
def test_it_accepts_an_https_address_or_a_picture_of_this_site(sam, photo):
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
        "/media/%2e%2e/admin",
        "/media/.%2E/admin",
        "/media/a/%2E./%2e%2e/admin",
        f"{settings.SITE_URL}/static/%2e%2e/admin",
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
    before = all_users()
    assert list(as_(sam).patch("/users/me", {"photo": photo}, 400)["fields"]) == ["photo"]
    assert all_users() == before


@pytest.mark.parametrize("name", ["Sam\u202e", "\u2066 S\u200fa\u061cm", "S\u200ba\u00adm"])
def test_it_removes_bidi_controls_from_a_name(sam, name):
    """They would reverse the text after the name."""
    as_(sam).patch("/users/me", {"name": name})
    sam.refresh_from_db()
    assert sam.name == "Sam"


@pytest.mark.parametrize(
    "name",
    [
        *(None, "n" * 101, {"a": 1}, "a\0b", "www.evil.com"),
        *("Ann\tTab", "Ann\nBob", "Ann\u2028Bob", "\u200b", "\u3164"),  # not one visible line
    ],
)
def test_it_refuses_an_invalid_name(sam, name):
    before = all_users()
    assert list(as_(sam).patch("/users/me", {"name": name}, 400)["fields"]) == ["name"]
    assert all_users() == before


def test_it_ignores_other_fields(sam):
    as_(sam).patch("/users/me", {"role": "admin", "email": "x@camp.example", "email_verified": False})
    before = all_users()
    sam.refresh_from_db()
    assert (sam.role, sam.email, sam.email_verified) == ("student", "sam@camp.example", True)
    assert all_users() == before


def test_it_requires_a_login(sam):
    before = all_users()
    as_(None).patch("/users/me", {"name": "X"}, 401)
    assert all_users() == before
