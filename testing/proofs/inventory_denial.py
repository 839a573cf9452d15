"""An attacker whose accounts keep the seats of one class from others without ever paying."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from decimal import Decimal
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.children import add_child
from accounts.models import Child, User
from classes.models import CampClass, Enrollment, WaitlistEntry
from classes.seats.enrollment import cancel_hold
from classes.seats.hold_time import HeldTooLong
from classes.seats.requests import NotAllAvailable, SeatRequest
from classes.waitlist import entries
from classes.waitlist.limits import OfferNotTaken
from core.errors import DomainError
from payments.checkout.free_seats import take_free_seat
from payments.orders.intents import cancel_at_stripe
from payments.orders.opening import open_order
from payments.settlement.orders import complete_order
from privacy.child_deletion import delete_child
from testing.factories import make_child

SIZES = (4, 3, 1)
"""The numbers of seats for which an account asks if it does not get all of them."""
MOVES_PER_STEP = 0.3
"""How often the attacker gives something up that it has, to get it again in another way."""


class Attacker:
    """Accounts with as many children as possible, which act together, one step after the other.

    In each step they prolong their holds, take each open seat, join the waitlist, and end their holds once somebody of
    theirs waits, because an offer lasts for a day. Their holds have orders without intents, so no provider is called.
    """

    def __init__(self, *, accounts: list[User], camp_class: CampClass, random: Random) -> None:
        self.accounts, self.camp_class, self.random = accounts, camp_class, random
        self.orders: list[tuple[User, list[int | None]]] = []
        self.refused_until: dict[User, datetime] = {}
        for account in accounts:
            for number in range(Child.MAX_PER_GUARDIAN):
                make_child(account, f"Child {number}")

    def step(self, now: datetime) -> None:
        self.prolong(now)
        self.take_seats(now)
        self.join(now)
        if self.let_offers_replace_holds(now):
            self.take_seats(now)
            self.join(now)
        if self.random.random() < MOVES_PER_STEP:
            self.random.choice([self.end_entry, self.end_hold, self.replace_order, self.replace_child])(now)

    def own(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Returns those of the rows that belong to the attacker's accounts, in the class."""
        return rows.filter(camp_class=self.camp_class, student__in=self.accounts)

    def participants(self, account: User) -> Iterator[int | None]:
        """Yields those who have neither a seat nor a place on the waitlist."""
        busy = set(self.own(Enrollment.objects.filter(student=account).exclude(state="RELEASED")).values_list("child"))
        busy |= set(self.own(WaitlistEntry.objects.active().filter(student=account)).values_list("child"))
        children = account.children.not_deleted().order_by("pk").values_list("pk", flat=True)
        return (each for each in (None, *children) if (each,) not in busy)

    def prolong(self, now: datetime) -> None:
        self.orders = [order for order in self.orders if self.order(*order, now)]

    def take_seats(self, now: datetime) -> None:
        for account in self.random.sample(self.accounts, len(self.accounts)):
            taken = Enrollment.objects.taking_seats(now).filter(camp_class=self.camp_class).count()
            wanted = list(self.participants(account))[: max(0, self.camp_class.capacity - taken)]
            for count in sorted({len(wanted), *SIZES}, reverse=True):
                order = (account, wanted[:count])
                if 0 < count <= len(wanted) and self.refused_until.get(account, now) <= now and self.order(*order, now):
                    self.orders.append(order)
                    break

    def order(self, account: User, children: list[int | None], now: datetime) -> bool:
        """Holds seats of the class in one order, or enrolls in it if it is free. Returns whether that succeeded."""
        requests, total = order_of(self.camp_class, children)
        try:
            if total == 0 and len(children) == 1:
                free_seat(account, self.camp_class, children[0], now)
            else:
                hold(account, requests, total, now)
        except NotAllAvailable as refusal:
            for each in refusal.obstacles:
                if isinstance(each.reason, HeldTooLong) and each.reason.retry_at:
                    self.refused_until[account] = each.reason.retry_at
            return False
        except DomainError:
            return False
        return True

    def join(self, now: datetime) -> None:
        for account in self.accounts:
            for child in self.participants(account):
                try:
                    entries.join(student=account, camp_class_id=self.camp_class.pk, child_id=child, now=now)
                except OfferNotTaken:
                    continue
                except DomainError:
                    break

    def let_offers_replace_holds(self, now: datetime) -> bool:
        """Ends the holds if somebody waits who gets their seats. Returns whether it did."""
        if not self.own(WaitlistEntry.objects.waiting()).exists():
            return False
        return self.release(self.holds(now), now)

    def holds(self, now: datetime) -> QuerySet[Enrollment]:
        return self.own(Enrollment.objects.live_holds(now).filter(offered_until=None)).order_by("pk")

    def release(self, holds: Iterable[Enrollment], now: datetime) -> bool:
        """Ends the holds as the removal of their selections does. Returns whether there was one."""
        holds = list(holds)
        for each in holds:
            with transaction.atomic():
                cancel_hold(student=each.student, child_id=each.child_id, camp_class_id=each.camp_class_id, now=now)
        return bool(holds)

    def end_entry(self, now: datetime) -> None:
        """Leaves the waitlist, or declines an offer."""
        for entry in self.own(WaitlistEntry.objects.active()).order_by("?")[:1]:
            entries.leave(student=entry.student, entry_id=entry.pk, now=now)

    def end_hold(self, now: datetime) -> None:
        self.release(self.holds(now)[:1], now)

    def replace_order(self, now: datetime) -> None:
        """Requests one of the seats of an order again, with others."""
        if self.orders:
            account, children = self.random.choice(self.orders)
            order = (account, [children[0], *list(self.participants(account))[:2]])
            if self.order(*order, now):
                self.orders.append(order)

    def replace_child(self, now: datetime) -> None:
        account = self.random.choice(self.accounts)
        for child in account.children.not_deleted().order_by("?")[:1]:
            with suppress(DomainError):  # it has a seat
                delete_child(guardian=account, child_id=child.pk, now=now)
                add_child(guardian=account, name=f"Child {now}", born_on=child.born_on)


def order_of(camp_class: CampClass, children: list[int | None]) -> tuple[list[SeatRequest], Decimal]:
    """Returns the requests of an order for these participants, and its total."""
    return [SeatRequest(camp_class.pk, child) for child in children], camp_class.price * len(children)


def hold(account: User, requests: list[SeatRequest], total: Decimal, now: datetime) -> None:
    """Opens the order, or enrolls in a free class. An order that it replaces has no intent and is canceled here."""
    with transaction.atomic():
        opened = open_order(student=account, requests=requests, total=total, now=now)
        if total == 0:
            complete_order(order=opened.order, now=now)
    for each in opened.superseded:
        cancel_at_stripe(order=each, now=now)


def free_seat(account: User, camp_class: CampClass, child_id: int | None, now: datetime) -> None:
    """Enrolls the participant in the free class by the documented call."""
    take_free_seat(student=account, camp_class_id=camp_class.pk, child_id=child_id, now=now)
