"""The waitlist of a class: joining, leaving, putting an entry next, and closing it.

An operation locks the account row, then the class row. Entries change only while their class is locked.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Literal

from django.db import connection, transaction
from django.db.models import DateTimeField, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet

from accounts.children import own_child
from accounts.locking import lock_account, lock_family
from accounts.models import User
from classes.batch import for_each_class
from classes.models import CampClass, Enrollment, Status, WaitlistEntry, count_per_class, scheduled_classes
from classes.seats import offers
from classes.seats.enrollment import (
    AlreadyEnrolled,
    end_of_first_hold,
    holds_released,
    read_availability,
    refuse_unless_bookable,
    release_expired_and_offer,
    release_expired_holds,
    release_hold,
)
from classes.seats.locks import lock_class, lock_classes
from classes.seats.opening import Family
from classes.waitlist.limits import refuse_another_entry
from core.errors import DomainError, NotFound, NotYet, first_or_not_found
from mail.models import OutboxEmail

Why = Literal["withdrawn", "denied", "begun"]
Kind, State = OutboxEmail.Kind, WaitlistEntry.State


class AlreadyWaiting(DomainError):
    code = "already_waiting"
    message = "You're already on the waitlist for this class."


class SeatsFree(DomainError):
    code = "seats_free"
    message = "You don't need to wait: you can book a seat in this class right now."


class NotSoldOut(NotYet):
    code = "not_sold_out"
    message = (
        "This class isn't sold out: its last seats are being paid for right now. "
        "Please try again in {wait}: a seat may be open then."
    )


class NotWaiting(DomainError):
    code = "not_waiting"
    message = "This participant isn't waiting anymore."


class AlreadyNext(DomainError):
    code = "already_next"
    message = "An admin has already put this participant next."


class NotAStudent(DomainError):
    """The account has got another role since the request was authenticated."""

    code = "forbidden"
    status = 403
    message = "Only students can do this."


class FamilyIsNoStudent(DomainError):
    code = "not_a_student"
    message = "Only a student's account can be on a waitlist."


class TooLateToWait(DomainError):
    code = "too_late_to_wait"
    message = "This class starts soon, so its waitlist is closed. If a seat opens up, anybody can book it."


@transaction.atomic
def join(*, student: User, camp_class_id: int, child_id: int | None = None, now: datetime) -> WaitlistEntry:
    """For a class without open seats. Mails the student. The entry has its position."""
    account = lock_account(student)
    if not account.is_student:
        raise NotAStudent
    entry = _new_entry(account, camp_class_id, child_id, now)
    refuse_another_entry(account=account, child_id=child_id, camp_class=entry.camp_class, now=now)
    return _save(entry, now)


@transaction.atomic
def join_by_staff(*, user_id: int, camp_class_id: int, child_id: int | None = None, now: datetime) -> WaitlistEntry:
    """As ``join``, but the limits of what an account does by itself don't count."""
    account = lock_family(user_id)
    if not account.is_student:
        raise FamilyIsNoStudent
    return _save(_new_entry(account, camp_class_id, child_id, now), now)


def _new_entry(account: User, camp_class_id: int, child_id: int | None, now: datetime) -> WaitlistEntry:
    child = own_child(guardian=account, child_id=child_id)
    camp_class = lock_class(camp_class_id)
    if not camp_class.is_approved:
        raise NotFound
    release_expired_holds(class_ids=[camp_class_id], now=now)
    available = offers.make_offers(class_ids=[camp_class_id], now=now)[camp_class_id]
    entry = WaitlistEntry(student=account, child=child, camp_class=camp_class, joined_at=now)
    _refuse_unless_seatless(entry)
    family = Family(account, now)
    refuse_unless_bookable(camp_class=camp_class, family=family, child=child, available=available, now=now)
    if available.taken < camp_class.capacity:
        raise SeatsFree
    if offers.offer_end(now=now, first_start=available.first_start) is None:
        raise TooLateToWait
    hold_end = end_of_first_hold(camp_class=camp_class, available=available, now=now)
    if hold_end is not None:
        raise NotSoldOut(retry_at=hold_end, now=now)
    return entry


def _save(entry: WaitlistEntry, now: datetime) -> WaitlistEntry:
    entry.save()
    joined = WaitlistEntry.objects.with_position().select_related("camp_class", "child").get(pk=entry.pk)
    offers.put_email(Kind.WAITLIST_JOINED, entry=joined, facts={"position": joined.position}, now=now)
    return joined


def _refuse_unless_seatless(new: WaitlistEntry) -> None:
    seat = Enrollment.objects.active().for_participant_of(new).first()
    if seat is not None and seat.state == Enrollment.State.CONFIRMED:
        raise AlreadyEnrolled
    if WaitlistEntry.objects.active().for_participant_of(new).exists():
        raise AlreadyWaiting
    if seat is not None:
        raise SeatsFree("A seat in this class is already held for you. Please pay for it.")


def leave(*, student: User, entry_id: int, now: datetime) -> None:
    """Declines an offer: the seat goes to the next participant. An entry that has ended is NotFound."""
    with transaction.atomic():
        entries = WaitlistEntry.objects.active().filter(student=lock_account(student), pk=entry_id)
        ended, released = _leave(entries, now)
        if not ended:
            raise NotFound
    if released:
        holds_released.send(Enrollment, released=released, now=now)


