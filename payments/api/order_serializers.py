from decimal import Decimal
from typing import Any

from rest_framework import serializers

from accounts.api.serializers import ChildIdField
from classes.models import MAX_CODE
from core.api.fields import BoundedListField, IdField, IdInputField, PriceField, SumField
from core.api.serializers import CampSerializer
from core.money import HIGHEST_PRICE
from core.pasted import fold_code
from payments.api.serializers import DISCOUNT, DISCOUNT_TEXT, PARTICIPANT
from payments.models import Order, Payment


class CodeField(serializers.CharField):
    """The code of a voucher."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            required=False,
            allow_blank=True,
            max_length=MAX_CODE,
            help_text="Capitals don't matter. Empty: without a code. Left out: seats that are held keep theirs.",
            **kwargs,
        )

    def to_internal_value(self, data: Any) -> str:
        return fold_code(super().to_internal_value(data))


class PaymentIntentInput(CampSerializer):
    """The class in which to hold a seat, the participant, and the price that the student saw."""

    price = PriceField(help_text="The list price, or what an order would cost now.")
    code = CodeField()
    class_id = IdInputField(
        required=False,
        help_text="Without it, the selection at this price that costs most is meant.",
    )
    child_id = ChildIdField(help_text=PARTICIPANT)


class PaymentIntentOutput(CampSerializer):
    """What the browser needs to pay, and the end of the hold."""

    client_secret = serializers.CharField()
    held_until = serializers.DateTimeField()


class TotalField(PriceField):
    """The sum of the prices of an order."""

    bounds = {"max_digits": 8, "min_value": Decimal(0), "max_value": Order.MAX_PAYMENTS * HIGHEST_PRICE}


class QuoteInput(CampSerializer):
    """The selections that the student wants to pay for at once."""

    selections = BoundedListField(
        child=IdInputField(), min_length=1, max_length=Order.MAX_PAYMENTS, help_text="Their ids."
    )
    code = CodeField()

    def validate_selections(self, ids: list[int]) -> list[int]:
        if len(set(ids)) < len(ids):
            raise serializers.ValidationError("Each selection can be named only once.")
        return ids


class OrderInput(QuoteInput):
    """The selections that the student wants to pay for at once, and the sum that they saw."""

    total = TotalField(help_text="US dollars. The seats are charged at what they cost now, if that is not more.")


class QuotedPriceOutput(CampSerializer):
    list_price = PriceField(source="price.list_price")
    discount = PriceField(source="price.discount", help_text=DISCOUNT)
    discount_text = serializers.CharField(source="price.discount_text", help_text=DISCOUNT_TEXT)
    price = PriceField(source="price.price")


class ReplacedDiscountOutput(CampSerializer):
    discount = PriceField(help_text=DISCOUNT)
    discount_text = serializers.CharField(help_text=DISCOUNT_TEXT)


class QuoteLineOutput(QuotedPriceOutput):
    """What a selection would cost."""

    selection_id = IdField(source="seat.selection_id")
    uses_code = serializers.BooleanField(help_text="Whether the code makes it cheaper.")
    replaced = ReplacedDiscountOutput(
        allow_null=True, help_text="The discount that the code takes the place of; null without one."
    )


class QuoteOutput(CampSerializer):
    """What an order would cost now."""

    lines = QuoteLineOutput(many=True, help_text="In the order of the selections.")
    total = SumField(help_text="US dollars.")


class OrderLineOutput(CampSerializer):
    """A payment of an order. ``status`` is ``started`` while it can be paid, and ``canceled`` if it was not paid."""

    payment_id = IdField(source="pk")
    selection_id = IdField(source="selection_id_was", allow_null=True)
    class_id = IdField(source="camp_class_id")
    name_class = serializers.CharField(source="class_name")
    child_id = IdField(source="enrollment.child_id", allow_null=True)
    child_name = serializers.SerializerMethodField(help_text="The child's name when the order was started.")
    list_price = PriceField()
    discount = PriceField(help_text=DISCOUNT)
    discount_text = serializers.CharField(help_text=DISCOUNT_TEXT)
    price = PriceField()
    uses_code = serializers.SerializerMethodField(help_text="Whether a code makes it cheaper.")
    status = serializers.ChoiceField(choices=Payment.State.choices, source="state")

    def get_child_name(self, payment: Payment) -> str | None:
        return payment.child_name or None

    def get_uses_code(self, payment: Payment) -> bool:
        return payment.enrollment.voucher_id is not None


class OrderOutput(CampSerializer):
    """An order and its payments. The seats are held until ``heldUntil``, which is null once it is paid or canceled."""

    order_id = IdField(source="order.pk")
    state = serializers.ChoiceField(choices=Order.State.choices, source="order.state")
    amount = SumField(source="order.amount", help_text="US dollars.")
    transaction_id = serializers.CharField(source="order.intent_id", allow_null=True, help_text="Null if it is free.")
    held_until = serializers.DateTimeField(allow_null=True)
    paid_at = serializers.DateTimeField(source="order.paid_at", allow_null=True)
    lines = OrderLineOutput(source="payments", many=True)


class CheckoutOutput(OrderOutput):
    """An order with what the browser needs to pay it. A free order is paid already."""

    client_secret = serializers.CharField(allow_null=True, help_text="Null if it is free.")
