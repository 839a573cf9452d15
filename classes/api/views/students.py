from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import IsLoggedIn, IsStudent, current_user, user_from_path, user_from_query
from classes.ages import AgeNotInRange, BirthDateNeeded
from classes.api.selection_serializers import (
    ClashesOfParticipantOutput,
    EnrolledClassOutput,
    SelectedOutput,
    SelectionInput,
    SelectionOutput,
)
from classes.catalog.clashes import clashes_of_family, find_clashes
from classes.catalog.enrolled import enrolled_classes, own_seats
from classes.models import Selection, load_class_and_hold
from classes.seats.enrollment import AlreadyEnrolled, ClassBegun, ClassFull, NoLessons
from classes.seats.selection import AlreadySelected, remove_selection, select_class
from core.api.base import output, validated
from core.api.lists import ListView
from core.api.openapi import EMAIL_IN_PATH, EMAIL_SCHEMA, DeletedOutput
from core.api.pagination import page_of_rows
from core.api.path_converters import parse_id
from core.api.refusals import refuses
from core.errors import NotFound

EMAIL = OpenApiParameter("email", EMAIL_SCHEMA, required=True, description="The student's e-mail address.")


@extend_schema_view(get=extend_schema(operation_id="listSelections", parameters=[EMAIL]))
class SelectionsView(ListView):
    """List a student's selected classes with the classes' current values, newest first."""

    throttle_scopes = {"POST": "selection"}
    queryset = Selection.objects.with_student_and_child()
    serializer_class = SelectionOutput

    def get_permissions(self) -> list[BasePermission]:
        return [IsStudent()] if self.request.method == "POST" else [IsLoggedIn()]

    @refuses(PermissionDenied, NotFound)
    def get_queryset(self) -> QuerySet[Selection]:
        return super().get_queryset().filter(student=user_from_query(self.request))

    def paginate_queryset(self, queryset: Any) -> list[Any]:
        return load_class_and_hold(super().paginate_queryset(queryset) or (), timezone.now())

    @refuses(
        NotFound, AlreadySelected, AlreadyEnrolled, NoLessons, ClassBegun, AgeNotInRange, BirthDateNeeded, ClassFull
    )
    @extend_schema(operation_id="selectClass", request=SelectionInput, responses={201: SelectedOutput})
    def post(self, request: Request) -> Response:
        """Select a class for the user, or for their child."""
        body, student, now = validated(SelectionInput, request.data), current_user(request), timezone.now()
        class_id, child_id = parse_id(body["class_id"]), body.get("child_id")
        selected = select_class(student=student, camp_class_id=class_id, child_id=child_id, now=now)
        clashes = find_clashes(camp_class_id=class_id, own_class_ids=selected.own_class_ids)
        return Response(output(SelectedOutput, {"inserted_id": selected.selection.pk, "clashes": clashes}), 201)


class SelectionView(APIView):
    throttle_scopes = {"DELETE": "selection"}
    permission_classes = [IsLoggedIn]

    @extend_schema(operation_id="removeSelection", request=None, responses={200: DeletedOutput})
    def delete(self, request: Request, id: int) -> Response:
        """Remove a selection, and release the hold on a seat in its class."""
        remove_selection(student=current_user(request), selection_id=id, now=timezone.now())
        return Response(output(DeletedOutput, {"deleted_count": 1}))


class ClashesView(APIView):
    permission_classes = [IsStudent]

    @extend_schema(operation_id="listClashes", responses={200: ClashesOfParticipantOutput(many=True)})
    def get(self, request: Request) -> Response:
        """List the classes with a lesson at the same time as what a participant of the family has.

        Each with the first three of the participant's classes at that time.
        """
        found = clashes_of_family(student_id=current_user(request).pk, now=timezone.now())
        return Response([output(ClashesOfParticipantOutput, each) for each in found])


@extend_schema_view(get=extend_schema(operation_id="listEnrolledClasses", parameters=[EMAIL_IN_PATH]))
class EnrolledClassesView(ListView):
    """List the classes in which a student and their children are enrolled, the latest enrollment first.

    A class is listed once for each participant. `limit`, `after` and `X-Total-Count` count it once.
    """

    permission_classes = [IsLoggedIn]
    serializer_class = EnrolledClassOutput

    @refuses(PermissionDenied)
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        seats = own_seats(student=user_from_path(request, self.kwargs["email"]))
        found = [([str(of_class[0].confirmed_at), class_id], of_class) for class_id, of_class in seats.items()]
        page, headers = page_of_rows(found, ("-confirmed_at", "-id"), request)
        data = [output(EnrolledClassOutput, row) for row in enrolled_classes(seats=page)]
        return Response(data, headers=headers)
