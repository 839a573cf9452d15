"""What the pages of the Django admin have in common."""

from typing import Any, ClassVar, Protocol, cast

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property

from camp.lib.spreadsheet import csv_download, csv_text

MOST_COUNTED = 10_000


class ShortPaginator(Paginator):
    """Counts, and leads, as far as anybody would page: what lies beyond is found by searching or filtering.

    Counting all rows of a table means reading all of them, each time somebody looks at its first page.
    """

    @cached_property
    def count(self) -> int:
        rows = cast("QuerySet[Any]", self.object_list)
        return rows[:MOST_COUNTED].count()


class Matching(Protocol):
    """A QuerySet that finds rows by what somebody has typed."""

    def matching(self, text: str) -> QuerySet[Any]: ...


class OfficeAdmin(admin.ModelAdmin):
    """A list that stays quick when it grows, and that can be taken along as CSV.

    Its QuerySet has ``matching(text)``, which answers out of indexes.
    """

    list_per_page = 50
    paginator = ShortPaginator
    show_full_result_count = False
    search_fields: ClassVar[tuple[str, ...]] = ("pk",)  # that there is a search; how it is done stands below
    ordering: ClassVar[tuple[str, ...]] = ("-pk",)
    actions: tuple[str, ...] = ("export_csv",)
    csv_columns: tuple[str, ...] = ()
    """Columns of the export: names of fields, ``a__b`` across relations."""

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """What the typed text finds; nothing is found twice."""
        return cast("Matching", queryset).matching(search_term.strip()), False

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
