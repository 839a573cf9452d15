"""What Stripe returns and how it fails, independent of its SDK. Amounts are dollars."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from core.errors import DomainError, ProviderUnavailable

MALFORMED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""The errors that an unexpected response causes."""
SUCCEEDED = "succeeded"
FAILED_REFUND = ("failed", "canceled")
"""The states of a refund that has returned no money."""


class BadSignature(DomainError):
    code = "bad_signature"
    status = 400
    message = "The signature does not belong to this body."


class NotAnEvent(DomainError):
    code = "invalid"
    status = 400
    message = "The body is not an event of Stripe."


class StripeUnavailable(ProviderUnavailable):
    message = (
        "Our card provider isn't responding right now. Nothing is lost, and you won't be charged twice for one seat."
    )


class StripeServerError(StripeUnavailable):
    """Stripe repeats this response for the same idempotency key."""


class StripePaused(StripeUnavailable):
    """The call was not made, because too many run already or Stripe does not respond."""

    def __init__(self, retry_after: int) -> None:
        super().__init__()
        self.retry_after = retry_after


class PaymentRefused(DomainError):
    """A repeated request is refused too."""

    code = "payment_refused"
    message = (
        "Our card provider doesn't accept a payment for this class. You haven't been charged, and we aren't holding a "
        "seat for you. Please contact the school."
    )


class RefundRefused(Exception):
    """The text is Stripe's message."""


@dataclass(frozen=True)
class Intent:
    """Amounts are in dollars. ``order`` is the id in its metadata."""

    id: str
    status: str
    client_secret: str
    amount: Decimal
    currency: str
    order: str
    refunds: tuple["StripeRefund", ...] = ()
    dispute: Literal["", "open", "lost"] = ""
    """Whether the cardholder disputes the charge. Empty also for a dispute that the school has won."""

    @property
    def succeeded(self) -> bool:
        return self.status == SUCCEEDED

    @property
    def canceled(self) -> bool:
        return self.status == "canceled"

    @property
    def refunded(self) -> Decimal:
        """Money of a pending refund has not been returned yet."""
        return sum((refund.amount for refund in self.refunds if refund.succeeded), Decimal(0))

    @property
    def refunded_by_payment(self) -> Mapping[str, Decimal]:
        """The dollars of ``refunded`` by the payment that each refund names."""
        amounts: defaultdict[str, Decimal] = defaultdict(Decimal)
        for refund in self.refunds:
            if refund.succeeded and refund.payment:
                amounts[refund.payment] += refund.amount
        return amounts

    @property
    def refunded_in_full(self) -> bool:
        return self.succeeded and self.refunded >= self.amount > 0

    @property
    def with_pending_refunds(self) -> "Intent":
        """The same intent, with its pending refunds counted as succeeded."""
        refunds = (replace(each, status=SUCCEEDED) if each.pending else each for each in self.refunds)
        return replace(self, refunds=tuple(refunds))


@dataclass(frozen=True)
class StripeRefund:
    """``status`` is succeeded, pending, failed, canceled or requires_action.

    ``reason``: why it is pending or has failed, such as insufficient_funds. ``payment`` and ``own_id``: the ids of the
    payment and of this site's refund in its metadata.
    """

    id: str
    status: str
    amount: Decimal
    reason: str = ""
    payment: str = ""
    own_id: str = ""

    @property
    def succeeded(self) -> bool:
        return self.status == SUCCEEDED

    @property
    def failed(self) -> bool:
        return self.status in FAILED_REFUND

    @property
    def pending(self) -> bool:
        return not self.succeeded and not self.failed


@dataclass(frozen=True)
class Event:
    """A hint that the intent has changed. The caller must fetch the intent itself."""

    id: str
    type: str
    intent_id: str
