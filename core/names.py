"""Names of users, children and classes, and the placeholder of an e-mail address."""

import re
import unicodedata

from django.core.exceptions import ValidationError

BIDI_CONTROLS = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""The characters with the Unicode property Bidi_Control. They change the order in which other text is displayed."""

UNSEEN = BIDI_CONTROLS | dict.fromkeys([0x00AD, 0x200B, 0x2060, 0xFEFF])
"""Also the soft hyphen, and spaces without a width. Joiners stay: names in Persian and emoji need them."""

SPACES = re.compile("[ \xa0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
"""Spaces of any width, such as the non-breaking ones of web pages and word processors."""

BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180e\u2800\u3164\uffa0")
"""Characters without a glyph that Python counts as printable."""

MAX_GROWTH = 4
"""A character of NFC is at most so many in another form. A text that is even longer cannot become a short name, and
``clean_name`` would take a time that grows with the square of its length."""

MAX_NAMES = 3
SCHEME = re.compile(r"://|\b(?:https?|ftps?|mailto|tel|sms):", re.IGNORECASE)
"""The beginning of an address, which needs no domain."""
HOST = re.compile(r"(?<![\w-])[\w-]+(?:\.[\w-]+)+")
"""From the beginning of a word: tried from each letter of a long word, the time would grow with its square."""
TOP_LEVEL = re.compile(r"[^\W\d_]{2,}|xn--[a-z0-9-]+", re.IGNORECASE)
IP_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
DOTS = str.maketrans(dict.fromkeys("\u3002\uff61", "."))
"""Other full stops that browsers treat as dots of a domain. NFKC changes the remaining ones."""


LETTERS = ("ØøŁłĐđÐðĦħŦŧıĿŀ", "OoLlDdDdHhTtiLl")
LIGATURES = {"ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "Þ": "TH"}
APOSTROPHES = "'\u2018\u2019\u02bb\u02bc`\u00b4"
MARKS = "\u0300-\u036f"
"""The combining marks, such as accents, into which NFKD takes a letter apart."""

_NO_APOSTROPHES = str.maketrans("", "", APOSTROPHES)
_PLAIN = str.maketrans(dict(zip(*LETTERS, strict=True)) | LIGATURES)


NO_EMAIL = "@no-email.invalid"
"""The domain of the placeholder of an account without an e-mail address. No mail server has it (RFC 2606)."""


def shown_email(email: str) -> str:
    """Empty for a placeholder."""
    return "" if email.endswith(NO_EMAIL) else email


def fold(text: str) -> str:
    """Without accents, apostrophes and wide forms. PostgreSQL does the same (``database.folding``)."""
    # Apostrophes first: NFKD makes a space and an accent of one of them.
    letters = unicodedata.normalize("NFKD", text.translate(_NO_APOSTROPHES))
    return re.sub(f"[{MARKS}]", "", letters).translate(_PLAIN)


def name_key(name: str) -> str:
    """What people compare and sort names by. PostgreSQL's is ``core.database.folding.name_order``."""
    return fold(name).lower()


def is_same_person(name: str, other: str) -> bool:
    """Whether one name could mean both: without capitals, accents, spaces and punctuation."""
    return _person_key(name) == _person_key(other)


def _person_key(name: str) -> str:
    key = name_key(name).casefold()
    # Z, P and C: separators, punctuation and characters that are not seen.
    return "".join(each for each in key if unicodedata.category(each)[0] not in "ZPC") or key


def clean_name(name: str) -> str:
    """As names are stored: NFC, single spaces, no unseen characters."""
    # Unseen characters could reverse the text after them, or make two names of one.
    return SPACES.sub(" ", unicodedata.normalize("NFC", name).translate(UNSEEN)).strip()


def joined(names: list[str]) -> str:
    """Names up to three and counts the rest: "A, B, C and 2 more"."""
    shown, more = names[:MAX_NAMES], len(names) - MAX_NAMES
    if more > 0:
        return f"{', '.join(shown)} and {more} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)


def validate_visible_line(value: str) -> None:
    if any(unicodedata.category(character) in ("Cc", "Zl", "Zp") for character in value):
        raise ValidationError("Please write it on one line.", code="one_line")
    if not any(_is_visible(character) for character in value):
        raise ValidationError("Please use at least one visible character.", code="invisible")


def _is_visible(character: str) -> bool:
    # A combining mark shows nothing by itself.
    is_mark = unicodedata.category(character) in ("Mn", "Me")
    return character.isprintable() and not character.isspace() and not is_mark and character not in BLANK


def validate_no_link(value: str) -> None:
    """Refuses what a mail program would make a link of: a scheme, or words with dots but no spaces between them.

    Initials are no domain ("J.R.R.Tolkien"), unless a path follows ("t.me/x").
    """
    text = "".join(each for each in unicodedata.normalize("NFKC", value) if unicodedata.category(each) != "Cf")
    text = text.translate(DOTS)
    if SCHEME.search(text) or any(_is_domain(text, host) for host in HOST.finditer(text)):
        message = "Please leave out web addresses. Names may contain dots, with a space after each."
        raise ValidationError(message, code="link")


def _is_domain(text: str, found: re.Match[str]) -> bool:
    host, rest = found[0], text[found.end() : found.end() + 2]
    has_path = rest[:1] in ("/", ":", "?", "#") and rest[1:].strip() != ""
    if IP_ADDRESS.fullmatch(host):
        return has_path
    *labels, last = host.split(".")
    return bool(TOP_LEVEL.fullmatch(last)) and (has_path or any(len(label) > 1 for label in labels))
