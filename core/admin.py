from collections.abc import Callable
from typing import Any, ClassVar, Protocol, cast

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import EmailField, Field, Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property

from core.csv_export import csv_download, csv_text
from core.names import shown_email

MAX_COUNT = 10_000
FILTER_LOOKUPS = ("exact", "isnull", "gte", "lt", "id__exact", "pk__exact")
"""What the links of Django's filters compare."""


class CappedPaginator(Paginator):
    """Counts at most ``MAX_COUNT`` rows: counting a whole table would read all of it for every first page."""

    @cached_property
    def count(self) -> int:
        rows = cast("QuerySet[Any]", self.object_list)
        return rows[:MAX_COUNT].count()


class SearchableQuerySet(Protocol):
    def matching(self, text: str) -> QuerySet[Any]: ...


class DeclaredLookups(admin.ModelAdmin):
    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        filters = self.get_list_filter(request) if request else self.list_filter
        # Django also allows every column of the model, such as the password.
        names = [str(getattr(each, "parameter_name", each)) for each in filters]
        return any(lookup in (name, *(f"{name}__{each}" for each in FILTER_LOOKUPS)) for name in names)


class BaseAdmin(DeclaredLookups):
    """A list that stays fast on large tables. The QuerySet has ``matching(text)``, which searches in indexes."""

    list_per_page = 50
    paginator = CappedPaginator
    show_full_result_count = False
    search_fields: ClassVar[tuple[str, ...]] = ("pk",)  # shows the search box; see get_search_results
    ordering: ClassVar[tuple[str, ...]] = ("-pk",)
    actions: tuple[str, ...] = ("export_csv",)
    csv_columns: tuple[str, ...] = ()
    """Columns of the export: field names, ``a__b`` across relations."""

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        text = search_term.strip()
        # False: no row can appear twice.
        return cast("SearchableQuerySet", queryset).matching(text) if text else queryset, False

    @admin.action(description="Export as CSV", permissions=["view"])
    def export_csv(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse:
        fields = [_fields(self.model, column) for column in self.csv_columns]
        words_of = [_words(path[-1]) for path in fields]
        rows = queryset.values_list(*self.csv_columns)
        words = ([to_words(cell) for to_words, cell in zip(words_of, row, strict=True)] for row in rows)
        return csv_download(f"{self.opts.model_name}.csv", csv_text([_heading(path) for path in fields], words))


def _fields(model: type[Model], column: str) -> list["Field[Any, Any]"]:
    # "student__email" gives the fields ``student`` and ``email``.
    found = []
    for name in column.split("__"):
        field = cast("Field[Any, Any]", model._meta.get_field(name))  # noqa: SLF001 (Django documents `_meta`)
        found.append(field)
        model = cast("type[Model]", field.related_model) if field.is_relation else model
    return found


def _words(field: "Field[Any, Any]") -> Callable[[Any], Any]:
    if isinstance(field, EmailField):
        return lambda email: email and shown_email(email)
    labels = dict(field.flatchoices)
    return lambda value: labels.get(value, value)


def _heading(fields: list["Field[Any, Any]"]) -> str:
    return " ".join(str(field.verbose_name).replace("camp class", "class") for field in fields).capitalize()


class ReadOnlyAdmin(BaseAdmin):
    """Rows that only operations write, under their locks."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
