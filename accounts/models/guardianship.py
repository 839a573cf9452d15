import hashlib
from datetime import datetime, timedelta
from typing import Self

from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models.child import Child
from accounts.models.user import User
from core.database.word_search import prefix_query, search_vector


class GuardianshipQuerySet(models.QuerySet["Guardianship"]):
    def current(self) -> Self:
        """Invited or accepted, expired invitations included, and not ended."""
        return self.filter(ended_at=None)

    def counted(self, now: datetime) -> Self:
        """Toward ``MAX_PER_CHILD``."""
        expired = Q(accepted_at=None, sent_at__lte=now - Guardianship.VALID)
        return self.current().exclude(expired)

    def invited_as(self, text: str) -> Self:
        """Open invitations: each word of the text is a prefix of a word in the address."""
        wanted = prefix_query(text)
        found = self.current().filter(accepted_at=None)
        return found.alias(words=search_vector("email")).filter(words=wanted) if wanted else found.none()

    def active(self) -> Self:
        """Accepted, and neither frozen nor ended."""
        return self.current().filter(accepted_at__isnull=False, frozen_at=None)


class Guardianship(models.Model):
    """Somebody beside the child's own account who sees and is told when and where the child has lessons.

    ``user`` is empty until the invitation is accepted. ``sent_at`` is when the invitation was last mailed; an
    invitation that was not mailed yet does not expire.
    """

    MAX_PER_CHILD = 3
    VALID = timedelta(days=14)
    """How long an invitation can be accepted after it was sent."""

    child = models.ForeignKey(Child, on_delete=models.PROTECT, related_name="guardianships")
    user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="guardianships")
    email = models.EmailField(blank=True, help_text="The address that was invited; removed at the end.")
    care = models.BooleanField(default=False, help_text="Also sees the care sheet, contacts and agreements.")
    invited_by = models.ForeignKey(User, models.PROTECT, related_name="+", db_index=False)
    invited_at = models.DateTimeField(default=timezone.now, editable=False)
    token_hash = models.CharField(max_length=64, unique=True, null=True, blank=True, editable=False)
    sent_at = models.DateTimeField(null=True, blank=True, editable=False)
    accepted_at = models.DateTimeField(null=True, blank=True, editable=False)
    frozen_at = models.DateTimeField(null=True, blank=True, editable=False, help_text="When the school has stopped it.")
    note = models.CharField(max_length=300, blank=True, help_text="Of the office, such as an order of a court.")
    ended_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = GuardianshipQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["child", "email"], condition=Q(ended_at=None) & ~Q(email=""), name="guardian_invited_once"
            ),
            models.UniqueConstraint(fields=["child", "user"], condition=Q(ended_at=None), name="guardian_accepts_once"),
            models.CheckConstraint(
                condition=Q(accepted_at=None, user=None) | Q(accepted_at__isnull=False, user__isnull=False),
                name="guardian_accepted_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(email="", note=""), name="guardian_ended_has_no_address"
            ),
        )
        indexes = (GinIndex(search_vector("email"), name="guardianship_by_words", condition=Q(accepted_at=None)),)

    def __str__(self) -> str:
        # Without the address: the Django admin's log stores this text.
        return f"guardianship {self.pk}"

    @property
    def token(self) -> str:
        """The secret in the link of the invitation that was sent last. Only its hash is stored."""
        assert self.sent_at is not None
        return salted_hmac("accounts.Guardianship", f"{self.pk}/{self.sent_at.isoformat()}").hexdigest()

    @staticmethod
    def hash_of(token: str) -> str:
        return hashlib.sha256(token.encode()).hexdigest()

    def is_expired(self, now: datetime) -> bool:
        return self.expires_at is not None and self.expires_at <= now

    @property
    def inviter(self) -> str:
        """The name of the family's account; empty if the office has invited."""
        return self.invited_by.name if self.invited_by_id == self.child.guardian_id else ""

    @property
    def expires_at(self) -> datetime | None:
        """None if it was accepted or not mailed yet."""
        return self.sent_at + self.VALID if self.sent_at and self.accepted_at is None else None

    @property
    def is_frozen(self) -> bool:
        return self.frozen_at is not None
