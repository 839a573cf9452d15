from django.db import models


class PaymentState(models.TextChoices):
    STARTED = "started", "Started"
    CANCELED = "canceled", "Canceled before payment"
    ENROLL_PENDING = "enrollPending", "Paid, waiting for confirmation"
    ENROLLED = "enrolled", "Enrolled"
    REFUND_PENDING = "refundPending", "Being refunded"
    REFUNDED = "refunded", "Refunded"


SHOWN_STATES = (PaymentState.ENROLL_PENDING, PaymentState.ENROLLED, PaymentState.REFUND_PENDING, PaymentState.REFUNDED)
SEATED_STATES = (PaymentState.ENROLL_PENDING, PaymentState.ENROLLED)
ENDED_STATES = (PaymentState.REFUND_PENDING, PaymentState.REFUNDED)


class RefundState(models.TextChoices):
    OWED = "OWED", "Owed"
    SENT = "SENT", "Sent to the card"
    BY_HAND = "BY_HAND", "Paid back by hand"
    REPLACED = "REPLACED", "Went back with the whole payment, or by the bank"


class RefundReason(models.TextChoices):
    """``PART`` leaves the seat, and so does ``AT_PROVIDER`` over a part of the price. The others end the payment."""

    CLASS_FULL = "class_full", "The class filled up before your payment arrived."
    ALREADY_ENROLLED = "already_enrolled", "You already had a seat in this class."
    NOT_BOOKABLE = "not_bookable", "This class couldn't be booked."
    AMOUNT_CHANGED = "amount_changed", "Your card was charged an amount other than the price of this class."
    CANCELED = "canceled", "You canceled your seat."
    CLASS_WITHDRAWN = "class_withdrawn", "The school canceled this class."
    BY_STAFF = "by_staff", "The school refunded you."
    AT_PROVIDER = "at_provider", "Refunded through the card provider."
    CHECK_RETURNED = "check_returned", "Your bank returned the check."
    PART = "part", "The school gave back a part of the price."


OFFICE_REASONS: dict[str, str] = {
    RefundReason.CLASS_FULL: "The class filled up before the payment arrived.",
    RefundReason.ALREADY_ENROLLED: "There was a seat in this class already.",
    RefundReason.AMOUNT_CHANGED: "The card was charged an amount other than the price of this class.",
    RefundReason.CANCELED: "Canceled by the family.",
    RefundReason.BY_STAFF: "Canceled by the school.",
    RefundReason.CHECK_RETURNED: "The bank returned the check.",
}
"""Where the family reads something else."""
