from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import Q

from classes.models import Enrollment, student_or_class_matching
from payments.models.order import Order
from payments.models.states import SEATED_STATES, SHOWN_STATES, PaymentState, RefundState

if TYPE_CHECKING:
    from payments.models.payment import Payment  # noqa: F401 (mypy reads the name in quotes below)


class PaymentQuerySet(models.QuerySet["Payment"]):
    def history(self) -> Self:
        """What the student may see."""
        return self.filter(state__in=SHOWN_STATES)

    def matching(self, text: str) -> Self:
        """By words of a student or a class, or by the exact intent id."""
        return self.filter(student_or_class_matching(text) | Q(order__intent_id=text))

    def of_order(self, order: Order) -> Self:
        """In the order in which they were requested."""
        return self.filter(order=order).order_by("position")

    def promote(self) -> int:
        """The seats that wait for Stripe's confirmation become enrolled."""
        return self.filter(state=PaymentState.ENROLL_PENDING).update(state=PaymentState.ENROLLED)

    def started(self) -> Self:
        """Of open orders: not yet paid, and not canceled."""
        return self.filter(state=PaymentState.STARTED)

    def refund_owed(self) -> Self:
        return self.filter(state=PaymentState.REFUND_PENDING)

    def with_money_owed(self) -> Self:
        """Parts of seats included."""
        return self.filter(refunds__state=RefundState.OWED).distinct()

    def refund_unassigned(self) -> Self:
        """Of orders with a partial refund that Stripe does not assign to a payment."""
        return self.filter(order__unassigned_refund__gt=0)

    def in_dispute(self) -> Self:
        return self.filter(disputed_at__isnull=False, dispute_lost_at=None)

    def disputed(self) -> Self:
        """The dispute is open, or lost and not settled yet."""
        return self.filter(disputed_at__isnull=False)

    def seated_in_withdrawn_classes(self) -> Self:
        """These seats must be released and refunded. A deleted account has none."""
        seated = self.seated().filter(enrollment__state=Enrollment.State.CONFIRMED)
        return seated.filter(camp_class__withdrawn_at__isnull=False)

    def seated(self) -> Self:
        return self.filter(state__in=SEATED_STATES)
