import uuid
from decimal import Decimal
from typing import Self, TypeAlias

from django.db import models
from django.db.models import F, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from payments.models.order import Order
from payments.models.payment import Payment
from payments.models.states import RefundReason, RefundState


class RefundQuerySet(models.QuerySet["Refund"]):
    def matching(self, text: str) -> Self:
        return self.filter(payment__in=Payment.objects.matching(text))

    def owed(self) -> Self:
        """The oldest first: a part is older than the refund of the seat, which returns the rest of the charge."""
        return self.filter(state=RefundState.OWED).order_by("created_at", "payment__position")

    def parts(self) -> Self:
        return self.filter(reason=RefundReason.PART)

    def by_hand(self) -> Self:
        return self.filter(state=RefundState.BY_HAND)

    def gone_back(self) -> Self:
        """See ``Refund.has_gone_back``."""
        is_by_bank = Q(state=RefundState.REPLACED) & ~Q(reason=RefundReason.PART)
        return self.filter(Q(state__in=[RefundState.SENT, RefundState.BY_HAND]) | is_by_bank)

    def sendable(self) -> Self:
        """Stripe can refund them, or has accepted them: staff pay back the others by hand."""
        cards = self.owed().with_left().filter(payment__order__method=Order.Method.CARD)
        within = cards.filter(Q(amount__lte=F("left")) | ~Q(stripe_id=""))
        return within.exclude(payment__in=Payment.objects.in_dispute())

    def for_staff(self) -> Self:
        """The owed ones that staff pay back by hand: see ``Refund.needs_hand``."""
        refused = Q(failures__gt=0) | Q(amount__gt=F("left")) | Q(payment__in=Payment.objects.in_dispute())
        is_for_staff = Q(payment__order__method=Order.Method.DESK) | Q(stripe_id="") & refused
        return self.owed().with_left().filter(is_for_staff)

    def with_left(self) -> Self:
        """Adds ``left`` to filter by: the dollars of the price that did not go back."""
        others = Refund.objects.gone_back().filter(payment=OuterRef("payment")).order_by().values("payment")
        gone = Coalesce(Subquery(others.values(sum=Sum("amount"))), Decimal(0))
        return self.alias(left=F("payment__price") - gone)

    def total(self) -> Decimal:
        total: Decimal = self.aggregate(total=Sum("amount", default=Decimal(0)))["total"]
        return total


class Refund(models.Model):
    """Money of a payment that goes back: all of it, or a part, to a card or by hand. See docs/rules/refunds.md.

    The sum of its refunds is what was refunded of a payment. The refund that ends a payment says why, also if it
    returns 0 dollars. The id of a part comes from the request. The id, the number of failures and the amount are the
    idempotency key at Stripe.
    """

    State: TypeAlias = RefundState
    Reason: TypeAlias = RefundReason

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="refunds")
    amount = models.DecimalField(max_digits=7, decimal_places=2, help_text="US dollars.")
    reason = models.CharField(max_length=20, choices=Reason.choices)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OWED)
    stripe_id = models.CharField("refund at Stripe", max_length=255, blank=True, default="")
    failures = models.PositiveSmallIntegerField(default=0, help_text="How often Stripe refused to refund it.")
    error = models.CharField(max_length=200, blank=True, default="", help_text="Why it failed last, or is pending.")
    note = models.CharField(max_length=200, blank=True, default="", help_text="Of staff, for the family.")
    by = models.ForeignKey(
        User,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
        help_text="The admin who decided it; empty: the student, the site or the bank.",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = RefundQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(amount__gt=0) | Q(amount=0) & ~Q(reason="part"), name="refund_is_not_negative"
            ),
            models.CheckConstraint(
                condition=Q(state="OWED", ended_at=None, amount__gt=0) | (~Q(state="OWED") & Q(ended_at__isnull=False)),
                name="refund_ended_has_its_time",
            ),
        )
        indexes = (
            models.Index(fields=["-created_at", "-id"], name="refund_newest_first"),
            models.Index(fields=["created_at"], name="refund_owed", condition=Q(state="OWED")),
        )

    def __str__(self) -> str:
        return f"${self.amount} ({self.get_state_display().lower()})"

    @property
    def is_part(self) -> bool:
        """The seat stays."""
        return self.reason == self.Reason.PART

    @property
    def has_gone_back(self) -> bool:
        """To the card, by hand, or by the bank instead.

        A replaced part went back with the refund of the payment, which counts it.
        """
        return self.state in (self.State.SENT, self.State.BY_HAND) or (
            self.state == self.State.REPLACED and not self.is_part
        )

    @property
    def needs_hand(self) -> bool:
        """Owed, but not returned by Stripe.

        It was paid at the desk, Stripe refuses it, a refund in Stripe's dashboard has left less, or the bank decides.
        """
        if self.state != self.State.OWED:
            return False
        payment = self.payment
        if payment.is_at_desk:
            return True
        is_refused = self.failures > 0 or payment.is_in_dispute or self.amount > payment.price - payment.refunded
        return not self.stripe_id and is_refused
