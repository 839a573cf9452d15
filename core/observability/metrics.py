"""Prometheus counters.

With several web processes, each writes its own files to one folder. The process that serves ``/metrics`` adds them up.
The folder must be set before ``prometheus_client`` is first imported: ``camp.server.metrics`` does it.
"""

from django.db import transaction
from prometheus_client import Counter, Histogram

REQUESTS = Counter("camp_requests", "Requests.", ["method", "route", "status"])
SECONDS = Histogram(
    "camp_request_seconds",
    "Duration of a request in seconds.",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
HOLDS = Counter("camp_holds", "Holds created.")
SALES = Counter("camp_sales", "Enrollments confirmed, free classes included.")
REFUNDS = Counter("camp_refunds", "Payments refunded in full.")
EMAILS = Counter("camp_emails", "E-mails that the mail server accepted, or that failed for good.", ["outcome"])
PROVIDER_ERRORS = Counter("camp_provider_errors", "Failed calls to a provider.", ["provider"])


def count_after_commit(counter: Counter) -> None:
    """A counter that fails does not affect the caller."""
    transaction.on_commit(counter.inc, robust=True)
