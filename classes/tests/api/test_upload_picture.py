"""POST /images: an instructor uploads a picture for a class."""

import io
import zlib

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, ImageCms

from core.pictures.urls import is_picture_url
from testing.clients.api import as_, with_bearer
from testing.factories.pictures import (
    list_stored,
    make_picture,
    make_png,
    name_of,
    open_stored,
    upload,
    upload_and_open,
)

GPS, ORIENTATION, CAMERA = 0x8825, 0x0112, 0x0110
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF", "AVIF"])
def test_it_stores_a_picture_as_webp(users, kind):
    response = upload(users.instructor, make_picture(kind))

    assert response["success"] is True
    address = response["data"]["display_url"]
    assert is_picture_url(address)
    image = open_stored(address)
    assert (image.format, image.size) == ("WEBP", (640, 480))


def test_it_serves_the_picture_to_everyone(users):
    address = upload(users.instructor, make_picture())["data"]["display_url"]
    body = {"nameClass": "Clay", "image": address, "price": 10, "seats": 3}

    as_(users.instructor).post("/classes", body, 201)

    response = as_(None).client.get(address)
    assert b"".join(response.streaming_content)[8:12] == b"WEBP"
    assert "immutable" in response["Cache-Control"]
    response.close()


def test_it_stores_the_same_picture_once(users):
    first = upload(users.instructor, make_picture())
    second = upload(users.other_instructor, make_picture(), name="../../other.png")

    assert first == second
    assert len(list_stored()) == 1


@pytest.mark.parametrize(("size", "expected"), [((3000, 1500), (1200, 600)), ((1000, 2400), (500, 1200))])
def test_it_scales_a_large_picture_down(users, size, expected):
    assert upload_and_open(users.instructor, make_picture(size=size)).size == expected


