from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import children, login, profiles, roles
from accounts.api.authentication import (
    IdTokenAuthentication,
    OptionalSiteTokenAuthentication,
    SiteTokenAuthentication,
)
from accounts.api.decisions import AdminDecisionView
from accounts.api.permissions import (
    HasEitherToken,
    HasIdToken,
    IsAdmin,
    IsLoggedIn,
    current_bearer,
    current_user,
    user_from_path,
)
from accounts.api.serializers import (
    ChildInput,
    ChildOutput,
    ExchangeInput,
    ExchangeOutput,
    FormerInstructorInput,
    IsAdminOutput,
    IsInstructorOutput,
    MyProfileOutput,
    ProfileChangeInput,
    ProfileInput,
    ProfileOutput,
    UserOutput,
    UserQueryInput,
)
from accounts.children import ChildExists, TooManyChildren
from accounts.guardians import with_guardians
from accounts.login import AccountDeleted, AccountDisabled, EmailInUse, EmailMismatch, EmailNotVerified
from accounts.models import Child, Role, User
from accounts.photos import store_photo
from accounts.roles import AdminNeedsVerifiedEmail, LastAdmin, RoleNeeded
from accounts.search import find_accounts
from core.api.base import output, validated
from core.api.lists import ListView
from core.api.openapi import InsertedOutput, ModifiedOutput
from core.api.path_converters import parse_id
from core.api.picture_views import PICTURE_SCHEMA, PictureView, picture_of, picture_response
from core.api.refusals import refuses


class ExchangeTokenView(APIView):
    throttle_scopes = {"POST": "login"}
    authentication_classes = [IdTokenAuthentication]
    permission_classes = [HasIdToken]

    @refuses(EmailMismatch, EmailNotVerified, EmailInUse, AccountDisabled, AccountDeleted)
    @extend_schema(operation_id="exchangeToken", request=ExchangeInput, responses={200: ExchangeOutput})
    def post(self, request: Request) -> Response:
        """Exchange a Firebase ID token for a site token. The first exchange creates the account."""
        body = validated(ExchangeInput, request.data)
        token = login.exchange(identity=request.auth, email=body["email"], now=timezone.now())  # type: ignore[arg-type]
        return Response(ExchangeOutput({"token": token}).data)


@extend_schema_view(get=extend_schema(operation_id="listUsers", parameters=[UserQueryInput]))
class UsersView(ListView):
    """List the users, newest first."""

    throttle_scopes = {"POST": "registration"}
    serializer_class = UserOutput

    def get_authenticators(self) -> list[BaseAuthentication]:
        request = getattr(self, "request", None)  # none while drf-spectacular describes the view
        if request is not None and request.method == "POST":
            return [OptionalSiteTokenAuthentication(), IdTokenAuthentication()]
        return [SiteTokenAuthentication()]

    def get_permissions(self) -> list[BasePermission]:
        return [HasEitherToken()] if self.request.method == "POST" else [IsAdmin()]

    def get_queryset(self) -> QuerySet[User]:
        query = validated(UserQueryInput, self.request.query_params)
        users = find_accounts(query["q"]).with_child_names()
        return users.filter(role=query["role"]) if query["role"] else users

    @refuses(EmailMismatch)
    @extend_schema(
        operation_id="registerProfile", request=ProfileInput, responses={200: ProfileOutput, 201: ProfileOutput}
    )
    def post(self, request: Request) -> Response:
        """Complete the user's own profile after registration or the first login: 201 the first time, 200 later."""
        body = validated(ProfileInput, request.data)
        user, first_time = profiles.register_profile(
            bearer=current_bearer(request),
            email=body["email"],
            name=body["name"] or "",
            photo=body["photo"] or "",
            now=timezone.now(),
        )
        if first_time:
            return Response(ProfileOutput({"inserted_id": user.pk}).data, 201)
        return Response(ProfileOutput({"inserted_id": None, "message": "User already exists."}).data)


class MyProfileView(APIView):
    throttle_scopes = {"PATCH": "profile"}
    permission_classes = [IsLoggedIn]

    @extend_schema(operation_id="getMyProfile", tags=["accounts"], responses={200: MyProfileOutput})
    def get(self, request: Request) -> Response:
        """Get the user's own profile."""
        return Response(output(MyProfileOutput, current_user(request)))

    @refuses(PermissionDenied)
    @extend_schema(
        operation_id="changeMyProfile", tags=["accounts"], request=ProfileChangeInput, responses={200: ModifiedOutput}
    )
    def patch(self, request: Request) -> Response:
        """Change the profile of the user's own account. Only admins may set `alerts`."""
        changes, user = validated(ProfileChangeInput, request.data), current_user(request)
        if "alerts" in changes and not user.is_admin:
            raise PermissionDenied(IsAdmin.message)
        modified = profiles.change_profile(user=user, **changes)
        return Response(ModifiedOutput({"modified_count": modified}).data)


