"""The ASGI application: an event loop receives requests, and threads run the WSGI application.

A request takes a thread when it is complete, and no thread waits for a client. A response from the page cache needs no
thread. See docs/adr/0016.
"""

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any
from urllib.parse import unquote_to_bytes

from camp.server.page_cache import PageCache
from camp.server.request_body import REFUSAL, BodyReaders, Receive
from camp.server.stripe_line import LineTooLong, StripeLine
from camp.server.wsgi_call import Application, CompleteResponse, Environ, LongResponse, begin, call
from core.errors import DomainError

Scope = dict[str, Any]
Send = Callable[[dict[str, Any]], Awaitable[None]]

THREADS = 24
"""Most of them may wait for Stripe. There are more than its concurrent calls (payments/stripe/api.py), so
that some are free while it hangs. Each has a persistent database connection: see max_connections in
docs/several-machines.md."""
WITHOUT_PREFIX = {"CONTENT_TYPE", "CONTENT_LENGTH"}

MAX_HEAD_BYTES = 64 * 1024
"""The web server's own limit is its read buffer, which grows to about twice its size."""
HEAD_TOO_LARGE = CompleteResponse(
    "431 Request Header Fields Too Large",
    [("Content-Type", "application/json")],
    b'{"code": "head_too_large", "message": "Your browser sent too much. Please delete this site\'s cookies."}',
)


class ThreadedSite:
    """``site`` is the WSGI application, with ``page_cache`` in it."""

    def __init__(self, site: Application, page_cache: PageCache) -> None:
        self._site, self._page_cache = site, page_cache
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="site")
        self._bodies = BodyReaders()
        self._stripe_line = StripeLine()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if sum(len(name) + len(value) for name, value in scope["headers"]) > MAX_HEAD_BYTES:
            await _send(HEAD_TOO_LARGE, send)
            return
        environ = wsgi_environ(scope)
        if self._page_cache.find(environ):
            await _send(call(self._site, environ), send)
            return
        try:
            body = await self._bodies.read(environ, receive)
        except DomainError as refusal:
            environ[REFUSAL], body = _without_frames(refusal), b""
        environ |= {"CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body)}
        response = await self._respond_in_turn(environ)
        if isinstance(response, LongResponse):
            await self._stream(response, send)
        else:
            await _send(response, send)

    async def _respond_in_turn(self, environ: Environ) -> CompleteResponse | LongResponse:
        if REFUSAL in environ:
            return await self._respond(environ)
        try:
            async with self._stripe_line.turn(environ):
                return await self._respond(environ)
        except LineTooLong as refusal:
            environ[REFUSAL] = _without_frames(refusal)
            return await self._respond(environ)

    async def _respond(self, environ: Environ) -> CompleteResponse | LongResponse:
        response: CompleteResponse | LongResponse = await self._in_thread(begin, self._site, environ)
        return response

    async def _stream(self, response: LongResponse, send: Send) -> None:
        await _start(response, send)
        try:
            # Each part is made in any thread: none waits for the client.
            while part := await self._in_thread(next, response.parts, b""):
                await send({"type": "http.response.body", "body": part, "more_body": True})
        finally:
            await self._in_thread(response.close)
        await send({"type": "http.response.body", "body": b""})

    async def _in_thread(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)


def _without_frames(refusal: DomainError) -> DomainError:
    # The frames refer to ``receive``: granian keeps the connection open while it exists. The request keeps the refusal
    # until a garbage collection, because its CSP nonce is a reference cycle.
    refusal.__traceback__ = refusal.__cause__ = refusal.__context__ = None
    return refusal


async def _start(response: CompleteResponse | LongResponse, send: Send) -> None:
    headers = [(_encoded_name(name), value.encode("latin-1")) for name, value in response.headers]
    await send({"type": "http.response.start", "status": int(response.status[:3]), "headers": headers})


async def _send(response: CompleteResponse, send: Send) -> None:
    await _start(response, send)
    await send({"type": "http.response.body", "body": response.body})


@lru_cache(maxsize=256)
def _encoded_name(name: str) -> bytes:
    # Cached, because a response has a dozen headers. No client can choose their names.
    return name.lower().encode("latin-1")


def wsgi_environ(scope: Scope) -> Environ:
    """Without the body. Header names with an underscore are dropped.

    WSGI could not tell X_Forwarded_For from X-Forwarded-For, which only the proxy may set.
    """
    server_name, server_port = scope["server"]
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server_name,
        "SERVER_PORT": str(server_port),
        "REMOTE_ADDR": scope["client"][0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        if b"_" in raw_name:
            continue
        name, value = raw_name.decode("latin-1").upper().replace("-", "_"), raw_value.decode("latin-1")
        key = name if name in WITHOUT_PREFIX else f"HTTP_{name}"
        separator = "; " if name == "COOKIE" else ","
        environ[key] = f"{environ[key]}{separator}{value}" if key in environ else value
    return environ
