from typing import Self

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from classes.models.camp_class import CampClass
from classes.models.lesson import Lesson
from classes.models.season import Season
from core.site_time import site_day


class MessageQuerySet(models.QuerySet["Message"]):
    def about(self, *classes: CampClass) -> Self:
        """Also what was written to their seasons, and to the days of their lessons."""
        lessons = Lesson.objects.taking_place().filter(camp_class__in=classes)
        days = {site_day(start) for start in lessons.values_list("starts_at", flat=True)}
        seasons = {each.season_id for each in classes if each.season_id}
        return self.filter(Q(camp_class__in=classes) | Q(day__in=days) | Q(season__in=seasons))

    def to_enrolled(self) -> Self:
        return self.exclude(to=Message.To.WAITING)


class Message(models.Model):
    """``recipients`` is the number of accounts that it was mailed to. Never changed."""

    class To(models.TextChoices):
        ENROLLED = "enrolled"
        WAITING = "waiting"
        BOTH = "both"

    MAX_SUBJECT = 100
    MAX_TEXT = 2000

    key = models.UUIDField(unique=True, help_text="Chosen by the client: the same key sends only once.")
    subject = models.CharField(max_length=MAX_SUBJECT)
    text = models.TextField(max_length=MAX_TEXT)
    author = models.ForeignKey(User, models.PROTECT, related_name="messages")
    to = models.CharField(max_length=10, choices=To.choices)
    camp_class = models.ForeignKey(
        CampClass, models.CASCADE, verbose_name="class", null=True, blank=True, related_name="messages"
    )
    season = models.ForeignKey(Season, models.CASCADE, null=True, blank=True, related_name="messages")
    day = models.DateField(null=True, blank=True, db_index=True)
    recipients = models.PositiveIntegerField()
    sent_at = models.DateTimeField(default=timezone.now)

    objects = MessageQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(camp_class__isnull=False, season__isnull=True, day__isnull=True)
                | Q(camp_class__isnull=True, season__isnull=False, day__isnull=True)
                | Q(camp_class__isnull=True, season__isnull=True, day__isnull=False),
                name="message_has_one_audience",
            ),
        )

    def __str__(self) -> str:
        return f"Message {self.pk}"
