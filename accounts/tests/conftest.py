"""The identity provider in these tests: one door patched, everything behind it real."""

from datetime import datetime
from itertools import count
from typing import Any

import pytest
from django.utils import timezone

from accounts import firebase
from accounts.firebase import BadIdToken, Identity
from accounts.models import User
from accounts.tests.emulator import an_emulator, forget_app
from camp.testing import Acting, bearing


class Provider:
    """Hands out ID tokens for whom it is told to know; any other token is a bad one."""

    def __init__(self) -> None:
        self.identities: dict[str, Identity] = {}
        self.deleted: list[str] = []
        self.down = False
        self._numbers = count(1)

    def log_in(self, email: str, **claims: Any) -> Acting:
        """A client that bears an ID token for this person."""
        return bearing(self.id_token(email, **claims))

    def id_token(
        self,
        email: str,
        *,
        uid: str = "",
        verified: bool = True,
        name: str = "",
        photo: str = "",
        logged_in_at: datetime | None = None,
    ) -> str:
        """An ID token for this person, who logged in just now unless told otherwise."""
        token = f"id-token-{next(self._numbers)}"
        self.identities[token] = Identity(
            uid=uid or f"uid-{email.partition('@')[0].lower()}",
            email=email.lower(),
            email_verified=verified,
            name=name,
            photo=photo,
            logged_in_at=logged_in_at or timezone.now(),
        )
        return token

    def verify_id_token(self, token: str) -> Identity:
        if self.down:
            raise firebase.IdentityProviderUnavailable
        if token not in self.identities:
            raise BadIdToken
        return self.identities[token]

    def delete_identity(self, uid: str) -> None:
        if self.down:
            raise firebase.IdentityProviderUnavailable
        self.deleted.append(uid)


def provider_instead(monkeypatch: pytest.MonkeyPatch) -> Provider:
    """This provider in the place of Firebase."""
    provider = Provider()
    for name in ("verify_id_token", "delete_identity"):
        monkeypatch.setattr(firebase, name, getattr(provider, name))
    return provider


def everybody() -> list[dict]:
    """All accounts with all their columns, to see that nothing has changed."""
    return list(User.objects.order_by("pk").values())


@pytest.fixture
def provider(monkeypatch):
    return provider_instead(monkeypatch)


@pytest.fixture
def use(monkeypatch, settings):
    """Point the SDK at an emulator's address, or at none."""
    forget_app()

    def point(address):
        settings.FIREBASE_AUTH_EMULATOR_HOST = address
        if address:
            monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", address)
        else:
            monkeypatch.delenv("FIREBASE_AUTH_EMULATOR_HOST", raising=False)

    yield point
    forget_app()


@pytest.fixture
def emulator(use):
    with an_emulator() as server:
        use(f"127.0.0.1:{server.server_port}")
        yield server
