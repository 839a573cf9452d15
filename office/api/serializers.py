from typing import Any

from django.utils import timezone
from rest_framework import serializers

from accounts.api.serializers import MAX_SEARCH_LENGTH, AccountEmailField, ChildInput, ChildOutput
from accounts.models import Child, User
from care.api.presence_serializers import STATES
from care.api.serializers import MISSING
from classes.api.waitlist_serializers import WaitlistEntryOutput
from core.api.fields import EmailField, IdField, NameField, PhoneField, PriceField, SumField
from core.api.openapi import ModifiedOutput
from core.api.serializers import CampModelSerializer, CampSerializer
from core.site_time import site_day
from office.needs import NeedKind
from payments.api.serializers import CancellationOutput, PaymentOutput
from payments.models import LedgerEntry, Payment


class FamilyQueryInput(CampSerializer):
    """The search for families."""

    q = serializers.CharField(
        max_length=MAX_SEARCH_LENGTH,
        allow_blank=True,
        default="",
        help_text="Prefixes of words in the name of the account or of a child, in the e-mail address or phone number.",
    )
    needs = serializers.ChoiceField(
        choices=[NeedKind.PAPERWORK, NeedKind.OFFER],
        required=False,
        default=None,
        help_text="Only the families behind this line of `/needs`, with only the children that it is about.",
    )


class NeedOutput(CampSerializer):
    """What waits for the office."""

    kind = serializers.ChoiceField(choices=list(NeedKind))
    count = serializers.IntegerField(min_value=1)
    amount = SumField(allow_null=True, help_text="US dollars; null where no money waits.")
    href = serializers.CharField(help_text="The page of the site that shows exactly these rows.")


class FamilyInput(CampSerializer):
    """An account for a caller."""

    name = NameField(max_length=100)
    email = EmailField(allow_blank=True, default="", help_text="Empty: no e-mail is ever sent.")
    phone = PhoneField()


class FamilyChangeInput(CampSerializer):
    """New values of an account. What is missing stays."""

    name = NameField(max_length=100, required=False)
    phone = PhoneField(allow_blank=True, required=False)
    address = NameField(max_length=300, allow_blank=True, required=False)
    email = EmailField(
        allow_blank=True, required=False, help_text="Only while nobody has logged in. Empty: no e-mail is ever sent."
    )
    note = serializers.CharField(
        max_length=2000, allow_blank=True, required=False, help_text="For the office. The family can download it."
    )


class FamilyChildChangeInput(ChildInput):
    """New values of a child. What is missing stays."""

    name = NameField(max_length=100, required=False)


class UnfitClassOutput(CampSerializer):
    """A class with a seat for a child whose age it does not allow."""

    class_id = IdField(source="pk")
    name_class = serializers.CharField(source="name")
    ages = serializers.CharField(source="ages_text", help_text="Such as `children aged 8 to 12`.")


class FamilyChildChangedOutput(ModifiedOutput):
    """The child is saved in any case."""

    no_longer_fit = UnfitClassOutput(many=True, help_text="Booked or held, but no longer for the child's age.")


class FamilyRowChildOutput(ChildOutput):
    """A child of a family in the list."""

    age = serializers.SerializerMethodField(help_text="In years, today; null without a date of birth.")

    class Meta:
        model = Child
        fields = ("pk", "name", "born_on", "age")
        read_only_fields = fields

    def get_age(self, child: Child) -> int | None:
        return child.age_on(site_day(timezone.now()))


class FamilyChildOutput(FamilyRowChildOutput):
    """A child of a family."""

    missing = serializers.ListField(child=serializers.CharField(), read_only=True, help_text=MISSING)

    class Meta:
        model = Child
        fields = (*FamilyRowChildOutput.Meta.fields, "missing")
        read_only_fields = fields


class FamilyRowOutput(CampModelSerializer):
    """A family in the list."""

    pk = IdField(read_only=True)
    email = AccountEmailField(help_text="Empty if the account has none.")
    children = FamilyRowChildOutput(source="own_children", many=True, read_only=True)

    class Meta:
        model = User
        fields = ("pk", "name", "email", "phone", "children")
        read_only_fields = fields


class FamilyAccountOutput(CampModelSerializer):
    """The account of a family."""

    pk = IdField(read_only=True)
    email = AccountEmailField(help_text="Empty if the account has none.")
    email_verified = serializers.BooleanField(read_only=True)
    is_active = serializers.BooleanField(read_only=True, help_text="Whether it can log in and book.")
    joined_at = serializers.DateTimeField(read_only=True)
    has_login = serializers.BooleanField(
        read_only=True, help_text="Whether somebody has logged in; only they change the address."
    )

    class Meta:
        model = User
        fields = (
            *("pk", "name", "email", "phone", "address", "note", "role"),
            *("email_verified", "is_active", "joined_at", "has_login"),
        )
        read_only_fields = fields


