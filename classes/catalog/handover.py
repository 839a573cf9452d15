from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from accounts.roles import RoleNeeded
from classes.catalog.announcements import announced, tell_changes
from classes.models import CampClass, Enrollment, Lesson, count_per_class
from classes.seats.locks import lock_class, refuse_withdrawn
from core.database.folding import name_order
from core.errors import DomainError, first_or_not_found
from core.names import joined


class HasClasses(RoleNeeded):
    code = "has_classes"

    def __init__(self, classes: Sequence[tuple[str, int]]) -> None:
        """``classes``: their names and numbers of students."""
        described = [f"{name} ({_students(enrolled)})" for name, enrolled in classes]
        super().__init__(
            f"This person still teaches {joined(described)}. Please give "
            f"{'this class' if len(classes) == 1 else 'these classes'} to another instructor first, or say that "
            f"{'it stays' if len(classes) == 1 else 'they stay'} with this person."
        )


class NotAnInstructor(DomainError):
    code = "not_an_instructor"
    message = "This person isn't an instructor anymore. Please choose someone else."


def refuse_while_teaching(*, user: User, now: datetime, **_: Any) -> None:
    """Receiver of ``role_ending``."""
    taught = CampClass.objects.listed().taught_by(user).order_by(name_order("name"), "pk")
    classes = taught.values_list("name", count_per_class(Enrollment.objects.confirmed()))
    if classes:
        raise HasClasses(list(classes))


@transaction.atomic
def hand_over(*, camp_class_id: int, instructor_id: int, now: datetime) -> bool:
    """False if the class has this instructor already. An inactive instructor is NotAnInstructor."""
    instructor = lock_instructor(instructor_id)
    camp_class = lock_class(camp_class_id)
    refuse_withdrawn(camp_class)
    if camp_class.instructor_id == instructor.pk:
        return False
    before = announced(camp_class)
    camp_class.instructor = instructor
    camp_class.save(update_fields=["instructor"])
    tell_changes(camp_class=camp_class, before=before, now=now)
    return True


@transaction.atomic
def set_substitute(*, lesson_id: int, instructor_id: int | None) -> bool:
    """None: nobody else teaches the lesson. Returns whether that is a change."""
    substitute = None if instructor_id is None else lock_instructor(instructor_id)
    lesson = first_or_not_found(Lesson.objects.taking_place().select_for_update(no_key=True).filter(pk=lesson_id))
    if lesson.substitute_id == instructor_id:
        return False
    lesson.substitute = substitute
    lesson.save(update_fields=["substitute"])
    return True


def lock_instructor(instructor_id: int) -> User:
    """The instructor keeps the role until the commit."""
    instructors = User.objects.instructors().select_for_update(no_key=True)
    instructor = instructors.filter(pk=instructor_id).first()
    if instructor is None:
        raise NotAnInstructor
    return instructor


def _students(count: int) -> str:
    return f"{count} student{'' if count == 1 else 's'}"
