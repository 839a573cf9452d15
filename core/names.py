"""Names of users and classes."""

BIDI_CONTROLS = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""The characters with the Unicode property Bidi_Control. They change the order in which other text is displayed."""


def without_bidi_controls(name: str) -> str:
    """Returns the name without bidi controls, which could reverse the text after it, and without outer spaces."""
    return name.translate(BIDI_CONTROLS).strip()
