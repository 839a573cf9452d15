"""``python -m bench.reads``: the public list, compared with a constant response, Django without a view, and plain DRF.

The web server has one core; the load generator and PostgreSQL share the others. The variants are measured alternately
for ``ROUNDS`` rounds, so that other load on the machine affects all of them equally; the output has the medians. Each
ratio is given twice: by requests per second and, in parentheses, by CPU time per request, which varies less.
"""

import argparse
import os
import statistics
import time
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import httpx
import psycopg

from bench.load import CONNECTIONS, LoadResult, get_request, send_for
from bench.office import ADMIN as OFFICE_ADMIN
from bench.office import OFFICE, PUBLIC, SIZES, fill_text
from bench.query_counts import print_counts
from bench.servers import Server, cores, invalidate_caches, older_site, running_server, temporary_database
from testing.bulk_data import fill

ROUNDS, SECONDS = 5, 1.5
USERS = 25_000
CLASSES = (10, 100, 1_000, 10_000)
PAYMENTS = (0, 100_000, 1_000_000)
USUAL_CLASSES = 50
STUDENT, ADMIN = 1000, 999
EMAIL = f"person-{STUDENT}@camp.example"
OWN_LISTS = {
    "/payments/{email}": (f"/payments/{EMAIL}", STUDENT),
    "/enrolledStudent/{email}": (f"/enrolledStudent/{EMAIL}", STUDENT),
    "/selectClass": (f"/selectClass?email={EMAIL}", STUDENT),
    "/instructors, a bearer": ("/instructors?limit=20", STUDENT),
    "/overview, an admin": ("/overview", ADMIN),
}
"""Paths, and the ids of the users who request them."""
FILL_OWN = f"""
import os, psycopg
from testing.bulk_data import fill
with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as database:
    fill(database.cursor(), classes=50, payments=20_000, users={STUDENT}, selections=20_000)
    database.execute("UPDATE accounts_user SET role = 'admin' WHERE id = {ADMIN}")
    database.execute("VACUUM ANALYZE")
"""
"""Twenty payments and twenty selections for each user, with one child in every third row."""


@dataclass
class Measurement:
    """The medians of a variant's rounds. ``busy``: the server's share of its core."""

    name: str
    per_second: float
    p50: float
    p99: float
    busy: float
    cpu_us: float
    """CPU time per request in microseconds."""
    body_bytes: int

    def line(self, others: dict[str, "Measurement"]) -> str:
        ratios = ", ".join(
            f"{self.per_second / other.per_second:.2f} ({other.cpu_us / self.cpu_us:.2f}) of {name}"
            for name, other in others.items()
            if other is not self
        )
        rate = f"{self.per_second:,.{0 if self.per_second > 10 else 2}f}/s"
        return (
            f"{self.name:<30} {rate:>10}  p50 {self.p50:>7.2f} ms  p99 {self.p99:>7.2f} ms  "
            f"busy {self.busy:>4.0%}  {self.cpu_us:>8,.0f} us  {self.body_bytes:>9,} B  {ratios}"
        ).rstrip()


@dataclass
class Variant:
    """A request to a server, repeated."""

    name: str
    server: Server
    request: bytes
    connections: int = CONNECTIONS

    def round(self) -> tuple[LoadResult, float]:
        """Runs one round. Returns its result and the share of its core that the server used."""
        before, start = self.server.cpu_seconds(), time.perf_counter()
        result = send_for(self.server.port, self.request, SECONDS, self.connections)
        return result, (self.server.cpu_seconds() - before) / (time.perf_counter() - start)


def compare(*variants: Variant) -> dict[str, Measurement]:
    """Measures the variants alternately."""
    for variant in variants:
        send_for(
            variant.server.port, variant.request, 0.5, variant.connections
        )  # warms up connections, caches and the thread pool
    rounds = [[variant.round() for variant in variants] for _ in range(ROUNDS)]
    return {
        variant.name: _median(variant.name, [each[number] for each in rounds])
        for number, variant in enumerate(variants)
    }


def _median(name: str, rounds: list[tuple[LoadResult, float]]) -> Measurement:
    results = [each for each, _ in rounds]
    return Measurement(
        name,
        statistics.median(each.per_second for each in results),
        statistics.median(each.percentile(50) for each in results),
        statistics.median(each.percentile(99) for each in results),
        statistics.median(busy for _, busy in rounds),
        statistics.median(1e6 * busy / each.per_second for each, busy in rounds),
        results[-1].body_bytes,
    )


@dataclass
class Servers:
    """The three servers and their database. The page cache is part of ``site``."""

    address: str
    constant: Server
    baseline: Server
    site: Server

    def fill(self, classes: int, payments: int) -> None:
        with psycopg.connect(self.address, autocommit=True) as database:
            fill(database.cursor(), classes=classes, payments=payments, users=USERS)
            database.execute("VACUUM ANALYZE")
        invalidate_caches(self.address)
        time.sleep(1)  # every process has invalidated its cache by then


