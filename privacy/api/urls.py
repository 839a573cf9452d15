from django.urls import path

from privacy.api import views

urlpatterns = [
    path("users/me", views.MyAccountView.as_view()),
    path("users/me/data", views.MyDataView.as_view()),
    path("children/<id:id>", views.MyChildView.as_view()),
]
