"""The addresses of this app."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("jwt", views.ExchangeView.as_view()),
    path("users", views.PeopleView.as_view()),
    path("users/admin/<str:person>", views.AdminRoleView.as_view()),
    path("users/instructor/<str:person>", views.InstructorRoleView.as_view()),
    path("instructors", views.InstructorsView.as_view()),
]
