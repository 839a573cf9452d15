"""Passes connections to [::1] on to 127.0.0.1, because `localhost` is only IPv6 on some machines.

The web server listens on one address.
"""

import asyncio
import socket
import threading
from contextlib import suppress


def forward_ipv6(port: int) -> bool:
    """Forwards the port of [::1] until the process ends. Returns False without IPv6, and if the port is taken."""
    try:
        listener = socket.create_server(("::1", port), family=socket.AF_INET6)
    except OSError:
        return False
    threading.Thread(target=asyncio.run, args=(_serve(listener, port),), name="ipv6", daemon=True).start()
    return True


async def _serve(listener: socket.socket, port: int) -> None:
    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            site_reader, site_writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            writer.close()
            return
        await asyncio.gather(_copy(reader, site_writer), _copy(site_reader, writer))

    async with await asyncio.start_server(connect, sock=listener) as server:
        await server.serve_forever()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()
