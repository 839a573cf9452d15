from django.urls import path

from care.api.views import agreements, contacts, paperwork, presence, shared, sheets

urlpatterns = [
    path("sharedChildren", shared.SharedChildrenView.as_view()),
    path("care", sheets.OwnCareView.as_view()),
    path("care/<id:id>", sheets.CareView.as_view()),
    path("classes/<id:id>/care", sheets.ClassCareView.as_view()),
    path("classes/<id:id>/attendance", presence.AttendanceView.as_view()),
    path("contacts", contacts.ContactsView.as_view()),
    path("contacts/<id:id>", contacts.ContactView.as_view()),
    path("agreements", agreements.AgreementsView.as_view()),
    path("agreements/<id:id>", agreements.AgreementView.as_view()),
    path("agreementTexts", agreements.AgreementTextsView.as_view()),
    path("seasons/<id:id>/paperwork", paperwork.PaperworkView.as_view()),
    path("papers", paperwork.PapersView.as_view()),
    path("today", presence.TodayView.as_view()),
    path("presence", presence.PresenceView.as_view()),
    path("absences", presence.AbsencesView.as_view()),
    path("absences/<uuid_id:id>", presence.AbsenceView.as_view()),
]
