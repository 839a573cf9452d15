"""Pictures that instructors upload: looked at, drawn anew, and kept where the settings say.

A picture is never kept as it came. Decoding and encoding it again leaves behind whatever else the file carried: the
place where a photo was taken, a script, a second file.
"""

import hashlib
import io
import logging
import threading

import requests
from django.conf import settings
from django.core.files.base import File
from django.core.files.uploadedfile import UploadedFile
from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from camp.lib.errors import DomainError, ProviderUnavailable
from classes import picture_files

logger = logging.getLogger(__name__)

MOST_BYTES = 10 * 1024 * 1024
MOST_PIXELS = 50_000_000
"""Of a JPEG, which can be decoded small: the largest photo that a telephone takes (48 megapixels) passes."""

MOST_PIXELS_DECODED_WHOLE = 25_000_000
"""Of a PNG or WebP, which take up to 16 bytes of memory for each pixel."""

LONGEST_SIDE = 1200
FORMATS = ("JPEG", "PNG", "WEBP")
BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)
IMGBB = "https://api.imgbb.com/1/upload"
IMGBB_SECONDS = (5, 20)
"""To connect, and for the answer."""

# A picture being decoded can take 400 MB: one at a time in each process, so that a few uploads do not exhaust it.
_one_at_a_time = threading.Lock()


class NotAPicture(DomainError):
    code = "not_a_picture"
    status = 415
    message = "This file is no picture that we can show. Please choose a JPEG, PNG or WebP picture."


class BrokenPicture(DomainError):
    code = "picture_broken"
    status = 415
    message = "This picture is broken or did not arrive whole. Please try again, or choose another one."


class PictureTooLarge(DomainError):
    code = "picture_too_large"
    status = 413
    message = (
        f"This picture is too large: at most {MOST_BYTES // 1024 // 1024} MB "
        f"and {MOST_PIXELS // 1_000_000} megapixels ({MOST_PIXELS_DECODED_WHOLE // 1_000_000} as PNG or WebP), please."
    )


class NotKept(ProviderUnavailable):
    message = "The picture could not be kept just now. Please try again in a moment."


def keep_picture(file: UploadedFile) -> str:
    """Draw the uploaded picture anew and keep it; its address.

    Raises NotAPicture, BrokenPicture, PictureTooLarge, and NotKept where the storage fails.
    """
    if len(file) > MOST_BYTES:
        raise PictureTooLarge
    with _one_at_a_time:
        picture = redraw(file)
    return _send_to_imgbb(picture) if settings.IMGBB_API_KEY else _store(picture)


def redraw(file: File) -> bytes:
    """The picture as WebP: upright, at most 1,200 px on its longer side, and nothing else that the file carried.

    Raises NotAPicture, BrokenPicture, PictureTooLarge.
    """
    try:
        image = Image.open(file, formats=FORMATS)
    except UnidentifiedImageError as error:
        raise NotAPicture from error
    except BOMBS as error:
        raise PictureTooLarge from error
    except Exception as error:  # whatever a decoder trips over, the file is to blame
        raise BrokenPicture from error
    if image.width * image.height > (MOST_PIXELS if _is_jpeg(image) else MOST_PIXELS_DECODED_WHOLE):
        raise PictureTooLarge
    try:
        return _as_webp(image)
    except BOMBS as error:
        raise PictureTooLarge from error
    except Exception as error:
        raise BrokenPicture from error


def _is_jpeg(image: Image.Image) -> bool:
    return image.format in ("JPEG", "MPO")  # the second is what some telephones make of it


def _as_webp(image: Image.Image) -> bytes:
    image.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))  # a JPEG is decoded small at once
    if image.mode in ("1", "P"):
        image = image.convert("RGBA")  # few colors cannot be scaled smoothly
    image.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    upright = _in_srgb(ImageOps.exif_transpose(image))
    out = io.BytesIO()
    upright.save(out, "WEBP", quality=82, method=4)
    return out.getvalue()


def _in_srgb(image: Image.Image) -> Image.Image:
    """The colors as every screen reads them; the profile itself, which can carry anything, is left behind."""
    mode = "RGBA" if image.has_transparency_data else "RGB"
    profile = image.info.get("icc_profile")
    if profile and image.mode in ("RGB", "CMYK"):
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            image = ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode="RGB") or image
        except (ImageCms.PyCMSError, OSError, ValueError):
            pass  # an odd profile costs a shade of color, not the picture
    plain = image.convert(mode)
    plain.info.clear()
    return plain


def _store(picture: bytes) -> str:
    try:
        return picture_files.keep(f"classes/{hashlib.sha256(picture).hexdigest()[:32]}", picture)
    except Exception as error:  # each storage (disk, S3) has errors of its own
        logger.exception("a picture could not be kept")
        raise NotKept from error


def _send_to_imgbb(picture: bytes) -> str:
    """Keep the picture at the image hosting service; its address there. Raises NotKept."""
    try:
        answer = requests.post(
            IMGBB,
            params={"key": settings.IMGBB_API_KEY},
            files={"image": ("picture.webp", picture, "image/webp")},
            timeout=IMGBB_SECONDS,
        )
        answer.raise_for_status()
        address = answer.json()["data"]["display_url"]
    except (requests.RequestException, ValueError, LookupError, TypeError):
        # "from None": the address of the failed request, in the exception's text, carries our key.
        raise NotKept from None
    if not (isinstance(address, str) and address.startswith("https://")):
        raise NotKept
    return address
