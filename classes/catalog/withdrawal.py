"""Marks a class as withdrawn. ``payments.refunds.withdrawal`` releases and refunds its seats."""

from datetime import datetime
from typing import Any

from django.db import connection

from classes.emails import class_facts
from classes.models import CampClass, Status
from classes.seats.enrollment import release_hold
from classes.seats.locks import lock_class
from classes.seats.reservations import put_ended
from classes.waitlist.entries import close_waitlist
from core.errors import DomainError
from mail import outbox
from mail.models import OutboxEmail


class NotApproved(DomainError):
    code = "not_approved"
    message = "Only an approved class can be withdrawn."


class AlreadyWithdrawn(DomainError):
    code = "already_withdrawn"
    message = "This class has already been withdrawn."


class ClassOver(DomainError):
    code = "class_over"
    message = "This class is over, so it can't be withdrawn anymore."


def mark_withdrawn(*, camp_class_id: int, reason: str, now: datetime) -> None:
    """The seats stay confirmed; the waitlist is closed. After the commit the class gets no new seat."""
    assert connection.in_atomic_block
    camp_class = lock_class(camp_class_id)
    refuse_withdrawal(camp_class, now)
    camp_class.status, camp_class.feedback = Status.DENIED, reason
    camp_class.withdrawn_at, camp_class.withdrawn_reason = now, reason
    camp_class.save(update_fields=["status", "feedback", "withdrawn_at", "withdrawn_reason"])
    close_waitlist(camp_class=camp_class, why="withdrawn", now=now)
    for hold in camp_class.enrollments.held():
        is_reserved = hold.is_live_promise(now)  # the offers have been closed
        if release_hold(enrollment=hold, now=now) and is_reserved:
            put_ended(reservation=hold, why="withdrawn", now=now)
    outbox.put(
        OutboxEmail.Kind.CLASS_WITHDRAWN,
        recipient_id=camp_class.instructor_id,
        about=f"class/{camp_class.pk}",
        facts=withdrawal_facts(camp_class) | {"child": "", "amount": "0.00", "role": "instructor"},
        now=now,
    )


def refuse_withdrawal(camp_class: CampClass, now: datetime) -> None:
    if camp_class.is_withdrawn:
        raise AlreadyWithdrawn
    if not camp_class.is_approved:
        raise NotApproved
    if is_over(camp_class, now):
        raise ClassOver


def withdrawal_facts(camp_class: CampClass) -> dict[str, Any]:
    return class_facts(camp_class) | {"reason": camp_class.withdrawn_reason}


def is_over(camp_class: CampClass, now: datetime) -> bool:
    """False without lessons."""
    last_end = camp_class.lessons.taking_place().last_end()
    return last_end is not None and last_end <= now
