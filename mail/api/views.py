from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import IsLoggedIn, current_user
from accounts.profiles import change_profile
from core.api.base import validated
from core.api.openapi import ModifiedOutput
from mail.api.serializers import EmailSettingsInput, EmailSettingsOutput
from mail.models import OutboxEmail


class EmailSettingsView(APIView):
    throttle_scopes = {"PATCH": "profile"}
    permission_classes = [IsLoggedIn]

    @extend_schema(operation_id="getEmailSettings", tags=["accounts"], responses={200: EmailSettingsOutput})
    def get(self, request: Request) -> Response:
        """Get the user's own e-mail settings, and whether their address refuses e-mails."""
        user = current_user(request)
        settings = {
            "wants_reminders": user.wants_reminders,
            "refused_at": OutboxEmail.objects.of(user).refused_at(),
            "alerts": user.alerts if user.is_admin else None,
        }
        return Response(EmailSettingsOutput(settings).data)

    @extend_schema(
        operation_id="changeEmailSettings",
        tags=["accounts"],
        request=EmailSettingsInput,
        responses={200: ModifiedOutput},
    )
    def patch(self, request: Request) -> Response:
        """Switch the reminders on or off."""
        changes = validated(EmailSettingsInput, request.data)
        modified = change_profile(user=current_user(request), **changes)
        return Response(ModifiedOutput({"modified_count": modified}).data)
