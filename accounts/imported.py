"""Accounts that come from a file. Each belongs to the first login with its verified address, as at the desk."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef

from accounts.models import User

BATCH_SIZE = 500


def insert_accounts(accounts: Sequence[User], *, now: datetime) -> list[User]:
    """Leaves out those whose address has an account, which stays as it is."""
    for account in accounts:
        account.joined_at = now
        account.set_unusable_password()
    # A concurrent request may have created one of them meanwhile.
    User.objects.bulk_create(accounts, batch_size=BATCH_SIZE, ignore_conflicts=True)
    in_history = Exists(User.history.filter(id=OuterRef("pk")))
    created = list(User.objects.filter(~in_history, email__in=[account.email for account in accounts]).order_by("pk"))
    User.history.bulk_history_create(created, batch_size=BATCH_SIZE, default_date=now)
    return created
