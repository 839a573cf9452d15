from datetime import date, datetime, timedelta
from typing import Self

from django.db import models
from django.db.models import DateField, Exists, F, OuterRef, Q, Value
from django.db.models.functions import Coalesce

from accounts.models import Child, Guardianship, User
from classes.models.participant import ParticipantQuerySet
from classes.models.price import Priced, discount_field, discount_text_field
from classes.models.voucher import Voucher
from core.database.expressions import CurrentTime
from core.database.folding import name_order


class EnrollmentQuerySet(ParticipantQuerySet["Enrollment"]):
    def active(self) -> Self:
        """Holds, expired ones included, and confirmed seats."""
        return self.filter(state__in=[Enrollment.State.HELD, Enrollment.State.CONFIRMED])

    def confirmed(self) -> Self:
        return self.filter(state=Enrollment.State.CONFIRMED)

    def seen_by(self, user: User) -> Self:
        """Of the account, and of the children that it sees as a second guardian."""
        # The ids first: PostgreSQL uses the index for a list of ids, but not for a subquery beside another condition.
        shared = list(Guardianship.objects.active().filter(user=user).values_list("child", flat=True))
        return self.filter(Q(student=user) | Q(child__in=shared)) if shared else self.filter(student=user)

    def paid(self) -> Self:
        """Confirmed at a price, canceled ones included."""
        return self.filter(confirmed_at__isnull=False, price__gt=0)

    def held(self) -> Self:
        """Not yet released, expired ones included."""
        return self.filter(state=Enrollment.State.HELD)

    def live_holds(self, now: datetime | CurrentTime) -> Self:
        return self.held().filter(held_until__gt=now)

    def reserved(self, now: datetime) -> Self:
        return self.live_holds(now).filter(reserved_until__isnull=False)

    def expired_holds(self, now: datetime) -> Self:
        return self.held().filter(held_until__lte=now)

    def taking_seats(self, now: datetime | CurrentTime) -> Self:
        return self.filter(Q(state=Enrollment.State.CONFIRMED) | Q(state=Enrollment.State.HELD, held_until__gt=now))

    def that_know_the_schedule(self, now: datetime) -> Self:
        """Holds and seats, and the holds that have just ended: a late payment may make a seat of them."""
        ended = Q(state=Enrollment.State.RELEASED, confirmed_at=None, released_at__gt=now - Enrollment.LATE_PAYMENT)
        return self.filter(Q(state__in=[Enrollment.State.HELD, Enrollment.State.CONFIRMED]) | ended)

    def unpaid_seats(self, now: datetime) -> Self:
        """Held, offered, or confirmed in a free class, but not those that staff reserve."""
        seats = self.taking_seats(now).exclude(state=Enrollment.State.CONFIRMED, price__gt=0)
        return seats.exclude(state=Enrollment.State.HELD, reserved_until__isnull=False)

    def with_participant(self) -> Self:
        """Loads student and child, and adds ``participant_name``."""
        rows = self.select_related("student", "child")
        return rows.annotate(participant_name=Coalesce("child__name", "student__name"))

    def on_roster(self, now: datetime, age_day: date) -> Self:
        """Adds student, child, ``participant_name``, ``since``, ``age_day``; ``participant_order`` sorts by name."""
        # The waitlist shows the offers.
        offered = Q(state=Enrollment.State.HELD, offered_until__isnull=False)
        since = models.Case(models.When(state=Enrollment.State.CONFIRMED, then=F("confirmed_at")), default=F("held_at"))
        return (
            self.taking_seats(now)
            .exclude(offered)
            .with_participant()
            .annotate(since=since, age_day=Value(age_day, DateField()))
            .annotate(participant_order=name_order("participant_name"))
        )


