from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import IsAdmin, current_user
from core.api.base import output, validated
from core.api.picture_views import FileFormParser, refuse_long_body
from core.api.refusals import refuses
from core.api.sheet_serializers import WORKBOOK, workbook_download
from core.sheets.questions import Interview, OpenQuestions
from core.sheets.template import template
from core.sheets.uploads import MAX_FORM_BYTES, InvalidSpreadsheet, SpreadsheetTooLarge
from office import invitations
from office.api.import_serializers import (
    FamiliesImportInput,
    FamiliesImportOutput,
    FamiliesImportPreviewOutput,
    InviteInput,
    InviteOutput,
)
from office.family_import.fields import FIELDS, TEMPLATE
from office.family_import.uploads import import_upload


class ImportFamiliesView(APIView):
    throttle_scopes = {"POST": "season"}
    permission_classes = [IsAdmin]
    parser_classes = [FileFormParser]

    @refuses(OpenQuestions, InvalidSpreadsheet, SpreadsheetTooLarge)
    @extend_schema(
        operation_id="importFamilies",
        request={"multipart/form-data": FamiliesImportInput},
        responses={200: FamiliesImportPreviewOutput, 201: FamiliesImportOutput},
    )
    def post(self, request: Request) -> Response:
        """Create the missing accounts and children of a spreadsheet, all or none. Nobody gets an e-mail.

        400 with `errors` if the spreadsheet has any. A dry run answers 200 whenever the file can be read, with what was
        understood and what is open.
        """
        refuse_long_body(request, MAX_FORM_BYTES, SpreadsheetTooLarge)
        body = validated(FamiliesImportInput, request.data)
        result = import_upload(
            content=body["file"].read(),
            interview=body.get("answers") or Interview(),
            returning_until=body["returning_until"],
            by=current_user(request),
            dry_run=body["dry_run"],
            now=timezone.now(),
        )
        if body["dry_run"]:
            return Response(output(FamiliesImportPreviewOutput, result))
        return Response(output(FamiliesImportOutput, result), 201)


class FamiliesTemplateView(APIView):
    permission_classes = [IsAdmin]

    @extend_schema(operation_id="downloadFamiliesTemplate", responses=WORKBOOK)
    def get(self, request: Request) -> HttpResponse:
        """Get an empty workbook whose columns the import of families knows."""
        return workbook_download(
            "families", template("Families", {FIELDS[name]: text for name, text in TEMPLATE.items()})
        )


class InviteFamiliesView(APIView):
    throttle_scopes = {"POST": "season"}
    permission_classes = [IsAdmin]

    @extend_schema(operation_id="inviteFamilies", request=InviteInput, responses={200: InviteOutput})
    def post(self, request: Request) -> Response:
        """Send the accounts to which nobody has logged in one e-mail each, ever: what is there, and how to log in.

        `unreached`: those without an e-mail address.
        """
        body = validated(InviteInput, request.data)
        invitation = invitations.invite(
            ids=body.get("ids"), again=body["again"], dry_run=body["dry_run"], now=timezone.now()
        )
        return Response(output(InviteOutput, invitation))
