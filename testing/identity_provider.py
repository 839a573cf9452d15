"""A fake identity provider with the two functions of `accounts.firebase` that call Firebase."""

from datetime import datetime
from itertools import count
from typing import Any

from django.utils import timezone

from accounts import firebase
from accounts.firebase import Identity, InvalidIdToken
from testing.api_client import ApiClient, with_bearer


class FakeIdentityProvider:
    """Issues ID tokens and verifies them; all other tokens are invalid.

    ``deleted`` lists the uids of deleted identities. While ``down`` is set, all calls fail.
    """

    def __init__(self) -> None:
        self.identities: dict[str, Identity] = {}
        self.deleted: list[str] = []
        self.down = False
        self._numbers = count(1)

    def log_in(self, email: str, **claims: Any) -> ApiClient:
        """Returns a client that sends an ID token of this user as its bearer token."""
        return with_bearer(self.id_token(email, **claims))

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
        """Returns an ID token of this user. The login time is now by default."""
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

    def verify_id_token(self, token: str, *, now: datetime) -> Identity:
        if self.down:
            raise firebase.IdentityProviderUnavailable
        if token not in self.identities:
            raise InvalidIdToken
        return self.identities[token]

    def delete_identity(self, uid: str) -> None:
        if self.down:
            raise firebase.IdentityProviderUnavailable
        self.deleted.append(uid)
