"""Changing the signing key logs nobody out: for a while what the former key has signed is good too."""

import jwt
import pytest
import time_machine
from rest_framework_simplejwt.state import token_backend

from accounts.tokens import issue_token
from camp.testing import bearing, make_user

FORMER, STRANGE = "f" * 40, "x" * 40

pytestmark = pytest.mark.django_db


@pytest.fixture
def sam():
    return make_user("sam")


def signed_with(key, token):
    """The token as it would be, had this key signed it."""
    claims = jwt.decode(token, options={"verify_signature": False})
    return jwt.encode(claims, key, algorithm="HS256")


def ask(token, status=200):
    return bearing(token).get("/users/admin/sam@camp.example", status)


def test_the_former_key_is_good_while_it_is_named(sam, settings):
    token = signed_with(FORMER, issue_token(user=sam))
    ask(token, 401)
    settings.JWT_PREVIOUS_SIGNING_KEY = FORMER
    ask(token)
    ask(issue_token(user=sam))
    settings.JWT_PREVIOUS_SIGNING_KEY = ""
    ask(token, 401)


def test_the_present_key_signs(sam, settings):
    settings.JWT_PREVIOUS_SIGNING_KEY = FORMER
    token = issue_token(user=sam)
    assert signed_with(token_backend.signing_key, token) == token


def test_no_other_key_is(sam, settings):
    settings.JWT_PREVIOUS_SIGNING_KEY = FORMER
    ask(signed_with(STRANGE, issue_token(user=sam)), 401)
    unsigned = jwt.encode(
        jwt.decode(issue_token(user=sam), options={"verify_signature": False}), None, algorithm="none"
    )
    ask(unsigned, 401)


def test_the_former_key_makes_no_token_last_longer(sam, settings):
    settings.JWT_PREVIOUS_SIGNING_KEY = FORMER
    with time_machine.travel("2030-06-01 09:00:00Z") as clock:
        token = signed_with(FORMER, issue_token(user=sam))
        ask(token)
        clock.shift(3601)
        ask(token, 401)


@pytest.mark.parametrize(("claim", "value"), [("iss", "another"), ("aud", "another"), ("token_type", "refresh")])
def test_it_excuses_nothing_else(sam, settings, claim, value):
    settings.JWT_PREVIOUS_SIGNING_KEY = FORMER
    claims = jwt.decode(issue_token(user=sam), options={"verify_signature": False})
    ask(jwt.encode(claims | {claim: value}, FORMER, algorithm="HS256"), 401)


def test_whoever_was_logged_out_everywhere_stays_out(sam, settings):
    settings.JWT_PREVIOUS_SIGNING_KEY = FORMER
    token = signed_with(FORMER, issue_token(user=sam))
    sam.token_version += 1
    sam.save()
    ask(token, 401)
