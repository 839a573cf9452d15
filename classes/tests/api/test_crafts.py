"""POST /crafts, PUT and DELETE /crafts/{slug}: the office edits the list of crafts."""

import pytest

from classes.models import Craft
from testing.clients.api import as_
from testing.factories import make_class, make_craft
from testing.snapshots import nothing_changes

pytestmark = pytest.mark.django_db


@pytest.fixture
def clay_craft(db) -> Craft:
    return make_craft()


def listed():
    return [(each["slug"], each["name"]) for each in as_(None).get("/crafts")]


def refused(users, method, path, body=None, status=409):
    with nothing_changes():
        arguments = (path, status) if method == "delete" else (path, body, status)
        return getattr(as_(users.admin), method)(*arguments)


def test_it_adds_a_craft_at_the_end(users, clay_craft):
    assert listed() == [("clay", "Clay")]
    assert as_(users.admin).post("/crafts", {"name": "Påper & ink"}, 201) == {
        "slug": "paper-ink",
        "name": "Påper & ink",
    }
    assert listed() == [("clay", "Clay"), ("paper-ink", "Påper & ink")]


def test_a_rename_keeps_the_slug(users, clay_craft):
    assert listed() == [("clay", "Clay")]
    assert as_(users.admin).put("/crafts/clay", {"name": "Pottery"}) == {"modifiedCount": 1}
    assert as_(users.admin).put("/crafts/clay", {"name": "Pottery"}) == {"modifiedCount": 0}
    assert listed() == [("clay", "Pottery")]
    as_(users.admin).put("/crafts/clay", {"name": "pottery"})
    assert listed() == [("clay", "pottery")]


def test_it_deletes_a_craft(users, clay_craft):
    assert as_(users.admin).delete("/crafts/clay") == {"deletedCount": 1}
    assert listed() == []


@pytest.mark.parametrize("role", ["student", "instructor"])
def test_it_is_for_admins(users, clay_craft, role):
    with nothing_changes():
        as_(getattr(users, role)).post("/crafts", {"name": "Wool"}, 403)
        as_(getattr(users, role)).put("/crafts/clay", {"name": "Wool"}, 403)
        as_(getattr(users, role)).delete("/crafts/clay", 403)


def test_it_knows_no_other_craft(users, clay_craft):
    refused(users, "put", "/crafts/wool", {"name": "Wool"}, 404)
    refused(users, "delete", "/crafts/wool", status=404)


@pytest.mark.parametrize("name", [None, "", "x" * 41, "www.evil.example", [], "nul\0"])
def test_it_refuses_bad_input(users, clay_craft, name):
    assert list(refused(users, "post", "/crafts", {"name": name}, 400)["fields"]) == ["name"]
    assert list(refused(users, "put", "/crafts/clay", {"name": name}, 400)["fields"]) == ["name"]


def test_it_needs_a_name_for_addresses(users):
    assert list(refused(users, "post", "/crafts", {"name": "陶"}, 400)["fields"]) == ["name"]


@pytest.mark.parametrize("name", ["Clay", "clay", "Cläy", "Clay!"])
def test_it_refuses_a_name_that_exists(users, clay_craft, name):
    assert refused(users, "post", "/crafts", {"name": name})["code"] == "already_exists"


def test_it_refuses_the_new_name_of_another_craft(users, clay_craft):
    make_craft("Wool")
    assert refused(users, "put", "/crafts/wool", {"name": "CLAY"})["code"] == "already_exists"


def test_it_keeps_a_craft_that_classes_have(users, clay_craft):
    make_class(users.instructor, craft=clay_craft)
    assert refused(users, "delete", "/crafts/clay")["code"] == "in_use"
