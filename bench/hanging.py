"""``python -m bench.hanging``: Stripe accepts connections and does not respond, while 50 students retry their payment.

Measures what other visitors notice: the public lists, a student's own lists, and the login. Before and after, the
payers send as many requests that the site refuses without Stripe: the difference is what the hanging Stripe causes,
also on a busy machine.
"""

import argparse
import asyncio
import json
import logging
import os
import random
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import httpx

from bench.rush import create_camp
from bench.stack import Stack, running_stack
from bench.students import CONNECTION_ERRORS, JSON, PAUSE_SECONDS, Connection, Family, Report

NAMES = PUBLIC, OWN, LOGIN, PAYMENT = ("public lists", "own lists", "login", "payment")
WARM_UP_SECONDS = 3
FREE = "0"
"""A price at which the site refuses a card payment without a call to Stripe."""
HANG = {"requests": [{"fault": "timeout", "seconds": 3600, "count": None}]}

Send = Callable[[Connection], Awaitable[tuple[int, Any]]]


@dataclass
class Client:
    """Sends one kind of request again and again on its own connection; ``pause``: seconds between two requests."""

    name: str
    connection: Connection
    send: Send
    pause: float

    async def run(self, report: Report, until: float) -> None:
        """Adds status and latency of each response to the report."""
        while perf_counter() < until:
            await asyncio.sleep(self.pause * random.uniform(0.5, 1.5))
            start = perf_counter()
            try:
                status, _ = await self.send(self.connection)
            except CONNECTION_ERRORS:
                status = 0
            report.statuses[f"{self.name} {status}"] += 1
            report.latencies[self.name].append(perf_counter() - start)
        self.connection.close()  # the next request opens another one


def payer(port: int, family: Family, dollars: str) -> Client:
    """Returns a client that holds a seat of the first class for one participant."""
    (class_id, _), child_id = family.wishes[0], family.participants[0]
    body = json.dumps({"price": float(dollars), "classId": str(class_id), "childId": child_id}).encode()
    return Client(
        PAYMENT,
        Connection(port, family.token),
        lambda connection: connection.post("/createPaymentIntent", body, JSON),
        PAUSE_SECONDS,
    )


def reader(name: str, connection: Connection, *paths: str) -> Client:
    """Returns a client that requests one of these lists."""
    return Client(name, connection, lambda connection: connection.get(random.choice(paths)), 0.1)


def other_visitors(port: int, visitor: Family) -> list[Client]:
    """Returns anonymous visitors, a student who reads their own lists, and a user who logs in."""
    from testing.servers.auth_emulator import make_claims, unsigned_token

    return [
        *(reader(PUBLIC, Connection(port), "/classes", "/popularClasses", "/instructors") for _ in range(4)),
        reader(
            OWN, Connection(port, visitor.token), f"/payments/{visitor.email}", f"/selectClass?email={visitor.email}"
        ),
        Client(
            LOGIN,
            Connection(port, unsigned_token(make_claims())),
            lambda connection: connection.post("/jwt", b'{"email": "ann@camp.example"}', JSON),
            0.5,
        ),
    ]


async def run_all(clients: list[Client], seconds: float, report: Report) -> None:
    until = perf_counter() + seconds
    await asyncio.gather(*(client.run(report, until) for client in clients))


async def run_before_while_and_after(
    payers: list[Client], refused: list[Client], others: list[Client], faults: str, seconds: float
) -> tuple[Report, Report]:
    """Returns two reports: while Stripe hangs; and before and after, without calls to Stripe.

    A warm-up, which is not reported, first brings the students to the card form.
    """
    hanging, without_calls = Report(), Report()
    await run_all([*payers, *others], WARM_UP_SECONDS, Report())
    await run_all([*refused, *others], seconds / 2, without_calls)
    httpx.post(faults, json=HANG).raise_for_status()
    await run_all([*payers, *others], seconds, hanging)
    httpx.delete(faults).raise_for_status()
    await run_all([*refused, *others], seconds / 2, without_calls)
    return hanging, without_calls


def measure(stack: Stack, families: list[Family], seconds: float) -> dict[str, Any]:
    """Lets all families but the first pay, while Stripe hangs for this many seconds.

    Returns the 50th and 99th percentiles in milliseconds, also without calls to Stripe, and the number of responses by
    status while it hangs.
    """
    from testing.servers.auth_emulator import running_emulator

    visitor, *payers = families
    clients = [payer(stack.port, family, family.wishes[0][1]) for family in payers]
    refused = [payer(stack.port, family, FREE) for family in payers]
    faults = f"http://127.0.0.1:{stack.stripe_port}/_standin/faults"
    with running_emulator(int(os.environ["FIREBASE_AUTH_EMULATOR_PORT"])):
        others = other_visitors(stack.port, visitor)
        hanging, without_calls = asyncio.run(run_before_while_and_after(clients, refused, others, faults, seconds))
    return {
        "p50, p99 in ms": percentiles(hanging),
        "p50, p99 in ms without calls to Stripe": percentiles(without_calls),
        "responses": dict(sorted(hanging.statuses.items())),
    }


def percentiles(report: Report) -> dict[str, list[int]]:
    return {name: [round(report.percentile(name, percent)) for percent in (50, 99)] for name in NAMES}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--payers", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args()
    with running_stack() as stack:
        logging.getLogger("httpx").setLevel(logging.WARNING)
        from django.db import connections

        families = create_camp(2 * (options.payers + 1), options.payers, 0, 0)[: options.payers + 1]
        print(json.dumps(measure(stack, families, options.seconds), indent=2))
        connections.close_all()
    return 0


if __name__ == "__main__":
    sys.exit(main())
