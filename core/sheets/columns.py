"""The columns of a table: which row has the headings, and which field each of them names."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.sheets.problems import InvalidFile, Problem
from core.sheets.questions import Interview
from core.sheets.spreadsheet import Rows, letters

TITLE_ROWS = 20
MAX_SAMPLES = 3
LONGEST_SAMPLE = 60

Refine = Callable[[str, str, Collection[str | None]], str]
"""The field of a column whose heading has two meanings: by that field, the first cell, and all fields."""


class Vocabulary:
    """The fields of a table, and their headings.

    ``fields``: by name, what people choose from. ``names``: by field, other headings, separated by commas. ``same``:
    words of headings that say the same as another, or nothing. ``required``: of each of these tuples a file needs one
    field.
    """

    def __init__(
        self,
        fields: Mapping[str, str],
        names: Mapping[str, str],
        *,
        same: Mapping[str, str],
        required: Sequence[tuple[str, ...]],
        refine: Refine | None = None,
    ) -> None:
        self.fields, self.same, self.required = fields, same, required
        self.refine = refine or (lambda field, cell, fields: field)
        shown = {self._key(text): field for field, text in fields.items()}
        others = {self._key(name): field for field, text in names.items() for name in [field, *text.split(", ")]}
        self._by_key = shown | others

    def field_of(self, heading: str) -> str | None:
        return self._by_key.get(self._key(heading)) if heading else None

    def known(self, row: Sequence[str]) -> set[str]:
        return {field for cell in row if (field := self.field_of(cell))}

    def score(self, rows: Rows) -> int:
        """How many known headings the best of these rows has."""
        return max((len(self.known(row)) for row in rows), default=0)

    def _key(self, heading: str) -> str:
        text = heading[:100].lower().replace("#", " number ").replace("e-mail", "email")
        text = re.sub(r"\(.*?\)|['\u2019]s\b", "", text)
        return "".join(self.same.get(word, word) for word in re.findall(r"[a-z0-9]+", text))


@dataclass(frozen=True)
class Column:
    """``column`` is its letter. ``field`` None: it is ignored."""

    index: int
    heading: str
    field: str | None
    samples: Sequence[str]

    @property
    def column(self) -> str:
        return letters(self.index)

    @property
    def name(self) -> str:
        return f"{self.heading} ({self.column})" if self.heading else self.column


@dataclass(frozen=True)
class Headings:
    """``first``: the index of the row below them. ``rows``: the headings as they stand in the file."""

    first: int
    rows: Rows
    columns: Sequence[Column]


def read_headings(rows: Rows, vocabulary: Vocabulary, interview: Interview) -> Headings:
    """InvalidFile if there is no row."""
    top = _find(rows, vocabulary)
    texts, height = _with_second_row(rows[top], rows[top + 1 : top + 2], vocabulary)
    first = top + height
    width = max(len(row) for row in rows[top:])
    texts += [""] * (width - len(texts))
    samples = [list(_samples(rows[first:], index)) for index in range(width)]
    named = [vocabulary.field_of(text) for text in texts]
    chosen = {letter: field for letter, field in interview.columns.items() if field and field in vocabulary.fields}
    fields: dict[int, str] = {}
    for index, field in enumerate(named):
        if letters(index) in interview.columns or field is None:
            continue
        meant = vocabulary.refine(field, next(iter(samples[index]), ""), named)
        if meant not in fields.values() and meant not in chosen.values():  # the first of two with the same heading
            fields[index] = meant
    fields |= {index: chosen[letters(index)] for index in range(width) if letters(index) in chosen}
    columns = [
        Column(index, text, fields.get(index), samples[index])
        for index, text in enumerate(texts)
        if text or samples[index]
    ]
    return Headings(first, rows[top:first], columns)


def problems_of(headings: Headings, vocabulary: Vocabulary) -> tuple[list[Problem], list[Problem]]:
    """Errors about fields without a column or with two, and a warning that names the columns that are not read."""
    row, columns = headings.first, headings.columns
    fields = [each.field for each in columns]
    errors = [
        Problem(row, " or ".join(names), "No column of the file has it. Please choose one.")
        for names in vocabulary.required
        if not set(names) & set(fields)
    ]
    for field in dict.fromkeys(filter(None, fields)):
        if fields.count(field) > 1:
            several = ", ".join(each.column for each in columns if each.field == field)
            errors.append(Problem(row, field, f"The columns {several} are all chosen for it. Please choose one."))
    ignored = [each.name for each in columns if each.field is None]
    warnings = [Problem(row, "", f"Not read: {', '.join(ignored)}.")] if ignored else []
    return errors, warnings


def _find(rows: Rows, vocabulary: Vocabulary) -> int:
    # Titles may be above the headings.
    filled = [index for index, row in enumerate(rows) if any(row)][:TITLE_ROWS]
    if not filled:
        raise InvalidFile([Problem(None, "", "The file is empty.")])
    return max(filled, key=lambda index: (len(vocabulary.known(rows[index])), sum(map(bool, rows[index])) > 1))


def _with_second_row(top: list[str], below: Rows, vocabulary: Vocabulary) -> tuple[list[str], int]:
    # "Ages" above "from" and "to".
    for second in below:
        above, joined = "", []
        for index in range(max(len(top), len(second))):
            one, two = ("".join(row[index : index + 1]) for row in (top, second))
            above = one or above
            joined.append(f"{above} {two}" if two else one)
        if len(vocabulary.known(joined)) > len(vocabulary.known(top)):
            return joined, 2
    return list(top), 1


def _samples(rows: Rows, index: int) -> Iterator[str]:
    found: set[str] = set()
    for row in rows:
        cell = row[index][:LONGEST_SAMPLE] if index < len(row) else ""
        if cell and cell not in found:
            found.add(cell)
            yield cell
        if len(found) == MAX_SAMPLES:
            return