def test_it_stores_narrower_copies_of_a_wide_picture(users):
    address = upload(users.instructor, make_picture(size=(3000, 1500)))["data"]["display_url"]

    assert address.endswith("-w1200.webp")
    for width in (480, 800):
        narrow = open_stored(address.replace("-w1200", f"-w{width}"))
        assert (narrow.format, narrow.size) == ("WEBP", (width, width // 2))
    assert len(list_stored()) == 3


def test_it_stores_a_narrow_picture_without_copies(users):
    address = upload(users.instructor, make_picture(size=(800, 480)))["data"]["display_url"]

    assert "-w" not in address
    assert len(list_stored()) == 1


def test_it_completes_an_upload_that_stored_only_the_copies(users):
    wide = make_picture(size=(1200, 800))
    address = upload(users.instructor, wide)["data"]["display_url"]
    default_storage.delete(name_of(address))

    assert upload(users.instructor, wide)["data"]["display_url"] == address
    assert len(list_stored()) == 3


@pytest.mark.parametrize("mode", ["L", "CMYK", "P", "1", "RGBA", "LA"])
def test_it_accepts_every_color_mode(users, mode):
    kind = "JPEG" if mode in ("L", "CMYK") else "PNG"

    assert upload_and_open(users.instructor, make_picture(kind, mode=mode)).mode in ("RGB", "RGBA")


def test_it_keeps_transparency(users):
    out = io.BytesIO()
    Image.new("RGBA", (40, 30), (200, 80, 40, 0)).save(out, "PNG")

    assert upload_and_open(users.instructor, out.getvalue()).getchannel("A").getextrema() == (0, 0)


def test_it_keeps_the_shades_of_a_gray_picture_of_16_bits(users):
    deep = Image.linear_gradient("L").convert("I").point(lambda level: level * 257).convert("I;16")
    out = io.BytesIO()
    deep.save(out, "PNG")

    stored = upload_and_open(users.instructor, out.getvalue()).convert("L")

    for row in (0, 64, 128, 192, 255):
        assert stored.getpixel((128, row)) == pytest.approx(row, abs=6)


@pytest.mark.parametrize(
    ("depth", "channels", "transparent", "stripes"),
    [
        (16, 1, "8040", ["8040", "8041", "0040", "4000", "ffff"]),
        (16, 1, "ffff", ["ffff", "fffe", "00ff", "0000"]),
        (8, 1, "0040", ["40", "41", "00", "ff"]),
        (4, 1, "000f", ["ff", "00", "11", "ee"]),
        (2, 1, "0003", ["ff", "00", "55", "aa"]),
        (1, 1, "0001", ["ff", "00"]),
        (8, 3, "0040008000c0", ["4080c0", "4080c1", "000000", "ffffff"]),
        (16, 3, "40008000c000", ["40008000c000", "41008000c000", "000000000000", "ffffffffffff"]),
    ],
)
def test_it_makes_only_the_transparent_color_transparent(users, depth, channels, transparent, stripes):
    """A PNG can declare one color transparent, with two bytes for each channel. Here the first stripe has it."""
    row = b"\0" + b"".join(bytes.fromhex(stripe) * (48 * 2 // len(stripe)) for stripe in stripes)
    stripe_width = 48 * 8 // depth // channels
    color_type, chunk = {1: 0, 3: 2}[channels], (b"tRNS", bytes.fromhex(transparent))
    content = make_png(stripe_width * len(stripes), 20, depth, color_type, zlib.compress(row * 20), chunk)

    stored = upload_and_open(users.instructor, content).convert("RGBA")

    middles = [stripe_width * number + stripe_width // 2 for number in range(len(stripes))]
    assert [stored.getpixel((middle, 10))[3] for middle in middles] == [0, *[255] * (len(stripes) - 1)]


def swapped_profile() -> bytes:
    """Returns a profile in which red and green have changed places: applying it shows."""
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    red, green = profile.index(b"rXYZ"), profile.index(b"gXYZ")
    profile[red : red + 4], profile[green : green + 4] = b"gXYZ", b"rXYZ"
    return bytes(profile)


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P"])
def test_it_applies_the_color_profile(users, mode):
    out = io.BytesIO()
    Image.new("RGB", (40, 30), (200, 20, 20)).convert(mode).save(out, "PNG", icc_profile=swapped_profile())

    red, green, _ = upload_and_open(users.instructor, out.getvalue()).convert("RGB").getpixel((20, 15))

    assert green > 150 > 100 > red


def test_it_ignores_the_profile_of_another_color_space(users):
    out = io.BytesIO()
    Image.new("L", (40, 30), 120).save(out, "JPEG", icc_profile=swapped_profile())

    shade = upload_and_open(users.instructor, out.getvalue()).convert("L").getpixel((20, 15))

    assert shade == pytest.approx(120, abs=4)


def test_it_applies_the_exif_orientation_and_drops_all_metadata(users):
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    exif[CAMERA] = "Phone camera"
    exif.get_ifd(GPS).update({1: "N", 2: (35.0, 35.0, 42.0), 3: "W", 4: (82.0, 33.0, 5.0)})
    content = make_picture(exif=exif, comment=b"at home", icc_profile=b"not a profile")
    assert b"Phone camera" in content

    image = upload_and_open(users.instructor, content)

    assert image.size == (480, 640)
    assert not image.getexif()
    assert not {"exif", "xmp", "icc_profile", "comment"} & set(image.info)


@pytest.mark.parametrize("tail", [SVG, b"<?php system($_GET['c']); ?>", b"PK\x03\x04 a second file"])
def test_it_drops_data_after_the_picture(users, tail):
    address = upload(users.instructor, make_picture() + tail)["data"]["display_url"]

    with default_storage.open(name_of(address)) as file:
        assert tail not in file.read()


def test_it_refuses_students(users):
    assert upload(users.student, make_picture(), 403)["code"] == "forbidden"
    upload(None, make_picture(), 401)
    body = {"image": SimpleUploadedFile("clay.jpg", make_picture())}
    with_bearer("invalid").post("/images", body, 401, format="multipart")

    assert list_stored() == []


@pytest.mark.parametrize(
    "content",
    [
        SVG,
        b"GIF89a" + b"\0" * 100,
        b"just text",
        b"%PDF-1.7",
        b"\0" * 2000,
        b"MZ" + b"\0" * 500,
        make_picture("BMP"),
        b"\xff\xd8",
    ],
    ids=["svg", "gif", "text", "pdf", "nulls", "program", "bmp", "two bytes of a jpeg"],
)
def test_it_refuses_files_of_other_types(users, content):
    assert upload(users.instructor, content, 415)["code"] == "not_a_picture"
    assert list_stored() == []


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF", "AVIF"])
def test_it_refuses_a_truncated_picture(users, kind):
    content = make_picture(kind)

    assert upload(users.instructor, content[: len(content) // 2], 415)["code"] in ("picture_broken", "not_a_picture")
    assert list_stored() == []


def test_it_refuses_a_corrupted_picture(users):
    content = bytearray(make_picture("PNG"))
    middle = len(content) // 2
    content[middle : middle + 200] = b"\xaa" * 200

    assert upload(users.instructor, bytes(content), 415)["code"] == "picture_broken"
    assert list_stored() == []


@pytest.mark.parametrize(
    "body",
    [{}, {"image": "https://pictures.example/a.jpg"}, {"other": SimpleUploadedFile("a.jpg", b"x")}],
    ids=["nothing", "text", "another field"],
)
def test_it_requires_a_file(users, body):
    assert list(as_(users.instructor).post("/images", body, 400, format="multipart")["fields"]) == ["image"]
    assert list_stored() == []


def test_it_refuses_an_empty_file(users):
    assert list(upload(users.instructor, b"", 400)["fields"]) == ["image"]
    assert list_stored() == []


def test_it_refuses_a_body_that_is_not_a_valid_form(users):
    assert as_(users.instructor).post("/images", {"image": "x"}, 415)["code"]
    response = as_(users.instructor).client.post("/images", b"--x--", content_type="multipart/form-data")
    assert response.status_code == 400
    assert list_stored() == []


def test_it_refuses_an_upload_whose_connection_is_lost(users):
    class LostConnection(io.BytesIO):
        def read(self, *args: object) -> bytes:
            raise OSError("connection reset")

    response = as_(users.instructor).client.generic(
        "POST",
        "/images",
        b"x" * 500,
        content_type="multipart/form-data; boundary=x",
        **{"wsgi.input": LostConnection()},
    )

    assert response.status_code == 400
    assert list_stored() == []
