from dataclasses import replace
from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.decisions import AdminDecisionView
from accounts.api.permissions import IsAdmin, current_user
from accounts.locking import FamilyDisabled
from classes.catalog.clashes import find_clashes_of_seats
from classes.seats.enrollment import NOT_BOOKABLE, ClassFull
from classes.seats.locks import ClassWithdrawn
from classes.seats.requests import NotAllAvailable
from core.api.base import output, validated
from core.api.lists import ListView
from core.api.openapi import DeletedOutput
from core.api.pagination import keyset_of, page_of_rows
from core.api.refusals import refuses
from core.errors import NotFound
from payments.api.desk_serializers import (
    DeskEnrollmentInput,
    DeskEnrollmentOutput,
    DeskQuoteInput,
    DeskQuoteOutput,
    MovedOutput,
    MoveInput,
    MoveResultOutput,
    OrderReturnedInput,
    OrderReturnedOutput,
    OwedOutput,
    PaidBackInput,
    PartRefundInput,
    ReleaseInput,
    ReservationInput,
    ReservationsOutput,
    ReturnedInput,
)
from payments.api.serializers import PaymentOutput
from payments.desk import owed, part_refunds, releases
from payments.desk.enrollments import KeyUsed, Sale, enroll_at_desk
from payments.desk.lines import DeskTotalChanged, ReasonNeeded
from payments.desk.moves import MoveRequest, SameClass, move
from payments.desk.quote import quote_at_desk
from payments.desk.releases import AlreadyReturned, NotReturnable
from payments.desk.reservations import cancel_reservation, reserve_at_desk
from payments.models import ShownPayment
from payments.orders import sql
from payments.refunds import by_hand, disputes
from payments.refunds.by_hand import RefundNotFailed
from payments.refunds.cancellation import NotSeated
from payments.refunds.disputes import NoLostDispute
from payments.refunds.owing import AmountTooHigh, Disputed
from payments.vouchers import CODE_REFUSALS


class DeskQuoteView(APIView):
    throttle_scopes = {"POST": "quote"}
    permission_classes = [IsAdmin]

    @refuses(NotFound, NotAllAvailable, FamilyDisabled, *CODE_REFUSALS)
    @extend_schema(
        operation_id="quoteAtDesk", tags=["office"], request=DeskQuoteInput, responses={200: DeskQuoteOutput}
    )
    def post(self, request: Request) -> Response:
        """Say what these seats would cost the family now, paid or reserved. Holds nothing."""
        body = {"code": ""} | validated(DeskQuoteInput, request.data)
        found = quote_at_desk(
            user_id=body["user_id"], requests=body["lines"], code=body["code"] or None, now=timezone.now()
        )
        return Response(output(DeskQuoteOutput, found))


class DeskEnrollmentsView(AdminDecisionView):
    @refuses(NotFound, NotAllAvailable, DeskTotalChanged, ReasonNeeded, KeyUsed, FamilyDisabled, *CODE_REFUSALS)
    @extend_schema(
        operation_id="enrollAtDesk",
        tags=["office"],
        request=DeskEnrollmentInput,
        responses={200: DeskEnrollmentOutput, 201: DeskEnrollmentOutput},
    )
    def post(self, request: Request) -> Response:
        """Enroll participants of an account that pays by cash, check or bank transfer, or for nothing.

        All seats or none. The same `key` again: 200 and the same order; `key_used` with another body. In `lines`,
        `not_all_available` has the `classId`, `childId`, `code` and `message` of each obstacle, `price_changed` and
        `reason_needed` the present `price` of each.
        """
        body, now = validated(DeskEnrollmentInput, request.data), timezone.now()
        sale = Sale(**body)
        sold = enroll_at_desk(staff=current_user(request), sale=sale, now=now)
        shown = replace(sold, payments=sql.select_shown_payments(sold.payments, now=now))
        clashes = find_clashes_of_seats(seats=[each.enrollment for each in sold.payments], now=now)
        return Response(output(DeskEnrollmentOutput, {"sold": shown, "clashes": clashes}), 201 if sold.is_new else 200)


class ReservationsView(AdminDecisionView):
    @refuses(NotFound, NotAllAvailable, ReasonNeeded, FamilyDisabled)
    @extend_schema(
        operation_id="reserveAtDesk", tags=["office"], request=ReservationInput, responses={201: ReservationsOutput}
    )
    def post(self, request: Request) -> Response:
        """Reserve seats until the family has paid. A seat that is reserved already gets the new end.

        `lines` as for `/desk/enrollments`, also with `already_offered` and `class_begins_before`.
        """
        body, now = validated(ReservationInput, request.data), timezone.now()
        reserved = reserve_at_desk(
            staff=current_user(request),
            user_id=body["user_id"],
            lines=body["lines"],
            until=body["until"],
            now=now,
        )
        clashes = find_clashes_of_seats(seats=reserved, now=now)
        return Response(output(ReservationsOutput, {"reservations": reserved, "clashes": clashes}), 201)


class ReservationView(AdminDecisionView):
    @extend_schema(operation_id="cancelReservation", tags=["office"], request=None, responses={200: DeletedOutput})
    def delete(self, request: Request, id: int) -> Response:
        """Release a reserved seat."""
        cancel_reservation(enrollment_id=id, now=timezone.now())
        return Response(output(DeletedOutput, {"deleted_count": 1}))


