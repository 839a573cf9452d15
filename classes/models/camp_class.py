"""Classes."""

from datetime import datetime, time
from decimal import Decimal
from functools import cache
from typing import Any, Self

from django.contrib.auth.models import AnonymousUser
from django.contrib.postgres.aggregates import JSONBAgg
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Count, F, OuterRef, Prefetch, Q, Subquery, Sum, Value
from django.db.models.functions import Cast, Coalesce, JSONObject
from django.utils import timezone
from simple_history.models import HistoricalRecords

from accounts.models import User, UserQuerySet
from classes.models.counts import count_per_class
from classes.models.craft import Craft
from classes.models.enrollment import Enrollment
from classes.models.lesson import Lesson
from classes.models.waitlist_entry import WaitlistEntry
from core.database.expressions import CurrentTime
from core.database.folding import name_order
from core.database.word_search import prefix_query, search_vector
from core.money import HIGHEST_PRICE, LOWEST_CARD_PRICE

MAX_SEATS = 1000
"""The highest capacity of a class. The database allows more, because older versions of the site did."""
AGES_REVERSED = "The lowest age must not be above the highest."


class Status(models.TextChoices):
    """An admin's decision on a class."""

    PENDING = "Pending"
    APPROVED = "Approved"
    DENIED = "Denied"


class CampClassQuerySet(models.QuerySet["CampClass"]):
    def approved(self) -> Self:
        return self.filter(status=Status.APPROVED)

    def on_sale(self) -> Self:
        """Returns the approved classes, without those whose lessons were all removed."""
        return self.approved().filter(lessons_removed_at=None)

    def listed(self) -> Self:
        """Returns the classes in the public lists: approved, and not over."""
        return self.approved().filter(ended_at=None)

    def listed_for(self, user: User | AnonymousUser) -> Self:
        """Returns every class for an admin, else the classes in the public lists."""
        return self.all() if isinstance(user, User) and user.is_admin else self.listed()

    def matching(self, text: str) -> Self:
        """Returns the classes whose name or instructor matches every word of the text by prefix; all if it is empty."""
        if not text:
            return self.all()
        query = prefix_query(text)
        if query is None:
            return self.none()
        by_name = CampClass.objects.alias(words=search_vector("name")).filter(words=query)
        by_instructor = CampClass.objects.filter(instructor__in=User.objects.matching(text))
        return self.filter(pk__in=by_name.values("pk").union(by_instructor.values("pk")))

    def taught_by(self, instructor: User) -> Self:
        return self.filter(instructor=instructor)

    def visible_to(self, user: User) -> Self:
        """Returns every class for an admin, their own classes for an instructor, and none for a student."""
        if user.is_admin:
            return self
        return self.taught_by(user) if user.is_instructor else self.none()

    def with_enrolled_count(self) -> Self:
        """Adds the instructor and ``enrolled`` (the number of confirmed seats) in a single query.

        The subquery is an index-only scan for each class; a join would read every enrollment, released ones included.
        """
        return self.select_related("instructor").annotate(enrolled=count_per_class(Enrollment.objects.confirmed()))

    def with_schedule(self) -> Self:
        """Adds the craft, and of the lessons that are not canceled their number, days and times."""
        lessons = Lesson.objects.taking_place()
        return self.select_related("craft").annotate(
            lesson_count=count_per_class(lessons), **lessons.schedule_per_class()
        )

    def with_waitlist(self) -> Self:
        """Adds ``offered`` (the live offers) and ``waiting`` (the entries that wait), each by a subquery."""
        offers = Enrollment.objects.live_holds(CurrentTime()).filter(offered_until__isnull=False)
        return self.annotate(offered=count_per_class(offers), waiting=count_per_class(WaitlistEntry.objects.waiting()))

    def with_lessons(self) -> Self:
        """Loads ``shown_lessons``, the lessons that are not canceled, in a query of its own."""
        lessons = Lesson.objects.taking_place().order_by("starts_at")
        return self.prefetch_related(Prefetch("lessons", queryset=lessons, to_attr="shown_lessons"))

    def with_lesson_rows(self) -> Self:
        """Adds ``lesson_rows``, the lessons that are not canceled as JSON: much faster to read than model instances."""
        columns = {"_id": Cast("pk", models.TextField()), "startsAt": "starts_at", "endsAt": "ends_at"}
        of_class = Lesson.objects.taking_place().filter(camp_class=OuterRef("pk")).order_by().values("camp_class")
        rows = of_class.annotate(rows=JSONBAgg(JSONObject(**columns, place="place"), order_by="starts_at"))
        return self.annotate(lesson_rows=Coalesce(Subquery(rows.values("rows")), Value([], models.JSONField())))

    def with_calendar(self, now: datetime) -> Self:
        """Adds the instructor, and loads ``calendar_lessons`` (see ``in_calendars``) in a query of its own."""
        lessons = Lesson.objects.in_calendars(now).order_by("starts_at")
        prefetch = Prefetch("lessons", queryset=lessons, to_attr="calendar_lessons")
        return self.select_related("instructor").prefetch_related(prefetch)

    def with_income(self) -> Self:
        """Adds ``income``: the sum of the prices of the confirmed seats, in dollars."""
        confirmed = Enrollment.objects.confirmed().filter(camp_class=OuterRef("pk")).order_by()
        income = confirmed.values("camp_class").annotate(income=Sum("price")).values("income")
        return self.annotate(income=Coalesce(Subquery(income), Decimal(0)))

    def by_popularity(self) -> Self:
        """Returns the classes in the public lists by ``enrolled``; needs ``with_enrolled_count()``."""
        return self.listed().order_by("-enrolled", name_order("name"), "pk")


