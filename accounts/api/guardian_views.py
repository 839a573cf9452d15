from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import guardians
from accounts.api.guardian_serializers import FreezeInput, GuardianOutput, InvitationInput, InvitationOutput
from accounts.api.permissions import IsAdmin, IsLoggedIn, current_user
from accounts.api.serializers import FamilyGuardianOutput
from accounts.guardians import (
    GuardianExists,
    GuardianFrozen,
    GuardianshipEnded,
    InvitationExpired,
    InvitationMismatch,
    TooManyGuardians,
)
from accounts.locking import FamilyDisabled
from accounts.login import EmailNotVerified
from core.api.base import output, validated
from core.api.openapi import DeletedOutput, InsertedOutput, ModifiedOutput
from core.api.refusals import refuses
from core.api.throttling import count_request
from core.errors import NotFound

TOKEN = OpenApiParameter("token", OpenApiTypes.STR, OpenApiParameter.PATH, description="Of the invitation's link.")


class GuardiansView(APIView):
    throttle_scopes = {"POST": "invitation"}
    permission_classes = [IsLoggedIn]

    @refuses(NotFound)
    @extend_schema(operation_id="listGuardians", responses={200: GuardianOutput(many=True)})
    def get(self, request: Request, id: int) -> Response:
        """List who else sees a child of the user's own account, the first invited first; an admin: of any child."""
        reader = current_user(request)
        serializer = GuardianOutput if reader.is_admin else FamilyGuardianOutput
        return Response([output(serializer, row) for row in guardians.guardians_of(child_id=id, reader=reader)])

    @refuses(EmailNotVerified, NotFound, TooManyGuardians, GuardianExists, GuardianFrozen, FamilyDisabled)
    @extend_schema(operation_id="inviteGuardian", request=InvitationInput, responses={201: InsertedOutput})
    def post(self, request: Request, id: int) -> Response:
        """Mail an invitation to see a child of the user's own account; an admin: any child.

        The answer is the same whether an account has the address or not. An open invitation is sent again.
        """
        body, by, now = validated(InvitationInput, request.data), current_user(request), timezone.now()
        # The counts contain no personal data.
        address = salted_hmac("invited address", body["email"]).hexdigest()
        with transaction.atomic():
            invited = guardians.invite_guardian(child_id=id, email=body["email"], care=body["care"], by=by, now=now)
            # After the refusals: what is not mailed uses up nothing.
            count_request(scope="invited address", address=address, kind="invitation", now=now.timestamp())
        return Response(output(InsertedOutput, {"inserted_id": invited.pk}), 201)


class GuardianView(APIView):
    throttle_scopes = {"DELETE": "selection", "PATCH": "decision"}

    def get_permissions(self) -> list[BasePermission]:
        return [IsAdmin()] if self.request.method == "PATCH" else [IsLoggedIn()]

    @refuses(NotFound, GuardianFrozen)
    @extend_schema(operation_id="endGuardianship", request=None, responses={200: DeletedOutput})
    def delete(self, request: Request, id: int, guardian_id: int) -> Response:
        """End it: for the owner of the child, who was invited, and admins. Queued e-mails are not sent anymore."""
        guardians.end_guardianship(
            child_id=id, guardianship_id=guardian_id, by=current_user(request), now=timezone.now()
        )
        return Response(output(DeletedOutput, {"deleted_count": 1}))

    @refuses(NotFound)
    @extend_schema(operation_id="freezeGuardianship", request=FreezeInput, responses={200: ModifiedOutput})
    def patch(self, request: Request, id: int, guardian_id: int) -> Response:
        """Stop it or let it go on, also while the invitation is open. Only an admin ends what is stopped."""
        body = validated(FreezeInput, request.data)
        changed = guardians.freeze_guardianship(child_id=id, guardianship_id=guardian_id, now=timezone.now(), **body)
        return Response(output(ModifiedOutput, {"modified_count": int(changed)}))


REFUSALS = (
    *(NotFound, EmailNotVerified, InvitationMismatch, InvitationExpired),
    *(GuardianshipEnded, GuardianFrozen, GuardianExists),
)


class InvitationView(APIView):
    throttle_scopes = {"GET": "profile", "POST": "profile"}
    permission_classes = [IsLoggedIn]

    @refuses(*REFUSALS)
    @extend_schema(operation_id="getInvitation", parameters=[TOKEN], responses={200: InvitationOutput})
    def get(self, request: Request, token: str) -> Response:
        """Read an invitation of the user's own address, which must be verified."""
        invitation = guardians.read_invitation(user=current_user(request), token=token, now=timezone.now())
        return Response(output(InvitationOutput, invitation))

    @refuses(*REFUSALS)
    @extend_schema(operation_id="acceptInvitation", parameters=[TOKEN], request=None, responses={200: InvitationOutput})
    def post(self, request: Request, token: str) -> Response:
        """Accept an invitation of the user's own address, which must be verified. Again: the same answer."""
        accepted = guardians.accept_invitation(user=current_user(request), token=token, now=timezone.now())
        return Response(output(InvitationOutput, accepted))
