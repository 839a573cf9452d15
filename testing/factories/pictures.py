"""Making, uploading and reading pictures in tests."""

import io
import struct
import zlib

from django.conf import settings
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from core.pictures.urls import without_host
from testing.clients.api import as_

PHOTO_PATH = "/users/me/photo"


def make_picture(kind: str = "JPEG", size: tuple[int, int] = (640, 480), mode: str = "RGB", **options) -> bytes:
    """Returns an encoded picture of a Mandelbrot set; ``options`` go to Pillow's ``save``."""
    out = io.BytesIO()
    Image.effect_mandelbrot(size, (-2, -1, 1, 1), 20).convert(mode).save(out, kind, **options)
    return out.getvalue()


def make_png(width: int, height: int, depth: int, color_type: int, pixels: bytes, *more: tuple[bytes, bytes]) -> bytes:
    """Returns a PNG with these compressed pixels. ``more``: name and data of the chunks before them."""
    header = struct.pack(">IIBBBBB", width, height, depth, color_type, 0, 0, 0)
    chunks = [(b"IHDR", header), *more, (b"IDAT", pixels), (b"IEND", b"")]
    parts = [
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def upload(user, content: bytes, status: int = 200, name: str = "clay.jpg", path: str = "/images"):
    """Uploads a file as this user, asserts the status and returns the response's JSON."""
    body = {"image": SimpleUploadedFile(name, content, "image/jpeg")}
    return as_(user).post(path, body, status, format="multipart")


def name_of(address: str) -> str:
    """Returns the name of an uploaded picture in the storage."""
    return without_host(address).removeprefix(settings.MEDIA_URL)


def open_stored(address: str) -> Image.Image:
    with default_storage.open(name_of(address)) as file:
        return Image.open(io.BytesIO(file.read()))


def upload_and_open(user, content: bytes) -> Image.Image:
    return open_stored(upload(user, content)["data"]["display_url"])


def list_stored() -> list[str]:
    return default_storage.listdir("classes")[1] if default_storage.exists("classes") else []


def photos_of(user) -> list[str]:
    """Returns the file names of the photos that the user has uploaded."""
    folder = f"photos/{user.pk}"
    return default_storage.listdir(folder)[1] if default_storage.exists(folder) else []
