"""The SQL statements that read an account return what the ORM would, for the same arguments."""

from itertools import product

import pytest

from accounts.api.authentication import select_authenticated
from accounts.locking import AccountInactive, lock_account
from accounts.models import User
from testing.factories import make_user
from testing.snapshots import column_values

pytestmark = pytest.mark.django_db

NO_ID, VERSIONS = 999_999, (0, 1, 2)


@pytest.fixture
def users():
    """An account for each version of its tokens, active and inactive."""
    return [
        make_user(f"{state}{version}", token_version=version, is_active=state == "active")
        for version, state in product(VERSIONS, ("active", "inactive"))
    ]


def test_it_selects_the_account_of_a_token(users):
    for user_id, version in product([user.pk for user in users] + [NO_ID], VERSIONS):
        found = select_authenticated(user_id=user_id, token_version=version)
        expected = User.objects.filter(pk=user_id, token_version=version, is_active=True)
        assert column_values([found] if found else []) == column_values(expected)


def test_it_locks_an_active_account(users):
    for user in [*users, User(pk=NO_ID)]:
        try:
            found = [lock_account(user)]
        except AccountInactive:
            found = []
        assert column_values(found) == column_values(User.objects.filter(pk=user.pk, is_active=True))
