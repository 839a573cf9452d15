"""POST /images: an instructor uploads a picture for a class."""

import io
import struct
import zlib

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from camp.lib.pictures import is_picture_address
from camp.testing import as_, bearing
from classes import image_host
from classes.tests.darkroom import all_kept, kept, picture, upload

GPS, ORIENTATION, CAMERA = 0x8825, 0x0112, 0x0110
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_it_works(cast, kind):
    answer = upload(cast.instructor, picture(kind))

    assert answer["success"] is True
    assert is_picture_address(answer["data"]["display_url"])
    image = kept(answer)
    assert (image.format, image.size) == ("WEBP", (640, 480))


def test_a_class_can_show_it_and_everybody_see_it(cast):
    address = upload(cast.instructor, picture())["data"]["display_url"]
    body = {"nameClass": "Clay", "image": address, "price": 10, "seats": 3}

    as_(cast.instructor).post("/classes", body, 201)

    response = as_(None).client.get(address)
    assert b"".join(response.streaming_content)[8:12] == b"WEBP"
    assert "immutable" in response["Cache-Control"]
    response.close()


def test_the_same_picture_is_kept_once(cast):
    assert upload(cast.instructor, picture()) == upload(cast.other_instructor, picture(), name="../../other.png")
    assert len(all_kept()) == 1


@pytest.mark.parametrize(("size", "becomes"), [((3000, 1500), (1200, 600)), ((1000, 2400), (500, 1200))])
def test_a_large_picture_is_scaled(cast, size, becomes):
    assert kept(upload(cast.instructor, picture(size=size))).size == becomes


