from collections.abc import Callable, Iterable, Iterator
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


@dataclass(frozen=True)
class LongResponse:
    """Too long to be held: ``parts`` makes it, and ``close`` must be called at its end."""

    status: str
    headers: Headers
    parts: Iterator[bytes]
    close: Callable[[], None]


def call(application: Application, environ: Environ) -> CompleteResponse:
    """Reads the whole body and closes it."""
    response = begin(application, environ)
    return complete(response) if isinstance(response, LongResponse) else response


def begin(application: Application, environ: Environ) -> CompleteResponse | LongResponse:
    """Reads the whole body and closes it, unless Django streams it. Files are never long."""
    started: dict[str, Any] = {}

    def start_response(status: str, headers: Headers, *_: Any) -> None:
        started.update(status=status, headers=headers)

    chunks = application(environ, start_response)
    close = getattr(chunks, "close", lambda: None)
    response = LongResponse(started["status"], started["headers"], iter(chunks), close)
    is_long = getattr(chunks, "streaming", False) and not hasattr(chunks, "file_to_stream")
    return response if is_long else complete(response)


def complete(response: LongResponse) -> CompleteResponse:
    try:
        return CompleteResponse(response.status, response.headers, b"".join(response.parts))
    finally:
        response.close()
