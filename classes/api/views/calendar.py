from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import IsLoggedIn, current_user
from accounts.models import User
from classes.api.serializers import CalendarOutput
from classes.catalog.calendar import calendar_token, class_calendar, fingerprint, renew_calendar_token, user_calendar
from classes.models import CampClass
from core.api.base import output
from core.cache import invalidation
from core.cache.responses import response_cache

MEDIA_TYPE = "text/calendar"
CALENDAR = {(200, MEDIA_TYPE): OpenApiTypes.STR}


class MyCalendarView(APIView):
    throttle_scopes = {"POST": "profile"}
    permission_classes = [IsLoggedIn]

    @extend_schema(operation_id="getMyCalendar", responses={200: CalendarOutput})
    def get(self, request: Request) -> Response:
        """Get the secret address of the user's calendar, for calendar apps."""
        return Response(_address(calendar_token(user=current_user(request))))

    @extend_schema(operation_id="renewMyCalendar", request=None, responses={201: CalendarOutput})
    def post(self, request: Request) -> Response:
        """Replace the address of the user's calendar. The previous one becomes invalid."""
        return Response(_address(renew_calendar_token(user=current_user(request))), 201)


def _address(token: str) -> dict[str, Any]:
    return output(CalendarOutput, {"url": f"{settings.SITE_URL}/calendar/{token}.ics"})


class UserCalendarView(APIView):
    """Calendar apps send no bearer token, so the secret in the address is the authentication."""

    authentication_classes = []
    permission_classes = [AllowAny]

    @extend_schema(operation_id="downloadCalendar", responses=CALENDAR)
    def get(self, request: Request, token: str) -> HttpResponse:
        """Get the lessons of the classes that a user attends or teaches, as iCalendar."""
        user = get_object_or_404(User.objects.filter(is_active=True), calendar_token=token)
        invalidation.listen()  # an app that asks too often costs no more than one that does not
        calendar = response_cache.get_or_build(
            ("calendar", user.pk), lambda: user_calendar(user=user, now=timezone.now())
        )
        return _file(request, calendar, "craft-camp", **{"Cache-Control": "private, no-cache"})


class ClassCalendarView(APIView):
    authentication_classes = []
    permission_classes = [AllowAny]

    @extend_schema(operation_id="downloadClassCalendar", responses=CALENDAR)
    def get(self, request: Request, id: int) -> HttpResponse:
        """Get the lessons of an approved class, as iCalendar."""
        now = timezone.now()
        camp_class = get_object_or_404(CampClass.objects.approved().select_related("instructor"), pk=id)
        lessons = camp_class.lessons.in_calendars(now).order_by("starts_at")
        name = slugify(camp_class.name) or str(camp_class.pk)
        return _file(request, class_calendar(camp_class=camp_class, lessons=lessons, now=now), name)


def _file(request: Request, calendar: bytes, name: str, **headers: str) -> HttpResponse:
    etag = f'W/"{fingerprint(calendar)}"'  # weak: the time at which the calendar was written may differ
    headers |= {"Content-Disposition": f'attachment; filename="{name}.ics"', "ETag": etag}
    file = HttpResponse(calendar, content_type=f"{MEDIA_TYPE}; charset=utf-8", headers=headers)
    # 304 if the app has the calendar already.
    return get_conditional_response(request, etag=etag, response=file) or file
