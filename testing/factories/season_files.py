"""Season files for the tests of ``seed_classes``."""

import csv
import io
import string
import zipfile
from datetime import date, datetime, time
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest
import time_machine
from django.core.management import CommandError, call_command

from accounts.models import User
from classes.models import CampClass, Lesson
from core.site_time import site_zone
from testing.factories import NOW

COLUMNS = ["nameClass", "instructorEmail", "instructorName", "price", "seats", "image", "status"]
SCHEDULE_COLUMNS = ["craft", "place", "bring", "ageFrom", "ageTo", "lessons", "earlyPrice", "earlyUntil"]
CLAY = {
    "nameClass": "Clay",
    "instructorEmail": "ines@school.example",
    "instructorName": "Ines",
    "price": "45.50",
    "seats": "12",
    "image": "https://pictures.example/clay.jpg",
    "status": "Approved",
}


def clay_rows(count: int) -> list[dict[str, Any]]:
    """Returns rows for the classes "Clay 1", "Clay 2" and so on."""
    return [CLAY | {"nameClass": f"Clay {number}"} for number in range(1, count + 1)]


def to_csv(rows: list[dict[str, Any]], delimiter: str = ",") -> str:
    """Returns the rows as CSV; with the optional columns if any row has one of them."""
    text = io.StringIO()
    optional = SCHEDULE_COLUMNS if any(name in row for row in rows for name in SCHEDULE_COLUMNS) else []
    writer = csv.DictWriter(text, [*COLUMNS, *optional], delimiter=delimiter, restval="")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
STYLES = f"""<styleSheet xmlns="{SHEET}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.0%"/></numFmts>
<fonts count="2"><font/><font><strike/></font></fonts><fills count="1"><fill/></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="6"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="20" applyNumberFormat="1"/>
<xf numFmtId="9" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="0" fontId="1"/>
</cellXfs></styleSheet>"""


class Xml(str):
    """A cell of an xlsx sheet without its reference: ``<c t="e"><v>#N/A</v></c>``."""

    __slots__ = ()


N_A, REF = Xml('<c t="e"><v>#N/A</v></c>'), Xml('<c t="e"><f>A1*2</f><v>#REF!</v></c>')
UNCOMPUTED = Xml("<c><f>C2*2</f><v></v></c>")
EMPTY_RESULT = Xml('<c t="str"><f>IF(A1="x",1,"")</f><v></v></c>')
PERCENT, PERCENT_OF_FORMAT = Xml('<c s="3"><v>0.8</v></c>'), Xml('<c s="4"><v>0.755</v></c>')
STRUCK = Xml('<c s="5" t="inlineStr"><is><t>Clay</t></is></c>')


Cells = dict[str, Any]
"""The cells of a sheet by reference, such as A1: text, numbers, dates and times of day."""


def to_xlsx(rows: list[list[Any]], merged: tuple[str, ...] = (), hidden_rows: tuple[int, ...] = ()) -> bytes:
    """Returns a workbook with a sheet of these rows; None is a blank cell."""
    lines = [{f"{chr(65 + i)}{number}": cell for i, cell in enumerate(row)} for number, row in enumerate(rows, start=1)]
    cells = {reference: cell for line in lines for reference, cell in line.items()}
    return xlsx_of(cells, merged=merged, hidden_rows=hidden_rows)


