"""``python -m bench.peers``: Craft Camp beside pretix and beside a minimal Express server, see bench/peers.md.

Installs both from their package registries into ``.test/peers``, starts all servers, and measures in turn.
"""

import argparse
import logging
import os
import platform
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial

from bench.load import get_request, send_for
from bench.peers.camp_orders import CampOrders, running_camp
from bench.peers.express_lists import running_express
from bench.peers.installed import PEERS, install_express, install_pretix, versions
from bench.peers.measuring import Measured, in_turn, measure_list, measure_orders, median
from bench.peers.pretix_orders import API, SHOP, PretixOrders, Shop
from bench.peers.pretix_server import Pretix, running_pretix
from bench.peers.smtp_sink import smtp_sink
from bench.servers import Server
from demo.servers.postgres import start_postgres

ROWS = 50
PUBLIC_LISTS = ("/classes", "/popularClasses", "/instructors")
CLIENTS = 4
LIST_SECONDS, LIST_CONNECTIONS = 2.0, 32
Measures = dict[str, Callable[[], Measured]]


def orders(camp: CampOrders, pretix: Pretix, count: int) -> Measures:
    """Paid orders of one seat."""
    shop = Shop(pretix.server.port, pretix.token)
    place = partial(PretixOrders, server=pretix.server, items=pretix.items)
    sites = (
        camp,
        camp.without_worker(),
        place("pretix: one REST request, no e-mail", place=partial(shop.order_by_api, email=False)),
        place("pretix: one REST request, e-mail", place=shop.order_by_api),
        place("pretix: the forms of the shop", place=shop.order_with_forms),
        place("pretix: every page of the shop", place=shop.order_with_every_page),
    )
    return {each.name: partial(measure_orders, each, count, CLIENTS) for each in sites}


def _load(server: Server, path: str, **headers: str) -> Measured:
    before = server.cpu_seconds()
    result = send_for(server.port, get_request(path, **headers), LIST_SECONDS, LIST_CONNECTIONS)
    return Measured(len(result.latencies), result.seconds, server.cpu_seconds() - before)


def public_lists(camp: CampOrders, express: Server) -> Measures:
    """The three public lists, which the original server has too."""
    measures: Measures = {}
    for path in PUBLIC_LISTS:
        measures[f"{path}: Craft Camp"] = partial(_load, camp.web, path)
        bearer = {"Authorization": f"Bearer {camp.student_token}"}
        measures[f"{path}: Craft Camp, a student's bearer"] = partial(_load, camp.web, path, **bearer)
        measures[f"{path}: Express"] = partial(_load, express, path)
    return measures


def pretix_lists(camp: CampOrders, pretix: Pretix) -> Measures:
    """The lists of what can be bought. One request at a time, because gunicorn closes each connection."""
    token = {"Authorization": f"Token {pretix.token}"}
    measure = partial(measure_list, seconds=LIST_SECONDS)
    return {
        "Craft Camp: /classes": partial(measure, camp.web, "/classes", {}),
        "pretix: quotas in the REST API": partial(measure, pretix.server, f"{API}quotas/", token),
        "pretix: the same with availability": partial(
            measure, pretix.server, f"{API}quotas/?with_availability=true", token
        ),
        "pretix: list of the shop's widget": partial(measure, pretix.server, f"{SHOP}widget/product_list", {}),
        "pretix: the shop's page": partial(measure, pretix.server, SHOP, {}),
    }


def print_table(title: str, results: dict[str, list[Measured]]) -> None:
    """Prints the medians, and the CPU time as a multiple of the first row's, compared within each round."""
    print(f"\n{title}\n\n| | CPU ms each | times the first row | per second |\n|---|---|---|---|")
    first = next(iter(results.values()))
    for name, rounds in results.items():
        cpu, rate = median(rounds, lambda each: each.cpu_ms), median(rounds, lambda each: each.per_second)
        print(f"| {name} | {_number(cpu)} | {_number(_ratio(rounds, first))} | {_number(rate)} |")


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _ratio(rounds: Sequence[Measured], first: Sequence[Measured]) -> float:
    ratios = sorted(each.cpu_ms / base.cpu_ms for each, base in zip(rounds, first, strict=True))
    return ratios[len(ratios) // 2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--orders", type=int, default=40, help="of each site in each round")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    programs, express_folder = install_pretix(), install_express()
    found = versions(programs, express_folder) | {"Python": platform.python_version()}
    with ExitStack() as stack:
        smtp_port = stack.enter_context(smtp_sink())
        postgres = start_postgres(PEERS / "postgres")
        stack.callback(postgres.stop)
        pretix = stack.enter_context(running_pretix(programs, postgres, ROWS, smtp_port))
        express = stack.enter_context(running_express(express_folder, postgres, ROWS))
        camp = stack.enter_context(running_camp(smtp_port, ROWS))
        print(", ".join(f"{name} {version}" for name, version in found.items()), f"- {os.cpu_count()} cores")
        measure_all(camp, pretix, express, options)


def measure_all(camp: CampOrders, pretix: Pretix, express: Server, options: argparse.Namespace) -> None:
    logging.getLogger("httpx").setLevel(logging.WARNING)
    in_turn(1, public_lists(camp, express))  # the processors and caches are warm
    lists = in_turn(options.rounds, public_lists(camp, express))
    for path in PUBLIC_LISTS:
        sizes = [send_for(each.port, get_request(path), 0.01, 1).body_bytes for each in (camp.web, express)]
        title = f"{path}: {sizes[0]:,} bytes at Craft Camp, {sizes[1]:,} at Express"
        print_table(title, {name: each for name, each in lists.items() if name.startswith(f"{path}:")})
    print_table(f"{ROWS} classes, items or quotas", in_turn(options.rounds, pretix_lists(camp, pretix)))
    in_turn(1, orders(camp, pretix, 2 * CLIENTS))  # every worker has loaded all its modules
    print_table("A paid order of one seat", in_turn(options.rounds, orders(camp, pretix, options.orders)))


if __name__ == "__main__":
    main()
