import logging
from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Exists, OuterRef, Q

from accounts.models import Child
from care.encryption import Unreadable, decrypt
from classes.models import Enrollment, EnrollmentQuerySet, Season

logger = logging.getLogger(__name__)

HEALTH_FIELDS = ("allergies", "what_to_do", "medication", "needs", "diet", "doctor")


def seats_needed_since(before: datetime, *, child: str) -> EnrollmentQuerySet:
    """``child``: the outer column. Counts classes that were not over ``before``."""
    seats = Enrollment.objects.confirmed().filter(child=OuterRef(child))
    return seats.filter(Q(camp_class__ended_at=None) | Q(camp_class__ended_at__gte=before))


class CareSheetQuerySet(models.QuerySet["CareSheet"]):
    def to_delete(self, before: datetime) -> Self:
        """Nobody needs them since ``before``, and their guardian does not keep them.

        A sheet is needed as long as the child has a seat in a class that is not over. A new one is kept for as long.
        """
        needed = seats_needed_since(before, child="child")
        return self.filter(keep=False, confirmed_at__lt=before).exclude(Exists(needed))


class CareSheet(models.Model):
    """The texts are encrypted; the rest says nothing about the child's health."""

    child = models.OneToOneField(Child, on_delete=models.PROTECT, related_name="care_sheet")
    secret = models.TextField(blank=True, help_text="HEALTH_FIELDS, encrypted. Empty: nothing to tell.")
    keep = models.BooleanField(default=False, help_text="The guardian keeps it for the next season.")
    confirmed_at = models.DateTimeField()
    season = models.ForeignKey(
        Season, models.SET_NULL, null=True, blank=True, related_name="+", help_text="For which it was confirmed."
    )

    objects = CareSheetQuerySet.as_manager()

    def __str__(self) -> str:
        return f"care sheet of child {self.child_id}"

    @property
    def nothing_to_tell(self) -> bool:
        return not self.secret

    @property
    def texts(self) -> dict[str, str]:
        return texts_of(child_id=self.child_id, secret=self.secret)

    @property
    def readable_texts(self) -> dict[str, str] | None:
        return readable_texts(sheet_id=self.pk, child_id=self.child_id, secret=self.secret)


def texts_of(*, child_id: int, secret: str) -> dict[str, str]:
    """HEALTH_FIELDS, decrypted. Raises ``care.encryption.Unreadable``."""
    empty = dict.fromkeys(HEALTH_FIELDS, "")
    return empty | decrypt(secret, child_id=child_id) if secret else empty


def readable_texts(*, sheet_id: int, child_id: int, secret: str) -> dict[str, str] | None:
    """None if the texts cannot be read, so that one sheet never hides those of other children."""
    try:
        return texts_of(child_id=child_id, secret=secret)
    except Unreadable:
        logger.error("care sheet %s cannot be read", sheet_id)
        return None
