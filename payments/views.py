"""The money calls: each checks who asks, reads the input, asks the domain once, and writes the answer."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.permissions import IsAdmin, IsLoggedIn, IsStudent, asker, person_in_path
from accounts.views import MyProfileView
from camp.lib.api import ReadableJSONRenderer, object_id
from camp.lib.errors import NotFound
from camp.lib.limits import Limited
from camp.lib.paging import page_of
from camp.lib.schema import LIST_PARAMETERS, Deleted, refusals
from payments import checkout, finishing, leaving, refunds, webhooks
from payments.models import Payment
from payments.overview import overview
from payments.personal_data import personal_data_of
from payments.serializers import (
    IntentAnswer,
    IntentRequest,
    LeavingInput,
    OverviewAnswer,
    PaymentAnswer,
    PaymentRequest,
    PersonalDataAnswer,
    Received,
    SettledAnswer,
)
from payments.settling import Settled

NEWEST_FIRST = ("-paid_at", "-id")
DATA_FILE = "craft-camp-my-data.json"


class PaymentIntentView(Limited):
    limited = {"POST": "hold"}
    permission_classes = (IsStudent,)

    @extend_schema(
        operation_id="holdSeat",
        tags=["payments"],
        request=IntentRequest,
        responses={200: IntentAnswer, **refusals(400, 401, 403, 404, 409, 429, 503)},
    )
    def post(self, request: Request) -> Response:
        """Hold a seat for some minutes and open the card payment for it; again, to prolong the hold."""
        body = _valid(IntentRequest, request)
        opened = checkout.open_checkout(
            student=asker(request),
            camp_class_id=int(body["classId"]) if "classId" in body else None,
            price=body["price"],
            now=timezone.now(),
        )
        return Response(IntentAnswer(opened).data)


class PaymentsView(Limited):
    limited = {"POST": "payment"}
    permission_classes = (IsLoggedIn,)

    @extend_schema(
        operation_id="settlePayment",
        tags=["payments"],
        request=PaymentRequest,
        responses={200: SettledAnswer, 201: SettledAnswer, **refusals(400, 401, 402, 403, 404, 409, 429, 503)},
    )
    def post(self, request: Request) -> Response:
        """Turn a succeeded card payment into a seat, or take a seat in a free class; the same again answers 200."""
        body, user, now = _valid(PaymentRequest, request), asker(request), timezone.now()
        if body.get("transactionId"):
            settled = finishing.settle_for(student=user, intent_id=body["transactionId"], now=now)
        elif not user.is_student:
            raise PermissionDenied(IsStudent.message)
        else:
            settled = checkout.take_free_seat(student=user, camp_class_id=int(body["classId"]), now=now)
        return Response(SettledAnswer(_told(settled)).data, status=201 if settled.new else 200)


class PaymentHistoryView(APIView):
    permission_classes = (IsLoggedIn,)

    @extend_schema(
        operation_id="listPayments",
        tags=["payments"],
        parameters=LIST_PARAMETERS,
        responses={200: PaymentAnswer(many=True), **refusals(400, 401, 403, 404, 503)},
    )
    def get(self, request: Request, email: str) -> Response:
        """A student's payments, newest first."""
        person = person_in_path(request, email)
        rows = Payment.objects.filter(student=person).history().with_seats()
        page, total = page_of(request, rows, NEWEST_FIRST)
        return Response(PaymentAnswer(page, many=True).data, headers={"X-Total-Count": str(total)})


class GiveBackView(APIView):
    permission_classes = (IsLoggedIn,)

    @extend_schema(
        operation_id="givePlaceBack",
        tags=["payments"],
        request=None,
        responses={200: PaymentAnswer, **refusals(401, 404, 409, 503)},
    )
    def post(self, request: Request, id: str) -> Response:
        """Give a paid place back in time: the seat is free at once, the money goes back in full."""
        payment = refunds.give_place_back(student=asker(request), payment_id=_payment_id(id), now=timezone.now())
        return Response(PaymentAnswer(_seen(payment)).data)


