"""The call that tells who takes part in a class."""

from typing import Any

from django.utils import timezone
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.permissions import IsLoggedIn, asker
from camp.lib.api import object_id
from camp.lib.errors import NotFound
from camp.lib.schema import LIST_PARAMETERS, refusals
from classes.models import CampClass
from classes.roster import roster_csv
from classes.serializers import RosterOutput
from classes.views.wire import listed

BY_NAME = ("student__name", "id")


class RosterCsv(BaseRenderer):
    """A roster for a spreadsheet."""

    media_type = "text/csv"
    format = "csv"

    def render(self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None) -> bytes:
        return roster_csv(data).encode()


class RosterView(APIView):
    """Who takes part in a class."""

    permission_classes = [IsLoggedIn]
    renderer_classes = [JSONRenderer, RosterCsv]

    @extend_schema(
        operation_id="listRoster",
        tags=["classes"],
        parameters=LIST_PARAMETERS,
        responses={
            (200, "application/json"): RosterOutput(many=True),
            (200, "text/csv"): OpenApiTypes.STR,
            **refusals(400, 401, 404, 503),
        },
    )
    def get(self, request: Request, id: str) -> Response:
        """Who takes a seat in one's own class (an admin: in any), by name; `?format=csv` for a spreadsheet."""
        camp_class = CampClass.objects.visible_to(asker(request)).filter(pk=object_id(id)).first()
        if camp_class is None:
            raise NotFound
        roster = camp_class.enrollments.on_roster(timezone.now())
        if request.accepted_renderer.format == RosterCsv.format:
            return Response(roster.order_by(*BY_NAME), headers=_as_file(camp_class))
        return listed(request, roster, RosterOutput, BY_NAME)

    def handle_exception(self, exc: Exception) -> Response:
        """A refusal is JSON, also where a spreadsheet was asked for."""
        self.request.accepted_renderer, self.request.accepted_media_type = JSONRenderer(), JSONRenderer.media_type
        return super().handle_exception(exc)


def _as_file(camp_class: CampClass) -> dict[str, str]:
    name = slugify(camp_class.name) or str(camp_class.pk)
    return {"Content-Disposition": f'attachment; filename="roster-{name}.csv"'}
