from collections.abc import Mapping
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models


def set_values(row: models.Model, values: Mapping[str, Any]) -> list[str]:
    """Changes the row in memory only; the result names the fields to save."""
    changed = [name for name, value in values.items() if getattr(row, name) != value]
    for name in changed:
        setattr(row, name, values[name])
    return changed


def usual_paperwork() -> list[str]:
    return ["phone", "contact", "pickup", "sheet"]


class School(models.Model):
    """What the office says about the school: one row. Until it is stored, all is empty, and the paperwork is the usual.

    ``requires``: see ``care.paperwork.missing``.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    legal_name = models.CharField(max_length=200, blank=True, help_text="On receipts and tax statements.")
    tax_id = models.CharField(max_length=30, blank=True, help_text="On receipts and tax statements.")
    address = models.CharField(max_length=200, blank=True)
    phone = models.CharField(max_length=30, blank=True)
    email = models.EmailField(blank=True, help_text="Gets the replies to the site's e-mails.")
    requires = ArrayField(
        models.CharField(max_length=50), default=usual_paperwork, blank=True, help_text="The paperwork of each child."
    )

    class Meta:
        constraints = (models.CheckConstraint(condition=models.Q(id=1), name="school_is_one_row"),)

    def __str__(self) -> str:
        return self.name

    @classmethod
    def current(cls) -> "School":
        return cls._default_manager.first() or cls()

    @property
    def name(self) -> str:
        return self.legal_name or settings.SITE_NAME

    @property
    def can_be_claimed(self) -> bool:
        """Whether a tax statement may name it as the care provider: nothing is guessed."""
        return all((self.legal_name, self.tax_id, self.address))

    @property
    def contact(self) -> dict[str, str]:
        """Without an address of its own, the school reads what the sender of the site's e-mails gets."""
        email = self.email or parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
        return {"email": email, "phone": self.phone, "address": self.address}


class RequestCount(models.Model):
    """Of one user or address in the current window. Unlogged: losing a count in a crash does no harm."""

    key = models.CharField(max_length=300, primary_key=True)
    window_begin = models.BigIntegerField(help_text="Seconds since 1970.")
    count = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"


class WorkerTask(models.Model):
    """The worker's tasks on any machine, and ``backup``, which ``deploy/backup`` writes."""

    name = models.CharField(max_length=40, primary_key=True)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name}: {self.started_at}"


class SiteProblem(models.Model):
    """A part of the set-up that the worker has found broken, until it finds it well again."""

    what = models.CharField(max_length=60, primary_key=True)
    todo = models.TextField()
    since = models.DateTimeField()
    told_at = models.DateTimeField(null=True, blank=True, help_text="When the admins were told.")

    def __str__(self) -> str:
        return f"{self.what}: {self.todo}"