def usual_size(servers: Servers) -> None:
    """Fifty classes, for which docs/bench.md states goals."""
    servers.fill(USUAL_CLASSES, 0)
    size = send_for(servers.site.port, get_request("/classes"), 0.2).body_bytes
    bearer = _bearer(USERS)
    found = compare(
        Variant("constant response", servers.constant, get_request(f"/{size}")),
        Variant("/classes, anonymous", servers.site, get_request("/classes")),
        Variant("/classes, anonymous, brotli", servers.site, get_request("/classes", **{"Accept-Encoding": "br"})),
        Variant("Django, trivial view", servers.baseline, get_request(f"/trivial/{size}")),
        Variant("/classes, a student's bearer", servers.site, get_request("/classes", **bearer)),
        Variant("/classes, an origin", servers.site, get_request("/classes", Origin="https://app.example")),
        Variant("/classes, plain DRF", servers.baseline, get_request("/classes")),
    )
    compared_with = {"constant": "constant response", "trivial": "Django, trivial view", "DRF": "/classes, plain DRF"}
    base = {name: found[key] for name, key in compared_with.items()}
    print(f"\n{USUAL_CLASSES} classes, no payments")
    for each in found.values():
        print(each.line(base))


def growing_size(servers: Servers) -> None:
    """More classes and more payments: anonymous, plain DRF, and the first response after a change."""
    for classes, payments in [*((count, 0) for count in CLASSES), *((USUAL_CLASSES, count) for count in PAYMENTS)]:
        servers.fill(classes, payments)
        size = send_for(servers.site.port, get_request("/classes"), 0.2).body_bytes
        found = compare(
            Variant("constant response", servers.constant, get_request(f"/{size}")),
            Variant("/classes, anonymous", servers.site, get_request("/classes")),
            # One connection, because of its long responses: several would still be computed in the next round.
            Variant("/classes, plain DRF", servers.baseline, get_request("/classes"), connections=1),
        )
        first = statistics.median(_first_after_change(servers) for _ in range(5))
        print(f"\n{classes:,} classes, {payments:,} payments; the first response after a change takes {first:.1f} ms")
        for each in found.values():
            print(each.line({"constant": found["constant response"], "DRF": found["/classes, plain DRF"]}))


def _first_after_change(servers: Servers) -> float:
    """Returns the milliseconds of one request shortly after a change."""
    invalidate_caches(servers.address)
    time.sleep(0.4)
    result = send_for(servers.site.port, get_request("/classes"), 0.001, connections=1)
    return 1000 * result.latencies[0]


def own_lists(servers: Servers, older: Path | None, core: set[int] | None) -> None:
    """A student's own lists with twenty rows each, and the admin's overview; also of an older checkout."""
    exec(FILL_OWN)  # the older checkout runs the same text
    with older_site(older, core, FILL_OWN) if older else nullcontext() as older_server:
        sites = {"": servers.site} | ({", older": older_server} if older_server else {})
        variants = [
            Variant(f"{name}{age}", site, get_request(path, **_bearer(user)), connections=4)
            for name, (path, user) in OWN_LISTS.items()
            for age, site in sites.items()
        ]
        found = compare(*variants)
    print("\na student's own lists, 20 rows each (the overview: 20,000 payments)")
    for name in OWN_LISTS:
        for age in sites:
            print(found[f"{name}{age}"].line({"older": found[f"{name}, older"]} if older else {}))


def office_reads(servers: Servers, older: Path | None, core: set[int] | None) -> None:
    """What the office and the door read, at two sizes of a school; also of an older checkout."""
    for size in SIZES:
        exec(fill_text(size))  # the older checkout runs the same text
        invalidate_caches(servers.address)
        with older_site(older, core, fill_text(size)) if older else nullcontext() as older_server:
            bearer = _bearer(OFFICE_ADMIN)
            paths = [(name, path, bearer) for name, path in OFFICE.items()]
            paths += [(name, path, {}) for name, path in PUBLIC.items()]
            variants = [Variant(name, servers.site, get_request(path, **more), 1) for name, path, more in paths]
            tag = httpx.get(f"http://127.0.0.1:{servers.site.port}/today", headers=bearer).headers["ETag"]
            unchanged = get_request("/today", **bearer, **{"If-None-Match": tag})
            variants.append(Variant("/today, unchanged", servers.site, unchanged, 1))
            if older_server:
                variants += [
                    Variant(f"{name}, older", older_server, get_request(path, **more), 1) for name, path, more in paths
                ]
            found = compare(*variants)
        print(f"\n{size}: {SIZES[size]}")
        for each in found.values():
            print(each.line({"older": found[f"{each.name}, older"]} if f"{each.name}, older" in found else {}))


def _bearer(user_id: int) -> dict[str, str]:
    from accounts.models import User
    from accounts.tokens import issue_token

    return {"Authorization": f"Bearer {issue_token(user=User.objects.get(pk=user_id))}"}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--only", choices=["usual", "growing", "counts", "own", "office"])
    arguments.add_argument(
        "--older", type=Path, metavar="FOLDER", help="an older checkout, for the own lists and the office"
    )
    given = arguments.parse_args()
    only = given.only
    core, others = cores()
    if others:
        os.sched_setaffinity(0, others)  # PostgreSQL, started from here, inherits it
    with temporary_database() as address:
        import django

        django.setup()
        with (
            running_server("bench.constant_app:application", core) as constant,
            running_server("bench.baseline:application", core) as baseline,
            running_server("camp.server.asgi:application", core) as site,
        ):
            servers = Servers(address, constant, baseline, site)
            if only in (None, "counts"):
                print_counts(servers.address, servers.baseline)
            if only in (None, "usual"):
                usual_size(servers)
            if only in (None, "own"):
                own_lists(servers, given.older, core)
            if only in (None, "office"):
                office_reads(servers, given.older, core)
            if only in (None, "growing"):
                growing_size(servers)


if __name__ == "__main__":
    main()
