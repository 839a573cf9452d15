"""Views of the desk, for admins."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import IsAdmin, current_user
from core.api.base import output, validated
from core.api.openapi import DeletedOutput
from payments.api.desk_serializers import (
    DeskEnrollmentInput,
    DeskEnrollmentOutput,
    ReservationInput,
    ReservationsOutput,
)
from payments.checkout import sql
from payments.desk.enrollments import Sale, enroll_at_desk
from payments.desk.reservations import cancel_reservation, reserve_at_desk


class DeskEnrollmentsView(APIView):
    throttle_scopes = {"POST": "decision"}
    permission_classes = [IsAdmin]
    error_statuses = {"POST": (404, 409)}

    @extend_schema(
        operation_id="enrollAtDesk",
        tags=["office"],
        request=DeskEnrollmentInput,
        responses={200: DeskEnrollmentOutput, 201: DeskEnrollmentOutput},
    )
    def post(self, request: Request) -> Response:
        """Enroll participants of an account that pays by cash, check or bank transfer, or for nothing.

        All seats or none. The same `key` again: 200 and the same order. 409 `not_all_available` (`lines` has the
        `classId`, `childId`, `code` and `message` of each obstacle), `price_changed` and `reason_needed` (`lines` has
        the present `price` of each), `key_used` (with another body), `account_disabled`.
        """
        body, now = validated(DeskEnrollmentInput, request.data), timezone.now()
        sale = Sale(user_id=int(body.pop("userId")), **body)
        sold = enroll_at_desk(staff=current_user(request), sale=sale, now=now)
        sql.add_class_values(sold.payments, now=now)
        return Response(output(DeskEnrollmentOutput, sold), status=201 if sold.is_new else 200)


class ReservationsView(APIView):
    throttle_scopes = {"POST": "decision"}
    permission_classes = [IsAdmin]
    error_statuses = {"POST": (404, 409)}

    @extend_schema(
        operation_id="reserveAtDesk", tags=["office"], request=ReservationInput, responses={201: ReservationsOutput}
    )
    def post(self, request: Request) -> Response:
        """Reserve seats until the family has paid. A seat that is reserved already gets the new end.

        409 `not_all_available` (`lines` as for `/desk/enrollments`, also `already_offered` and `class_begins_before`),
        `reason_needed`, `account_disabled`.
        """
        body = validated(ReservationInput, request.data)
        reserved = reserve_at_desk(
            staff=current_user(request),
            user_id=int(body["userId"]),
            lines=body["lines"],
            until=body["until"],
            now=timezone.now(),
        )
        return Response(output(ReservationsOutput, {"reservations": reserved}), 201)


class ReservationView(APIView):
    throttle_scopes = {"DELETE": "decision"}
    permission_classes = [IsAdmin]

    @extend_schema(operation_id="cancelReservation", tags=["office"], request=None, responses={200: DeletedOutput})
    def delete(self, request: Request, id: int) -> Response:
        """Release a reserved seat."""
        cancel_reservation(enrollment_id=id, now=timezone.now())
        return Response(output(DeletedOutput, {"deletedCount": 1}))
