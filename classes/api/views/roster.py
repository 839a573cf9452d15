from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import IsInstructor, IsLoggedIn, current_user
from classes.ages import age_day
from classes.api.roster_serializers import RosterOutput, SubstitutedLessonOutput
from classes.catalog.roster import roster_csv
from classes.models import Enrollment, Lesson, Status, scheduled_classes
from core.api.csv_views import JSONOrCSVView, csv_response
from core.api.lists import ListView


@extend_schema_view(
    get=extend_schema(
        operation_id="listRoster",
        responses={(200, "application/json"): RosterOutput(many=True), (200, "text/csv"): OpenApiTypes.STR},
    )
)
class RosterView(JSONOrCSVView, ListView):
    """List the participants of one's own class (an admin: of any class) by name. `?format=csv` for a spreadsheet.

    The substitute of a lesson sees it on the day of that lesson.
    A seat that is offered to the waitlist is on the list of the waitlist only, until it is paid.
    """

    permission_classes = [IsLoggedIn]
    serializer_class = RosterOutput
    ordering = ("participant_order", "id")

    def get_queryset(self) -> QuerySet[Enrollment]:
        now = timezone.now()
        visible_classes = scheduled_classes().with_roster_for(current_user(self.request), now)
        self.camp_class = get_object_or_404(visible_classes, pk=self.kwargs["id"])
        return self.camp_class.enrollments.on_roster(now, age_day(first_start=self.camp_class.first_start, now=now))

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        if not self.wants_csv():
            return super().list(request, *args, **kwargs)
        roster = self.get_queryset().order_by(*self.ordering)
        name = slugify(self.camp_class.name) or str(self.camp_class.pk)
        return csv_response(f"roster-{name}.csv", roster_csv(roster))


@extend_schema_view(get=extend_schema(operation_id="listSubstitutions"))
class SubstitutionsView(ListView):
    """List the lessons that one teaches as a substitute and that aren't over, the earliest first."""

    permission_classes = [IsInstructor]
    serializer_class = SubstitutedLessonOutput
    ordering = ("starts_at", "id")

    def get_queryset(self) -> QuerySet[Lesson]:
        user = current_user(self.request)
        lessons = Lesson.objects.taking_place().filter(substitute=user, ends_at__gt=timezone.now())
        others = lessons.filter(camp_class__status=Status.APPROVED).exclude(camp_class__instructor=user)
        return others.select_related("camp_class__instructor")
