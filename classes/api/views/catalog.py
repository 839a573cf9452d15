"""Views that list classes, and with which an instructor creates and updates them."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.authentication import OptionalSiteTokenAuthentication, SiteTokenAuthentication
from accounts.api.permissions import IsAdmin, IsInstructor, IsLoggedIn, current_user, user_from_path
from accounts.api.serializers import InstructorOutput
from classes.api.serializers import (
    ClassChangeInput,
    ClassInput,
    ClassOutput,
    ClassPageOutput,
    ClassUpdatedOutput,
    CraftOutput,
    ListedClassOutput,
    MyClassOutput,
    OwnClassOutput,
    ReviewedClassOutput,
)
from classes.catalog.changes import create_class, update_class
from classes.models import CampClass, Craft, instructors_with_student_counts, shown_classes
from core.api.base import output, validated
from core.api.lists import ListView
from core.api.openapi import EMAIL_IN_PATH, InsertedOutput
from core.api.pagination import KeysetPagination, page_of_rows
from core.cache import invalidation
from core.cache.responses import response_cache

POPULAR_CLASSES = 6


class PublicReadView(APIView):
    """Base of the views that everybody may read; ``write_method`` requires an instructor."""

    write_method: ClassVar[str]

    def get_authenticators(self) -> list[BaseAuthentication]:
        request = getattr(self, "request", None)  # none while drf-spectacular describes the view
        if request is not None and request.method == self.write_method:
            return [SiteTokenAuthentication()]
        return [OptionalSiteTokenAuthentication()]

    def get_permissions(self) -> list[BasePermission]:
        return [IsInstructor()] if self.request.method == self.write_method else [AllowAny()]


class PublicListView(ListView):
    """Base of the lists that are the same for everybody.

    The rows are kept in the response cache, because any client can ask for them with a query string, a cookie or an
    invalid token, which no cache in front of Django can tell apart from a request that needs a response of its own.
    """

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        invalidation.listen()
        rows = response_cache.get_or_build((type(self), "rows"), self._rows)
        data = page_of_rows(rows, request) if self.pagination_class else [row for _, row in rows]
        return Response(data, headers={"X-Total-Count": str(len(rows))})

    def _rows(self) -> tuple[tuple[str, Any], ...]:
        found = self.get_queryset()
        if self.pagination_class:
            found = found.order_by(*getattr(self, "ordering", KeysetPagination.ordering))
        serializer_class = self.get_serializer_class()
        return tuple((str(row.pk), output(serializer_class, row)) for row in found)


class ClassesView(PublicReadView, PublicListView):
    throttle_scopes = {"POST": "class"}
    write_method = "POST"

    def get_queryset(self) -> QuerySet[CampClass]:
        return shown_classes().listed_for(self.request.user)

    def get_serializer_class(self) -> type[ClassOutput]:
        return ReviewedClassOutput if getattr(self.request.user, "is_admin", False) else ClassOutput

    @extend_schema(operation_id="listClasses", tags=["classes"], responses={200: ListedClassOutput(many=True)})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the approved classes that are not over, newest first; for an admin all classes."""
        is_admin = getattr(request.user, "is_admin", False)
        response = ListView.list(self, request) if is_admin else self.list(request)
        response["Vary"] = "Authorization"  # an HTTP cache must not serve an admin's list to the public
        return response

    @extend_schema(operation_id="createClass", tags=["classes"], request=ClassInput, responses={201: InsertedOutput})
    def post(self, request: Request) -> Response:
        """Create a class. It is pending until an admin decides."""
        values = validated(ClassInput, request.data)
        lessons = values.pop("lessons", [])
        camp_class = create_class(instructor=current_user(request), values=values, lessons=lessons, now=timezone.now())
        return Response(output(InsertedOutput, {"insertedId": camp_class.pk}), 201)


@extend_schema_view(get=extend_schema(operation_id="listPopularClasses", tags=["classes"]))
class PopularClassesView(PublicListView):
    """List the six approved classes with the most enrolled students."""

    authentication_classes = [OptionalSiteTokenAuthentication]
    permission_classes = [AllowAny]
    pagination_class = None
    serializer_class = ClassOutput

    def get_queryset(self) -> QuerySet[CampClass]:
        return shown_classes().by_popularity()[:POPULAR_CLASSES]


@extend_schema_view(get=extend_schema(operation_id="listInstructors", tags=["accounts"]))
class InstructorsView(PublicListView):
    """List the instructors: those with the most enrolled students first, then by name."""

    authentication_classes = [OptionalSiteTokenAuthentication]
    permission_classes = [AllowAny]
    serializer_class = InstructorOutput
    queryset = instructors_with_student_counts()
    ordering = ("-enrolled", "name_order", "id")


@extend_schema_view(get=extend_schema(operation_id="listCrafts", tags=["classes"]))
class CraftsView(PublicListView):
    """List the crafts in the order in which a page shows them."""

    authentication_classes = [OptionalSiteTokenAuthentication]
    permission_classes = [AllowAny]
    serializer_class = CraftOutput
    queryset = Craft.objects.all()
    ordering = ("position", "id")


class ClassView(PublicReadView):
    throttle_scopes = {"PUT": "class"}
    write_method = "PUT"
    error_statuses = {"PUT": (409,)}

    @extend_schema(operation_id="getClass", tags=["classes"], responses={200: ClassPageOutput})
    def get(self, request: Request, id: int) -> Response:
        """Get an approved class with its lessons; also one that is over, with `endedAt`."""
        classes = shown_classes().approved().with_lessons()
        return Response(output(ClassPageOutput, get_object_or_404(classes, pk=id)))

    @extend_schema(
        operation_id="updateClass", tags=["classes"], request=ClassChangeInput, responses={200: ClassUpdatedOutput}
    )
    def put(self, request: Request, id: int) -> Response:
        """Update one's own class. A denied class becomes pending again.

        409 `seats_held`, `too_many_seats`, `lesson_over`, `class_withdrawn`.
        """
        values = validated(ClassChangeInput, request.data)
        update = update_class(
            instructor=current_user(request),
            camp_class_id=id,
            seats=values.pop("seats"),
            shown_enrolled=values.pop("enroll", None),
            lessons=values.pop("lessons", None),
            values=values,
            now=timezone.now(),
        )
        body = {"modifiedCount": int(update.is_modified), "no_longer_fit": update.no_longer_fit}
        return Response(output(ClassUpdatedOutput, body))


class MyClassView(APIView):
    permission_classes = [IsLoggedIn]

    @extend_schema(operation_id="getMyClass", tags=["classes"], responses={200: MyClassOutput})
    def get(self, request: Request, id: int) -> Response:
        """Get a class of any status, as its instructor or an admin."""
        classes = shown_classes().visible_to(current_user(request)).with_lessons()
        return Response(output(MyClassOutput, get_object_or_404(classes, pk=id)))


@extend_schema_view(get=extend_schema(operation_id="listMyClasses", tags=["classes"], parameters=[EMAIL_IN_PATH]))
class MyClassesView(ListView):
    """List an instructor's classes of every status, newest first."""

    permission_classes = [IsInstructor | IsAdmin]
    serializer_class = OwnClassOutput

    def get_queryset(self) -> QuerySet[CampClass]:
        instructor = user_from_path(self.request, self.kwargs["email"])
        return shown_classes().taught_by(instructor).with_income()