class MoveView(AdminDecisionView):
    @refuses(NotSeated, SameClass, ClassWithdrawn, ClassFull, *NOT_BOOKABLE, AmountTooHigh, Disputed, FamilyDisabled)
    @extend_schema(operation_id="movePayment", tags=["office"], request=MoveInput, responses={200: MovedOutput})
    def post(self, request: Request, id: UUID) -> Response:
        """Move a paid seat to another class. The price stays; a part of it can be refunded.

        `class_full` also if somebody waits: the waitlist goes first. With `dryRun` nothing changes.
        """
        body, now = validated(MoveInput, request.data), timezone.now()
        dry_run, by = body.pop("dry_run"), current_user(request)
        moved = move(payment_id=id, request=MoveRequest(**body), by=by, dry_run=dry_run, now=now)
        return Response(output(PaymentOutput, moved.payment) | output(MoveResultOutput, moved))


class PartRefundView(AdminDecisionView):
    @refuses(NotSeated, Disputed, AmountTooHigh, part_refunds.KeyUsed)
    @extend_schema(
        operation_id="refundPart",
        tags=["office"],
        request=PartRefundInput,
        responses={200: PaymentOutput, 201: PaymentOutput},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Refund a part of the price; the seat stays. 200 if this key was used before for the same refund.

        What was paid by card goes back to the card. What was paid at the desk is owed until `paidBack`.
        """
        body, by = validated(PartRefundInput, request.data), current_user(request)
        is_new = part_refunds.refund_part(payment_id=id, by=by, now=timezone.now(), **body)
        return _payment(id, status=201 if is_new else 200)


class ReleaseView(AdminDecisionView):
    @refuses(NotSeated, AmountTooHigh)
    @extend_schema(operation_id="releasePayment", tags=["office"], request=ReleaseInput, responses={200: PaymentOutput})
    def post(self, request: Request, id: UUID) -> Response:
        """Release a seat and refund the chosen amount."""
        body, by = validated(ReleaseInput, request.data), current_user(request)
        releases.release(payment_id=id, by=by, now=timezone.now(), **body)
        return _payment(id)


class ReturnedView(AdminDecisionView):
    @refuses(AlreadyReturned, NotReturnable)
    @extend_schema(operation_id="checkReturned", tags=["office"], request=ReturnedInput, responses={200: PaymentOutput})
    def post(self, request: Request, id: UUID) -> Response:
        """Record that the bank returned a check: its seat is released, and nothing is paid out or owed anymore."""
        body, by = validated(ReturnedInput, request.data), current_user(request)
        releases.record_returned(payment_id=id, by=by, now=timezone.now(), **body)
        return _payment(id)


class OrderReturnedView(AdminDecisionView):
    @refuses(AlreadyReturned, NotReturnable, NotAllAvailable, FamilyDisabled)
    @extend_schema(
        operation_id="checkOfOrderReturned",
        tags=["office"],
        request=OrderReturnedInput,
        responses={200: OrderReturnedOutput},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Record that the bank returned the check for an order: its seats are released, or reserved until `keepUntil`.

        In `lines`, `not_all_available` has the seats whose class begins before `keepUntil` (`class_begins_before`).
        """
        body, by = validated(OrderReturnedInput, request.data), current_user(request)
        returned = releases.record_order_returned(order_id=id, by=by, now=timezone.now(), **body)
        return Response(output(OrderReturnedOutput, returned))


class PaidBackView(AdminDecisionView):
    @refuses(RefundNotFailed)
    @extend_schema(operation_id="paidBack", tags=["office"], request=PaidBackInput, responses={200: PaymentOutput})
    def post(self, request: Request, id: UUID) -> Response:
        """Record that the school paid back by hand what it owed."""
        body, by = validated(PaidBackInput, request.data), current_user(request)
        by_hand.record_paid_back_by_hand(payment_id=id, by=by, now=timezone.now(), **body)
        return _payment(id)


class AcceptLossView(AdminDecisionView):
    @refuses(NoLostDispute)
    @extend_schema(operation_id="acceptLoss", tags=["office"], request=None, responses={200: PaymentOutput})
    def post(self, request: Request, id: UUID) -> Response:
        """Record that a lost dispute is settled with the family, and end its flag. The seat stays as it is."""
        disputes.accept_loss(payment_id=id)
        return _payment(id)


@extend_schema_view(get=extend_schema(operation_id="listOwed", tags=["office"]))
class OwedView(ListView):
    """List what waits for the office, oldest first: refunds, disputes, and reservations that end soon."""

    permission_classes = [IsAdmin]
    serializer_class = OwedOutput

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        items = owed.list_owed(now=timezone.now())
        rows = [(keyset_of(item, owed.ORDER), item) for item in items]
        page, headers = page_of_rows(rows, owed.ORDER, request)
        return Response([output(OwedOutput, each) for each in page], headers=headers)


def _payment(payment_id: UUID, status: int = 200) -> Response:
    row = ShownPayment.objects.get(pk=payment_id)
    return Response(output(PaymentOutput, row), status=status)
