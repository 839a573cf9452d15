"""accounts.firebase.delete_identity: deleting an identity at the provider."""

import pytest
from django.utils import timezone

from accounts import firebase
from accounts.firebase import IdentityProviderUnavailable, InvalidIdToken
from testing.servers.auth_emulator import make_claims, unsigned_token


def test_it_invalidates_the_id_tokens_of_the_identity(emulator):
    firebase.verify_id_token(unsigned_token(make_claims()), now=timezone.now())
    firebase.delete_identity("uid-ann")
    assert emulator.accounts == []
    with pytest.raises(InvalidIdToken):
        firebase.verify_id_token(unsigned_token(make_claims()), now=timezone.now())


def test_it_succeeds_for_an_unknown_uid(emulator):
    firebase.delete_identity("uid-nobody")
    assert len(emulator.accounts) == 1


def test_it_raises_if_the_provider_does_not_respond(use_emulator):
    use_emulator("127.0.0.1:1")
    with pytest.raises(IdentityProviderUnavailable):
        firebase.delete_identity("uid-ann")


def test_it_raises_without_a_service_account(use_emulator, monkeypatch):
    """The provider requires one, so it is not called."""
    use_emulator("")
    monkeypatch.setattr(firebase.auth, "delete_user", lambda *_, **__: pytest.fail("called"))
    with pytest.raises(IdentityProviderUnavailable):
        firebase.delete_identity("uid-ann")


@pytest.mark.parametrize("content", ['{"type": "service_account"}', None], ids=["not valid", "missing"])
def test_it_raises_if_the_service_account_file_is_not_usable(use_emulator, settings, tmp_path, content):
    """The account is deleted by then, so the caller must be able to go on."""
    use_emulator("")
    settings.FIREBASE_CREDENTIALS = str(tmp_path / "account.json")
    if content:
        (tmp_path / "account.json").write_text(content)
    with pytest.raises(IdentityProviderUnavailable):
        firebase.delete_identity("uid-ann")
