from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from classes.models import Enrollment, Selection, WaitlistEntry
from core.admin import BaseAdmin, ReadOnlyAdmin


class ParticipantAdmin(ReadOnlyAdmin):
    list_select_related = ("student", "child", "camp_class")
    search_help_text = "Search by student, class or instructor. The beginning of each word is enough."
    sortable_by = ()

    @admin.display(description="child", empty_value="")
    def child_name(self, row: Selection | Enrollment | WaitlistEntry) -> str | None:
        return row.child.name if row.child else None


@admin.register(Selection)
class SelectionAdmin(ParticipantAdmin):
    """Only deletion is allowed. A hold on the class of a deleted selection expires by itself."""

    csv_columns = ("student__email", "child__name", "camp_class__name", "created_at")

    list_display = ("student", "child_name", "camp_class", "created_at")
    list_filter = ("created_at",)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return BaseAdmin.has_delete_permission(self, request, obj)


@admin.register(Enrollment)
class EnrollmentAdmin(ParticipantAdmin):
    """Only a refund of the payment releases a confirmed seat."""

    csv_columns = (
        *("student__email", "student__name", "child__name", "camp_class__name"),
        *("state", "price", "price_reason", "discount", "discount_text", "reserved_until"),
        *("confirmed_at", "released_at"),
    )

    list_display = (
        "student",
        "child_name",
        "camp_class",
        "state",
        "price",
        "held_until",
        "reserved_until",
        "confirmed_at",
        "released_at",
    )
    list_filter = ("state", "confirmed_at")


@admin.register(WaitlistEntry)
class WaitlistEntryAdmin(ParticipantAdmin):
    """An admin puts an entry next on the site's waitlist of the class."""

    csv_columns = (
        *("student__email", "student__name", "child__name", "camp_class__name", "state"),
        *("joined_at", "ended_at", "next_at", "next_reason"),
    )
    list_display = ("student", "child_name", "camp_class", "state", "joined_at", "ended_at", "next_at", "next_reason")
    list_filter = ("state",)
