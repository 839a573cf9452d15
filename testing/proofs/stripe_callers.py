"""Checks that each request which calls Stripe is one that waits in line (``camp/server/stripe_line.py``)."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.core.signals import request_finished, request_started

from camp.server.stripe_line import calls_stripe
from core.circuit_breaker import CircuitBreaker
from payments.stripe import api as stripe_api

_request: ContextVar[tuple[str, str] | None] = ContextVar("request", default=None)


def _begin(environ: dict[str, Any], **_: Any) -> None:
    _request.set((environ["REQUEST_METHOD"], environ["PATH_INFO"]))


def _end(**_: Any) -> None:
    _request.set(None)


class _CheckedBreaker(CircuitBreaker):
    @contextmanager
    def call(self) -> Iterator[None]:
        request = _request.get()
        if request is not None and not request[1].startswith("/admin/"):
            assert calls_stripe(*request), f"{request} calls Stripe, but does not wait in line"
        with super().call():
            yield


@contextmanager
def checked_callers() -> Iterator[None]:
    """Inside this block a request that calls Stripe without having waited in line fails."""
    stripe_api._breaker.__class__ = _CheckedBreaker
    request_started.connect(_begin)
    request_finished.connect(_end)
    try:
        yield
    finally:
        request_started.disconnect(_begin)
        request_finished.disconnect(_end)
        stripe_api._breaker.__class__ = CircuitBreaker
        _request.set(None)
