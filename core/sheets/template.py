"""Writes the workbooks in which people fill in what they want to import."""

import io
import zipfile
from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"
EXAMPLES = "How to fill it in"


def template(title: str, examples: Mapping[str, str]) -> bytes:
    """A sheet with the headings of ``examples``, and one that shows what to write below each."""
    sheets = {title: [list(examples)], EXAMPLES: [["Column", "Example"], *map(list, examples.items())]}
    names = list(enumerate(sheets, start=1))
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{TYPES}.sheet.main+xml"/>'
        + "".join(
            f'<Override PartName="/xl/worksheets/sheet{number}.xml" ContentType="{TYPES}.worksheet+xml"/>'
            for number, _ in names
        )
        + "</Types>",
        "_rels/.rels": _relations({1: ("officeDocument", "xl/workbook.xml")}),
        "xl/workbook.xml": f'<workbook xmlns="{SHEET}" xmlns:r="{RELATIONS}"><sheets>'
        + "".join(f'<sheet name="{escape(name)}" sheetId="{number}" r:id="rId{number}"/>' for number, name in names)
        + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": _relations(
            {number: ("worksheet", f"worksheets/sheet{number}.xml") for number, _ in names}
        ),
    }
    parts |= {f"xl/worksheets/sheet{number}.xml": _sheet(sheets[name]) for number, name in names}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in parts.items():
            archive.writestr(path, f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>{text}')
    return out.getvalue()


def _relations(targets: Mapping[int, tuple[str, str]]) -> str:
    each = "".join(
        f'<Relationship Id="rId{number}" Type="{RELATIONS}/{kind}" Target="{target}"/>'
        for number, (kind, target) in targets.items()
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{each}</Relationships>'


def _sheet(rows: Iterable[Iterable[str]]) -> str:
    lines = "".join(f"<row>{''.join(map(_cell, row))}</row>" for row in rows)
    columns = '<cols><col min="1" max="30" width="24" customWidth="1"/></cols>'
    return f'<worksheet xmlns="{SHEET}">{columns}<sheetData>{lines}</sheetData></worksheet>'


def _cell(text: str) -> str:
    return f'<c t="inlineStr"><is><t>{escape(text)}</t></is></c>'
