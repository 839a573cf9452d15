"""Payments."""

import uuid
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal, TypeAlias

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from accounts.models import User
from classes.models import CampClass, Enrollment, Priced, discount_field, discount_text_field
from payments.models.order import Order
from payments.models.payment_queryset import (
    SEATED_STATES,
    SHOWN_STATES,
    PaymentQuerySet,
    PaymentRefundReason,
    PaymentState,
)


class Payment(Priced, models.Model):
    """The price of one seat in an order, and its outcome: a seat, or a refund.

    It copies names, picture and price at its start, so that the payment history does not change with them.
    """

    State: TypeAlias = PaymentState
    RefundReason: TypeAlias = PaymentRefundReason
    SHOWN = SHOWN_STATES
    SEATED = SEATED_STATES
    SEAT_FIELDS = (
        *("enrollment", "camp_class", "class_name", "class_image", "instructor_name", "instructor_email"),
        *("discount", "discount_text"),
    )

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="payments")
    position = models.PositiveSmallIntegerField(default=1, help_text="In the order, from 1.")
    student = models.ForeignKey(User, on_delete=models.PROTECT, related_name="payments")
    camp_class = models.ForeignKey(CampClass, models.PROTECT, verbose_name="class", related_name="payments")
    enrollment = models.ForeignKey(Enrollment, on_delete=models.PROTECT, related_name="payments")
    state = models.CharField(max_length=15, choices=State.choices, default=State.STARTED)
    price = models.DecimalField(max_digits=7, decimal_places=2, help_text="US dollars.")
    discount = discount_field()
    discount_text = discount_text_field()
    selection_id_was = models.BigIntegerField("number of the former selection", null=True, blank=True)

    class_name = models.CharField(max_length=40)
    class_image = models.CharField(max_length=2000)
    instructor_name = models.CharField(max_length=100, blank=True)
    instructor_email = models.EmailField()
    student_name = models.CharField(max_length=100, blank=True)
    child_name = models.CharField(max_length=100, blank=True, help_text="Empty: the student takes part.")

    created_at = models.DateTimeField(default=timezone.now, editable=False)
    paid_at = models.DateTimeField(null=True, blank=True)
    refund_reason = models.CharField(max_length=20, choices=RefundReason.choices, blank=True)
    refund_id = models.CharField("refund at Stripe", max_length=255, blank=True)
    refund_failures = models.PositiveSmallIntegerField(default=0, help_text="How often Stripe refused to refund it.")
    refund_error = models.CharField(max_length=200, blank=True, help_text="Why the last refund failed.")
    refund_due = models.DecimalField(
        max_digits=7,
        decimal_places=2,
        null=True,
        blank=True,
        help_text="US dollars to refund, if that is less than the price. Empty: the price.",
    )
    refunded_at = models.DateTimeField(null=True, blank=True)
    refunded_amount = models.DecimalField(max_digits=7, decimal_places=2, default=0, help_text="US dollars.")
    refunded_by_hand = models.CharField(
        max_length=200,
        blank=True,
        default="",
        db_default="",
        help_text="How staff paid the money back outside Stripe, which could not return it.",
    )
    parts_owed = models.DecimalField(
        max_digits=7,
        decimal_places=2,
        default=0,
        db_default=0,
        help_text="US dollars of its part refunds that were not paid back yet.",
    )
    staff_note = models.CharField(
        max_length=200,
        blank=True,
        default="",
        db_default="",
        help_text="Why staff ended the seat. The family reads it.",
    )
    disputed_at = models.DateTimeField(
        null=True, blank=True, help_text="When the cardholder disputed the charge. Empty again once that is settled."
    )
    dispute_lost_at = models.DateTimeField(
        null=True, blank=True, help_text="When the bank decided for the cardholder: it has returned the money."
    )

    objects = PaymentQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(price__gte=0), name="payment_price_not_negative"),
            models.CheckConstraint(condition=Q(discount__gte=0), name="payment_discount_not_negative"),
            models.CheckConstraint(
                condition=Q(refunded_amount__gte=0, refunded_amount__lte=F("price")),
                name="payment_refund_within_price",
            ),
            models.CheckConstraint(condition=Q(parts_owed__gte=0), name="payment_parts_owed_not_negative"),
            models.CheckConstraint(
                condition=Q(refund_due__isnull=True)
                | Q(refund_due__gte=0, refund_due__lt=F("price"), state__in=["refundPending", "refunded"]),
                name="payment_part_due_is_less_than_the_price",
            ),
            models.CheckConstraint(
                condition=Q(refunded_by_hand="") | Q(state="refunded"), name="payment_refunded_by_hand_is_refunded"
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["refundPending", "refunded"]) | ~Q(refund_reason=""),
                name="payment_refund_has_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["started", "canceled"]) | Q(paid_at__isnull=False),
                name="payment_paid_has_its_time",
            ),
            models.UniqueConstraint(
                fields=["enrollment"],
                condition=Q(state__in=["enrollPending", "enrolled"]),
                name="payment_one_for_each_seat",
            ),
        )
        indexes = (
            models.Index(fields=["student", "-paid_at", "-id"], name="payment_history"),
            models.Index(fields=["-created_at", "-id"], name="payment_newest_first"),
            models.Index(fields=["state", "-created_at", "-id"], name="payment_by_state"),
            models.Index(fields=["refund_reason"], name="payment_by_refund", condition=~Q(refund_reason="")),
            models.Index(fields=["disputed_at"], name="payment_disputed", condition=Q(disputed_at__isnull=False)),
            models.Index(
                fields=["created_at"],
                name="payment_unfinished",
                condition=Q(state__in=["started", "enrollPending", "refundPending"]),
            ),
            models.Index(
                fields=["paid_at"],
                name="payment_sale",
                include=["camp_class"],
                condition=Q(state__in=["enrollPending", "enrolled"]),
            ),
        )

    student_email: str
    enrolled: int
    capacity: int
    first_start: datetime | None
    withdrawn_at: datetime | None
    withdrawn_reason: str
    charge_method: str | None
    paid_back: Decimal
    shown_at: datetime
    shown_moves: list[dict[str, Any]]
    shown_refunds: list[dict[str, Any]]
    is_changed: bool
    """What is shown of the account and the class at this time; set only by ``payments_with_class_values()``."""

    def __str__(self) -> str:
        return f"{self.class_name}: ${self.price} ({self.get_state_display().lower()})"

    @property
    def intent_id(self) -> str | None:
        """The id of the order's PaymentIntent; None for a free order."""
        return self.order.intent_id

    @property
    def is_at_desk(self) -> bool:
        """Whether it was paid by cash, check or bank transfer, so that only staff can pay it back."""
        return self.order.method == Order.Method.DESK

    @property
    def refund_reason_text(self) -> str:
        """The reason as the student reads it; empty without one."""
        return self.RefundReason(self.refund_reason).label if self.refund_reason else ""

    @property
    def is_returned_check(self) -> bool:
        return self.refund_reason == self.RefundReason.CHECK_RETURNED

    @property
    def is_seated(self) -> bool:
        """Whether this payment has paid for a confirmed seat."""
        return self.state in self.SEATED

    @property
    def has_unsent_refund(self) -> bool:
        """Whether a refund is owed that was not sent yet, or that failed."""
        return self.state == self.State.REFUND_PENDING and not self.refund_id

    @property
    def needs_refund_by_hand(self) -> bool:
        """Whether a refund is owed that Stripe has refused or does not accept: in a dispute, or without a card."""
        return self.has_unsent_refund and (self.refund_failures > 0 or self.is_in_dispute or self.is_at_desk)

    @property
    def dispute(self) -> Literal["open", "lost"] | None:
        if self.dispute_lost_at is not None:
            return "lost"
        return "open" if self.disputed_at is not None else None

    @property
    def is_in_dispute(self) -> bool:
        """Whether the bank has not decided about a dispute yet: no refund can be sent, and none may be promised."""
        return self.dispute == "open"

    @property
    def total_due(self) -> Decimal:
        """The dollars to refund, including what was refunded before, and the part refunds that are owed."""
        due = self.price if self.refund_due is None else self.refund_due
        return min(self.price, max(due, self.refunded_amount + self.parts_owed)) if self.parts_owed else due

    @property
    def still_due(self) -> Decimal:
        """The dollars that are still to be refunded."""
        return max(Decimal(0), self.total_due - self.refunded_amount)

    @property
    def amount_owed(self) -> Decimal:
        """The dollars that are still owed to the student, with those of part refunds."""
        return self.still_due if self.state == self.State.REFUND_PENDING else self.parts_owed

    @property
    def amount_left(self) -> Decimal:
        """The dollars of the price that were not refunded and are not owed."""
        return max(Decimal(0), self.price - self.refunded_amount - self.parts_owed)

    def take_seat(self, seat: Enrollment) -> None:
        """Sets the seat, its class, and what the payment history shows of it. The caller saves ``SEAT_FIELDS``."""
        camp_class = seat.camp_class
        self.enrollment, self.camp_class = seat, camp_class
        self.discount, self.discount_text = seat.discount, seat.discount_text
        self.class_name, self.class_image = camp_class.name, camp_class.image
        self.instructor_name, self.instructor_email = camp_class.instructor.name, camp_class.instructor.email

    @property
    def seats_free(self) -> int:
        """Free seats in the class now. Requires ``payments_with_class_values()``."""
        return max(0, self.capacity - self.enrolled)

    @property
    def is_free(self) -> bool:
        return self.price == 0
