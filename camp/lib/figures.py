"""What is counted for whoever runs the site (Prometheus). Counting never stands in the way of what is counted.

With several processes on a machine each writes files of its own into one folder, and whichever is asked adds them up.
The folder has to be named before the library is first imported: see ``camp.metrics.share_between_processes``.
"""

from django.db import transaction
from prometheus_client import Counter, Histogram

REQUESTS = Counter("camp_requests", "Requests answered.", ["method", "route", "status"])
SECONDS = Histogram(
    "camp_request_seconds",
    "Seconds until a request was answered.",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
HOLDS = Counter("camp_holds", "Seats held for somebody who is paying.")
SALES = Counter("camp_sales", "Seats sold, or given in a class that costs nothing.")
REFUNDS = Counter("camp_refunds", "Payments given back in full.")
PROVIDER_ERRORS = Counter("camp_provider_errors", "Calls that a provider did not answer.", ["provider"])


def count_after_commit(counter: Counter) -> None:
    """One more, once what is being done stands; a count that fails is nobody's trouble."""
    transaction.on_commit(counter.inc, robust=True)
