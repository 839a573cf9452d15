from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Exists, Q

from accounts.models import User
from care.models.care_sheet import seats_needed_since
from care.models.contact import Contact
from classes.models import Enrollment, Lesson


class PresenceEventQuerySet(models.QuerySet["PresenceEvent"]):
    def to_empty(self, before: datetime) -> Self:
        """Nobody needs since ``before`` what they say about who collected a participant."""
        told = self.filter(at__lt=before).exclude(contact=None, with_name="", reason="")
        return told.exclude(Exists(seats_needed_since(before, child="enrollment__child")))


class PresenceEvent(models.Model):
    """What a device has recorded about one participant in one lesson. It never changes; UNDO takes another one back.

    Only who collected the participant is removed, with the child or once nobody needs it. ``care.presence.fold``
    computes the state from the events. ``undoes`` is no foreign key, because an UNDO may arrive before the event that
    it names.
    """

    class Kind(models.TextChoices):
        ARRIVED = "ARRIVED"
        LEFT = "LEFT"
        ABSENT = "ABSENT"
        UNDO = "UNDO"

    uuid = models.UUIDField("id", primary_key=True, help_text="Chosen by the device, so that it can send it again.")
    lesson = models.ForeignKey(Lesson, models.CASCADE, related_name="presence_events")
    # Seats are deleted only with the payments of Stripe's test mode.
    enrollment = models.ForeignKey(Enrollment, models.CASCADE, related_name="presence_events")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    at = models.DateTimeField(help_text="By the clock of the device.")
    received_at = models.DateTimeField()
    by = models.ForeignKey(User, models.PROTECT, related_name="+", db_index=False)
    contact = models.ForeignKey(
        Contact,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="Who has collected the participant.",
    )
    with_name = models.CharField(max_length=100, blank=True, help_text="The name of who has collected the participant.")
    reason = models.CharField(
        max_length=500, blank=True, help_text="Why the participant left with somebody who is not on the list."
    )
    undoes = models.UUIDField(null=True, blank=True, help_text="The event that an UNDO takes back.")

    objects = PresenceEventQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(kind="UNDO", undoes__isnull=False) | (~Q(kind="UNDO") & Q(undoes=None)),
                name="presence_undo_names_an_event",
            ),
            models.CheckConstraint(
                condition=Q(kind="LEFT") | Q(contact=None, with_name=""), name="presence_only_left_with_somebody"
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.uuid}"
