"""URLs of classes, selections and pictures."""

from django.urls import path

from classes.api.views import approval, calendar, catalog, pictures, planning, roster, seasons, students, waitlist

urlpatterns = [
    path("classes", catalog.ClassesView.as_view()),
    path("crafts", catalog.CraftsView.as_view()),
    path("seasons", seasons.SeasonsView.as_view()),
    path("seasons/<id:id>", seasons.SeasonView.as_view()),
    path("seasons/<id:id>/copy", planning.CopySeasonView.as_view()),
    path("seasons/<id:id>/import", planning.ImportSeasonView.as_view()),
    path("seasons/<id:id>/conflicts", planning.SeasonConflictsView.as_view()),
    path("popularClasses", catalog.PopularClassesView.as_view()),
    path("instructors", catalog.InstructorsView.as_view()),
    path("classes/approved", planning.ApproveClassesView.as_view()),
    path("classes/season", planning.SeasonOfClassesView.as_view()),
    path("classes/approved/<id:id>", approval.ApproveClassView.as_view()),
    path("classes/denied/<id:id>", approval.DenyClassView.as_view()),
    path("classes/feedback/<id:id>", approval.FeedbackView.as_view()),
    path("classes/<id:id>/instructor", approval.InstructorView.as_view()),
    path("lessons/<id:id>", approval.LessonView.as_view()),
    path("classes/<id:id>", catalog.ClassView.as_view()),
    path("classes/<id:id>/roster", roster.RosterView.as_view()),
    path("classes/<id:id>/waitlist", waitlist.ClassWaitlistView.as_view()),
    path("classes/<id:id>/calendar.ics", calendar.ClassCalendarView.as_view()),
    path("myClass/<id:id>", catalog.MyClassView.as_view()),
    path("myClasses/<str:email>", catalog.MyClassesView.as_view()),
    path("selectClass", students.SelectionsView.as_view()),
    path("waitlist", waitlist.WaitlistView.as_view()),
    path("waitlist/<id:id>/offer", waitlist.NextOnWaitlistView.as_view()),
    path("enrolledStudent/<str:email>", students.EnrolledClassesView.as_view()),
    path("users/me/calendar", calendar.MyCalendarView.as_view()),
    path("calendar/<str:token>.ics", calendar.UserCalendarView.as_view()),
    path("images", pictures.PicturesView.as_view()),
]
