"""Payments and Stripe's events in the Django admin: read-only, except for refunds."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone

from core.admin import ReadOnlyAdmin
from core.errors import DomainError
from payments.models import LedgerEntry, Move, PartRefund, Payment, PaymentQuerySet, StripeEvent
from payments.refunds import by_hand, disputes, refunds
from payments.settlement import webhook


class NeedsAttention(admin.SimpleListFilter):
    """Filters payments that staff should look at: owed, failed and unassigned refunds, and disputed charges."""

    title = "needs attention"
    parameter_name = "attention"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("refund", "refund owed"),
            ("failed", "refund failed or disputed"),
            ("unassigned", "partial refund of several payments"),
            ("disputed", "disputed"),
        ]

    def queryset(self, request: HttpRequest, queryset: Any) -> PaymentQuerySet:
        wanted = {
            "refund": queryset.refund_owed,
            "failed": queryset.refund_failed,
            "unassigned": queryset.refund_unassigned,
            "disputed": queryset.disputed,
        }
        return wanted.get(self.value() or "", queryset.all)()  # type: ignore[no-any-return]


class PaidBackForm(forms.Form):
    note = forms.CharField(max_length=200, help_text="How and when the money was paid back, such as: cash, July 5.")


@admin.register(Payment)
class PaymentAdmin(ReadOnlyAdmin):
    """Payments, newest first. Each action that changes them asks for a confirmation."""

    list_display = ("attention", "class_name", "student", "child_name", "price", "state", "paid_at", "refunded_amount")
    list_display_links = ("class_name",)
    list_filter = (NeedsAttention, "state", "refund_reason", "created_at")
    list_select_related = ("student", "order")
    search_help_text = "Search by student, class, instructor (the start of a word is enough) or Stripe's payment id."
    sortable_by = ()
    ordering = ("-created_at", "-id")
    actions = ("export_csv", "refund_and_release", "record_paid_back_by_hand", "accept_loss")
    csv_columns = (
        *("paid_at", "state", "student__email", "student_name", "child_name", "class_name", "instructor_email"),
        *("price", "refund_due", "refunded_amount", "refund_reason", "refunded_at", "refunded_by_hand", "disputed_at"),
        *("dispute_lost_at", "order__method", "order__intent_id", "order__unassigned_refund"),
    )

    @admin.display(description="attention")
    def attention(self, payment: Payment) -> str:
        """Describes what needs attention; empty if nothing does."""
        if payment.disputed_at:
            return "⚠ dispute lost: the bank returned the money" if payment.dispute_lost_at else "⚠ disputed"
        if payment.state == Payment.State.REFUND_PENDING:
            failed = "⚠ refund failed" if payment.needs_refund_by_hand else "refund owed"
            failed = "⚠ to be paid back by hand" if payment.is_at_desk else failed
            return f"{failed}: {payment.refund_error}" if payment.refund_error else failed
        if payment.order.unassigned_refund:
            # Once staff enter the payment's id in the refund's metadata at the provider, it belongs to that payment.
            return f"⚠ ${payment.order.unassigned_refund} of the order refunded, for no payment"
        return ""

    @admin.action(description="Refund and release the seat", permissions=["view"])
    def refund_and_release(self, request: HttpRequest, queryset: QuerySet[Payment]) -> HttpResponse | None:
        """Asks for a confirmation, then refunds each selected payment and releases its seat."""
        selected = list(queryset.select_related("student", "order"))
        if request.POST.get("confirmed") != "yes":
            return self._confirm(request, selected)
        for payment in selected:
            self._refund(request, payment)
        return None

    def _confirm(self, request: HttpRequest, selected: list[Payment]) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": "Refund and release the seat",
            "opts": self.opts,
            "refundable": [payment for payment in selected if payment.is_seated],
            "others": [payment for payment in selected if not payment.is_seated],
        }
        return TemplateResponse(request, "admin/payments/refund.html", context)

    def _refund(self, request: HttpRequest, payment: Payment) -> None:
        try:
            refunded = refunds.refund_and_release(payment_id=payment.pk, now=timezone.now())
        except DomainError as refusal:
            self.message_user(request, f"{payment}: {refusal.message}", messages.WARNING)
            return
        self.log_change(request, refunded, "Refunded, seat released.")
        if refunded.state == Payment.State.REFUNDED:
            self.message_user(request, f"{refunded.class_name}: refunded. The seat is free again.", messages.SUCCESS)
        else:
            owed = (
                "Please pay the money back by hand."
                if payment.is_at_desk
                else "The refund is still owed and will be retried."
            )
            text = f"{refunded.class_name}: the seat is free again. {owed}"
            self.message_user(request, text, messages.WARNING)

    @admin.action(description="Lost dispute: settled with the family", permissions=["view"])
    def accept_loss(self, request: HttpRequest, queryset: QuerySet[Payment]) -> None:
        """Ends the flag of a lost dispute; a seat stays as it is."""
        for payment in queryset:
            try:
                settled = disputes.accept_loss(payment_id=payment.pk)
            except DomainError as refusal:
                self.message_user(request, f"{payment}: {refusal.message}", messages.WARNING)
                continue
            self.log_change(request, settled, "The lost dispute is settled with the family.")
            self.message_user(request, f"{settled.class_name}: settled.", messages.SUCCESS)

    @admin.action(description="Paid back by hand", permissions=["view"])
    def record_paid_back_by_hand(self, request: HttpRequest, queryset: QuerySet[Payment]) -> HttpResponse | None:
        """Asks for a note, then records that the selected refunds were paid outside Stripe."""
        selected = list(queryset.select_related("student", "order"))
        form = PaidBackForm(request.POST if request.POST.get("confirmed") == "yes" else None)
        if not form.is_valid():
            return self._ask_for_note(request, selected, form)
        for payment in selected:
            self._record_paid_back(request, payment, form.cleaned_data["note"])
        return None

    def _ask_for_note(self, request: HttpRequest, selected: list[Payment], form: PaidBackForm) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": "Paid back by hand",
            "opts": self.opts,
            "form": form,
            "payable": [payment for payment in selected if payment.needs_refund_by_hand],
            "others": [payment for payment in selected if not payment.needs_refund_by_hand],
        }
        return TemplateResponse(request, "admin/payments/paid_back.html", context)

    def _record_paid_back(self, request: HttpRequest, payment: Payment, note: str) -> None:
        try:
            refunded = by_hand.record_paid_back_by_hand(
                payment_id=payment.pk,
                note=note,
                method=LedgerEntry.Method.BY_HAND,
                reference="",
                by=request.user,  # type: ignore[arg-type]  # a user of this site
                now=timezone.now(),
            )
        except DomainError as refusal:
            self.message_user(request, f"{payment}: {refusal.message}", messages.WARNING)
            return
        self.log_change(request, refunded, "Paid back by hand.")
        self.message_user(request, f"{refunded.class_name}: recorded as paid back.", messages.SUCCESS)


class TypeFilter(admin.SimpleListFilter):
    """Filters by the event types that have an effect. Django's default filter would read all events to list them."""

    title = parameter_name = "type"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, name) for name in webhook.EFFECTS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[StripeEvent]) -> QuerySet[StripeEvent]:
        return queryset.filter(type=self.value()) if self.value() else queryset


