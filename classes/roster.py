"""Who takes part in a class, as a file for a spreadsheet."""

import csv
import io
from collections.abc import Iterable
from typing import Literal

from classes.models import Enrollment

HEADINGS = ("Name", "E-mail", "Since (UTC)", "State")
SeatState = Literal["enrolled", "held"]
"""How a taken seat is called outside: taken for good, or held while somebody pays."""

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001
"""What makes a spreadsheet run a cell: https://owasp.org/www-community/attacks/CSV_Injection"""


def seat_state(seat: Enrollment) -> SeatState:
    """How the seat of a row of ``on_roster()`` is called outside."""
    return "enrolled" if seat.state == Enrollment.State.CONFIRMED else "held"


def roster_csv(roster: Iterable[Enrollment]) -> str:
    """The rows of ``on_roster()`` as CSV; begins with the mark by which a spreadsheet knows UTF-8."""
    file = io.StringIO()
    file.write("\ufeff")
    writer = csv.writer(file, quoting=csv.QUOTE_ALL)
    writer.writerow(HEADINGS)
    for seat in roster:
        since = f"{seat.since:%Y-%m-%d %H:%M}"
        writer.writerow(map(_harmless, (seat.student.name, seat.student.email, since, seat_state(seat))))
    return file.getvalue()


def _harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula: a leading apostrophe says that it is text."""
    return f"'{cell}" if cell.lstrip(" \xa0").startswith(FORMULA_STARTS) else cell
