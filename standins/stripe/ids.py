"""Object ids as Stripe forms them: a prefix and random letters and digits."""

import secrets
import string

_ALPHABET = (string.ascii_letters + string.digits).encode()
_LETTERS = bytes(_ALPHABET[value % 62] for value in range(256))
# 248 is the largest multiple of 62 below 256; to accept higher bytes would make some letters more likely.
_REJECTED = bytes(range(248, 256))


def token(length: int) -> str:
    """Returns `length` random letters and digits."""
    letters = b""
    while len(letters) < length:
        letters += secrets.token_bytes(length + 8).translate(_LETTERS, _REJECTED)
    return letters[:length].decode()


def new_id(prefix: str) -> str:
    """Returns a new id such as `pi_3kX...`."""
    return f"{prefix}_{token(24)}"
