from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import IsAdmin, IsLoggedIn, current_user
from accounts.guardians import cared_children
from accounts.locking import FamilyDisabled
from accounts.models import User
from care.api.agreement_serializers import (
    AgreementInput,
    AgreementOutput,
    AgreementQueryInput,
    AgreementsOutput,
    AgreementTextInput,
    AgreementTextOutput,
    SignedOutput,
)
from care.api.family import USER_ID, account_of, account_to_change
from care.api.permissions import CareIsOn
from care.models import AgreementText
from care.paperwork import agreements
from care.paperwork.agreements import OnPaper, TextOutdated, TooManyAnswers, VersionExists
from core.api.base import output, validated
from core.api.lists import ListView
from core.api.openapi import InsertedOutput
from core.api.refusals import refuses
from core.errors import InvalidInput, NotFound


@extend_schema_view(get=extend_schema(operation_id="listAgreementTexts"))
class AgreementTextsView(ListView):
    """List all versions of all texts, newest first."""

    throttle_scopes = {"POST": "decision"}
    permission_classes = [CareIsOn, IsAdmin]
    serializer_class = AgreementTextOutput

    def get_queryset(self) -> QuerySet[AgreementText]:
        return AgreementText.objects.all()

    @refuses(VersionExists)
    @extend_schema(operation_id="publishAgreementText", request=AgreementTextInput, responses={201: InsertedOutput})
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Publish a text, or the next version of the text of this kind, which must be signed again."""
        text = agreements.publish_text(values=validated(AgreementTextInput, request.data), now=timezone.now())
        return Response(output(InsertedOutput, {"inserted_id": text.pk}), 201)


class AgreementsView(APIView):
    throttle_scopes = {"POST": "care"}
    permission_classes = [CareIsOn, IsLoggedIn]

    @refuses(NotFound)
    @extend_schema(
        operation_id="listAgreements", parameters=[AgreementQueryInput, USER_ID], responses={200: AgreementsOutput}
    )
    def get(self, request: Request) -> Response:
        """List the texts to sign for a child whose paperwork the user sees, and those that somebody has signed.

        An admin: of any family.
        """
        account = account_of(request)
        query = validated(AgreementQueryInput, request.query_params)
        child = cared_children(user=account, child_ids=[query["child_id"]])[query["child_id"]]
        lists = {
            "to_sign": list(agreements.texts_to_sign(child)),
            "signed": list(agreements.agreements_of(child)),
        }
        return Response(output(AgreementsOutput, lists))

    @refuses(NotFound, TextOutdated, TooManyAnswers, FamilyDisabled)
    @extend_schema(
        operation_id="signAgreement", parameters=[USER_ID], request=AgreementInput, responses={201: SignedOutput}
    )
    def post(self, request: Request) -> Response:
        """Accept or refuse a text for a child of the user's own account, or for several.

        An admin records what any family has signed on paper. The same answer again is not stored again.
        """
        body = validated(AgreementInput, request.data)
        account = account_to_change(request)
        signed = agreements.sign(
            guardian=account,
            text_id=body["text_id"],
            child_ids=body.get("child_ids", [body.get("child_id")]),
            accepted=body["accepted"],
            typed_name=body["typed_name"],
            on_paper=_on_paper(body, account=account, by=current_user(request)),
            now=timezone.now(),
        )
        ids = [agreement.pk for agreement in signed]
        answer = {"inserted_ids": ids} if "child_ids" in body else {"inserted_id": ids[0]}
        return Response(output(SignedOutput, answer), 201)


def _on_paper(body: dict[str, Any], *, account: User, by: User) -> OnPaper | None:
    if body["on_paper"] != (by != account):
        raise InvalidInput(fields={"on_paper": ["Only the school can say so, and only of a family's paper."]})
    return OnPaper(body["seen_on"], by) if body["on_paper"] else None


class AgreementView(APIView):
    permission_classes = [CareIsOn, IsLoggedIn]

    @refuses(NotFound)
    @extend_schema(operation_id="getAgreement", parameters=[USER_ID], responses={200: AgreementOutput})
    def get(self, request: Request, id: int) -> Response:
        """Get exactly what the user has signed; an admin: what any family has."""
        agreement = agreements.readable_agreement(reader=account_of(request), agreement_id=id)
        return Response(output(AgreementOutput, agreement))
