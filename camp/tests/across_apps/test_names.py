"""One rule for every name that can be typed: one visible line without links, stored in one Unicode form."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.core.management import CommandError

from accounts.models import Child, User
from classes.models import CampClass, Craft, Lesson, Season
from testing.clients.api import ApiClient, as_
from testing.factories import NOW, make_child, make_class, make_craft, make_lesson, make_season
from testing.factories.season_files import CLAY, seed

pytestmark = pytest.mark.django_db

LESSON = {"date": "2099-07-05", "from": "09:00", "to": "12:00"}
CLASS = {"nameClass": "Clay", "image": "https://pictures.example/a.jpg", "price": 5, "seats": 3}
SEASON = {"startsOn": "2027-07-05", "endsOn": "2027-08-27"}
ACCOUNT = {"email": "new@camp.example", "name": "", "photo": "", "role": "student", "is_active": "on"}
EMAIL = {"email": "new@camp.example"}


def sender_of(client: ApiClient) -> Callable[..., Any]:
    """Returns a function that sends JSON and accepts any status."""
    return lambda method, path, body: getattr(client.client, method)(path, body, format="json")


class Site:
    """A child, a class with a lesson, a craft and a season, and clients of the users who may name them."""

    def __init__(self, users, admin_client, identity_provider, write_seed_file):
        self.users, self.staff, self.admin = users, admin_client, sender_of(as_(users.admin))
        self.stranger = sender_of(identity_provider.log_in("new@camp.example"))
        self.student, self.instructor = sender_of(as_(users.student)), sender_of(as_(users.instructor))
        self.child, self.craft = make_child(users.student), make_craft("Clay")
        self.camp_class, self.season = make_class(users.instructor, "Clay"), make_season()
        make_lesson(self.camp_class, NOW)
        self.write_seed_file = write_seed_file

    def change_class(self, **fields: Any) -> None:
        """Sends the form of the Django admin."""
        clay = self.camp_class
        form = {"name": clay.name, "image": clay.image, "price": clay.price, "capacity": clay.capacity}
        lessons = {"lessons-TOTAL_FORMS": 0, "lessons-INITIAL_FORMS": 0}
        body = form | {"instructor": clay.instructor_id} | lessons | fields
        self.staff.post(f"/admin/classes/campclass/{clay.pk}/change/", body)

    def seed(self, **cells: str) -> None:
        with suppress(CommandError):
            seed(self.write_seed_file([CLAY | {"nameClass": "Imported"} | cells]))


PLACES = {
    "own name": lambda site, name: site.student("patch", "/users/me", {"name": name}),
    "name of a new account": lambda site, name: site.stranger("post", "/users", EMAIL | {"name": name}),
    "new child": lambda site, name: site.student("post", "/children", {"name": name}),
    "child": lambda site, name: site.student("put", f"/children/{site.child.pk}", {"name": name}),
    "new class": lambda site, name: site.instructor("post", "/classes", CLASS | {"nameClass": name}),
    "class": lambda site, name: site.instructor("put", f"/classes/{site.camp_class.pk}", CLASS | {"nameClass": name}),
    "place of a class": lambda site, name: site.instructor("post", "/classes", CLASS | {"place": name}),
    "place of a lesson": lambda site, name: site.instructor(
        "post", "/classes", CLASS | {"lessons": [LESSON | {"place": name}]}
    ),
    "account, by staff": lambda site, name: site.staff.post(
        f"/admin/accounts/user/{site.users.student.pk}/change/", ACCOUNT | {"name": name}
    ),
    "new account, by staff": lambda site, name: site.staff.post("/admin/accounts/user/add/", ACCOUNT | {"name": name}),
    "class, by staff": lambda site, name: site.change_class(name=name),
    "place, by staff": lambda site, name: site.change_class(place=name),
    "craft": lambda site, name: site.staff.post(
        f"/admin/classes/craft/{site.craft.pk}/change/", {"name": name, "position": 0}
    ),
    "new craft": lambda site, name: site.staff.post(
        "/admin/classes/craft/add/", {"name": name, "slug": "new", "position": 0}
    ),
    "new season": lambda site, name: site.admin("post", "/seasons", SEASON | {"name": name}),
    "season": lambda site, name: site.admin("put", f"/seasons/{site.season.pk}", SEASON | {"name": name}),
    "season, by staff": lambda site, name: site.staff.post(
        f"/admin/classes/season/{site.season.pk}/change/",
        {"name": name, "starts_on": "2027-07-05", "ends_on": "2027-08-27", "sibling_percent": 0},
    ),
    "imported class": lambda site, name: site.seed(nameClass=name),
    "imported instructor": lambda site, name: site.seed(instructorName=name),
    "imported place": lambda site, name: site.seed(place=name),
}


@pytest.fixture
def site(users, admin_client, identity_provider, write_seed_file):
    return Site(users, admin_client, identity_provider, write_seed_file)


def stored_names() -> set[str]:
    columns = [(User, "name"), (Child, "name"), (CampClass, "name"), (CampClass, "place"), (Craft, "name")]
    columns += [(Lesson, "place"), (Season, "name")]
    return {name for model, column in columns for name in model.objects.values_list(column, flat=True)}


@pytest.mark.parametrize("place", PLACES)
def test_it_stores_one_visible_line_in_one_form(site, place):
    """Each kind of name that is refused is tested by ``accounts/tests/api/test_add_child.py``."""
    before = stored_names()
    for refused in ("Ann\u2028Bob", "\u3164", "Ann evil.com"):
        PLACES[place](site, refused)
        assert stored_names() == before, refused
    PLACES[place](site, " \u202eJose\u0301\u00a0de\u200b  la\u3000Cruz\u2069 ")
    assert "Jos\xe9 de la Cruz" in stored_names()
