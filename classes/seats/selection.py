from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import IntegrityError, transaction

from accounts.children import own_child
from accounts.locking import lock_account
from accounts.models import Child, User
from classes.ages import refuse_other_age
from classes.models import Enrollment, Selection
from classes.seats import sql
from classes.seats.enrollment import (
    AlreadyEnrolled,
    ClassBegun,
    ClassFull,
    cancel_hold,
    holds_released,
    refuse_without_lessons,
)
from classes.seats.requests import NotAllAvailable, Obstacle
from core.errors import DomainError, NotFound, first_or_not_found


class AlreadySelected(DomainError):
    code = "already_selected"
    message = "You've already selected this class."


class Selected(NamedTuple):
    """``own_class_ids``: what the participant has booked, holds or had selected before."""

    selection: Selection
    own_class_ids: list[int]


def select_class(*, student: User, camp_class_id: int, child_id: int | None = None, now: datetime) -> Selected:
    """A selection takes no seat, so the class is not locked; ``hold_seats`` checks the seats under the lock."""
    try:
        with transaction.atomic():
            child = own_child(guardian=lock_account(student), child_id=child_id)
            found = _selectable_class(student, child, camp_class_id, now)
            selection = sql.insert_selection(
                student_id=student.pk, child_id=child_id, camp_class_id=camp_class_id, created_at=now
            )
            return Selected(selection, found.own_class_ids)
    except IntegrityError as error:
        # The class was deleted in the Django admin after the check.
        raise NotFound("This class isn't available.") from error


def _selectable_class(student: User, child: Child | None, camp_class_id: int, now: datetime) -> sql.SelectableClass:
    child_id = None if child is None else child.pk
    found = sql.select_selectable_class(camp_class_id=camp_class_id, student_id=student.pk, child_id=child_id, now=now)
    if found is None:
        raise NotFound("This class isn't available.")
    if found.is_selected:
        raise AlreadySelected
    if found.is_enrolled:
        raise AlreadyEnrolled
    refuse_without_lessons(found.camp_class)
    if found.first_start is not None and found.first_start <= now:
        raise ClassBegun
    refuse_other_age(child=child, camp_class=found.camp_class, first_start=found.first_start, now=now)
    if found.enrolled >= found.camp_class.capacity:
        raise ClassFull
    return found


def remove_selection(*, student: User, selection_id: int, now: datetime) -> None:
    """Also releases the hold on that class. Another student's selection is NotFound."""
    with transaction.atomic():
        selection = first_or_not_found(Selection.objects.filter(pk=selection_id, student=lock_account(student)))
        released = cancel_hold(
            student=student, child_id=selection.child_id, camp_class_id=selection.camp_class_id, now=now
        )
        selection.delete()
    if released:
        holds_released.send(Enrollment, released=[released], now=now)


def own_selections(*, student: User, selection_ids: Sequence[int]) -> list[Selection]:
    found = Selection.objects.filter(student=student).in_bulk(selection_ids)
    gone = [Obstacle({"selection_id": each}, NotFound()) for each in selection_ids if each not in found]
    if gone:
        raise NotAllAvailable(gone)
    return [found[each] for each in selection_ids]
