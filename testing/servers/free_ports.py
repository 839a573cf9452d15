"""Free ports for tests that start servers."""

import random

from demo.servers.ports import PORTS, in_use

# Below the ephemeral range, so that no outgoing connection takes a port before its server does, and above the ports of
# the browser journeys. Not the global generator: pytest-randomly seeds it equally in parallel workers, which would then
# choose the same ports.
_RANGE = range(20000, 32000)
_random = random.SystemRandom()
_returned: set[int] = set()


def free_port(count: int = 1) -> int:
    """Returns a port that this function has not returned before and on which no process listens.

    The following ``count - 1`` ports are free too.
    """
    while True:
        first = _random.choice(_RANGE)
        ports = set(range(first, first + count))
        if not ports & _returned and not any(map(in_use, ports)):
            _returned.update(ports)
            return first


def free_ports() -> dict[str, str]:
    """Returns free ports for the demo's services, as environment variables."""
    return {name: str(free_port()) for name in PORTS}
