from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.decisions import AdminDecisionView
from accounts.api.permissions import IsAdmin, IsInstructor, current_user
from classes.api.planning_serializers import (
    ApprovedClassesOutput,
    ClassIdsInput,
    ConflictOutput,
    CopyInput,
    CopyOutput,
    DeniedClassesOutput,
    DenyClassesInput,
    EarlyPricesInput,
    EarlyPricesOutput,
    ImportOutput,
    ImportPreviewOutput,
    MovedClassesOutput,
    PlannedConflictOutput,
    PlannedLessonsInput,
    SeasonOfClassesInput,
)
from classes.batch import each_by_itself
from classes.catalog.approval import approve_class, deny_class
from classes.catalog.changes import set_early_price
from classes.catalog.seasons import move_to_season
from classes.models import Season
from classes.season.conflicts import planned_conflicts, season_conflicts
from classes.season.copying import SeasonChanged, copy_season
from classes.season.fields import FIELDS, TEMPLATE
from classes.season.uploads import import_upload
from core.api.base import output, validated
from core.api.picture_views import FileFormParser, refuse_long_body
from core.api.refusals import refuses
from core.api.sheet_serializers import WORKBOOK, SpreadsheetInput, workbook_download
from core.sheets.questions import Interview, OpenQuestions
from core.sheets.template import template
from core.sheets.uploads import MAX_FORM_BYTES, InvalidSpreadsheet, SpreadsheetTooLarge


class CopySeasonView(APIView):
    throttle_scopes = {"POST": "season"}
    permission_classes = [IsAdmin]

    @refuses(SeasonChanged)
    @extend_schema(operation_id="copySeason", request=CopyInput, responses={200: CopyOutput, 201: CopyOutput})
    def post(self, request: Request, id: int) -> Response:
        """Copy the classes of another season into this one.

        The lessons move by the number of whole weeks that is nearest to the time between the first days. A repeated
        request copies what is new. New classes are pending. 200 instead of 201 for a dry run.
        """
        body = validated(CopyInput, request.data)
        copy = copy_season(into_id=id, from_id=body["from_"], dry_run=body["dry_run"], now=timezone.now())
        return Response(output(CopyOutput, copy), 200 if body["dry_run"] else 201)


class ImportSeasonView(APIView):
    throttle_scopes = {"POST": "season"}
    permission_classes = [IsAdmin]
    parser_classes = [FileFormParser]

    @refuses(OpenQuestions, InvalidSpreadsheet, SpreadsheetTooLarge)
    @extend_schema(
        operation_id="importSeason",
        request={"multipart/form-data": SpreadsheetInput},
        responses={200: ImportPreviewOutput, 201: ImportOutput},
    )
    def post(self, request: Request, id: int) -> Response:
        """Create the missing classes and instructors of a spreadsheet in this season, all or none.

        400 with `errors` if the spreadsheet has any. A dry run answers 200 whenever the file can be read, with what was
        understood and what is open.
        """
        refuse_long_body(request, MAX_FORM_BYTES, SpreadsheetTooLarge)
        season, body = get_object_or_404(Season, pk=id), validated(SpreadsheetInput, request.data)
        result = import_upload(
            content=body["file"].read(),
            season=season,
            interview=body.get("answers") or Interview(),
            dry_run=body["dry_run"],
            now=timezone.now(),
        )
        if body["dry_run"]:
            return Response(output(ImportPreviewOutput, result))
        return Response(output(ImportOutput, result), 201)


class SeasonTemplateView(APIView):
    permission_classes = [IsAdmin]

    @extend_schema(operation_id="downloadSeasonTemplate", responses=WORKBOOK)
    def get(self, request: Request) -> HttpResponse:
        """Get an empty workbook whose columns the import of a season knows."""
        return workbook_download(
            "classes", template("Classes", {FIELDS[name]: text for name, text in TEMPLATE.items()})
        )


