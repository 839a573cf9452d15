"""What the pages of the Django admin have in common."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse

from camp.lib.spreadsheet import csv_download, csv_text


class OfficeAdmin(admin.ModelAdmin):
    """A list that stays quick when it grows, and that can be taken along as CSV."""

    list_per_page = 50
    show_full_result_count = False
    ordering: ClassVar[tuple[str, ...]] = ("-pk",)
    actions: tuple[str, ...] = ("export_csv",)
    csv_columns: tuple[str, ...] = ()
    """Columns of the export: names of fields, ``a__b`` across relations."""

    @admin.action(description="Export as CSV", permissions=["view"])
    def export_csv(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse:
        """The chosen rows as CSV."""
        columns = self.csv_columns
        return csv_download(f"{self.opts.model_name}.csv", csv_text(columns, queryset.values_list(*columns)))


class LookedAtOnly(OfficeAdmin):
    """Rows that nobody adds, changes or deletes by hand: deeds write them, under their locks."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
