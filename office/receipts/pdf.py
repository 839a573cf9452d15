"""PDF files of text and tables, in fonts that have the letters of most names. Other letters become Latin ones."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from xml.sax.saxutils import escape

from anyascii import anyascii
from arabic_reshaper import reshape
from reportlab.lib.colors import black
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import inch
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Table

from mail.templatetags.email_formats import money

FONT, KOREAN, EAST_ASIAN = "DejaVuSans", "HYSMyeongJo-Medium", "STSong-Light"
"""The first is embedded. PDF readers have the fonts for Korean, and for Chinese and Japanese."""
_LETTER = "[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
RIGHT_TO_LEFT = re.compile(f"{_LETTER}+(?:[ .'-]+{_LETTER}+)*")
"""Words in Hebrew or Arabic letters, without digits."""
FONT_FILE = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
MARGIN = inch
TITLE = ParagraphStyle("title", fontName=FONT, fontSize=18, leading=24, spaceAfter=8)
HEADING = ParagraphStyle("heading", fontName=FONT, fontSize=12, leading=16, spaceBefore=14, spaceAfter=4)
TEXT = ParagraphStyle("text", fontName=FONT, fontSize=9.5, leading=13, spaceAfter=4)
NUMBER = ParagraphStyle("number", TEXT, alignment=2)
RULED = [
    *(("VALIGN", (0, 0), (-1, -1), "TOP"), ("LINEBELOW", (0, 0), (-1, -1), 0.25, black)),
    *(
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
    ),
]


def pdf(*, title: str, author: str, content: Sequence[Flowable]) -> bytes:
    """Returns a PDF with its title, author and language set."""
    _register_fonts()
    file = BytesIO()
    margins = dict.fromkeys(("leftMargin", "rightMargin", "topMargin", "bottomMargin"), MARGIN)
    document = SimpleDocTemplate(file, pagesize=letter, title=title, author=author, lang="en-US", **margins)
    document.build(list(content))
    return file.getvalue()


def text(content: str, style: ParagraphStyle = TEXT) -> Paragraph:
    """Returns a paragraph; line breaks stay."""
    return Paragraph("<br/>".join(_in_fonts(line) for line in content.split("\n")), style)


def table(rows: Iterable[Sequence[str]], widths: Sequence[float], numbers: int = 1) -> Table:
    """Returns a table of texts. ``widths`` are parts of the line; the last columns are ``numbers``."""
    line = letter[0] - 2 * MARGIN
    styles = [TEXT] * (len(widths) - numbers) + [NUMBER] * numbers
    cells = [[text(cell, style) for cell, style in zip(row, styles, strict=True)] for row in rows]
    return Table(cells, colWidths=[line * width / sum(widths) for width in widths], style=RULED, splitInRow=1)


def dollars(amount: Decimal) -> str:
    """Formats an amount, which may be negative: ``-$45.50``."""
    return f"-{money(-amount)}" if amount < 0 else money(amount)


@cache
def _register_fonts() -> None:
    pdfmetrics.registerFont(TTFont(FONT, FONT_FILE))
    for name in (KOREAN, EAST_ASIAN):
        pdfmetrics.registerFont(UnicodeCIDFont(name))


def _in_fonts(line: str) -> str:
    """Returns the line as markup, in which each part names a font that has its letters."""
    _register_fonts()
    # The font has the joined forms of Arabic letters. A PDF shows letters in the order in which it has them.
    shown = RIGHT_TO_LEFT.sub(lambda words: reshape(words[0])[::-1], line)
    parts = ((font, "".join(letters)) for font, letters in groupby(shown, _font_of))
    return "".join(
        f'<font name="{font or FONT}">{escape(part if font else anyascii(part))}</font>' for font, part in parts
    )


def _font_of(character: str) -> str | None:
    if ord(character) in pdfmetrics.getFont(FONT).face.charToGlyph:
        return FONT
    if "\uac00" <= character <= "\ud7a3":
        return KOREAN
    is_east_asian = unicodedata.east_asian_width(character) in "WF" and character <= "\uffff"
    return EAST_ASIAN if is_east_asian else None
