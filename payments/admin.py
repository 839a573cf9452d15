"""Money in the Django admin: looked at, and given back by the one deed that also frees the seat.

Deleting an account stands here too, since it ends what is being paid.
"""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone

from accounts.admin import UserAdmin
from accounts.models import User
from camp.lib.errors import DomainError
from camp.lib.office import LookedAtOnly
from payments import refunds, webhooks
from payments.leaving import delete_account
from payments.models import Payment, StripeEvent


class NeedsAttention(admin.SimpleListFilter):
    """What somebody in the office should look at: refunds that fail, charges that are contested."""

    title = "needs attention"
    parameter_name = "attention"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("refund", "refund owed"), ("failed", "refund failed"), ("disputed", "disputed")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Payment]) -> QuerySet[Payment]:
        wanted = {
            "refund": Q(state=Payment.State.REFUND_PENDING),
            "failed": Q(state=Payment.State.REFUND_PENDING, refund_failures__gt=0),
            "disputed": Q(disputed_at__isnull=False),
        }
        return queryset.filter(wanted.get(self.value() or "", Q()))


@admin.register(Payment)
class PaymentAdmin(LookedAtOnly):
    """Payments, newest first. Their only change by hand is the refund, which asks once more."""

    list_display = ("class_name", "student", "price", "state", "paid_at", "refunded_amount", "attention")
    list_filter = ("state", NeedsAttention, "refund_reason", "created_at")
    list_select_related = ("student",)
    search_help_text = "How words of a student, of a class or of its instructor begin; or the id of an intent."
    sortable_by = ()
    ordering = ("-created_at", "-id")
    actions = ("export_csv", "refund_and_release")
    csv_columns = (
        *("paid_at", "state", "student__email", "student_name", "class_name", "instructor_email"),
        *("price", "refunded_amount", "refund_reason", "refunded_at", "disputed_at", "intent_id"),
    )

    @admin.display(description="attention", boolean=False)
    def attention(self, payment: Payment) -> str:
        """In words what stands out; empty where all is well."""
        if payment.disputed_at:
            return "⚠ disputed"
        if payment.state == Payment.State.REFUND_PENDING:
            return f"⚠ refund failed: {payment.refund_error}" if payment.refund_failures else "refund owed"
        return ""

    @admin.action(description="Refund and release the seat", permissions=["view"])
    def refund_and_release(self, request: HttpRequest, queryset: QuerySet[Payment]) -> HttpResponse | None:
        """Ask once more, then give the money back and free the seat of each chosen payment."""
        chosen = list(queryset.select_related("student"))
        if request.POST.get("confirmed") != "yes":
            return self._ask(request, chosen)
        for payment in chosen:
            self._refund(request, payment)
        return None

    def _ask(self, request: HttpRequest, chosen: list[Payment]) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": "Refund and release the seat",
            "opts": self.opts,
            "refundable": [payment for payment in chosen if payment.is_seated],
            "others": [payment for payment in chosen if not payment.is_seated],
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
            self.message_user(request, f"{refunded.class_name}: refunded, the seat is free.", messages.SUCCESS)
        else:
            text = f"{refunded.class_name}: the seat is free; the refund is owed and will be tried again."
            self.message_user(request, text, messages.WARNING)


class TypeFilter(admin.SimpleListFilter):
    """The types that mean something here. Django's own filter would read every event to find which there are."""

    title = parameter_name = "type"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, name) for name in webhooks.EFFECTS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[StripeEvent]) -> QuerySet[StripeEvent]:
        return queryset.filter(type=self.value()) if self.value() else queryset


@admin.register(StripeEvent)
class StripeEventAdmin(LookedAtOnly):
    """The card provider's events that have taken effect here."""

    list_display = ("event_id", "type", "object_id", "received_at")
    list_filter = (TypeFilter, "received_at")
    search_help_text = "The id of the event, or of what it is about."
    sortable_by = ("received_at",)
    ordering = ("-received_at",)
    csv_columns = ("event_id", "type", "object_id", "received_at")


admin.site.unregister(User)


@admin.register(User)
class PersonAdmin(UserAdmin):
    """Accounts, and their end."""

    actions = (*UserAdmin.actions, "delete_accounts")

    @admin.action(description="Delete the account and make the person nameless", permissions=["change"])
    def delete_accounts(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        """Ask once more, then delete each chosen account against which no rule stands."""
        people = list(queryset.filter(erased_at=None))
        if request.POST.get("confirmed") != "yes":
            context = {
                **self.admin_site.each_context(request),
                "title": "Delete the account and make the person nameless",
                "opts": self.opts,
                "people": people,
            }
            return TemplateResponse(request, "admin/payments/delete_accounts.html", context)
        for person in people:
            self._delete_account(request, person)
        return None

    def _delete_account(self, request: HttpRequest, person: User) -> None:
        try:
            delete_account(user_id=person.pk, now=timezone.now())
        except DomainError as refusal:
            self.message_user(request, f"{person}: {refusal.message}", messages.WARNING)
            return
        self.message_user(request, f"Deleted: {person}.", messages.SUCCESS)
        person.refresh_from_db()
        self.log_change(request, person, "Deleted the account and made the person nameless.")
