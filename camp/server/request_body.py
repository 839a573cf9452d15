"""Reads request bodies in the web server's event loop, limited in size, time and number.

A body that arrives slowly occupies no thread, and it ends at a deadline. If too many bodies are incomplete, one is
refused: the oldest of the address that sends most of them, unless it arrives within a second.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.tokens import account_id_in
from camp.server.wsgi_call import Environ
from core.errors import BodyTooLarge, DomainError
from core.http import GetResponse, address_in, error_response
from core.pictures.encoding import PictureTooLarge
from core.pictures.storage import MAX_FORM_BYTES
from core.sheets.uploads import MAX_FORM_BYTES as MAX_SPREADSHEET_FORM_BYTES
from core.sheets.uploads import SpreadsheetTooLarge

Receive = Callable[[], Awaitable[dict[str, Any]]]

SECONDS = 10.0
"""Base time for a body; each ``BYTES_PER_SECOND`` of its announced length adds a second."""
BYTES_PER_SECOND = 64 * 1024
"""The slowest connection that can send a large picture."""
SECONDS_TO_MAKE_ROOM = 1.0
"""For a body that must make room for others. In a burst, the bodies of many honest requests arrive together."""
REFUSAL = "camp.refusal"
"""The key of the WSGI environment for the DomainError with which the event loop refused the request."""
PICTURES, WEBHOOK = {"/images", "/users/me/photo"}, "/stripe/webhook"
SPREADSHEETS = re.compile(r"/seasons/[^/]+/import|/families/import")


def return_refusal(get_response: GetResponse) -> GetResponse:
    """Of a request whose body was not read, or whose turn at Stripe did not come."""

    def middleware(request: HttpRequest) -> HttpResponse:
        refusal = request.META.get(REFUSAL)
        if refusal is None:
            return get_response(request)
        return error_response(refusal.code, refusal.message, refusal.status, refusal.retry_after)

    return middleware


class BodyTooSlow(DomainError):
    """The deadline passed, or too many other bodies were incomplete."""

    code = "body_too_slow"
    status = 408
    message = "Your connection was too slow to send this. Nothing was changed; please try again."


class BodyIncomplete(DomainError):
    """The client closed its connection too early, or the chunks of the body are malformed."""

    code = "invalid"
    status = 400
    message = "What was sent did not arrive whole. Nothing was changed; please try again."


@dataclass
class BodyReader:
    """Up to ``max_bytes``. At most ``max_incomplete`` are read for longer than a second."""

    max_bytes: int
    max_incomplete: int
    too_large: type[DomainError] = BodyTooLarge
    _deadlines: dict[asyncio.Timeout, str] = field(default_factory=dict)
    """The deadlines of the incomplete bodies, oldest first, with the client's address."""

    async def read(self, receive: Receive, length: int, address: str) -> bytes:
        """``length`` is the value of Content-Length, 0 without that header.

        Raises ``too_large`` before it reads, if ``length`` exceeds ``max_bytes``.
        """
        if length > self.max_bytes:
            raise self.too_large
        if len(self._deadlines) >= self.max_incomplete:
            self._make_room()
        deadline = asyncio.timeout(SECONDS + length / BYTES_PER_SECOND)
        try:
            async with deadline:
                self._deadlines[deadline] = address
                return await self._receive_all(receive)
        except TimeoutError as error:
            raise BodyTooSlow from error
        finally:
            self._deadlines.pop(deadline, None)

    def _make_room(self) -> None:
        # The oldest of the address with the most incomplete bodies. If several addresses have as many, the one with the
        # oldest body loses it.
        [(address, _)] = Counter(self._deadlines.values()).most_common(1)
        oldest = next(deadline for deadline, each in self._deadlines.items() if each == address)
        del self._deadlines[oldest]
        when, now = oldest.when(), asyncio.get_running_loop().time()
        if when is not None and not oldest.expired():
            oldest.reschedule(min(when, now + SECONDS_TO_MAKE_ROOM))

    async def _receive_all(self, receive: Receive) -> bytes:
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise BodyIncomplete
            body += message.get("body", b"")
            if len(body) > self.max_bytes:
                raise self.too_large
            if not message.get("more_body"):
                return bytes(body)


class BodyReaders:
    """For pictures, for spreadsheets, and for everything else, in one process."""

    def __init__(self) -> None:
        self._pictures = BodyReader(MAX_FORM_BYTES, 16, PictureTooLarge)
        self._spreadsheets = BodyReader(MAX_SPREADSHEET_FORM_BYTES, 4, SpreadsheetTooLarge)
        self._others = BodyReader(settings.DATA_UPLOAD_MAX_MEMORY_SIZE, 128)

    async def read(self, environ: Environ, receive: Receive) -> bytes:
        """Empty if the site refuses the request without its body."""
        length = int(environ.get("CONTENT_LENGTH") or 0)
        if not (length or "HTTP_TRANSFER_ENCODING" in environ) or _is_refused_unread(environ):
            return b""
        return await self._reader_for(environ["PATH_INFO"]).read(receive, length, address_in(environ))

    def _reader_for(self, path: str) -> BodyReader:
        if path in PICTURES:
            return self._pictures
        return self._spreadsheets if SPREADSHEETS.fullmatch(path) else self._others


def _is_refused_unread(environ: Environ) -> bool:
    if environ["PATH_INFO"] == WEBHOOK:
        return "HTTP_STRIPE_SIGNATURE" not in environ
    is_upload = environ["PATH_INFO"] in PICTURES or SPREADSHEETS.fullmatch(environ["PATH_INFO"])
    return bool(is_upload) and account_id_in(environ) is None
