"""Holding seats in one class or in several: all of them, or none."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection

from accounts.children import own_children
from accounts.models import Child, User
from classes.models import PRICE_FIELDS, CampClass, Enrollment, SeatPrice, Voucher
from classes.prices import Seat, held_seat, price_seats_of
from classes.seats import enrollment, hold_time, limits, locks, offers, sql
from classes.seats.enrollment import AlreadyEnrolled, ClassFull, PriceChanged
from classes.seats.opening import Family
from classes.seats.requests import AgreedPrice, Override, SeatRequest, refuse_obstacles
from classes.seats.sql import Availability
from core.errors import NotFound
from core.observability.metrics import HOLDS, count_after_commit

CheckLimit = Callable[[int], None]
LockVoucher = Callable[[Sequence[Enrollment]], Voucher]
HOLD_TIME = timedelta(minutes=settings.SEAT_HOLD_MINUTES)
FULL = set[int]()
"""The classes that this process has found full. It only says where to look before the lock: see ``refuse_full``."""


@dataclass(frozen=True)
class HoldResult:
    """``holds`` and ``present_prices`` in the order of the requests. ``released``: expired holds of these classes."""

    holds: list[Enrollment]
    present_prices: list[SeatPrice]
    released: list[Enrollment]


def hold_seats(
    *,
    account: User,
    requests: Sequence[SeatRequest],
    locked: Mapping[int, CampClass] | None = None,
    check_limit: CheckLimit | None = None,
    lock_voucher: LockVoucher | None = None,
    without_code: bool = False,
    confirmed_at_once: bool = False,
    override: Collection[Override] | None = None,
    now: datetime,
) -> HoldResult:
    """Holds a seat for each request, all until the same time, or holds none.

    No offer or reservation ends before its promised time. ``account`` is the locked row. ``locked``: the classes, if
    the caller has locked them. If a requested seat is new, ``check_limit`` is called with the number of requested
    seats, without offers and reservations. ``lock_voucher`` gets the seats that are held already, and returns the
    locked voucher of the family's code. ``without_code``: it takes back the code of these holds. ``confirmed_at_once``:
    the caller confirms or reserves the seats in the same transaction, so nothing limits for how long they are held.
    ``override``: staff ask, so no limit applies, and neither do these obstacles.
    """
    assert connection.in_atomic_block
    holding = Holding(account, requests, override, now)
    if locked is None and lock_voucher is None and override is None:
        holding.refuse_full(without_code)
    holding.lock_classes(locked)
    holding.release_expired()
    holding.make_offers()
    holding.decide_prices(lock_voucher, without_code)
    holding.check(check_limit)
    until = now + HOLD_TIME if confirmed_at_once else holding.latest_end()
    holds = [holding.take(each, until) for each in requests]
    return HoldResult(holds, [holding.prices[each] for each in requests], holding.released)


class Holding:
    """The steps of ``hold_seats``, which need each other's results."""

    children: dict[int, Child]
    classes: dict[int, CampClass]
    own: list[Enrollment]
    """The account's seats and holds in these classes, and its holds that have ended not long ago."""
    active: dict[SeatRequest, Enrollment | None]
    """Of these the requested ones that have not ended."""
    released: list[Enrollment]
    available: dict[int, Availability]
    """Of the classes in which seats were counted: see ``make_offers``."""
    prices: dict[SeatRequest, SeatPrice]
    """Present prices of the seats that are held or can be."""

    def __init__(
        self, account: User, requests: Sequence[SeatRequest], override: Collection[Override] | None, now: datetime
    ) -> None:
        self.account, self.requests, self.override, self.now = account, requests, override, now
        self.family = Family(account, now)
        child_ids = [pk for each in requests if (pk := each.child_id) is not None]
        self.children = own_children(guardian=account, child_ids=child_ids)

    def refuse_full(self, without_code: bool) -> None:
        """Refuses a seat of a class that is still full, without waiting for the lock of the class.

        Nothing is locked here, so it only refuses. A request that passes is checked again under the lock.
        """
        class_ids = {each.camp_class_id for each in self.requests}
        if FULL.isdisjoint(class_ids):
            return
        self.classes = CampClass.objects.in_bulk(class_ids)
        own = [each for each in self._select_enrollments() if each.student_id == self.account.pk]
        self._set_own([each for each in own if each.state != Enrollment.State.HELD or each.is_live(self.now)])
        self.available = sql.select_availability(class_ids=list(self.classes), now=self.now)
        FULL.difference_update(pk for pk, each in self.classes.items() if self.available[pk].taken < each.capacity)
        if not FULL.isdisjoint(class_ids):
            self.decide_prices(None, without_code)
            self.check(None)

    def lock_classes(self, locked: Mapping[int, CampClass] | None) -> None:
        class_ids = [each.camp_class_id for each in self.requests]
        found = locks.lock_classes(class_ids) if locked is None else locked
        self.classes = {pk: found[pk] for pk in class_ids if pk in found}

    def release_expired(self) -> None:
        found = self._select_enrollments()
        self.released = enrollment.release_expired(found, self.now)
        self._set_own([each for each in found if each.student_id == self.account.pk])

    def make_offers(self) -> None:
        """In the classes in which a new or promised seat is requested, or a hold was released."""
        requested = {each.camp_class_id for each in self.requests if self._is_new_or_promised(each)}
        class_ids = requested & self.classes.keys() | {each.camp_class_id for each in self.released}
        self.available = offers.make_offers(class_ids=sorted(class_ids), now=self.now) if class_ids else {}
        made = [offer for each in self.available.values() for offer in each.offers]
        if own := [offer for offer in made if offer.student_id == self.account.pk]:
            self._set_own(self.own + own)

    def decide_prices(self, lock_voucher: LockVoucher | None, without_code: bool) -> None:
        """The voucher is locked after the classes."""
        seats, held = dict[SeatRequest, Seat](), list[Enrollment]()
        for request in self.requests:
            camp_class, active = self.classes.get(request.camp_class_id), self.active[request]
            if camp_class is None or (active and active.state == Enrollment.State.CONFIRMED):
                continue
            if active is None:
                seats[request] = Seat(camp_class, request.child_id, self.available[camp_class.pk].sibling_percent)
            else:
                seats[request] = held_seat(active, camp_class, without_code=without_code)
                held.append(active)
        voucher = lock_voucher(held) if lock_voucher and seats else None
        prices = price_seats_of(self.account.pk, list(seats.values()), voucher=voucher, now=self.now)
        self.prices = dict(zip(seats, prices, strict=True))

    def check(self, check_limit: CheckLimit | None) -> None:
        also_requested = Counter[int]()

        def check_seat(request: SeatRequest) -> None:
            active = self.active[request]
            if active is not None:
                self._refuse_unavailable_hold(request, active)
            else:
                self._refuse_unavailable_seat(request, also_requested[request.camp_class_id])
                also_requested[request.camp_class_id] += 1

        refuse_obstacles(self.requests, check_seat)
        active = [self.active[each] for each in self.requests]
        if check_limit is not None and None in active:
            check_limit(sum(each is None or each.promised_until is None for each in active))

    def latest_end(self) -> datetime:
        """Of the holds, which end together."""

        def check_seat(request: SeatRequest) -> None:
            if self.active[request] is None:
                hold_time.refuse_if_held_too_long(holds=self._limited_holds(request), now=self.now)

        refuse_obstacles(self.requests, check_seat)
        return min(self._latest_end(each) for each in self.requests)

    def take(self, request: SeatRequest, until: datetime) -> Enrollment:
        """Shortens or prolongs an existing hold; an offer or reservation does not end before its promised time."""
        present = self.prices[request]
        agreed = (request.agreed and request.agreed(present)) or AgreedPrice(present)
        hold = self.active[request]
        if hold is None:
            hold = self._insert(request, agreed, until)
        else:
            _change(hold, agreed, until)
        hold.camp_class, hold.child = self.classes[request.camp_class_id], self._child(request)
        hold.selection_id = request.selection_id
        return hold

    def _insert(self, request: SeatRequest, agreed: AgreedPrice, until: datetime) -> Enrollment:
        count_after_commit(HOLDS)
        return sql.insert_hold(
            student_id=self.account.pk,
            child_id=request.child_id,
            camp_class_id=request.camp_class_id,
            price=agreed.price,
            price_reason=agreed.reason or "",
            held_at=self.now,
            held_until=until,
        )

    def _select_enrollments(self) -> list[Enrollment]:
        return sql.select_enrollments_for_hold(
            student_id=self.account.pk,
            class_ids=list(self.classes),
            held_since=self.now - hold_time.PERIOD,
            now=self.now,
        )

    def _set_own(self, own: list[Enrollment]) -> None:
        self.own = own
        active = {(each.camp_class_id, each.child_id): each for each in own if each.state != Enrollment.State.RELEASED}
        self.active = {each: active.get((each.camp_class_id, each.child_id)) for each in self.requests}

    def _is_new_or_promised(self, request: SeatRequest) -> bool:
        active = self.active[request]
        return active is None or (active.state == Enrollment.State.HELD and active.promised_until is not None)

    def _child(self, request: SeatRequest) -> Child | None:
        return None if request.child_id is None else self.children[request.child_id]

    def _own_in(self, request: SeatRequest) -> list[Enrollment]:
        return [each for each in self.own if each.camp_class_id == request.camp_class_id]

    def _refuse_unavailable_hold(self, request: SeatRequest, active: Enrollment) -> None:
        if active.state == Enrollment.State.CONFIRMED:
            raise AlreadyEnrolled
        self._refuse_other_price(request)
        if self.override is None:
            limits.refuse_free_seat_if_unverified(account=self.account, price=self.prices[request].price)
        if active.promised_until is not None and Override.BEGUN not in (self.override or ()):
            enrollment.refuse_begun(available=self.available[request.camp_class_id], now=self.now)

    def _refuse_unavailable_seat(self, request: SeatRequest, also_requested: int) -> None:
        camp_class = self.classes.get(request.camp_class_id)
        if camp_class is None:
            raise NotFound
        available = self.available[camp_class.pk]
        enrollment.refuse_unless_bookable(
            camp_class=camp_class,
            family=self.family,
            child=self._child(request),
            available=available,
            override=self.override or (),
            now=self.now,
        )
        self._refuse_other_price(request)
        try:
            enrollment.refuse_full(
                camp_class=camp_class, available=available, also_requested=also_requested, now=self.now
            )
        except ClassFull:
            FULL.add(camp_class.pk)
            raise
        if self.override is None:
            limits.refuse_another_seat(
                account=self.account,
                price=self.prices[request].price,
                own=self._own_in(request),
                also_requested=also_requested,
                now=self.now,
            )

    def _refuse_other_price(self, request: SeatRequest) -> None:
        price = self.prices[request]
        # A student who saw the list price pays less.
        if request.price not in (None, price.list_price, price.price):
            raise PriceChanged(fields={"price": [f"The price is ${price.price}."]})

    def _latest_end(self, request: SeatRequest) -> datetime:
        # By itself this hold would not end earlier; the earliest end of the request then applies to all but promised
        # ones. An offer or reservation may run up to MAX_HOLD_TIME past its promised end, so that a payment begun in
        # time can finish.
        active = self.active[request]
        if active is not None and active.promised_until is not None:
            left = active.promised_until + hold_time.MAX_HOLD_TIME - self.now
        else:
            left = hold_time.time_left(holds=self._limited_holds(request), now=self.now)
        latest = self.now + min(HOLD_TIME, left)
        return max(active.held_until or latest, latest) if active else latest

    def _limited_holds(self, request: SeatRequest) -> list[Enrollment]:
        # Those that limit for how long seats of the class may be held; offers and reservations do not.
        since, own = self.now - hold_time.PERIOD, self._own_in(request)
        return [each for each in own if each.held_at and each.held_at > since and each.promised_until is None]


def _change(hold: Enrollment, agreed: AgreedPrice, until: datetime) -> None:
    present = (hold.held_until, hold.seat_price, hold.price_reason)
    hold.held_until = max(until, hold.promised_until or until)
    hold.set_price(agreed.price)
    if agreed.reason is not None:
        hold.price_reason = agreed.reason
    if (hold.held_until, hold.seat_price, hold.price_reason) != present:
        hold.save(update_fields=["held_until", *PRICE_FIELDS, "price_reason"])
