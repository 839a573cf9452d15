"""Client connections that the server can abort without a response, to simulate a network failure."""

import asyncio
import contextlib
from typing import ClassVar

from starlette.requests import Request
from uvicorn.protocols.http.h11_impl import H11Protocol


class AbortableProtocol(H11Protocol):
    """uvicorn's protocol, which also records the transport of each client."""

    transports: ClassVar[dict[tuple[str, int], asyncio.Transport]] = {}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Records the transport."""
        super().connection_made(transport)
        if self.client:
            self.transports[self.client] = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Removes the transport."""
        if self.client:
            self.transports.pop(self.client, None)
        super().connection_lost(exc)


async def wait_until_disconnected(request: Request, seconds: float) -> None:
    """Returns when the client disconnects, after `seconds` at the latest."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while not await request.is_disconnected():
                await asyncio.sleep(0.05)


async def abort(request: Request) -> None:
    """Closes the connection of the request, so that the client reads no byte of a response."""
    transport = AbortableProtocol.transports.get(request.scope["client"])
    if transport is None:
        return
    transport.abort()
    # uvicorn notices the abort in a later turn of the event loop; until then it would write a response.
    while not await request.is_disconnected():
        await asyncio.sleep(0)
