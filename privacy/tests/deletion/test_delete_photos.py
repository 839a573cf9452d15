"""Photos that a user has uploaded are deleted with the account, or by a later ``manage.py tidy``."""

from contextlib import contextmanager
from io import StringIO
from unittest.mock import Mock

import pytest
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.utils import timezone

from privacy.deletion import delete_account
from testing.factories.pictures import PHOTO_PATH, make_picture, open_stored, photos_of, upload

pytestmark = pytest.mark.usefixtures("identity_provider")


@contextmanager
def broken_storage(method="delete"):
    """Makes a method of the storage fail."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(default_storage, method, Mock(side_effect=OSError("The bucket is gone.")), raising=False)
        yield


def upload_photo(user, **options):
    return upload(user, make_picture(**options), path=PHOTO_PATH)["data"]["display_url"]


def delete(user):
    delete_account(user_id=user.pk, now=timezone.now())


def tidy():
    out = StringIO()
    call_command("tidy", stdout=out)
    return out.getvalue()


def test_it_deletes_the_photos_with_the_account(users):
    for size in ((640, 480), (1600, 900)):
        upload_photo(users.student, size=size)
    upload_photo(users.other_student)
    assert len(photos_of(users.student)) == 4

    delete(users.student)

    assert photos_of(users.student) == []
    assert len(photos_of(users.other_student)) == 1


def test_it_deletes_the_account_although_the_storage_fails(users, caplog):
    upload_photo(users.student)
    with broken_storage():
        delete(users.student)

    users.student.refresh_from_db()
    assert users.student.deleted_at is not None
    assert "could not be deleted" in caplog.text


def test_it_deletes_remaining_photos_in_the_next_tidy_run(users):
    upload_photo(users.student)
    kept = upload_photo(users.other_student)
    with broken_storage():
        delete(users.student)
    assert len(photos_of(users.student)) == 1

    assert "Accounts whose photos were deleted: 1." in tidy()
    assert photos_of(users.student) == []
    assert open_stored(kept).format == "WEBP"
    assert "Accounts whose photos were deleted: 0." in tidy()


@pytest.mark.parametrize("method", ["delete", "listdir"])
def test_it_fails_in_tidy_while_the_storage_fails(users, method):
    upload_photo(users.student)
    with broken_storage(method):
        delete(users.student)
        with pytest.raises(CommandError, match="Photos of deleted accounts"):
            tidy()


def test_it_tidies_an_empty_storage(db):
    assert "Accounts whose photos were deleted: 0." in tidy()


def test_it_reports_photos_and_identities_that_remain(users, identity_provider):
    upload_photo(users.student)
    identity_provider.down = True
    with broken_storage():
        delete(users.student)
        with pytest.raises(CommandError) as error:
            tidy()
    assert "FIREBASE_CREDENTIALS" in str(error.value)
    assert "Photos of deleted accounts" in str(error.value)
