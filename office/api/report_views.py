from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from accounts.api.permissions import IsAdmin
from core.api.base import output, validated
from core.api.csv_views import JSONOrCSVView, csv_response
from core.api.lists import ListView
from office.api.overview_serializers import OverviewOutput, OverviewQueryInput
from office.api.report_serializers import (
    BookEntryOutput,
    BooksQueryInput,
    CheckOutput,
    ClassReportOutput,
    ClassReportQueryInput,
    InstructorReportOutput,
    MethodTotalOutput,
    SeasonQueryInput,
)
from office.reports.books import BY_TIME_TAKEN, ORDER, books, books_csv, checks, totals_by_method
from office.reports.classes import class_reports, class_reports_csv
from office.reports.instructors import instructor_reports, instructor_reports_csv
from office.reports.overview import overview, weeks_csv
from payments.models import LedgerEntry, Order


def _rows_or_csv(serializer_class: type[Serializer]) -> dict[Any, Any]:
    return {(200, "application/json"): serializer_class(many=True), (200, "text/csv"): OpenApiTypes.STR}


@extend_schema_view(
    get=extend_schema(
        operation_id="listBooks",
        tags=["reports"],
        parameters=[BooksQueryInput],
        responses=_rows_or_csv(BookEntryOutput),
    )
)
class BooksView(JSONOrCSVView, ListView):
    """List the movements of money in these days, the oldest first. `?format=csv` for a spreadsheet."""

    permission_classes = [IsAdmin]
    serializer_class = BookEntryOutput
    ordering = ORDER

    def get_queryset(self) -> QuerySet[LedgerEntry, dict[str, Any]]:
        self.days = validated(BooksQueryInput, self.request.query_params)
        return books(**self.days)

    def list(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:  # type: ignore[override]
        if not self.wants_csv():
            return super().list(request, *args, **kwargs)
        parts = books_csv(self.get_queryset())
        name = f"books-{self.days['first_day']}-{self.days['last_day']}.csv"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return StreamingHttpResponse(parts, content_type="text/csv; charset=utf-8", headers=headers)


class BookTotalsView(APIView):
    permission_classes = [IsAdmin]

    @extend_schema(
        operation_id="listBookTotals",
        tags=["reports"],
        parameters=[BooksQueryInput],
        responses=MethodTotalOutput(many=True),
    )
    def get(self, request: Request) -> Response:
        """List what was charged and returned in these days, by the way of paying."""
        totals = totals_by_method(**validated(BooksQueryInput, request.query_params))
        return Response([output(MethodTotalOutput, each) for each in totals])


@extend_schema_view(get=extend_schema(operation_id="listChecks", tags=["reports"], parameters=[BooksQueryInput]))
class ChecksView(ListView):
    """List the checks of these days, the oldest first, for the deposit at the bank."""

    permission_classes = [IsAdmin]
    serializer_class = CheckOutput
    ordering = BY_TIME_TAKEN

    def get_queryset(self) -> QuerySet[Order]:
        return checks(**validated(BooksQueryInput, self.request.query_params))


class ClassReportView(JSONOrCSVView):
    permission_classes = [IsAdmin]

    @extend_schema(
        operation_id="listClassReports",
        tags=["reports"],
        parameters=[ClassReportQueryInput],
        responses=_rows_or_csv(ClassReportOutput),
    )
    def get(self, request: Request) -> Response:
        """List the seats and the money of each class of a season, by first lesson. `?format=csv` for a spreadsheet."""
        query = validated(ClassReportQueryInput, request.query_params)
        reports = class_reports(**query, now=timezone.now())
        if self.wants_csv():
            return csv_response(_name("classes", query["season"]), class_reports_csv(reports))
        return Response([output(ClassReportOutput, each) for each in reports])


class InstructorReportView(JSONOrCSVView):
    permission_classes = [IsAdmin]

    @extend_schema(
        operation_id="listInstructorReports",
        tags=["reports"],
        parameters=[SeasonQueryInput],
        responses=_rows_or_csv(InstructorReportOutput),
    )
    def get(self, request: Request) -> Response:
        """List the lessons and hours that each instructor has taught in a season. `?format=csv` for a spreadsheet."""
        season = validated(SeasonQueryInput, request.query_params)["season"]
        reports = instructor_reports(season=season, now=timezone.now())
        if self.wants_csv():
            return csv_response(_name("instructors", season), instructor_reports_csv(reports))
        return Response([output(InstructorReportOutput, each) for each in reports])


def _name(report: str, season: str | None) -> str:
    return f"{report}-{slugify(season)}.csv" if season else f"{report}.csv"


class OverviewView(JSONOrCSVView):
    permission_classes = [IsAdmin]

    @extend_schema(
        operation_id="getOverview",
        tags=["payments"],
        parameters=[OverviewQueryInput],
        responses={(200, "application/json"): OverviewOutput, (200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, request: Request) -> Response:
        """Get the numbers of users, classes and sold seats, and the income: the total, by week and of the top classes.

        `?format=csv` returns the weeks for a spreadsheet.
        """
        statistics = overview(now=timezone.now(), **validated(OverviewQueryInput, request.query_params))
        if self.wants_csv():
            name = f"income-{statistics.first_day}-{statistics.last_day}.csv"
            return csv_response(name, weeks_csv(statistics.weeks))
        return Response(output(OverviewOutput, statistics))
