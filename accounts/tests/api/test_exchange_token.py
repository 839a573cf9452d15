"""POST /jwt: exchanging an ID token for a site token."""

import pytest
from django.db import IntegrityError
from django.utils import timezone

from accounts import login
from accounts.firebase import Identity
from accounts.models import User
from accounts.tokens import issue_token, read_token
from testing.clients.api import as_, with_bearer
from testing.factories import make_user
from testing.proofs.races import run_concurrently
from testing.snapshots import all_users

pytestmark = pytest.mark.django_db


def test_it_creates_an_account_at_the_first_login(identity_provider):
    client = identity_provider.log_in(
        "ann@camp.example", name="Ann", photo="https://pictures.example/ann.jpg", verified=False
    )

    token = client.post("/jwt", {"email": "ann@camp.example"})["token"]

    user = User.objects.get()
    assert (user.email, user.name, user.photo) == ("ann@camp.example", "Ann", "https://pictures.example/ann.jpg")
    assert (user.role, user.firebase_uid, user.email_verified) == ("student", "uid-ann", False)
    assert read_token(token).user_id == user.pk
    assert with_bearer(token).get("/users/admin/ann@camp.example") == {"admin": False}


def test_it_finds_the_account_ignoring_the_case_of_the_address(identity_provider):
    first = identity_provider.log_in("ann@camp.example").post("/jwt", {"email": "ann@camp.example"})["token"]
    again = identity_provider.log_in("Ann@Camp.Example").post("/jwt", {"email": " ANN@camp.example "})["token"]

    assert User.objects.count() == 1
    assert read_token(first) == read_token(again)


def test_it_keeps_an_existing_name(identity_provider):
    sam = make_user("sam", photo="")
    client = identity_provider.log_in(sam.email, name="Another", photo="https://pictures.example/sam.jpg")

    client.post("/jwt", {"email": sam.email})

    sam.refresh_from_db()
    assert (sam.name, sam.photo) == ("Sam", "https://pictures.example/sam.jpg")


def test_it_records_changes_but_not_logins_in_the_history(identity_provider):
    for verified in (False, False, True, True, True):
        identity_provider.log_in("ann@camp.example", verified=verified).post("/jwt", {"email": "ann@camp.example"})

    ann = User.objects.get()
    assert [version.email_verified for version in ann.history.all()] == [True, False]
    assert ann.last_login > ann.history.latest().history_date


@pytest.mark.parametrize("token", ["", "nonsense", "null"])
def test_it_refuses_a_missing_or_invalid_id_token(identity_provider, token):
    client = with_bearer(token) if token else as_(None)
    response = client.client.post("/jwt", {"email": "ann@camp.example"}, format="json")

    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Bearer"
    assert set(response.json()) == {"code", "message"}
    assert not User.objects.exists()


def test_it_refuses_a_site_token(identity_provider):
    sam = make_user("sam")

    assert as_(sam).post("/jwt", {"email": sam.email}, 401)["code"] == "bad_token"


def test_it_refuses_another_email(identity_provider):
    make_user("victim")
    before = all_users()

    refusal = identity_provider.log_in("ann@camp.example").post("/jwt", {"email": "victim@camp.example"}, 403)

    assert refusal["code"] == "another_email"
    assert all_users() == before


@pytest.mark.parametrize(
    "body", [{}, {"email": None}, {"email": 7}, {"email": "no address"}, {"email": ["a@b.example"]}, [], "x", None, 3]
)
def test_it_refuses_bad_input(identity_provider, body):
    refusal = identity_provider.log_in("ann@camp.example").post("/jwt", body, 400)

    assert refusal["code"] == "invalid"
    assert not User.objects.exists()


def test_it_returns_503_if_the_provider_does_not_respond(identity_provider):
    client = identity_provider.log_in("ann@camp.example")
    identity_provider.down = True
    response = client.client.post("/jwt", {"email": "ann@camp.example"}, format="json")

    assert (response.status_code, response.json()["code"]) == (503, "provider_unavailable")
    assert int(response["Retry-After"]) > 0
    identity_provider.down = False
    client.post("/jwt", {"email": "ann@camp.example"})


def test_it_refuses_a_disabled_account(identity_provider):
    sam = make_user("sam", is_active=False)
    before = all_users()

    refusal = identity_provider.log_in(sam.email).post("/jwt", {"email": sam.email}, 403)

    assert refusal["code"] == "account_disabled"
    assert all_users() == before


