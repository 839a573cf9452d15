from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from core.names import name_key
from core.sheets.columns import Column
from core.sheets.problems import Problem
from core.sheets.questions import Interview


@dataclass(eq=False)
class FileChild:
    row: int
    name: str
    born_on: date | None

    def is_same(self, name: str, born_on: date | None) -> bool:
        """By the name, or by the birth date if one name is the beginning of the other: "Mia" and "Mia Lee"."""
        own, other = name_key(self.name).split(), name_key(name).split()
        shorter = min(len(own), len(other))
        return own == other or (born_on is not None and born_on == self.born_on and own[:shorter] == other[:shorter])


@dataclass
class FileContact:
    name: str
    phone: str
    relation: str


@dataclass(eq=False)
class FileFamily:
    """``row`` is the first one. ``email`` is empty if the family has none. ``note``: what has no field of its own.

    ``seconds``: the addresses of second guardians.
    """

    row: int
    headings: Mapping[str, str]
    name: str
    email: str
    phone: str
    note: list[str] = field(default_factory=list)
    seconds: list[str] = field(default_factory=list)
    children: list[FileChild] = field(default_factory=list)
    contacts: list[FileContact] = field(default_factory=list)

    def problem(self, field: str, message: str, row: int | None = None) -> Problem:
        return Problem(row or self.row, self.headings.get(field, ""), message)


@dataclass(frozen=True)
class FamilyFile:
    """The families of a file in its order, the errors in its cells, and warnings about what was guessed."""

    families: list[FileFamily]
    errors: list[Problem]
    warnings: list[Problem]
    columns: Sequence[Column]
    interview: Interview
