"""Classes, who chose them, and who has a seat."""

from datetime import datetime
from decimal import Decimal
from typing import Self

from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Count, F, OuterRef, Prefetch, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from simple_history.models import HistoricalRecords

from accounts.models import User
from camp.lib.money import HIGHEST_PRICE, LOWEST_CARD_PRICE
from camp.lib.words import beginning_as, words_of

MOST_FOUND = 1000


class Status(models.TextChoices):
    """What the admins have decided about a class."""

    PENDING = "Pending"
    APPROVED = "Approved"
    DENIED = "Denied"


class CampClassQuerySet(models.QuerySet["CampClass"]):
    def approved(self) -> Self:
        return self.filter(status=Status.APPROVED)

    def matching(self, text: str) -> Self:
        """Classes with words in their name, or an instructor, that begin as the words of the text; all without any."""
        if not text:
            return self.all()
        wanted = beginning_as(text)
        if wanted is None:
            return self.none()
        named = CampClass.objects.alias(words=words_of("name")).filter(words=wanted)
        taught = CampClass.objects.filter(instructor__in=User.objects.matching(text))
        return self.filter(pk__in=named.values("pk").union(taught.values("pk")))

    def taught_by(self, instructor: User) -> Self:
        return self.filter(instructor=instructor)

    def visible_to(self, user: User) -> Self:
        """The classes that this person may open to change: an admin every one, an instructor their own."""
        if user.is_admin:
            return self
        return self.taught_by(user) if user.is_instructor else self.none()

    def counted(self) -> Self:
        """With the instructor, and ``enrolled`` (confirmed seats): all that a list shows, in one query.

        Counted for each class out of the index alone; a join would read every seat that there ever was.
        """
        confirmed = Enrollment.objects.confirmed().filter(camp_class=OuterRef("pk")).order_by()
        counted = confirmed.values("camp_class").annotate(count=Count("*")).values("count")
        return self.select_related("instructor").annotate(enrolled=Coalesce(Subquery(counted), 0))

    def most_popular(self) -> Self:
        return self.approved().counted().order_by("-enrolled", "name", "pk")

    def with_seat_of(self, student: User) -> Self:
        """The classes in which this student has a confirmed seat, with ``enrolled_at``."""
        seats = Enrollment.objects.confirmed().filter(student=student)
        since = seats.filter(camp_class=OuterRef("pk")).values("confirmed_at")
        return self.filter(pk__in=seats.values("camp_class")).annotate(enrolled_at=Subquery(since))


class CampClass(models.Model):
    """A class that an instructor offers.

    ``capacity`` is how many may take part. What is taken is counted from the enrollments and never kept here as a
    second number that could drift.
    """

    name = models.CharField(max_length=40)
    description = models.TextField(max_length=2000, blank=True)
    image = models.CharField(max_length=2000, help_text="An https address, or one of this site's pictures.")
    price = models.DecimalField(max_digits=7, decimal_places=2, help_text="US dollars; 0 is free.")
    capacity = models.PositiveIntegerField(help_text="How many may take part in all.")
    instructor = models.ForeignKey(User, on_delete=models.PROTECT, related_name="classes_taught")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PENDING)
    feedback = models.TextField(max_length=2000, blank=True, help_text="Why an admin denied it.")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

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
        )
        indexes = (
            models.Index(fields=["status", "-id"], name="class_by_status"),
            models.Index(fields=["instructor", "name"], name="class_by_instructor"),
            GinIndex(words_of("name"), name="class_by_words"),
        )

    enrolled: int
    """Confirmed seats; there on rows of ``counted()`` alone."""

    enrolled_at: datetime
    """Since when the student has a seat; there on rows of ``with_seat_of()`` alone."""

    def __str__(self) -> str:
        return self.name

    @property
    def seats_free(self) -> int:
        """Seats shown as available on rows of ``counted()``: for show, the lock decides."""
        return max(0, self.capacity - self.enrolled)

    @property
    def is_approved(self) -> bool:
        return self.status == Status.APPROVED


def found_by(text: str) -> Q:
    """Rows whose student or class the text finds: of very many the newest.

    They are looked up first: for rows that are named PostgreSQL takes an index, where a subquery makes it guess.
    """
    people = User.objects.matching(text).order_by("-pk").values_list("pk", flat=True)
    classes = CampClass.objects.matching(text).order_by("-pk").values_list("pk", flat=True)
    return Q(student__in=list(people[:MOST_FOUND])) | Q(camp_class__in=list(classes[:MOST_FOUND]))


