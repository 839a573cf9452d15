from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.decisions import AdminDecisionView
from accounts.api.permissions import IsAdmin
from core.api.base import output, validated
from core.api.lists import ListView
from core.api.openapi import InsertedOutput, ModifiedOutput
from core.api.refusals import refuses
from payments import vouchers
from payments.api.voucher_serializers import VoucherChangeInput, VoucherInput, VoucherOutput
from payments.vouchers import CodeExists


@extend_schema_view(get=extend_schema(operation_id="listVouchers"))
class VouchersView(ListView):
    """List the vouchers with their uses, newest first."""

    throttle_scopes = {"POST": "decision"}
    permission_classes = [IsAdmin]
    serializer_class = VoucherOutput
    queryset = vouchers.vouchers_with_uses()

    @refuses(CodeExists)
    @extend_schema(operation_id="createVoucher", request=VoucherInput, responses={201: InsertedOutput})
    def post(self, request: Request) -> Response:
        """Create a voucher."""
        voucher = vouchers.create_voucher(values=validated(VoucherInput, request.data))
        return Response(output(InsertedOutput, {"inserted_id": voucher.pk}), 201)


class VoucherView(AdminDecisionView):
    @refuses(CodeExists)
    @extend_schema(operation_id="updateVoucher", request=VoucherChangeInput, responses={200: ModifiedOutput})
    def put(self, request: Request, id: int) -> Response:
        """Change or cancel a voucher; a canceled one stays canceled. Seats keep their price."""
        values = validated(VoucherChangeInput, request.data)
        cancel = values.pop("canceled")
        changed = vouchers.change_voucher(voucher_id=id, values=values, cancel=cancel, now=timezone.now())
        return Response(output(ModifiedOutput, {"modified_count": int(changed)}))
