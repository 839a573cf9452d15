"""What is wrong with a file, and what somebody should check in it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

MOST_LISTED = 20
SPECIFIC = re.compile(r'"[^"]*"|\d+')
"""What differs between two messages that say the same."""


@dataclass(frozen=True)
class Problem:
    """An error or a warning. ``row`` counts from 1 as in the spreadsheet; None if it is about the whole file."""

    row: int | None
    column: str
    message: str
    unit: str = "row"

    def __str__(self) -> str:
        place = ", ".join(filter(None, [f"{self.unit} {self.row}" if self.row else "", self.column]))
        return f"{place}: {self.message}" if place else self.message


class ProblemGroup(NamedTuple):
    """Problems that say the same about several rows. ``kind``: error or warning. ``message`` is that of the first."""

    kind: str
    message: str
    rows: list[int]


class UnreadableFile(Exception):
    """The file cannot be opened or parsed."""


class InvalidFile(Exception):
    """The file breaks a rule. Nothing was changed."""

    def __init__(self, errors: Sequence[Problem]) -> None:
        self.errors = errors
        super().__init__("; ".join(map(str, errors[:3])))


def grouped(errors: Iterable[Problem], warnings: Iterable[Problem]) -> list[ProblemGroup]:
    groups: dict[tuple[str, str, str], ProblemGroup] = {}
    for kind, problems in (("error", errors), ("warning", warnings)):
        for each in problems:
            message = f"{each.column}: {each.message}" if each.column else each.message
            key = (kind, each.column, SPECIFIC.sub("", each.message))
            rows = groups.setdefault(key, ProblemGroup(kind, message, [])).rows
            if each.row and each.row not in rows[-1:]:
                rows.append(each.row)
    return list(groups.values())


def listed(rows: Iterable[int]) -> str:
    """ "3, 4, 7"; of many the first."""
    numbers = sorted(set(rows))
    more = len(numbers) - MOST_LISTED
    return ", ".join(map(str, numbers[:MOST_LISTED])) + (f" and {more} more" if more > 0 else "")
