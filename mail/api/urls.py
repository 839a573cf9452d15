from django.urls import path

from mail.api import views

urlpatterns = [
    path("users/me/email", views.EmailSettingsView.as_view()),
]
