"""Request throttling: fixed windows, counted per client and per address for all processes together.

What leaves rows or files for good is also limited per client and day (``settings.DAILY_LIMITS``; in UTC).

A client over its limit is refused before its address is counted: one client cannot use up the limit of an address
that it shares with others. All counts are one statement on an unlogged table: losing them in a crash costs nothing.
"""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import connection
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from core.errors import DomainError
from core.http import client_address, wide_network
from core.models import RequestCount

if TYPE_CHECKING:  # Django REST framework's views import this module while they load
    from rest_framework.views import APIView

HOUR, DAY = 3600, 86_400
NETWORK_FACTOR = 10
"""The addresses of one IPv6 /48 network together have this many times the limit of an address."""

ADD_ONE = """ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN EXCLUDED.window_begin > stored.window_begin THEN 1 ELSE stored.count + 1 END,
    window_begin = GREATEST(EXCLUDED.window_begin, stored.window_begin)
  RETURNING count"""
COUNT = f"""
WITH client AS (
  INSERT INTO core_requestcount AS stored (key, window_begin, count) VALUES (%(client)s, %(begin)s, 1)
  {ADD_ONE}
), day AS (
  INSERT INTO core_requestcount AS stored (key, window_begin, count)
  SELECT %(day)s, %(day_begin)s, 1 FROM client WHERE %(day)s <> '' AND count <= %(per_client)s
  {ADD_ONE}
), address AS (
  INSERT INTO core_requestcount AS stored (key, window_begin, count)
  SELECT %(address)s, %(begin)s, 1 FROM client WHERE count <= %(per_client)s
  {ADD_ONE}
)
SELECT (SELECT count FROM client), coalesce((SELECT count FROM day), 0), coalesce((SELECT count FROM address), 0)
"""  # noqa: S608 (only a constant)
"""Counts the client and, within the client's limit, the client's day and the address. The window never moves back, so
that servers whose clocks differ a little share one window."""


class TooManyRequests(DomainError):
    """``retry_after`` is the rest of the window in seconds."""

    code = "too_many_requests"
    status = 429
    message = "That was a lot in a short time. Please take a short break."
    for_today = "That was a lot for one day. Please try again tomorrow."

    def __init__(self, retry_after: int) -> None:
        super().__init__(self.for_today if retry_after > HOUR else None)
        self.retry_after = retry_after


@dataclass(frozen=True)
class Rate:
    per_client: int
    per_address: int
    seconds: int


class ScopeThrottle(BaseThrottle):
    """Throttles the methods for which ``throttle_scopes`` of the view names one of ``settings.THROTTLE_RATES``."""

    retry_after: int | None = None

    def allow_request(self, request: Request, view: "APIView") -> bool:
        scope = _scope(request, view)
        if scope is None:
            return True
        try:
            throttle(request, scope)
        except TooManyRequests as error:
            self.retry_after = error.retry_after
            return False
        return True

    def wait(self) -> float | None:
        return self.retry_after


def throttle_failed_authentication(request: Request, view: "APIView") -> None:
    """Counts by address and apart from other requests.

    Guessing tokens thus does not lock out the users who share the address.
    """
    scope = _scope(request, view)
    if scope is not None:
        address = client_address(request)
        count_request(scope=scope, address=address, kind="failed authentication", now=time.time())


def count_request(*, scope: str, address: str, client: str | None = None, kind: str = "anonymous", now: float) -> None:
    """``now`` is in seconds since 1970.

    Without ``client``, a user or identity, it counts for the address alone, apart from requests of another ``kind``.
    """
    rate = Rate(*settings.THROTTLE_RATES[scope])
    wait = max(1, round(rate.seconds - now % rate.seconds))
    per_day = settings.DAILY_LIMITS.get(scope)
    count = _Counter(scope, rate, now)
    if client is None:
        is_over = count(f"{kind} from {address}") > rate.per_address
    else:
        client_count, day_count, address_count = count.all(client, address, has_days=per_day is not None)
        if per_day is not None and day_count > per_day:
            raise TooManyRequests(retry_after=max(1, round(DAY - now % DAY)))
        is_over = client_count > rate.per_client or address_count > rate.per_address
    network = wide_network(address)
    if is_over or (network and count(f"{kind} from {network}") > NETWORK_FACTOR * rate.per_address):
        raise TooManyRequests(retry_after=wait)


def delete_old_counts(*, now: float) -> int:
    """Deletes those of windows that began more than a day ago. Returns the number of deleted rows."""
    return RequestCount.objects.filter(window_begin__lt=int(now) - DAY).delete()[0]


def _scope(request: Request, view: "APIView") -> str | None:
    scopes: dict[str, str] = getattr(view, "throttle_scopes", {})
    return scopes.get(str(request.method))


def throttle(request: Request, scope: str) -> None:
    """Counts for a user or an identity and its address; an anonymous client has only its address."""
    identity = getattr(request.auth, "uid", None)
    user = f"user {request.user.pk}" if request.user.pk else None
    client = f"identity {identity}" if identity else user
    count_request(scope=scope, address=client_address(request), client=client, now=time.time())


@dataclass(frozen=True)
class _Counter:
    """Counts in the current window of a scope. Each count includes this request."""

    scope: str
    rate: Rate
    now: float

    def __call__(self, key: str) -> int:
        return self._count(key, "", "", -1)[0]

    def all(self, client: str, address: str, *, has_days: bool) -> tuple[int, int, int]:
        """Counts client, day and address. A client over its limit counts for the first only."""
        day = f"{self.scope} in a day: {client}" if has_days else ""
        return self._count(client, day, address, self.rate.per_client)

    def _count(self, client: str, day: str, address: str, per_client: int) -> tuple[int, int, int]:
        values: dict[str, str | int] = {
            "client": f"{self.scope}: {client}",
            "day": day,
            "address": f"{self.scope}: {address}",
            "begin": int(self.now - self.now % self.rate.seconds),
            "day_begin": int(self.now - self.now % DAY),
            "per_client": per_client,
        }
        with connection.cursor() as cursor:
            cursor.execute(COUNT, values)
            counts: tuple[int, int, int] = cursor.fetchone()
        return counts