class SelectionView(APIView):
    """Stands here and not with the classes, because giving up a hold has to be told to the card provider."""

    permission_classes = (IsLoggedIn,)

    @extend_schema(
        operation_id="removeSelection",
        tags=["classes"],
        request=None,
        responses={200: Deleted, **refusals(401, 404, 503)},
    )
    def delete(self, request: Request, id: str) -> Response:
        """Remove a selection, and give up the hold on a seat in that class."""
        checkout.give_up_selection(student=asker(request), selection_id=object_id(id), now=timezone.now())
        return Response({"deletedCount": 1})


class MyAccountView(MyProfileView):
    """One's own account. Stands here because deleting it ends what is being paid."""

    limited = MyProfileView.limited | {"DELETE": "leaving"}

    @extend_schema(
        operation_id="deleteMyAccount",
        tags=["accounts"],
        request=LeavingInput,
        responses={204: None, **refusals(400, 401, 409, 413, 415, 429, 503)},
    )
    def delete(self, request: Request) -> Response:
        """Delete one's own account, for good; what the books need stays, without a name.

        409 `log_in_again`, `last_admin`, `has_classes`, `still_enrolled`, `money_under_way`.
        """
        body = _valid(LeavingInput, request)
        leaving.leave(user=asker(request), id_token=body["idToken"], now=timezone.now())
        return Response(status=204)


class MyDataView(Limited):
    """What is kept about whoever asks."""

    limited = {"GET": "data"}
    permission_classes = (IsLoggedIn,)
    renderer_classes = (ReadableJSONRenderer,)

    @extend_schema(
        operation_id="downloadMyData",
        tags=["accounts"],
        responses={200: PersonalDataAnswer, **refusals(401, 429, 503)},
    )
    def get(self, request: Request) -> Response:
        """Everything that is kept about oneself, as a file."""
        data = PersonalDataAnswer(personal_data_of(asker(request))).data
        disposition = f'attachment; filename="{DATA_FILE}"'
        return Response(data, headers={"Content-Disposition": disposition, "Cache-Control": "no-store"})


class OverviewView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(
        operation_id="getOverview", tags=["payments"], responses={200: OverviewAnswer, **refusals(401, 403, 503)}
    )
    def get(self, request: Request) -> Response:
        """The school's figures: people, classes by status, seats sold, income, income by week."""
        return Response(OverviewAnswer(overview(now=timezone.now())).data)


class WebhookView(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="receiveStripeEvent",
        tags=["payments"],
        request=OpenApiTypes.OBJECT,
        responses={200: Received, **refusals(400, 413, 503)},
    )
    def post(self, request: Request) -> Response:
        """The card provider's webhook: the signature over the raw body is what lets it in."""
        body = request._request.body  # noqa: SLF001 (the signature is over the raw bytes, which DRF would parse)
        signature = request.headers.get("Stripe-Signature", "")
        webhooks.receive(body=body, signature=signature, now=timezone.now())
        return Response({"received": True})


def _valid(serializer_class: type[Any], request: Request) -> dict[str, Any]:
    serializer = serializer_class(data=request.data)
    serializer.is_valid(raise_exception=True)
    data: dict[str, Any] = serializer.validated_data
    return data


def _payment_id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError as error:
        raise NotFound from error


def _seen(payment: Payment) -> Payment:
    return Payment.objects.filter(pk=payment.pk).with_seats().get()


def _told(settled: Settled) -> dict[str, Any]:
    payment = _seen(settled.payment)
    inserted = str(payment.pk)
    return {
        "insertResult": {"insertedId": inserted},
        "deleteResult": {"deletedCount": settled.selections_removed},
        "result": {"insertedId": inserted, "modifiedCount": int(payment.is_seated)},
        "payment": payment,
    }
