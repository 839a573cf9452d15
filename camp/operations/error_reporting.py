from typing import Any

from core.observability.redaction import redact

SHUTDOWN_TIMEOUT = 2
"""Seconds to send pending reports when the process exits."""


def start_reporting(dsn: str, **options: Any) -> None:
    """Does nothing if the DSN is empty."""
    if not dsn:
        return
    import sentry_sdk

    sentry_sdk.init(
        dsn=dsn,
        max_request_body_size="never",
        include_local_variables=False,
        traces_sample_rate=0.0,
        shutdown_timeout=SHUTDOWN_TIMEOUT,
        before_send=remove_personal_data,
        before_breadcrumb=lambda crumb, _hint: redact(crumb),
        **options,
    )


def remove_personal_data(event: Any, _hint: Any = None) -> Any:
    event.pop("user", None)
    request = event.pop("request", None)
    kept = redact(event)
    if request:
        kept["request"] = {"method": request.get("method")}
    return kept
