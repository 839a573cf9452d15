from collections.abc import Mapping

from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.api.permissions import IsStudent, current_user


class IsStudentOrPays(IsStudent):
    """A student, or any user who sends a ``transactionId``: the role may have changed since the card was charged."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return self.is_allowed(current_user(request)) or (
            isinstance(request.data, Mapping) and bool(request.data.get("transactionId"))
        )
