"""The rows of a table: text by field, before it is validated."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from core.sheets.cell_marks import NO_VALUE
from core.sheets.columns import Column, Vocabulary, problems_of, read_headings
from core.sheets.dates import plain
from core.sheets.problems import Problem, listed
from core.sheets.questions import Interview
from core.sheets.spreadsheet import Table, read_table

NOTHING = {"-", "--", "n/a", "none"}
"""What people write into a cell that may be blank."""
TOTAL = re.compile(r"(?:grand |sub-?)?totals?:?|sum:?|average:?")
NUMBER = re.compile(r"[$\s\d.,%-]+")
ERROR = re.compile(r"#(?:N/A|REF!|VALUE!|DIV/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|BUSY!)|(?:Err|err):\d+")
"""What a spreadsheet shows in a cell that it cannot compute."""
PERCENTAGE = re.compile(r"-?[\d.,]+ ?%")

Says = Callable[[str, str], bool]
"""Whether a cell of a field says more than a blank one."""


def says_something(cell: str, field: str) -> bool:
    return cell != "" and plain(cell) not in NOTHING


LONGEST_CELL = 15_000


@dataclass
class Record:
    """The filled cells of one row by field, and the headings of the fields. ``more``: what rows below it add."""

    row: int
    values: dict[str, str]
    headings: dict[str, str]
    unit: str = "row"
    more: list[str] = field(default_factory=list)

    def refused(self, numbers: Collection[str]) -> dict[str, Problem]:
        """By field: the cell says nothing, or nothing that its column could mean. ``numbers``: no percentages."""
        found = {each: _refusal(text, is_number=each in numbers) for each, text in self.values.items()}
        return {each: self.problem(each, message) for each, message in found.items() if message}

    def problem(self, field: str, message: str) -> Problem:
        return Problem(self.row, self.headings.get(field, field), message, self.unit)


@dataclass
class Sheet:
    """A table whose columns are known. ``errors`` and ``warnings`` grow while its rows are read."""

    table: Table
    first: int
    headings: Sequence[Sequence[str]]
    columns: Sequence[Column]
    errors: list[Problem]
    warnings: list[Problem]

    @property
    def fields(self) -> dict[int, str]:
        return {each.index: each.field for each in self.columns if each.field}

    def records(self, says: Says = says_something, *, alone: Collection[str] = ()) -> Iterator[Record]:
        """Without titles, totals and repeated headings. ``alone``: fields that can be the only one of a row."""
        fields = self.fields
        names = {each.field: each.heading or each.column for each in self.columns if each.field}
        headed = {each.index for each in self.columns if each.heading}
        repeated, read = self.headings, []
        for number, row in enumerate(self.table.rows[self.first :], start=self.first + 1):
            if row in repeated or not any(row):
                continue
            if too_long := self._too_long(number, row):
                self.errors.append(too_long)
                continue
            values = {fields[i]: cell for i, cell in enumerate(row) if i in fields and says(cell, fields[i])}
            if ignored := _total(row) or _title(row, values, alone):
                self.warnings.append(Problem(number, "", ignored))
                continue
            if self.table.is_csv:
                self.errors += _without_heading(number, row, headed)
            if values:
                read.append(number)
                yield Record(number, values, names)
        self.warnings += _of_unseen(read, self.table)

    def _too_long(self, number: int, row: list[str]) -> Problem | None:
        # Before anything folds or searches the text, which costs more than its length.
        index = next((index for index, cell in enumerate(row) if len(cell) > LONGEST_CELL), None)
        if index is None:
            return None
        headings = {each.index: each.heading or each.column for each in self.columns}
        message = f"has {len(row[index]):,} characters. A cell can have at most {LONGEST_CELL:,}."
        return Problem(number, headings.get(index, ""), message)


def open_sheet(content: bytes, vocabulary: Vocabulary, interview: Interview) -> Sheet:
    table = read_table(content, vocabulary.score, interview)
    headings = read_headings(table.rows, vocabulary, interview)
    errors, warnings = problems_of(headings, vocabulary)
    return Sheet(table, headings.first, headings.rows, headings.columns, errors, warnings)


def _refusal(cell: str, *, is_number: bool) -> str:
    if ERROR.fullmatch(cell):
        return f'"{cell}" is an error in the spreadsheet. Please correct the cell, or leave it blank.'
    if cell.startswith(NO_VALUE):
        formula = cell.removeprefix(NO_VALUE)
        return f'The formula "={formula}" has no value. Please open the file in a spreadsheet program and save it.'
    if is_number and PERCENTAGE.fullmatch(plain(cell)):
        return f'"{cell}" is a percentage. Please write a number.'
    return ""


def _total(row: list[str]) -> str:
    words = [cell for cell in row if cell and not NUMBER.fullmatch(cell)]
    return f'"{words[0]}" was taken for a total.' if len(words) == 1 and TOTAL.fullmatch(plain(words[0])) else ""


def _title(row: list[str], values: dict[str, str], alone: Collection[str]) -> str:
    is_title = len(values) == 1 and sum(map(bool, row)) == 1 and not values.keys() <= set(alone)
    return f'"{next(iter(values.values()))}" was taken for a title.' if is_title else ""


def _without_heading(number: int, cells: list[str], headed: Collection[int]) -> list[Problem]:
    # A missing quote or separator shifts the cells behind it.
    found = [index for index, cell in enumerate(cells) if cell and index not in headed]
    message = "has a value, but no heading. In CSV, is a quote or a separator missing?"
    return [Problem(number, "", f"Column {Column(index, '', None, ()).column} {message}") for index in found[:1]]


def _of_unseen(read: list[int], table: Table) -> list[Problem]:
    """Rows that were read although somebody who looks at the sheet may not expect it."""
    kinds = {"hidden": set(table.hidden), "struck-out": set(table.struck)}
    found = {kind: [row for row in read if row - 1 in rows] for kind, rows in kinds.items()}
    return [
        Problem(
            rows[0],
            "",
            f"{len(rows)} {kind} {'row was' if len(rows) == 1 else 'rows were'} read: {listed(rows)}. "
            "Please delete what you don't want to import.",
        )
        for kind, rows in found.items()
        if rows
    ]
