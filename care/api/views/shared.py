from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import IsLoggedIn, current_user
from care.api.shared_serializers import SharedChildOutput
from care.shared_children import read_shared_children
from core.api.base import output


class SharedChildrenView(APIView):
    """Also of a school without care."""

    permission_classes = [IsLoggedIn]

    @extend_schema(operation_id="listSharedChildren", tags=["accounts"], responses={200: SharedChildOutput(many=True)})
    def get(self, request: Request) -> Response:
        """List the children of other accounts that the user sees, with their seats and messages."""
        rows = read_shared_children(user=current_user(request), now=timezone.now())
        return Response([output(SharedChildOutput, row) for row in rows])
