from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from typing import Any, Self

from django.db import models
from django.db.models import Case, Exists, F, OuterRef, Q, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import Child, User
from classes.models.counts import count_per_class
from classes.models.enrollment import Enrollment
from classes.models.participant import ParticipantQuerySet

LAST = datetime.max.replace(tzinfo=UTC)
"""Stands for an entry that staff did not put next, because in a comparison in SQL nulls are unknown."""


class WaitlistEntryQuerySet(ParticipantQuerySet["WaitlistEntry"]):
    def waiting(self) -> Self:
        return self.filter(state=WaitlistEntry.State.WAITING)

    def offered(self) -> Self:
        return self.filter(state=WaitlistEntry.State.OFFERED)

    def active(self) -> Self:
        return self.filter(state__in=WaitlistEntry.ACTIVE)

    def given_up_since(self, instant: datetime) -> Self:
        """Ended by the student since then, or with an offer that lapsed; not by the school, nor with a seat."""
        given_up = [WaitlistEntry.State.LAPSED, WaitlistEntry.State.LEFT]
        return self.filter(state__in=given_up, ended_at__gt=instant)

    def offerable(self) -> Self:
        """The participant has neither a hold nor a seat in the class. Other waiting entries keep their position."""
        return self.waiting().filter(~Exists(Enrollment.objects.active().of_outer_participant()))

    def in_order(self) -> Self:
        """As they get offers: those that staff have put next, then by the time of joining."""
        return self.order_by(F("next_at").asc(nulls_last=True), "pk")

    def with_position(self) -> Self:
        """Adds ``position`` (None for an entry that does not wait) and ``of``, which count the waiting entries."""
        return self.alias(turn=_TURN).annotate(**_positions())


_TURN = Coalesce("next_at", Value(LAST))


@cache
def _positions() -> dict[str, Any]:
    waiting = WaitlistEntry.objects.waiting().alias(turn=_TURN)
    before = waiting.filter(Q(turn__lt=OuterRef("turn")) | Q(turn=OuterRef("turn"), pk__lte=OuterRef("pk")))
    return {
        "position": Case(When(state=WaitlistEntry.State.WAITING, then=count_per_class(before, "camp_class"))),
        "of": count_per_class(waiting, "camp_class"),
    }


class WaitlistEntry(models.Model):
    """A row that has ended stays as history; joining again creates a new row."""

    class State(models.TextChoices):
        """An entry waits, or has an offer that is a live hold. It ends when the participant got a seat (``ACCEPTED``),
        did not take the offer in time (``LAPSED``), left or declined (``LEFT``), or can't book any longer (``CLOSED``).
        A late payment for its offer that gets a seat makes an ended entry ``ACCEPTED``.
        """

        WAITING = "WAITING"
        OFFERED = "OFFERED"
        ACCEPTED = "ACCEPTED"
        LAPSED = "LAPSED"
        LEFT = "LEFT"
        CLOSED = "CLOSED"

    ACTIVE = (State.WAITING, State.OFFERED)

    student = models.ForeignKey(User, on_delete=models.PROTECT, related_name="waitlist_entries")
    camp_class = models.ForeignKey("classes.CampClass", models.PROTECT, verbose_name="class", related_name="waitlist")
    # As in Selection, a migration adds the foreign key (child, student).
    child = models.ForeignKey(
        Child,
        on_delete=models.PROTECT,
        related_name="waitlist_entries",
        null=True,
        blank=True,
        db_constraint=False,
        db_index=False,
        help_text="Empty: the student.",
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    joined_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    offer = models.OneToOneField(
        Enrollment,
        on_delete=models.PROTECT,
        related_name="waitlist_entry",
        null=True,
        blank=True,
        help_text="The seat that was offered, or that the participant got otherwise.",
    )
    next_at = models.DateTimeField(null=True, blank=True, help_text="When staff put this entry before the others.")
    next_reason = models.CharField(max_length=500, blank=True)

    objects = WaitlistEntryQuerySet.as_manager()

    class Meta:
        verbose_name = "waitlist entry"
        verbose_name_plural = "waitlist entries"
        constraints = (
            models.UniqueConstraint(
                fields=["student", "camp_class", "child"],
                condition=Q(state__in=["WAITING", "OFFERED"]),
                nulls_distinct=False,
                name="waitlist_active_once",
            ),
            models.CheckConstraint(
                condition=~Q(state="OFFERED") | Q(offer__isnull=False), name="waitlist_offered_has_offer"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["WAITING", "OFFERED"], ended_at__isnull=True)
                | (~Q(state__in=["WAITING", "OFFERED"]) & Q(ended_at__isnull=False)),
                name="waitlist_ended_has_its_time",
            ),
        )
        indexes = (
            models.Index(fields=["camp_class", "id"], name="waitlist_waiting", condition=Q(state="WAITING")),
            models.Index(fields=["child"], name="waitlist_by_child", condition=Q(child__isnull=False)),
        )

    position: int | None
    of: int
    """The position among the waiting entries of the class, and their number; set only by ``with_position()``."""

    def __str__(self) -> str:
        return f"{self.student} waits for {self.camp_class} ({self.get_state_display().lower()})"

    @property
    def participant_name(self) -> str:
        return self.child.name if self.child else self.student.name

    @property
    def guardian_name(self) -> str | None:
        return self.student.name if self.child else None

    @property
    def price(self) -> Decimal:
        return min(self.offer.price, self.camp_class.price) if self.offer else self.camp_class.price

    @property
    def is_next(self) -> bool:
        return self.next_at is not None
