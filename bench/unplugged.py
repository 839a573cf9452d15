"""``python -m bench.unplugged``: the card provider, the database and the site are pulled out, in turn, during a rush.

Nobody is asked first: SIGKILL to every process of the part, some seconds in the dark, then it is started again on what
it left on the disk. Students do what their browser does: they wait and ask again. At the end reconcile runs, and the
four laws are checked over the rows and the provider's books.
"""

import argparse
import asyncio
import json
import logging
import sys
from collections.abc import Callable
from typing import Any

from bench.crowd import Door, Report, crowd
from bench.rush import camp_of, is_well, verdict
from bench.stand import Stand, stand

Plug = tuple[str, Callable[[], None], Callable[[], None]]


def plugs(site: Stand) -> list[Plug]:
    """What can be pulled, and how it is put back."""
    return [
        ("card provider", site.pull_cards, site.plug_in_cards),
        ("database", site.pull_database, site.plug_in_database),
        ("site", site.pull_site, site.plug_in_site),
    ]


async def pull_each(site: Stand, rounds: int, light: float, dark: float) -> list[str]:
    """Pull every plug in turn, so many times; ``light`` seconds with everything on before each, ``dark`` without."""
    pulled = []
    for _ in range(rounds):
        for name, pull, plug_in in plugs(site):
            await asyncio.sleep(light)
            pull()
            await asyncio.sleep(dark)
            await asyncio.to_thread(plug_in)
            pulled.append(name)
    return pulled


async def rush_in_the_dark(site: Stand, people: list[Any], options: argparse.Namespace) -> tuple[Report, list[str]]:
    door = Door(site.port, site.cards_port, patience=options.patience)
    pulling = pull_each(site, options.rounds, options.light, options.dark)
    return await asyncio.gather(crowd(door, people, options.within), pulling)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--seats", type=int, default=60, help="in the hot class")
    parser.add_argument("--others", type=int, default=4)
    parser.add_argument("--other-seats", type=int, default=200)
    parser.add_argument("--within", type=float, default=25, help="seconds in which all arrive")
    parser.add_argument("--patience", type=float, default=180)
    parser.add_argument("--rounds", type=int, default=1, help="how often each plug is pulled")
    parser.add_argument("--light", type=float, default=4, help="seconds with everything on before each")
    parser.add_argument("--dark", type=float, default=2, help="seconds without")
    options = parser.parse_args()
    with stand() as site:
        import django

        django.setup()
        logging.getLogger("httpx").setLevel(logging.WARNING)
        from django.db import connections

        people = camp_of(options.students, options.seats, options.others, options.other_seats)
        connections.close_all()  # the database goes away in between
        report, pulled = asyncio.run(rush_in_the_dark(site, people, options))
        found = verdict(site, report)
        found |= {"pulled": pulled, "outcomes": report.outcomes, "answers": report.statuses}
        print(json.dumps(found, indent=2))
        connections.close_all()
    return 0 if is_well(found) else 1


if __name__ == "__main__":
    sys.exit(main())
