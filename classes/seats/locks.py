"""The row lock of a class, under which everything that is taken in it changes. See docs/adr/0001."""

from collections.abc import Iterable

from django.db import connection

from classes.models import CampClass
from classes.seats import sql
from core.errors import DomainError, NotFound


class ClassWithdrawn(DomainError):
    code = "class_withdrawn"
    message = "This class was withdrawn, so it can't be changed anymore."


def lock_class(camp_class_id: int) -> CampClass:
    """Locks the row until the transaction ends.

    ``FOR NO KEY UPDATE`` serializes changes of seats, but does not block inserts that only reference the class.
    """
    camp_class = lock_classes([camp_class_id]).get(camp_class_id)
    if camp_class is None:
        raise NotFound
    return camp_class


def lock_classes(class_ids: Iterable[int]) -> dict[int, CampClass]:
    """In primary-key order. Leaves out classes that do not exist."""
    assert connection.in_atomic_block
    return {each.pk: each for each in sql.select_classes_for_update(list(set(class_ids)))}


def refuse_withdrawn(camp_class: CampClass) -> None:
    """The caller has locked the class."""
    if camp_class.is_withdrawn:
        raise ClassWithdrawn
