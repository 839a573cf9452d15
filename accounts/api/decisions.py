from rest_framework.views import APIView

from accounts.api.permissions import IsAdmin


class AdminDecisionView(APIView):
    """What only an admin does, one decision at a time. Reading is not counted."""

    throttle_scopes = dict.fromkeys(("POST", "PUT", "PATCH", "DELETE"), "decision")
    permission_classes = [IsAdmin]
