from decimal import Decimal
from typing import Any

from rest_framework import serializers
from rest_framework.fields import empty

from accounts.api.serializers import AccountEmailField
from accounts.models import User
from classes.api.fields import SeasonField
from classes.models import CODE_FORM, MAX_CODE, PERCENT_OR_AMOUNT, Voucher
from classes.models.season import validate_year
from core.api.fields import EmailField, IdField, IdInputField, PriceField
from core.api.serializers import CampModelSerializer, CampSerializer
from core.money import HIGHEST_PRICE
from core.pasted import fold_pasted

CODE = "Letters, digits, - and _; capitals don't matter."
MAX_USES = "In how many orders it can be used; null: any number."
PER_ACCOUNT = "In how many orders of one account."


class NewCodeField(serializers.RegexField):
    """The code of a voucher, as the office chooses it."""

    default_error_messages = {"invalid": CODE_FORM}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(r"\A[A-Za-z0-9_-]+\Z", max_length=MAX_CODE, help_text=CODE, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        return fold_pasted(super().to_internal_value(data))


class AccountField(EmailField):
    """An account by its e-mail address."""

    def run_validation(self, data: Any = empty) -> User | None:
        email = super().run_validation(data)
        if email is None:
            return None
        found = User.objects.not_deleted().filter(email=email).first()
        if found is None:
            raise serializers.ValidationError("No account has this email address.")
        return found


class AmountField(PriceField):
    """US dollars above 0."""

    bounds = {"max_digits": 7, "min_value": Decimal("0.01"), "max_value": HIGHEST_PRICE}


class VoucherInput(CampSerializer):
    """A voucher: a percentage or an amount off."""

    code = NewCodeField()
    percent = serializers.IntegerField(min_value=1, max_value=100, required=False, allow_null=True)
    amount = AmountField(required=False, allow_null=True, help_text="US dollars off an order, once.")
    season = SeasonField(required=False, allow_null=True, help_text="The slug of a season; null: for all classes.")
    account = AccountField(
        required=False, allow_null=True, help_text="The e-mail address of who can use it; null: everybody."
    )
    user_id = IdInputField(
        required=False, help_text="Who can use it, instead of `account`: also an account without an e-mail address."
    )
    max_uses = serializers.IntegerField(
        min_value=1, max_value=1_000_000, required=False, allow_null=True, help_text=MAX_USES
    )
    per_account = serializers.IntegerField(min_value=1, max_value=1000, required=False, help_text=PER_ACCOUNT)
    starts_at = serializers.DateTimeField(required=False, allow_null=True, validators=[validate_year])
    ends_at = serializers.DateTimeField(required=False, allow_null=True, validators=[validate_year])
    note = serializers.CharField(max_length=200, required=False, allow_blank=True, help_text="For the office.")

    def validate_user_id(self, value: int) -> User:
        found = User.objects.not_deleted().filter(pk=value).first()
        if found is None:
            raise serializers.ValidationError("There is no such account.")
        return found

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Replaces a percentage by an amount, or the other way."""
        if "user_id" in attrs:
            attrs["account"] = attrs.pop("user_id")
        given = [name for name in ("percent", "amount") if attrs.get(name) is not None]
        if len(given) > 1:
            raise serializers.ValidationError({"percent": [PERCENT_OR_AMOUNT]})
        return attrs | {"percent": None, "amount": None} | {name: attrs[name] for name in given} if given else attrs


class VoucherChangeInput(VoucherInput):
    """New values of a voucher. What is missing stays."""

    canceled = serializers.BooleanField(default=False, help_text="True cancels it for good.")

    def get_fields(self) -> dict[str, serializers.Field]:
        fields = super().get_fields()
        fields["code"].required = False
        return fields


class VoucherOutput(CampModelSerializer):
    """A voucher with the number of its uses. Takes a row of ``vouchers_with_uses()``."""

    pk = IdField(read_only=True)
    amount = PriceField(read_only=True, allow_null=True, help_text="US dollars off an order, once.")
    season = serializers.CharField(source="season.slug", read_only=True, allow_null=True, default=None)
    account = AccountEmailField(
        source="account.email", allow_null=True, default=None, help_text="Empty if the account has none."
    )
    user_id = IdField(source="account_id", read_only=True, allow_null=True, help_text="Null: everybody.")
    account_name = serializers.CharField(source="account.name", read_only=True, allow_null=True, default=None)
    max_uses = serializers.IntegerField(read_only=True, allow_null=True, help_text=MAX_USES)
    per_account = serializers.IntegerField(read_only=True, help_text=PER_ACCOUNT)
    starts_at = serializers.DateTimeField(read_only=True, allow_null=True)
    ends_at = serializers.DateTimeField(read_only=True, allow_null=True)
    canceled_at = serializers.DateTimeField(read_only=True, allow_null=True)
    canceled = serializers.SerializerMethodField()
    uses = serializers.IntegerField(read_only=True, help_text="Orders with a seat that is held or paid with it.")

    class Meta:
        model = Voucher
        fields = (
            *("pk", "code", "percent", "amount", "season", "account", "user_id", "account_name"),
            *("max_uses", "per_account"),
            *("starts_at", "ends_at", "note", "canceled", "canceled_at", "uses"),
        )
        read_only_fields = ("code", "percent", "note")

    def get_canceled(self, voucher: Voucher) -> bool:
        return voucher.canceled_at is not None
