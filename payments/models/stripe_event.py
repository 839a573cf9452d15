from typing import Self

from django.db import models
from django.db.models import Q
from django.utils import timezone


class StripeEventQuerySet(models.QuerySet["StripeEvent"]):
    def matching(self, text: str) -> Self:
        """By the exact id of an event or of its object."""
        return self.filter(Q(event_id=text) | Q(object_id=text))


class StripeEvent(models.Model):
    """An event that has been applied. Its id prevents a second application."""

    event_id = models.CharField(max_length=255, primary_key=True)
    type = models.CharField(max_length=100)
    object_id = models.CharField(max_length=255, blank=True)
    received_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = StripeEventQuerySet.as_manager()

    class Meta:
        verbose_name = "Stripe event"
        indexes = (
            models.Index(fields=["-received_at"], name="event_newest_first"),
            models.Index(fields=["type", "-received_at"], name="event_by_type"),
            models.Index(fields=["object_id"], name="event_by_object"),
        )

    def __str__(self) -> str:
        return f"{self.type} {self.event_id}"
