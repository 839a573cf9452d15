"""URLs of care."""

from django.urls import path

from care.api.views import presence

urlpatterns = [
    path("today", presence.TodayView.as_view()),
    path("presence", presence.PresenceView.as_view()),
    path("absences", presence.AbsencesView.as_view()),
    path("classes/<id:id>/attendance", presence.AttendanceView.as_view()),
]