def test_beside_a_wide_picture_narrower_ones_are_kept(cast):
    address = upload(cast.instructor, picture(size=(3000, 1500)))["data"]["display_url"]

    assert address.endswith("-w1200.webp")
    for width in (480, 800):
        narrow = kept({"data": {"display_url": address.replace("-w1200", f"-w{width}")}})
        assert (narrow.format, narrow.size) == ("WEBP", (width, width // 2))
    assert len(all_kept()) == 3


def test_a_picture_that_is_narrow_itself_promises_no_other(cast):
    address = upload(cast.instructor, picture(size=(800, 480)))["data"]["display_url"]

    assert "-w" not in address
    assert len(all_kept()) == 1


def test_an_upload_that_broke_off_between_the_two_is_finished_by_the_next(cast):
    wide = picture(size=(1200, 800))
    address = upload(cast.instructor, wide)["data"]["display_url"]
    default_storage.delete(address.removeprefix("/media/"))

    assert upload(cast.instructor, wide)["data"]["display_url"] == address
    assert len(all_kept()) == 3


@pytest.mark.parametrize("mode", ["L", "CMYK", "P", "1", "RGBA", "LA"])
def test_it_takes_every_kind_of_color(cast, mode):
    kind = "JPEG" if mode in ("L", "CMYK") else "PNG"

    assert kept(upload(cast.instructor, picture(kind, mode=mode))).mode in ("RGB", "RGBA")


def test_what_is_transparent_stays_so(cast):
    out = io.BytesIO()
    Image.new("RGBA", (40, 30), (200, 80, 40, 0)).save(out, "PNG")

    assert kept(upload(cast.instructor, out.getvalue())).getchannel("A").getextrema() == (0, 0)


def test_it_turns_the_picture_upright_and_tells_nobody_where_it_was_taken(cast):
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    exif[CAMERA] = "A telephone"
    exif.get_ifd(GPS).update({1: "N", 2: (35.0, 35.0, 42.0), 3: "W", 4: (82.0, 33.0, 5.0)})
    content = picture(exif=exif, comment=b"at home", icc_profile=b"no profile at all")
    assert b"A telephone" in content

    image = kept(upload(cast.instructor, content))

    assert image.size == (480, 640)
    assert not image.getexif()
    assert not {"exif", "xmp", "icc_profile", "comment"} & set(image.info)


@pytest.mark.parametrize("tail", [SVG, b"<?php system($_GET['c']); ?>", b"PK\x03\x04 a second file"])
def test_what_else_a_file_carries_is_left_behind(cast, tail):
    answer = upload(cast.instructor, picture() + tail)

    with default_storage.open(answer["data"]["display_url"].removeprefix("/media/")) as file:
        assert tail not in file.read()


def test_it_is_for_instructors_alone(cast):
    for person in (cast.student, cast.admin):
        assert upload(person, picture(), 403)["code"] == "forbidden"
    upload(None, picture(), 401)
    body = {"image": SimpleUploadedFile("clay.jpg", picture())}
    bearing("rubbish").post("/images", body, 401, format="multipart")

    assert all_kept() == []


@pytest.mark.parametrize(
    "content",
    [
        SVG,
        b"GIF89a" + b"\0" * 100,
        b"just text",
        b"%PDF-1.7",
        b"\0" * 2000,
        b"MZ" + b"\0" * 500,
        picture("BMP"),
        b"\xff\xd8",
    ],
    ids=["svg", "gif", "text", "pdf", "nulls", "program", "bmp", "two bytes of a jpeg"],
)
def test_it_refuses_what_is_no_picture(cast, content):
    assert upload(cast.instructor, content, 415)["code"] == "not_a_picture"
    assert all_kept() == []


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_it_refuses_a_picture_that_was_cut_off(cast, kind):
    content = picture(kind)

    assert upload(cast.instructor, content[: len(content) // 2], 415)["code"] in ("picture_broken", "not_a_picture")
    assert all_kept() == []


def test_it_refuses_a_broken_picture(cast):
    content = bytearray(picture("PNG"))
    middle = len(content) // 2
    content[middle : middle + 200] = b"\xaa" * 200

    assert upload(cast.instructor, bytes(content), 415)["code"] == "picture_broken"


def blank_png(width: int, height: int) -> bytes:
    """A picture of one color, whatever its size, in a few KB."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packed, row = zlib.compressobj(9), b"\0" * (width // 8 + 1)
    pixels = b"".join(packed.compress(row) for _ in range(height)) + packed.flush()
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(5_001, 5_000), (10_000, 6_000), (12_000, 9_000), (40_000, 30_000)])
def test_it_refuses_too_many_pixels_in_few_bytes(cast, size):
    content = blank_png(*size)
    assert len(content) < 200_000

    assert upload(cast.instructor, content, 413)["code"] == "picture_too_large"
    assert all_kept() == []


def test_the_largest_photo_of_a_telephone_passes(cast):
    out = io.BytesIO()
    Image.new("RGB", (8064, 6048)).save(out, "JPEG")

    assert kept(upload(cast.instructor, out.getvalue())).size == (1200, 900)


def test_a_large_scan_passes(cast):
    assert kept(upload(cast.instructor, blank_png(5000, 5000))).size == (1200, 1200)


def test_it_refuses_too_many_pixels_of_a_jpeg(cast):
    out = io.BytesIO()
    Image.new("L", (10_000, 6_000)).save(out, "JPEG")

    assert upload(cast.instructor, out.getvalue(), 413)["code"] == "picture_too_large"


@pytest.mark.parametrize("extra", [1, 20_000])
def test_it_refuses_too_many_bytes(cast, extra, monkeypatch):
    monkeypatch.setattr(image_host, "MOST_BYTES", 100_000)
    monkeypatch.setattr("classes.views.pictures.MOST_BYTES", 100_000)
    content = picture() + b"\0" * 100_000
    content = content[: 100_000 + extra]

    assert upload(cast.instructor, content, 413)["code"] == "picture_too_large"


@pytest.mark.parametrize(
    "body",
    [{}, {"image": "https://pictures.example/a.jpg"}, {"other": SimpleUploadedFile("a.jpg", b"x")}],
    ids=["nothing", "text", "another field"],
)
def test_it_wants_a_file(cast, body):
    assert list(as_(cast.instructor).post("/images", body, 400, format="multipart")["fields"]) == ["image"]


def test_it_refuses_an_empty_file(cast):
    assert list(upload(cast.instructor, b"", 400)["fields"]) == ["image"]


def test_it_refuses_what_is_no_form(cast):
    assert as_(cast.instructor).post("/images", {"image": "x"}, 415)["code"]
    response = as_(cast.instructor).client.post("/images", b"--x--", content_type="multipart/form-data")
    assert response.status_code == 400


def test_it_refuses_a_form_of_a_thousand_parts(cast):
    parts = {f"image{number}": SimpleUploadedFile("a.jpg", b"x") for number in range(200)}

    as_(cast.instructor).post("/images", parts, 400, format="multipart")


def test_an_upload_that_is_cut_off_is_bad_input(cast):
    class CutOff(io.BytesIO):
        def read(self, *args: object) -> bytes:
            raise OSError("the peer is gone")

    acting = as_(cast.instructor)
    response = acting.client.generic(
        "POST",
        "/images",
        b"x" * 500,
        content_type="multipart/form-data; boundary=x",
        **{"wsgi.input": CutOff()},
    )

    assert response.status_code == 400
    assert all_kept() == []
