from django.urls import path

from office.api import import_views, receipt_views, report_views, school_views, views

urlpatterns = [
    path("school", school_views.SchoolView.as_view()),
    path("needs", views.NeedsView.as_view()),
    path("families", views.FamiliesView.as_view()),
    path("families/import", import_views.ImportFamiliesView.as_view()),
    path("families/importTemplate", import_views.FamiliesTemplateView.as_view()),
    path("families/invite", import_views.InviteFamiliesView.as_view()),
    path("families/<id:id>", views.FamilyView.as_view()),
    path("families/<id:id>/children", views.FamilyChildrenView.as_view()),
    path("families/<id:id>/children/<id:child_id>", views.FamilyChildView.as_view()),
    path("families/<id:id>/statement", receipt_views.FamilyStatementView.as_view()),
    path("families/<id:id>/statement.pdf", receipt_views.FamilyStatementPdfView.as_view()),
    path("payments/<uuid_id:id>/receipt", receipt_views.ReceiptView.as_view()),
    path("payments/<uuid_id:id>/receipt.pdf", receipt_views.ReceiptPdfView.as_view()),
    path("users/me/statement", receipt_views.StatementView.as_view()),
    path("users/me/statement.pdf", receipt_views.StatementPdfView.as_view()),
    path("overview", report_views.OverviewView.as_view()),
    path("reports/books", report_views.BooksView.as_view()),
    path("reports/books/totals", report_views.BookTotalsView.as_view()),
    path("reports/books/checks", report_views.ChecksView.as_view()),
    path("reports/classes", report_views.ClassReportView.as_view()),
    path("reports/instructors", report_views.InstructorReportView.as_view()),
]
