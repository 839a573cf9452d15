"""``python -m bench.money``: seats held and settled per second, compared with a locked update of one row.

The update runs through Django, as the site's transactions do. pgbench's rate of the same update shows how fast the disk
is. All run on one PostgreSQL that waits for its disk, with the same number of clients, all on the same classes, because
the lock of the class's row is the limit. Stripe is left out: no transaction calls it.
"""

import argparse
import multiprocessing
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from multiprocessing.synchronize import Barrier
from typing import Any

import psycopg

from bench.pgbench import pgbench_rate
from bench.servers import temporary_database
from testing.bulk_data import fill

TURNS, SECONDS, PGBENCH_SECONDS = 12, 0.5, 4
CLIENTS = (1, 4)
USERS, CLASSES, SEATS = 20_000, 60, 1_000
PRICE = Decimal("45.50")
SEATS_PER_ORDER = (1, 3)
MOST_SEATS = max(SEATS_PER_ORDER)
NAMES = (
    "locked update through Django",
    *(f"seats held, {seats} in an order" for seats in SEATS_PER_ORDER),
    *(f"seats settled, {seats} in an order" for seats in SEATS_PER_ORDER),
)
GOALS = {"seats held, 1 in an order": 0.75, "seats settled, 1 in an order": 0.9}
LOCKED_UPDATE = """
BEGIN;
SELECT id FROM classes_campclass WHERE id = 1 FOR NO KEY UPDATE;
UPDATE classes_campclass SET capacity = capacity WHERE id = 1;
END;
"""


@dataclass
class Client:
    """The work of one process. ``orders`` are those of its holds, of so many seats each, with their payments' price."""

    students: list[Any]
    clients: int
    orders: dict[int, list[Any]] = field(default_factory=lambda: {seats: [] for seats in SEATS_PER_ORDER})
    turn: int = 0

    def hold(self, seats: int) -> None:
        """The transaction of POST /createPaymentIntent and POST /orders: holds seats and creates their order.

        All clients use the same classes until these have about SEATS holds, then the next ones.
        """
        from django.db import transaction
        from django.utils import timezone

        from classes.seats.requests import SeatRequest
        from payments.orders.opening import open_order

        first = 1 + MOST_SEATS * (self.turn * self.clients // SEATS)
        requests = [SeatRequest(first + number, None, PRICE) for number in range(seats)]
        student, self.turn = self.students[self.turn], self.turn + 1
        with transaction.atomic():
            opened = open_order(student=student, requests=requests, total=seats * PRICE, now=timezone.now())
        self.orders[seats].append(opened.order)

    def update(self) -> None:
        """The transaction of LOCKED_UPDATE, through Django."""
        from django.db import transaction

        from classes.seats.locks import lock_class

        with transaction.atomic():
            lock_class(1).save(update_fields=["capacity"])

    def settle(self, seats: int) -> None:
        """The transaction of POST /payments: confirms the seats of a succeeded intent."""
        from django.db import transaction
        from django.utils import timezone

        from core.money import CURRENCY
        from payments.settlement.orders import settle_intent
        from payments.stripe.results import Intent

        order = self.orders[seats].pop()
        intent = Intent(f"pi_{order.pk}", "succeeded", "", order.amount, CURRENCY, str(order.pk))
        with transaction.atomic():
            settled = settle_intent(intent=intent, confirmed_by_stripe=False, now=timezone.now())
        assert [payment.is_seated for payment in settled] == [True] * seats


def _run_client(number: int, clients: int, address: str, barrier: Barrier, results: Any) -> None:
    """Takes turns: updates, holds, then settles, for part of a second each; all processes start each part together.

    The result has the rates of each turn, in the order of NAMES.
    """
    from accounts.models import User

    client = Client(list(User.objects.filter(role="student").order_by("id")[number::clients]), clients)
    turns = []
    for _ in range(TURNS):
        barrier.wait()
        rates = [_rate(client.update, SECONDS)]
        for seats in SEATS_PER_ORDER:
            barrier.wait()
            rates.append(seats * _rate(partial(client.hold, seats), SECONDS))
        barrier.wait()
        if number == 0:
            with psycopg.connect(address, autocommit=True) as database:
                database.execute("UPDATE payments_order SET intent_id = 'pi_' || id WHERE intent_id IS NULL")
        for seats in SEATS_PER_ORDER:
            barrier.wait()
            rates.append(seats * _rate(partial(client.settle, seats), SECONDS, at_most=len(client.orders[seats])))
        turns.append(rates)
    results.put(turns)


def _rate(operation: Callable[[], None], seconds: float, at_most: int = 1_000_000) -> float:
    """Calls the operation repeatedly and returns the calls per second."""
    start, done = time.perf_counter(), 0
    while done < at_most and time.perf_counter() < start + seconds:
        operation()
        done += 1
    return done / (time.perf_counter() - start)


def django_rates(address: str, clients: int) -> list[list[float]]:
    """Returns the rates of each turn, of all clients together."""
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(clients), context.Queue()
    processes = [
        context.Process(target=_set_up_django_and_run, args=(number, clients, address, barrier, results))
        for number in range(clients)
    ]
    for process in processes:
        process.start()
    of_clients = [results.get(timeout=300) for _ in processes]
    for process in processes:
        process.join()
    return [[sum(each) for each in zip(*turn, strict=True)] for turn in zip(*of_clients, strict=True)]


def _set_up_django_and_run(*arguments: Any) -> None:
    import django

    django.setup()
    _run_client(*arguments)


def compare(address: str, clients: int) -> None:
    """Prints the median rates, and the median of their ratios to the update of the same turn."""
    with psycopg.connect(address, autocommit=True) as database:
        fill(database.cursor(), classes=CLASSES, users=USERS, payments=0)
        database.execute("VACUUM ANALYZE")
    print(f"\n{clients} client{'s' if clients > 1 else ''}")
    rate = pgbench_rate(address, LOCKED_UPDATE, clients=clients, jobs=clients, seconds=PGBENCH_SECONDS)
    print(f"{'locked update by pgbench':<32} {rate:>8,.0f}/s")
    turns = django_rates(address, clients)
    for position, name in enumerate(NAMES):
        rate = statistics.median(turn[position] for turn in turns)
        ratio = statistics.median(turn[position] / turn[0] for turn in turns)
        goal = f" (goal {GOALS[name]})" if name in GOALS else ""
        print(f"{name:<32} {rate:>8,.0f}/s  {ratio:.2f} of the update through Django{goal}")


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    with temporary_database() as address:
        for clients in CLIENTS:
            compare(address, clients)


if __name__ == "__main__":
    main()
