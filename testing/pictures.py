"""Making, uploading and reading pictures in tests."""

import io

from django.conf import settings
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from core.pictures.urls import without_host
from testing.api_client import as_

PHOTO_PATH = "/users/me/photo"


def make_picture(kind: str = "JPEG", size: tuple[int, int] = (640, 480), mode: str = "RGB", **options) -> bytes:
    """Returns an encoded picture of a Mandelbrot set; ``options`` go to Pillow's ``save``."""
    out = io.BytesIO()
    Image.effect_mandelbrot(size, (-2, -1, 1, 1), 20).convert(mode).save(out, kind, **options)
    return out.getvalue()


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


def list_stored() -> list[str]:
    return default_storage.listdir("classes")[1] if default_storage.exists("classes") else []


def photos_of(user) -> list[str]:
    """Returns the file names of the photos that the user has uploaded."""
    folder = f"photos/{user.pk}"
    return default_storage.listdir(folder)[1] if default_storage.exists(folder) else []