def test_it_binds_an_account_created_by_staff_once_the_address_is_verified(identity_provider):
    created = make_user("ines", firebase_uid=None, email_verified=False)
    before = all_users()

    refusal = identity_provider.log_in(created.email, uid="uid-other", verified=False).post(
        "/jwt", {"email": created.email}, 403
    )
    assert refusal["code"] == "email_not_verified"
    assert all_users() == before

    identity_provider.log_in(created.email, uid="uid-ines").post("/jwt", {"email": created.email})
    created.refresh_from_db()
    assert created.firebase_uid == "uid-ines"
    assert created.email_verified


def test_it_refuses_another_identity_with_the_same_unverified_address(identity_provider, caplog):
    sam = make_user("sam")
    before = all_users()

    refusal = identity_provider.log_in(sam.email, uid="another", verified=False).post("/jwt", {"email": sam.email}, 403)

    assert refusal["code"] == "email_not_verified"
    assert all_users() == before
    assert not caplog.messages


def test_it_revokes_tokens_issued_before_the_address_was_verified(identity_provider):
    client = identity_provider.log_in("ann@camp.example", verified=False)
    before = client.post("/jwt", {"email": "ann@camp.example"})["token"]
    with_bearer(before).get("/users/admin/ann@camp.example")

    verified = identity_provider.log_in("ann@camp.example")
    after = verified.post("/jwt", {"email": "ann@camp.example"})["token"]

    assert User.objects.get().email_verified
    with_bearer(before).get("/users/admin/ann@camp.example", 401)
    with_bearer(after).get("/users/admin/ann@camp.example")


def test_it_revokes_tokens_at_the_first_verification_only(identity_provider):
    body = {"email": "ann@camp.example"}
    unverified = identity_provider.log_in(body["email"], verified=False)
    verified = identity_provider.log_in(body["email"])
    unverified.post("/jwt", body)
    kept = verified.post("/jwt", body)["token"]
    unverified.post("/jwt", body)  # an ID token issued before the verification stays valid for an hour
    assert not User.objects.get().email_verified
    verified.post("/jwt", body)

    assert User.objects.get().email_verified
    with_bearer(kept).get("/users/admin/ann@camp.example")


def test_it_adopts_a_changed_address_once_it_is_verified(identity_provider):
    sam = make_user("sam")
    before = all_users()

    refusal = identity_provider.log_in("new@camp.example", uid="uid-sam", verified=False).post(
        "/jwt", {"email": "new@camp.example"}, 403
    )
    assert refusal["code"] == "email_not_verified"
    assert all_users() == before

    identity_provider.log_in("new@camp.example", uid="uid-sam").post("/jwt", {"email": "new@camp.example"})
    sam.refresh_from_db()
    assert sam.email == "new@camp.example"


def insert_concurrently(monkeypatch, identity):
    """Lets another request create the same account between the lookup and the insert."""
    lock = login._lock_accounts

    def lock_then_insert(looked_up):
        found = lock(looked_up)
        monkeypatch.setattr(login, "_lock_accounts", lock)
        run_concurrently(lambda: login.log_in(identity=identity, now=timezone.now()))
        return found

    monkeypatch.setattr(login, "_lock_accounts", lock_then_insert)


ANN = Identity(uid="uid-ann", email="ann@camp.example", email_verified=True)


@pytest.mark.django_db(transaction=True)
def test_it_finds_an_account_that_a_concurrent_request_created(monkeypatch):
    insert_concurrently(monkeypatch, ANN)

    assert login.log_in(identity=ANN, now=timezone.now()) == User.objects.get()


@pytest.mark.django_db(transaction=True)
def test_it_fails_on_a_concurrent_insert_without_the_second_attempt(monkeypatch):
    """Control of the test above."""
    insert_concurrently(monkeypatch, ANN)

    with pytest.raises(IntegrityError):
        login._log_in(ANN, timezone.now())


@pytest.mark.django_db(transaction=True)
def test_it_creates_one_account_for_concurrent_first_logins(identity_provider):
    clients = [identity_provider.log_in("ann@camp.example") for _ in range(4)]

    responses = run_concurrently(
        *(lambda client=client: client.post("/jwt", {"email": "ann@camp.example"}) for client in clients)
    )

    assert User.objects.count() == 1
    assert {read_token(response["token"]).user_id for response in responses} == {User.objects.get().pk}


def test_it_issues_a_token_for_one_account_only(identity_provider):
    sam, olga = make_user("sam"), make_user("olga")

    as_(sam).get(f"/users/admin/{olga.email}", 403)
    assert issue_token(user=sam) != issue_token(user=olga)
