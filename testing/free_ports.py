"""Free ports for tests that start servers."""

import random

from demo.ports import PORTS, in_use

# Below the ephemeral range, so that no outgoing connection takes a port before its server does. Not the global
# generator: pytest-randomly seeds it equally in parallel workers, which would then choose the same ports.
_random = random.SystemRandom()


def free_port() -> int:
    """Returns a port on which no process listens."""
    return next(number for number in _random.sample(range(15000, 30000), 100) if not in_use(number))


def free_ports() -> dict[str, str]:
    """Returns free ports for the demo's services, as environment variables."""
    return {name: str(free_port()) for name in PORTS}
