from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.decisions import AdminDecisionView
from accounts.api.permissions import IsAdmin
from classes.api.season_serializers import AdminSeasonOutput, ListedSeasonOutput, SeasonInput, SeasonOutput
from classes.api.views.catalog import PublicListView, PublicReadView
from classes.catalog import seasons
from classes.catalog.seasons import SeasonExists
from classes.models import Season
from core.api.base import output, validated
from core.api.lists import ListView
from core.api.openapi import InsertedOutput, ModifiedOutput
from core.api.refusals import refuses


class SeasonsView(PublicReadView, PublicListView):
    throttle_scopes = {"POST": "decision"}
    write_methods = ("POST",)
    queryset = Season.objects.all()
    ordering = ("-starts_on", "-id")

    def get_permissions(self) -> list[BasePermission]:
        return [IsAdmin()] if self.request.method in self.write_methods else [AllowAny()]

    def get_serializer_class(self) -> type[SeasonOutput]:
        return AdminSeasonOutput if getattr(self.request.user, "is_admin", False) else SeasonOutput

    @extend_schema(operation_id="listSeasons", responses={200: ListedSeasonOutput(many=True)})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the seasons, the latest first."""
        is_admin = getattr(request.user, "is_admin", False)
        response = ListView.list(self, request) if is_admin else self.list(request)
        response["Vary"] = "Authorization"  # an HTTP cache must not serve an admin's list to the public
        return response

    @refuses(SeasonExists)
    @extend_schema(operation_id="createSeason", request=SeasonInput, responses={201: InsertedOutput})
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Create a season; its slug comes from its name."""
        season = seasons.create_season(values=validated(SeasonInput, request.data))
        return Response(output(InsertedOutput, {"inserted_id": season.pk}), 201)


class SeasonView(AdminDecisionView):
    @refuses(SeasonExists)
    @extend_schema(operation_id="updateSeason", request=SeasonInput, responses={200: ModifiedOutput})
    def put(self, request: Request, id: int) -> Response:
        """Change a season; its slug follows its name. Seats that are held stay held."""
        changed = seasons.change_season(season_id=id, values=validated(SeasonInput, request.data))
        return Response(output(ModifiedOutput, {"modified_count": int(changed)}))
