from collections.abc import Iterable
from typing import Literal

from classes.models import Enrollment
from core.csv_export import csv_text
from core.names import shown_email

HEADINGS = ("Name", "E-mail", "Since", "State", "Guardian", "Age")
SeatState = Literal["enrolled", "held"]
"""The API's name for the state of a taken seat."""


def seat_state(enrollment: Enrollment) -> SeatState:
    """The API's name. The enrollment is from ``on_roster()``."""
    return "enrolled" if enrollment.state == Enrollment.State.CONFIRMED else "held"


def roster_csv(roster: Iterable[Enrollment]) -> str:
    rows = (
        (
            enrollment.participant_name,
            shown_email(enrollment.student.email),
            enrollment.since,
            seat_state(enrollment),
            enrollment.guardian_name,
            enrollment.age,
        )
        for enrollment in roster
    )
    return csv_text(HEADINGS, rows)
