"""Holding seats in one class or in several: all of them, or none."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property

from django.conf import settings
from django.db import connection

from accounts.children import own_children
from accounts.models import Child, User
from classes.models import PRICE_FIELDS, CampClass, Enrollment, SeatPrice, Voucher
from classes.prices import Seat, held_seat, price_seats_of
from classes.seats import enrollment, hold_time, limits, locks, offers, sql
from classes.seats.enrollment import AlreadyEnrolled, PriceChanged, refuse_unless_bookable
from classes.seats.opening import Family
from classes.seats.requests import NotAllAvailable, Obstacle, Override, SeatRequest
from classes.seats.sql import Availability
from core.errors import DomainError, NotFound
from core.observability.metrics import HOLDS, count_after_commit

CheckLimit = Callable[[int], None]
LockVoucher = Callable[[Sequence[Enrollment]], Voucher]
HOLD_TIME = timedelta(minutes=settings.SEAT_HOLD_MINUTES)


@dataclass(frozen=True)
class HoldResult:
    """``holds`` in the order of the requests. ``released``: expired holds of these classes."""

    holds: list[Enrollment]
    released: list[Enrollment]


@dataclass
class _Locked:
    """The classes of the requests, which are locked, and what the account has in them."""

    account: User
    children: dict[int, Child]
    classes: dict[int, CampClass]
    own: list[Enrollment]
    override: Collection[Override] | None
    now: datetime
    prices: dict[SeatRequest, SeatPrice] = field(default_factory=dict)

    @cached_property
    def family(self) -> Family:
        return Family(self.account, self.now)

    def active(self, request: SeatRequest) -> Enrollment | None:
        active = (each for each in self.own if each.state != Enrollment.State.RELEASED)
        return next((each for each in active if request.is_for(each)), None)

    def child(self, request: SeatRequest) -> Child | None:
        return None if request.child_id is None else self.children[request.child_id]

    def own_in(self, camp_class_id: int) -> list[Enrollment]:
        """With the holds that have ended not long ago."""
        return [each for each in self.own if each.camp_class_id == camp_class_id]

    def limited_holds(self, camp_class_id: int) -> list[Enrollment]:
        """Those that limit for how long seats of the class may be held; offers and reservations do not."""
        since, own = self.now - hold_time.PERIOD, self.own_in(camp_class_id)
        return [each for each in own if each.held_at and each.held_at > since and each.promised_until is None]


def hold_seats(
    *,
    account: User,
    requests: Sequence[SeatRequest],
    check_limit: CheckLimit | None = None,
    lock_voucher: LockVoucher | None = None,
    confirmed_at_once: bool = False,
    override: Collection[Override] | None = None,
    now: datetime,
) -> HoldResult:
    """Holds a seat for each request, all until the same time, or holds none. A promised seat is never shortened.

    ``account`` is the locked row. Unless all seats are held already, ``check_limit`` gets the number of requested seats
    that are not promised. ``lock_voucher`` gets the seats that are held already, and returns the locked voucher of the
    family's code. ``confirmed_at_once``: the caller confirms or reserves the seats in the same transaction, so nothing
    limits for how long they are held. ``override``: staff ask, so no limit applies, and neither do these obstacles.
    """
    assert connection.in_atomic_block
    children = own_children(guardian=account, child_ids=[pk for each in requests if (pk := each.child_id) is not None])
    classes = locks.lock_classes([each.camp_class_id for each in requests])
    since = now - hold_time.PERIOD
    found = sql.select_enrollments_for_hold(student_id=account.pk, class_ids=list(classes), held_since=since, now=now)
    released = enrollment.release_expired(found, now)
    own = [each for each in found if each.student_id == account.pk]
    locked = _Locked(account, children, classes, own, override, now)
    available = _make_offers(requests, locked, released)
    locked.prices = _decide_prices(requests, locked, available, lock_voucher)
    _refuse_unavailable(requests, locked, available)
    _refuse_above_limit(requests, locked, check_limit)
    until = now + HOLD_TIME
    if not confirmed_at_once:
        _refuse_held_too_long(requests, locked)
        until = min(_latest_end(each, locked) for each in requests)
    return HoldResult([_hold(each, locked, until) for each in requests], released)


def _make_offers(
    requests: Sequence[SeatRequest], locked: _Locked, released: Sequence[Enrollment]
) -> dict[int, Availability]:
    # Of the classes in which a new or promised seat is requested, or a hold was released.
    checked = {each.camp_class_id for each in requests if _is_new_or_promise(locked.active(each))}
    class_ids = sorted(checked & locked.classes.keys() | {each.camp_class_id for each in released})
    available = offers.make_offers(class_ids=class_ids, now=locked.now) if class_ids else {}
    made = [offer for each in available.values() for offer in each.offers]
    locked.own += [offer for offer in made if offer.student_id == locked.account.pk]
    return available


def _is_new_or_promise(active: Enrollment | None) -> bool:
    return active is None or (active.state == Enrollment.State.HELD and active.promised_until is not None)


def _decide_prices(
    requests: Sequence[SeatRequest],
    locked: _Locked,
    available: dict[int, Availability],
    lock_voucher: LockVoucher | None,
) -> dict[SeatRequest, SeatPrice]:
    """Of the seats that are held or can be. The voucher is locked after the classes."""
    seats, held = dict[SeatRequest, Seat](), list[Enrollment]()
    for request in requests:
        camp_class, active = locked.classes.get(request.camp_class_id), locked.active(request)
        if camp_class is None or (active and active.state == Enrollment.State.CONFIRMED):
            continue
        if active is None:
            seats[request] = Seat(camp_class, request.child_id, available[camp_class.pk].sibling_percent)
        else:
            seats[request] = held_seat(active, camp_class)
            held.append(active)
    voucher = lock_voucher(held) if lock_voucher and seats else None
    prices = price_seats_of(locked.account.pk, list(seats.values()), voucher=voucher, now=locked.now)
    return dict(zip(seats, prices, strict=True))


def _refuse_unavailable(requests: Sequence[SeatRequest], locked: _Locked, available: dict[int, Availability]) -> None:
    requested = Counter[int]()

    def check(request: SeatRequest) -> None:
        camp_class, active = locked.classes.get(request.camp_class_id), locked.active(request)
        if camp_class is None:
            raise NotFound
        if active is not None:
            if active.state == Enrollment.State.CONFIRMED:
                raise AlreadyEnrolled
            _refuse_other_price(request, locked)
            if locked.override is None:
                limits.refuse_free_seat_if_unverified(account=locked.account, price=locked.prices[request].price)
            if active.promised_until is not None and Override.BEGUN not in (locked.override or ()):
                enrollment.refuse_begun(available=available[camp_class.pk], now=locked.now)
        else:
            _refuse_new_seat(request, camp_class, available[camp_class.pk], requested[camp_class.pk], locked)
            requested[camp_class.pk] += 1

    _refuse_obstacles(requests, check)


def _refuse_other_price(request: SeatRequest, locked: _Locked) -> None:
    price = locked.prices[request]
    # A student who saw the list price pays less.
    if request.price not in (None, price.list_price, price.price):
        raise PriceChanged(fields={"price": [f"The price is ${price.price}."]})


def _refuse_new_seat(
    request: SeatRequest, camp_class: CampClass, available: Availability, also_requested: int, locked: _Locked
) -> None:
    now, child, account, price = locked.now, locked.child(request), locked.account, locked.prices[request].price
    refuse_unless_bookable(
        camp_class=camp_class,
        family=locked.family,
        child=child,
        available=available,
        override=locked.override or (),
        now=now,
    )
    _refuse_other_price(request, locked)
    enrollment.refuse_full(camp_class=camp_class, available=available, also_requested=also_requested, now=now)
    own = locked.own_in(camp_class.pk)
    if locked.override is None:
        limits.refuse_another_seat(account=account, price=price, own=own, also_requested=also_requested, now=now)


def _refuse_above_limit(requests: Sequence[SeatRequest], locked: _Locked, check_limit: CheckLimit | None) -> None:
    active = [locked.active(each) for each in requests]
    if check_limit is not None and None in active:
        check_limit(sum(each is None or each.promised_until is None for each in active))


def _refuse_held_too_long(requests: Sequence[SeatRequest], locked: _Locked) -> None:
    def check(request: SeatRequest) -> None:
        if locked.active(request) is None:
            hold_time.refuse_if_held_too_long(holds=locked.limited_holds(request.camp_class_id), now=locked.now)

    _refuse_obstacles(requests, check)


def _refuse_obstacles(requests: Sequence[SeatRequest], check: Callable[[SeatRequest], None]) -> None:
    obstacles = []
    for request in requests:
        try:
            check(request)
        except DomainError as reason:
            obstacles.append(Obstacle(request.names, reason))
    if obstacles:
        raise NotAllAvailable(obstacles)


def _latest_end(request: SeatRequest, locked: _Locked) -> datetime:
    """A hold that exists is not shortened. A promise may last for as long as a hold while it is paid."""
    active, now = locked.active(request), locked.now
    if active is not None and active.promised_until is not None:
        left = active.promised_until + hold_time.MAX_HOLD_TIME - now
    else:
        left = hold_time.time_left(holds=locked.limited_holds(request.camp_class_id), now=now)
    latest = now + min(HOLD_TIME, left)
    return max(active.held_until or latest, latest) if active else latest


def _hold(request: SeatRequest, locked: _Locked, until: datetime) -> Enrollment:
    """Shortens or prolongs an existing hold; a promised one is not shortened."""
    hold, camp_class, price = locked.active(request), locked.classes[request.camp_class_id], locked.prices[request]
    if hold is None:
        hold = sql.insert_hold(
            student_id=locked.account.pk,
            child_id=request.child_id,
            camp_class_id=camp_class.pk,
            price=price,
            held_at=locked.now,
            held_until=until,
        )
        count_after_commit(HOLDS)
    else:
        present = (hold.held_until, hold.seat_price)
        hold.held_until = max(until, hold.promised_until or until)
        hold.set_price(price)
        if (hold.held_until, hold.seat_price) != present:
            hold.save(update_fields=["held_until", *PRICE_FIELDS])
    hold.camp_class, hold.child, hold.selection_id = camp_class, locked.child(request), request.selection_id
    return hold
