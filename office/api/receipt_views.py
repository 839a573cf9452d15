from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import IsAdmin, IsLoggedIn, current_user
from core.api.base import output, validated
from office.api.receipt_serializers import ReceiptOutput, StatementOutput, StatementQueryInput
from office.families import account_of
from office.receipts.receipt import receipt
from office.receipts.receipt_pdf import receipt_pdf
from office.receipts.statement import statement
from office.receipts.statement_pdf import statement_pdf

MEDIA_TYPE = "application/pdf"
PDF = {(200, MEDIA_TYPE): OpenApiTypes.BINARY}


class ReceiptView(APIView):
    permission_classes = [IsLoggedIn]

    @extend_schema(operation_id="getReceipt", tags=["payments"], responses={200: ReceiptOutput})
    def get(self, request: Request, id: UUID) -> Response:
        """Get the receipt of the order of one's own payment, refunded or not; an admin: of any payment."""
        return Response(output(ReceiptOutput, receipt(user=current_user(request), payment_id=id)))


class ReceiptPdfView(APIView):
    throttle_scopes = {"GET": "data"}
    permission_classes = [IsLoggedIn]

    @extend_schema(operation_id="downloadReceipt", tags=["payments"], responses=PDF)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Get the same as PDF."""
        found = receipt(user=current_user(request), payment_id=id)
        return _file(receipt_pdf(found), f"receipt-{found.number}")


class StatementView(APIView):
    permission_classes = [IsLoggedIn]

    @extend_schema(
        operation_id="getStatement",
        tags=["payments"],
        parameters=[StatementQueryInput],
        responses={200: StatementOutput},
    )
    def get(self, request: Request) -> Response:
        """Get what the user paid and got back in a year, and the days of the lessons of each participant."""
        year = validated(StatementQueryInput, request.query_params)["year"]
        return Response(output(StatementOutput, statement(user=current_user(request), year=year)))


class StatementPdfView(APIView):
    throttle_scopes = {"GET": "data"}
    permission_classes = [IsLoggedIn]

    @extend_schema(operation_id="downloadStatement", tags=["payments"], parameters=[StatementQueryInput], responses=PDF)
    def get(self, request: Request) -> HttpResponse:
        """Get the same as PDF."""
        year = validated(StatementQueryInput, request.query_params)["year"]
        return _file(statement_pdf(statement(user=current_user(request), year=year)), f"tax-statement-{year}")


class FamilyStatementView(APIView):
    permission_classes = [IsAdmin]

    @extend_schema(
        operation_id="getFamilyStatement", parameters=[StatementQueryInput], responses={200: StatementOutput}
    )
    def get(self, request: Request, id: int) -> Response:
        """Get the tax statement of an account."""
        year = validated(StatementQueryInput, request.query_params)["year"]
        return Response(output(StatementOutput, statement(user=account_of(id), year=year)))


class FamilyStatementPdfView(APIView):
    throttle_scopes = {"GET": "data"}
    permission_classes = [IsAdmin]

    @extend_schema(operation_id="downloadFamilyStatement", parameters=[StatementQueryInput], responses=PDF)
    def get(self, request: Request, id: int) -> HttpResponse:
        """Get the same as PDF."""
        year = validated(StatementQueryInput, request.query_params)["year"]
        return _file(statement_pdf(statement(user=account_of(id), year=year)), f"tax-statement-{year}")


def _file(content: bytes, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}.pdf"'}
    return HttpResponse(content, content_type=MEDIA_TYPE, headers=headers)
