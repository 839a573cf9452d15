"""The calls about people."""

from typing import Any

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import profiles, roles, signing_in
from accounts.authentication import (
    IdTokenAuthentication,
    OptionalSiteTokenAuthentication,
    SiteTokenAuthentication,
)
from accounts.models import User
from accounts.permissions import HasEitherToken, HasIdToken, IsAdmin, IsLoggedIn, asker, bearer_in, person_in_path
from accounts.serializers import (
    ExchangeInput,
    ExchangeOutput,
    InstructorOutput,
    IsAdminOutput,
    IsInstructorOutput,
    PeopleQuery,
    PersonOutput,
    ProfileChange,
    ProfileInput,
    ProfileOutput,
)
from camp.lib.api import object_id
from camp.lib.limits import Limited
from camp.lib.paging import page_of
from camp.lib.public_list import PublicList
from camp.lib.schema import LIST_PARAMETERS, Modified, refusals


class ExchangeView(Limited):
    """The identity provider's token for the site's."""

    limited = {"POST": "log-in"}
    authentication_classes = [IdTokenAuthentication]
    permission_classes = [HasIdToken]

    @extend_schema(
        operation_id="exchangeToken",
        tags=["accounts"],
        request=ExchangeInput,
        responses={200: ExchangeOutput, **refusals(400, 401, 403, 413, 415, 429, 503)},
    )
    def post(self, request: Request) -> Response:
        """Exchange a Firebase ID token for a site token; the account is opened at first sight.

        403 tells why: `another_email`, `email_not_verified`, `account_disabled`.
        """
        body = _checked(ExchangeInput(data=request.data))
        token = signing_in.exchange(identity=request.auth, email=body["email"], now=timezone.now())  # type: ignore[arg-type]
        return Response(ExchangeOutput({"token": token}).data)


class PeopleView(Limited):
    """Everybody with an account, and the way to become one of them."""

    limited = {"POST": "registration"}

    def get_authenticators(self) -> list[BaseAuthentication]:
        request = getattr(self, "request", None)  # none while the calls are described
        if request is not None and request.method == "POST":
            return [OptionalSiteTokenAuthentication(), IdTokenAuthentication()]
        return [SiteTokenAuthentication()]

    def get_permissions(self) -> list[BasePermission]:
        return [HasEitherToken()] if self.request.method == "POST" else [IsAdmin()]

    @extend_schema(
        operation_id="listUsers",
        tags=["accounts"],
        parameters=[PeopleQuery, *LIST_PARAMETERS],
        responses={200: PersonOutput(many=True), **refusals(400, 401, 403, 503)},
    )
    def get(self, request: Request) -> Response:
        """List everybody, newest first."""
        query = _checked(PeopleQuery(data=request.query_params))
        people, total = page_of(request, User.objects.known().matching(query["q"]), ("-id",))
        return Response(PersonOutput(people, many=True).data, headers={"X-Total-Count": str(total)})

    @extend_schema(
        operation_id="registerProfile",
        tags=["accounts"],
        request=ProfileInput,
        responses={200: ProfileOutput, 201: ProfileOutput, **refusals(400, 401, 403, 413, 415, 429, 503)},
    )
    def post(self, request: Request) -> Response:
        """Complete one's own profile after registration or a first sign-in: 201 the first time, 200 later."""
        body = _checked(ProfileInput(data=request.data))
        user, first_time = profiles.register_profile(
            bearer=bearer_in(request),
            email=body["email"],
            name=body["name"] or "",
            photo=body["photo"] or "",
            now=timezone.now(),
        )
        if first_time:
            return Response(ProfileOutput({"insertedId": user.pk}).data, 201)
        return Response(ProfileOutput({"insertedId": None, "message": "User already exists."}).data)


class MyProfileView(Limited):
    """One's own profile."""

    limited = {"PATCH": "profile"}
    permission_classes = [IsLoggedIn]

    @extend_schema(
        operation_id="changeMyProfile",
        tags=["accounts"],
        request=ProfileChange,
        responses={200: Modified, **refusals(400, 401, 413, 415, 429, 503)},
    )
    def patch(self, request: Request) -> Response:
        """Change one's own name or photo."""
        changes = _checked(ProfileChange(data=request.data))
        modified = profiles.change_profile(user=asker(request), **changes)
        return Response(Modified({"modifiedCount": modified}).data)


PERSON = OpenApiParameter(
    "person", OpenApiTypes.STR, OpenApiParameter.PATH, description="The e-mail address to ask about; the id to change."
)


class AdminRoleView(APIView):
    """The role of an admin: who has it, who gets it."""

    def get_permissions(self) -> list[BasePermission]:
        return [IsLoggedIn()] if self.request.method == "GET" else [IsAdmin()]

    @extend_schema(
        operation_id="isAdmin",
        tags=["accounts"],
        parameters=[PERSON],
        responses={200: IsAdminOutput, **refusals(401, 403, 404, 503)},
    )
    def get(self, request: Request, person: str) -> Response:
        """Whether the person with this e-mail is an admin: oneself, or anybody where an admin asks."""
        return Response(IsAdminOutput(person_in_path(request, person)).data)

    @extend_schema(
        operation_id="makeAdmin",
        tags=["accounts"],
        parameters=[PERSON],
        request=None,
        responses={200: Modified, **refusals(401, 403, 404, 409, 503)},
    )
    def patch(self, request: Request, person: str) -> Response:
        """Make the person with this id an admin. 409 `email_not_verified`."""
        return Response(Modified({"modifiedCount": roles.make_admin(user_id=object_id(person))}).data)


class InstructorRoleView(APIView):
    """The role of an instructor: who has it, who gets it."""

    def get_permissions(self) -> list[BasePermission]:
        return [IsLoggedIn()] if self.request.method == "GET" else [IsAdmin()]

    @extend_schema(
        operation_id="isInstructor",
        tags=["accounts"],
        parameters=[PERSON],
        responses={200: IsInstructorOutput, **refusals(401, 403, 404, 503)},
    )
    def get(self, request: Request, person: str) -> Response:
        """Whether the person with this e-mail is an instructor: oneself, or anybody where an admin asks."""
        return Response(IsInstructorOutput(person_in_path(request, person)).data)

    @extend_schema(
        operation_id="makeInstructor",
        tags=["accounts"],
        parameters=[PERSON],
        request=None,
        responses={200: Modified, **refusals(401, 403, 404, 409, 503)},
    )
    def patch(self, request: Request, person: str) -> Response:
        """Make the person with this id an instructor. 409 `last_admin`."""
        return Response(Modified({"modifiedCount": roles.make_instructor(user_id=object_id(person))}).data)


class InstructorsView(PublicList):
    """Who teaches here."""

    authentication_classes = [OptionalSiteTokenAuthentication]
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="listInstructors",
        tags=["accounts"],
        parameters=LIST_PARAMETERS,
        responses={200: InstructorOutput(many=True), **refusals(400, 503)},
    )
    def get(self, request: Request) -> Response:
        """List the instructors, those with the most enrolled students first, then by name."""
        people, total = page_of(request, User.objects.instructors().by_popularity(), ("-taught", "name", "id"))
        return Response(InstructorOutput(people, many=True).data, headers={"X-Total-Count": str(total)})


def _checked(serializer: Any) -> dict[str, Any]:
    """The validated input. Raises ValidationError (400)."""
    serializer.is_valid(raise_exception=True)
    checked: dict[str, Any] = serializer.validated_data
    return checked
