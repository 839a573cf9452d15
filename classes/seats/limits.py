"""How many seats of one class an account may have without having paid for them. See docs/adr/0017.

Held, offered and free seats count alike, for a student and their children together: anyone can add children.
Settlements are never limited.
"""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal

from django.conf import settings

from accounts.models import User
from classes.models import Enrollment
from core.errors import DomainError

FREE = Decimal(0)


class TooManySeats(DomainError):
    code = "too_many_seats"
    message = (
        f"We can keep at most {settings.UNPAID_SEATS_PER_CLASS} seats in one class for you and your children at a "
        "time. Please pay for some of them first."
    )


class TooManyFreeSeats(TooManySeats):
    message = f"You and your children can have at most {settings.UNPAID_SEATS_PER_CLASS} seats in a free class."


class VerifiedEmailNeeded(DomainError):
    code = "verified_email_needed"
    message = "A free seat needs a verified email address. Please verify yours on your profile first."


def is_unproven(account: User) -> bool:
    """Anyone could have created the account, with any address: it is not verified and has not paid."""
    return not (account.email_verified or account.enrollments.paid().exists())


def refuse_another_seat(
    *, account: User, price: Decimal, own: Iterable[Enrollment], also_requested: int = 0, now: datetime
) -> None:
    """For one more seat of the class at this price that is not paid yet.

    ``account`` is the locked row, ``own`` its enrollments in the class. ``also_requested``: the number of seats of the
    class that the same order also requests.
    """
    refuse_free_seat_if_unverified(account=account, price=price)
    if sum(each.is_unpaid_seat(now) for each in own) + also_requested >= settings.UNPAID_SEATS_PER_CLASS:
        raise TooManyFreeSeats if price == FREE else TooManySeats


def refuse_free_seat_if_unverified(*, account: User, price: Decimal) -> None:
    """Anyone can create accounts with any addresses."""
    if price == FREE and not account.email_verified:
        raise VerifiedEmailNeeded
