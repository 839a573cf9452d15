"""The calls by which an admin decides about a class."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.permissions import IsAdmin
from camp.lib.api import object_id
from camp.lib.schema import Modified, refusals
from classes import approval
from classes.serializers import FeedbackInput, OptionalFeedbackInput
from classes.views.wire import checked


class ApproveClassView(APIView):
    permission_classes = [IsAdmin]

    @extend_schema(
        operation_id="approveClass",
        tags=["classes"],
        request=None,
        responses={200: Modified, **refusals(401, 403, 404, 409, 503)},
    )
    def patch(self, request: Request, id: str) -> Response:
        """Approve a pending class. 409 `already_decided`."""
        approval.approve(camp_class_id=object_id(id))
        return Response(Modified({"modifiedCount": 1}).data)


class DenyClassView(APIView):
    permission_classes = [IsAdmin]

    @extend_schema(
        operation_id="denyClass",
        tags=["classes"],
        request=OptionalFeedbackInput,
        responses={200: Modified, **refusals(400, 401, 403, 404, 409, 413, 415, 503)},
    )
    def patch(self, request: Request, id: str) -> Response:
        """Deny a pending class, and tell why. 409 `already_decided`."""
        camp_class_id, body = object_id(id), checked(OptionalFeedbackInput(data=request.data))
        approval.deny(camp_class_id=camp_class_id, feedback=body["feedback"])
        return Response(Modified({"modifiedCount": 1}).data)


class FeedbackView(APIView):
    permission_classes = [IsAdmin]

    @extend_schema(
        operation_id="giveFeedback",
        tags=["classes"],
        request=FeedbackInput,
        responses={200: Modified, **refusals(400, 401, 403, 404, 409, 413, 415, 503)},
    )
    def patch(self, request: Request, id: str) -> Response:
        """Tell the instructor why a class was denied. 409 `not_denied`."""
        camp_class_id, body = object_id(id), checked(FeedbackInput(data=request.data))
        modified = approval.give_feedback(camp_class_id=camp_class_id, feedback=body["feedback"])
        return Response(Modified({"modifiedCount": int(modified)}).data)
