"""Selections."""

from datetime import datetime
from decimal import Decimal
from functools import cached_property
from typing import Self

from django.db import models
from django.db.models import Prefetch, Q
from django.utils import timezone

from accounts.models import Child, User
from classes.models.camp_class import CampClass, shown_classes
from classes.models.enrollment import Enrollment
from classes.models.participant import ParticipantQuerySet


class SelectionQuerySet(ParticipantQuerySet["Selection"]):
    def with_class_and_hold(self, now: datetime) -> Self:
        """Loads the child, the class as outputs show it, and the student's live holds, in three queries.

        An instance of the student keeps the holds of its first query: read ``student.selections`` once per request.
        """
        holds = Prefetch("student__enrollments", queryset=Enrollment.objects.live_holds(now), to_attr="live_holds")
        classes = Prefetch("camp_class", queryset=shown_classes())
        return self.select_related("child").prefetch_related(classes, holds)


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
