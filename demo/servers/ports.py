"""The ports of the services: read from the environment, checked before anything starts."""

import os
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress

from demo.servers.errors import DemoRefused

PORTS = {
    "PORT": 8000,
    "FIREBASE_AUTH_EMULATOR_PORT": 9099,
    "STRIPE_STANDIN_PORT": 12111,
    "MAILBOX_SMTP_PORT": 1025,
    "MAILBOX_PORT": 1080,
}
PURPOSE = {
    "PORT": "the site",
    "FIREBASE_AUTH_EMULATOR_PORT": "the Auth emulator",
    "STRIPE_STANDIN_PORT": "the Stripe stand-in",
    "MAILBOX_SMTP_PORT": "the mail server",
    "MAILBOX_PORT": "the mailbox's page",
}


def port(environ: Mapping[str, str], name: str) -> int:
    """Returns the port in the variable ``name``, or its default. Raises DemoRefused for an invalid port."""
    value = environ.get(name) or str(PORTS[name])
    if not value.isdecimal() or not 0 < int(value) < 65536:
        raise DemoRefused(f"{name} must be a port from 1 to 65535, not {value!r}.")
    return int(value)


def require_free(environ: Mapping[str, str]) -> None:
    """Raises DemoRefused when two services have the same port, or when a port is in use."""
    numbers = {name: port(environ, name) for name in PORTS}
    if len(set(numbers.values())) < len(numbers):
        given = ", ".join(f"{name}={number}" for name, number in numbers.items())
        raise DemoRefused(f"Each of {given} needs its own port.")
    taken = [
        f"Port {number} for {PURPOSE[name]} is taken{_by_process(number)}. "
        f"Free it, or choose another: {name}={number + 1}"
        for name, number in numbers.items()
        if in_use(number)
    ]
    if taken:
        raise DemoRefused("\n".join(taken))


def in_use(number: int) -> bool:
    """Returns whether a process listens on the port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", number))
        except OSError:
            return True
    with socket.socket() as probe:
        # Some systems allow the bind above although another socket listens on 0.0.0.0. A connection to an ephemeral
        # port can connect to itself, which does not count.
        connected = probe.connect_ex(("127.0.0.1", number)) == 0
        return connected and probe.getsockname() != probe.getpeername()


def _by_process(number: int) -> str:
    try:
        import psutil
    except ImportError:  # `make run` checks the ports before it installs anything
        return ""
    with suppress(psutil.Error):
        for connection in psutil.net_connections("tcp"):
            listens = connection.status == psutil.CONN_LISTEN and connection.laddr
            if listens and listens.port == number and connection.pid:
                return f" by {psutil.Process(connection.pid).name()} (process {connection.pid})"
    return ""


if __name__ == "__main__":
    try:
        require_free(os.environ)
    except DemoRefused as error:
        sys.exit(str(error))
