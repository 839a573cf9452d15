"""Selections."""

from datetime import datetime
from decimal import Decimal
from functools import cached_property
from typing import Self

from django.db import models
from django.db.models import BooleanField, Case, DateTimeField, Exists, OuterRef, Prefetch, Q, Value, When
from django.utils import timezone

from accounts.models import Child, User
from classes.models.camp_class import CampClass, shown_classes
from classes.models.enrollment import Enrollment
from classes.models.participant import ParticipantQuerySet
from core.site_time import site_day


class SelectionQuerySet(ParticipantQuerySet["Selection"]):
    def with_class_and_hold(self, now: datetime) -> Self:
        """Loads the child, the class as outputs show it, and the student's live holds, in three queries.

        Adds ``shown_at`` and ``is_returning``.

        An instance of the student keeps the holds of its first query: read ``student.selections`` once per request.
        """
        holds = Prefetch("student__enrollments", queryset=Enrollment.objects.live_holds(now), to_attr="live_holds")
        classes = Prefetch("camp_class", queryset=shown_classes())
        rows = self.annotate(shown_at=Value(now, DateTimeField()), is_returning=_is_returning(now))
        return rows.select_related("child").prefetch_related(classes, holds)


def _is_returning(now: datetime) -> Case:
    """Returns whether the family is a returning one. PostgreSQL looks only where the opening depends on it."""
    season = Q(camp_class__season__returning_opens_at__isnull=False, camp_class__season__opens_at__gt=now)
    seats = Enrollment.objects.of_returning_families(site_day(now)).filter(student=OuterRef("student"))
    return Case(When(season, then=Exists(seats)), default=False, output_field=BooleanField())


class Selection(models.Model):
    """A class that a student has chosen for themself or for a child, but not yet paid for."""

    student = models.ForeignKey(User, on_delete=models.CASCADE, related_name="selections")
    camp_class = models.ForeignKey(CampClass, models.CASCADE, verbose_name="class", related_name="selections")
    # A migration adds the foreign key: (child, student) refers to (id, guardian), which Django cannot declare.
    child = models.ForeignKey(
        Child,
        on_delete=models.CASCADE,
        related_name="selections",
        null=True,
        blank=True,
        db_constraint=False,
        db_index=False,
        help_text="Empty: the student.",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = SelectionQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["student", "camp_class", "child"], nulls_distinct=False, name="selection_once"
            ),
        )
        indexes = (
            models.Index(fields=["created_at"], name="selection_by_time"),
            models.Index(fields=["child"], name="selection_by_child", condition=Q(child__isnull=False)),
        )

    shown_at: datetime
    is_returning: bool
    """The time, and whether the family is a returning one as far as it matters at this time; set only by
    ``with_class_and_hold()``."""

    def __str__(self) -> str:
        return f"{self.student} chose {self.camp_class}"

    @cached_property
    def hold(self) -> Enrollment | None:
        """The participant's live hold on the class, or None; needs ``with_class_and_hold()``."""
        held: list[Enrollment] = self.student.live_holds  # type: ignore[attr-defined]  # set by the prefetch
        own = (self.camp_class_id, self.child_id)
        return next((each for each in held if (each.camp_class_id, each.child_id) == own), None)

    @property
    def price(self) -> Decimal:
        """What the student pays: the price of the class, or of the live hold if that is lower.

        Needs ``with_class_and_hold()``.
        """
        return min(self.hold.price, self.camp_class.price) if self.hold else self.camp_class.price

    @property
    def opens_for_me(self) -> datetime | None:
        """From when the family can pay; None if it can now, or if the season is only announced.

        Needs ``with_class_and_hold()``.
        """
        season = self.camp_class.season
        opens_at = season.opening.opens_for(is_returning=self.is_returning) if season and not self.hold else None
        return opens_at if opens_at and opens_at > self.shown_at else None

    @property
    def is_open(self) -> bool:
        """Whether the opening allows the family to pay now; needs ``with_class_and_hold()``."""
        season = self.camp_class.season
        is_announced = season is not None and season.opens_at is None
        return self.hold is not None or not (is_announced or self.opens_for_me)
