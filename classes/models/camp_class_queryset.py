from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Self, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.contrib.postgres.aggregates import JSONBAgg
from django.db import models
from django.db.models import F, Func, OuterRef, Prefetch, Q, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from accounts.models import User
from classes.models.counts import count_per_class
from classes.models.enrollment import Enrollment
from classes.models.lesson import Lesson
from classes.models.season import NO_SEASON
from classes.models.waitlist_entry import WaitlistEntry
from core.database.expressions import CurrentTime
from core.database.folding import name_order
from core.database.word_search import prefix_query, search_vector

if TYPE_CHECKING:
    from classes.models.camp_class import CampClass


class Status(models.TextChoices):
    PENDING = "Pending"
    APPROVED = "Approved"
    DENIED = "Denied"


Row = TypeVar("Row", bound="CampClass", covariant=True)


class CampClassQuerySet(models.QuerySet[Row]):
    """Of classes, or of what is shown of them: see ``classes.models.shown_class``."""

    def approved(self) -> Self:
        return self.filter(status=Status.APPROVED)

    def on_sale(self) -> Self:
        """Approved, without those whose lessons were all removed."""
        return self.approved().filter(lessons_removed_at=None)

    def listed(self) -> Self:
        """In the public lists: approved, and not over."""
        return self.approved().filter(ended_at=None)

    def listed_for(self, user: User | AnonymousUser) -> Self:
        return self.all() if isinstance(user, User) and user.is_admin else self.listed()

    def matching(self, text: str) -> Self:
        """Name or instructor matches every word of the text by prefix."""
        query = prefix_query(text)
        if query is None:
            return self.none()
        by_name = self.model.objects.alias(words=search_vector("name")).filter(words=query)
        by_instructor = self.model.objects.filter(instructor__in=User.objects.matching(text))
        return self.filter(pk__in=by_name.values("pk").union(by_instructor.values("pk")))

    def ever_approved(self) -> Self:
        """Also those that were withdrawn later."""
        return self.filter(models.Q(status=Status.APPROVED) | models.Q(withdrawn_at__isnull=False))

    def of_season(self, slug: str | None) -> Self:
        """``NO_SEASON``: without a season; None: all."""
        if slug is None:
            return self
        return self.filter(season=None) if slug == NO_SEASON else self.filter(season__slug=slug)

    def taught_by(self, instructor: User) -> Self:
        return self.filter(instructor=instructor)

    def visible_to(self, user: User) -> Self:
        if user.is_admin:
            return self
        return self.taught_by(user) if user.is_instructor else self.none()

    def with_roster_for(self, user: User, now: datetime) -> Self:
        """Also the classes of which the user substitutes a lesson today."""
        lessons = Lesson.objects.taking_place().seen_by(user, now)
        return self.visible_to(user) | self.filter(pk__in=lessons.values("camp_class"))

    def written_to_by(self, user: User, now: datetime) -> Self:
        """Also the classes of which the user substitutes a lesson that isn't over."""
        lessons = Lesson.objects.taking_place().led_by(user).filter(ends_at__gt=now)
        return self.visible_to(user) | self.filter(pk__in=lessons.values("camp_class"))

    def with_all_shown(self) -> Self:
        """Adds what a ``ShownClass`` has."""
        return self.with_instructor().with_enrolled_count().with_schedule().with_waitlist()

    def with_instructor(self) -> Self:
        shown = ("name", "email", "bio", "photo")
        # Columns are faster to read than a model instance.
        return self.annotate(**{f"instructor_{column}": F(f"instructor__{column}") for column in shown})

    def with_enrolled_count(self) -> Self:
        # An index-only scan for each class; a join would read every enrollment, released ones included.
        return self.annotate(enrolled=count_per_class(Enrollment.objects.confirmed()))

    def with_schedule(self) -> Self:
        """Adds the craft, the season, and of the lessons that are not canceled their number, days and times."""
        lessons = Lesson.objects.taking_place()
        return self.select_related("craft", "season").annotate(
            lesson_count=count_per_class(lessons), **lessons.schedule_per_class()
        )

    def with_waitlist(self) -> Self:
        """Adds ``offered`` (live offers and reservations) and ``waiting``."""
        is_promise = Q(offered_until__isnull=False) | Q(reserved_until__isnull=False)
        offers = Enrollment.objects.live_holds(CurrentTime()).filter(is_promise)
        return self.annotate(offered=count_per_class(offers), waiting=count_per_class(WaitlistEntry.objects.waiting()))

    def with_lessons(self) -> Self:
        """Loads ``shown_lessons``, the lessons that are not canceled, in a query of its own."""
        lessons = Lesson.objects.taking_place().order_by("starts_at")
        return self.prefetch_related(Prefetch("lessons", queryset=lessons, to_attr="shown_lessons"))

    def with_lesson_rows(self) -> Self:
        """Adds ``lesson_rows``: id, start, end and place of each lesson that is not canceled."""
        # PostgreSQL writes them as JSON, which is much faster to read than model instances.
        row = Func("pk", "starts_at", "ends_at", "place", function="JSONB_BUILD_ARRAY", output_field=models.JSONField())
        of_class = Lesson.objects.taking_place().filter(camp_class=OuterRef("pk")).order_by().values("camp_class")
        rows = of_class.annotate(rows=JSONBAgg(row, order_by="starts_at")).values("rows")
        return self.annotate(lesson_rows=Coalesce(Subquery(rows), Value([], models.JSONField())))

    def with_next_class(self) -> Self:
        """Adds ``next_class_id``: the newest class in the public lists that was copied from this one, or None."""
        copies = self.model.objects.listed().filter(copied_from=OuterRef("pk"))
        return self.annotate(next_class_id=Subquery(copies.values(newest=Func("pk", function="MAX"))))

    def with_income(self) -> Self:
        """Adds ``income``: the sum of the prices of the confirmed seats, in dollars."""
        confirmed = Enrollment.objects.confirmed().filter(camp_class=OuterRef("pk")).order_by()
        income = confirmed.values("camp_class").annotate(income=Sum("price")).values("income")
        return self.annotate(income=Coalesce(Subquery(income), Decimal(0)))

    def by_popularity(self) -> Self:
        """The classes in the public lists; needs ``with_enrolled_count()``."""
        return self.listed().order_by("-enrolled", name_order("name"), "pk")
