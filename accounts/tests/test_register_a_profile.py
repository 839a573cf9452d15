"""POST /users: completing the profile after registration or a first sign-in."""

import pytest

from accounts.models import User
from accounts.tests.conftest import everybody
from camp.testing import as_, bearing, make_user

pytestmark = pytest.mark.django_db

PROFILE = {"name": "Ann", "photo": "https://pictures.example/ann.jpg", "email": "ann@camp.example"}
KNOWN = {"insertedId": None, "message": "User already exists."}


def test_it_opens_the_account_of_an_id_token(provider):
    answer = provider.log_in("ann@camp.example", verified=False).post("/users", PROFILE, 201)

    user = User.objects.get()
    assert answer == {"insertedId": str(user.pk)}
    assert (user.name, user.photo, user.role, user.firebase_uid) == ("Ann", PROFILE["photo"], "student", "uid-ann")


def test_it_is_the_first_time_also_where_the_exchange_made_the_row(provider):
    client = provider.log_in("ann@camp.example", name="From the provider")
    token = client.post("/jwt", {"email": "ann@camp.example"})["token"]

    assert bearing(token).post("/users", PROFILE, 201) == {"insertedId": str(User.objects.get().pk)}
    assert User.objects.get().name == "Ann"
    assert client.post("/users", PROFILE) == KNOWN


def test_later_it_only_fills_what_is_empty(provider):
    client = provider.log_in("ann@camp.example")
    client.post("/users", {"email": "ann@camp.example", "name": "Ann"}, 201)

    assert client.post("/users", PROFILE | {"name": "Another"}) == KNOWN
    user = User.objects.get()
    assert (user.name, user.photo) == ("Ann", PROFILE["photo"])


def test_null_is_empty(provider):
    provider.log_in("ann@camp.example").post("/users", {"email": "ann@camp.example", "name": None, "photo": None}, 201)

    assert (User.objects.get().name, User.objects.get().photo) == ("", "")


@pytest.mark.parametrize("role", ["admin", "instructor", 7, {"deep": []}])
def test_a_role_in_the_body_is_ignored(provider, role):
    provider.log_in("ann@camp.example").post("/users", PROFILE | {"role": role, "is_staff": True}, 201)

    assert User.objects.get().role == "student"


@pytest.mark.parametrize("token", [None, "nonsense"])
def test_it_needs_a_bearer(provider, token):
    client = bearing(token) if token else as_(None)
    response = client.client.post("/users", PROFILE, format="json")

    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Bearer"
    assert not User.objects.exists()


def test_it_is_for_ones_own_email_only(provider):
    victim = make_user("victim")
    before = everybody()
    body = PROFILE | {"email": victim.email}

    assert provider.log_in("ann@camp.example").post("/users", body, 403)["code"] == "another_email"
    assert everybody() == before
    ann = make_user("ann")
    before = everybody()
    assert as_(ann).post("/users", body, 403)["code"] == "another_email"
    assert everybody() == before


def test_a_row_that_staff_made_waits_for_a_verified_address(provider):
    make_user("ann", firebase_uid=None, email_verified=False)
    before = everybody()

    refusal = provider.log_in("ann@camp.example", verified=False).post("/users", PROFILE, 403)

    assert refusal["code"] == "email_not_verified"
    assert everybody() == before
    provider.log_in("ann@camp.example").post("/users", PROFILE, 201)


def test_it_refuses_a_disabled_account(provider):
    make_user("ann", is_active=False)
    before = everybody()

    assert provider.log_in("ann@camp.example").post("/users", PROFILE, 403)["code"] == "account_disabled"
    assert everybody() == before


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"email": "no address"}, "email"),
        ({"email": "ann\0@camp.example"}, "email"),
        ({"email": None}, "email"),
        ({"name": "n" * 101}, "name"),
        ({"name": ["Ann"]}, "name"),
        ({"name": "An\0n"}, "name"),
        ({"photo": "http://pictures.example/ann.jpg"}, "photo"),
        ({"photo": "javascript:alert(1)"}, "photo"),
        ({"photo": "https://pictures.example/" + "a" * 2000}, "photo"),
        ({"photo": {"url": 1}}, "photo"),
    ],
)
def test_it_refuses_bad_input_and_names_the_field(provider, change, field):
    refusal = provider.log_in("ann@camp.example").post("/users", PROFILE | change, 400)

    assert list(refusal["fields"]) == [field]
    assert not User.objects.exists()


def test_it_refuses_half_a_character(provider):
    client = provider.log_in("ann@camp.example").client
    body = '{"email": "ann@camp.example", "name": "\\ud800"}'

    assert client.post("/users", body, content_type="application/json").status_code == 400
    assert not User.objects.exists()


def test_it_refuses_what_is_no_json(provider):
    client = provider.log_in("ann@camp.example").client

    assert client.post("/users", "{", content_type="application/json").status_code == 400
    assert client.post("/users", "[" * 100_000, content_type="application/json").status_code == 400
    assert client.post("/users", "x" * 300_000, content_type="application/json").status_code == 413
    assert client.post("/users", "a=b", content_type="application/x-www-form-urlencoded").status_code == 415
    assert not User.objects.exists()
