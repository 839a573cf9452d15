"""Storing pictures on disk or in a bucket, and their failures."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.files.storage import FileSystemStorage, default_storage
from PIL import Image

from testing.factories.pictures import list_stored, make_picture, upload


def test_it_reports_a_storage_failure(users, monkeypatch):
    def fail(*args: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(default_storage, "save", fail)

    refusal = upload(users.instructor, make_picture(), 503)

    assert refusal["code"] == "provider_unavailable"
    assert "device" not in refusal["message"]


def test_it_leaves_no_part_of_a_picture_if_the_disk_is_full(users, monkeypatch, settings):
    def save_a_part(self, name, content):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_bytes(content.read(50))
        raise OSError(errno.ENOSPC, "no space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(FileSystemStorage, "_save", save_a_part)
        upload(users.instructor, make_picture(), 503)
    assert list_stored() == []
    address = upload(users.instructor, make_picture())["data"]["display_url"]
    with Image.open(settings.MEDIA_ROOT / address.partition("/media/")[2]) as picture:
        picture.load()


def test_it_stores_a_picture_again_of_which_only_a_part_is_stored(users, settings):
    address = upload(users.instructor, make_picture())["data"]["display_url"]
    path = settings.MEDIA_ROOT / address.partition("/media/")[2]
    complete = path.read_bytes()
    path.write_bytes(complete[:50])
    assert upload(users.instructor, make_picture())["data"]["display_url"] == address
    assert path.read_bytes() == complete
    assert list_stored() == [path.name]


@pytest.mark.slow
def test_it_stores_pictures_in_a_bucket_if_one_is_set():
    environment = os.environ | {
        "PICTURES_BUCKET": "camp",
        "PICTURES_DOMAIN": "pictures.camp.example",
        "DJANGO_SETTINGS_MODULE": "camp.settings",
    }
    program = (
        "import django; django.setup();"
        "from django.core.files.storage import default_storage; print(default_storage.url('classes/a.webp'))"
    )
    command = [sys.executable, "-c", program]

    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)

    assert result.stdout.strip() == "https://pictures.camp.example/classes/a.webp"
