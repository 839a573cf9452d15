"""Views for admins: withdrawing a class, and the overview of sales."""

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import IsAdmin
from core.api.base import output, validated
from core.api.csv_views import JSONOrCSVView, csv_response
from payments.api.overview_serializers import OverviewOutput, OverviewQueryInput
from payments.api.withdrawal_serializers import WithdrawalInput, WithdrawalOutput, WithdrawnOutput
from payments.overview import overview, weeks_csv
from payments.refunds import withdrawal


class WithdrawClassView(APIView):
    """Is part of payments, because it refunds the students."""

    throttle_scopes = {"PATCH": "decision"}
    permission_classes = [IsAdmin]
    error_statuses = {"PATCH": (409,)}

    @extend_schema(
        operation_id="withdrawClass", tags=["classes"], request=WithdrawalInput, responses={200: WithdrawnOutput}
    )
    def patch(self, request: Request, id: int) -> Response:
        """Withdraw an approved class for good: release and refund all seats, and mail the instructor and the students.

        409 `not_approved`, `already_withdrawn`, `class_over`.
        """
        body = validated(WithdrawalInput, request.data)
        withdrawn = withdrawal.withdraw_class(camp_class_id=id, reason=body["reason"], now=timezone.now())
        return Response(output(WithdrawnOutput, withdrawn))


class WithdrawalView(APIView):
    permission_classes = [IsAdmin]

    @extend_schema(operation_id="getWithdrawal", tags=["classes"], responses={200: WithdrawalOutput})
    def get(self, request: Request, id: int) -> Response:
        """Get the progress of the refunds of a withdrawn class."""
        return Response(output(WithdrawalOutput, withdrawal.read_withdrawal(camp_class_id=id)))


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
