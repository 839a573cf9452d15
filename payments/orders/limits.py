"""How many orders an account may have open, and how many seats it may hold, at a time. See docs/adr/0017.

Settlements are never limited: a student who has paid gets the seat if one is open.
"""

from collections.abc import Mapping, Sequence

from django.conf import settings

from accounts.models import User
from classes.models import Enrollment
from classes.seats.limits import is_unproven
from core.errors import DomainError
from payments.models import Order

UNVERIFIED_SEATS = 3


class TooManyHolds(DomainError):
    code = "too_many_holds"


class TooManyOrders(TooManyHolds):
    message = (
        f"You've already started {settings.OPEN_ORDERS_PER_STUDENT} other payments. "
        "Please finish one of them first, or remove its classes from your selected classes."
    )


class TooManySeatsHeld(TooManyHolds):
    message = (
        f"We can hold at most {settings.LIVE_HOLDS_PER_STUDENT} seats for you at a time. "
        "Please pay for some of them first, or remove some of your selected classes."
    )


class OneOrderUntilVerified(TooManyHolds):
    message = (
        "Until you verify your email address, we can only hold seats for one payment at a time. Verify it on your "
        "profile, finish the other payment, or remove its classes from your selected classes."
    )


class FewSeatsUntilVerified(TooManyHolds):
    message = (
        f"Until you verify your email address, you can pay for at most {UNVERIFIED_SEATS} classes at a time. "
        "Verify it on your profile, or choose fewer classes."
    )


def refuse_another_order(*, account: User, seats: int, others: Mapping[Order, Sequence[Enrollment]]) -> None:
    """``account`` is the locked row. ``others``: the other open orders of the account, and their live holds.

    Offers to the waitlist do not count. An account that anyone can create with any address may block only a few seats.
    """
    if len(others) >= settings.OPEN_ORDERS_PER_STUDENT:
        raise TooManyOrders
    if sum(len(holds) for holds in others.values()) + seats > settings.LIVE_HOLDS_PER_STUDENT:
        raise TooManySeatsHeld
    if (others or seats > UNVERIFIED_SEATS) and is_unproven(account):
        raise OneOrderUntilVerified if others else FewSeatsUntilVerified
