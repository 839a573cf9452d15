"""Key rotation: tokens signed with JWT_PREVIOUS_SIGNING_KEY stay valid until they expire."""

import jwt
import pytest
import time_machine
from rest_framework_simplejwt.state import token_backend

from accounts.tokens import issue_token
from testing.clients.api import with_bearer
from testing.factories import make_user

PREVIOUS_KEY, UNKNOWN_KEY = "f" * 40, "x" * 40

pytestmark = pytest.mark.django_db


@pytest.fixture
def sam():
    return make_user("sam")


def signed_with(key, token):
    """Returns the token with the same claims, signed with this key."""
    claims = jwt.decode(token, options={"verify_signature": False})
    return jwt.encode(claims, key, algorithm="HS256")


def get_with(token, status=200):
    return with_bearer(token).get("/users/admin/sam@camp.example", status)


def test_it_accepts_the_previous_key_while_it_is_configured(sam, settings):
    token = signed_with(PREVIOUS_KEY, issue_token(user=sam))
    get_with(token, 401)
    settings.JWT_PREVIOUS_SIGNING_KEY = PREVIOUS_KEY
    get_with(token)
    get_with(issue_token(user=sam))
    settings.JWT_PREVIOUS_SIGNING_KEY = ""
    get_with(token, 401)


def test_it_signs_with_the_current_key(sam, settings):
    settings.JWT_PREVIOUS_SIGNING_KEY = PREVIOUS_KEY
    token = issue_token(user=sam)
    assert signed_with(token_backend.signing_key, token) == token


def test_it_refuses_an_unknown_key_and_an_unsigned_token(sam, settings):
    settings.JWT_PREVIOUS_SIGNING_KEY = PREVIOUS_KEY
    get_with(signed_with(UNKNOWN_KEY, issue_token(user=sam)), 401)
    unsigned = jwt.encode(
        jwt.decode(issue_token(user=sam), options={"verify_signature": False}), None, algorithm="none"
    )
    get_with(unsigned, 401)


def test_it_refuses_an_expired_token_of_the_previous_key(sam, settings):
    settings.JWT_PREVIOUS_SIGNING_KEY = PREVIOUS_KEY
    with time_machine.travel("2030-06-01 09:00:00Z") as clock:
        token = signed_with(PREVIOUS_KEY, issue_token(user=sam))
        get_with(token)
        clock.shift(3601)
        get_with(token, 401)


@pytest.mark.parametrize(("claim", "value"), [("iss", "another"), ("aud", "another"), ("token_type", "refresh")])
def test_it_checks_the_claims_of_a_token_of_the_previous_key(sam, settings, claim, value):
    settings.JWT_PREVIOUS_SIGNING_KEY = PREVIOUS_KEY
    claims = jwt.decode(issue_token(user=sam), options={"verify_signature": False})
    get_with(jwt.encode(claims | {claim: value}, PREVIOUS_KEY, algorithm="HS256"), 401)


def test_it_refuses_a_revoked_token_of_the_previous_key(sam, settings):
    settings.JWT_PREVIOUS_SIGNING_KEY = PREVIOUS_KEY
    token = signed_with(PREVIOUS_KEY, issue_token(user=sam))
    sam.token_version += 1
    sam.save()
    get_with(token, 401)
