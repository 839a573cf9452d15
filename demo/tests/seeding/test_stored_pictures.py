"""The demo's pictures: every class and portrait has a file, and each is stored like an upload."""

import pytest
from django.core.files.storage import default_storage
from django.utils.text import slugify
from PIL import Image

from core.pictures.storage import NARROW_WIDTHS, srcset_of
from demo.seeding import catalog, stored_pictures
from demo.seeding.users import ALL_USERS

WIDTHS = (*NARROW_WIDTHS, stored_pictures.CLASS_WIDTH)
CLASS_FILES = {f"{slugify(each.name)}-w{width}.webp": width for each in catalog.CLASSES for width in WIDTHS}
PORTRAIT_FILES = {f"{slugify(user.name)}.webp" for user in ALL_USERS if user.has_photo}
MAX_BYTES, MAX_BYTES_IN_ALL = 120 * 1024, 4_000_000


def files_in(folder):
    return {file.name: file for file in (stored_pictures.FOLDER / folder).iterdir()}


def test_it_has_a_file_for_each_class_in_each_width_and_no_other():
    files = files_in("classes")
    assert files.keys() == CLASS_FILES.keys()
    for name, width in CLASS_FILES.items():
        with Image.open(files[name]) as picture:
            assert (picture.format, picture.size) == ("WEBP", (width, width * 2 // 3))


def test_it_has_a_file_for_each_portrait_and_no_other():
    files = files_in("portraits")
    assert files.keys() == PORTRAIT_FILES
    for file in files.values():
        with Image.open(file) as picture:
            assert (picture.format, picture.size) == ("WEBP", (400, 400))


def test_it_stays_small():
    sizes = [file.stat().st_size for folder in ("classes", "portraits") for file in files_in(folder).values()]
    assert max(sizes) <= MAX_BYTES
    assert sum(sizes) <= MAX_BYTES_IN_ALL


def test_it_stores_a_class_picture_in_the_widths_that_its_url_promises():
    url = stored_pictures.store_class_picture("Glaze Lab")
    sources = [source.split()[0] for source in srcset_of(url).split(", ")]
    assert len(sources) == len(WIDTHS)
    assert all(default_storage.exists(source.removeprefix("/media/")) for source in sources)


def test_it_stores_a_picture_once():
    assert stored_pictures.store_portrait("Sam Whitfield") == stored_pictures.store_portrait("Sam Whitfield")
    assert len(default_storage.listdir("people")[1]) == 1


def test_it_fails_for_a_class_without_a_picture():
    with pytest.raises(FileNotFoundError):
        stored_pictures.store_class_picture("No Such Class")
