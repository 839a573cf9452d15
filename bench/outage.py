"""``python -m bench.outage``: Stripe, the database and the site fail in turn during the opening of registration.

Each is killed with SIGKILL, is unavailable for some seconds, and starts again from what it left on disk. Meanwhile the
students repeat their requests, like the client's code. At the end the payments are reconciled and the invariants
checked. Before, Stripe hangs for a while: see ``bench.hanging``.
"""

import argparse
import asyncio
import json
import logging
import sys
from collections.abc import Callable

from bench import hanging
from bench.rush import check, create_camp, passed
from bench.stack import Stack, running_stack
from bench.students import Family, Report, Target, simulate

Service = tuple[str, Callable[[], None], Callable[[], None]]
"""A name, and the functions that kill and start the service."""


def services(stack: Stack) -> list[Service]:
    return [
        ("Stripe", stack.kill_stripe, stack.start_stripe),
        ("database", stack.kill_database, stack.restart_database),
        ("site", stack.kill_site, stack.start_site),
    ]


async def kill_each(stack: Stack, rounds: int, pause: float, outage: float) -> list[str]:
    """Kills each service in turn. ``pause``: seconds before each kill; ``outage``: seconds until its restart."""
    killed = []
    for _ in range(rounds):
        for name, kill, start in services(stack):
            await asyncio.sleep(pause)
            kill()
            await asyncio.sleep(outage)
            await asyncio.to_thread(start)
            killed.append(name)
    return killed


async def rush_with_outages(
    stack: Stack, families: list[Family], options: argparse.Namespace
) -> tuple[Report, list[str]]:
    target = Target(stack.port, stack.stripe_port, give_up_after=options.give_up_after)
    outages = kill_each(stack, options.rounds, options.pause, options.outage)
    return await asyncio.gather(simulate(target, families, options.within), outages)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--seats", type=int, default=60, help="in the popular class")
    parser.add_argument("--others", type=int, default=4)
    parser.add_argument("--other-seats", type=int, default=200)
    parser.add_argument("--within", type=float, default=25, help="seconds in which all arrive")
    parser.add_argument("--give-up-after", type=float, default=180, help="seconds that a student tries")
    parser.add_argument("--rounds", type=int, default=1, help="how often each service fails")
    parser.add_argument("--pause", type=float, default=4, help="seconds before each outage")
    parser.add_argument("--payers", type=int, default=50, help="students who retry while Stripe hangs")
    parser.add_argument("--hang", type=float, default=20, help="seconds for which Stripe hangs")
    parser.add_argument("--outage", type=float, default=2, help="seconds until the restart")
    options = parser.parse_args()
    with running_stack() as stack:
        logging.getLogger("httpx").setLevel(logging.WARNING)
        from django.db import connections

        families = create_camp(options.students, options.seats, options.others, options.other_seats)
        # Payers buy one seat each: a larger family could find the class full and keep its first hold until it expires.
        single = [family for family in families if len(family.participants) == 1]
        hung = hanging.measure(stack, single[: options.payers + 1], options.hang)
        connections.close_all()  # the database fails meanwhile
        report, killed = asyncio.run(rush_with_outages(stack, families, options))
        results = check(stack, report)
        results |= {
            "while Stripe hangs": hung,
            "killed": killed,
            "outcomes": report.outcomes,
            "responses": report.statuses,
        }
        print(json.dumps(results, indent=2))
        connections.close_all()
    return 0 if passed(results) else 1


if __name__ == "__main__":
    sys.exit(main())
