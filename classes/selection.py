"""Selecting classes."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.children import own_child
from accounts.locking import lock_account
from accounts.models import Child, User
from classes import statements
from classes.ages import refuse_other_age
from classes.enrollment import AlreadyEnrolled, ClassBegun, ClassFull, refuse_without_lessons
from classes.models import CampClass, Enrollment, Selection
from core.errors import DomainError, NotFound


class AlreadySelected(DomainError):
    code = "already_selected"
    message = "You've already selected this class."


def select_class(*, student: User, camp_class_id: int, child_id: int | None = None, now: datetime) -> Selection:
    """Adds the class to the student's selections, for themself or for their child.

    A selection takes no seat, so the class row is not locked here; ``hold_seats`` checks the seats under the lock.
    Raises NotFound (no such class, not approved, or no such child), AlreadySelected, AlreadyEnrolled, NoLessons,
    ClassBegun, AgeNotInRange, BirthDateNeeded, ClassFull.
    """
    child = own_child(guardian=student, child_id=child_id)
    found = statements.select_selectable_class(
        camp_class_id=camp_class_id, student_id=student.pk, child_id=child.pk if child else None
    )
    if found is None:
        raise NotFound("This class isn't available.")
    if found.is_selected:
        raise AlreadySelected
    if found.is_enrolled:
        raise AlreadyEnrolled
    camp_class = found.camp_class
    refuse_without_lessons(camp_class)
    if camp_class.has_begun(now):
        raise ClassBegun
    refuse_other_age(child=child, camp_class=camp_class, first_start=camp_class.first_start, now=now)
    if not camp_class.seats_free:
        raise ClassFull
    return _create_selection(student, child, camp_class, now)


def _create_selection(student: User, child: Child | None, camp_class: CampClass, now: datetime) -> Selection:
    child_id = child.pk if child else None
    try:
        with transaction.atomic():
            own_child(guardian=lock_account(student), child_id=child_id)
            selection = statements.insert_selection(
                student_id=student.pk, child_id=child_id, camp_class_id=camp_class.pk, created_at=now
            )
    except IntegrityError as error:
        # The class was deleted in the Django admin after the check.
        raise NotFound("This class isn't available.") from error
    if selection is None:  # a concurrent request has created it
        raise AlreadySelected
    return selection


def own_selections(*, student: User, selection_ids: Sequence[int]) -> dict[int, Selection]:
    """Returns those of these selections that the student has, by id."""
    found = statements.select_selections(student_id=student.pk, selection_ids=selection_ids)
    return {selection.pk: selection for selection in found}


def delete_selections_of(*, student_id: int, enrollments: Iterable[Enrollment]) -> None:
    """Deletes the selections that became these seats, if any. The caller has locked the classes."""
    seats = [(enrollment.camp_class_id, enrollment.child_id) for enrollment in enrollments]
    if seats:
        statements.delete_selections(student_id=student_id, seats=seats)
