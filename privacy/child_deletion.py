"""Deletion of a child: anonymizes the child and keeps the row that enrollments refer to.

As for an account, open payments are canceled first, outside any transaction. Seats and payments stay, without the
child's name.
"""

from datetime import datetime

from django.db import transaction

from accounts.children import own_child
from accounts.locking import lock_account
from accounts.models import Child, User
from classes.models import Enrollment
from classes.waitlist.entries import leave_all
from core.errors import DomainError
from privacy.anonymization import anonymize_children
from privacy.deletion import MAX_ATTEMPTS, PaymentInProgress, cancel_open_payments, has_open_payment
from privacy.personal_data import delete_rows_of_child


class ChildStillEnrolled(DomainError):
    code = "still_enrolled"
    message = (
        "This child still has a seat in a class. Please cancel it first. If it's too late for that, please contact the "
        "school."
    )


def delete_child(*, guardian: User, child_id: int, now: datetime) -> None:
    """After a refusal the child is unchanged, but its open payments may have been canceled or settled."""
    with transaction.atomic():
        _refuse_if_enrolled(_lock(guardian, child_id))
    for _ in range(MAX_ATTEMPTS):
        cancel_open_payments(enrollments=Enrollment.objects.filter(child=child_id), now=now)
        if _delete_unless_paying(guardian, child_id, now):
            return
    raise PaymentInProgress


@transaction.atomic
def _delete_unless_paying(guardian: User, child_id: int, now: datetime) -> bool:
    # False if a payment was started meanwhile, which must be canceled first.
    child = _lock(guardian, child_id)
    # Read open payments before seats: a payment that is settled in between has a seat, which the next check finds.
    if has_open_payment(enrollments=Enrollment.objects.filter(child=child)):
        return False
    _refuse_if_enrolled(child)
    # This locks classes. A transaction that has locked a class may change selections and payments, so they come later.
    leave_all(entries=child.waitlist_entries.all(), now=now)
    anonymize_children(children=Child.objects.filter(pk=child.pk), now=now)
    delete_rows_of_child(child)
    return True


def _lock(guardian: User, child_id: int) -> Child:
    # The account's lock keeps a concurrent request from selecting or holding anything for the child.
    child = own_child(guardian=lock_account(guardian), child_id=child_id)
    assert child is not None
    return child


def _refuse_if_enrolled(child: Child) -> None:
    if child.enrollments.confirmed().filter(camp_class__ended_at=None).exists():
        raise ChildStillEnrolled
