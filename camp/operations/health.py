"""The health checks: of one web process for the load balancer, and of the whole site for the operator."""

from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from camp.operations.doctor import MAIL_SERVER
from camp.operations.worker_tasks import has_late_backup, late_tasks
from core.http import GetResponse, client_address, error_response, read_only
from core.models import SiteProblem
from mail.models import OutboxEmail
from payments.models import StripeEvent


def any_host_for_health(get_response: GetResponse) -> GetResponse:
    """A platform asks for ``/healthz`` under the address of a container, which ALLOWED_HOSTS lacks."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info == "/healthz":
            request.META["HTTP_HOST"] = urlsplit(settings.SITE_URL).netloc
        return get_response(request)

    return middleware


def _is_mail_broken(now: datetime) -> bool:
    # The worker's e-mail about the mail server waits too.
    told = SiteProblem.objects.filter(what=MAIL_SERVER).exclude(told_at=None)
    return told.exists() or OutboxEmail.objects.stuck(now).exists()


@read_only
def healthz(request: HttpRequest) -> HttpResponse:
    """200 while the process and its database respond, else 503.

    ``lastWebhookSeconds`` is the age of the latest Stripe event (null: none yet). A growing number while the school
    sells seats means that webhooks do not arrive. The status stays 200, because reconciliation replaces them.
    """
    try:
        last = StripeEvent.objects.order_by("-received_at").values_list("received_at", flat=True).first()
    except DatabaseError:
        return error_response("database_unavailable", "The database isn't responding.", 503, retry_after=5)
    age = round((timezone.now() - last).total_seconds()) if last else None
    return JsonResponse({"status": "ok", "lastWebhookSeconds": age})


@read_only
def readyz(request: HttpRequest) -> HttpResponse:
    """200 while the site does all of its work, also in the background, else 503 and what does not work.

    Not for a load balancer: the web server itself still works. ``client`` is the client's address as the site sees it,
    which shows whether the proxies forward it.
    """
    now = timezone.now()
    try:
        problems = [
            *(["worker"] if late_tasks(now) else []),
            *(["backup"] if has_late_backup(now) else []),
            *(["mail"] if _is_mail_broken(now) else []),
        ]
    except DatabaseError:
        problems = ["database"]
    state = {"status": "failing" if problems else "ok", "problems": problems, "client": client_address(request)}
    return JsonResponse(state, status=503 if problems else 200)
