from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from core.admin import ReadOnlyAdmin
from mail import outbox
from mail.models import OutboxEmail


@admin.register(OutboxEmail)
class OutboxEmailAdmin(ReadOnlyAdmin):
    """Read-only, except that failed e-mails can be sent again."""

    list_display = ("state", "kind", "recipient", "tries", "due_at", "sent_at", "error")
    list_filter = ("state", "kind", "created_at")
    list_select_related = ("recipient",)
    search_help_text = "Search by recipient: name or email. The beginning of each word is enough."
    sortable_by = ()
    ordering = ("-created_at", "-id")
    actions = ("export_csv", "send_again")
    csv_columns = ("created_at", "state", "kind", "recipient__email", "tries", "due_at", "sent_at", "error")

    @admin.action(description="Send again", permissions=["view"])
    def send_again(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        ids = list(queryset.values_list("pk", flat=True))
        count = outbox.send_again(ids=ids, now=timezone.now())
        if count:
            self.message_user(request, f"{count} queued again. The worker sends them soon.", messages.SUCCESS)
        if count < len(ids):
            reason = "Only failed e-mails whose content has not been deleted yet can be sent again."
            self.message_user(request, f"{len(ids) - count} left as they are. {reason}", messages.WARNING)
