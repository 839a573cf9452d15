"""Who takes part in a class, as a file for a spreadsheet."""

from collections.abc import Iterable
from typing import Literal

from camp.lib.spreadsheet import csv_text
from classes.models import Enrollment

HEADINGS = ("Name", "E-mail", "Since (UTC)", "State")
SeatState = Literal["enrolled", "held"]
"""How a taken seat is called outside: taken for good, or held while somebody pays."""


def seat_state(seat: Enrollment) -> SeatState:
    """How the seat of a row of ``on_roster()`` is called outside."""
    return "enrolled" if seat.state == Enrollment.State.CONFIRMED else "held"


def roster_csv(roster: Iterable[Enrollment]) -> str:
    """The rows of ``on_roster()`` as CSV for a spreadsheet."""
    rows = (
        (seat.student.name, seat.student.email, f"{seat.since:%Y-%m-%d %H:%M}", seat_state(seat)) for seat in roster
    )
    return csv_text(HEADINGS, rows)
