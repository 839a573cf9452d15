"""Storing pictures on disk, in a bucket or at ImgBB, and the failures of each."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import requests
from django.core.files.storage import FileSystemStorage, default_storage
from PIL import Image

from testing.pictures import list_stored, make_picture, upload


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


class FakeImgbb:
    """Replaces ``requests.post``; records the request and returns (or raises) ``result``."""

    def __init__(self, result: object, status: int = 200) -> None:
        self.result, self.status, self.sent = result, status, {}

    def post(self, url: str, **sent: object) -> requests.Response:
        self.sent = sent | {"url": url}
        if isinstance(self.result, Exception):
            raise self.result
        response = requests.Response()
        response.status_code, response.url = self.status, f"{url}?key=secret"
        response._content = self.result.encode()
        return response


@pytest.fixture
def imgbb(settings, monkeypatch):
    settings.IMGBB_API_KEY = "secret"

    def install(result: object, status: int = 200) -> FakeImgbb:
        fake = FakeImgbb(result, status)
        monkeypatch.setattr(requests, "post", fake.post)
        return fake

    return install


def test_it_uploads_to_imgbb_if_a_key_is_set(users, imgbb):
    address = "https://i.ibb.co/abc/picture.webp"
    fake = imgbb(json.dumps({"success": True, "data": {"display_url": address}}))

    assert upload(users.instructor, make_picture()) == {"success": True, "data": {"display_url": address}}
    assert fake.sent["params"] == {"key": "secret"}
    assert fake.sent["files"]["image"][1][8:12] == b"WEBP"
    assert fake.sent["timeout"]
    assert list_stored() == []


@pytest.mark.parametrize(
    ("result", "status"),
    [
        (requests.ConnectTimeout("https://api.imgbb.com/1/upload?key=secret"), 200),
        ('{"error": {"message": "Invalid key"}}', 400),
        ("<html>Bad gateway</html>", 502),
        ("not JSON", 200),
        ("[]", 200),
        ('{"data": {}}', 200),
        ('{"data": {"display_url": "javascript:alert(1)"}}', 200),
        ('{"data": {"display_url": 5}}', 200),
    ],
)
def test_it_reports_an_imgbb_failure_without_the_api_key(users, imgbb, caplog, result, status):
    imgbb(result, status)

    refusal = upload(users.instructor, make_picture(), 503)

    assert refusal["code"] == "provider_unavailable"
    assert "secret" not in refusal["message"] + caplog.text


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
