"""Finds the class and the participant that a documented client means, which names only a price or only a class."""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from enum import Enum

from django.db.models import prefetch_related_objects

from accounts.children import own_child
from accounts.models import User
from classes.models import Selection, SelectionQuerySet, Status, load_class_and_hold
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


def requested_seat(*, student: User, camp_class_id: int, child_id: int | Unnamed | None, price: Decimal) -> SeatRequest:
    """Returns the seat in this class that the client means.

    If no participant is named: the one of the only selection of the class; without a selection, the student.
    """
    found = _only(_selections_of(student, child_id).filter(camp_class=camp_class_id))
    if found is None:
        return SeatRequest(camp_class_id, None if child_id is UNNAMED else child_id, price)
    return _request_for(found, price)


def seats_at_price(
    *, student: User, child_id: int | Unnamed | None, price: Decimal, now: datetime
) -> list[SeatRequest]:
    """Returns the seats that are selected at this price, the newest first, for a client that names no class.

    ``take_named_class`` corrects the choice.
    """
    own_child(guardian=student, child_id=None if child_id is UNNAMED else child_id)
    selections = _selections_of(student, child_id)
    approved = selections.filter(camp_class__status=Status.APPROVED)  # a withdrawn class would hide the others
    newest_first = load_class_and_hold(approved.order_by("-pk"), now)
    at_price = [each for each in newest_first if each.is_at(price)]
    by_class: dict[int, list[Selection]] = {}
    for each in [each for each in at_price if each.is_open] or at_price:
        by_class.setdefault(each.camp_class_id, []).append(each)
    if not by_class:
        raise NothingSelectedAtThatPrice
    newest, *others = by_class.values()
    _only(newest)
    return [_request_for(each[0], price) for each in (newest, *others) if len(each) == 1]


def _selections_of(student: User, child_id: int | Unnamed | None) -> SelectionQuerySet:
    selections = student.selections.all()
    return selections if child_id is UNNAMED else selections.filter(child=child_id)


def _request_for(selection: Selection, price: Decimal) -> SeatRequest:
    return SeatRequest(selection.camp_class_id, selection.child_id, price, selection.pk)


def _only(selections: Iterable[Selection]) -> Selection | None:
    found = list(selections)
    if len(found) > 1:
        prefetch_related_objects(found, "child")
        raise AmbiguousChild(f"You have selected this class for several people; name one by childId: {_names(found)}.")
    return found[0] if found else None


def _names(selections: Iterable[Selection]) -> str:
    return ", ".join(
        f"{selection.child.name} (childId {selection.child_id})" if selection.child else "yourself (childId null)"
        for selection in selections
    )