class Enrollment(Priced, models.Model):
    """One participant's seat in one class: held until it is paid, then confirmed or released.

    A hold lasts some minutes; an offer to the waitlist and a reservation by staff last longer. The participant is a
    child of the student, or the student if there is no child. A released row stays as history and is never reused.
    """

    class State(models.TextChoices):
        HELD = "HELD"
        CONFIRMED = "CONFIRMED"
        RELEASED = "RELEASED"

    LATE_PAYMENT = timedelta(days=1)
    """How long after the end of a hold its payment may still arrive."""

    student = models.ForeignKey(User, on_delete=models.PROTECT, related_name="enrollments")
    camp_class = models.ForeignKey(
        "classes.CampClass", models.PROTECT, verbose_name="class", related_name="enrollments"
    )
    # As in Selection, a migration adds the foreign key (child, student).
    child = models.ForeignKey(
        Child,
        on_delete=models.PROTECT,
        related_name="enrollments",
        null=True,
        blank=True,
        db_constraint=False,
        db_index=False,
        help_text="Empty: the student.",
    )
    state = models.CharField(max_length=10, choices=State.choices)
    price = models.DecimalField(max_digits=7, decimal_places=2, help_text="US dollars; fixed when the seat was held.")
    discount = discount_field()
    discount_text = discount_text_field()
    voucher = models.ForeignKey(
        Voucher,
        on_delete=models.PROTECT,
        related_name="enrollments",
        null=True,
        blank=True,
        db_index=False,
        help_text="The voucher of the discount, if any.",
    )
    held_at = models.DateTimeField(
        null=True, blank=True, help_text="When it began; bounds how long it can be prolonged."
    )
    held_until = models.DateTimeField(null=True, blank=True)
    offered_until = models.DateTimeField(
        null=True, blank=True, help_text="Until when the seat was offered to the waitlist; empty for other holds."
    )
    reserved_until = models.DateTimeField(
        null=True, blank=True, help_text="Until when staff have reserved the seat; empty for other holds."
    )
    reserved_by = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="+", null=True, blank=True, db_index=False
    )
    price_reason = models.CharField(
        max_length=200,
        blank=True,
        default="",
        db_default="",
        help_text="Why staff asked for another price than the class's.",
    )
    confirmed_at = models.DateTimeField(null=True, blank=True)
    released_at = models.DateTimeField(null=True, blank=True)
    # Written only when the class changes, so that a sale stores nothing.
    booked_schedule = models.ForeignKey(
        "classes.FormerSchedule",
        on_delete=models.PROTECT,
        related_name="enrollments",
        null=True,
        blank=True,
        db_index=False,
        help_text="What the student booked or last accepted; empty: the present schedule of the class.",
    )
    booked_start = models.DateTimeField(
        null=True, blank=True, help_text="The latest first lesson that the student booked or accepted, after a change."
    )
    full_refund_until = models.DateTimeField(
        null=True, blank=True, help_text="Until when it can be canceled for a full refund, after the class has changed."
    )

    objects = EnrollmentQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["student", "camp_class", "child"],
                condition=Q(state__in=["HELD", "CONFIRMED"]),
                nulls_distinct=False,
                name="enrollment_active_once",
            ),
            models.CheckConstraint(
                condition=Q(state="HELD", held_at__isnull=False, held_until__isnull=False)
                | Q(state="CONFIRMED", confirmed_at__isnull=False)
                | Q(state="RELEASED", released_at__isnull=False),
                name="enrollment_state_has_its_time",
            ),
            models.CheckConstraint(condition=Q(price__gte=0), name="enrollment_price_not_negative"),
            models.CheckConstraint(
                condition=Q(discount=0, discount_text="", voucher=None) | Q(discount__gt=0, discount_text__gt=""),
                name="enrollment_discount_has_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(reserved_until=None, reserved_by=None)
                | Q(reserved_until__isnull=False, reserved_by__isnull=False, offered_until=None),
                name="enrollment_reserved_is_no_offer",
            ),
        )
        indexes = (
            models.Index(
                fields=["camp_class", "state", "held_until"],
                name="enrollment_takes_seat",
                condition=Q(state__in=["HELD", "CONFIRMED"]),
            ),
            models.Index(fields=["state", "held_until"], name="enrollment_expired", condition=Q(state="HELD")),
            models.Index(fields=["confirmed_at"], name="enrollment_by_time"),
            models.Index(fields=["child"], name="enrollment_by_child", condition=Q(child__isnull=False)),
            models.Index(fields=["voucher"], name="enrollment_by_voucher", condition=Q(voucher__isnull=False)),
        )

    since: datetime
    participant_name: str
    age_day: date
    """When the seat was confirmed or the hold began, the participant, and the day of ``age``. Set only by
    ``on_roster()``."""

    selection_id: int | None = None
    """The selection with which the seat was requested, if any; set only by ``hold_seats``."""

    def __str__(self) -> str:
        return f"{self.student}: {self.camp_class} ({self.get_state_display().lower()})"

    @property
    def guardian_name(self) -> str | None:
        return self.student.name if self.child else None

    @property
    def age(self) -> int | None:
        """None without a date of birth, and for the account holder; needs ``on_roster()``."""
        return self.child.age_on(self.age_day) if self.child else None

    @property
    def promised_until(self) -> datetime | None:
        """The end of an offer or of a reservation; None for a hold for which the student chose the time."""
        return self.offered_until or self.reserved_until

    def is_live_promise(self, now: datetime) -> bool:
        return self.promised_until is not None and self.is_live(now)

    def is_unpaid_seat(self, now: datetime) -> bool:
        is_own_hold = self.is_live(now) and self.reserved_until is None
        return is_own_hold or (self.state == self.State.CONFIRMED and self.price == 0)

    def is_live(self, now: datetime) -> bool:
        return self.state == self.State.HELD and self.held_until is not None and self.held_until > now


def is_returning_family(today: date) -> Q:
    """Selects accounts with a seat in a season that has ended, and imported ones until their day.

    ``today`` is a day in the camp's time zone.
    """
    seats = Enrollment.objects.confirmed().filter(camp_class__season__ends_on__lt=today, student=OuterRef("pk"))
    return Q(returning_until__gte=today) | Q(Exists(seats))
