"""POST /jwt: the identity provider's token for the site's."""

import pytest
from django.db import IntegrityError
from django.utils import timezone

from accounts import signing_in
from accounts.firebase import Identity
from accounts.models import User
from accounts.tests.conftest import everybody
from accounts.tokens import issue_token, read_token
from camp.testing import as_, bearing, in_threads, make_user

pytestmark = pytest.mark.django_db


def test_it_opens_an_account_at_first_sight(provider):
    client = provider.log_in("ann@camp.example", name="Ann", photo="https://pictures.example/ann.jpg", verified=False)

    token = client.post("/jwt", {"email": "ann@camp.example"})["token"]

    user = User.objects.get()
    assert (user.email, user.name, user.photo) == ("ann@camp.example", "Ann", "https://pictures.example/ann.jpg")
    assert (user.role, user.firebase_uid, user.email_verified) == ("student", "uid-ann", False)
    assert read_token(token).user_id == user.pk
    assert bearing(token).get("/users/admin/ann@camp.example") == {"admin": False}


def test_it_finds_the_account_again_whatever_the_case(provider):
    first = provider.log_in("ann@camp.example").post("/jwt", {"email": "ann@camp.example"})["token"]
    again = provider.log_in("Ann@Camp.Example").post("/jwt", {"email": " ANN@camp.example "})["token"]

    assert User.objects.count() == 1
    assert read_token(first) == read_token(again)


def test_it_keeps_the_name_that_is_there(provider):
    sam = make_user("sam", photo="")
    client = provider.log_in(sam.email, name="Another", photo="https://pictures.example/sam.jpg")

    client.post("/jwt", {"email": sam.email})

    sam.refresh_from_db()
    assert (sam.name, sam.photo) == ("Sam", "https://pictures.example/sam.jpg")


def test_the_history_tells_changes_and_not_log_ins(provider):
    for verified in (False, False, True, True, True):
        provider.log_in("ann@camp.example", verified=verified).post("/jwt", {"email": "ann@camp.example"})

    ann = User.objects.get()
    assert [version.email_verified for version in ann.history.all()] == [True, False]
    assert ann.last_login > ann.history.latest().history_date


@pytest.mark.parametrize("token", ["", "nonsense", "null"])
def test_it_refuses_without_a_good_id_token(provider, token):
    client = bearing(token) if token else as_(None)
    response = client.client.post("/jwt", {"email": "ann@camp.example"}, format="json")

    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Bearer"
    assert set(response.json()) == {"code", "message"}
    assert not User.objects.exists()


def test_it_refuses_the_sites_own_token(provider):
    sam = make_user("sam")

    assert as_(sam).post("/jwt", {"email": sam.email}, 401)["code"] == "bad_token"


def test_it_refuses_another_email(provider):
    make_user("victim")
    before = everybody()

    refusal = provider.log_in("ann@camp.example").post("/jwt", {"email": "victim@camp.example"}, 403)

    assert refusal["code"] == "another_email"
    assert everybody() == before


@pytest.mark.parametrize(
    "body", [{}, {"email": None}, {"email": 7}, {"email": "no address"}, {"email": ["a@b.example"]}, [], "x", None, 3]
)
def test_it_refuses_bad_input(provider, body):
    refusal = provider.log_in("ann@camp.example").post("/jwt", body, 400)

    assert refusal["code"] == "invalid"
    assert not User.objects.exists()


def test_it_says_when_the_provider_does_not_answer(provider):
    client = provider.log_in("ann@camp.example")
    provider.down = True
    response = client.client.post("/jwt", {"email": "ann@camp.example"}, format="json")

    assert (response.status_code, response.json()["code"]) == (503, "provider_unavailable")
    assert int(response["Retry-After"]) > 0
    provider.down = False
    client.post("/jwt", {"email": "ann@camp.example"})


def test_it_refuses_a_disabled_account(provider):
    sam = make_user("sam", is_active=False)
    before = everybody()

    refusal = provider.log_in(sam.email).post("/jwt", {"email": sam.email}, 403)

    assert refusal["code"] == "account_disabled"
    assert everybody() == before


def test_a_row_that_staff_made_waits_for_a_verified_address(provider):
    made = make_user("ines", firebase_uid=None, email_verified=False)
    before = everybody()

    refusal = provider.log_in(made.email, uid="a-stranger", verified=False).post("/jwt", {"email": made.email}, 403)
    assert refusal["code"] == "email_not_verified"
    assert everybody() == before

    provider.log_in(made.email, uid="ines-herself").post("/jwt", {"email": made.email})
    made.refresh_from_db()
    assert made.firebase_uid == "ines-herself"
    assert made.email_verified


