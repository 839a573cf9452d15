"""Selections."""

from datetime import datetime
from decimal import Decimal
from typing import Self

from django.db import models
from django.db.models import Prefetch, Q, Subquery
from django.utils import timezone

from accounts.models import Child, User
from classes.models.camp_class import CampClass
from classes.models.enrollment import Enrollment
from classes.models.matching import student_or_class_matching


class SelectionQuerySet(models.QuerySet["Selection"]):
    def matching(self, text: str) -> Self:
        """Returns the selections whose student or class matches the text; all if it is empty."""
        return self.filter(student_or_class_matching(text)) if text else self.all()

    def with_class_and_hold(self, now: datetime) -> Self:
        """Adds the child, the class as outputs show it, and the participant's live hold on it, in two queries."""
        holds = Enrollment.objects.live_holds(now).of_outer_participant()
        classes = CampClass.objects.with_enrolled_count().with_schedule().with_waitlist(now)
        return (
            self.select_related("student", "child")
            .prefetch_related(Prefetch("camp_class", queryset=classes))
            .annotate(
                held_until=Subquery(holds.values("held_until")),
                held_price=Subquery(holds.values("price")),
                offered_until=Subquery(holds.values("offered_until")),
            )
        )


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

    held_until: datetime | None
    """When the participant's live hold expires, or None; set only by ``with_class_and_hold()``."""

    held_price: Decimal | None
    """The price that the hold guarantees, or None; set only by ``with_class_and_hold()``."""

    offered_until: datetime | None
    """Until when the hold is an offer to the waitlist, or None; set only by ``with_class_and_hold()``."""

    def __str__(self) -> str:
        return f"{self.student} chose {self.camp_class}"

    @property
    def price(self) -> Decimal:
        """The price of the live hold, else of the class: what the student pays; needs ``with_class_and_hold()``."""
        return self.camp_class.price if self.held_price is None else self.held_price
