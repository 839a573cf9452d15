"""The identity provider in these tests: one door patched, everything behind it real."""

from itertools import count

import pytest

from accounts import firebase
from accounts.firebase import BadIdToken, Identity
from accounts.models import User
from camp.testing import Acting, bearing


class Provider:
    """Hands out ID tokens for whom it is told to know; any other token is a bad one."""

    def __init__(self) -> None:
        self.identities: dict[str, Identity] = {}
        self.down = False
        self._numbers = count(1)

    def log_in(self, email: str, *, uid: str = "", verified: bool = True, name: str = "", photo: str = "") -> Acting:
        """A client that bears an ID token for this person."""
        token = f"id-token-{next(self._numbers)}"
        self.identities[token] = Identity(
            uid=uid or f"uid-{email.partition('@')[0].lower()}",
            email=email.lower(),
            email_verified=verified,
            name=name,
            photo=photo,
        )
        return bearing(token)

    def verify_id_token(self, token: str) -> Identity:
        if self.down:
            raise firebase.IdentityProviderUnavailable
        if token not in self.identities:
            raise BadIdToken
        return self.identities[token]


def everybody() -> list[dict]:
    """All accounts with all their columns, to see that nothing has changed."""
    return list(User.objects.order_by("pk").values())


@pytest.fixture
def provider(monkeypatch):
    provider = Provider()
    monkeypatch.setattr(firebase, "verify_id_token", provider.verify_id_token)
    return provider
