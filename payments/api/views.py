from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from accounts.api.permissions import IsLoggedIn, IsStudent, current_user, user_from_path
from classes.seats.enrollment import NOT_BOOKABLE, ClassFull, PriceChanged, SeatsOnlyHeld
from classes.seats.hold_time import HeldTooLong
from classes.seats.limits import TooManySeats, VerifiedEmailNeeded
from classes.seats.requests import NotAllAvailable
from core.api.base import output, validated
from core.api.lists import ListView
from core.api.openapi import EMAIL_IN_PATH
from core.api.refusals import refuses
from core.api.throttling import throttle
from core.errors import BodyTooLarge, NotFound
from payments.api.order_serializers import (
    CheckoutOutput,
    OrderInput,
    OrderOutput,
    PaymentIntentInput,
    PaymentIntentOutput,
    QuoteInput,
    QuoteOutput,
)
from payments.api.permissions import IsStudentOrPays
from payments.api.serializers import (
    CancellationInput,
    PaymentInput,
    PaymentOutput,
    SettledOutput,
    WebhookOutput,
)
from payments.checkout import free_seats, holding
from payments.checkout.documented_client import UNNAMED, AmbiguousChild
from payments.checkout.holding import HoldEnded, PaidAndRefunded
from payments.checkout.quote import quote
from payments.models import ShownPayment
from payments.orders import sql
from payments.orders.limits import TooManyHolds
from payments.orders.opening import NoCardNeeded, TotalChanged
from payments.refunds.cancellation import (
    AlreadyRefunded,
    CancellationAfterBegin,
    RefundChanged,
    TooLateToCancel,
    cancel_enrollment,
)
from payments.settlement import orders, webhook
from payments.settlement.orders import NotPaid
from payments.stripe.results import BadSignature, PaymentRefused
from payments.vouchers import CODE_REFUSALS


def _with_code(serializer_class: type[Serializer], request: Request) -> dict[str, Any]:
    # Codes can be guessed, so a request with a code is counted.
    body: dict[str, Any] = {"code": None} | validated(serializer_class, request.data)
    if body["code"]:
        throttle(request, "code")
    return body


class PaymentIntentView(APIView):
    throttle_scopes = {"POST": "hold"}
    permission_classes = [IsStudent]

    @refuses(
        NotFound,
        ClassFull,
        SeatsOnlyHeld,
        *NOT_BOOKABLE,
        PriceChanged,
        TooManyHolds,
        TooManySeats,
        HeldTooLong,
        HoldEnded,
        AmbiguousChild,
        VerifiedEmailNeeded,
        PaymentRefused,
        PaidAndRefunded,
        *CODE_REFUSALS,
        NoCardNeeded,
    )
    @extend_schema(operation_id="holdSeat", request=PaymentIntentInput, responses={200: PaymentIntentOutput})
    def post(self, request: Request) -> Response:
        """Hold a seat for some minutes and open the card payment for it. A repeated request prolongs the hold.

        `class_full` has a `retryAt` if seats are only held, `not_open_yet` an `opensAt`.
        """
        body = _with_code(PaymentIntentInput, request)
        opened = holding.open_checkout(
            student=current_user(request),
            camp_class_id=body.get("class_id"),
            child_id=body.get("child_id", UNNAMED),
            price=body["price"],
            code=body["code"],
            now=timezone.now(),
        )
        return Response(output(PaymentIntentOutput, opened))


class OrdersView(APIView):
    throttle_scopes = {"POST": "hold"}
    permission_classes = [IsStudent]

    @refuses(NotAllAvailable, TotalChanged, TooManyHolds, PaymentRefused, *CODE_REFUSALS)
    @extend_schema(operation_id="createOrder", request=OrderInput, responses={200: CheckoutOutput})
    def post(self, request: Request) -> Response:
        """Hold a seat for each of these selections and open one card payment for them, or hold none.

        A repeated request prolongs the holds. Another open order with one of the seats is ended. If the total is 0, the
        seats are enrolled at once. In `lines`, `not_all_available` has the `selectionId`, `code`, `message` and
        sometimes `retryAt` or `opensAt` of each obstacle, `price_changed` the `selectionId` and `price` of each.
        """
        body = _with_code(OrderInput, request)
        opened = holding.check_out_selections(
            student=current_user(request),
            selection_ids=body["selections"],
            total=body["total"],
            code=body["code"],
            now=timezone.now(),
        )
        return Response(output(CheckoutOutput, opened))


