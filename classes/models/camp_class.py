from datetime import date
from decimal import Decimal
from typing import Literal

from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Count, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.functional import cached_property  # prefetching doesn't recognize Python's
from simple_history.models import HistoricalRecords

from accounts.models import User, UserQuerySet
from classes.models.camp_class_queryset import CampClassQuerySet, Status
from classes.models.craft import Craft
from classes.models.enrollment import Enrollment
from classes.models.lesson import Lesson
from classes.models.season import Season
from core.database.folding import name_order
from core.database.word_search import search_vector
from core.money import HIGHEST_PRICE, LOWEST_CARD_PRICE

MAX_SEATS = 1000
"""The highest capacity of a class. The database allows more, because older versions of the site did."""
AGES_REVERSED = "The lowest age must not be above the highest."
EARLY_NOT_LOWER = "The early price must be below the price."
EARLY_INCOMPLETE = "An early price and its last day belong together."


class CampClass(models.Model):
    """``capacity`` is the total number of seats.

    Taken seats are always counted from the enrollments and never stored on the class, where the number could drift.
    """

    MAX_AGE = 120

    name = models.CharField(max_length=40)
    description = models.TextField(max_length=2000, blank=True)
    image = models.CharField(max_length=2000, blank=True, help_text="An https address, or one of this site's pictures.")
    price = models.DecimalField(max_digits=7, decimal_places=2, help_text="US dollars; 0 is free.")
    early_price = models.DecimalField(
        max_digits=7, decimal_places=2, null=True, blank=True, help_text="US dollars, until its last day."
    )
    early_until = models.DateField(
        "last day of the early price", null=True, blank=True, help_text="In the camp's time zone."
    )
    capacity = models.PositiveIntegerField(help_text="Seats in total, including the ones that are taken.")
    instructor = models.ForeignKey(User, on_delete=models.PROTECT, related_name="classes_taught")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PENDING)
    feedback = models.TextField(max_length=2000, blank=True, help_text="Why the class was denied.")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    craft = models.ForeignKey(Craft, on_delete=models.PROTECT, null=True, blank=True, related_name="classes")
    season = models.ForeignKey(
        Season, models.PROTECT, null=True, blank=True, related_name="classes", help_text="Empty: open once approved."
    )
    copied_from = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, editable=False, related_name="copies"
    )
    min_seats = models.PositiveIntegerField(
        null=True, blank=True, help_text="Seats that must be sold for the class to take place."
    )
    place = models.CharField(max_length=100, blank=True)
    bring = models.TextField(max_length=500, blank=True, help_text="What students bring.")
    age_from = models.PositiveSmallIntegerField(null=True, blank=True)
    age_to = models.PositiveSmallIntegerField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True, editable=False, help_text="When its last lesson ended.")
    lessons_removed_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="When its last lesson was removed. No seat is sold until it has a new one.",
    )
    withdrawn_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="When the school canceled it after its approval, for good."
    )
    withdrawn_reason = models.TextField(max_length=2000, blank=True, editable=False)

    objects = CampClassQuerySet.as_manager()
    history = HistoricalRecords()

    class Meta:
        verbose_name = "class"
        verbose_name_plural = "classes"
        constraints = (
            models.CheckConstraint(
                condition=Q(price=Decimal(0)) | Q(price__gte=LOWEST_CARD_PRICE, price__lte=HIGHEST_PRICE),
                name="class_price_can_be_charged",
            ),
            models.CheckConstraint(
                condition=Q(early_price=None)
                | Q(early_price__lt=F("price")) & (Q(early_price=Decimal(0)) | Q(early_price__gte=LOWEST_CARD_PRICE)),
                name="class_early_price_is_lower",
                violation_error_message=EARLY_NOT_LOWER,
            ),
            models.CheckConstraint(
                condition=Q(early_price=None, early_until=None)
                | Q(early_price__isnull=False, early_until__isnull=False),
                name="class_early_price_has_its_last_day",
                violation_error_message=EARLY_INCOMPLETE,
            ),
            models.CheckConstraint(condition=Q(status__in=Status.values), name="class_status_is_known"),
            models.CheckConstraint(condition=~Q(name=""), name="class_has_a_name"),
            models.CheckConstraint(
                condition=Q(age_from__isnull=True) | Q(age_to__isnull=True) | Q(age_from__lte=F("age_to")),
                name="class_ages_in_order",
                violation_error_message=AGES_REVERSED,
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True) | Q(status="Denied", withdrawn_reason__gt=""),
                name="class_withdrawn_is_denied",
            ),
            models.UniqueConstraint(
                fields=["season", "copied_from"],
                name="class_copied_once_into_season",
                condition=Q(copied_from__isnull=False),
            ),
        )
        indexes = (
            models.Index(fields=["status", "-id"], name="class_by_status"),
            models.Index(fields=["instructor", "name"], name="class_by_instructor"),
            models.Index(fields=["withdrawn_at"], name="class_withdrawn", condition=Q(withdrawn_at__isnull=False)),
            GinIndex(search_vector("name"), name="class_by_words"),
        )

    def __str__(self) -> str:
        return self.name

    def early_price_on(self, day: date) -> Decimal | None:
        """``day`` is one of the camp's time zone."""
        return self.early_price if self.early_until is not None and day <= self.early_until else None

    def price_on(self, day: date) -> Decimal:
        """Without a sibling discount or a code. ``day`` is one of the camp's time zone."""
        early = self.early_price_on(day)
        return self.price if early is None else early

    @property
    def is_approved(self) -> bool:
        return self.status == Status.APPROVED

    @property
    def ages_text(self) -> str:
        """Such as "children aged 8 to 12"; empty without limits."""
        lowest, highest = self.age_from, self.age_to
        if lowest is None and highest is None:
            return ""
        if lowest is None:
            return f"children up to age {highest}"
        if highest is None:
            return f"children aged {lowest} and over"
        return f"children aged {lowest}" if lowest == highest else f"children aged {lowest} to {highest}"

    @cached_property
    def shown_lessons(self) -> list[Lesson]:
        """Those that are not canceled, the earliest first. ``with_lessons()`` loads them for several classes."""
        return list(self.lessons.taking_place().order_by("starts_at"))

    @property
    def is_withdrawn(self) -> bool:
        """No seat in a withdrawn class may be confirmed."""
        return self.withdrawn_at is not None


def early_price_problem(
    *, price: Decimal, early_price: Decimal | None, early_until: date | None
) -> dict[Literal["early_price", "early_until"], str]:
    if (early_price is None) is not (early_until is None):
        return {"early_price" if early_price is None else "early_until": EARLY_INCOMPLETE}
    return {"early_price": EARLY_NOT_LOWER} if early_price is not None and early_price >= price else {}


def instructors_with_student_counts() -> UserQuerySet:
    """Adds ``enrolled``: the number of confirmed seats in the classes that they teach."""
    # A correlated subquery reads the indexes only; a join would read every enrollment.
    confirmed = Enrollment.objects.confirmed().filter(camp_class__instructor=OuterRef("pk")).order_by()
    counts = confirmed.values("camp_class__instructor").annotate(count=Count("*")).values("count")
    return User.objects.instructors().annotate(enrolled=Coalesce(Subquery(counts), 0), name_order=name_order("name"))
