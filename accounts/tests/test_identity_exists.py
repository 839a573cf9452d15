"""accounts.firebase.identity_exists: whether an identity still exists at the provider."""

import pytest

from accounts import firebase
from accounts.firebase import IdentityProviderUnavailable


def test_it_returns_whether_the_identity_exists(emulator):
    assert firebase.identity_exists("uid-ann")
    assert not firebase.identity_exists("uid-nobody")


def test_it_counts_a_disabled_identity(emulator):
    emulator.accounts[0]["disabled"] = True
    assert firebase.identity_exists("uid-ann")


def test_it_raises_if_the_provider_does_not_respond(use_emulator):
    use_emulator("127.0.0.1:1")
    with pytest.raises(IdentityProviderUnavailable):
        firebase.identity_exists("uid-ann")


def test_it_takes_any_identity_as_existing_without_a_service_account(use_emulator, monkeypatch):
    use_emulator("")
    monkeypatch.setattr(firebase.auth, "get_user", lambda *_, **__: pytest.fail("called"))
    assert firebase.identity_exists("uid-nobody")
