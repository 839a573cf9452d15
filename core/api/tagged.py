"""Answers of which a client asks again and again whether they have changed. It keeps the tag, and sends it back."""

import hashlib
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from core.cache import invalidation
from core.cache.known_tags import MAX_AGE, known_tags

TAG_PARAMETERS = [
    OpenApiParameter(
        "If-None-Match", str, OpenApiParameter.HEADER, description="The `ETag` of the last answer: 304 if it holds."
    ),
    OpenApiParameter("ETag", str, OpenApiParameter.HEADER, response=[200, 304], description="Of this answer."),
]


@dataclass(frozen=True)
class Answer:
    """``until``: when it changes by itself, if ever."""

    rows: list[Any]
    until: datetime | None = None


def tagged_response(request: Request, *, key: Hashable, make: Callable[[], Answer], now: datetime) -> HttpResponse:
    """304 to a client that has the answer. ``key``: the reader, and what the reader asks for.

    Every table that ``make`` reads must be watched (``core.cache.invalidation``).
    """
    invalidation.listen()
    wanted = request.headers.get("If-None-Match", "")
    if invalidation.is_listening() and known_tags.is_right(key, wanted, now):
        return _not_modified(wanted)
    generation = known_tags.generation
    answer = make()
    body = JSONRenderer().render(answer.rows)
    # Weak: a compressed body has the same tag.
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:20]}"'
    until = now + MAX_AGE
    known_tags.keep(key, tag, generation=generation, until=min(until, answer.until or until))
    if wanted == tag:
        return _not_modified(tag)
    return HttpResponse(body, content_type="application/json", headers=_headers(tag))


def _not_modified(tag: str) -> HttpResponse:
    response = HttpResponse(status=304, headers=_headers(tag))
    del response["Content-Type"]
    return response


def _headers(tag: str) -> dict[str, str]:
    # No browser stores it: the next user of the device must not find it.
    return {"ETag": tag, "Cache-Control": "no-store"}
