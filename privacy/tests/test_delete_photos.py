"""Photos that a user has uploaded are deleted with the account."""

from django.utils import timezone

from classes import pictures
from privacy.deletion import delete_account
from testing.pictures import PHOTO_PATH, make_picture, photos_of, upload


def test_it_deletes_the_photos_with_the_account(users):
    for size in ((640, 480), (1600, 900)):
        upload(users.student, make_picture(size=size), path=PHOTO_PATH)
    upload(users.other_student, make_picture(), path=PHOTO_PATH)
    assert len(photos_of(users.student)) == 4

    delete_account(user_id=users.student.pk, now=timezone.now())

    assert photos_of(users.student) == []
    assert len(photos_of(users.other_student)) == 1


def test_it_deletes_the_account_although_the_storage_fails(users, monkeypatch, caplog):
    def fail(*, user_id):
        raise OSError("The disk is gone.")

    monkeypatch.setattr(pictures, "delete_photos", fail)

    delete_account(user_id=users.student.pk, now=timezone.now())

    users.student.refresh_from_db()
    assert users.student.deleted_at is not None
    assert "could not be deleted" in caplog.text
