"""Where uploaded pictures are kept: on disk, in a bucket, at the image hosting service; and when that fails."""

import json
import os
import subprocess
import sys

import pytest
import requests
from django.core.files.storage import default_storage

from classes.tests.darkroom import all_kept, picture, upload


def test_a_disk_that_refuses_is_told(cast, monkeypatch):
    def refuse(*args: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(default_storage, "save", refuse)

    refusal = upload(cast.instructor, picture(), 503)

    assert refusal["code"] == "provider_unavailable"
    assert "device" not in refusal["message"]


class HostingService:
    """The image hosting service at its door: what it was sent, and what it answers."""

    def __init__(self, answer: object, status: int = 200) -> None:
        self.answer, self.status, self.sent = answer, status, {}

    def post(self, url: str, **sent: object) -> requests.Response:
        self.sent = sent | {"url": url}
        if isinstance(self.answer, Exception):
            raise self.answer
        response = requests.Response()
        response.status_code, response.url = self.status, f"{url}?key=secret"
        response._content = self.answer.encode()
        return response


@pytest.fixture
def hosted(settings, monkeypatch):
    settings.IMGBB_API_KEY = "secret"

    def use(answer: object, status: int = 200) -> HostingService:
        service = HostingService(answer, status)
        monkeypatch.setattr(requests, "post", service.post)
        return service

    return use


def test_it_goes_to_the_hosting_service_where_one_is_set(cast, hosted):
    address = "https://i.ibb.co/abc/picture.webp"
    service = hosted(json.dumps({"success": True, "data": {"display_url": address}}))

    assert upload(cast.instructor, picture()) == {"success": True, "data": {"display_url": address}}
    assert service.sent["params"] == {"key": "secret"}
    assert service.sent["files"]["image"][1][8:12] == b"WEBP"
    assert service.sent["timeout"]
    assert all_kept() == []


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (requests.ConnectTimeout("https://api.imgbb.com/1/upload?key=secret"), 200),
        ('{"error": {"message": "Invalid key"}}', 400),
        ("<html>Bad gateway</html>", 502),
        ("no json", 200),
        ("[]", 200),
        ('{"data": {}}', 200),
        ('{"data": {"display_url": "javascript:alert(1)"}}', 200),
        ('{"data": {"display_url": 5}}', 200),
    ],
)
def test_a_hosting_service_that_fails_is_told_without_our_key(cast, hosted, caplog, answer, status):
    hosted(answer, status)

    refusal = upload(cast.instructor, picture(), 503)

    assert refusal["code"] == "provider_unavailable"
    assert "secret" not in refusal["message"] + caplog.text


def test_a_bucket_can_be_named_instead():
    environment = os.environ | {
        "PICTURES_BUCKET": "camp",
        "PICTURES_DOMAIN": "pictures.camp.example",
        "DJANGO_SETTINGS_MODULE": "camp.settings",
    }
    program = (
        "import django; django.setup();"
        "from django.core.files.storage import default_storage; print(default_storage.url('classes/a.webp'))"
    )

    shown = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)

    assert shown.stdout.strip() == "https://pictures.camp.example/classes/a.webp"
