"""How many waitlist entries an account may have at a time. See docs/adr/0017.

The entries of a student and of their children count together, because anyone can add children to their account.
"""

from django.conf import settings

from accounts.models import User
from core.errors import DomainError

UNVERIFIED_ENTRIES = 3


class TooManyEntries(DomainError):
    code = "too_many_entries"
    message = (
        f"You and your children can have at most {settings.WAITLIST_ENTRIES_PER_STUDENT} places on waitlists at a "
        "time. Please give one of them up first."
    )


class FewEntriesUntilVerified(TooManyEntries):
    message = (
        "Until you verify your email address, you and your children can have at most "
        f"{UNVERIFIED_ENTRIES} places on waitlists at a time. Verify it on your profile, or give one of them up first."
    )


def refuse_another_entry(*, account: User) -> None:
    """Checks that the account, whose row is locked, may have another active entry. Raises TooManyEntries.

    An account that anyone can create with any address may wait for only a few seats, because each can become an offer.
    """
    entries = account.waitlist_entries.active().count()
    if entries >= settings.WAITLIST_ENTRIES_PER_STUDENT:
        raise TooManyEntries
    if entries < UNVERIFIED_ENTRIES or account.email_verified or account.enrollments.paid().exists():
        return
    raise FewEntriesUntilVerified
