"""What a workbook says about its cells and rows that the library doesn't: errors, percentages, hidden and struck rows.

It reads the XML of xlsx and of ods. Like ``workbook`` it runs in a process with little memory and time, and imports
nothing of the project.
"""

import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from xml.etree import ElementTree

NO_VALUE = "#FORMULA! ="
"""Marks a formula without a value. Such a file is from a program that doesn't calculate."""
BUILT_IN_PERCENTAGES = {"9", "10"}
QUOTED = re.compile(r'"[^"]*"|\\.')

Element = ElementTree.Element
Size = tuple[int, int]
"""The numbers of rows and columns of a sheet."""


class UnknownFormat(Exception):
    """The file is a workbook in another format, whose cells can't be checked."""


@dataclass
class Marks:
    """Counted from 0. ``texts``: what a cell shows instead of the value that the library reads."""

    texts: dict[tuple[int, int], str] = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)
    struck: set[int] = field(default_factory=set)


def read_marks(archive: zipfile.ZipFile, sizes: Mapping[str, Size]) -> dict[str, Marks]:
    parts = archive.namelist()
    if "xl/workbook.xml" in parts:
        styles = _xlsx_styles(archive) if "xl/styles.xml" in parts else {}
        return {name: _of_xlsx(archive, part, styles) for name, part in _xlsx_sheets(archive) if name in sizes}
    if "content.xml" in parts:
        return _of_ods(archive, sizes)
    raise UnknownFormat


def _elements(archive: zipfile.ZipFile, part: str, *, kept: str) -> Iterator[tuple[str, str, Element]]:
    """Yields event, name and element of each start and end. Forgets each ``kept`` element after its end."""
    parents: list[Element] = []
    with archive.open(part) as file:
        for event, element in ElementTree.iterparse(file, events=("start", "end")):  # noqa: S314 (limited memory and time)
            name = _local(element.tag)
            if event == "start":
                parents.append(element)
            else:
                parents.pop()
            yield event, name, element
            if event == "end" and name == kept and parents:
                parents[-1].remove(element)


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def _attributes(element: Element) -> dict[str, str]:
    return {_local(name): value for name, value in element.items()}


def _xlsx_sheets(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))  # noqa: S314
    targets = {each.get("Id"): each.get("Target", "") for each in relations}
    for element in ElementTree.fromstring(archive.read("xl/workbook.xml")).iter():  # noqa: S314
        if _local(element.tag) == "sheet":
            sheet = _attributes(element)
            target = targets.get(sheet["id"], "")
            if "worksheets/" in target:
                yield sheet["name"], posixpath.normpath(posixpath.join("/xl", target)).lstrip("/")


def _xlsx_styles(archive: zipfile.ZipFile) -> dict[str, tuple[bool, bool]]:
    """By style of cells: whether it shows a percentage, and whether it strikes the text out."""
    root = ElementTree.fromstring(archive.read("xl/styles.xml"))  # noqa: S314
    groups = {_local(group.tag): list(group) for group in root}
    codes = {each.get("numFmtId"): each.get("formatCode", "") for each in groups.get("numFmts", [])}
    percentages = BUILT_IN_PERCENTAGES | {str(id) for id, code in codes.items() if "%" in QUOTED.sub("", code)}
    strikes = [
        any(_local(each.tag) == "strike" and each.get("val", "1") not in ("0", "false") for each in font)
        for font in groups.get("fonts", [])
    ]
    struck = {str(number) for number, is_struck in enumerate(strikes) if is_struck}
    return {
        str(number): (each.get("numFmtId") in percentages, each.get("fontId") in struck)
        for number, each in enumerate(groups.get("cellXfs", []))
    }


def _of_xlsx(archive: zipfile.ZipFile, part: str, styles: Mapping[str, tuple[bool, bool]]) -> Marks:
    marks, row, column = Marks(), -1, -1
    for event, name, element in _elements(archive, part, kept="row"):
        if event == "start" and name == "row":
            row, column = int(element.get("r", row + 2)) - 1, -1
            if element.get("hidden") in ("1", "true") or element.get("ht") == "0":
                marks.hidden.add(row)
        elif event == "end" and name == "c":
            column = _column(element.get("r", "")) if element.get("r") else column + 1
            is_percentage, is_struck = styles.get(element.get("s", "0"), (False, False))
            text, is_blank = _xlsx_text(element, is_percentage=is_percentage)
            if text:
                marks.texts[row, column] = text
            if is_struck and not is_blank:
                marks.struck.add(row)
    return marks


