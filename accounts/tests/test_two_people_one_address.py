"""Two people and one address, in every order of change of address, registration, login and deletion.

Nobody may get an account with data that is bound to another identity, as long as that identity exists.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field

import pytest
from django.db import transaction

from accounts.models import Child, User
from testing.clients.api import as_, with_bearer
from testing.factories import make_child, make_user

pytestmark = pytest.mark.django_db

SHARED, NEW = "sam@camp.example", "new@camp.example"
PEOPLE = ("Sam", "Sue")
EVENTS = ("register", "change address", "log in", "log out and delete", "delete at provider")


@dataclass
class World:
    """The identities at the provider (uid and address), who has which, and the latest site tokens."""

    addresses: dict[str, str] = field(default_factory=dict)
    uids: dict[str, str] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    count: int = 0


class TwoPeople:
    """Plays the events. Each method returns False if the event is not possible now."""

    def __init__(self, provider) -> None:
        self.provider, self.world = provider, World()

    def register(self, name: str) -> bool:
        """At the provider, with the shared address, which this person owns and verifies now."""
        world = self.world
        if name in world.uids or SHARED in world.addresses.values():
            return False
        world.count += 1
        world.uids[name] = f"uid-{name}-{world.count}"
        world.addresses[world.uids[name]] = SHARED
        return True

    def change_address(self, name: str) -> bool:
        """At the provider, from the shared address to the new one or back."""
        world, uid = self.world, self.world.uids.get(name)
        target = NEW if uid and world.addresses[uid] == SHARED else SHARED
        if uid is None or target in world.addresses.values():
            return False
        world.addresses[uid] = target
        return True

    def log_in(self, name: str) -> bool:
        uid = self.world.uids.get(name)
        if uid is None:
            return False
        address = self.world.addresses[uid]
        before, own = rows_by_id(), User.objects.filter(firebase_uid=uid).first()
        client = self.provider.log_in(address, uid=uid)
        response = client.client.post("/jwt", {"email": address}, format="json")
        assert response.status_code in (200, 403), response.content
        if response.status_code == 403:
            assert response.json()["code"] == "email_in_use", response.content
            assert rows_by_id() == before
            return True
        account = User.objects.get(firebase_uid=uid)
        self._check_login(account, own, before)
        self.world.tokens[name] = response.json()["token"]
        make_child(account, f"Child of {name} {len(before)}-{self.world.count}-{account.children.count()}")
        return True

    def _check_login(self, account: User, own: User | None, before: dict[int, tuple[str, str | None]]) -> None:
        assert own is None or account == own, "a bound identity gets another account"
        former = before[account.pk][1] if account.pk in before else None
        if former not in (None, account.firebase_uid):
            assert self.provider.has_service_account
            assert former in self.provider.deleted, "the account of a living identity"
        for user_id, (_, uid) in before.items():
            if user_id != account.pk and Child.objects.filter(guardian=user_id).exists():
                assert User.objects.get(pk=user_id).firebase_uid == uid, "an account with data lost its identity"

    def log_out_and_delete(self, name: str) -> bool:
        """Deletes the account on the site, which deletes the identity."""
        uid, token = self.world.uids.get(name), self.world.tokens.pop(name, None)
        if uid is None or token is None:
            return False
        id_token = self.provider.id_token(self.world.addresses[uid], uid=uid)
        response = with_bearer(token).client.delete("/users/me", {"idToken": id_token}, format="json")
        assert response.status_code in (204, 401, 409), response.content  # 409: an earlier identity logged in
        if response.status_code == 204:
            self._forget(name)
        return True

    def delete_at_provider(self, name: str) -> bool:
        if name not in self.world.uids:
            return False
        self.provider.deleted.append(self.world.uids[name])
        self._forget(name)
        return True

    def _forget(self, name: str) -> None:
        del self.world.addresses[self.world.uids.pop(name)]

    @contextmanager
    def undone(self) -> Iterator[None]:
        """Undoes the events of the block."""
        world, deleted = deepcopy(self.world), list(self.provider.deleted)
        savepoint = transaction.savepoint()
        yield
        transaction.savepoint_rollback(savepoint)
        self.world, self.provider.deleted[:] = world, deleted


def rows_by_id() -> dict[int, tuple[str, str | None]]:
    return {user.pk: (user.email, user.firebase_uid) for user in User.objects.all()}


def check_tokens(world: World) -> None:
    """A token opens the account of an identity that its holder has or had, and no other's."""
    for name, token in world.tokens.items():
        rows = with_bearer(token).client.get("/children").json()
        if isinstance(rows, list):
            assert any(name in row["name"] for row in rows), (name, rows)


def play(people: TwoPeople, events: int, history: tuple[str, ...] = ()) -> int:
    """Plays every order of this many events after the history. Returns the number of orders, shorter ones included."""
    played = 0
    for name in PEOPLE if events else ():
        for event in EVENTS:
            with people.undone():
                try:
                    if getattr(people, event.replace(" ", "_"))(name):
                        check_tokens(people.world)
                        played += 1 + play(people, events - 1, (*history, f"{name}: {event}"))
                except AssertionError as error:
                    error.add_note(f"after {[*history, f'{name}: {event}']}")
                    raise
    return played


@pytest.mark.parametrize("has_service_account", [True, False])
@pytest.mark.parametrize("events", [pytest.param(3, id="short"), pytest.param(6, id="long", marks=pytest.mark.long)])
def test_nobody_gets_the_account_of_another_living_identity(identity_provider, settings, has_service_account, events):
    settings.THROTTLE_RATES = dict.fromkeys(settings.THROTTLE_RATES, (10**9, 10**9, 60))
    identity_provider.has_service_account = has_service_account
    people = TwoPeople(identity_provider)
    assert people.register("Sam")
    assert people.log_in("Sam")
    staff = make_user("new", firebase_uid=None)  # an empty account that staff created for the new address
    assert as_(staff).get("/children") == []

    assert play(people, events) > 2**events
