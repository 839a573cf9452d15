"""Request throttling: fixed windows, counted per client and per address for all processes together.

A client over its limit is refused before its address is counted: one client cannot use up the limit of an address
that it shares with others. Both counts are one statement on an unlogged table (losing them in a crash costs nothing),
or one or two calls to Redis if ``REDIS_URL`` is set.
"""

import logging
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import redis
from django.conf import settings
from django.db import connection
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from core.errors import DomainError
from core.http import client_address

if TYPE_CHECKING:  # Django REST framework's views import this module while they load
    from rest_framework.views import APIView

logger = logging.getLogger(__name__)

REDIS_TIMEOUT_SECONDS = 0.5
COUNTS_KEPT_SECONDS = 86_400

COUNT = """
WITH client AS (
  INSERT INTO core_requestcount AS stored (key, window_begin, count) VALUES (%(client)s, %(begin)s, 1)
  ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN EXCLUDED.window_begin > stored.window_begin THEN 1 ELSE stored.count + 1 END,
    window_begin = GREATEST(EXCLUDED.window_begin, stored.window_begin)
  RETURNING count
), address AS (
  INSERT INTO core_requestcount AS stored (key, window_begin, count)
  SELECT %(address)s, %(begin)s, 1 FROM client WHERE count <= %(per_client)s
  ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN EXCLUDED.window_begin > stored.window_begin THEN 1 ELSE stored.count + 1 END,
    window_begin = GREATEST(EXCLUDED.window_begin, stored.window_begin)
  RETURNING count
)
SELECT (SELECT count FROM client), coalesce((SELECT count FROM address), 0)
"""
"""Counts the client and, within the client's limit, the address. The window never moves back, so that servers whose
clocks differ a little share one window."""


class TooManyRequests(DomainError):
    """The limit of a throttle scope is exceeded; ``retry_after`` is the rest of the window in seconds."""

    code = "too_many_requests"
    status = 429
    message = "That was a lot in a short time. Please take a short break."

    def __init__(self, retry_after: int) -> None:
        super().__init__()
        self.retry_after = retry_after


@dataclass(frozen=True)
class Rate:
    """The maximum number of requests per client and per address in a window of ``seconds``."""

    per_client: int
    per_address: int
    seconds: int


class ScopeThrottle(BaseThrottle):
    """Throttles the methods for which the view's ``throttle_scopes`` names a scope of ``settings.THROTTLE_RATES``."""

    retry_after: int | None = None

    def allow_request(self, request: Request, view: "APIView") -> bool:
        scope = _scope(request, view)
        if scope is None:
            return True
        try:
            _count_client_and_address(request, scope)
        except TooManyRequests as error:
            self.retry_after = error.retry_after
            return False
        return True

    def wait(self) -> float | None:
        return self.retry_after


def throttle_failed_authentication(request: Request, view: "APIView") -> None:
    """Counts a failed authentication on a throttled method. Raises TooManyRequests.

    Failures are counted by address and apart from other requests, so that guessing tokens does not lock out the users
    who share the address.
    """
    scope = _scope(request, view)
    if scope is not None:
        client = f"failed authentication from {client_address(request)}"
        count_request(scope=scope, client=client, address=None, now=time.time())


def count_request(*, scope: str, client: str, address: str | None, now: float) -> None:
    """Counts one request. ``now`` is in seconds since 1970. Raises TooManyRequests.

    Without ``address``, ``client`` names an address and has the limit of an address.
    """
    rate = Rate(*settings.THROTTLE_RATES[scope])
    client_limit = rate.per_client if address is not None else rate.per_address
    client_count, address_count = _count(scope, client, address, rate, client_limit, now)
    if client_count > client_limit or address_count > rate.per_address:
        raise TooManyRequests(retry_after=max(1, round(rate.seconds - now % rate.seconds)))


def delete_old_counts(*, now: float) -> int:
    """Deletes the counts of windows that began more than a day ago. Returns the number of deleted rows."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM core_requestcount WHERE window_begin < %s", [int(now) - COUNTS_KEPT_SECONDS])
        return int(cursor.rowcount)


def _scope(request: Request, view: "APIView") -> str | None:
    scopes: dict[str, str] = getattr(view, "throttle_scopes", {})
    return scopes.get(str(request.method))


def _count_client_and_address(request: Request, scope: str) -> None:
    """Counts the request of a user or an identity and its address; that of an anonymous client by the address alone."""
    address, identity = client_address(request), getattr(request.auth, "uid", None)
    if identity is None and request.user.pk is None:
        count_request(scope=scope, client=f"anonymous from {address}", address=None, now=time.time())
    else:
        client = f"identity {identity}" if identity else f"user {request.user.pk}"
        count_request(scope=scope, client=client, address=address, now=time.time())


def _count(scope: str, client: str, address: str | None, rate: Rate, client_limit: int, now: float) -> tuple[int, int]:
    """Returns the counts of the client and of the address in the current window, this request included."""
    if settings.REDIS_URL:
        try:
            return _count_in_redis(scope, client, address, rate, client_limit, now)
        except redis.RedisError as error:
            logger.warning("Redis failed (%s); counting requests in the database", type(error).__name__)
    values: dict[str, str | int] = {
        "client": f"{scope}: {client}",
        "address": f"{scope}: {address}",
        "begin": int(now - now % rate.seconds),
        "per_client": client_limit if address is not None else -1,
    }
    with connection.cursor() as cursor:
        cursor.execute(COUNT, values)
        client_count, address_count = cursor.fetchone()
    return client_count, address_count


def _count_in_redis(
    scope: str, client: str, address: str | None, rate: Rate, client_limit: int, now: float
) -> tuple[int, int]:
    window = int(now // rate.seconds)

    def increment(name: str) -> int:
        key = f"camp:{scope}:{window}:{name}"
        pipeline = _redis(settings.REDIS_URL).pipeline(transaction=False)
        pipeline.incr(key)
        pipeline.expire(key, rate.seconds)
        return int(pipeline.execute()[0])

    client_count = increment(client)
    if address is None or client_count > client_limit:
        return client_count, 0
    return client_count, increment(address)


@lru_cache(maxsize=1)
def _redis(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=REDIS_TIMEOUT_SECONDS, socket_connect_timeout=REDIS_TIMEOUT_SECONDS)
