"""Finds the class and the participant that a documented client means, which names only a price or only a class."""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from enum import Enum

from accounts.children import own_child
from accounts.models import User
from classes.models import Selection
from classes.seats.seat_requests import SeatRequest
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
) -> SeatRequest:
    """Returns the seat that the client means.

    If no class is named, that is the student's only selection at this price, as their list shows it. If no participant
    is named: the one of the only selection of the class; without a selection, the student.

    Raises NotFound (the child), NothingSelectedAtThatPrice, SeveralSelectedAtThatPrice, AmbiguousChild.
    """
    selections = student.selections.all()
    if child_id is not UNNAMED:
        selections = selections.filter(child=child_id)
    if camp_class_id is None:
        own_child(guardian=student, child_id=None if child_id is UNNAMED else child_id)
        found = _selections_at(price, selections.with_class_and_hold(now))
    else:
        found = list(selections.filter(camp_class=camp_class_id).select_related("child"))
    if len(found) > 1:
        raise AmbiguousChild(f"You have selected this class for several people; name one by childId: {_names(found)}.")
    if found:
        (selection,) = found
        return SeatRequest(selection.camp_class_id, selection.child_id, price, selection.pk)
    assert camp_class_id is not None
    return SeatRequest(camp_class_id, None if child_id is UNNAMED else child_id, price)


def _selections_at(price: Decimal, selections: Iterable[Selection]) -> list[Selection]:
    """Returns the selections at this price, which are all of one class."""
    matches = [selection for selection in selections if selection.price == price]
    if not matches:
        raise NothingSelectedAtThatPrice
    classes = {selection.camp_class_id: selection.camp_class for selection in matches}
    if len(classes) > 1:
        names = ", ".join(f"{camp_class.name} (classId {class_id})" for class_id, camp_class in classes.items())
        raise SeveralSelectedAtThatPrice(f"Several of your selected classes cost this; name one by classId: {names}.")
    return matches


def _names(selections: Iterable[Selection]) -> str:
    return ", ".join(
        f"{selection.child.name} (childId {selection.child_id})" if selection.child else "yourself (childId null)"
        for selection in selections
    )
