from dataclasses import dataclass

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from camp.operations.worker_tasks import late_tasks
from camp.settings.table import EXAMPLE_SCHOOL
from classes.models import CampClass, Status
from mail.models import OutboxEmail
from payments.models import Payment, Refund


@dataclass(frozen=True)
class AttentionRow:
    text: str
    link: str
    count: int


def index(request: HttpRequest) -> HttpResponse:
    """The caller has checked the permission (``admin_view``)."""
    return admin.site.index(request, extra_context={"attention": [row for row in _attention_rows() if row.count]})


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 with a page, because only browsers send forms here."""
    title = "Your form couldn't be sent"
    context = {**admin.site.each_context(request), "title": title, "is_nav_sidebar_enabled": False}
    return render(request, "admin/csrf_failure.html", context, status=403)


def _attention_rows() -> list[AttentionRow]:
    emails = f"{reverse('admin:mail_outboxemail_changelist')}?state__exact="
    payments = f"{reverse('admin:payments_payment_changelist')}?attention="
    pending = f"/dashboard/manage-classes?status={Status.PENDING}"
    now, paid = timezone.now(), Payment.objects
    for_staff = paid.filter(refunds__in=Refund.objects.for_staff()).distinct()
    return [
        AttentionRow("Tasks of the worker that have not run for five minutes", f"{emails}QUEUED", len(late_tasks(now))),
        AttentionRow("E-mails that wait for ten minutes", f"{emails}QUEUED", OutboxEmail.objects.stuck(now).count()),
        AttentionRow("Failed e-mails", f"{emails}FAILED", OutboxEmail.objects.failed().count()),
        AttentionRow("Settings of the school that are examples", "/dashboard/settings/check", _invented()),
        AttentionRow("Failed refunds", f"{payments}failed", for_staff.count()),
        AttentionRow("Refunds that are still owed", f"{payments}refund", paid.refund_owed().count()),
        AttentionRow("Partial refunds of several payments", f"{payments}unassigned", paid.refund_unassigned().count()),
        AttentionRow("Disputed charges", f"{payments}disputed", paid.disputed().count()),
        AttentionRow("Classes waiting for approval", pending, CampClass.objects.filter(status=Status.PENDING).count()),
    ]


def _invented() -> int:
    return 0 if settings.DEMO else len(settings.MISSING.get(EXAMPLE_SCHOOL, ()))
