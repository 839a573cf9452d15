"""Views with which the office moves, refunds and ends seats, and sees what it owes."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import IsAdmin, current_user
from core.api.base import output, validated
from core.api.lists import ListView
from core.api.pagination import page_of_rows
from payments.api.desk_change_serializers import (
    MoveInput,
    OwedOutput,
    PaidBackInput,
    PartRefundInput,
    ReleaseInput,
    ReturnedInput,
)
from payments.api.serializers import PaymentOutput
from payments.desk import moves, owed, part_refunds, releases
from payments.models import payments_with_class_values
from payments.refunds import by_hand


class DeskView(APIView):
    throttle_scopes = {"POST": "decision"}
    permission_classes = [IsAdmin]
    error_statuses = {"POST": (404, 409)}


class MoveView(DeskView):
    @extend_schema(operation_id="movePayment", tags=["desk"], request=MoveInput, responses={200: PaymentOutput})
    def post(self, request: Request, id: UUID) -> Response:
        """Move a paid seat to another class. The price stays; a part of it can be refunded.

        409 `not_seated`, `same_class`, `class_withdrawn`, `class_full` (the waitlist goes first), `already_enrolled`,
        `no_lessons`, `class_begun`, `age_not_in_range`, `birth_date_needed`, `not_open_yet`, `amount_too_high`,
        `disputed`.
        """
        body, now = validated(MoveInput, request.data), timezone.now()
        class_id = int(body.pop("classId"))
        moves.move(payment_id=id, camp_class_id=class_id, by=current_user(request), now=now, **body)
        return _payment(id)


class PartRefundView(DeskView):
    @extend_schema(
        operation_id="refundPart",
        tags=["desk"],
        request=PartRefundInput,
        responses={200: PaymentOutput, 201: PaymentOutput},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Refund a part of the price; the seat stays. 200 if this key was used before for the same refund.

        What was paid by card goes back to the card. What was paid at the desk is owed until `paidBack`.

        409 `not_seated`, `disputed`, `amount_too_high`, `key_used` (for another refund).
        """
        body, by = validated(PartRefundInput, request.data), current_user(request)
        is_new = part_refunds.refund_part(payment_id=id, by=by, now=timezone.now(), **body)
        return _payment(id, status=201 if is_new else 200)


class ReleaseView(DeskView):
    @extend_schema(operation_id="releasePayment", tags=["desk"], request=ReleaseInput, responses={200: PaymentOutput})
    def post(self, request: Request, id: UUID) -> Response:
        """Release a seat and refund the chosen amount. 409 `not_seated`, `amount_too_high`."""
        releases.release(payment_id=id, now=timezone.now(), **validated(ReleaseInput, request.data))
        return _payment(id)


class ReturnedView(DeskView):
    @extend_schema(operation_id="checkReturned", tags=["desk"], request=ReturnedInput, responses={200: PaymentOutput})
    def post(self, request: Request, id: UUID) -> Response:
        """Record that the bank returned a check: the seat is released, and nothing is paid out.

        409 `not_seated`, `not_at_desk` (only what was paid at the desk).
        """
        body, by = validated(ReturnedInput, request.data), current_user(request)
        releases.record_returned(payment_id=id, by=by, now=timezone.now(), **body)
        return _payment(id)


class PaidBackView(DeskView):
    @extend_schema(operation_id="paidBack", tags=["desk"], request=PaidBackInput, responses={200: PaymentOutput})
    def post(self, request: Request, id: UUID) -> Response:
        """Record that the school paid back by hand what it owed. 409 `refund_not_failed` (nothing is owed by hand)."""
        body, by = validated(PaidBackInput, request.data), current_user(request)
        note = f"{body['method'].label.capitalize()} {body['reference']}".strip()
        by_hand.record_paid_back_by_hand(payment_id=id, note=note, by=by, now=timezone.now(), **body)
        return _payment(id)


@extend_schema_view(get=extend_schema(operation_id="listOwed", tags=["desk"]))
class OwedView(ListView):
    """List what waits for the office, oldest first: refunds, disputes, and reservations that end soon."""

    permission_classes = [IsAdmin]
    serializer_class = OwedOutput

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        items = owed.list_owed(now=timezone.now())
        page = page_of_rows([(item.id, item) for item in items], request)
        return Response([output(OwedOutput, each) for each in page], headers={"X-Total-Count": str(len(items))})


def _payment(payment_id: UUID, status: int = 200) -> Response:
    row = payments_with_class_values().get(pk=payment_id)
    return Response(output(PaymentOutput, row), status=status)
