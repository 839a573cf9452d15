"""Names of users, children and classes."""

import re
import unicodedata

from django.core.exceptions import ValidationError

BIDI_CONTROLS = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""The characters with the Unicode property Bidi_Control. They change the order in which other text is displayed."""

MAX_NAMES = 3
SCHEME = re.compile(r"://|\b(?:https?|ftps?|mailto|tel|sms):", re.IGNORECASE)
"""The beginning of an address, which needs no domain."""
HOST = re.compile(r"[\w-]+(?:\.[\w-]+)+")
TOP_LEVEL = re.compile(r"[^\W\d_]{2,}|xn--[a-z0-9-]+", re.IGNORECASE)
IP_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
DOTS = str.maketrans(dict.fromkeys("\u3002\uff61", "."))
"""Other full stops that browsers treat as dots of a domain. NFKC changes the remaining ones."""


def without_bidi_controls(name: str) -> str:
    """Returns the name without bidi controls, which could reverse the text after it, and without outer spaces."""
    return name.translate(BIDI_CONTROLS).strip()


def first_name(name: str) -> str:
    """Returns the first word of a child's name. E-mails do not contain the rest of the name."""
    return name.split(maxsplit=1)[0] if name.strip() else ""


def joined(names: list[str]) -> str:
    """Joins up to three names to a phrase, and counts the rest: "A, B, C and 2 more"."""
    shown, more = names[:MAX_NAMES], len(names) - MAX_NAMES
    if more > 0:
        return f"{', '.join(shown)} and {more} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)


def validate_visible_line(value: str) -> None:
    """Raises ValidationError unless the text is one line with a visible character."""
    if any(unicodedata.category(character) == "Cc" for character in value):
        raise ValidationError("Please write it on one line.", code="one_line")
    if not any(character.isprintable() and not character.isspace() for character in value):
        raise ValidationError("Please use at least one visible character.", code="invisible")


def validate_no_link(value: str) -> None:
    """Raises ValidationError if a mail program would make a link of a part of the text.

    That is an address with a scheme, and words with dots but no spaces between them. Initials are no domain
    ("J.R.R.Tolkien"), unless a path follows ("t.me/x").
    """
    text = "".join(each for each in unicodedata.normalize("NFKC", value) if unicodedata.category(each) != "Cf")
    text = text.translate(DOTS)
    if SCHEME.search(text) or any(_is_domain(host[0], text[host.end() :]) for host in HOST.finditer(text)):
        message = "Please leave out web addresses. Names may contain dots, with a space after each."
        raise ValidationError(message, code="link")


def _is_domain(host: str, rest: str) -> bool:
    """Returns whether these words with dots between them look like a domain. ``rest`` is the text after them."""
    has_path = rest[:1] in ("/", ":", "?", "#") and rest[1:2].strip() != ""
    if IP_ADDRESS.fullmatch(host):
        return has_path
    *labels, last = host.split(".")
    return bool(TOP_LEVEL.fullmatch(last)) and (has_path or any(len(label) > 1 for label in labels))
