"""``python -m bench.reads``: the public list beside the bare server's constant answer, Django's floor and plain DRF.

The web server has one core; the load generator and PostgreSQL share the rest. What is compared is measured in turns
(``ROUNDS`` times a moment each), so that whatever else the machine does hits all of them alike; of each the median
round counts. A ratio stands twice: of requests per second, and in brackets of processor time per request, which other
work on the same machine disturbs much less.
"""

import argparse
import os
import statistics
import time
from dataclasses import dataclass

import psycopg

from bench.counts import counts
from bench.load import Figures, press, request_for
from bench.site import Server, cores, own_database, served, tell_of_change
from camp.testing_many import fill

ROUNDS, SECONDS = 5, 1.5
PEOPLE = 25_000
CLASSES = (10, 100, 1_000, 10_000)
PAYMENTS = (0, 100_000, 1_000_000)
USUAL = 50


@dataclass
class Measured:
    """The median of a scenario's rounds."""

    name: str
    per_second: float
    p50: float
    p99: float
    busy: float
    cost: float
    """Microseconds of processor time that the server spends on one request."""
    bytes_each: int

    def line(self, others: dict[str, "Measured"]) -> str:
        ratios = ", ".join(
            f"{self.per_second / other.per_second:.2f} ({other.cost / self.cost:.2f}) of {name}"
            for name, other in others.items()
            if other is not self
        )
        rate = f"{self.per_second:,.{0 if self.per_second > 10 else 2}f}/s"
        return (
            f"{self.name:<30} {rate:>10}  p50 {self.p50:>7.2f} ms  p99 {self.p99:>7.2f} ms  "
            f"busy {self.busy:>4.0%}  {self.cost:>8,.0f} us  {self.bytes_each:>9,} B  {ratios}"
        ).rstrip()


@dataclass
class Scenario:
    """One request to one server, over and over."""

    name: str
    server: Server
    request: bytes

    def round(self) -> tuple[Figures, float]:
        """One moment's figures, and how much of its core the server used."""
        before, begun = self.server.cpu_seconds(), time.perf_counter()
        figures = press(self.server.port, self.request, SECONDS)
        return figures, (self.server.cpu_seconds() - before) / (time.perf_counter() - begun)


def compare(*scenarios: Scenario) -> dict[str, Measured]:
    """Measure these in turns."""
    for scenario in scenarios:
        press(scenario.server.port, scenario.request, 0.5)  # connections, caches and the thread pool are made here
    rounds = [[scenario.round() for scenario in scenarios] for _ in range(ROUNDS)]
    return {
        scenario.name: _median(scenario.name, [each[number] for each in rounds])
        for number, scenario in enumerate(scenarios)
    }


def _median(name: str, rounds: list[tuple[Figures, float]]) -> Measured:
    figures = [each for each, _ in rounds]
    return Measured(
        name,
        statistics.median(each.per_second for each in figures),
        statistics.median(each.percentile(50) for each in figures),
        statistics.median(each.percentile(99) for each in figures),
        statistics.median(busy for _, busy in rounds),
        statistics.median(1e6 * busy / each.per_second for each, busy in rounds),
        figures[-1].bytes_each,
    )


@dataclass
class Stage:
    """The three servers and their database."""

    address: str
    bare: Server
    behind: Server
    site: Server

    def fill(self, classes: int, payments: int) -> None:
        with psycopg.connect(self.address, autocommit=True) as database:
            fill(database.cursor(), classes=classes, payments=payments, people=PEOPLE)
            database.execute("VACUUM ANALYZE")
        tell_of_change(self.address)
        time.sleep(1)  # within which every process knows


def usual_day(stage: Stage) -> None:
    """Fifty classes: the goals."""
    from accounts.models import User
    from accounts.tokens import issue_token

    stage.fill(USUAL, 0)
    size = press(stage.site.port, request_for("/classes"), 0.2).bytes_each
    bearer = {"Authorization": f"Bearer {issue_token(user=User.objects.get(pk=PEOPLE))}"}
    found = compare(
        Scenario("bare constant answer", stage.bare, request_for(f"/{size}")),
        Scenario("/classes, anonymous", stage.site, request_for("/classes")),
        Scenario("/classes, anonymous, brotli", stage.site, request_for("/classes", **{"Accept-Encoding": "br"})),
        Scenario("Django's floor", stage.behind, request_for(f"/floor/{size}")),
        Scenario("/classes, a student's bearer", stage.site, request_for("/classes", **bearer)),
        Scenario("/classes, plain DRF", stage.behind, request_for("/classes")),
    )
    against = {"bare": "bare constant answer", "floor": "Django's floor", "DRF": "/classes, plain DRF"}
    base = {name: found[key] for name, key in against.items()}
    print(f"\n{USUAL} classes, no payments")
    for each in found.values():
        print(each.line(base))


def growing(stage: Stage) -> None:
    """More classes, more payments: anonymous, plain DRF, and the first answer after a change."""
    for classes, payments in [*((count, 0) for count in CLASSES), *((USUAL, count) for count in PAYMENTS)]:
        stage.fill(classes, payments)
        size = press(stage.site.port, request_for("/classes"), 0.2).bytes_each
        found = compare(
            Scenario("bare constant answer", stage.bare, request_for(f"/{size}")),
            Scenario("/classes, anonymous", stage.site, request_for("/classes")),
            Scenario("/classes, plain DRF", stage.behind, request_for("/classes")),
        )
        first = statistics.median(_first_after_change(stage) for _ in range(5))
        print(f"\n{classes:,} classes, {payments:,} payments; the first answer after a change takes {first:.1f} ms")
        for each in found.values():
            print(each.line({"bare": found["bare constant answer"], "DRF": found["/classes, plain DRF"]}))


def _first_after_change(stage: Stage) -> float:
    """Milliseconds of one request right after the site was told of a change."""
    tell_of_change(stage.address)
    time.sleep(0.4)
    figures = press(stage.site.port, request_for("/classes"), 0.001, connections=1)
    return 1000 * figures.latencies[0]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--only", choices=["usual", "growing", "counts"])
    only = arguments.parse_args().only
    core, others = cores()
    if others:
        os.sched_setaffinity(0, others)  # PostgreSQL, started from here, inherits it
    with own_database() as address:
        import django

        django.setup()
        with (
            served("bench.bare:application", core) as bare,
            served("bench.behind:application", core) as behind,
            served("camp.wsgi:application", core) as site,
        ):
            stage = Stage(address, bare, behind, site)
            if only in (None, "counts"):
                counts(stage.address, stage.behind)
            if only in (None, "usual"):
                usual_day(stage)
            if only in (None, "growing"):
                growing(stage)


if __name__ == "__main__":
    main()
