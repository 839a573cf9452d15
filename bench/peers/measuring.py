"""How both sites are measured: CPU time of all their processes, for the same number of orders or requests, in turn."""

import http.client
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bench.servers import Server


class Site(Protocol):
    """A site that sells seats. ``servers``: all processes whose CPU time counts."""

    @property
    def name(self) -> str: ...

    @property
    def servers(self) -> Sequence[Server]: ...

    def prepare(self, orders: int) -> None:
        """Creates what these orders need, before they are measured."""

    def buy(self, orders: int, clients: int) -> None:
        """Places and pays this many orders, by this many clients at a time. Raises an error when one fails."""

    def finish(self) -> None:
        """Waits until the site has done everything that these orders cause, such as e-mails."""


@dataclass(frozen=True)
class Measured:
    """``done``: orders or requests. ``cpu_seconds``: of all processes of the site, without its database."""

    done: int
    seconds: float
    cpu_seconds: float

    @property
    def cpu_ms(self) -> float:
        return 1000 * self.cpu_seconds / self.done

    @property
    def per_second(self) -> float:
        return self.done / self.seconds


def cpu_seconds(servers: Sequence[Server]) -> float:
    return sum(each.cpu_seconds() for each in servers)


def measure_orders(site: Site, orders: int, clients: int) -> Measured:
    """Measures the time until the last order is paid, and the CPU time until the site has finished its work for all."""
    site.prepare(orders)
    before, start = cpu_seconds(site.servers), time.perf_counter()
    site.buy(orders, clients)
    seconds = time.perf_counter() - start
    site.finish()
    return Measured(orders, seconds, cpu_seconds(site.servers) - before)


def in_turn(rounds: int, measures: Mapping[str, Callable[[], Measured]]) -> dict[str, list[Measured]]:
    """Measures everything once in each round, so that other load on the machine affects all alike."""
    results: dict[str, list[Measured]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, each in measures.items():
            results[name].append(each())
    return results


def median(results: Sequence[Measured], value: Callable[[Measured], float]) -> float:
    return statistics.median(value(each) for each in results)


def measure_list(server: Server, path: str, headers: Mapping[str, str], seconds: float) -> Measured:
    """Requests a list again and again over one connection, which is opened again where the server closes it.

    Raises RuntimeError for a status that is not 200.
    """
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    before, start, done = server.cpu_seconds(), time.perf_counter(), 0
    while (passed := time.perf_counter() - start) < seconds:
        connection.request("GET", path, headers=dict(headers))
        response = connection.getresponse()
        response.read()
        if response.status != 200:
            raise RuntimeError(f"{path}: status {response.status}")
        done += 1
    connection.close()
    return Measured(done, passed, server.cpu_seconds() - before)
