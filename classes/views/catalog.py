"""The calls that show classes, and those by which an instructor offers one."""

from django.http import HttpRequest
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import OptionalSiteTokenAuthentication, SiteTokenAuthentication, may_be_an_admin
from accounts.models import User
from accounts.permissions import IsAdmin, IsInstructor, IsLoggedIn, asker, person_in_path
from camp.lib.api import object_id
from camp.lib.errors import NotFound
from camp.lib.public_list import PublicList
from camp.lib.schema import LIST_PARAMETERS, Inserted, Modified, refusals
from classes.catalog import offer_class, update_class
from classes.models import CampClass
from classes.serializers import ClassChange, ClassInput, ClassOutput, ListedClassOutput, ReviewedClassOutput
from classes.views.wire import checked, listed

MOST_POPULAR = 6


class ClassesView(PublicList):
    """What is taught."""

    def may_get_more(self, request: HttpRequest) -> bool:
        return may_be_an_admin(request)

    def get_authenticators(self) -> list[BaseAuthentication]:
        request = getattr(self, "request", None)  # none while the calls are described
        if request is not None and request.method == "POST":
            return [SiteTokenAuthentication()]
        return [OptionalSiteTokenAuthentication()]

    def get_permissions(self) -> list[BasePermission]:
        return [IsInstructor()] if self.request.method == "POST" else [AllowAny()]

    @extend_schema(
        operation_id="listClasses",
        tags=["classes"],
        parameters=LIST_PARAMETERS,
        responses={200: ListedClassOutput(many=True), **refusals(400, 503)},
    )
    def get(self, request: Request) -> Response:
        """List the approved classes, newest first; for an admin, all of them."""
        for_the_public = not (isinstance(request.user, User) and request.user.is_admin)
        classes = CampClass.objects.counted()
        rows = classes.approved() if for_the_public else classes
        response = listed(request, rows, ListedClassOutput, context={"for_the_public": for_the_public})
        response["Vary"] = "Authorization"  # no cache may hand an admin's list to the public
        return response

    @extend_schema(
        operation_id="offerClass",
        tags=["classes"],
        request=ClassInput,
        responses={201: Inserted, **refusals(400, 401, 403, 413, 415, 503)},
    )
    def post(self, request: Request) -> Response:
        """Offer a class in one's own name; it is Pending until an admin decides."""
        values = checked(ClassInput(data=request.data))
        camp_class = offer_class(instructor=asker(request), values=values)
        return Response(Inserted({"insertedId": camp_class.pk}).data, 201)


class PopularClassesView(PublicList):
    """What is liked best."""

    authentication_classes = [OptionalSiteTokenAuthentication]
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="listPopularClasses",
        tags=["classes"],
        responses={200: ClassOutput(many=True), **refusals(503)},
    )
    def get(self, request: Request) -> Response:
        """List the six approved classes in which most people are enrolled."""
        rows = list(CampClass.objects.most_popular()[:MOST_POPULAR])
        return Response(ClassOutput(rows, many=True).data, headers={"X-Total-Count": str(len(rows))})


class ClassView(APIView):
    """One class, for its instructor to change."""

    permission_classes = [IsInstructor]

    @extend_schema(
        operation_id="updateClass",
        tags=["classes"],
        request=ClassChange,
        responses={200: Modified, **refusals(400, 401, 403, 404, 409, 413, 415, 503)},
    )
    def put(self, request: Request, id: str) -> Response:
        """Change one's own class; a denied one goes back to Pending. 409 `seats_held`."""
        camp_class_id, values = object_id(id), checked(ClassChange(data=request.data))
        modified = update_class(
            instructor=asker(request),
            camp_class_id=camp_class_id,
            seats=values.pop("seats"),
            shown_enrolled=values.pop("enroll", None),
            values=values,
            now=timezone.now(),
        )
        return Response(Modified({"modifiedCount": int(modified)}).data)


class MyClassView(APIView):
    """One class, as its instructor sees it."""

    permission_classes = [IsLoggedIn]

    @extend_schema(
        operation_id="getMyClass",
        tags=["classes"],
        responses={200: ReviewedClassOutput, **refusals(401, 404, 503)},
    )
    def get(self, request: Request, id: str) -> Response:
        """One class, whatever its status, for its instructor or an admin."""
        camp_class = CampClass.objects.visible_to(asker(request)).counted().filter(pk=object_id(id)).first()
        if camp_class is None:
            raise NotFound
        return Response(ReviewedClassOutput(camp_class).data)


class MyClassesView(APIView):
    """What an instructor teaches."""

    permission_classes = [IsInstructor | IsAdmin]

    @extend_schema(
        operation_id="listMyClasses",
        tags=["classes"],
        parameters=LIST_PARAMETERS,
        responses={200: ReviewedClassOutput(many=True), **refusals(400, 401, 403, 404, 503)},
    )
    def get(self, request: Request, email: str) -> Response:
        """List an instructor's classes of every status, newest first."""
        rows = CampClass.objects.taught_by(person_in_path(request, email)).counted()
        return listed(request, rows, ReviewedClassOutput)
