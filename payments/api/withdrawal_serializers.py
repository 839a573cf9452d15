from typing import Any

from rest_framework import serializers

from accounts.api.serializers import AccountEmailField
from core.api.fields import IdField, PriceField, SumField
from core.api.serializers import CampSerializer
from mail.api.serializers import UnreachedOutput
from payments.models import Payment
from payments.refunds.withdrawal import Withdrawal, WithdrawalPreview

MAX_REASON_LENGTH = 2000
ONLY_DRY = "Only in a dry run."


class WithdrawalInput(CampSerializer):
    """Why the school withdraws the class. Its instructor and its students read the reason."""

    reason = serializers.CharField(max_length=MAX_REASON_LENGTH, required=False, help_text="Not for a dry run.")
    dry_run = serializers.BooleanField(default=False, help_text="Only say what would happen.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs["dry_run"] and "reason" not in attrs:
            raise serializers.ValidationError({"reason": ["This field is required."]})
        return attrs


class OwedRefundsOutput(CampSerializer):
    cards = serializers.SerializerMethodField(help_text="Number of card payments that are refunded.")
    amount = SumField(source="amount_by_card", help_text="US dollars.")

    def get_cards(self, withdrawal: Withdrawal | WithdrawalPreview) -> int:
        return len(withdrawal.owed_by_card)


class ByHandOutput(CampSerializer):
    """What was paid at the desk and is still to be paid back by hand."""

    payments = serializers.SerializerMethodField()
    amount = SumField(source="amount_by_hand", help_text="US dollars.")

    def get_payments(self, withdrawal: Withdrawal) -> int:
        return len(withdrawal.by_hand)


class WithdrawnOutput(CampSerializer):
    """The result of a withdrawal. The worker sends the refunds that are owed."""

    modified_count = serializers.IntegerField(help_text="0 in a dry run.")
    seats = serializers.IntegerField(help_text="Number of released seats.")
    owed = OwedRefundsOutput(source="*")
    amount = SumField(required=False, help_text=f"{ONLY_DRY} US dollars that would go back, with those by hand.")
    owed_by_hand = SumField(required=False, help_text=f"{ONLY_DRY} US dollars that were paid at the desk.")
    unreached = UnreachedOutput(
        many=True, required=False, help_text=f"{ONLY_DRY} The accounts that get no e-mail, by name."
    )


class RefundCountsOutput(CampSerializer):
    """Numbers of card payments. ``owed`` includes the failed ones."""

    sent = serializers.SerializerMethodField()
    owed = serializers.SerializerMethodField()
    failed = serializers.SerializerMethodField()

    def get_sent(self, withdrawal: Withdrawal) -> int:
        return len(withdrawal.sent)

    def get_owed(self, withdrawal: Withdrawal) -> int:
        return len(withdrawal.owed_by_card)

    def get_failed(self, withdrawal: Withdrawal) -> int:
        return len(withdrawal.failed)


class RefundAmountsOutput(CampSerializer):
    """US dollars."""

    sent = SumField(source="amount_sent")
    owed = SumField(source="amount_by_card")


class FailedRefundOutput(CampSerializer):
    """A refund that Stripe has refused and that is still owed."""

    payment_id = IdField(source="pk")
    name = serializers.CharField(source="student.name")
    email = AccountEmailField(source="student.email")
    amount = PriceField(source="owed", help_text="US dollars.")
    error = serializers.SerializerMethodField(help_text="Why the last refund failed.")

    def get_error(self, payment: Payment) -> str:
        if payment.is_in_dispute:
            return "The cardholder disputes the charge, so the card provider refunds nothing."
        return next((refund.error for refund in payment.refund_rows if refund.error), "")


class WithdrawalOutput(CampSerializer):
    """The progress of the refunds of a withdrawn class, including refunds to students who paid too late for a seat."""

    withdrawn_at = serializers.DateTimeField(source="camp_class.withdrawn_at")
    reason = serializers.CharField(source="camp_class.withdrawn_reason")
    seats = serializers.IntegerField(help_text="Number of released seats.")
    refunds = RefundCountsOutput(source="*")
    amount = RefundAmountsOutput(source="*")
    failed = FailedRefundOutput(many=True)
    by_hand = ByHandOutput(source="*")
