"""POST /images: pictures that would take much memory, files that are too large, and too many uploads at a time."""

import io
import struct
import threading
import zlib
from functools import partial

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from core.pictures import encoding, storage
from testing.clients.api import as_
from testing.factories.pictures import list_stored, make_picture, make_png, upload, upload_and_open


def make_blank_png(width: int, height: int) -> bytes:
    """Returns a picture of one color that compresses to a few KB."""
    compressor, row = zlib.compressobj(9), b"\0" * (width // 8 + 1)
    pixels = b"".join(compressor.compress(row) for _ in range(height)) + compressor.flush()
    return make_png(width, height, 1, 0, pixels)


@pytest.mark.parametrize("size", [(5_001, 5_000), (10_000, 6_000), (12_000, 9_000), (40_000, 30_000)])
def test_it_refuses_a_decompression_bomb(users, size):
    content = make_blank_png(*size)
    assert len(content) < 200_000

    assert upload(users.instructor, content, 413)["code"] == "picture_too_large"
    assert list_stored() == []


@pytest.mark.parametrize("size", [(8064, 6048), (16_320, 12_240)], ids=["48 megapixels", "200 megapixels"])
def test_it_accepts_the_jpeg_of_a_phone(users, size):
    out = io.BytesIO()
    Image.new("RGB", size).save(out, "JPEG")

    assert upload_and_open(users.instructor, out.getvalue()).size == (1200, 900)


def test_it_accepts_a_25_megapixel_png(users):
    assert upload_and_open(users.instructor, make_blank_png(5000, 5000)).size == (1200, 1200)


def test_it_refuses_a_jpeg_with_too_many_pixels(users, monkeypatch):
    monkeypatch.setitem(encoding.MAX_PIXELS, "JPEG", 640 * 480 - 1)

    refusal = upload(users.instructor, make_picture(), 413)

    assert refusal["code"] == "picture_too_large"
    assert "screenshot" in refusal["message"]
    assert list_stored() == []


def test_it_refuses_a_progressive_jpeg_that_would_be_decoded_whole(users):
    out = io.BytesIO()
    Image.new("L", (6_000, 5_000)).save(out, "JPEG", progressive=True)

    assert upload(users.instructor, out.getvalue(), 413)["code"] == "picture_too_large"
    assert list_stored() == []


def make_gray_jpeg(size: int, scans: list[list[int]], before: bytes = b"") -> bytes:
    """Returns a square JPEG of one color. ``scans``: the components of each. ``before``: bytes before the first."""

    def segment(marker: int, data: bytes) -> bytes:
        return bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data

    components = b"".join(bytes([component, 0x11, 0]) for component in (1, 2, 3))
    code = bytes([1, 1, *[0] * 14, 0, 1])  # one bit says that a coefficient, or the rest of a block, is zero
    parts = [b"\xff\xd8", segment(0xDB, b"\0" + b"\1" * 64)]
    parts += [segment(0xC0, struct.pack(">BHHB", 8, size, size, 3) + components)]
    parts += [segment(0xC4, bytes([table]) + code) for table in (0x00, 0x10)]
    parts += [before]
    for scan in scans:
        parts += [segment(0xDA, bytes([len(scan), *(byte for each in scan for byte in (each, 0)), 0, 63, 0]))]
        parts += [b"\0" * ((size // 8) ** 2 * 2 * len(scan) // 8)]
    return b"".join((*parts, b"\xff\xd9"))


def test_it_refuses_a_jpeg_whose_components_come_one_after_another(users):
    """Such a file of 2 MB needed 1.2 GB of memory."""
    assert upload_and_open(users.instructor, make_gray_jpeg(8_000, [[1, 2, 3]])).size == (1200, 1200)
    stored = list_stored()

    planted = b"\0" * 65_500 + b"\xff\xda\x00\x0c\x03"
    segment = b"\xff\xe0" + struct.pack(">H", len(planted) + 2) + planted
    # A restart marker has no length. Reading one from the bytes after it leads to the planted header of a scan.
    for before in (b"", b"\xff\xd0" + segment):
        content = make_gray_jpeg(8_000, [[1], [2], [3]], before)
        assert upload(users.instructor, content, 413)["code"] == "picture_too_large"
    assert list_stored() == stored


@pytest.mark.parametrize("extra", [1, 20_000])
def test_it_refuses_a_file_with_too_many_bytes(users, extra, monkeypatch):
    monkeypatch.setattr(storage, "MAX_BYTES", 100_000)
    monkeypatch.setattr("core.api.picture_views.MAX_FORM_BYTES", 116_000)
    content = make_picture() + b"\0" * 100_000
    content = content[: 100_000 + extra]

    assert upload(users.instructor, content, 413)["code"] == "picture_too_large"
    assert list_stored() == []


def test_it_refuses_a_form_with_too_many_files(users):
    parts = {f"image{number}": SimpleUploadedFile("a.jpg", b"x") for number in range(200)}

    as_(users.instructor).post("/images", parts, 400, format="multipart")

    assert list_stored() == []


def test_it_refuses_more_uploads_than_it_handles_at_a_time(monkeypatch):
    """Each upload that waits would occupy a thread of the web server."""
    started, finished = threading.Semaphore(0), threading.Event()

    def store(file):
        started.release()
        finished.wait(20)
        return b"webp"

    monkeypatch.setattr(storage, "_read", store)
    monkeypatch.setattr(storage, "store_picture", lambda stem, webp: "address")
    store_upload = partial(storage.store_upload, file=None, folder="classes")
    uploads = [threading.Thread(target=store_upload) for _ in range(storage.AT_A_TIME)]
    for upload_thread in uploads:
        upload_thread.start()
        assert started.acquire(timeout=20)
    with pytest.raises(storage.TooManyPictures):
        storage.store_upload(file=None, folder="photos/1")
    finished.set()
    for upload_thread in uploads:
        upload_thread.join(20)
    assert store_upload() == "address"


def test_it_answers_503_while_too_many_pictures_are_uploaded(users, monkeypatch):
    monkeypatch.setattr(storage, "_uploads", threading.BoundedSemaphore(1))
    with storage._limited():
        response = upload(users.instructor, make_picture(), status=503)
    assert response["code"] == "too_many_pictures"
    assert list_stored() == []
    upload(users.instructor, make_picture())
