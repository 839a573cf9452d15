"""Views of the classes that a student has selected or is enrolled in."""

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import IsLoggedIn, IsStudent, current_user, user_from_path, user_from_query
from classes.api.selection_serializers import SelectionInput, SelectionOutput
from classes.api.serializers import EnrolledClassOutput
from classes.models import CampClass, Selection
from classes.seats.selection import select_class
from core.api.base import output, validated
from core.api.openapi import EMAIL_IN_PATH, EMAIL_SCHEMA, InsertedOutput
from core.api.path_converters import parse_id

EMAIL = OpenApiParameter("email", EMAIL_SCHEMA, required=True, description="The student's e-mail address.")


@extend_schema_view(get=extend_schema(operation_id="listSelections", tags=["classes"], parameters=[EMAIL]))
class SelectionsView(ListAPIView):
    """List a student's selected classes with the classes' current values, newest first."""

    throttle_scopes = {"POST": "selection"}
    serializer_class = SelectionOutput
    error_statuses = {"GET": (403, 404), "POST": (404, 409)}

    def get_permissions(self) -> list[BasePermission]:
        return [IsStudent()] if self.request.method == "POST" else [IsLoggedIn()]

    def get_queryset(self) -> QuerySet[Selection]:
        return Selection.objects.filter(student=user_from_query(self.request)).with_class_and_hold(timezone.now())

    @extend_schema(
        operation_id="selectClass", tags=["classes"], request=SelectionInput, responses={201: InsertedOutput}
    )
    def post(self, request: Request) -> Response:
        """Select a class for the user, or for their child.

        409 `already_selected`, `already_enrolled`, `no_lessons`, `class_begun`, `age_not_in_range`,
        `birth_date_needed`, `class_full`.
        """
        body = validated(SelectionInput, request.data)
        selection = select_class(
            student=current_user(request),
            camp_class_id=parse_id(body["classId"]),
            child_id=body.get("childId"),
            now=timezone.now(),
        )
        return Response(output(InsertedOutput, {"insertedId": selection.pk}), 201)


@extend_schema_view(get=extend_schema(operation_id="listEnrolledClasses", tags=["classes"], parameters=[EMAIL_IN_PATH]))
class EnrolledClassesView(ListAPIView):
    """List the classes in which a student and their children are enrolled, the latest enrollment first.

    A class is listed once for each participant. `limit`, `after` and `X-Total-Count` count it once.
    """

    permission_classes = [IsLoggedIn]
    error_statuses = {"GET": (403,)}
    serializer_class = EnrolledClassOutput
    ordering = ("-latest_seat_at", "-id")

    def get_queryset(self) -> QuerySet[CampClass]:
        classes = CampClass.objects.with_enrolled_count().with_schedule().with_waitlist(timezone.now())
        return classes.with_lessons().with_seats_of(user_from_path(self.request, self.kwargs["email"]))

    def paginate_queryset(self, queryset: QuerySet[CampClass]) -> list[CampClass]:  # type: ignore[override]
        """Returns the classes of the page, each once for each participant."""
        return [row for camp_class in super().paginate_queryset(queryset) or () for row in camp_class.for_each_seat()]
