"""Names of built files contain a hash of their content."""

import json
from functools import lru_cache
from pathlib import Path
from typing import TypedDict

from django.conf import settings
from django.templatetags.static import static


class Bundle(TypedDict):
    """Paths under /static/."""

    js: list[str]
    css: list[str]
    fonts: list[str]
    pictures: dict[str, str]
    """Pictures of the site, by their name in static/pictures/."""
    pages: dict[str, list[str]]
    """The additional scripts of a page, by route, and the scripts of the identity provider."""
    offline: list[str]
    """All scripts and styles of the page that works without a network, and the fonts."""


def bundle() -> Bundle:
    """From webpack's manifest."""
    return _read_bundle() if settings.DEBUG else _cached_bundle()


def _read_bundle() -> Bundle:
    manifest: Path = settings.BASE_DIR / "static" / "build" / "manifest.json"
    empty = Bundle(js=[], css=[], fonts=[], pictures={}, pages={}, offline=[])
    return {**empty, **json.loads(manifest.read_text())} if manifest.exists() else empty


_cached_bundle = lru_cache(maxsize=1)(_read_bundle)


def site_picture(name: str) -> str:
    """The address as the client has it; without a hash if the picture is not built."""
    return static(bundle()["pictures"].get(name, f"pictures/{name}"))
