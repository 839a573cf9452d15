"""Connections that can be cut without a word, as a network does it."""

import asyncio
import contextlib
from typing import ClassVar

from starlette.requests import Request
from uvicorn.protocols.http.h11_impl import H11Protocol


class CuttableProtocol(H11Protocol):
    """uvicorn's protocol, which also remembers the transport of each client."""

    transports: ClassVar[dict[tuple[str, int], asyncio.Transport]] = {}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Remember the connection."""
        super().connection_made(transport)
        if self.client:
            self.transports[self.client] = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        if self.client:
            self.transports.pop(self.client, None)
        super().connection_lost(exc)


async def hold(request: Request, seconds: float) -> None:
    """Leave the request unanswered for so long, or until its client gives up."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while not await request.is_disconnected():
                await asyncio.sleep(0.05)


async def cut(request: Request) -> None:
    """Close the request's connection; its client reads no byte of an answer."""
    transport = CuttableProtocol.transports.get(request.scope["client"])
    if transport is None:
        return
    transport.abort()
    # uvicorn learns of the closing a turn later, and would else send an answer of its own.
    while not await request.is_disconnected():
        await asyncio.sleep(0)
