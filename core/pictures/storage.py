"""Storing pictures that users upload, on disk or in a bucket.

A stored picture wider than all ``NARROW_WIDTHS`` has narrower copies. Its URL ``<folder>/<hash>-w1200.webp`` contains
its width and implies ``<hash>-w800.webp`` and ``<hash>-w480.webp``, so that neither the database nor the API lists
them (see ``frontend/src/shared/pictures/url.ts``).
"""

import hashlib
import io
import logging
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile
from PIL import Image

from core.errors import DomainError, ProviderUnavailable
from core.pictures.encoding import MAX_BYTES, PictureTooLarge, reencode

logger = logging.getLogger(__name__)

NARROW_WIDTHS = (480, 800)
"""Widths of the copies for phones and for columns. After a change, existing pictures have to be stored again."""

MAX_FORM_BYTES = MAX_BYTES + 16 * 1024
"""A form with a picture has boundaries and headers beside the file."""

WIDE_ADDRESS = re.compile(r"(.*[0-9a-f]{10,}-w)(\d+)\.webp")

# Decoding can take 400 MB. One picture at a time per process keeps concurrent uploads from exhausting the memory.
_decoding = threading.Lock()

AT_A_TIME = 3
"""The uploads that one process accepts at a time: one is decoded, the others wait for it or are stored. Each has one of
the few threads of the web server."""
_uploads = threading.BoundedSemaphore(AT_A_TIME)


class TooManyPictures(DomainError):
    code = "too_many_pictures"
    status = 503
    message = "Many pictures are being uploaded just now. Please try again in a moment."
    retry_after = 5


class PictureNotStored(ProviderUnavailable):
    message = "We couldn't save your picture."


@contextmanager
def _limited() -> Iterator[None]:
    if not _uploads.acquire(blocking=False):
        raise TooManyPictures
    try:
        yield
    finally:
        _uploads.release()


@_limited()
def store_upload(*, file: UploadedFile, folder: str) -> str:
    """Re-encodes it first. Raises PictureNotStored if the storage fails, whatever its backend raises."""
    webp = _read(file)
    try:
        return store_picture(stem=f"{folder}/{hashlib.sha256(webp).hexdigest()[:32]}", webp=webp)
    except Exception as error:  # each storage backend raises its own exceptions
        logger.exception("a picture could not be stored")
        raise PictureNotStored from error


def delete_folder(folder: str) -> None:
    """The folder may not exist. Raises the exceptions of the storage backend."""
    for name in list_folder(folder)[1]:
        default_storage.delete(f"{folder}/{name}")
    default_storage.delete(folder)  # a bucket has no folders and ignores this


def list_folder(folder: str) -> tuple[list[str], list[str]]:
    """Folders and files in a folder, which may not exist. Raises the exceptions of the storage backend."""
    try:
        folders, files = default_storage.listdir(folder)
    except FileNotFoundError:
        return [], []
    return folders, files


def _read(file: UploadedFile) -> bytes:
    if len(file) > MAX_BYTES:
        raise PictureTooLarge
    with _decoding:
        return reencode(file)


def store_picture(*, stem: str, webp: bytes) -> str:
    """Stores narrower copies too if the picture is wide, and returns its URL.

    ``stem`` is the path without width and extension. It ends in a hash of the content, so existing files are skipped.
    Raises the exceptions of the storage backend.
    """
    picture = Image.open(io.BytesIO(webp))
    name = file_name(stem, picture.width)
    if not _is_stored(name, webp):
        # The copies first, because the name of the wide picture implies them.
        if picture.width > max(NARROW_WIDTHS):
            for width in NARROW_WIDTHS:
                default_storage.save(f"{stem}-w{width}.webp", ContentFile(_narrowed(picture, width)))
        default_storage.save(name, ContentFile(webp))
    return str(default_storage.url(name))


def file_name(stem: str, width: int) -> str:
    return f"{stem}-w{width}.webp" if width > max(NARROW_WIDTHS) else f"{stem}.webp"


def srcset_of(address: str) -> str:
    """Empty for a single size or a picture of another site."""
    wide = WIDE_ADDRESS.fullmatch(address)
    if not wide:
        return ""
    stem, width = wide.groups()
    return ", ".join([*(f"{stem}{narrow}.webp {narrow}w" for narrow in NARROW_WIDTHS), f"{address} {width}w"])


def _narrowed(picture: Image.Image, width: int) -> bytes:
    height = max(1, round(picture.height * width / picture.width))
    out = io.BytesIO()
    picture.resize((width, height), Image.Resampling.LANCZOS).save(out, "WEBP", quality=70, method=4)
    return out.getvalue()


def _is_stored(name: str, content: bytes) -> bool:
    # As far as its size tells: an incomplete file is smaller.
    return default_storage.exists(name) and default_storage.size(name) == len(content)
