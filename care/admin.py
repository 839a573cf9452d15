from django.contrib import admin

from care.models import CareRead
from core.admin import ReadOnlyAdmin


@admin.register(CareRead)
class CareReadAdmin(ReadOnlyAdmin):
    list_display = ("read_at", "reader", "child_name", "camp_class", "saved")
    list_select_related = ("reader", "child", "camp_class")
    search_help_text = "Search by reader or child. The beginning of each word is enough."
    sortable_by = ()
    csv_columns = ("read_at", "reader__email", "child__name", "camp_class__name", "saved")

    @admin.display(description="child")
    def child_name(self, read: CareRead) -> str:
        return read.child.name
