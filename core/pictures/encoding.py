"""Re-encoding pictures that users upload.

An uploaded file is never stored as it is. Decoding and encoding it again drops everything else that it may contain,
such as the GPS position of a photo, a script or a second file.
"""

import io

import pillow_heif
from django.core.files.base import File
from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile

from core.errors import DomainError

MAX_BYTES = 10 * 1024 * 1024
MAX_SIDE = 1200
MAX_PIXELS = {"JPEG": 210_000_000, "MPO": 210_000_000, "HEIF": 50_000_000}
"""By format. Some phones have 200 megapixels, and a JPEG is decoded at a reduced size. MPO, a JPEG of several pictures,
is what some phones write."""

MAX_PIXELS_IN_MEMORY = 25_000_000
"""For the other formats, and for a JPEG that can't be decoded while it is read: up to 16 bytes of memory per pixel."""

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "AVIF")
START_OF_SCAN = 0xDA
MARKERS_WITH_LENGTH = frozenset((*range(0xC0, 0xD0), *range(0xDA, 0xFF)))
"""The markers of JPEG segments that begin with their length."""

BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)
DEEP_GRAY = ("I;16", "I;16B", "I;16L", "I;16N", "I")
"""The modes in which Pillow reads a gray picture of 16 bits."""
TO_8_BITS = {"L;2": 85, "L;4": 17, "RGB;16B": 1 / 256}
"""How Pillow scales the pixels of a PNG with other depths. It doesn't scale the color that counts as transparent."""

pillow_heif.register_heif_opener(thumbnails=False)
Image.MAX_IMAGE_PIXELS = max(MAX_PIXELS.values())


class NotAPicture(DomainError):
    code = "not_a_picture"
    status = 415
    message = "We can't use this file. Please choose a JPEG, PNG, WebP, HEIC or AVIF picture."


class BrokenPicture(DomainError):
    code = "picture_broken"
    status = 415
    message = "This picture is damaged or didn't upload completely. Please try again, or choose another one."


class PictureTooLarge(DomainError):
    code = "picture_too_large"
    status = 413
    message = (
        f"This picture is too large. Please choose one of up to {MAX_BYTES // 1024 // 1024} MB and "
        f"{MAX_PIXELS_IN_MEMORY // 1_000_000} megapixels. A screenshot of a photo is small enough."
    )


def reencode(file: File) -> bytes:
    """Upright WebP in sRGB of at most ``MAX_SIDE`` pixels per side. Decoding can take 400 MB of memory."""
    try:
        image = Image.open(file, formats=FORMATS)
    except UnidentifiedImageError as error:
        raise NotAPicture from error
    except BOMBS as error:
        raise PictureTooLarge from error
    except Exception as error:  # a decoder may raise anything on a malformed file
        raise BrokenPicture from error
    if image.width * image.height > _max_pixels(image, file):
        raise PictureTooLarge
    try:
        return _to_webp(image)
    except BOMBS as error:
        raise PictureTooLarge from error
    except Exception as error:
        raise BrokenPicture from error


def _max_pixels(image: Image.Image, file: File) -> int:
    if isinstance(image, JpegImageFile) and not _is_decoded_while_read(image, file):
        return MAX_PIXELS_IN_MEMORY
    return MAX_PIXELS.get(image.format or "", MAX_PIXELS_IN_MEMORY)


def _is_decoded_while_read(jpeg: JpegImageFile, file: File) -> bool:
    # True if the first scan has complete blocks of all components. Otherwise libjpeg keeps all coefficients in memory,
    # 6 bytes for each pixel, also at a reduced size.
    if jpeg.info.get("progressive"):
        return False
    file.seek(2)
    while len(head := file.read(4)) == 4 and head[0] == 0xFF and head[1] in MARKERS_WITH_LENGTH:
        if head[1] == START_OF_SCAN:
            return bool(file.read(1) == bytes([jpeg.layers]))
        file.seek(int.from_bytes(head[2:]) - 2, io.SEEK_CUR)
    return False


def _to_webp(image: Image.Image) -> bytes:
    image.draft("RGB", (MAX_SIDE, MAX_SIDE))  # decodes a JPEG at a reduced size
    if image.mode in DEEP_GRAY:
        image = _shallow_gray(image)
    elif image.mode in ("1", "P"):
        image = image.convert("RGBA")  # a palette cannot be scaled smoothly
    elif isinstance(image, PngImageFile) and "transparency" in image.info:
        image = _with_alpha(image)
    image.thumbnail((MAX_SIDE, MAX_SIDE))
    upright = _to_srgb(ImageOps.exif_transpose(image))
    out = io.BytesIO()
    upright.save(out, "WEBP", quality=82, method=4)
    return out.getvalue()


def _shallow_gray(image: Image.Image) -> Image.Image:
    # ``convert("L")`` would make it white.
    transparent = image.info.pop("transparency", None)
    deep = image.convert("I")
    shallow = deep.point([level >> 8 for level in range(1 << 16)], "L")
    if transparent is not None:
        shallow.putalpha(deep.point([0 if level == transparent else 255 for level in range(1 << 16)], "L"))
    return shallow


def _with_alpha(image: PngImageFile) -> Image.Image:
    # One shade or color counts as transparent.
    scale, color = TO_8_BITS.get(str(image.tile[0].args), 1), image.info["transparency"]
    is_shade = isinstance(color, int)
    image.info["transparency"] = color * scale if is_shade else tuple(int(each * scale) for each in color)
    return image.convert(f"{image.mode}A")


def _to_srgb(image: Image.Image) -> Image.Image:
    # A color profile can contain arbitrary data.
    alpha = image.convert("RGBA").getchannel("A") if image.has_transparency_data else None
    converted = _without_profile(image).convert("RGB")
    if alpha is not None:
        converted.putalpha(alpha)
    converted.info.clear()
    return converted


def _without_profile(image: Image.Image) -> Image.Image:
    profile = image.info.get("icc_profile")
    if not profile:
        return image
    if image.mode in ("RGBA", "LA"):
        image = image.convert(image.mode.removesuffix("A"))  # a profile applies to the colors alone
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        return ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode="RGB") or image
    except (ImageCms.PyCMSError, OSError, ValueError):
        return image  # without its invalid profile the picture only shows slightly different colors