def _column(reference: str) -> int:
    number = 0
    for letter in reference.rstrip("0123456789"):
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _xlsx_text(cell: Element, *, is_percentage: bool) -> tuple[str, bool]:
    # The text that replaces the library's, if any, and whether the cell is blank.
    parts = {_local(each.tag): each for each in cell}
    kind, value = cell.get("t", "n"), parts["v"].text or "" if "v" in parts else ""
    is_without_value = "f" in parts and not value and not (kind == "str" and "v" in parts)
    if kind == "e":
        return value, False
    if is_without_value and "is" not in parts:
        return f"{NO_VALUE}{parts['f'].text or ''}", False
    if is_percentage and kind == "n" and value:
        return _percentage(value), False
    return "", not value and "is" not in parts


def _percentage(value: str) -> str:
    return f"{float(value) * 100:.10g}%"


def _of_ods(archive: zipfile.ZipFile, sizes: Mapping[str, Size]) -> dict[str, Marks]:
    tables = OdsTables(sizes)
    handlers = {
        ("end", "style"): tables.end_style,
        ("start", "table"): tables.start_table,
        ("start", "table-row"): tables.start_row,
        ("end", "table-cell"): tables.end_cell,
        ("end", "covered-table-cell"): tables.end_cell,
    }
    for event, name, element in _elements(archive, "content.xml", kept="table-row"):
        if handler := handlers.get((event, name)):
            handler(element, _attributes(element))
    return tables.found


class OdsTables:
    """Rows and cells of an ods file can each stand for several."""

    def __init__(self, sizes: Mapping[str, Size]) -> None:
        self.sizes = sizes
        self.found: dict[str, Marks] = {}
        self.struck: set[str] = set()
        self.marks, self.height, self.width = Marks(), 0, 0
        self.rows, self.next_row, self.column = range(0), 0, 0

    def end_style(self, style: Element, attributes: dict[str, str]) -> None:
        if _strikes(style):
            self.struck.add(attributes["name"])

    def start_table(self, _: Element, attributes: dict[str, str]) -> None:
        name = attributes["name"]
        self.marks, self.next_row = Marks(), 0
        self.height, self.width = self.sizes.get(name, (0, 0))
        if name in self.sizes:
            self.found[name] = self.marks

    def start_row(self, _: Element, attributes: dict[str, str]) -> None:
        end = self.next_row + int(attributes.get("number-rows-repeated", 1))
        self.rows, self.next_row, self.column = range(self.next_row, min(end, self.height)), end, 0
        if attributes.get("visibility") in ("collapse", "filter"):
            self.marks.hidden.update(self.rows)

    def end_cell(self, cell: Element, attributes: dict[str, str]) -> None:
        end = self.column + int(attributes.get("number-columns-repeated", 1))
        if text := _ods_text(cell, attributes):
            places = product(self.rows, range(self.column, min(end, self.width)))
            self.marks.texts |= dict.fromkeys(places, text)
        if attributes.get("style-name") in self.struck and "value-type" in attributes:
            self.marks.struck.update(self.rows)
        self.column = end


def _strikes(style: Element) -> bool:
    return any(_attributes(each).get("text-line-through-style", "none") != "none" for each in style)


def _ods_text(cell: Element, attributes: Mapping[str, str]) -> str:
    # The text that replaces the library's, if any.
    kinds = {value for name, value in cell.items() if _local(name) == "value-type"}
    if "error" in kinds:  # an attribute of LibreOffice beside the standard's, which says "string"
        return "".join(cell.itertext()).strip()
    if "formula" in attributes and not kinds:
        return NO_VALUE + attributes["formula"].partition("=")[2]
    return _percentage(attributes["value"]) if "percentage" in kinds else ""
