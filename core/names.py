"""Names of users, children and classes."""

import unicodedata

from django.core.exceptions import ValidationError

BIDI_CONTROLS = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""The characters with the Unicode property Bidi_Control. They change the order in which other text is displayed."""

MAX_NAMES = 3


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
