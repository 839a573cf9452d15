"""Copies the demo's pictures (demo/pictures/) into the site's storage, in the widths and names of an upload."""

import hashlib
from pathlib import Path

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils.text import slugify

from core.pictures.storage import NARROW_WIDTHS, file_name

FOLDER = Path(__file__).resolve().parent.parent / "pictures"
CLASS_WIDTH = 1200


def store_class_picture(name: str) -> str:
    """Stores the picture of the class in all widths and returns its URL. Raises FileNotFoundError without a picture."""
    slug = slugify(name)
    wide = (FOLDER / "classes" / f"{slug}-w{CLASS_WIDTH}.webp").read_bytes()
    stem = f"classes/{slug}-{_digest(wide)}"
    for width in NARROW_WIDTHS:
        _store(f"{stem}-w{width}.webp", (FOLDER / "classes" / f"{slug}-w{width}.webp").read_bytes())
    return _store(file_name(stem, CLASS_WIDTH), wide)


def store_portrait(name: str) -> str:
    """Stores the portrait of the user and returns its URL. Raises FileNotFoundError without a portrait."""
    slug = slugify(name)
    portrait = (FOLDER / "portraits" / f"{slug}.webp").read_bytes()
    return _store(f"people/{slug}-{_digest(portrait)}.webp", portrait)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:10]


def _store(name: str, content: bytes) -> str:
    if not default_storage.exists(name):
        default_storage.save(name, ContentFile(content))
    return str(default_storage.url(name))
