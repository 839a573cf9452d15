import uuid
from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from accounts.models import User
from classes.models import Enrollment


class OrderQuerySet(models.QuerySet["Order"]):
    def started(self) -> Self:
        """Not yet paid, and not canceled."""
        return self.filter(state=Order.State.STARTED)

    def locked(self) -> Self:
        """Join no payments: after waiting for a lock, PostgreSQL reads only the locked row again."""
        return self.select_for_update(of=("self",), no_key=True)

    def without_live_holds(self, now: datetime) -> Self:
        """Open, but must not be paid: a hold has expired, was released, or was confirmed by another order."""
        is_no_hold = Q(payments__enrollment__state__in=[Enrollment.State.CONFIRMED, Enrollment.State.RELEASED])
        return self.started().filter(is_no_hold | Q(payments__enrollment__held_until__lte=now)).distinct()

    def unfinished(self) -> Self:
        """Can still be paid, or has a payment without Stripe's confirmation."""
        waiting = Order.objects.filter(payments__state="enrollPending")
        return self.started() | self.filter(pk__in=waiting.values("pk"))


class Order(models.Model):
    """One PaymentIntent, and the payments that it pays for: one for each seat. Its id is the idempotency key.

    A row is never reused. While the order is open, its payments are ``STARTED`` and their holds end together.
    """

    class State(models.TextChoices):
        STARTED = "STARTED", "Started"
        PAID = "PAID", "Paid"
        CANCELED = "CANCELED", "Canceled before payment"

    class Method(models.TextChoices):
        CARD = "CARD", "Card"
        DESK = "DESK", "At the desk"

    MAX_PAYMENTS = 12

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    student = models.ForeignKey(User, on_delete=models.PROTECT, related_name="orders")
    state = models.CharField(max_length=10, choices=State.choices, default=State.STARTED)
    amount = models.DecimalField(max_digits=8, decimal_places=2, help_text="US dollars; the sum of its payments.")
    intent_id = models.CharField(
        max_length=255, unique=True, null=True, blank=True, help_text="The PaymentIntent's id; empty if it is free."
    )
    method = models.CharField(max_length=10, choices=Method.choices, default=Method.CARD, db_default=Method.CARD)
    taken_by = models.ForeignKey(
        User,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
        help_text="The admin who took the money at the desk.",
    )
    desk_key = models.UUIDField(
        unique=True, null=True, blank=True, help_text="Of the request, so that a repeated one takes no money twice."
    )
    desk_body = models.CharField(
        max_length=64, blank=True, default="", db_default="", editable=False, help_text="The SHA-256 of that request."
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    paid_at = models.DateTimeField(null=True, blank=True)
    answered_at = models.DateTimeField(
        null=True, blank=True, help_text="When the student's browser first got the result of the settlement."
    )
    unassigned_refund = models.DecimalField(
        max_digits=8,
        decimal_places=2,
        default=0,
        help_text="US dollars that were refunded at Stripe without naming one of several payments.",
    )

    objects = OrderQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(unassigned_refund__gte=0, unassigned_refund__lte=F("amount")),
                name="order_refund_within_amount",
            ),
            models.CheckConstraint(
                condition=Q(state="PAID", paid_at__isnull=False) | (~Q(state="PAID") & Q(paid_at=None)),
                name="order_paid_has_its_time",
            ),
            models.CheckConstraint(
                condition=Q(method="CARD", taken_by=None, desk_key=None)
                | Q(method="DESK", intent_id=None, taken_by__isnull=False, desk_key__isnull=False),
                name="order_desk_has_no_intent",
            ),
        )
        indexes = (
            models.Index(fields=["student"], name="order_open", condition=Q(state="STARTED")),
            models.Index(
                fields=["unassigned_refund"], name="order_refund_unassigned", condition=Q(unassigned_refund__gt=0)
            ),
        )

    def __str__(self) -> str:
        return f"${self.amount} ({self.get_state_display().lower()})"
