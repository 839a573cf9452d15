from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import IsAdmin, IsInstructor, IsLoggedIn, current_user
from care.api.permissions import CareIsOn
from care.api.presence_serializers import (
    AbsenceInput,
    AttendanceOutput,
    DayInput,
    FamilyAttendanceOutput,
    PresenceInput,
    PresenceOutput,
    TodayLessonOutput,
)
from care.presence.absences import AlreadyRecorded, TooManyAbsences, announce_absence, take_back_absence
from care.presence.attendance import attendance_csv, class_attendance, family_attendance
from care.presence.events import NewEvent, WrongDay, record_events
from care.presence.today import read_today
from classes.models import scheduled_classes
from core.api.base import output, validated
from core.api.csv_views import JSONOrCSVView, csv_response
from core.api.openapi import DeletedOutput, InsertedOutput
from core.api.refusals import refuses
from core.api.tagged import TAG_PARAMETERS, Answer, tagged_response
from core.errors import NotFound
from core.site_time import site_day


class TodayView(APIView):
    permission_classes = [CareIsOn, IsInstructor | IsAdmin]

    @extend_schema(
        operation_id="listToday",
        parameters=[DayInput, *TAG_PARAMETERS],
        responses={200: TodayLessonOutput(many=True), 304: None},
    )
    def get(self, request: Request) -> HttpResponse:
        """List the lessons of a day with their participants: one's own and those one substitutes; all for an admin.

        A lesson is listed for its substitute on its own day only. Each reading about a child is recorded.
        """
        reader, now = current_user(request), timezone.now()
        day = validated(DayInput, request.query_params).get("date") or site_day(now)

        def make() -> Answer:
            today = read_today(reader=reader, day=day, now=now)
            return Answer([output(TodayLessonOutput, each) for each in today.lessons], today.until)

        return tagged_response(request, key=("today", reader.pk, day, site_day(now)), make=make, now=now)


class PresenceView(APIView):
    throttle_scopes = {"POST": "presence"}

    def get_permissions(self) -> list[Any]:
        """Everybody reads the times of their own account; staff record them."""
        roles = IsLoggedIn if self.request.method == "GET" else IsInstructor | IsAdmin
        return [CareIsOn(), roles()]

    @extend_schema(operation_id="listPresence", responses={200: FamilyAttendanceOutput(many=True)})
    def get(self, request: Request) -> Response:
        """List when the participants of one's account and shared children arrived and left, in the last 30 days."""
        rows = family_attendance(guardian=current_user(request), now=timezone.now())
        return Response([output(FamilyAttendanceOutput, row) for row in rows])

    @extend_schema(operation_id="recordPresence", request=PresenceInput, responses={200: PresenceOutput})
    def post(self, request: Request) -> Response:
        """Record what a device has seen at one's lessons. Each event is decided by itself.

        An event that was recorded before is accepted again.
        """
        events = [_event(each) for each in validated(PresenceInput, request.data)["events"]]
        refused = record_events(by=current_user(request), events=events, now=timezone.now())
        body = {"accepted": len(events) - len(refused), "refused": refused}
        return Response(output(PresenceOutput, body))


def _event(values: Mapping[str, Any]) -> NewEvent:
    event = NewEvent(
        uuid=values["uuid"],
        lesson_id=values["lesson_id"],
        enrollment_id=values["enrollment_id"],
        kind=values["kind"],
        at=values["at"],
        undoes=values.get("undoes") if values["kind"] == "UNDO" else None,
    )
    if values["kind"] != "LEFT":
        return event
    return NewEvent(
        **vars(event)
        | {
            "contact_id": values.get("contact_id"),
            "with_name": values.get("with_name") or "",
            "reason": values.get("reason") or "",
        }
    )


class AbsencesView(APIView):
    throttle_scopes = {"POST": "selection"}
    permission_classes = [CareIsOn, IsLoggedIn]

    @refuses(NotFound, WrongDay, TooManyAbsences)
    @extend_schema(operation_id="announceAbsence", request=AbsenceInput, responses={201: InsertedOutput})
    def post(self, request: Request) -> Response:
        """Tell the instructor that a participant of one's account can't come today."""
        body = validated(AbsenceInput, request.data)
        uuid = announce_absence(
            guardian=current_user(request),
            lesson_id=body["lesson_id"],
            enrollment_id=body["enrollment_id"],
            now=timezone.now(),
        )
        return Response(output(InsertedOutput, {"inserted_id": str(uuid)}), 201)


class AbsenceView(APIView):
    throttle_scopes = {"DELETE": "selection"}
    permission_classes = [CareIsOn, IsLoggedIn]

    @refuses(NotFound, WrongDay, AlreadyRecorded)
    @extend_schema(operation_id="takeBackAbsence", request=None, responses={200: DeletedOutput})
    def delete(self, request: Request, id: UUID) -> Response:
        """Tell the instructor that the participant is coming after all."""
        take_back_absence(guardian=current_user(request), event_id=id, now=timezone.now())
        return Response(output(DeletedOutput, {"deleted_count": 1}))


class AttendanceView(JSONOrCSVView):
    permission_classes = [CareIsOn, IsLoggedIn]

    @extend_schema(
        operation_id="listAttendance",
        responses={(200, "application/json"): AttendanceOutput(many=True), (200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, request: Request, id: int) -> Response:
        """List who was at the lessons of one's own class (an admin: of any class). `?format=csv` for a spreadsheet.

        The substitute of a lesson reads it on the lesson's day. In the spreadsheet a participant who left and came
        back has a line for each stay. Who collected a child is listed for an instructor as long as its care sheet,
        and recorded as read.
        """
        reader, now = current_user(request), timezone.now()
        camp_class = get_object_or_404(scheduled_classes().with_roster_for(reader, now), pk=id)
        rows = class_attendance(reader=reader, camp_class=camp_class, now=now)
        if not self.wants_csv():
            return Response([output(AttendanceOutput, row) for row in rows])
        return csv_response(f"attendance-{slugify(camp_class.name) or camp_class.pk}.csv", attendance_csv(rows))
