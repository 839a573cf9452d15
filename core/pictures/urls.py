"""URLs of pictures that the site shows but never fetches.

This site's own pictures are stored without the host, so that the site can move, and returned with it, so that clients
on other origins can show them.
"""

import re
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError

MAX_URL_LENGTH = 2000

UNSAFE = re.compile(r"[\s\x00-\x1f\x7f\"'<>\\^`{|}]")
"""Characters that a URL contains only escaped. Unescaped they could end an HTML attribute or a CSS value."""


def validate_picture_url(value: str) -> None:
    if not is_picture_url(value):
        raise ValidationError("Please enter the https address of a picture.", code="picture_url")


def is_picture_url(value: str) -> bool:
    """An https URL, or one of this site's own pictures (with or without the host)."""
    if len(value) > MAX_URL_LENGTH or UNSAFE.search(value):
        return False
    path = without_host(value)
    if _is_own_path(path):
        return ".." not in unquote(path)  # a browser also reads %2e%2e as ".."
    try:
        parts = urlsplit(value)
        return parts.scheme == "https" and bool(parts.hostname) and parts.username is None and (parts.port or 443) > 0
    except ValueError:
        return False


def without_host(value: str) -> str:
    """Any URL but that of one of this site's own pictures stays unchanged."""
    path = value.removeprefix(settings.SITE_URL)
    return path if _is_own_path(path) else value


def with_host(value: str) -> str:
    """Any URL but that of one of this site's own pictures stays unchanged."""
    return f"{settings.SITE_URL}{value}" if _is_own_path(value) else value


def _is_own_path(value: str) -> bool:
    return value.startswith((settings.MEDIA_URL, settings.STATIC_URL))
