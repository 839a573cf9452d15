"""Pictures for the tests, and what became of them."""

import io

from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from camp.testing import as_


def picture(kind: str = "JPEG", size: tuple[int, int] = (640, 480), mode: str = "RGB", **options) -> bytes:
    out = io.BytesIO()
    Image.effect_mandelbrot(size, (-2, -1, 1, 1), 20).convert(mode).save(out, kind, **options)
    return out.getvalue()


def upload(person, content: bytes, status: int = 200, name: str = "clay.jpg"):
    body = {"image": SimpleUploadedFile(name, content, "image/jpeg")}
    return as_(person).post("/images", body, status, format="multipart")


def kept(answer) -> Image.Image:
    name = answer["data"]["display_url"].removeprefix("/media/")
    with default_storage.open(name) as file:
        return Image.open(io.BytesIO(file.read()))


def all_kept() -> list[str]:
    return default_storage.listdir("classes")[1] if default_storage.exists("classes") else []
