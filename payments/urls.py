"""The addresses of the money calls."""

from django.urls import path

from payments import views

urlpatterns = [
    path("users/me", views.MyAccountView.as_view()),
    path("createPaymentIntent", views.PaymentIntentView.as_view()),
    path("payments", views.PaymentsView.as_view()),
    path("payments/cancel/<str:id>", views.GiveBackView.as_view()),
    path("payments/<str:email>", views.PaymentHistoryView.as_view()),
    path("selectClass/<str:id>", views.SelectionView.as_view()),
    path("users/me/data", views.MyDataView.as_view()),
    path("overview", views.OverviewView.as_view()),
    path("stripe/webhook", views.WebhookView.as_view()),
]
