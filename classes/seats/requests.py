from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any, NamedTuple

from classes.models import Enrollment, SeatPrice
from core.errors import DomainError


class Override(StrEnum):
    BEGUN = "begun"
    AGE = "age"
    NOT_OPEN = "not_open"


class AgreedPrice(NamedTuple):
    """``reason``: why staff ask for it; None leaves the reason that a hold has already."""

    price: SeatPrice
    reason: str | None = None


@dataclass(frozen=True)
class SeatRequest:
    """For the account holder or a child. ``price``: what the student saw; None accepts the present price.

    ``agreed`` gets the present price, and returns the price at which the seat is taken instead, or None.
    """

    camp_class_id: int
    child_id: int | None
    price: Decimal | None = None
    selection_id: int | None = None
    agreed: Callable[[SeatPrice], AgreedPrice | None] | None = None

    def is_for(self, seat: Enrollment) -> bool:
        return (seat.camp_class_id, seat.child_id) == (self.camp_class_id, self.child_id)

    @property
    def names(self) -> dict[str, int | None]:
        """How a response names the seat: by the selection, or by class and child if the client named those."""
        if self.selection_id is not None:
            return {"selection_id": self.selection_id}
        return {"class_id": self.camp_class_id, "child_id": self.child_id}


class Obstacle(NamedTuple):
    seat: dict[str, int | None]
    reason: DomainError


class NotAllAvailable(DomainError):
    code = "not_all_available"
    message = "Some of these classes aren't available right now. You haven't been charged."

    def __init__(self, obstacles: Sequence[Obstacle]) -> None:
        self.obstacles = obstacles
        self.lines = [_line(each) for each in obstacles]
        super().__init__()


def refuse_obstacles(requests: Sequence[SeatRequest], check: Callable[[SeatRequest], None]) -> None:
    """Raises NotAllAvailable with what ``check`` raises for each of them."""
    obstacles = []
    for request in requests:
        try:
            check(request)
        except DomainError as reason:
            obstacles.append(Obstacle(request.names, reason))
    if obstacles:
        raise NotAllAvailable(obstacles)


def _line(obstacle: Obstacle) -> dict[str, Any]:
    seat, reason = obstacle
    line: dict[str, Any] = {**seat, "code": reason.code, "message": reason.message}
    return line | dict(reason.details or {}) | ({"retry_at": reason.retry_at} if reason.retry_at else {})
