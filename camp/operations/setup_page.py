from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import IsAdmin
from camp.operations.doctor import BROKEN, OK, WARNING, diagnose
from core.api.serializers import CampSerializer


class FindingOutput(CampSerializer):
    """The state of one part of the set-up."""

    what = serializers.CharField()
    state = serializers.ChoiceField([OK, WARNING, BROKEN])
    todo = serializers.CharField(help_text="What is wrong and what to do; empty if the state is ok.", allow_blank=True)


class SetupView(APIView):
    permission_classes = [IsAdmin]
    throttle_scopes = {"GET": "setup"}

    @extend_schema(operation_id="getSetup", tags=["site"], responses={200: FindingOutput(many=True)})
    def get(self, request: Request) -> Response:
        """Check the settings, the providers, the storage, the worker and the backup. Takes some seconds."""
        return Response(FindingOutput(diagnose(is_running=True), many=True).data)
