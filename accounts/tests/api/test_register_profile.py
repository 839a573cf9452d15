"""POST /users: completing the profile after registration or a first login."""

import pytest

from accounts.models import User
from testing.clients.api import as_, with_bearer
from testing.factories import make_user
from testing.snapshots import all_users

pytestmark = pytest.mark.django_db

PROFILE = {"name": "Ann", "photo": "https://pictures.example/ann.jpg", "email": "ann@camp.example"}
ALREADY_REGISTERED = {"insertedId": None, "message": "User already exists."}


def test_it_creates_an_account_for_an_id_token(identity_provider):
    response = identity_provider.log_in("ann@camp.example", verified=False).post("/users", PROFILE, 201)

    user = User.objects.get()
    assert response == {"insertedId": str(user.pk)}
    assert (user.name, user.photo, user.role, user.firebase_uid) == ("Ann", PROFILE["photo"], "student", "uid-ann")


def test_it_returns_201_for_an_account_created_by_the_token_exchange(identity_provider):
    client = identity_provider.log_in("ann@camp.example", name="From the provider")
    token = client.post("/jwt", {"email": "ann@camp.example"})["token"]

    assert with_bearer(token).post("/users", PROFILE, 201) == {"insertedId": str(User.objects.get().pk)}
    assert User.objects.get().name == "Ann"
    assert client.post("/users", PROFILE) == ALREADY_REGISTERED


def test_it_only_fills_empty_fields_later(identity_provider):
    client = identity_provider.log_in("ann@camp.example")
    client.post("/users", {"email": "ann@camp.example", "name": "Ann"}, 201)

    assert client.post("/users", PROFILE | {"name": "Another"}) == ALREADY_REGISTERED
    user = User.objects.get()
    assert (user.name, user.photo) == ("Ann", PROFILE["photo"])


def test_it_writes_nothing_if_nothing_changes(identity_provider):
    client = identity_provider.log_in("ann@camp.example")
    client.post("/users", PROFILE, 201)
    versions = User.history.count()
    client.post("/users", PROFILE)
    assert User.history.count() == versions


def test_it_removes_bidi_controls_from_the_name(identity_provider):
    identity_provider.log_in("ann@camp.example").post("/users", PROFILE | {"name": "\u202eAnn\u2069"}, 201)

    assert User.objects.get().name == "Ann"


def test_it_treats_null_as_empty(identity_provider):
    identity_provider.log_in("ann@camp.example").post(
        "/users", {"email": "ann@camp.example", "name": None, "photo": None}, 201
    )

    assert (User.objects.get().name, User.objects.get().photo) == ("", "")


@pytest.mark.parametrize("role", ["admin", "instructor", 7, {"deep": []}])
def test_it_ignores_a_role_in_the_body(identity_provider, role):
    identity_provider.log_in("ann@camp.example").post("/users", PROFILE | {"role": role, "is_staff": True}, 201)

    assert User.objects.get().role == "student"


@pytest.mark.parametrize("token", [None, "nonsense"])
def test_it_requires_a_bearer_token(identity_provider, token):
    client = with_bearer(token) if token else as_(None)
    response = client.client.post("/users", PROFILE, format="json")

    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Bearer"
    assert not User.objects.exists()


def test_it_refuses_another_email(identity_provider):
    victim = make_user("victim")
    before = all_users()
    body = PROFILE | {"email": victim.email}

    assert identity_provider.log_in("ann@camp.example").post("/users", body, 403)["code"] == "another_email"
    assert all_users() == before
    ann = make_user("ann")
    before = all_users()
    assert as_(ann).post("/users", body, 403)["code"] == "another_email"
    assert all_users() == before


def test_it_binds_an_account_created_by_staff_once_the_address_is_verified(identity_provider):
    make_user("ann", firebase_uid=None, email_verified=False)
    before = all_users()

    refusal = identity_provider.log_in("ann@camp.example", verified=False).post("/users", PROFILE, 403)

    assert refusal["code"] == "email_not_verified"
    assert all_users() == before
    identity_provider.log_in("ann@camp.example").post("/users", PROFILE, 201)


def test_it_refuses_a_disabled_account(identity_provider):
    make_user("ann", is_active=False)
    before = all_users()

    assert identity_provider.log_in("ann@camp.example").post("/users", PROFILE, 403)["code"] == "account_disabled"
    assert all_users() == before


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"email": "no address"}, "email"),
        ({"email": "ann\0@camp.example"}, "email"),
        ({"email": None}, "email"),
        ({"name": "n" * 101}, "name"),
        ({"name": ["Ann"]}, "name"),
        ({"name": "An\0n"}, "name"),
        ({"name": "Click https://evil.example"}, "name"),
        ({"photo": "http://pictures.example/ann.jpg"}, "photo"),
        ({"photo": "javascript:alert(1)"}, "photo"),
        ({"photo": "https://pictures.example/" + "a" * 2000}, "photo"),
        ({"photo": {"url": 1}}, "photo"),
    ],
)
def test_it_refuses_bad_input_and_names_the_field(identity_provider, change, field):
    refusal = identity_provider.log_in("ann@camp.example").post("/users", PROFILE | change, 400)

    assert list(refusal["fields"]) == [field]
    assert not User.objects.exists()


def test_it_refuses_a_lone_surrogate(identity_provider):
    client = identity_provider.log_in("ann@camp.example").client
    body = '{"email": "ann@camp.example", "name": "\\ud800"}'

    assert client.post("/users", body, content_type="application/json").status_code == 400
    assert not User.objects.exists()


def test_it_refuses_a_body_that_is_not_json(identity_provider):
    client = identity_provider.log_in("ann@camp.example").client

    assert client.post("/users", "{", content_type="application/json").status_code == 400
    assert client.post("/users", "[" * 100_000, content_type="application/json").status_code == 400
    assert client.post("/users", "x" * 300_000, content_type="application/json").status_code == 413
    assert client.post("/users", "a=b", content_type="application/x-www-form-urlencoded").status_code == 415
    assert not User.objects.exists()
