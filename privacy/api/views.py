from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import IsLoggedIn, current_user
from accounts.api.serializers import RecentLoginInput
from accounts.api.views import ChildView, MyProfileView
from accounts.recent_login import RecentLoginRequired
from accounts.roles import LastAdmin
from core.api.base import IndentedJSONRenderer, validated
from core.api.openapi import DeletedOutput
from core.api.refusals import refuses
from privacy import child_deletion, deletion
from privacy.api.serializers import PersonalDataOutput
from privacy.child_deletion import ChildStillEnrolled
from privacy.deletion import PaymentInProgress, StillEnrolled, StillTeaching
from privacy.personal_data import collect_personal_data

DATA_FILE = "craft-camp-my-data.json"


class MyAccountView(MyProfileView):
    """Adds the account deletion to the route of the profile."""

    throttle_scopes = MyProfileView.throttle_scopes | {"DELETE": "account-deletion"}

    @refuses(RecentLoginRequired, LastAdmin, StillTeaching, StillEnrolled, PaymentInProgress)
    @extend_schema(operation_id="deleteMyAccount", tags=["accounts"], request=RecentLoginInput, responses={204: None})
    def delete(self, request: Request) -> Response:
        """Delete the user's own account permanently. Payment records stay, without a name."""
        body = validated(RecentLoginInput, request.data)
        deletion.delete_own_account(user=current_user(request), id_token=body["id_token"], now=timezone.now())
        return Response(status=204)


class MyChildView(ChildView):
    """Adds the deletion to the route of a child."""

    throttle_scopes = ChildView.throttle_scopes | {"DELETE": "account-deletion"}

    @refuses(ChildStillEnrolled, PaymentInProgress)
    @extend_schema(operation_id="deleteChild", tags=["accounts"], request=None, responses={200: DeletedOutput})
    def delete(self, request: Request, id: int) -> Response:
        """Delete a child of the user's own account permanently. Payment records stay, without the child's name."""
        child_deletion.delete_child(guardian=current_user(request), child_id=id, now=timezone.now())
        return Response(DeletedOutput({"deleted_count": 1}).data)


class MyDataView(APIView):
    throttle_scopes = {"GET": "data"}
    permission_classes = [IsLoggedIn]
    renderer_classes = [IndentedJSONRenderer]

    @extend_schema(operation_id="downloadMyData", tags=["accounts"], responses={200: PersonalDataOutput})
    def get(self, request: Request) -> Response:
        """Download all stored data about the user as a file."""
        data = PersonalDataOutput(collect_personal_data(current_user(request))).data
        disposition = f'attachment; filename="{DATA_FILE}"'
        return Response(data, headers={"Content-Disposition": disposition, "Cache-Control": "no-store"})
