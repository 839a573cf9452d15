from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.decisions import AdminDecisionView
from accounts.api.permissions import IsAdmin
from accounts.api.serializers import ChildInput
from accounts.children import ChildExists, TooManyChildren
from accounts.locking import FamilyDisabled
from accounts.models import User
from core.api.base import output, validated
from core.api.lists import ListView
from core.api.openapi import InsertedOutput, ModifiedOutput
from core.api.refusals import refuses
from office import families
from office.api.serializers import (
    FamilyChangeInput,
    FamilyChildChangedOutput,
    FamilyChildChangeInput,
    FamilyInput,
    FamilyOutput,
    FamilyQueryInput,
    FamilyRowOutput,
    NeedOutput,
)
from office.families import FamilyExists, HasLogin
from office.needs import families_in_need, list_needs


class NeedsView(APIView):
    permission_classes = [IsAdmin]

    @extend_schema(operation_id="listNeeds", responses={200: NeedOutput(many=True)})
    def get(self, request: Request) -> Response:
        """List what waits for the office: numbers, sums, and the pages that show the rows."""
        return Response([output(NeedOutput, each) for each in list_needs(now=timezone.now())])


@extend_schema_view(get=extend_schema(operation_id="listFamilies", parameters=[FamilyQueryInput]))
class FamiliesView(ListView):
    """List the accounts with their children, newest first, or those that match a search."""

    throttle_scopes = {"POST": "decision"}
    permission_classes = [IsAdmin]
    serializer_class = FamilyRowOutput

    def get_queryset(self) -> QuerySet[User]:
        query = validated(FamilyQueryInput, self.request.query_params)
        need = query["needs"]
        if not need:
            return families.find_families(query["q"])
        accounts, children = families_in_need(need, timezone.now())
        return families.find_families(query["q"], children=children).filter(pk__in=accounts)

    @refuses(FamilyExists)
    @extend_schema(operation_id="addFamily", request=FamilyInput, responses={201: InsertedOutput})
    def post(self, request: Request) -> Response:
        """Create an account for a caller. The first login with its verified e-mail address gets it."""
        account = families.create_family(**validated(FamilyInput, request.data))
        return Response(InsertedOutput({"inserted_id": account.pk}).data, 201)


class FamilyView(AdminDecisionView):
    @extend_schema(operation_id="getFamily", responses={200: FamilyOutput})
    def get(self, request: Request, id: int) -> Response:
        """Get everything about an account: children, seats, holds, places on waitlists and payments."""
        return Response(output(FamilyOutput, families.read_family(user_id=id, now=timezone.now())))

    @refuses(HasLogin, FamilyExists, FamilyDisabled)
    @extend_schema(operation_id="changeFamily", request=FamilyChangeInput, responses={200: ModifiedOutput})
    def patch(self, request: Request, id: int) -> Response:
        """Change the name, the phone number, the addresses or the note of an account.

        `has_login`: somebody has logged in, so the e-mail address stays.
        """
        changed = families.change_family(user_id=id, **validated(FamilyChangeInput, request.data))
        return Response(output(ModifiedOutput, {"modified_count": int(changed)}))


class FamilyChildView(AdminDecisionView):
    @refuses(ChildExists, FamilyDisabled)
    @extend_schema(
        operation_id="changeFamilyChild", request=FamilyChildChangeInput, responses={200: FamilyChildChangedOutput}
    )
    def patch(self, request: Request, id: int, child_id: int) -> Response:
        """Change a child of an account. It keeps its seats, also those that are no longer for its age."""
        changes = validated(FamilyChildChangeInput, request.data)
        changed, unfit = families.change_child(user_id=id, child_id=child_id, now=timezone.now(), **changes)
        return Response(output(FamilyChildChangedOutput, {"modified_count": int(changed), "no_longer_fit": unfit}))


class FamilyChildrenView(AdminDecisionView):
    @refuses(ChildExists, TooManyChildren, FamilyDisabled)
    @extend_schema(operation_id="addFamilyChild", request=ChildInput, responses={201: InsertedOutput})
    def post(self, request: Request, id: int) -> Response:
        """Add a child to an account."""
        body = validated(ChildInput, request.data)
        child = families.add_child(user_id=id, name=body["name"], born_on=body.get("born_on"))
        return Response(InsertedOutput({"inserted_id": child.pk}).data, 201)
