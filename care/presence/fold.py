"""The state of a participant in a lesson: a fold over the events that devices have recorded.

It does not depend on the order in which the events arrive, nor on how often. The client has the same fold
(``frontend/src/care/today/fold.ts``); both are tested with ``testing/presence_cases.json``.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, Protocol
from uuid import UUID

State = Literal["expected", "arrived", "left", "absent"]


class Event(Protocol):
    """``undoes`` is the id of the event that an UNDO takes back."""

    @property
    def uuid(self) -> UUID: ...
    @property
    def kind(self) -> str: ...
    @property
    def at(self) -> datetime: ...
    @property
    def with_name(self) -> str: ...
    @property
    def undoes(self) -> UUID | None: ...


@dataclass(frozen=True)
class Stay:
    """``arrived_at`` None: nobody recorded it; ``left_at`` None: still here. ``with_name``: who has collected them."""

    arrived_at: datetime | None = None
    left_at: datetime | None = None
    with_name: str = ""


@dataclass(frozen=True)
class Presence:
    """``at``: since when the state is so. ``stays``: more than one if the participant left and came back."""

    state: State = "expected"
    at: datetime | None = None
    stays: tuple[Stay, ...] = ()

    @property
    def arrived_at(self) -> datetime | None:
        """The first time."""
        return next((stay.arrived_at for stay in self.stays if stay.arrived_at), None)

    @property
    def left_at(self) -> datetime | None:
        """The last time; None while the participant is here."""
        return self.stays[-1].left_at if self.stays else None

    @property
    def with_name(self) -> str:
        """Who has collected the participant last; empty while they are here."""
        return self.stays[-1].with_name if self.stays else ""

    def after(self, event: Event) -> "Presence":
        if event.kind == "ARRIVED" and self.state != "arrived":
            return Presence("arrived", event.at, (*self.stays, Stay(event.at)))
        if event.kind == "LEFT" and self.state != "left":
            *before, stay = self.stays or (Stay(),)
            return Presence("left", event.at, (*before, replace(stay, left_at=event.at, with_name=event.with_name)))
        # A participant who is here is not absent: a parent may report the absence late.
        if event.kind == "ABSENT" and self.state == "expected":
            return replace(self, state="absent", at=event.at)
        return self


def presence_after(events: Iterable[Event]) -> Presence:
    """The events count by ``at``, then id, in any order and with any repetition.

    An event that was undone does not count; an UNDO itself cannot be undone.
    """
    by_id = {event.uuid: event for event in events}
    undone = {event.undoes for event in by_id.values() if event.kind == "UNDO"}
    presence = Presence()
    for event in sorted(by_id.values(), key=lambda each: (each.at, each.uuid)):
        if event.uuid not in undone:
            presence = presence.after(event)
    return presence
