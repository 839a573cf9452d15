"""Finds the class and the participant that a documented client means, which names only a price or only a class."""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from enum import Enum

from django.db.models import prefetch_related_objects

from accounts.children import own_child
from accounts.models import User
from classes.models import Selection, SelectionQuerySet, Status, load_class_and_hold
from classes.seats.requests import SeatRequest
from core.errors import DomainError
from payments.checkout.quote import quote_seats


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
    """If no participant is named: the one of the only selection of the class; without one, the student."""
    found = _only(_selections_of(student, child_id).filter(camp_class=camp_class_id))
    if found is None:
        return SeatRequest(camp_class_id, None if child_id is UNNAMED else child_id, price)
    return _request_for(found, price)


def seats_at_price(
    *, student: User, child_id: int | Unnamed | None, price: Decimal, now: datetime
) -> list[SeatRequest]:
    """Selected at this price, one in each class, for a client that names no class.

    The one that costs most comes first, of equal ones the newest: if the client then names another class, the
    difference goes back (``exchange_for_named_class``). Of several selections of a class it is the first.
    """
    own_child(guardian=student, child_id=None if child_id is UNNAMED else child_id)
    selections = _selections_of(student, child_id)
    approved = selections.filter(camp_class__status=Status.APPROVED)  # a withdrawn class would hide the others
    newest_first = load_class_and_hold(approved.order_by("-pk"), now)
    at_price = [each for each in newest_first if each.is_at(price)]
    by_class = {each.camp_class_id: each for each in [each for each in at_price if each.is_open] or at_price}
    if not by_class:
        raise NothingSelectedAtThatPrice
    charged = {each.camp_class_id: _price_to_be_charged(student, each, now) for each in by_class.values()}
    dearest_first = sorted(by_class.values(), key=lambda each: charged[each.camp_class_id], reverse=True)
    return [_request_for(each, price) for each in dearest_first]


def _price_to_be_charged(student: User, selection: Selection, now: datetime) -> Decimal:
    # Needs ``load_class_and_hold()``.
    requests, holds = [_request_for(selection, None)], [selection.hold] if selection.hold else []
    classes = {selection.camp_class_id: selection.camp_class}
    return quote_seats(account=student, requests=requests, classes=classes, holds=holds, code=None, now=now).total


def _selections_of(student: User, child_id: int | Unnamed | None) -> SelectionQuerySet:
    selections = student.selections.all()
    return selections if child_id is UNNAMED else selections.filter(child=child_id)


def _request_for(selection: Selection, price: Decimal | None) -> SeatRequest:
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
