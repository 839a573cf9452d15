"""accounts.firebase.delete_identity: the provider forgets somebody."""

import pytest

from accounts import firebase
from accounts.firebase import BadIdToken, IdentityProviderUnavailable, verify_id_token
from accounts.tests.emulator import claims, unsigned


def test_whoever_is_deleted_proves_nothing_any_more(emulator):
    verify_id_token(unsigned(claims()))
    firebase.delete_identity("uid-ann")
    assert emulator.accounts == []
    with pytest.raises(BadIdToken):
        verify_id_token(unsigned(claims()))


def test_whoever_is_gone_already_is_gone(emulator):
    firebase.delete_identity("uid-nobody")
    assert len(emulator.accounts) == 1


def test_while_the_provider_is_away(use):
    use("127.0.0.1:1")
    with pytest.raises(IdentityProviderUnavailable):
        firebase.delete_identity("uid-ann")


def test_without_a_service_account_it_cannot_be_done_and_nobody_is_asked(use, monkeypatch):
    """The provider obeys only who shows one."""
    use("")
    monkeypatch.setattr(firebase.auth, "delete_user", lambda *_, **__: pytest.fail("asked"))
    with pytest.raises(IdentityProviderUnavailable):
        firebase.delete_identity("uid-ann")


@pytest.mark.parametrize("claimed", [None, "soon", 1e300, 10**30, -(10**30), True, []])
def test_an_odd_time_of_log_in_is_no_time(emulator, claimed):
    """The SDK does not look at it."""
    at = verify_id_token(unsigned(claims(auth_time=claimed))).logged_in_at
    assert at is None or at.year == 1970


def test_when_somebody_logged_in_is_told(emulator):
    assert verify_id_token(unsigned(claims(auth_time=1_800_000_000))).logged_in_at.year == 2027
