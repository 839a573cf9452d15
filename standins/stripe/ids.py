"""Identifiers in the provider's form: a prefix and unguessable letters and digits."""

import secrets
import string

_ALPHABET = (string.ascii_letters + string.digits).encode()
# 248 is the largest multiple of 62 below 256; bytes above it would favor some letters.
_FAIR = 248
_LETTERS = bytes(_ALPHABET[value % 62] for value in range(256))
_UNFAIR = bytes(range(_FAIR, 256))


def token(length: int) -> str:
    """Return `length` random letters and digits."""
    letters = b""
    while len(letters) < length:
        letters += secrets.token_bytes(length + 8).translate(_LETTERS, _UNFAIR)
    return letters[:length].decode()


def new_id(prefix: str) -> str:
    """Return a new identifier such as `pi_3kX...`."""
    return f"{prefix}_{token(24)}"
