"""A class's picture as files: the picture itself and, beside a wide one, narrower ones for small screens.

``classes/<hash>-w1200.webp`` says how wide it is, and that ``<hash>-w800.webp`` and ``<hash>-w480.webp`` are there too.
The client reads that from the address alone (``frontend/src/shared/pictureAddress.ts``), so that nothing has to be
stored or sent.
"""

import io
import re

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image

NARROWER = (480, 800)
"""A phone, and a sharp phone or a desk's column. What is kept has these: for another width it has to be kept anew."""

WIDE = re.compile(r"(.*[0-9a-f]{10,}-w)(\d+)\.webp")


def name_of(stem: str, width: int) -> str:
    """What a picture of this width is called. ``stem`` ends in a hash of what it shows."""
    return f"{stem}-w{width}.webp" if width > max(NARROWER) else f"{stem}.webp"


def sources_of(address: str) -> str:
    """The sizes of a kept picture, as ``srcset`` has them; empty where there is but one, or none of ours."""
    wide = WIDE.fullmatch(address)
    if not wide:
        return ""
    stem, width = wide.groups()
    return ", ".join([*(f"{stem}{each}.webp {each}w" for each in NARROWER), f"{address} {width}w"])


def keep(stem: str, webp: bytes) -> str:
    """Keep the picture in the site's storage, and narrower ones where it is wide; its address.

    What is there already is left as it is. Raises what the storage raises.
    """
    picture = Image.open(io.BytesIO(webp))
    name = name_of(stem, picture.width)
    if not default_storage.exists(name):
        # The narrower ones first: a wide one promises them.
        if picture.width > max(NARROWER):
            for width in NARROWER:
                _save(f"{stem}-w{width}.webp", _narrowed(picture, width))
        name = _save(name, webp)
    return str(default_storage.url(name))


def _narrowed(picture: Image.Image, width: int) -> bytes:
    height = max(1, round(picture.height * width / picture.width))
    out = io.BytesIO()
    picture.resize((width, height), Image.Resampling.LANCZOS).save(out, "WEBP", quality=70, method=4)
    return out.getvalue()


def _save(name: str, content: bytes) -> str:
    # Left over where the process ended between two of them.
    if default_storage.exists(name):
        return name
    return default_storage.save(name, ContentFile(content))
