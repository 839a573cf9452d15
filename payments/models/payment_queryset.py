"""The states of a payment, and which payments have them."""

from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import F, Func, OuterRef, Q, Subquery

from classes.models import Enrollment, Lesson, count_per_class, student_or_class_matching
from core.database.expressions import CurrentTime
from payments.models.order import Order

if TYPE_CHECKING:
    from payments.models.payment import Payment  # noqa: F401 (mypy reads the name in quotes below)


class PaymentState(models.TextChoices):
    STARTED = "started", "Started"
    CANCELED = "canceled", "Canceled before payment"
    ENROLL_PENDING = "enrollPending", "Paid, waiting for confirmation"
    ENROLLED = "enrolled", "Enrolled"
    REFUND_PENDING = "refundPending", "Being refunded"
    REFUNDED = "refunded", "Refunded"


class PaymentRefundReason(models.TextChoices):
    CLASS_FULL = "class_full", "The class filled up before your payment arrived."
    ALREADY_ENROLLED = "already_enrolled", "You already had a seat in this class."
    NOT_BOOKABLE = "not_bookable", "This class couldn't be booked."
    AMOUNT_CHANGED = "amount_changed", "Your card was charged an amount other than the price of this class."
    CANCELED = "canceled", "You canceled your seat."
    CLASS_WITHDRAWN = "class_withdrawn", "The school canceled this class."
    BY_STAFF = "by_staff", "The school refunded you."
    AT_PROVIDER = "at_provider", "Refunded through the card provider."
    CHECK_RETURNED = "check_returned", "Your bank returned the check."


SHOWN_STATES = (PaymentState.ENROLL_PENDING, PaymentState.ENROLLED, PaymentState.REFUND_PENDING, PaymentState.REFUNDED)
SEATED_STATES = (PaymentState.ENROLL_PENDING, PaymentState.ENROLLED)


class PaymentQuerySet(models.QuerySet["Payment"]):
    def history(self) -> Self:
        """Payments that their student may see."""
        return self.filter(state__in=SHOWN_STATES)

    def with_class_values(self) -> Self:
        """Adds what is shown of enrollment and order, and of the account and the class now, in one query.

        That is ``student_email``; ``enrolled`` and ``capacity``, the ``first_start`` of the lessons, when and why the
        class was withdrawn; ``charge_method``, None for a free seat; and ``shown_at``, the time of the query.
        """
        from payments.models.ledger_entry import LedgerEntry  # it imports models that import this module

        charges = LedgerEntry.objects.filter(payment=OuterRef("pk"), kind=LedgerEntry.Kind.CHARGE)
        lessons = Lesson.objects.taking_place().filter(camp_class=OuterRef("camp_class"))
        own = [field.name for field in self.model._meta.concrete_fields]  # noqa: SLF001 (Django documents `_meta`)
        shown = [
            "order__intent_id",
            "order__method",
            "enrollment__child",
            "enrollment__booked_start",
            "enrollment__full_refund_until",
        ]
        return (
            self.select_related("enrollment", "order")
            .only(*own, *shown)
            .annotate(
                student_email=F("student__email"),
                enrolled=count_per_class(Enrollment.objects.confirmed(), "camp_class"),
                capacity=F("camp_class__capacity"),
                withdrawn_at=F("camp_class__withdrawn_at"),
                withdrawn_reason=F("camp_class__withdrawn_reason"),
                first_start=Subquery(lessons.values(time=Func("starts_at", function="MIN"))),
                charge_method=Subquery(charges.values("method")[:1]),
                shown_at=CurrentTime(),
            )
        )

    def matching(self, text: str) -> Self:
        """Filters by words of a student or a class, or by the exact intent id. An empty text matches all payments."""
        return self.filter(student_or_class_matching(text) | Q(order__intent_id=text)) if text else self.all()

    def of_order(self, order: Order) -> Self:
        """Returns the payments of the order, in the order in which they were requested."""
        return self.filter(order=order).order_by("position")

    def promote(self) -> int:
        """Marks the seats that wait for Stripe's confirmation as enrolled."""
        return self.filter(state=PaymentState.ENROLL_PENDING).update(state=PaymentState.ENROLLED)

    def started(self) -> Self:
        """Payments of open orders: not yet paid, and not canceled."""
        return self.filter(state=PaymentState.STARTED)

    def refund_owed(self) -> Self:
        return self.filter(state=PaymentState.REFUND_PENDING)

    def with_money_owed(self) -> Self:
        """Payments of which something is still to be paid back, part refunds included."""
        return self.filter(Q(state=PaymentState.REFUND_PENDING) | Q(parts_owed__gt=0))

    def refund_failed(self) -> Self:
        """Payments that need a refund by hand: see ``Payment.needs_refund_by_hand``."""
        unsent = self.refund_owed().filter(refund_id="")
        is_in_dispute = Q(disputed_at__isnull=False, dispute_lost_at=None)
        return unsent.filter(Q(refund_failures__gt=0) | is_in_dispute | Q(order__method=Order.Method.DESK))

    def refund_by_card(self) -> Self:
        """Payments of which Stripe can return what is owed."""
        return self.refund_owed().exclude(order__method=Order.Method.DESK)

    def refund_unassigned(self) -> Self:
        """Payments of orders with a partial refund that Stripe does not assign to a payment."""
        return self.filter(order__unassigned_refund__gt=0)

    def in_dispute(self) -> Self:
        """Payments with an open dispute."""
        return self.filter(disputed_at__isnull=False, dispute_lost_at=None)

    def disputed(self) -> Self:
        """Payments with a dispute that is open, or lost and not settled yet."""
        return self.filter(disputed_at__isnull=False)

    def seated_in_withdrawn_classes(self) -> Self:
        """Payments with seats that must be released and refunded. A deleted account has none."""
        seated = self.seated().filter(enrollment__state=Enrollment.State.CONFIRMED)
        return seated.filter(camp_class__withdrawn_at__isnull=False)

    def seated(self) -> Self:
        """Payments that have paid for a confirmed seat."""
        return self.filter(state__in=SEATED_STATES)