class QuoteView(APIView):
    throttle_scopes = {"POST": "quote"}
    permission_classes = [IsStudent]

    @refuses(NotAllAvailable, *CODE_REFUSALS)
    @extend_schema(operation_id="quoteOrder", request=QuoteInput, responses={200: QuoteOutput})
    def post(self, request: Request) -> Response:
        """Say what an order of these selections would cost now. Holds nothing."""
        body = _with_code(QuoteInput, request)
        found = quote(
            student=current_user(request), selection_ids=body["selections"], code=body["code"], now=timezone.now()
        )
        return Response(output(QuoteOutput, found))


class OrderView(APIView):
    permission_classes = [IsLoggedIn]

    @extend_schema(operation_id="getOrder", responses={200: OrderOutput})
    def get(self, request: Request, id: UUID) -> Response:
        """Get an order of one's own."""
        return Response(output(OrderOutput, holding.own_order(student=current_user(request), order_id=id)))


class PaymentsView(APIView):
    throttle_scopes = {"POST": "payment"}
    permission_classes = [IsStudentOrPays]

    @refuses(
        NotPaid, NotFound, ClassFull, *NOT_BOOKABLE, PriceChanged, AmbiguousChild, VerifiedEmailNeeded, TooManySeats
    )
    @extend_schema(
        operation_id="settlePayment", request=PaymentInput, responses={200: SettledOutput, 201: SettledOutput}
    )
    def post(self, request: Request) -> Response:
        """Turn a succeeded card payment into a seat, or enroll in a free class.

        201 and `enrollPending` for the student's first request, also if the webhook was faster; 200 with the same ids
        later. If `classId` names another class than the intent was opened for, the first request exchanges the seat,
        and the difference goes back; all of the money does if that class can't be sold for what was paid.
        """
        body, student, now = validated(PaymentInput, request.data), current_user(request), timezone.now()
        if intent_id := body.get("transaction_id"):
            class_id = body.get("class_id")
            settled = orders.settle_own_order(student=student, intent_id=intent_id, camp_class_id=class_id, now=now)
        else:
            free_id, child_id = body["class_id"], body.get("child_id", UNNAMED)
            settled = free_seats.take_free_seat(student=student, camp_class_id=free_id, child_id=child_id, now=now)
        shown = replace(settled, payments=sql.select_shown_payments(settled.payments, now=now))
        return Response(output(SettledOutput, shown), status=201 if settled.is_first_response else 200)


@extend_schema_view(get=extend_schema(operation_id="listPayments", parameters=[EMAIL_IN_PATH]))
class PaymentHistoryView(ListView):
    """List a student's payments, newest first."""

    permission_classes = [IsLoggedIn]
    queryset = ShownPayment.objects.filter(state__in=ShownPayment.SHOWN)
    serializer_class = PaymentOutput
    ordering = ("-paid_at", "-id")

    @refuses(PermissionDenied)
    def get_queryset(self) -> QuerySet[ShownPayment]:
        return super().get_queryset().filter(student=user_from_path(self.request, self.kwargs["email"]))


class CancelPaymentView(APIView):
    throttle_scopes = {"POST": "payment"}
    permission_classes = [IsLoggedIn]

    @refuses(RefundChanged, TooLateToCancel, CancellationAfterBegin, AlreadyRefunded)
    @extend_schema(operation_id="cancelPayment", request=CancellationInput, responses={200: PaymentOutput})
    def post(self, request: Request, id: UUID) -> Response:
        """Cancel a paid enrollment. The seat is open immediately, and the payment is refunded as `cancellation` says.

        `refund_changed`: another `amount` would be refunded now. `too_late`: nothing would be refunded, and
        `withoutRefund` is not true.
        """
        now = timezone.now()
        body = validated(CancellationInput, request.data)
        payment = cancel_enrollment(student=current_user(request), payment_id=id, now=now, **body)
        return Response(output(PaymentOutput, ShownPayment.objects.get(pk=payment.pk)))


class WebhookView(APIView):
    authentication_classes = []
    permission_classes = [AllowAny]
    parser_classes = []  # the signature is over the raw body

    @refuses(BadSignature, BodyTooLarge)
    @extend_schema(
        operation_id="receiveStripeEvent",
        request={"application/json": OpenApiTypes.OBJECT},
        responses={200: WebhookOutput},
    )
    def post(self, request: Request) -> Response:
        """Receive an event of Stripe, authenticated by its signature over the raw body."""
        signature = request.headers.get("Stripe-Signature", "")
        webhook.receive(body=request.body, signature=signature, now=timezone.now())
        return Response(output(WebhookOutput, {"received": True}))
