"""Photos that users upload. They are stored on this site, so that the deletion of an account can delete them."""

from django.core.files.uploadedfile import UploadedFile

from core.pictures.storage import delete_folder, list_folder, store_upload

FOLDER = "photos"


def store_photo(*, file: UploadedFile, user_id: int) -> str:
    """Raises as ``store_upload``."""
    return store_upload(file=file, folder=_folder_of(user_id))


def delete_photos(*, user_id: int) -> None:
    delete_folder(_folder_of(user_id))


def users_with_photos() -> set[int]:
    return {int(name) for name in list_folder(FOLDER)[0] if name.isdecimal()}


def _folder_of(user_id: int) -> str:
    return f"{FOLDER}/{user_id}"
