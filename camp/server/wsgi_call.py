"""The types of WSGI, and a call of a WSGI application that returns its complete response."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from camp.server.encoded_response import Headers

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]


@dataclass(frozen=True)
class CompleteResponse:
    """``status`` contains the reason: ``200 OK``."""

    status: str
    headers: Headers
    body: bytes


def call(application: Application, environ: Environ) -> CompleteResponse:
    """Calls the application, reads its whole body and closes it."""
    started: dict[str, Any] = {}

    def start_response(status: str, headers: Headers, *_: Any) -> None:
        started.update(status=status, headers=headers)

    chunks = application(environ, start_response)
    try:
        body = b"".join(chunks)
    finally:
        close = getattr(chunks, "close", None)
        if close:
            close()
    return CompleteResponse(started["status"], started["headers"], body)
