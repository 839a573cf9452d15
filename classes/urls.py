"""The addresses of this app."""

from django.urls import path

from classes.views import approval, catalog, pictures, roster, students

urlpatterns = [
    path("classes", catalog.ClassesView.as_view()),
    path("popularClasses", catalog.PopularClassesView.as_view()),
    path("classes/approved/<str:id>", approval.ApproveClassView.as_view()),
    path("classes/denied/<str:id>", approval.DenyClassView.as_view()),
    path("classes/feedback/<str:id>", approval.FeedbackView.as_view()),
    path("classes/<str:id>", catalog.ClassView.as_view()),
    path("classes/<str:id>/roster", roster.RosterView.as_view()),
    path("myClass/<str:id>", catalog.MyClassView.as_view()),
    path("myClasses/<str:email>", catalog.MyClassesView.as_view()),
    path("selectClass", students.SelectionsView.as_view()),
    path("enrolledStudent/<str:email>", students.EnrolledClassesView.as_view()),
    path("images", pictures.PicturesView.as_view()),
]