class BookedClassOutput(CampSerializer):
    """What a seat and a hold have in common: class, participant and price."""

    enrollment_id = IdField()
    class_id = IdField(source="camp_class_id")
    name_class = serializers.CharField(source="camp_class.name")
    season = serializers.CharField(source="camp_class.season.slug", allow_null=True, default=None)
    starts_at = serializers.DateTimeField(source="first_start", allow_null=True, help_text="The first lesson.")
    price = PriceField()


class FamilySeatOutput(BookedClassOutput):
    """A seat, and the terms on which the family can cancel it now."""

    payment_id = IdField(source="pk")
    child_id = IdField(source="enrollment.child_id", allow_null=True, help_text="Null: the account holder.")
    child_name = serializers.CharField(source="enrollment.child.name", allow_null=True, default=None)
    paid_at = serializers.DateTimeField()
    price_reason = serializers.CharField(source="enrollment.price_reason", help_text="Of a price that staff have set.")
    cancellation = CancellationOutput(allow_null=True, help_text="Null once the class has begun.")


class FamilyHoldOutput(BookedClassOutput):
    """A hold: while the family pays, an offer to the waitlist, or a reservation."""

    enrollment_id = IdField(source="pk")
    child_id = IdField(allow_null=True, help_text="Null: the account holder.")
    child_name = serializers.CharField(source="child.name", allow_null=True, default=None)
    held_until = serializers.DateTimeField()
    offered_until = serializers.DateTimeField(allow_null=True, help_text="Of an offer.")
    reserved_until = serializers.DateTimeField(allow_null=True, help_text="Of a reservation.")
    price_reason = serializers.CharField(help_text="Of a price that staff have set.")


class MoneyBackOutput(CampModelSerializer):
    """A refund of a payment, or what the bank has returned. A negative amount came back to the school."""

    kind = serializers.ChoiceField(choices=["REFUND", "RETURNED"])
    amount = serializers.SerializerMethodField(help_text="US dollars that the family got.")
    date = serializers.DateTimeField(source="happened_at")
    by = serializers.CharField(source="recorded_by_name", allow_null=True, default=None, help_text="Null: the site.")

    class Meta:
        model = LedgerEntry
        fields = ("kind", "amount", "method", "reference", "date", "by")

    def get_amount(self, entry: LedgerEntry) -> float:
        return float(-entry.amount)


class FamilyPaymentOutput(PaymentOutput):
    """A payment as in the payment history, and how the money came and went."""

    order_id = IdField(read_only=True)
    reference = serializers.SerializerMethodField(help_text="Such as the number of a check.")
    taken_by = serializers.SerializerMethodField(help_text="The admin who took the money; null: paid by card or free.")
    left = PriceField(source="refundable", read_only=True, help_text="US dollars that can still be refunded.")
    refund_reason = serializers.CharField(
        source="office_reason_text", read_only=True, help_text="As the office says it; empty unless refunded."
    )
    loss_flagged = serializers.BooleanField(
        source="is_loss_flagged", read_only=True, help_text="A lost dispute that is not settled yet: see `acceptLoss`."
    )
    money_back = MoneyBackOutput(many=True, read_only=True, help_text="The earliest first.")

    class Meta:
        model = Payment
        fields = (*PaymentOutput.Meta.fields, "order_id", "reference", "taken_by", "left", "loss_flagged", "money_back")

    def get_reference(self, payment: Any) -> str:
        return payment.charges[0].reference if payment.charges else ""

    def get_taken_by(self, payment: Any) -> str | None:
        return payment.charges[0].recorded_by_name if payment.charges else None


class FamilySumsOutput(CampSerializer):
    """US dollars. A check that the bank returned is not paid."""

    paid = SumField(help_text="With what went back.")
    refunded = SumField()
    to_pay_back = SumField(help_text="Owed, to a card or by hand.")
    reserved = SumField(help_text="The price of the reserved seats.")


class FamilyLessonOutput(CampSerializer):
    """A participant in a lesson that has begun."""

    lesson_id = IdField(source="lesson.pk")
    starts_at = serializers.DateTimeField(source="lesson.starts_at")
    class_id = IdField(source="lesson.camp_class_id")
    name_class = serializers.CharField(source="lesson.camp_class.name")
    child_id = IdField(source="enrollment.child_id", allow_null=True, help_text="Null: the account holder.")
    state = serializers.ChoiceField(source="presence.state", choices=STATES)


class FamilyOutput(CampSerializer):
    """Everything about a family, but no health text."""

    account = FamilyAccountOutput()
    sums = FamilySumsOutput(source="*")
    children = FamilyChildOutput(many=True)
    seats = FamilySeatOutput(many=True)
    holds = FamilyHoldOutput(many=True, help_text="The first to end first.")
    waitlist = WaitlistEntryOutput(many=True)
    payments = FamilyPaymentOutput(many=True, help_text="The latest first.")
    attendance = FamilyLessonOutput(many=True, help_text="Of the last year, the latest first.")
