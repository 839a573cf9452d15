"""Finds the class and the participant that a documented client means, which names only a price or only a class."""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from enum import Enum

from django.db.models import QuerySet

from accounts.children import own_child
from accounts.models import User
from classes.models import Selection, Status
from classes.seats.seat_requests import SeatRequest
from core.errors import DomainError


class NothingSelectedAtThatPrice(DomainError):
    code = "invalid"
    status = 400
    message = "None of your selected classes has this price. Name the class by its classId."


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

    If no class is named, that is the newest of the student's selections at this price;
    ``take_named_class`` corrects it. If no participant is named: the one of the only selection of the class; without a
    selection, the student.
    """
    selections = student.selections.all()
    if child_id is not UNNAMED:
        selections = selections.filter(child=child_id)
    if camp_class_id is None:
        own_child(guardian=student, child_id=None if child_id is UNNAMED else child_id)
        found = _only(_of_newest_class_at(price, selections.with_class_and_hold(now)))
    else:
        found = _only(selections.filter(camp_class=camp_class_id).select_related("child"))
    if found is not None:
        return SeatRequest(found.camp_class_id, found.child_id, price, found.pk)
    assert camp_class_id is not None
    return SeatRequest(camp_class_id, None if child_id is UNNAMED else child_id, price)


def _of_newest_class_at(price: Decimal, selections: QuerySet[Selection]) -> list[Selection]:
    approved = selections.filter(camp_class__status=Status.APPROVED)  # a withdrawn class would hide the others
    newest_first = [each for each in approved.order_by("-pk") if each.price == price]
    newest_first = [each for each in newest_first if each.is_open] or newest_first
    if not newest_first:
        raise NothingSelectedAtThatPrice
    return [each for each in newest_first if each.camp_class_id == newest_first[0].camp_class_id]


def _only(selections: Iterable[Selection]) -> Selection | None:
    found = list(selections)
    if len(found) > 1:
        raise AmbiguousChild(f"You have selected this class for several people; name one by childId: {_names(found)}.")
    return found[0] if found else None


def _names(selections: Iterable[Selection]) -> str:
    return ", ".join(
        f"{selection.child.name} (childId {selection.child_id})" if selection.child else "yourself (childId null)"
        for selection in selections
    )
