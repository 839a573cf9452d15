"""A picture as the bytes of a file."""

from io import BytesIO

from PIL import Image

LARGEST = 110 * 1024
"""Bytes that a picture of the demo may have: grain is dear, and a page shows many of them."""


def as_webp(picture: Image.Image, largest: int = LARGEST) -> bytes:
    """The picture as WebP, in the best quality that stays within ``largest`` bytes."""
    for quality in (74, 58, 44, 32, 20):
        file = BytesIO()
        picture.save(file, "WEBP", quality=quality, method=3)
        if file.tell() <= largest:
            break
    return file.getvalue()
