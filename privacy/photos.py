"""A deleted account's photos are deleted after it, and again by ``manage.py tidy``."""

import logging
from dataclasses import dataclass

from accounts import photos
from accounts.models import User

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class PhotoCleanup:
    """``deleted``: number of accounts whose photos were deleted. ``failed``: photos may remain in the storage."""

    deleted: int
    failed: bool


def try_to_delete_photos(*, user_id: int) -> bool:
    try:
        photos.delete_photos(user_id=user_id)
    except Exception:  # each storage backend raises its own exceptions
        logger.exception("the photos of user %s could not be deleted", user_id)
        return False
    return True


def delete_remaining_photos() -> PhotoCleanup:
    """Retries the deletions that failed, and deletes photos that were uploaded while the account was deleted."""
    try:
        uploaders = photos.users_with_photos()
    except Exception:
        logger.exception("the photos could not be listed")
        return PhotoCleanup(deleted=0, failed=True)
    deleted = User.objects.filter(pk__in=uploaders, deleted_at__isnull=False).values_list("pk", flat=True)
    outcomes = [try_to_delete_photos(user_id=user_id) for user_id in list(deleted)]
    return PhotoCleanup(deleted=sum(outcomes), failed=not all(outcomes))