@admin.register(StripeEvent)
class StripeEventAdmin(ReadOnlyAdmin):
    """Stripe's events that have been applied."""

    list_display = ("event_id", "type", "object_id", "received_at")
    list_filter = (TypeFilter, "received_at")
    search_help_text = "Search by the id of the event, or of the object that it is about."
    sortable_by = ("received_at",)
    ordering = ("-received_at",)
    csv_columns = ("event_id", "type", "object_id", "received_at")


@admin.register(Move)
class MoveAdmin(ReadOnlyAdmin):
    """Moves of payments to other classes."""

    list_display = ("at", "payment", "from_enrollment", "to_enrollment", "reason", "by")
    list_select_related = (
        *("payment", "by", "from_enrollment__student", "from_enrollment__camp_class"),
        *("to_enrollment__student", "to_enrollment__camp_class"),
    )
    search_help_text = "Search by student, class, instructor (the start of a word is enough) or Stripe's payment id."
    sortable_by = ()
    csv_columns = ("at", "payment_id", "from_enrollment__camp_class__name", "to_enrollment__camp_class__name", "reason")


@admin.register(PartRefund)
class PartRefundAdmin(ReadOnlyAdmin):
    """Refunds of a part of a payment."""

    list_display = ("created_at", "payment", "amount", "state", "note", "asked_by", "error")
    list_filter = ("state",)
    list_select_related = ("payment", "asked_by")
    search_help_text = "Search by student, class, instructor (the start of a word is enough) or Stripe's payment id."
    sortable_by = ()
    ordering = ("-created_at", "-id")
    csv_columns = ("created_at", "payment_id", "amount", "state", "note", "ended_at", "refund_id")


@admin.register(LedgerEntry)
class LedgerEntryAdmin(ReadOnlyAdmin):
    """The books."""

    list_display = ("happened_at", "kind", "method", "amount", "reference", "recorded_by", "camp_class", "payment")
    list_filter = ("happened_at",)
    list_select_related = ("camp_class", "payment", "recorded_by")
    search_help_text = "Search by student, class, instructor (the start of a word is enough) or Stripe's payment id."
    sortable_by = ()
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
        "payment__refund_id",
    )
