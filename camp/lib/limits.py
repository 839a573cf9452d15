"""How often one may ask: counted by person first and by address second, once for all processes.

A whole street can share one address, so a person who asks too often is refused before the address is charged for it:
nobody uses up what the neighbors have. Counting is one statement on a table that is not written ahead (losing it
in a crash costs nothing), or, where ``REDIS_URL`` is set, one or two small calls to Redis.
"""

import logging
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import redis
from django.conf import settings
from django.db import connection
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from camp.lib.errors import DomainError
from camp.lib.http import address_of

logger = logging.getLogger(__name__)

REDIS_SECONDS = 0.5

COUNT = """
WITH person AS (
  INSERT INTO camp_requestcount AS kept (key, window_begin, count) VALUES (%(person)s, %(begin)s, 1)
  ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN EXCLUDED.window_begin > kept.window_begin THEN 1 ELSE kept.count + 1 END,
    window_begin = GREATEST(EXCLUDED.window_begin, kept.window_begin)
  RETURNING count
), address AS (
  INSERT INTO camp_requestcount AS kept (key, window_begin, count)
  SELECT %(address)s, %(begin)s, 1 FROM person WHERE count <= %(per_person)s
  ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN EXCLUDED.window_begin > kept.window_begin THEN 1 ELSE kept.count + 1 END,
    window_begin = GREATEST(EXCLUDED.window_begin, kept.window_begin)
  RETURNING count
)
SELECT (SELECT count FROM person), coalesce((SELECT count FROM address), 0)
"""
"""Machines whose clocks differ a little agree: a window that has begun anywhere has begun."""


class TooManyRequests(DomainError):
    """Too often in too short a time; ``retry_after`` says when it makes sense again."""

    code = "too_many_requests"
    status = 429
    message = "That was a lot in a short time. Nothing was lost; please wait a moment and try again."

    def __init__(self, retry_after: int) -> None:
        super().__init__()
        self.retry_after = retry_after


@dataclass(frozen=True)
class Limit:
    """So many requests of one person, and so many from one address, within so many seconds."""

    per_person: int
    per_address: int
    seconds: int


class Limited(APIView):
    """A view some of whose methods may only be called so often.

    ``limited`` names the limit in ``settings.REQUEST_LIMITS`` by method. Who fails to log in is counted by
    address alone and apart, so that guessing from one house does not shut out who lives there.
    """

    limited: ClassVar[dict[str, str]] = {}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raises TooManyRequests (429)."""
        name = self.limited.get(str(request.method))
        if name is None:
            super().initial(request, *args, **kwargs)
            return
        try:
            super().initial(request, *args, **kwargs)
        except (AuthenticationFailed, NotAuthenticated):
            count_request(name=name, person=f"strangers at {address_of(request)}", address=None, now=time.time())
            raise
        count_request(name=name, person=_person(request), address=address_of(request), now=time.time())


def count_request(*, name: str, person: str, address: str | None, now: float) -> None:
    """Count one request. ``now`` in seconds since 1970. Raises TooManyRequests.

    Strangers, who are told apart by their address alone, have no ``address`` beside; they get as many tries as an
    address has.
    """
    limit = Limit(*settings.REQUEST_LIMITS[name])
    per_person = limit.per_person if address is not None else limit.per_address
    of_person, of_address = _counts(name, person, address, limit, per_person, now)
    if of_person > per_person or of_address > limit.per_address:
        raise TooManyRequests(retry_after=max(1, round(limit.seconds - now % limit.seconds)))


def forget_counts(*, now: float) -> int:
    """Delete what was counted longer ago than a day; how many rows that were."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM camp_requestcount WHERE window_begin < %s", [int(now) - 86_400])
        return int(cursor.rowcount)


def _person(request: Request) -> str:
    """Who is asking, logged in here or known to the identity provider alone."""
    identity = getattr(request.auth, "uid", None)
    return f"identity {identity}" if identity else f"user {request.user.pk}"


def _counts(name: str, person: str, address: str | None, limit: Limit, per_person: int, now: float) -> tuple[int, int]:
    if settings.REDIS_URL:
        try:
            return _counts_in_redis(name, person, address, limit, per_person, now)
        except redis.RedisError as error:
            logger.warning("requests are counted in the database: Redis answers %s", type(error).__name__)
    begin = int(now - now % limit.seconds)
    values: dict[str, str | int] = {"person": f"{name}: {person}", "address": f"{name}: {address}", "begin": begin}
    values["per_person"] = per_person if address is not None else -1
    with connection.cursor() as cursor:
        cursor.execute(COUNT, values)
        of_person, of_address = cursor.fetchone()
    return of_person, of_address


def _counts_in_redis(
    name: str, person: str, address: str | None, limit: Limit, per_person: int, now: float
) -> tuple[int, int]:
    window = int(now // limit.seconds)

    def one_more(whom: str) -> int:
        key = f"camp:{name}:{window}:{whom}"
        pipeline = _redis(settings.REDIS_URL).pipeline(transaction=False)
        pipeline.incr(key)
        pipeline.expire(key, limit.seconds)
        return int(pipeline.execute()[0])

    of_person = one_more(person)
    if address is None or of_person > per_person:
        return of_person, 0
    return of_person, one_more(address)


@lru_cache(maxsize=1)
def _redis(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS)
