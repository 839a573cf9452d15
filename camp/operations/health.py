"""The health check."""

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from core.http import error_response, read_only
from payments.models import StripeEvent


@read_only
def healthz(request: HttpRequest) -> HttpResponse:
    """Returns 200 while the process and its database respond, else 503.

    ``lastWebhookSeconds`` is the age of the latest Stripe event (null: none yet). A growing number while the school
    sells seats means that webhooks do not arrive. The status stays 200, because reconciliation replaces them.
    """
    try:
        last = StripeEvent.objects.order_by("-received_at").values_list("received_at", flat=True).first()
    except DatabaseError:
        return error_response("database_unavailable", "The database isn't responding.", 503, retry_after=5)
    age = round((timezone.now() - last).total_seconds()) if last else None
    return JsonResponse({"status": "ok", "lastWebhookSeconds": age})
