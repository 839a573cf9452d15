"""Whether the process and its database answer."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse

from camp.lib.http import refusal


def healthz(request: HttpRequest) -> HttpResponse:
    """200 while the process and its database answer, else 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return refusal("database_unavailable", "The database does not answer.", 503, retry_after=5)
    return JsonResponse({"status": "ok"})
