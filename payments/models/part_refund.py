"""Refunds of a part of a payment, while the seat stays."""

from decimal import Decimal
from typing import Self

from django.db import models
from django.db.models import F, Q, Sum
from django.utils import timezone

from accounts.models import User
from payments.models.order import Order
from payments.models.payment import Payment

LEFT = F("payment__price") - F("payment__refunded_amount")
"""The dollars of the payment that were not refunded."""


class PartRefundQuerySet(models.QuerySet["PartRefund"]):
    def matching(self, text: str) -> Self:
        """Filters by the words that ``Payment.objects.matching`` finds; "" matches all."""
        return self.filter(payment__in=Payment.objects.matching(text)) if text else self.all()

    def owed(self) -> Self:
        return self.filter(state=PartRefund.State.OWED)

    def by_hand(self) -> Self:
        return self.filter(state=PartRefund.State.BY_HAND)

    def sendable(self) -> Self:
        """Returns the owed ones that Stripe can refund, or has accepted: staff pay back the others by hand."""
        cards = self.owed().filter(Q(amount__lte=LEFT) | ~Q(refund_id=""), payment__order__method=Order.Method.CARD)
        return cards.exclude(payment__in=Payment.objects.in_dispute())

    def for_staff(self) -> Self:
        """Returns the owed ones that staff pay back by hand: see ``PartRefund.needs_hand``."""
        refused = Q(failures__gt=0) | Q(amount__gt=LEFT) | Q(payment__in=Payment.objects.in_dispute())
        return self.owed().filter(Q(payment__order__method=Order.Method.DESK) | Q(refund_id="") & refused)

    def total(self) -> Decimal:
        total: Decimal = self.aggregate(total=Sum("amount", default=Decimal(0)))["total"]
        return total


class PartRefund(models.Model):
    """A part of a payment that the school gives back. See docs/adr/0032.

    Its id comes from the request, and is the idempotency key at Stripe until a refund fails.
    """

    class State(models.TextChoices):
        OWED = "OWED", "Owed"
        SENT = "SENT", "Sent to the card"
        BY_HAND = "BY_HAND", "Paid back by hand"
        REPLACED = "REPLACED", "The whole payment went back instead"

    id = models.UUIDField(primary_key=True, editable=False)
    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="part_refunds")
    amount = models.DecimalField(max_digits=7, decimal_places=2, help_text="US dollars.")
    state = models.CharField(max_length=10, choices=State.choices, default=State.OWED)
    refund_id = models.CharField("refund at Stripe", max_length=255, blank=True)
    failures = models.PositiveSmallIntegerField(default=0, help_text="How often Stripe refused to refund it.")
    error = models.CharField(max_length=200, blank=True, help_text="Why the last refund failed.")
    note = models.CharField(max_length=200, help_text="Why the school refunds it. The family reads it.")
    asked_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = PartRefundQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(amount__gt=0), name="part_refund_is_positive"),
            models.CheckConstraint(
                condition=Q(state="OWED", ended_at=None) | (~Q(state="OWED") & Q(ended_at__isnull=False)),
                name="part_refund_ended_has_its_time",
            ),
        )
        indexes = (
            models.Index(fields=["-created_at", "-id"], name="part_refund_newest_first"),
            models.Index(fields=["created_at"], name="part_refund_owed", condition=Q(state="OWED")),
        )

    def __str__(self) -> str:
        return f"${self.amount} ({self.get_state_display().lower()})"

    @property
    def needs_hand(self) -> bool:
        """Whether it is owed and Stripe does not return it.

        It was paid at the desk, Stripe refuses it, a refund in Stripe's dashboard has left less, or the bank decides.
        """
        if self.state != self.State.OWED:
            return False
        payment = self.payment
        is_refused = self.failures > 0 or self.amount > payment.price - payment.refunded_amount
        return payment.is_at_desk or (not self.refund_id and (is_refused or payment.is_in_dispute))