def xlsx_of(
    *sheets: Cells, merged: tuple[str, ...] = (), hidden: tuple[int, ...] = (), hidden_rows: tuple[int, ...] = ()
) -> bytes:
    """Returns a workbook with these sheets: "Sheet 1" and so on. ``hidden``: the numbers of those that are hidden."""
    types = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    numbers = range(1, len(sheets) + 1)
    overrides = "".join(
        f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{types}.worksheet+xml"/>' for n in numbers
    )
    entries = "".join(
        f'<sheet name="Sheet {n}" sheetId="{n}" r:id="rId{n}" state="{"hidden" if n in hidden else "visible"}"/>'
        for n in numbers
    )
    targets = [part for n in numbers for part in ("worksheet", f"worksheets/sheet{n}.xml")]
    parts = {
        "[Content_Types].xml": f"""<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels"
ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="{types}.sheet.main+xml"/>{overrides}
<Override PartName="/xl/styles.xml" ContentType="{types}.styles+xml"/></Types>""",
        "_rels/.rels": _relations("officeDocument", "xl/workbook.xml"),
        "xl/workbook.xml": f"""<workbook xmlns="{SHEET}" xmlns:r="{RELATIONS}"><sheets>{entries}</sheets></workbook>""",
        "xl/_rels/workbook.xml.rels": _relations(*targets, "styles", "styles.xml"),
        "xl/styles.xml": STYLES,
    }
    parts |= {
        f"xl/worksheets/sheet{n}.xml": _sheet(cells, merged, hidden_rows) for n, cells in enumerate(sheets, start=1)
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return out.getvalue()


def _sheet(cells: Cells, merged: tuple[str, ...], hidden_rows: tuple[int, ...]) -> str:
    rows: dict[str, str] = {}
    for reference, cell in cells.items():
        row = reference.lstrip(string.ascii_uppercase)
        rows[row] = rows.get(row, "") + _xlsx_cell(reference, cell)
    attributes = {str(row): ' hidden="1"' for row in hidden_rows}
    lines = "".join(f'<row r="{row}"{attributes.get(row, "")}>{text}</row>' for row, text in rows.items())
    merges = "".join(f'<mergeCell ref="{each}"/>' for each in merged)
    merges = f'<mergeCells count="{len(merged)}">{merges}</mergeCells>' if merged else ""
    return f'<worksheet xmlns="{SHEET}"><sheetData>{lines}</sheetData>{merges}</worksheet>'


def _relations(*kinds_and_targets: str) -> str:
    pairs = zip(kinds_and_targets[::2], kinds_and_targets[1::2], strict=True)
    each = "".join(
        f'<Relationship Id="rId{number}" Type="{RELATIONS}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(pairs, start=1)
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{each}</Relationships>'


def _xlsx_cell(reference: str, value: Any) -> str:
    match value:
        case None:
            return ""
        case Xml():
            return value.replace("<c", f'<c r="{reference}"', 1)
        case str():
            return f'<c r="{reference}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
        case datetime() | date():
            days = (date(value.year, value.month, value.day) - date(1899, 12, 30)).days
            return f'<c r="{reference}" s="1"><v>{days}</v></c>'
        case time():
            return f'<c r="{reference}" s="2"><v>{(value.hour * 60 + value.minute) / 1440}</v></c>'
        case _:
            return f'<c r="{reference}"><v>{value}</v></c>'


def with_entities(content: bytes, word: str) -> bytes:
    """Returns the workbook with a billion times one text in place of a word."""
    out = io.BytesIO()
    words = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(9))
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(out, "w") as archive:
        for name in source.namelist():
            text = source.read(name).decode()
            if "sheet1" in name:
                text = f'<!DOCTYPE x [<!ENTITY e0 "lol">{words}]>' + text.replace(word, "&e9;")
            archive.writestr(name, text)
    return out.getvalue()


LOCKED = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504
"""The first sector of a workbook with a password, which is no archive of XML."""

ODS_NAMES = "".join(
    f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text", "style")
)
MANIFEST = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
CALC_EXT = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"
ODS_N_A = (
    '<table:table-cell table:formula="of:=NA()" office:value-type="string" office:string-value="" '
    'calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell>'
)
ODS_UNCOMPUTED = '<table:table-cell table:formula="of:=[.C2]*2"/>'
ODS_PERCENT = (
    '<table:table-cell office:value-type="percentage" office:value="0.8"><text:p>80%</text:p></table:table-cell>'
)
ODS_STRUCK = (
    '<table:table-cell table:style-name="ce1" office:value-type="string"><text:p>Clay</text:p></table:table-cell>'
)


def to_ods(rows: list[list[Any]], hidden_rows: tuple[int, ...] = ()) -> bytes:
    """Returns an ods file with a sheet of these rows. A text that begins with ``<`` is the XML of a cell."""
    attributes = dict.fromkeys(hidden_rows, ' table:visibility="collapse"')
    lines = "".join(
        f"<table:table-row{attributes.get(number, '')}>{''.join(map(_ods_cell, row))}</table:table-row>"
        for number, row in enumerate(rows, start=1)
    )
    style = '<style:style style:name="ce1"><style:text-properties style:text-line-through-style="solid"/></style:style>'
    content = (
        f'<office:document-content{ODS_NAMES} xmlns:calcext="{CALC_EXT}">'
        f"<office:automatic-styles>{style}</office:automatic-styles><office:body><office:spreadsheet>"
        f'<table:table table:name="Classes">{lines}</table:table></office:spreadsheet></office:body>'
        "</office:document-content>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", f'<manifest:manifest xmlns:manifest="{MANIFEST}"/>')
        archive.writestr("content.xml", content)
    return out.getvalue()


def _ods_cell(value: str | float) -> str:
    if isinstance(value, str) and value.startswith("<"):
        return value
    kind = 'string"' if isinstance(value, str) else f'float" office:value="{value}"'
    return f'<table:table-cell office:value-type="{kind}><text:p>{value}</text:p></table:table-cell>'


def seed(path: Path, *options: str) -> str:
    """Runs ``seed_classes`` at ``NOW``, so that the lessons of 2027 lie ahead, and returns what it writes to stdout."""
    out = io.StringIO()
    with time_machine.travel(NOW):
        call_command("seed_classes", str(path), *options, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def seed_error(path: Path, *options: str) -> CommandError:
    """Runs ``seed_classes``, asserts that it fails without changing anything, and returns the error."""
    before = users_and_classes()
    with pytest.raises(CommandError) as error:
        seed(path, *options)
    assert users_and_classes() == before
    return error.value


def users_and_classes() -> list[list[Any]]:
    """Returns the rows and the history of all users and classes."""
    rows = [list(model.objects.order_by("pk").values_list()) for model in (User, CampClass)]
    return rows + [list(model.history.order_by("history_id").values_list()) for model in (User, CampClass)]


def times_of(name: str) -> list[list[str]]:
    """Returns the lessons of the classes of this name, in the camp's time."""
    classes = CampClass.objects.filter(name=name).order_by("pk")
    return [[_wall_clock(lesson) for lesson in each.lessons.order_by("starts_at")] for each in classes]


def _wall_clock(lesson: Lesson) -> str:
    start, end = (instant.astimezone(site_zone()) for instant in (lesson.starts_at, lesson.ends_at))
    return f"{start:%m-%d %H:%M}-{end:%H:%M}"
