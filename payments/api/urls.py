from django.urls import path

from payments.api import desk_views, views, voucher_views, withdrawal_views

urlpatterns = [
    path("createPaymentIntent", views.PaymentIntentView.as_view()),
    path("orders", views.OrdersView.as_view()),
    path("orders/quote", views.QuoteView.as_view()),
    path("orders/<uuid_id:id>", views.OrderView.as_view()),
    path("orders/<uuid_id:id>/returned", desk_views.OrderReturnedView.as_view()),
    path("payments", views.PaymentsView.as_view()),
    path("payments/cancel/<uuid_id:id>", views.CancelPaymentView.as_view()),
    path("payments/<uuid_id:id>/move", desk_views.MoveView.as_view()),
    path("payments/<uuid_id:id>/refunds", desk_views.PartRefundView.as_view()),
    path("payments/<uuid_id:id>/release", desk_views.ReleaseView.as_view()),
    path("payments/<uuid_id:id>/returned", desk_views.ReturnedView.as_view()),
    path("payments/<uuid_id:id>/paidBack", desk_views.PaidBackView.as_view()),
    path("payments/<uuid_id:id>/acceptLoss", desk_views.AcceptLossView.as_view()),
    path("desk/owed", desk_views.OwedView.as_view()),
    path("payments/<str:email>", views.PaymentHistoryView.as_view()),
    path("classes/withdrawn/<id:id>", withdrawal_views.WithdrawClassView.as_view()),
    path("classes/<id:id>/withdrawal", withdrawal_views.WithdrawalView.as_view()),
    path("vouchers", voucher_views.VouchersView.as_view()),
    path("vouchers/<id:id>", voucher_views.VoucherView.as_view()),
    path("desk/quote", desk_views.DeskQuoteView.as_view()),
    path("desk/enrollments", desk_views.DeskEnrollmentsView.as_view()),
    path("desk/reservations", desk_views.ReservationsView.as_view()),
    path("desk/reservations/<id:id>", desk_views.ReservationView.as_view()),
    path("stripe/webhook", views.WebhookView.as_view()),
]
