from django.contrib import admin
from django.urls import path

from core.http import View, read_only
from mail import preview_pages
from mail.api import views

PREVIEW = "admin/mail/preview/"


def staff_page(view: View) -> View:
    """For staff only, without methods that change anything."""
    return read_only(admin.site.admin_view(view))


urlpatterns = [
    path("users/me/email", views.EmailSettingsView.as_view()),
    path(PREVIEW, staff_page(preview_pages.index), name="email-preview"),
    path(f"{PREVIEW}<slug:name>/html", staff_page(preview_pages.html), name="email-preview-html"),
    path(f"{PREVIEW}<slug:name>/text", staff_page(preview_pages.text), name="email-preview-text"),
]