class CampClass(models.Model):
    """A class that an instructor teaches.

    ``capacity`` is the total number of seats. Taken seats are always counted from the enrollments and never stored
    on the class, where the number could drift.
    """

    MAX_AGE = 120

    name = models.CharField(max_length=40)
    description = models.TextField(max_length=2000, blank=True)
    image = models.CharField(max_length=2000, help_text="An https address, or one of this site's pictures.")
    price = models.DecimalField(max_digits=7, decimal_places=2, help_text="US dollars; 0 is free.")
    capacity = models.PositiveIntegerField(help_text="Seats in total, including the ones that are taken.")
    instructor = models.ForeignKey(User, on_delete=models.PROTECT, related_name="classes_taught")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PENDING)
    feedback = models.TextField(max_length=2000, blank=True, help_text="Why the class was denied.")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    craft = models.ForeignKey(Craft, on_delete=models.PROTECT, null=True, blank=True, related_name="classes")
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
        )
        indexes = (
            models.Index(fields=["status", "-id"], name="class_by_status"),
            models.Index(fields=["instructor", "name"], name="class_by_instructor"),
            models.Index(fields=["withdrawn_at"], name="class_withdrawn", condition=Q(withdrawn_at__isnull=False)),
            GinIndex(search_vector("name"), name="class_by_words"),
        )

    enrolled: int
    """Number of confirmed seats; set only by ``with_enrolled_count()``."""

    offered: int
    waiting: int
    """Numbers of live offers to the waitlist, and of entries that wait; set only by ``with_waitlist()``."""

    income: Decimal
    """Sum of the prices of the confirmed seats, in dollars; set only by ``with_income()``."""

    seat: Any
    """A confirmed seat of one participant; set only by ``classes.catalog.enrolled``."""

    is_selected: bool
    is_enrolled: bool
    own_class_ids: list[int]
    """Of a participant: a selection and a seat here, and all classes they have; set only for a new selection."""

    first_start: datetime | None
    last_start: datetime | None
    lesson_count: int
    weekdays: list[int]
    earliest_time: time | None
    latest_time: time | None
    """The schedule of the class (see ``schedule_per_class()``); set only by ``with_schedule()``."""

    shown_lessons: list[Lesson]
    """The lessons that are not canceled, the earliest first; set only by ``with_lessons()``."""

    lesson_rows: list[dict[str, Any]]
    """The same as the API shows them; set only by ``with_lesson_rows()``."""

    calendar_lessons: list[Lesson]
    """The lessons that a calendar shows, the earliest first; set only by ``with_calendar()``."""

    def __str__(self) -> str:
        return self.name

    def has_begun(self, now: datetime) -> bool:
        """Returns whether the first lesson has started; needs ``with_schedule()``."""
        return self.first_start is not None and self.first_start <= now

    @property
    def seats_free(self) -> int:
        """Number of free seats to display; needs ``with_enrolled_count()``. Never decides whether a seat is sold."""
        return max(0, self.capacity - self.enrolled)

    @property
    def is_approved(self) -> bool:
        return self.status == Status.APPROVED

    @property
    def is_withdrawn(self) -> bool:
        """Whether the school has withdrawn the class. No seat in it may be confirmed."""
        return self.withdrawn_at is not None


@cache
def shown_classes() -> CampClassQuerySet:
    """Returns the classes with what the lists show of them: instructor, craft, counts, schedule and waitlist."""
    return CampClass.objects.with_enrolled_count().with_schedule().with_waitlist()


def instructors_with_student_counts() -> UserQuerySet:
    """Active instructors, each with ``enrolled``: the number of confirmed seats in the classes that they teach.

    A correlated subquery reads the indexes only; a join would read every enrollment.
    """
    confirmed = Enrollment.objects.confirmed().filter(camp_class__instructor=OuterRef("pk")).order_by()
    counts = confirmed.values("camp_class__instructor").annotate(count=Count("*")).values("count")
    return User.objects.instructors().annotate(enrolled=Coalesce(Subquery(counts), 0), name_order=name_order("name"))