def leave_all(*, entries: QuerySet[WaitlistEntry], now: datetime) -> None:
    """For an account or a child that is deleted. The caller has locked the account."""
    assert connection.in_atomic_block
    _leave(entries.filter(state__in=WaitlistEntry.ACTIVE), now)


def _leave(entries: QuerySet[WaitlistEntry], now: datetime) -> tuple[list[WaitlistEntry], list[Enrollment]]:
    lock_classes(entries.values_list("camp_class", flat=True))
    ended = _end(entries, State.LEFT, now)
    return ended, _release_offers(ended, now)


def _end(entries: QuerySet[WaitlistEntry], state: WaitlistEntry.State, now: datetime) -> list[WaitlistEntry]:
    ended = list(entries.select_related("camp_class", "child", "offer").order_by("pk"))
    for entry in ended:
        offers.end_entry(entry=entry, state=state, now=now)
    return ended


def _release_offers(ended: Iterable[WaitlistEntry], now: datetime) -> list[Enrollment]:
    # All entries have ended by now, so no seat is offered to one of them.
    held = [entry.offer for entry in ended if entry.offer is not None]
    return [offer for offer in held if release_hold(enrollment=offer, now=now)]


@transaction.atomic
def put_next(*, entry_id: int, reason: str, now: datetime) -> None:
    """Before the others, but behind those that were put next earlier. An open seat is offered at once."""
    entry = first_or_not_found(WaitlistEntry.objects.filter(pk=entry_id))
    lock_class(entry.camp_class_id)
    entry.refresh_from_db()
    if entry.state != State.WAITING:
        raise NotWaiting
    if entry.is_next:
        raise AlreadyNext
    entry.next_at, entry.next_reason = now, reason
    entry.save(update_fields=["next_at", "next_reason"])
    release_expired_and_offer(class_ids=[entry.camp_class_id], now=now)


def close_waitlist(*, camp_class: CampClass, why: Why, now: datetime) -> None:
    """The class is locked. Releases the offers, and mails the students why."""
    _close(camp_class.waitlist.active(), why, now)


def close_entries_of(*, user: User, now: datetime, **_: Any) -> None:
    """Receiver of ``access_changed``: a locked account that cannot book any longer loses its entries and offers."""
    if user.is_active and user.is_student:
        return
    entries = WaitlistEntry.objects.active().filter(student=user)
    lock_classes(entries.values_list("camp_class", flat=True))
    _close(entries, "account", now)


def _close(entries: QuerySet[WaitlistEntry], why: str, now: datetime) -> None:
    assert connection.in_atomic_block
    ended = _end(entries, State.CLOSED, now)
    for entry in ended:
        offers.put_email(Kind.WAITLIST_CLOSED, entry=entry, facts={"why": why}, now=now)
    _release_offers(ended, now)


def make_due_offers(*, now: datetime) -> int:
    """Also closes the waitlists of classes that have begun or are not approved anymore.

    Returns the number of classes that were handled; a class that cannot be locked is handled by the next call.
    """
    return len(for_each_class(_due_classes(now), lambda class_id: _update_waitlist(class_id, now), "the waitlist"))


def _due_classes(now: datetime) -> list[int]:
    """Classes that have a waitlist and need a change. It is read without locks, so it is a hint."""
    here = {"camp_class": OuterRef("pk")}
    entries = WaitlistEntry.objects.filter(**here)
    expired = Enrollment.objects.expired_holds(now).filter(**here)
    classes = scheduled_classes().filter(Exists(entries.active()))
    taken = count_per_class(Enrollment.objects.taking_seats(now))
    classes = classes.alias(taken=taken, has_expired=Exists(expired))
    is_open = Q(status=Status.APPROVED) & (Q(first_start=None) | Q(first_start__gt=now))
    in_time = Q(first_start=None) | Q(first_start__gte=now + offers.CLOSES_BEFORE)
    can_offer = Exists(entries.offerable()) & Q(taken__lt=F("capacity"), lessons_removed_at=None) & in_time
    due = classes.filter(~is_open | Q(has_expired=True) | can_offer | _has_long_offer(now))
    return list(due.order_by("pk").values_list("pk", flat=True))


def _has_long_offer(now: datetime) -> Q:
    # The class comes with its schedule.
    offered = WaitlistEntry.objects.offered().filter(camp_class=OuterRef("pk"))
    latest_end = ExpressionWrapper(OuterRef("first_start") - offers.ENDS_BEFORE_CLASS, DateTimeField())
    too_long = Q(offer__offered_until__gt=now) & Q(offer__offered_until__gt=latest_end)
    return Q(Exists(offered.filter(too_long)))


@transaction.atomic
def _update_waitlist(class_id: int, now: datetime) -> None:
    camp_class = lock_class(class_id)
    release_expired_holds(class_ids=[class_id], now=now)
    available = read_availability(class_ids=[class_id], now=now)[class_id]
    if not camp_class.is_approved:
        close_waitlist(camp_class=camp_class, why="withdrawn" if camp_class.is_withdrawn else "denied", now=now)
    elif available.has_begun(now):
        close_waitlist(camp_class=camp_class, why="begun", now=now)
    else:
        offers.shorten_offers(camp_class=camp_class, now=now)
        release_expired_and_offer(class_ids=[class_id], now=now)
