"""Choosing a class, before paying for it."""

from django.db import IntegrityError, transaction

from accounts.acting import lock_account
from accounts.models import User
from camp.lib.errors import DomainError, NotFound
from classes.enrollment import AlreadyEnrolled, ClassFull
from classes.models import CampClass, Selection


class AlreadySelected(DomainError):
    code = "already_selected"
    message = "You have selected this class already."


def select_class(*, student: User, camp_class_id: int) -> Selection:
    """Put the class among the student's selections.

    Raises NotFound (no such class, or not approved), AlreadySelected, AlreadyEnrolled, ClassFull. A selection takes
    no seat and needs no lock: the seat is checked again, under the lock, when it is held.
    """
    camp_class = CampClass.objects.approved().counted().filter(pk=camp_class_id).first()
    if camp_class is None:
        raise NotFound("There is no such class to select.")
    if student.selections.filter(camp_class=camp_class).exists():
        raise AlreadySelected
    if student.enrollments.confirmed().filter(camp_class=camp_class).exists():
        raise AlreadyEnrolled
    if not camp_class.seats_free:
        raise ClassFull
    return _insert(student, camp_class)


def _insert(student: User, camp_class: CampClass) -> Selection:
    try:
        with transaction.atomic():
            lock_account(student)
            # A second click may have come in between: the unique constraint decides, and its row is found.
            selection, is_new = Selection.objects.get_or_create(student=student, camp_class=camp_class)
    except IntegrityError as error:
        # Staff deleted the class in this very moment.
        raise NotFound("There is no such class to select.") from error
    if not is_new:
        raise AlreadySelected
    return selection
