"""URLs of the office."""

from django.urls import path

from office.api import views

urlpatterns = [
    path("families", views.FamiliesView.as_view()),
    path("families/<id:id>", views.FamilyView.as_view()),
    path("families/<id:id>/children", views.FamilyChildrenView.as_view()),
]
