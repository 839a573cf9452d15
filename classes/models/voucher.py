from datetime import datetime
from decimal import Decimal
from typing import Self

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper
from django.utils import timezone

from accounts.models import User
from classes.models.season import Season, validate_year

MAX_CODE = 40
CODE_FORM = "Please use letters, digits, - and _ only."
PERCENT_OR_AMOUNT = "Please give a percentage or an amount, not both."


class VoucherQuerySet(models.QuerySet["Voucher"]):
    def with_code(self, code: str) -> Self:
        return self.filter(code__iexact=code)

    def matching(self, text: str) -> Self:
        return self.filter(code__istartswith=text)

    def usable_by(self, account: User, now: datetime) -> Self:
        """Now, unless their uses have run out."""
        return self.filter(
            Q(account=None) | Q(account=account),
            Q(starts_at=None) | Q(starts_at__lte=now),
            Q(ends_at=None) | Q(ends_at__gt=now),
            canceled_at=None,
        )


class Voucher(models.Model):
    """For one account, it is financial aid."""

    code = models.CharField(
        max_length=MAX_CODE,
        validators=[RegexValidator(r"\A[A-Za-z0-9_-]+\Z", CODE_FORM)],
        help_text="Capitals don't matter.",
    )
    percent = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(100)],
        help_text="Off each seat that it is for.",
    )
    amount = models.DecimalField(
        max_digits=7,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(Decimal("0.01"))],
        help_text="US dollars off an order.",
    )
    season = models.ForeignKey(
        Season, models.PROTECT, null=True, blank=True, related_name="+", help_text="Empty: for all classes."
    )
    account = models.ForeignKey(
        User,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="vouchers",
        help_text="Who can use it. Empty: everybody.",
    )
    max_uses = models.PositiveIntegerField(null=True, blank=True, help_text="Orders in total. Empty: any number.")
    per_account = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1)], help_text="Orders of one account."
    )
    starts_at = models.DateTimeField(null=True, blank=True, validators=[validate_year])
    ends_at = models.DateTimeField(null=True, blank=True, validators=[validate_year])
    note = models.CharField(max_length=200, blank=True, help_text="For the office; families don't see it.")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    canceled_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = VoucherQuerySet.as_manager()

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(Upper("code"), name="voucher_code_once"),
            models.CheckConstraint(
                condition=Q(percent__gte=1, percent__lte=100, amount=None) | Q(percent=None, amount__gt=0),
                name="voucher_percent_or_amount",
                violation_error_message=PERCENT_OR_AMOUNT,
            ),
            models.CheckConstraint(
                condition=~Q(code="") & Q(per_account__gte=1), name="voucher_has_a_code_and_can_be_used"
            ),
        )

    def __str__(self) -> str:
        return self.code

    @property
    def is_amount(self) -> bool:
        return self.amount is not None

    def is_for_season(self, season_id: int | None) -> bool:
        return self.season_id in (None, season_id)
