"""POST /users/me/photo: a user uploads a photo for their own profile."""

import pytest

from core.pictures import storage
from core.pictures.urls import is_picture_url
from testing.clients.api import as_
from testing.factories.pictures import PHOTO_PATH, list_stored, make_picture, open_stored, photos_of, upload


def test_it_stores_a_photo_that_the_profile_accepts(users):
    for user in (users.student, users.instructor, users.admin):
        address = upload(user, make_picture(), path=PHOTO_PATH)["data"]["display_url"]

        assert is_picture_url(address)
        assert open_stored(address).format == "WEBP"
        assert as_(user).patch("/users/me", {"photo": address}) == {"modifiedCount": 1}
    assert list_stored() == []


def test_it_refuses_visitors(users):
    upload(None, make_picture(), 401, path=PHOTO_PATH)


@pytest.mark.parametrize(("content", "status"), [(b"just text", 415), (b"\xff\xd8\xff broken", 415), (b"", 400)])
def test_it_refuses_what_is_no_picture(users, content, status):
    upload(users.student, content, status, path=PHOTO_PATH)

    assert photos_of(users.student) == []


def test_it_refuses_a_large_file(users):
    content = make_picture() + bytes(storage.MAX_BYTES)

    assert upload(users.student, content, 413, path=PHOTO_PATH)["code"] == "picture_too_large"
    assert photos_of(users.student) == []
