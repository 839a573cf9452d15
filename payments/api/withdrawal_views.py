from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.decisions import AdminDecisionView
from accounts.api.permissions import IsAdmin
from classes.catalog.withdrawal import AlreadyWithdrawn, ClassOver, NotApproved
from core.api.base import output, validated
from core.api.refusals import refuses
from payments.api.withdrawal_serializers import (
    WithdrawalInput,
    WithdrawalOutput,
    WithdrawnOutput,
)
from payments.refunds import withdrawal


class WithdrawClassView(AdminDecisionView):
    @refuses(NotApproved, AlreadyWithdrawn, ClassOver)
    @extend_schema(
        operation_id="withdrawClass",
        tags=["classes"],
        request=WithdrawalInput,
        responses={200: WithdrawnOutput},
    )
    def patch(self, request: Request, id: int) -> Response:
        """Withdraw an approved class for good: release and refund all seats, and mail instructor and students."""
        body, now = validated(WithdrawalInput, request.data), timezone.now()
        if body["dry_run"]:
            return Response(output(WithdrawnOutput, withdrawal.preview_withdrawal(camp_class_id=id, now=now)))
        withdrawn = withdrawal.withdraw_class(camp_class_id=id, reason=body["reason"], now=now)
        return Response(output(WithdrawnOutput, withdrawn))


class WithdrawalView(APIView):
    permission_classes = [IsAdmin]

    @extend_schema(operation_id="getWithdrawal", tags=["classes"], responses={200: WithdrawalOutput})
    def get(self, request: Request, id: int) -> Response:
        """Get the progress of the refunds of a withdrawn class."""
        return Response(output(WithdrawalOutput, withdrawal.read_withdrawal(camp_class_id=id)))
