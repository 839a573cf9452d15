"""Vouchers: who can use one, how often it was used, and changes by admins. See docs/adr/0033."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Case, Count, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from accounts.models import User
from classes.models import PERCENT_OR_AMOUNT, Enrollment, EnrollmentQuerySet, Voucher, VoucherQuerySet
from classes.prices import CodeNotForThis
from core.database.expressions import CurrentTime
from core.errors import DomainError, InvalidInput, first_or_not_found, refused_if_taken
from core.models import set_values
from payments.models import Payment


class CodeUnknown(DomainError):
    """Also for a code that this account cannot use: the answer must not reveal which codes exist."""

    code = "code_unknown"
    message = "We don't know this code, or it can't be used now. Please check the spelling, or leave it out."


class CodeUsedUp(DomainError):
    code = "code_used_up"
    message = "This code has been used up. Please leave it out."


class CodeExists(DomainError):
    code = "already_exists"
    message = "There is a voucher with this code already."


CODE_REFUSALS = (CodeUnknown, CodeUsedUp, CodeNotForThis)
"""What can be wrong with a code that a family or the desk enters."""


def locker(*, account: User, code: str, now: datetime) -> Callable[[Sequence[Enrollment]], Voucher]:
    """``hold_seats`` locks the voucher of this code with the returned function."""

    def lock_voucher(held: Sequence[Enrollment]) -> Voucher:
        vouchers = Voucher.objects.select_for_update(of=("self",), no_key=True)
        return usable_voucher(vouchers, account=account, code=code, held=held, now=now)

    return lock_voucher


def usable_voucher(
    vouchers: VoucherQuerySet, *, account: User, code: str, held: Sequence[Enrollment], now: datetime
) -> Voucher:
    """For another order now.

    ``held``: what the account holds of the seats in that order. Their former orders end, so they count no use.
    """
    voucher = vouchers.with_code(code).usable_by(account, now).first()
    if voucher is None:
        raise CodeUnknown
    superseded = Payment.objects.filter(enrollment__in=held).values("order")
    counts = with_order(Enrollment.objects.filter(voucher=voucher).taking_seats(now)).exclude(order__in=superseded)
    uses = counts.aggregate(
        total=Count("order", distinct=True), own=Count("order", distinct=True, filter=Q(student=account))
    )
    if uses["own"] >= voucher.per_account or (voucher.max_uses is not None and uses["total"] >= voucher.max_uses):
        raise CodeUsedUp
    return voucher


def with_order(seats: EnrollmentQuerySet) -> QuerySet[Any]:
    """Adds ``order``: the order that paid for each seat, else the latest. Its seats are one use of a voucher."""
    is_seated = Case(When(state__in=Payment.SEATED, then=1), default=0)
    payments = Payment.objects.filter(enrollment=OuterRef("pk")).order_by(is_seated.desc(), "-created_at")
    return seats.annotate(order=Subquery(payments.values("order")[:1]))


def vouchers_with_uses() -> VoucherQuerySet:
    """Also with season and account."""
    seats = with_order(Enrollment.objects.filter(voucher=OuterRef("pk")).taking_seats(CurrentTime())).order_by()
    uses = seats.values("voucher").annotate(uses=Count("order", distinct=True)).values("uses")
    return Voucher.objects.select_related("season", "account").annotate(uses=Coalesce(Subquery(uses), 0))


def create_voucher(*, values: Mapping[str, Any]) -> Voucher:
    """``values``: fields of Voucher."""
    voucher = Voucher(**values)
    _save(voucher)
    return voucher


@transaction.atomic
def change_voucher(*, voucher_id: int, values: Mapping[str, Any], cancel: bool, now: datetime) -> bool:
    """Seats keep their price. ``cancel`` ends the voucher for good. Returns whether anything changed.

    ``values``: fields of Voucher. InvalidInput also if it was used more often.
    """
    voucher = first_or_not_found(Voucher.objects.select_for_update(no_key=True).filter(pk=voucher_id))
    if cancel and voucher.canceled_at is None:
        values = {**values, "canceled_at": now}
    changed = set_values(voucher, values)
    if changed:
        _refuse_fewer_uses(voucher, now)
        _save(voucher)
    return bool(changed)


def _refuse_fewer_uses(voucher: Voucher, now: datetime) -> None:
    seats = with_order(Enrollment.objects.filter(voucher=voucher).taking_seats(now)).order_by()
    by_account = seats.values("student").annotate(uses=Count("order", distinct=True)).values_list("uses", flat=True)
    uses = list(by_account)
    for name, allowed, used in (
        ("max_uses", voucher.max_uses, sum(uses)),
        ("per_account", voucher.per_account, max(uses, default=0)),
    ):
        if allowed is not None and allowed < used:
            raise InvalidInput(fields={name: [f"It has been used {used} times already."]})


def _save(voucher: Voucher) -> None:
    if (voucher.percent is None) == (voucher.amount is None):
        raise InvalidInput(fields={"percent": [PERCENT_OR_AMOUNT]})
    if voucher.starts_at and voucher.ends_at and voucher.starts_at >= voucher.ends_at:
        raise InvalidInput(fields={"ends_at": ["The end must be after the start."]})
    with refused_if_taken(CodeExists):
        voucher.save()
