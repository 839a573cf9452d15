"""The calls about the classes that a student has chosen, or has a seat in."""

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.permissions import IsLoggedIn, IsStudent, asker, person_in_path
from camp.lib.api import object_id
from camp.lib.schema import LIST_PARAMETERS, Inserted, refusals
from classes.models import CampClass, Selection
from classes.selection import select_class
from classes.serializers import EnrolledClassOutput, SelectionInput, SelectionOutput
from classes.views.wire import checked, listed

LATEST_SEAT_FIRST = ("-enrolled_at", "-id")


class SelectionsView(APIView):
    """What a student has selected."""

    def get_permissions(self) -> list[BasePermission]:
        return [IsStudent()] if self.request.method == "POST" else [IsLoggedIn()]

    @extend_schema(
        operation_id="listSelections",
        tags=["classes"],
        parameters=[
            OpenApiParameter("email", OpenApiTypes.STR, required=True, description="The student's."),
            *LIST_PARAMETERS,
        ],
        responses={200: SelectionOutput(many=True), **refusals(400, 401, 403, 404, 503)},
    )
    def get(self, request: Request) -> Response:
        """List a student's selected classes, newest first, with the classes' present values."""
        email = request.query_params.get("email", "")
        if not email:
            raise ValidationError({"email": ["This field is required."]})
        student = person_in_path(request, email)
        rows = Selection.objects.filter(student=student).shown(timezone.now())
        return listed(request, rows, SelectionOutput)

    @extend_schema(
        operation_id="selectClass",
        tags=["classes"],
        request=SelectionInput,
        responses={201: Inserted, **refusals(400, 401, 403, 404, 409, 413, 415, 503)},
    )
    def post(self, request: Request) -> Response:
        """Select a class. 409 `already_selected`, `already_enrolled`, `class_full`."""
        body = checked(SelectionInput(data=request.data))
        selection = select_class(student=asker(request), camp_class_id=object_id(body["classId"]))
        return Response(Inserted({"insertedId": selection.pk}).data, 201)


class EnrolledClassesView(APIView):
    """What a student takes part in."""

    permission_classes = [IsLoggedIn]

    @extend_schema(
        operation_id="listEnrolledClasses",
        tags=["classes"],
        parameters=LIST_PARAMETERS,
        responses={200: EnrolledClassOutput(many=True), **refusals(400, 401, 403, 404, 503)},
    )
    def get(self, request: Request, email: str) -> Response:
        """List the classes in which a student has a seat, the latest seat first."""
        rows = CampClass.objects.counted().with_seat_of(person_in_path(request, email))
        return listed(request, rows, EnrolledClassOutput, LATEST_SEAT_FIRST)
