from typing import Self

from django.db import models
from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from classes.models import CampClass
from payments.models.order import Order
from payments.models.payment import Payment
from payments.models.refund import Refund


class LedgerEntryQuerySet(models.QuerySet["LedgerEntry"]):
    def matching(self, text: str) -> Self:
        """By an order's intent, or by the words that ``Payment.objects.matching`` finds."""
        order = Order.objects.filter(intent_id=text).first()
        if order is not None:
            return self.filter(order=order)
        return self.filter(payment__in=Payment.objects.matching(text))

    def without_returned_checks(self) -> Self:
        """No money moved for a check that the bank returned. What was paid back of it is money."""
        of_check = Refund.objects.filter(reason=Refund.Reason.CHECK_RETURNED, payment=OuterRef("payment"))
        return self.exclude(Exists(of_check) & ~Q(kind=LedgerEntry.Kind.REFUND))


class LedgerEntry(models.Model):
    """One movement of money, stored in the transaction of its cause and never changed. See docs/adr/0030.

    A correction is another entry, so that past days do not change.
    """

    class Kind(models.TextChoices):
        CHARGE = "CHARGE", "Charge"
        REFUND = "REFUND", "Refund"
        RETURNED = "RETURNED", "Returned by the bank"
        MOVE = "MOVE", "Moved to another class"

    class Method(models.TextChoices):
        CARD = "card", "Card"
        CASH = "cash", "Cash"
        CHECK = "check", "Check"
        TRANSFER = "transfer", "Bank transfer"
        BY_HAND = "none", "By hand, outside Stripe"

    key = models.CharField(max_length=80, unique=True, help_text="What it is about, so that nothing is booked twice.")
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="entries")
    payment = models.ForeignKey(
        Payment,
        on_delete=models.PROTECT,
        related_name="entries",
        null=True,
        blank=True,
        help_text="Empty: a refund that names no payment, or a charge of another amount than the order's.",
    )
    camp_class = models.ForeignKey(
        CampClass,
        models.PROTECT,
        verbose_name="class",
        related_name="entries",
        null=True,
        blank=True,
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    method = models.CharField(max_length=10, choices=Method.choices)
    amount = models.DecimalField(
        max_digits=8, decimal_places=2, help_text="US dollars; negative if the school paid it."
    )
    happened_at = models.DateTimeField()
    recorded_by = models.ForeignKey(
        User,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
        help_text="The admin who recorded it; empty: the site.",
    )
    reference = models.CharField(
        max_length=100,
        blank=True,
        default="",
        db_default="",
        help_text="Such as the number of a check, or the id of a refund at Stripe.",
    )

    objects = LedgerEntryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "ledger entries"
        constraints = (
            models.CheckConstraint(condition=~Q(amount=0), name="ledger_entry_moves_money"),
            models.CheckConstraint(condition=~Q(kind="CHARGE") | Q(amount__gt=0), name="ledger_charge_is_income"),
            models.CheckConstraint(
                condition=Q(payment__isnull=True, camp_class__isnull=True)
                | Q(payment__isnull=False, camp_class__isnull=False),
                name="ledger_payment_has_its_class",
            ),
        )
        indexes = (models.Index(fields=["happened_at", "id"], name="ledger_by_time"),)

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of ${abs(self.amount)}"
