"""Requests for seats, and what stands in their way."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple

from classes.models import Enrollment
from core.errors import DomainError


@dataclass(frozen=True)
class SeatRequest:
    """A seat in a class for the account holder or a child, and its selection, if any.

    ``price``: what the student saw; None accepts the present price.
    """

    camp_class_id: int
    child_id: int | None
    price: Decimal | None = None
    selection_id: int | None = None

    def is_for(self, seat: Enrollment) -> bool:
        """Returns whether the enrollment is in this class and for this participant."""
        return (seat.camp_class_id, seat.child_id) == (self.camp_class_id, self.child_id)


class Obstacle(NamedTuple):
    """Why a seat cannot be held. ``selection_id``: None if the client named a class instead."""

    selection_id: int | None
    reason: DomainError


class NotAllAvailable(DomainError):
    """Some of the requested seats cannot be held."""

    code = "not_all_available"
    message = "Some of these classes aren't available right now. You haven't been charged."

    def __init__(self, obstacles: Sequence[Obstacle]) -> None:
        self.obstacles = obstacles
        self.lines = [_line(each) for each in obstacles]
        super().__init__()


def _line(obstacle: Obstacle) -> dict[str, Any]:
    selection_id, reason = obstacle
    line: dict[str, Any] = {"selectionId": str(selection_id), "code": reason.code, "message": reason.message}
    return line | (reason.details or {}) | ({"retryAt": reason.retry_at} if reason.retry_at else {})
