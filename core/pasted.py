"""Identifiers that people type or paste: phone numbers, e-mail addresses, codes, and searches for them.

Web pages, chats and contact books copy characters that nobody sees, and dashes and spaces of every kind.
"""

import re
import unicodedata

from core.names import UNSEEN

LONGEST = 1000
"""Characters of a text that are read. No identifier has so many, and the time grows with their square."""
AROUND_ADDRESS = ' <>()[]"\u2018\u2019\u201c\u201d\u2039\u203a\u00ab\u00bb\u3008\u3009,;:.'
DASHES = "\u2010-\u2015\u2212-"
PHONE = re.compile(rf"(?<!\S)\+?[\d(][\d()./\s{DASHES}]*(?:(?:x|#|ext[a-z]*)[.:\s]*\d+)?(?!\S)", re.IGNORECASE)
"""A phone number among other words. Its extension is no part of what is searched for."""
PHONE_FORM = r"\A[0-9+(). /x#-]+(ext[.: ]*[0-9]+)?\Z"
"""A phone number as it is stored; with at least ``FEWEST_DIGITS``, at most ``LONGEST_PHONE`` characters."""
FEWEST_DIGITS = 5
LONGEST_PHONE = 30
NO_PHONE = "Please enter a phone number, such as (555) 010-2003."
EXTENSION = re.compile(r"(x|#|ext[a-z]*)[.: ]*\d+$")


def fold_pasted(text: str) -> str:
    """Without characters that are not seen, and with plain dashes, spaces, letters and digits."""
    letters = unicodedata.normalize("NFKC", text[:LONGEST])
    return " ".join("".join(map(_fold, letters)).split())


def _fold(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Cf":
        return ""
    return "-" if category == "Pd" or character == "\u2212" else character


def fold_phone(text: str) -> str:
    """As it is stored: ``(555) 010-2003 ext. 11``, without the "tel:" of a link."""
    return fold_pasted(text).lower().removeprefix("tel:").replace("extension", "ext.").strip()


def is_phone(number: str) -> bool:
    """Of a folded number."""
    has_form = len(number) <= LONGEST_PHONE and re.match(PHONE_FORM, number)
    return bool(has_form) and sum(each.isdigit() for each in number) >= FEWEST_DIGITS


def fold_email(text: str) -> str:
    """As it is stored, without the "mailto:" and the brackets and dots around it."""
    address = fold_pasted(text).lower().strip(AROUND_ADDRESS)
    return address.removeprefix("mailto:").strip(AROUND_ADDRESS)


def fold_code(text: str) -> str:
    """A blank in a voucher's code stands for a hyphen."""
    return re.sub(" ?- ?| ", "-", fold_pasted(text))


def fold_search(text: str) -> str:
    """Folds the addresses in a search. Names keep their joiners, which Persian needs."""
    words = text.translate(UNSEEN).split()
    return " ".join(fold_email(word) if "@" in word else word for word in words)


def join_phones(text: str) -> str:
    """Makes each phone number one word of digits, without extension and the country code 1."""
    return PHONE.sub(_digits, text.translate(UNSEEN))


def _digits(found: re.Match[str]) -> str:
    number = fold_pasted(found[0])
    digits = re.sub("[^0-9]", "", EXTENSION.sub("", number.lower()))
    is_north_american = digits.startswith("1") and (number.startswith("+") or len(digits) == 11)
    return digits[1:] or digits if is_north_american else digits or found[0]
