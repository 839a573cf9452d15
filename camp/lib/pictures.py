"""Addresses of pictures that the site shows but never fetches."""

import re
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError

LONGEST_ADDRESS = 2000

UNSAFE = re.compile(r"[\s\x00-\x1f\x7f\"'<>\\^`{|}]")
"""Characters that no address has unescaped; the first step of leaving an attribute or a style is one of them."""


def picture_address(value: str) -> None:
    """Validate an https address, or one of this site's own pictures. Raises ValidationError."""
    if not is_picture_address(value):
        raise ValidationError("An https address of a picture is required.", code="picture_address")


def is_picture_address(value: str) -> bool:
    """Whether this is an https address, or one of this site's own pictures (with or without the site's name)."""
    if len(value) > LONGEST_ADDRESS or UNSAFE.search(value):
        return False
    path = value.removeprefix(settings.SITE_URL)
    if path.startswith((settings.MEDIA_URL, settings.STATIC_URL)):
        return ".." not in path
    try:
        parts = urlsplit(value)
        return parts.scheme == "https" and bool(parts.hostname) and parts.username is None and (parts.port or 443) > 0
    except ValueError:
        return False
