"""Whether the process and its database answer, and when the card provider was last heard of."""

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from camp.lib.http import refusal
from payments.models import StripeEvent


def healthz(request: HttpRequest) -> HttpResponse:
    """200 while the process and its database answer, else 503.

    ``lastWebhookSeconds`` is how long ago the card provider's last event arrived (null: never). In a season a growing
    number means that webhooks do not get through; it does not make the site unwell, because reconcile stands in.
    """
    try:
        last = StripeEvent.objects.order_by("-received_at").values_list("received_at", flat=True).first()
    except DatabaseError:
        return refusal("database_unavailable", "The database does not answer.", 503, retry_after=5)
    age = round((timezone.now() - last).total_seconds()) if last else None
    return JsonResponse({"status": "ok", "lastWebhookSeconds": age})
