"""Fonts with the letters of most names are embedded; other letters become Latin ones."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from xml.sax.saxutils import escape

from anyascii import anyascii
from arabic_reshaper import reshape
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import inch
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, HRFlowable, Paragraph, SimpleDocTemplate, Table

from mail.templatetags.email_formats import money

FONT, THAI, DEVANAGARI, EAST_ASIAN = "DejaVuSans", "NotoSansThai-Regular", "NotoSansDevanagari-Regular", "wqy-microhei"
LONG_SHAPED = re.compile(
    "([\u0900-\u097f\u0e00-\u0e7f\u200c\u200d]{15,}?)"
    "(?<![\u094d\u0e40-\u0e44\u200d])(?=[\u0904-\u0939\u0958-\u0961\u0e01-\u0e2e\u0e40-\u0e44])"
)
"""So many letters, to a place before a syllable."""
FONTS = Path(__file__).parent / "fonts"
SHAPED = (THAI, DEVANAGARI)
"""Scripts in which a letter has its form and its place by its neighbors."""
SCRIPTS = {
    THAI: re.compile("[\u0e00-\u0e7f]"),
    DEVANAGARI: re.compile("[\u0900-\u097f\ua8e0-\ua8ff\u200c\u200d]"),
    EAST_ASIAN: re.compile("[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]"),
}
_LETTER = "[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
RIGHT_TO_LEFT = re.compile(f"{_LETTER}+(?:[ .'-]+{_LETTER}+)*")
"""Words in Hebrew or Arabic letters, without digits."""
MARGIN = inch
CLAY, MARIGOLD, LINE, INK = map(HexColor, ("#a8442a", "#e0a526", "#dccfb9", "#2b2420"))
TITLE = ParagraphStyle("title", fontName=FONT, fontSize=18, leading=24, spaceAfter=8, textColor=CLAY)
HEADING = ParagraphStyle(
    "heading", fontName=FONT, fontSize=12, leading=16, spaceBefore=14, spaceAfter=4, textColor=CLAY
)
LETTERHEAD = ParagraphStyle("letterhead", HEADING, spaceBefore=0)
TEXT = ParagraphStyle("text", fontName=FONT, fontSize=9.5, leading=13, spaceAfter=4, textColor=INK)
NUMBER = ParagraphStyle("number", TEXT, alignment=2)
RULED = [
    *(("VALIGN", (0, 0), (-1, -1), "TOP"), ("LINEBELOW", (0, 0), (-1, -1), 0.5, LINE)),
    *(
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
    ),
]


def pdf(*, title: str, author: str, content: Sequence[Flowable]) -> bytes:
    file = BytesIO()
    margins = dict.fromkeys(("leftMargin", "rightMargin", "topMargin", "bottomMargin"), MARGIN)
    document = SimpleDocTemplate(file, pagesize=letter, title=title, author=author, lang="en-US", **margins)
    rule = HRFlowable("100%", thickness=3, color=MARIGOLD, spaceAfter=12)
    document.build([text(author, LETTERHEAD), rule, *content])
    return file.getvalue()


def text(content: str, style: ParagraphStyle = TEXT) -> Paragraph:
    """Line breaks stay."""
    markup = "<br/>".join(_in_fonts(line) for line in content.split("\n"))
    # reportlab shapes the parts of a paragraph in such a font only if the paragraph itself has one.
    shaped = next((name for name in SHAPED if name in markup), None)
    return Paragraph(markup, ParagraphStyle(style.name, style, fontName=shaped, shaping=1) if shaped else style)


def table(rows: Iterable[Sequence[str]], widths: Sequence[float], numbers: int = 1) -> Table:
    """``widths`` are parts of the line; the last columns are ``numbers``."""
    line = letter[0] - 2 * MARGIN
    styles = [TEXT] * (len(widths) - numbers) + [NUMBER] * numbers
    cells = [[text(cell, style) for cell, style in zip(row, styles, strict=True)] for row in rows]
    return Table(cells, colWidths=[line * width / sum(widths) for width in widths], style=RULED, splitInRow=1)


def dollars(amount: Decimal) -> str:
    """``-$45.50`` for a negative amount."""
    return f"-{money(-amount)}" if amount < 0 else money(amount)


@cache
def _font(name: str) -> TTFont:
    # Read when the first text needs it: the font for East Asia has 5 MB.
    font = TTFont(name, next(FONTS.glob(f"{name}.tt?")), shapable=name in SHAPED)
    pdfmetrics.registerFont(font)
    return font


def _in_fonts(line: str) -> str:
    """As markup, in which each part names a font that has its letters."""
    _font(FONT)
    # The font has the joined forms of Arabic letters. A PDF shows letters in the order in which it has them.
    shown = RIGHT_TO_LEFT.sub(lambda words: reshape(words[0])[::-1], line)
    markup, before = "", None
    for font, letters in groupby(shown, _font_of):
        part = "".join(letters)
        # reportlab draws no word that is partly in a shaped font, so a space ends such a part.
        markup += " " if before in SHAPED or (markup and font in SHAPED) else ""
        markup += f'<font name="{font or FONT}">{escape(_breakable(part) if font else anyascii(part))}</font>'
        before = font
    return markup


def _breakable(part: str) -> str:
    # reportlab cannot break long words of shaped letters.
    return LONG_SHAPED.sub(r"\1 ", part)


def _font_of(character: str) -> str | None:
    of_script = (name for name, letters in SCRIPTS.items() if letters.match(character))
    return next((name for name in (*of_script, FONT) if ord(character) in _font(name).face.charToGlyph), None)
