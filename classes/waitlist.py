"""The waitlist of a class: joining, leaving, putting an entry next, and closing it.

An operation locks the account row, then the class row. Entries change only while their class is locked.
"""

from collections.abc import Collection
from datetime import datetime

from accounts.models import User
from classes.models import CampClass, Enrollment, WaitlistEntry
from core.errors import DomainError


class AlreadyWaiting(DomainError):
    code = "already_waiting"
    message = "You're already on the waitlist for this class."


class SeatsFree(DomainError):
    code = "seats_free"
    message = "This class has a free seat, so you don't need to wait. Please select it."


class NotWaiting(DomainError):
    code = "not_waiting"
    message = "This entry isn't waiting any more."


def join(*, student: User, camp_class_id: int, child_id: int | None, now: datetime) -> WaitlistEntry:
    raise NotImplementedError


def leave(*, student: User, entry_id: int, now: datetime) -> list[Enrollment]:
    raise NotImplementedError


def put_next(*, entry_id: int, reason: str, now: datetime) -> WaitlistEntry:
    raise NotImplementedError


def leave_all(*, student: User, child_ids: Collection[int] | None = None, now: datetime) -> None:
    raise NotImplementedError


def close_waitlist(*, camp_class: CampClass, why: str, now: datetime) -> None:
    raise NotImplementedError


def make_due_offers(*, now: datetime) -> int:
    raise NotImplementedError
