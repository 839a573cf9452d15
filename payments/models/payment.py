import uuid
from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Literal, TypeAlias

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from classes.models import CampClass, Enrollment, Priced, discount_field, discount_text_field
from payments.models.order import Order
from payments.models.payment_queryset import PaymentQuerySet
from payments.models.states import (
    ENDED_STATES,
    OFFICE_REASONS,
    SEATED_STATES,
    SHOWN_STATES,
    PaymentState,
    RefundReason,
    RefundState,
)

if TYPE_CHECKING:
    from payments.models.refund import Refund

NOTHING = Decimal(0)


class Payment(Priced, models.Model):
    """The price of one seat in an order, and its outcome: a seat, or a refund.

    It copies names, picture and price at its start, so that the payment history does not change with them. Its refunds
    say what went back, and why.
    """

    State: TypeAlias = PaymentState
    SHOWN = SHOWN_STATES
    SEATED = SEATED_STATES
    ENDED = ENDED_STATES
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

    def __str__(self) -> str:
        return f"{self.class_name}: ${self.price} ({self.get_state_display().lower()})"

    @property
    def intent_id(self) -> str | None:
        """None for a free order."""
        return self.order.intent_id

    @property
    def is_at_desk(self) -> bool:
        """Paid by cash, check or bank transfer, so that only staff can pay it back."""
        return self.order.method == Order.Method.DESK

    @property
    def refund_rows(self) -> Iterable["Refund"]:
        return self.refunds.all()

    @property
    def refunded(self) -> Decimal:
        """The dollars that went back."""
        return sum((each.amount for each in self.refund_rows if each.has_gone_back), NOTHING)

    @property
    def owed(self) -> Decimal:
        """The dollars that are still to go back."""
        return sum((each.amount for each in self.refund_rows if each.state == RefundState.OWED), NOTHING)

    @property
    def left(self) -> Decimal:
        """The dollars of the price that did not go back and are not owed."""
        return max(NOTHING, self.price - self.refunded - self.owed)

    @property
    def refundable(self) -> Decimal:
        """What staff can still refund. After a lost dispute the bank has returned all of it."""
        return NOTHING if self.dispute == "lost" else self.left

    @property
    def ending(self) -> "Refund | None":
        """None for a seat.

        A refund in Stripe's dashboard ended the payment only if nothing else did, and a check can bounce after the end.
        """
        if self.state not in self.ENDED:
            return None
        rows = [each for each in self.refund_rows if not each.is_part]
        return max(rows, key=_rank, default=None)

    @property
    def refund_reason(self) -> str:
        """Empty for a seat."""
        return refund.reason if (refund := self.ending) else ""

    @property
    def refund_reason_text(self) -> str:
        """As the student reads it; empty without a reason."""
        return refund.get_reason_display() if (refund := self.ending) else ""

    @property
    def office_reason_text(self) -> str:
        """As the office reads it; empty without a reason."""
        return OFFICE_REASONS.get(self.refund_reason, self.refund_reason_text)

    @property
    def note(self) -> str:
        """Why staff ended the seat; empty if they did not."""
        return refund.note if (refund := self.ending) else ""

    @property
    def is_returned_check(self) -> bool:
        return self.refund_reason == RefundReason.CHECK_RETURNED

    @property
    def is_seated(self) -> bool:
        return self.state in self.SEATED

    @property
    def dispute(self) -> Literal["open", "lost"] | None:
        if self.dispute_lost_at is not None:
            return "lost"
        return "open" if self.disputed_at is not None else None

    @property
    def is_in_dispute(self) -> bool:
        """The bank has not decided yet: no refund can be sent, and none may be promised."""
        return self.dispute == "open"

    @property
    def is_loss_flagged(self) -> bool:
        """The dispute is lost, and staff have not settled it with the family."""
        return self.dispute == "lost" and self.disputed_at is not None

    def take_seat(self, seat: Enrollment) -> None:
        """Also sets what the payment history shows of the class. The caller saves ``SEAT_FIELDS``."""
        camp_class = seat.camp_class
        self.enrollment, self.camp_class = seat, camp_class
        self.discount, self.discount_text = seat.discount, seat.discount_text
        self.class_name, self.class_image = camp_class.name, camp_class.image
        self.instructor_name, self.instructor_email = camp_class.instructor.name, camp_class.instructor.email

    @property
    def is_free(self) -> bool:
        return self.price == 0


def _rank(refund: "Refund") -> tuple[bool, bool, bool, datetime]:
    # The refund with the highest rank has ended the payment.
    is_check = refund.reason == RefundReason.CHECK_RETURNED
    return is_check, refund.reason != RefundReason.AT_PROVIDER, refund.state == RefundState.OWED, refund.created_at