class SelectionQuerySet(models.QuerySet["Selection"]):
    def matching(self, text: str) -> Self:
        """Of people or for classes that the text finds; all where it is empty."""
        return self.filter(found_by(text)) if text else self.all()

    def shown(self, now: datetime) -> Self:
        """With the class as it is now, and the student's live hold on it if there is one: in two queries."""
        holds = Enrollment.objects.live_holds(now).filter(
            student=OuterRef("student"), camp_class=OuterRef("camp_class")
        )
        return (
            self.select_related("student")
            .prefetch_related(Prefetch("camp_class", queryset=CampClass.objects.counted()))
            .annotate(held_until=Subquery(holds.values("held_until")), held_price=Subquery(holds.values("price")))
        )


class Selection(models.Model):
    """A class that a student has chosen and not yet paid for."""

    student = models.ForeignKey(User, on_delete=models.CASCADE, related_name="selections")
    camp_class = models.ForeignKey(CampClass, on_delete=models.CASCADE, related_name="selections")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = SelectionQuerySet.as_manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["student", "camp_class"], name="selection_once"),)
        indexes = (models.Index(fields=["created_at"], name="selection_by_time"),)

    held_until: datetime | None
    """How long the student's seat is held; there on rows of ``shown()`` alone, like the next."""

    held_price: Decimal | None
    """The price that was promised with the held seat."""

    def __str__(self) -> str:
        return f"{self.student} chose {self.camp_class}"


class EnrollmentQuerySet(models.QuerySet["Enrollment"]):
    def matching(self, text: str) -> Self:
        """Of people or in classes that the text finds; all where it is empty."""
        return self.filter(found_by(text)) if text else self.all()

    def confirmed(self) -> Self:
        return self.filter(state=Enrollment.State.CONFIRMED)

    def held(self) -> Self:
        """Holds not yet released, run out or not."""
        return self.filter(state=Enrollment.State.HELD)

    def live_holds(self, now: datetime) -> Self:
        return self.held().filter(held_until__gt=now)

    def overdue(self, now: datetime) -> Self:
        """Holds whose time has run out and that nobody has released yet."""
        return self.held().filter(held_until__lte=now)

    def taking_a_seat(self, now: datetime) -> Self:
        return self.filter(Q(state=Enrollment.State.CONFIRMED) | Q(state=Enrollment.State.HELD, held_until__gt=now))

    def on_roster(self, now: datetime) -> Self:
        """Who takes a seat, with the person, and ``since`` when."""
        since = models.Case(models.When(state=Enrollment.State.CONFIRMED, then=F("confirmed_at")), default=F("held_at"))
        return self.taking_a_seat(now).select_related("student").annotate(since=since)


class Enrollment(models.Model):
    """A student's claim on one seat: held for some minutes while paying, then confirmed, or released.

    A released row stays as history and is never taken up again; a new claim is a new row.
    """

    class State(models.TextChoices):
        HELD = "HELD"
        CONFIRMED = "CONFIRMED"
        RELEASED = "RELEASED"

    student = models.ForeignKey(User, on_delete=models.PROTECT, related_name="enrollments")
    camp_class = models.ForeignKey(CampClass, on_delete=models.PROTECT, related_name="enrollments")
    state = models.CharField(max_length=10, choices=State.choices)
    price = models.DecimalField(max_digits=7, decimal_places=2, help_text="US dollars, promised with the seat.")
    held_at = models.DateTimeField(
        null=True, blank=True, help_text="When it began; bounds how long it can be prolonged."
    )
    held_until = models.DateTimeField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    released_at = models.DateTimeField(null=True, blank=True)

    objects = EnrollmentQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["student", "camp_class"],
                condition=Q(state__in=["HELD", "CONFIRMED"]),
                name="enrollment_active_once",
            ),
            models.CheckConstraint(
                condition=Q(state="HELD", held_at__isnull=False, held_until__isnull=False)
                | Q(state="CONFIRMED", confirmed_at__isnull=False)
                | Q(state="RELEASED", released_at__isnull=False),
                name="enrollment_state_has_its_time",
            ),
            models.CheckConstraint(condition=Q(price__gte=0), name="enrollment_price_not_negative"),
        )
        indexes = (
            models.Index(fields=["camp_class", "state", "held_until"], name="enrollment_taking_seats"),
            models.Index(fields=["state", "held_until"], name="enrollment_overdue", condition=Q(state="HELD")),
            models.Index(fields=["confirmed_at"], name="enrollment_by_time"),
        )

    since: datetime
    """Since when the seat is taken; there on rows of ``on_roster()`` alone."""

    def __str__(self) -> str:
        return f"{self.student}: {self.camp_class} ({self.state})"

    def is_live(self, now: datetime) -> bool:
        """Whether this is a hold that has not run out."""
        return self.state == self.State.HELD and self.held_until is not None and self.held_until > now
