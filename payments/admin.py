from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from classes.models import Voucher, VoucherQuerySet
from core.admin import ReadOnlyAdmin
from payments.models import LedgerEntry, Move, Payment, PaymentQuerySet, Refund, StripeEvent
from payments.settlement import webhook
from payments.vouchers import vouchers_with_uses


class NeedsAttention(admin.SimpleListFilter):
    """Refunds that are owed or unassigned, and disputed charges."""

    title = "needs attention"
    parameter_name = "attention"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("refund", "refund owed"),
            ("failed", "refund for staff: failed, disputed, or paid at the desk"),
            ("unassigned", "partial refund of several payments"),
            ("disputed", "disputed"),
        ]

    def queryset(self, request: HttpRequest, queryset: Any) -> PaymentQuerySet:
        wanted = {
            "refund": queryset.refund_owed,
            "failed": lambda: queryset.filter(pk__in=Refund.objects.for_staff().order_by().values("payment")),
            "unassigned": queryset.refund_unassigned,
            "disputed": queryset.disputed,
        }
        return wanted.get(self.value() or "", queryset.all)()  # type: ignore[no-any-return]


class AdminOfPayments(ReadOnlyAdmin):
    search_help_text = "Search by student, class, instructor (the start of a word is enough) or Stripe's payment id."
    sortable_by = ()


@admin.register(Payment)
class PaymentAdmin(AdminOfPayments):
    """Read-only: the office refunds payments on the site's pages."""

    list_display = ("attention", "class_name", "student", "child_name", "price", "state", "paid_at")
    list_display_links = ("class_name",)
    list_filter = (NeedsAttention, "state", "created_at")
    list_select_related = ("student", "order")
    ordering = ("-created_at", "-id")
    csv_columns = (
        *("paid_at", "state", "student__email", "student_name", "child_name", "class_name", "instructor_email"),
        *("price", "discount", "discount_text", "disputed_at", "dispute_lost_at"),
        *("order__method", "order__intent_id", "order__unassigned_refund"),
    )

    @admin.display(description="attention")
    def attention(self, payment: Payment) -> str:
        """Empty if nothing needs attention."""
        if payment.disputed_at:
            return "⚠ dispute lost: the bank returned the money" if payment.dispute_lost_at else "⚠ disputed"
        if payment.state == Payment.State.REFUND_PENDING:
            return "⚠ to be paid back by hand" if payment.is_at_desk else "refund owed"
        if payment.order.unassigned_refund:
            # Once staff enter the payment's id in the refund's metadata at Stripe, it belongs to that payment.
            return f"⚠ ${payment.order.unassigned_refund} of the order refunded, for no payment"
        return ""


class TypeFilter(admin.SimpleListFilter):
    """The event types that have an effect. Django's default filter would read all events to list them."""

    title = parameter_name = "type"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, name) for name in webhook.EFFECTS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[StripeEvent]) -> QuerySet[StripeEvent]:
        return queryset.filter(type=self.value()) if self.value() else queryset


@admin.register(StripeEvent)
class StripeEventAdmin(ReadOnlyAdmin):
    list_display = ("event_id", "type", "object_id", "received_at")
    list_filter = (TypeFilter, "received_at")
    search_help_text = "Search by the id of the event, or of the object that it is about."
    sortable_by = ("received_at",)
    ordering = ("-received_at",)
    csv_columns = ("event_id", "type", "object_id", "received_at")


@admin.register(Move)
class MoveAdmin(AdminOfPayments):
    list_display = ("at", "payment", "from_enrollment", "to_enrollment", "reason", "by")
    list_select_related = (
        *("payment", "by", "from_enrollment__student", "from_enrollment__camp_class"),
        *("to_enrollment__student", "to_enrollment__camp_class"),
    )
    csv_columns = ("at", "payment_id", "from_enrollment__camp_class__name", "to_enrollment__camp_class__name", "reason")


@admin.register(Refund)
class RefundAdmin(AdminOfPayments):
    list_display = ("created_at", "payment", "amount", "reason", "state", "failures", "error", "note", "by")
    list_filter = ("state", "created_at")
    list_select_related = ("payment", "by")
    ordering = ("-created_at", "-id")
    csv_columns = (
        *("created_at", "payment_id", "amount", "reason", "state", "note", "by__email", "ended_at", "stripe_id"),
        *("failures", "error"),
    )


@admin.register(LedgerEntry)
class LedgerEntryAdmin(AdminOfPayments):
    list_display = ("happened_at", "kind", "method", "amount", "reference", "recorded_by", "camp_class", "payment")
    list_filter = ("happened_at",)
    list_select_related = ("camp_class", "payment", "recorded_by")
    ordering = ("-happened_at", "-id")
    csv_columns = (
        "happened_at",
        "kind",
        "method",
        "amount",
        "reference",
        "recorded_by__email",
        "camp_class__name",
        "order__intent_id",
    )


@admin.register(Voucher)
class VoucherAdmin(ReadOnlyAdmin):
    """Admins change vouchers on the site."""

    list_display = ("code", "percent", "amount", "season", "account", "uses", "max_uses", "ends_at", "canceled_at")
    list_filter = ("season", "canceled_at")
    csv_columns = (
        *("code", "percent", "amount", "season__name", "account__email", "max_uses", "per_account"),
        *("starts_at", "ends_at", "note", "created_at", "canceled_at"),
    )

    def get_queryset(self, request: HttpRequest) -> VoucherQuerySet:
        return vouchers_with_uses()

    def uses(self, voucher: Any) -> Any:
        return voucher.uses
