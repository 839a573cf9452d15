from collections.abc import Sequence
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.authentication import OptionalSiteTokenAuthentication, SiteTokenAuthentication
from accounts.api.decisions import AdminDecisionView
from accounts.api.permissions import IsAdmin, IsInstructor, IsLoggedIn, current_user, user_from_path
from accounts.api.serializers import InstructorOutput
from classes.api.change_serializers import ClassChangeInput, ClassInput, ClassPatchInput, ClassUpdatedOutput
from classes.api.serializers import (
    ClassOutput,
    ClassPageOutput,
    CraftInput,
    CraftOutput,
    ListedClassOutput,
    MyClassOutput,
    OwnClassOutput,
    ReviewedClassOutput,
)
from classes.catalog import crafts
from classes.catalog.changes import (
    EarlyPriceAbovePrice,
    SeatsHeld,
    TooManySeats,
    create_class,
    create_class_for,
    update_any_class,
    update_class,
)
from classes.catalog.crafts import CraftExists, CraftInUse
from classes.catalog.handover import NotAnInstructor
from classes.catalog.lessons import LessonOver
from classes.catalog.seasons import AlreadyCopied, SeasonAlreadySet
from classes.models import NO_SEASON, Craft, ShownClass, instructors_with_student_counts, shown_classes
from classes.seats.locks import ClassWithdrawn
from core.api.base import output, validated
from core.api.lists import ListView
from core.api.openapi import EMAIL_IN_PATH, DeletedOutput, InsertedOutput, ModifiedOutput
from core.api.pagination import Keyset, KeysetPagination, keyset_of, page_of_rows
from core.api.refusals import refuses
from core.cache import invalidation
from core.cache.responses import response_cache
from core.errors import InvalidInput

POPULAR_CLASSES = 6
SEASON = OpenApiParameter("season", description="The slug of a season; `none`: the classes that have none.")
Row = tuple[Keyset, dict[str, Any]]
"""Where a row is in the list, and the row as it is shown."""


def class_values(serializer_class: type[ClassInput], request: Request) -> dict[str, Any]:
    """``instructorId`` in the body is ignored, unless an admin sends it."""
    body = request.data
    if isinstance(body, dict) and not current_user(request).is_admin:
        body = {name: value for name, value in body.items() if name != "instructorId"}
    return validated(serializer_class, body)


class PublicReadView(APIView):
    """Base of the views that everybody may read; ``write_methods`` require an instructor or an admin."""

    write_methods: ClassVar[tuple[str, ...]]

    def get_authenticators(self) -> list[BaseAuthentication]:
        request = getattr(self, "request", None)  # none while drf-spectacular describes the view
        if request is not None and request.method in self.write_methods:
            return [SiteTokenAuthentication()]
        return [OptionalSiteTokenAuthentication()]

    def get_permissions(self) -> list[Any]:
        return [(IsInstructor | IsAdmin)()] if self.request.method in self.write_methods else [AllowAny()]


class PublicListView(ListView):
    """Base of the lists that are the same for everybody.

    The rows are kept in the response cache, because any client can ask for them with a query string, a cookie or an
    invalid token, which no cache in front of Django can tell apart from a request that needs a response of its own.
    """

    ordering = KeysetPagination.ordering

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        invalidation.listen()
        rows = self.asked_for(response_cache.get_or_build((type(self), "rows"), self._rows))
        if not self.pagination_class:
            return Response([row for _, row in rows], headers={"X-Total-Count": str(len(rows))})
        data, headers = page_of_rows(rows, self.ordering, request)
        return Response(data, headers=headers)

    def asked_for(self, rows: tuple[Row, ...]) -> Sequence[Row]:
        """Returns the rows that the query string asks for."""
        return rows

    def _rows(self) -> tuple[Row, ...]:
        found = self.get_queryset()
        if self.pagination_class:
            found = found.order_by(*self.ordering)
        serializer_class = self.get_serializer_class()
        return tuple((keyset_of(row, self.ordering), output(serializer_class, row)) for row in found)


