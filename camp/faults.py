"""Reporting faults to Sentry, where its DSN is given: what went wrong and where, never with whom."""

from typing import Any

from camp.lib.discretion import discreet

SECONDS = 2


def start_reporting(dsn: str, **options: Any) -> None:
    """Report faults of this process from now on; an empty DSN means that nobody wants to know."""
    if not dsn:
        return
    import sentry_sdk

    sentry_sdk.init(
        dsn=dsn,
        max_request_body_size="never",
        include_local_variables=False,
        traces_sample_rate=0.0,
        shutdown_timeout=SECONDS,
        before_send=without_people,
        before_breadcrumb=lambda crumb, _hint: discreet(crumb),
        **options,
    )


def without_people(event: Any, _hint: Any = None) -> Any:
    """The event without who it happened to: no headers, address, query or account; texts are scrubbed."""
    event.pop("user", None)
    request = event.pop("request", None)
    kept = discreet(event)
    if request:
        kept["request"] = {"method": request.get("method")}
    return kept