def test_another_identity_with_the_same_address_needs_it_verified(provider, caplog):
    sam = make_user("sam")
    before = everybody()

    refusal = provider.log_in(sam.email, uid="another", verified=False).post("/jwt", {"email": sam.email}, 403)

    assert refusal["code"] == "email_not_verified"
    assert everybody() == before
    assert not caplog.messages


def test_a_change_of_identity_is_logged_and_ends_what_was_begun(provider, caplog):
    sam = make_user("sam")
    old = as_(sam)

    new = provider.log_in(sam.email, uid="another").post("/jwt", {"email": sam.email})["token"]

    sam.refresh_from_db()
    assert sam.firebase_uid == "another"
    assert any(f"user {sam.pk}" in message and "another identity" in message for message in caplog.messages)
    assert sam.email not in caplog.text
    old.get(f"/users/admin/{sam.email}", 401)
    bearing(new).get(f"/users/admin/{sam.email}")


def test_verifying_an_address_ends_what_somebody_else_began_with_it(provider):
    client = provider.log_in("ann@camp.example", verified=False)
    before = client.post("/jwt", {"email": "ann@camp.example"})["token"]
    bearing(before).get("/users/admin/ann@camp.example")

    verified = provider.log_in("ann@camp.example")
    after = verified.post("/jwt", {"email": "ann@camp.example"})["token"]

    assert User.objects.get().email_verified
    bearing(before).get("/users/admin/ann@camp.example", 401)
    bearing(after).get("/users/admin/ann@camp.example")


def test_only_the_first_verification_ends_tokens(provider):
    body = {"email": "ann@camp.example"}
    unverified, verified = provider.log_in(body["email"], verified=False), provider.log_in(body["email"])
    unverified.post("/jwt", body)
    kept = verified.post("/jwt", body)["token"]
    unverified.post("/jwt", body)  # an ID token from before the verification is good for an hour
    assert not User.objects.get().email_verified
    verified.post("/jwt", body)

    assert User.objects.get().email_verified
    bearing(kept).get("/users/admin/ann@camp.example")


def test_an_address_changed_at_the_provider_is_followed_once_verified(provider):
    sam = make_user("sam")
    before = everybody()

    refusal = provider.log_in("new@camp.example", uid="uid-sam", verified=False).post(
        "/jwt", {"email": "new@camp.example"}, 403
    )
    assert refusal["code"] == "email_not_verified"
    assert everybody() == before

    provider.log_in("new@camp.example", uid="uid-sam").post("/jwt", {"email": "new@camp.example"})
    sam.refresh_from_db()
    assert sam.email == "new@camp.example"


def test_an_identity_that_takes_over_another_accounts_address_leaves_its_former_account(provider):
    former, target = make_user("sam"), make_user("olga")
    old = as_(former)

    provider.log_in(target.email, uid="uid-sam").post("/jwt", {"email": target.email})

    former.refresh_from_db()
    target.refresh_from_db()
    assert (former.firebase_uid, target.firebase_uid) == (None, "uid-sam")
    old.get(f"/users/admin/{former.email}", 401)


def rival_first(monkeypatch, identity):
    """Let another request open the same account between our look and our insert."""
    look = signing_in._known_by_uid

    def look_while_a_rival_acts(looked_for):
        found = look(looked_for)
        monkeypatch.setattr(signing_in, "_known_by_uid", look)
        in_threads(lambda: signing_in.sign_in(identity=identity, now=timezone.now()))
        return found

    monkeypatch.setattr(signing_in, "_known_by_uid", look_while_a_rival_acts)


ANN = Identity(uid="uid-ann", email="ann@camp.example", email_verified=True)


@pytest.mark.django_db(transaction=True)
def test_a_rival_who_opens_the_same_account_first_is_found(monkeypatch):
    rival_first(monkeypatch, ANN)

    assert signing_in.sign_in(identity=ANN, now=timezone.now()) == User.objects.get()


@pytest.mark.django_db(transaction=True)
def test_without_the_second_try_the_rival_is_in_the_way(monkeypatch):
    """The control of the test above."""
    rival_first(monkeypatch, ANN)

    with pytest.raises(IntegrityError):
        signing_in._sign_in(ANN, timezone.now())


@pytest.mark.django_db(transaction=True)
def test_two_first_exchanges_at_once_make_one_account(provider):
    clients = [provider.log_in("ann@camp.example") for _ in range(4)]

    answers = in_threads(
        *(lambda client=client: client.post("/jwt", {"email": "ann@camp.example"}) for client in clients)
    )

    assert User.objects.count() == 1
    assert {read_token(answer["token"]).user_id for answer in answers} == {User.objects.get().pk}


def test_a_token_is_for_the_account_alone(provider):
    sam, olga = make_user("sam"), make_user("olga")

    as_(sam).get(f"/users/admin/{olga.email}", 403)
    assert issue_token(user=sam) != issue_token(user=olga)
