from datetime import datetime

from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.decisions import AdminDecisionView
from accounts.api.permissions import IsLoggedIn, IsStudent, current_user, user_from_query
from accounts.locking import FamilyDisabled
from classes.api.views.students import EMAIL
from classes.api.waitlist_serializers import (
    ClassWaitlistOutput,
    DeskWaitlistInput,
    JoinedWaitlistOutput,
    NextReasonInput,
    WaitlistEntryOutput,
    WaitlistInput,
)
from classes.catalog.clashes import find_clashes, own_classes
from classes.models import CampClass, WaitlistEntry
from classes.seats.enrollment import NOT_BOOKABLE
from classes.waitlist import entries
from classes.waitlist.entries import (
    AlreadyNext,
    AlreadyWaiting,
    FamilyIsNoStudent,
    NotSoldOut,
    NotWaiting,
    SeatsFree,
    TooLateToWait,
)
from classes.waitlist.limits import OfferNotTaken, TooManyEntries, VerifiedEmailNeededToWait
from core.api.base import output, validated
from core.api.lists import ListView
from core.api.openapi import DeletedOutput, ModifiedOutput
from core.api.path_converters import parse_id
from core.api.refusals import refuses
from core.errors import NotFound


@extend_schema_view(get=extend_schema(operation_id="listWaitlistEntries", parameters=[EMAIL]))
class WaitlistView(ListView):
    """List the waitlists on which a student and their children are, the latest entry first."""

    throttle_scopes = {"POST": "hold"}
    serializer_class = WaitlistEntryOutput

    def get_permissions(self) -> list[BasePermission]:
        return [IsStudent()] if self.request.method == "POST" else [IsLoggedIn()]

    @refuses(PermissionDenied, NotFound)
    def get_queryset(self) -> QuerySet[WaitlistEntry]:
        active = WaitlistEntry.objects.filter(student=user_from_query(self.request)).active()
        return active.with_position().select_related("camp_class", "child", "offer")

    @refuses(
        NotFound,
        SeatsFree,
        NotSoldOut,
        AlreadyWaiting,
        *NOT_BOOKABLE,
        TooLateToWait,
        VerifiedEmailNeededToWait,
        OfferNotTaken,
        TooManyEntries,
    )
    @extend_schema(operation_id="joinWaitlist", request=WaitlistInput, responses={201: JoinedWaitlistOutput})
    def post(self, request: Request) -> Response:
        """Join the waitlist of a class without open seats, for the user or for their child."""
        body, student, now = validated(WaitlistInput, request.data), current_user(request), timezone.now()
        class_id, child_id = parse_id(body["class_id"]), body.get("child_id")
        entry = entries.join(student=student, camp_class_id=class_id, child_id=child_id, now=now)
        return _joined(entry, now)


class DeskWaitlistView(AdminDecisionView):
    @refuses(
        NotFound, FamilyDisabled, FamilyIsNoStudent, SeatsFree, NotSoldOut, AlreadyWaiting, *NOT_BOOKABLE, TooLateToWait
    )
    @extend_schema(
        operation_id="joinWaitlistAtDesk",
        tags=["office"],
        request=DeskWaitlistInput,
        responses={201: JoinedWaitlistOutput},
    )
    def post(self, request: Request) -> Response:
        """Put a participant of an account on the waitlist of a class without free seats."""
        body, now = validated(DeskWaitlistInput, request.data), timezone.now()
        entry = entries.join_by_staff(
            user_id=body["user_id"], camp_class_id=body["class_id"], child_id=body.get("child_id"), now=now
        )
        return _joined(entry, now)


def _joined(entry: WaitlistEntry, now: datetime) -> Response:
    own = own_classes(student_id=entry.student_id, now=now)[entry.child_id]
    clashes = find_clashes(camp_class_id=entry.camp_class_id, own_class_ids=own)
    return Response(output(JoinedWaitlistOutput, {"entry": entry, "clashes": clashes}), 201)


class WaitlistEntryView(APIView):
    throttle_scopes = {"DELETE": "selection"}
    permission_classes = [IsLoggedIn]

    @extend_schema(operation_id="leaveWaitlist", request=None, responses={200: DeletedOutput})
    def delete(self, request: Request, id: int) -> Response:
        """Leave a waitlist. An offer is declined, and its seat goes to the next participant."""
        entries.leave(student=current_user(request), entry_id=id, now=timezone.now())
        return Response(output(DeletedOutput, {"deleted_count": 1}))


class NextOnWaitlistView(AdminDecisionView):
    @refuses(NotWaiting, AlreadyNext)
    @extend_schema(operation_id="putNextOnWaitlist", request=NextReasonInput, responses={200: ModifiedOutput})
    def post(self, request: Request, id: int) -> Response:
        """Offer this participant the next open seat before the others; at once if there is one.

        Participants that an admin has put next already come first.
        """
        body = validated(NextReasonInput, request.data)
        entries.put_next(entry_id=id, reason=body["reason"], now=timezone.now())
        return Response(output(ModifiedOutput, {"modified_count": 1}))


@extend_schema_view(get=extend_schema(operation_id="listClassWaitlist"))
class ClassWaitlistView(ListView):
    """List the waitlist of one's own class (an admin: of any class): offered seats first, then who waits, in order.

    The substitute of a lesson sees it on the day of that lesson.
    """

    permission_classes = [IsLoggedIn]
    serializer_class = ClassWaitlistOutput
    ordering = ("position_or_0", "id")

    def get_queryset(self) -> QuerySet[WaitlistEntry]:
        visible = CampClass.objects.with_roster_for(current_user(self.request), timezone.now())
        camp_class = get_object_or_404(visible, pk=self.kwargs["id"])
        active = camp_class.waitlist.active().with_position().select_related("student", "child", "offer")
        return active.annotate(position_or_0=Coalesce("position", 0))
