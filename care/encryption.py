"""Encryption of what guardians tell about a child's health, with the keys of the setting ``CARE_KEYS``."""

import json
from collections.abc import Mapping, Sequence
from functools import cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

from core.errors import DomainError

DAMAGED = (InvalidToken, ValueError)
"""What Fernet raises; ValueError for a letter that is not in ASCII."""


class Unreadable(DomainError):
    """No key of ``CARE_KEYS`` decrypts this text, or it belongs to another child."""

    code = "care_unreadable"
    status = 503
    message = "We can't read this care sheet right now. Please call the school."


def encrypt(texts: Mapping[str, str], *, child_id: int) -> str:
    """With the child's id inside, so that the texts cannot be moved to another child's row."""
    return _keys(tuple(settings.CARE_KEYS)).encrypt(json.dumps({"child": child_id, **texts}).encode()).decode()


def decrypt(token: str, *, child_id: int) -> dict[str, str]:
    try:
        content = json.loads(_keys(tuple(settings.CARE_KEYS)).decrypt(token))
    except DAMAGED as error:
        raise Unreadable from error
    if content.pop("child") != child_id:
        raise Unreadable
    return dict(content)


def is_current(token: str) -> bool:
    try:
        _keys(tuple(settings.CARE_KEYS[:1])).decrypt(token)
    except (*DAMAGED, Unreadable):
        return False
    return True


def rotated(token: str) -> str:
    try:
        return _keys(tuple(settings.CARE_KEYS)).rotate(token).decode()
    except DAMAGED as error:
        raise Unreadable from error


@cache
def _keys(keys: Sequence[str]) -> MultiFernet:
    if not keys:
        raise Unreadable
    return MultiFernet([Fernet(key) for key in keys])