class ClassesView(PublicReadView, PublicListView):
    throttle_scopes = {"POST": "class"}
    write_methods = ("POST",)

    def get_queryset(self) -> QuerySet[ShownClass]:
        classes = shown_classes().listed_for(self.request.user)
        return classes.of_season(self._season() if getattr(self.request.user, "is_admin", False) else None)

    def asked_for(self, rows: tuple[Row, ...]) -> Sequence[Row]:
        season = self._season()
        if season is None:
            return rows
        return [row for row in rows if (row[1]["season"] or NO_SEASON) == season]

    def _season(self) -> str | None:
        return self.request.query_params.get("season")

    def get_serializer_class(self) -> type[ClassOutput]:
        return ReviewedClassOutput if getattr(self.request.user, "is_admin", False) else ClassOutput

    @extend_schema(operation_id="listClasses", parameters=[SEASON], responses={200: ListedClassOutput(many=True)})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the approved classes that are not over, newest first; for an admin all classes."""
        is_admin = getattr(request.user, "is_admin", False)
        # Not from the cache of this process, which hears of a change of another one a little later.
        response = ListView.list(self, request) if is_admin else self.list(request)
        response["Vary"] = "Authorization"  # an HTTP cache must not serve an admin's list to the public
        return response

    @refuses(NotAnInstructor)
    @extend_schema(operation_id="createClass", request=ClassInput, responses={201: InsertedOutput})
    def post(self, request: Request) -> Response:
        """Create a class; as an admin, for an instructor. It is pending until an admin decides."""
        values, user = class_values(ClassInput, request), current_user(request)
        new = {"lessons": values.pop("lessons", []), "values": values, "now": timezone.now()}
        if not user.is_admin:
            camp_class = create_class(instructor=user, **new)
        elif "instructor_id" in values:
            camp_class = create_class_for(instructor_id=values.pop("instructor_id"), **new)
        else:
            raise InvalidInput(fields={"instructor_id": ["Please choose who teaches this class."]})
        return Response(output(InsertedOutput, {"inserted_id": camp_class.pk}), 201)


@extend_schema_view(get=extend_schema(operation_id="listPopularClasses"))
class PopularClassesView(PublicListView):
    """List the six approved classes with the most enrolled students."""

    authentication_classes = [OptionalSiteTokenAuthentication]
    permission_classes = [AllowAny]
    pagination_class = None
    serializer_class = ClassOutput

    def get_queryset(self) -> QuerySet[ShownClass]:
        return shown_classes().by_popularity()[:POPULAR_CLASSES]


@extend_schema_view(get=extend_schema(operation_id="listInstructors", tags=["accounts"]))
class InstructorsView(PublicListView):
    """List the instructors: those with the most enrolled students first, then by name."""

    authentication_classes = [OptionalSiteTokenAuthentication]
    permission_classes = [AllowAny]
    serializer_class = InstructorOutput
    queryset = instructors_with_student_counts()
    ordering = ("-enrolled", "name_order", "id")


@extend_schema_view(get=extend_schema(operation_id="listCrafts"))
class CraftsView(PublicReadView, PublicListView):
    """List the crafts in the order in which a page shows them."""

    throttle_scopes = {"POST": "decision"}
    write_methods = ("POST",)
    serializer_class = CraftOutput
    queryset = Craft.objects.all()
    ordering = ("position", "id")

    def get_permissions(self) -> list[Any]:
        return [IsAdmin()] if self.request.method == "POST" else super().get_permissions()

    @refuses(CraftExists)
    @extend_schema(operation_id="addCraft", request=CraftInput, responses={201: CraftOutput})
    def post(self, request: Request) -> Response:
        """Add a craft at the end of the list. Its slug is made of its name."""
        craft = crafts.create_craft(name=validated(CraftInput, request.data)["name"])
        return Response(output(CraftOutput, craft), 201)


class CraftView(AdminDecisionView):
    @refuses(CraftExists)
    @extend_schema(operation_id="renameCraft", request=CraftInput, responses={200: ModifiedOutput})
    def put(self, request: Request, slug: str) -> Response:
        """Rename a craft. Its slug stays."""
        changed = crafts.rename_craft(slug=slug, name=validated(CraftInput, request.data)["name"])
        return Response(output(ModifiedOutput, {"modified_count": int(changed)}))

    @refuses(CraftInUse)
    @extend_schema(operation_id="deleteCraft", request=None, responses={200: DeletedOutput})
    def delete(self, request: Request, slug: str) -> Response:
        """Delete a craft that no class has."""
        crafts.delete_craft(slug=slug)
        return Response(output(DeletedOutput, {"deleted_count": 1}))


CHANGE_REFUSALS = (
    SeatsHeld,
    TooManySeats,
    LessonOver,
    ClassWithdrawn,
    SeasonAlreadySet,
    AlreadyCopied,
    NotAnInstructor,
    EarlyPriceAbovePrice,
)


class ClassView(PublicReadView):
    throttle_scopes = {"PUT": "class", "PATCH": "decision"}
    write_methods = ("PUT", "PATCH")

    @extend_schema(operation_id="getClass", responses={200: ClassPageOutput})
    def get(self, request: Request, id: int) -> Response:
        """Get an approved class with its lessons; also one that is over, with `endedAt`."""
        classes = shown_classes().approved().with_lessons()
        return Response(output(ClassPageOutput, get_object_or_404(classes, pk=id)))

    @refuses(*CHANGE_REFUSALS)
    @extend_schema(operation_id="updateClass", request=ClassChangeInput, responses={200: ClassUpdatedOutput})
    def put(self, request: Request, id: int) -> Response:
        """Update a class, as its instructor or an admin. A denied class becomes pending again.

        An admin can give it to another instructor. `early_price_above_price` only without `earlyPrice`.
        """
        return self._update(request, id, class_values(ClassChangeInput, request))

    @refuses(*CHANGE_REFUSALS)
    @extend_schema(operation_id="changeClass", request=ClassChangeInput, responses={200: ClassUpdatedOutput})
    def patch(self, request: Request, id: int) -> Response:
        """Update some values of a class, as PUT does. The other values stay, also those that changed meanwhile."""
        return self._update(request, id, class_values(ClassPatchInput, request))

    def _update(self, request: Request, id: int, values: dict[str, Any]) -> Response:
        user, instructor_id = current_user(request), values.pop("instructor_id", None)
        edit: dict[str, Any] = {
            "camp_class_id": id,
            "seats": values.pop("seats", None),
            "shown_enrolled": values.pop("enroll", None),
            "lessons": values.pop("lessons", None),
            "values": values,
            "now": timezone.now(),
        }
        if user.is_admin:
            update = update_any_class(instructor_id=instructor_id, **edit)
        else:
            update = update_class(instructor=user, **edit)
        body = {"modified_count": int(update.is_modified), "no_longer_fit": update.no_longer_fit}
        return Response(output(ClassUpdatedOutput, body))


class MyClassView(APIView):
    permission_classes = [IsLoggedIn]

    @extend_schema(operation_id="getMyClass", responses={200: MyClassOutput})
    def get(self, request: Request, id: int) -> Response:
        """Get a class of any status, as its instructor, the substitute of a lesson on its day, or an admin."""
        classes = shown_classes().with_roster_for(current_user(request), timezone.now()).with_lessons()
        return Response(output(MyClassOutput, get_object_or_404(classes, pk=id)))


@extend_schema_view(get=extend_schema(operation_id="listMyClasses", parameters=[EMAIL_IN_PATH]))
class MyClassesView(ListView):
    """List an instructor's classes of every status, newest first."""

    permission_classes = [IsInstructor | IsAdmin]
    serializer_class = OwnClassOutput

    def get_queryset(self) -> QuerySet[ShownClass]:
        instructor = user_from_path(self.request, self.kwargs["email"])
        return shown_classes().taught_by(instructor).with_income()
