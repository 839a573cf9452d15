"""The bare server's constant answer: ``/<size>`` is so many ready bytes, with nothing in between."""

from collections.abc import Callable
from functools import cache
from typing import Any


@cache
def ready_bytes(size: int) -> bytes:
    return b"x" * size


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
    body = ready_bytes(int(environ["PATH_INFO"][1:]))
    start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(body)))])
    return [body]
