"""Finds the class and the participant that a documented client means, which names only a price or only a class."""

from datetime import datetime
from decimal import Decimal
from enum import Enum

from accounts.children import own_child
from accounts.models import User
from classes.models import Selection
from core.errors import DomainError


class NothingSelectedAtThatPrice(DomainError):
    code = "invalid"
    status = 400
    message = "None of your selected classes has this price. Name the class by its classId."


class SeveralSelectedAtThatPrice(DomainError):
    code = "ambiguous_price"


class AmbiguousChild(DomainError):
    code = "ambiguous_child"


class Unnamed(Enum):
    """Instead of the id of a child or None (the student): the client does not say who takes part."""

    UNNAMED = "unnamed"


UNNAMED = Unnamed.UNNAMED


def requested_seat(
    *, student: User, camp_class_id: int | None, child_id: int | Unnamed | None, price: Decimal, now: datetime
) -> tuple[int, int | None]:
    """Returns the ids of the class and of the child, if any.

    Raises NotFound (the child), NothingSelectedAtThatPrice, SeveralSelectedAtThatPrice, AmbiguousChild.
    """
    if camp_class_id is None:
        return _only_selected_at(student, child_id, price, now)
    return camp_class_id, requested_participant(student=student, camp_class_id=camp_class_id, child_id=child_id)


def requested_participant(*, student: User, camp_class_id: int, child_id: int | Unnamed | None) -> int | None:
    """Returns the named child. If none is named: that of the only selection of the class; without one, the student.

    Raises AmbiguousChild.
    """
    if child_id is not UNNAMED:
        return child_id
    selections = Selection.objects.filter(student=student, camp_class=camp_class_id).select_related("child")
    return _only_participant(list(selections))


def _only_selected_at(
    student: User, child_id: int | Unnamed | None, price: Decimal, now: datetime
) -> tuple[int, int | None]:
    """Returns the class and the child of the student's only selection at this price, as their list shows it."""
    selections = student.selections.with_class_and_hold(now)
    if child_id is not UNNAMED:
        own_child(guardian=student, child_id=child_id)
        selections = selections.filter(child=child_id)
    matches = [selection for selection in selections if selection.price == price]
    if not matches:
        raise NothingSelectedAtThatPrice
    classes = {selection.camp_class_id: selection.camp_class for selection in matches}
    if len(classes) > 1:
        names = ", ".join(f"{camp_class.name} (classId {class_id})" for class_id, camp_class in classes.items())
        raise SeveralSelectedAtThatPrice(f"Several of your selected classes cost this; name one by classId: {names}.")
    return matches[0].camp_class_id, _only_participant(matches)


def _only_participant(selections: list[Selection]) -> int | None:
    """Returns the child of the only selection, if any. Raises AmbiguousChild if there are several."""
    if len(selections) > 1:
        names = ", ".join(
            f"{selection.child.name} (childId {selection.child_id})" if selection.child else "yourself (childId null)"
            for selection in selections
        )
        raise AmbiguousChild(f"You have selected this class for several people; name one by childId: {names}.")
    return selections[0].child_id if selections else None
