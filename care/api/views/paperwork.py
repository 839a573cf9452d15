from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import IsAdmin, current_user
from care.api.paperwork_serializers import (
    AskedOutput,
    AskInput,
    PaperInput,
    PaperworkOutput,
    PaperworkQueryInput,
)
from care.api.permissions import CareIsOn
from care.paperwork.due import (
    BY_NAME,
    ChildPaperwork,
    ask_for_paperwork,
    lacking_in_season,
    paperwork_in_season,
    preview_asking,
)
from care.paperwork.papers import record_paper
from core.api.base import output, validated
from core.api.lists import ListView
from core.api.openapi import InsertedOutput
from core.api.pagination import page_of_rows
from core.api.refusals import refuses
from core.errors import NotFound


@extend_schema_view(get=extend_schema(operation_id="listPaperwork", parameters=[PaperworkQueryInput]))
class PaperworkView(ListView):
    """List the children with a seat ahead in the season who lack paperwork, by name. Their id is `childId`."""

    throttle_scopes = {"POST": "season"}
    permission_classes = [CareIsOn, IsAdmin]
    serializer_class = PaperworkOutput

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        query, season_id = validated(PaperworkQueryInput, request.query_params), self.kwargs["id"]
        lacking = lacking_in_season(season_id=season_id, now=timezone.now(), text=query["q"], part=query["missing"])
        if query["sort"]:
            lacking.sort(key=lambda child: -len(child.missing))
        found = [([len(each.missing) if query["sort"] else 0, each.name_order, each.pk], each) for each in lacking]
        page, headers = page_of_rows(found, ("-missing", *BY_NAME), request)
        rows = paperwork_in_season(season_id=season_id, children=page)
        return Response([output(PaperworkOutput, _paperwork(each)) for each in rows], headers=headers)

    @extend_schema(operation_id="askForPaperwork", request=AskInput, responses={200: AskedOutput})
    def post(self, request: Request, id: int) -> Response:
        """Write an e-mail to the guardians of these children who want reminders, at most one a day to each."""
        now = timezone.now()
        if validated(AskInput, request.data)["dry_run"]:
            return Response(output(AskedOutput, preview_asking(season_id=id, now=now)))
        return Response(output(AskedOutput, {"sent": ask_for_paperwork(season_id=id, now=now)}))


class PapersView(APIView):
    throttle_scopes = {"POST": "decision"}
    permission_classes = [CareIsOn, IsAdmin]

    @refuses(NotFound)
    @extend_schema(operation_id="recordPaper", request=PaperInput, responses={200: InsertedOutput, 201: InsertedOutput})
    def post(self, request: Request) -> Response:
        """Record that staff have seen a paper for the child's coming season. 200 instead of 201 for another time."""
        body = validated(PaperInput, request.data)
        paper, is_new = record_paper(
            child_id=body["child_id"],
            kind=body["kind"],
            seen_on=body["seen_on"],
            seen_by=current_user(request),
            now=timezone.now(),
        )
        return Response(output(InsertedOutput, {"inserted_id": paper.pk}), 201 if is_new else 200)


def _paperwork(row: ChildPaperwork) -> dict[str, Any]:
    seat = row.seats[0]
    return {
        "child_id": seat.child_id,
        "name": seat.child_name,
        "guardian_id": seat.guardian_id,
        "guardian_name": seat.guardian_name,
        "email": seat.email,
        "phone": seat.phone,
        "classes": row.seats,
        "missing": row.missing,
    }
