"""The paths of Stripe's API, and the connections, which all threads share, and how long to wait for its responses."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from urllib.parse import quote

import requests
from django.conf import settings

REQUEST_TIMEOUTS, COMMAND_TIMEOUTS = (2, 4), (5, 10)
"""Seconds to connect and to wait for a response. The SDK repeats a failed call once."""
ADDRESS = "https://api.stripe.com"
INTENTS, REFUNDS = "/v1/payment_intents", "/v1/refunds"
EVENTS, DISPUTES = "/v1/events", "/v1/disputes"

_in_command: ContextVar[bool] = ContextVar("in_command", default=False)


@contextmanager
def longer_timeouts() -> Iterator[None]:
    """Must not run in a thread of the web server."""
    token = _in_command.set(True)
    try:
        yield
    finally:
        _in_command.reset(token)


def timeouts() -> tuple[float, float]:
    """The seconds to connect and to wait for a response of the present call."""
    return COMMAND_TIMEOUTS if _in_command.get() else REQUEST_TIMEOUTS


def address(path: str, object_id: str) -> str:
    """Of one object."""
    return f"{path}/{quote(object_id, safe='')}"


@lru_cache
def shared_session(connections: int) -> requests.Session:
    """The proxies are read once, not for each call."""
    session = requests.Session()
    session.mount("https://", requests.adapters.HTTPAdapter(pool_maxsize=connections))
    session.mount("http://", requests.adapters.HTTPAdapter(pool_maxsize=connections))
    session.proxies = dict(requests.utils.get_environ_proxies(settings.STRIPE_API_BASE or ADDRESS))
    session.trust_env = False
    return session
