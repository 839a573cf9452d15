"""An ASGI application that returns a constant response: ``/<size>`` is a body of that many bytes."""

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any


@cache
def constant_body(size: int) -> bytes:
    return b"x" * size


async def application(
    scope: dict[str, Any], receive: object, send: Callable[[dict[str, Any]], Awaitable[None]]
) -> None:
    body = constant_body(int(scope["path"][1:]))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
