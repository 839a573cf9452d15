"""``users/me`` and ``children/{id}`` are in the URLs of the app that deletes accounts and children."""

from django.urls import path

from accounts.api import guardian_views, staff_views, views

urlpatterns = [
    path("jwt", views.ExchangeTokenView.as_view()),
    path("users", views.UsersView.as_view()),
    path("users/admin/<str:person>", views.AdminRoleView.as_view()),
    path("users/instructor/<str:person>", views.InstructorRoleView.as_view()),
    path("users/student/<id:id>", views.StudentRoleView.as_view()),
    path("users/me/photo", views.MyPhotoView.as_view()),
    path("staffPages", staff_views.StaffPagesView.as_view()),
    path("children", views.ChildrenView.as_view()),
    path("children/<id:id>/guardians", guardian_views.GuardiansView.as_view()),
    path("children/<id:id>/guardians/<id:guardian_id>", guardian_views.GuardianView.as_view()),
    path("guardianships/<str:token>", guardian_views.InvitationView.as_view()),
]