class SeasonConflictsView(APIView):
    permission_classes = [IsAdmin]

    @extend_schema(operation_id="listSeasonConflicts", responses={200: ConflictOutput(many=True)})
    def get(self, request: Request, id: int) -> Response:
        """List the lessons of a season that overlap: those with the same instructor, then those at the same place.

        Canceled lessons and denied classes are left out. The earliest 2,000 of each kind are listed.
        """
        conflicts = season_conflicts(season=get_object_or_404(Season, pk=id))
        return Response([output(ConflictOutput, each) for each in conflicts])


class PlannedConflictsView(APIView):
    throttle_scopes = {"POST": "quote"}
    permission_classes = [IsInstructor | IsAdmin]

    @extend_schema(
        operation_id="listPlannedConflicts",
        request=PlannedLessonsInput,
        responses={200: PlannedConflictOutput(many=True)},
    )
    def post(self, request: Request) -> Response:
        """List what takes place at the time of lessons that are being planned, with the instructor or at the place.

        It stores nothing. Canceled lessons and denied classes are left out. An instructor sees only their own pending
        classes; an admin sees all of them. At most 100 conflicts are listed.
        """
        body, planner = validated(PlannedLessonsInput, request.data), current_user(request)
        conflicts = planned_conflicts(
            planner=planner,
            lessons=body["lessons"],
            place=body["place"],
            instructor_id=(planner.is_admin and body.get("instructor_id")) or planner.pk,
            class_id=body.get("class_id"),
        )
        return Response([output(PlannedConflictOutput, each) for each in conflicts])


class ApproveClassesView(AdminDecisionView):
    @extend_schema(operation_id="approveClasses", request=ClassIdsInput, responses={200: ApprovedClassesOutput})
    def patch(self, request: Request) -> Response:
        """Approve several pending classes, each by itself: the codes in `refused` are those of a single approval."""
        ids, now = validated(ClassIdsInput, request.data)["ids"], timezone.now()
        approved, refused = each_by_itself(ids, lambda id: approve_class(camp_class_id=id, now=now))
        return Response(output(ApprovedClassesOutput, {"approved": len(approved), "refused": refused}))


class DenyClassesView(AdminDecisionView):
    @extend_schema(operation_id="denyClasses", request=DenyClassesInput, responses={200: DeniedClassesOutput})
    def patch(self, request: Request) -> Response:
        """Deny several pending classes, each by itself: the codes in `refused` are those of a single denial."""
        body, now = validated(DenyClassesInput, request.data), timezone.now()
        denied, refused = each_by_itself(
            body["ids"], lambda id: deny_class(camp_class_id=id, feedback=body["feedback"], now=now)
        )
        return Response(output(DeniedClassesOutput, {"denied": len(denied), "refused": refused}))


class EarlyPricesView(AdminDecisionView):
    @extend_schema(operation_id="setEarlyPrices", request=EarlyPricesInput, responses={200: EarlyPricesOutput})
    def patch(self, request: Request) -> Response:
        """Set the early price of several classes, each by itself, rounded down to the dollar.

        `refused`: `class_withdrawn`, and `price_too_low` for a class that is free or would cost less than a card pays.
        """
        body = validated(EarlyPricesInput, request.data)
        changed, refused = each_by_itself(
            body["ids"],
            lambda id: set_early_price(camp_class_id=id, percent=body["percent"], until=body["until"]),
        )
        return Response(output(EarlyPricesOutput, {"modified": sum(changed), "refused": refused}))


class SeasonOfClassesView(AdminDecisionView):
    @extend_schema(operation_id="setSeasonOfClasses", request=SeasonOfClassesInput, responses={200: MovedClassesOutput})
    def patch(self, request: Request) -> Response:
        """Set the season of several classes, each by itself. `refused`: `class_withdrawn`, `already_copied`."""
        body = validated(SeasonOfClassesInput, request.data)
        moved, refused = each_by_itself(body["ids"], lambda id: move_to_season(camp_class_id=id, season=body["season"]))
        return Response(output(MovedClassesOutput, {"modified_count": sum(moved), "refused": refused}))
