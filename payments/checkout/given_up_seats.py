"""Giving up what is not paid: a selection with its hold, or a place on a waitlist with its offer."""

from datetime import datetime

from django.db import transaction

from accounts.locking import lock_account
from accounts.models import User
from classes.models import Selection
from classes.seats.enrollment import cancel_hold
from classes.waitlist import waitlist
from core.errors import NotFound
from payments.settlement.settlement import cancel_orders_of


def remove_selection(*, student: User, selection_id: int, now: datetime) -> None:
    """Removes a selection and releases the hold on that class.

    Raises AccountInactive, NotFound (also for another student's).
    """
    with transaction.atomic():
        selection = Selection.objects.filter(pk=selection_id, student=lock_account(student)).first()
        if selection is None:
            raise NotFound
        released = cancel_hold(
            student=student, child_id=selection.child_id, camp_class_id=selection.camp_class_id, now=now
        )
        selection.delete()
    cancel_orders_of(released=[released] if released else [], now=now)


def leave_waitlist(*, student: User, entry_id: int, now: datetime) -> None:
    """Takes the student's entry off the waitlist. If it has an offer, cancels the open order with it.

    Raises NotFound (also for another student's entry and for one that has ended).
    """
    cancel_orders_of(released=waitlist.leave(student=student, entry_id=entry_id, now=now), now=now)
