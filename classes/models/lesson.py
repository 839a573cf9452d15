from datetime import date, datetime, timedelta
from typing import Self

from django.contrib.postgres.expressions import ArraySubquery
from django.db import models
from django.db.models import F, Func, Max, Min, OuterRef, Q, Subquery
from django.db.models.functions import ExtractIsoWeekDay, TruncTime

from accounts.models import User
from core.site_time import day_bounds, site_day, site_zone


class LessonQuerySet(models.QuerySet["Lesson"]):
    def taking_place(self) -> Self:
        return self.filter(canceled_at=None)

    def on_day(self, day: date) -> Self:
        """In the camp's time zone."""
        start, end = day_bounds(day)
        return self.filter(starts_at__gte=start, starts_at__lt=end)

    def led_by(self, user: User) -> Self:
        if user.is_admin:
            return self
        return self.filter(Q(camp_class__instructor=user) | Q(substitute=user)) if user.is_instructor else self.none()

    def seen_by(self, user: User, now: datetime) -> Self:
        """As ``led_by``, but a substitute sees its students only on the day."""
        start, end = day_bounds(site_day(now))
        own_or_today = Q(camp_class__instructor=user) | Q(starts_at__gte=start, starts_at__lt=end)
        return self.led_by(user) if user.is_admin else self.led_by(user).filter(own_or_today)

    def first_start(self) -> datetime | None:
        first: datetime | None = self.aggregate(first=Min("starts_at"))["first"]
        return first

    def last_end(self) -> datetime | None:
        last: datetime | None = self.aggregate(last=Max("ends_at"))["last"]
        return last

    def schedule_per_class(self) -> dict[str, Subquery]:
        """Annotations of classes: the first and last start of these lessons, and their days and times.

        ``weekdays`` (Monday is 1), ``earliest_time`` and ``latest_time`` are those in the camp's time zone.
        """
        # Django would group the lessons of ``Min`` and ``Max``.
        of_class = self.filter(camp_class=OuterRef("pk")).order_by()
        weekday = ExtractIsoWeekDay("starts_at", tzinfo=site_zone())
        begin, end = (TruncTime(name, tzinfo=site_zone()) for name in ("starts_at", "ends_at"))
        return {
            "first_start": Subquery(of_class.values(time=Func("starts_at", function="MIN"))),
            "last_start": Subquery(of_class.values(time=Func("starts_at", function="MAX"))),
            "weekdays": ArraySubquery(of_class.values(day=weekday).distinct().order_by("day")),
            "earliest_time": Subquery(of_class.values(time=Func(begin, function="MIN"))),
            "latest_time": Subquery(of_class.values(time=Func(end, function="MAX"))),
        }

    def in_calendars(self, now: datetime) -> Self:
        return self.filter(Q(canceled_at=None) | Q(canceled_at__gt=now - Lesson.SHOWN_AFTER_CANCELLATION))


class Lesson(models.Model):
    """One meeting of a class, on one day of the camp's time zone.

    ``revision`` rises with every change that students must learn of. A lesson that is removed after students have
    enrolled stays, with ``canceled_at``, so that their calendars show the cancellation.
    """

    MAX_PER_CLASS = 60
    SHOWN_AFTER_CANCELLATION = timedelta(days=30)

    camp_class = models.ForeignKey(
        "classes.CampClass", models.CASCADE, verbose_name="class", related_name="lessons", db_index=False
    )
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    place = models.CharField(max_length=100, blank=True, help_text="Empty: the place of the class.")
    revision = models.PositiveIntegerField(default=0)
    canceled_at = models.DateTimeField(null=True, blank=True)
    substitute = models.ForeignKey(
        User,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="substituted_lessons",
        help_text="The instructor who teaches this lesson instead; sees its students on its day.",
    )

    objects = LessonQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(ends_at__gt=F("starts_at")), name="lesson_ends_after_its_start"),
            # Deferred: two lessons of a class may exchange their times in one transaction.
            models.UniqueConstraint(
                fields=["camp_class", "starts_at"], name="lesson_start_once", deferrable=models.Deferrable.DEFERRED
            ),
        )

    def __str__(self) -> str:
        return f"{self.camp_class}, {self.starts_at:%Y-%m-%d %H:%M} UTC"

    @property
    def shown_place(self) -> str:
        return self.place or self.camp_class.place

    def has_started(self, now: datetime) -> bool:
        """It can no longer be moved or removed."""
        return self.canceled_at is None and self.starts_at <= now