class MyPhotoView(PictureView):
    permission_classes = [IsLoggedIn]

    @extend_schema(operation_id="uploadMyPhoto", **PICTURE_SCHEMA)
    def post(self, request: Request) -> Response:
        """Upload a photo for the user's own profile; `PATCH /users/me` then sets it. 413 and 415 as for `/images`."""
        return picture_response(store_photo(file=picture_of(request), user_id=current_user(request).pk))


@extend_schema_view(get=extend_schema(operation_id="listChildren"))
class ChildrenView(ListView):
    """List the children of the user's own account, in the order in which they were added."""

    throttle_scopes = {"POST": "profile"}
    permission_classes = [IsLoggedIn]
    serializer_class = ChildOutput
    ordering = ("id",)

    def get_queryset(self) -> QuerySet[Child]:
        return with_guardians(Child.objects.not_deleted().filter(guardian=current_user(self.request)))

    @refuses(ChildExists, TooManyChildren)
    @extend_schema(operation_id="addChild", request=ChildInput, responses={201: InsertedOutput})
    def post(self, request: Request) -> Response:
        """Add a child to the user's own account."""
        body = validated(ChildInput, request.data)
        child = children.add_child(guardian=current_user(request), name=body["name"], born_on=body.get("born_on"))
        return Response(InsertedOutput({"inserted_id": child.pk}).data, 201)


class ChildView(APIView):
    throttle_scopes = {"PUT": "profile"}
    permission_classes = [IsLoggedIn]

    @refuses(ChildExists)
    @extend_schema(operation_id="changeChild", tags=["accounts"], request=ChildInput, responses={200: ModifiedOutput})
    def put(self, request: Request, id: int) -> Response:
        """Change a child of the user's own account. A missing `bornOn` stays as it is."""
        changes = validated(ChildInput, request.data)
        modified = children.change_child(guardian=current_user(request), child_id=id, **changes)
        return Response(ModifiedOutput({"modified_count": modified}).data)


USER_IN_PATH = OpenApiParameter(
    "person",
    {"type": "string", "maxLength": 254},
    OpenApiParameter.PATH,
    description="GET: e-mail address. PATCH: user id.",
)


class RoleView(APIView):
    """Base of the routes whose ``person`` is an e-mail address in a GET and a user id in a PATCH."""

    def get_permissions(self) -> list[BasePermission]:
        return [IsLoggedIn()] if self.request.method == "GET" else [IsAdmin()]


class AdminRoleView(RoleView):
    throttle_scopes = {"PATCH": "decision"}

    @refuses(PermissionDenied)
    @extend_schema(operation_id="isAdmin", parameters=[USER_IN_PATH], responses={200: IsAdminOutput})
    def get(self, request: Request, person: str) -> Response:
        """Whether the user with this e-mail address is an admin. Only an admin may query another user."""
        return Response(IsAdminOutput(user_from_path(request, person)).data)

    @refuses(AdminNeedsVerifiedEmail)
    @extend_schema(operation_id="makeAdmin", parameters=[USER_IN_PATH], request=None, responses={200: ModifiedOutput})
    def patch(self, request: Request, person: str) -> Response:
        """Make the user with this id an admin."""
        return _set_role(parse_id(person), Role.ADMIN, keep_classes=True)


class InstructorRoleView(RoleView):
    throttle_scopes = {"PATCH": "decision"}

    @refuses(PermissionDenied)
    @extend_schema(operation_id="isInstructor", parameters=[USER_IN_PATH], responses={200: IsInstructorOutput})
    def get(self, request: Request, person: str) -> Response:
        """Whether the user with this e-mail address is an instructor. Only an admin may query another user."""
        return Response(IsInstructorOutput(user_from_path(request, person)).data)

    @refuses(LastAdmin)
    @extend_schema(
        operation_id="makeInstructor", parameters=[USER_IN_PATH], request=None, responses={200: ModifiedOutput}
    )
    def patch(self, request: Request, person: str) -> Response:
        """Make the user with this id an instructor."""
        return _set_role(parse_id(person), Role.INSTRUCTOR, keep_classes=True)


class StudentRoleView(AdminDecisionView):
    @refuses(LastAdmin, RoleNeeded)
    @extend_schema(operation_id="makeStudent", request=FormerInstructorInput, responses={200: ModifiedOutput})
    def patch(self, request: Request, id: int) -> Response:
        """Make the user with this id a student.

        An instructor with coming approved classes stays one (`has_classes`) without `keepClasses`.
        """
        body = validated(FormerInstructorInput, request.data)
        return _set_role(id, Role.STUDENT, keep_classes=body["keep_classes"])


def _set_role(user_id: int, role: Role, *, keep_classes: bool) -> Response:
    modified = roles.set_role(user_id=user_id, role=role, keep_classes=keep_classes, now=timezone.now())
    return Response(ModifiedOutput({"modified_count": modified}).data)
