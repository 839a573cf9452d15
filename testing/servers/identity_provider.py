"""A fake identity provider with the functions of `accounts.firebase` that call Firebase."""

from datetime import datetime
from itertools import count
from typing import Any

from django.db import connection
from django.utils import timezone

from accounts import firebase
from accounts.firebase import Identity, InvalidIdToken
from testing.clients.api import ApiClient, with_bearer


class FakeIdentityProvider:
    """Issues ID tokens and verifies them; all other tokens are invalid.

    ``deleted`` lists the uids of deleted identities. While ``down`` is set, all calls fail. Without
    ``has_service_account`` nobody can ask whether an identity exists.
    """

    def __init__(self) -> None:
        self.identities: dict[str, Identity] = {}
        self.deleted: list[str] = []
        self.down = False
        self.has_service_account = True
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

    def identity_exists(self, uid: str) -> bool:
        assert all(block._from_testcase for block in connection.atomic_blocks), "called in a transaction"
        if self.down:
            raise firebase.IdentityProviderUnavailable
        return not self.has_service_account or uid not in self.deleted

    def delete_identity(self, uid: str) -> None:
        if self.down:
            raise firebase.IdentityProviderUnavailable
        self.deleted.append(uid)
