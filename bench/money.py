"""``python -m bench.money``: holding a seat and settling a payment beside pgbench's bare locked one-row update.

All on one PostgreSQL that waits for its disk, in one run, by the same number of clients, all on the same class: what is
compared is how often its lock can be had, used and given back. The card provider is left out: the law keeps it
outside of these transactions.
"""

import multiprocessing
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

import psycopg

from bench.site import own_database
from camp.testing_many import fill

ROUNDS, SECONDS = 3, 4
CLIENTS = (1, 4)
PEOPLE, CLASSES, SEATS = 20_000, 60, 1_000
PRICE = Decimal("45.50")
GOAL = 0.25
NAMES = ("bare locked update (pgbench)", "the same through Django", "hold a seat", "settle a payment")
BARE = """
BEGIN;
SELECT id FROM classes_campclass WHERE id = 1 FOR NO KEY UPDATE;
UPDATE classes_campclass SET capacity = capacity WHERE id = 1;
END;
"""


@dataclass
class Client:
    """One of the processes, and what it has held."""

    students: list[Any]
    clients: int
    held: list[Any] = field(default_factory=list)

    def hold(self) -> None:
        """The transaction behind POST /createPaymentIntent: a seat is held, the attempt to pay for it begun.

        Everybody wants the same class, until about a thousand seats of it are gone; then the next.
        """
        from django.db import transaction
        from django.utils import timezone

        from classes.enrollment import hold_seat
        from payments.attempts import current_attempt

        turn = len(self.held)
        camp_class_id = 1 + turn * self.clients // SEATS
        with transaction.atomic():
            hold = hold_seat(student=self.students[turn], camp_class_id=camp_class_id, price=PRICE, now=timezone.now())
            self.held.append(current_attempt(hold=hold))

    def update(self) -> None:
        """The bare locked update once more, through Django: what of the rest is the price of the tools."""
        from django.db import transaction

        from classes.enrollment import lock_class

        with transaction.atomic():
            lock_class(1).save(update_fields=["capacity"])

    def settle(self) -> None:
        """The transaction behind POST /payments: the succeeded intent becomes a seat."""
        from django.db import transaction
        from django.utils import timezone

        from camp.lib.money import CURRENCY
        from payments.settling import settle
        from payments.stripe_api import Intent

        attempt = str(self.held.pop().pk)
        intent = Intent(f"pi_{attempt}", "succeeded", "", PRICE, CURRENCY, attempt, Decimal(0))
        with transaction.atomic():
            settled = settle(intent=intent, by_provider=False, now=timezone.now())
        assert settled is not None
        assert settled.payment.is_seated


def _client(number: int, clients: int, address: str, together: Barrier, results: Any) -> None:
    """What each process does: hold for some seconds, then settle what it held, both begun by all at once."""
    from accounts.models import User

    client = Client(list(User.objects.filter(role="student").order_by("id")[number::clients]), clients)
    together.wait()
    held = _times(client.hold, SECONDS)
    together.wait()
    if number == 0:
        with psycopg.connect(address, autocommit=True) as database:
            database.execute("UPDATE payments_payment SET intent_id = 'pi_' || id")
    together.wait()
    settled = _times(client.settle, SECONDS, at_most=len(client.held))
    together.wait()
    results.put((_times(client.update, SECONDS), held, settled))


def _times(deed: Callable[[], None], seconds: float, at_most: int = 1_000_000) -> float:
    """How often a second this was done."""
    begun, done = time.perf_counter(), 0
    while done < at_most and time.perf_counter() < begun + seconds:
        deed()
        done += 1
    return done / (time.perf_counter() - begun)


def deeds(address: str, clients: int) -> tuple[float, ...]:
    """Updates through Django, holds and settlements per second, of all clients together."""
    context = multiprocessing.get_context("spawn")
    together, results = context.Barrier(clients), context.Queue()
    processes = [
        context.Process(target=_set_up_and, args=(_client, number, clients, address, together, results))
        for number in range(clients)
    ]
    for process in processes:
        process.start()
    figures = [results.get(timeout=120) for _ in processes]
    for process in processes:
        process.join()
    return tuple(sum(each) for each in zip(*figures, strict=True))


def _set_up_and(deed: Callable[..., None], *arguments: Any) -> None:
    import django

    django.setup()
    deed(*arguments)


def bare(address: str, clients: int) -> float:
    """Bare locked updates per second, of pgbench."""
    with psycopg.connect(address) as database:
        row = database.execute("SELECT setting FROM pg_config WHERE name = 'BINDIR'").fetchone()
    assert row is not None
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(BARE)
        script.flush()
        command = [str(Path(row[0]) / "pgbench"), "--no-vacuum", "--file", script.name]
        options = ["--client", str(clients), "--jobs", str(clients), "--time", str(SECONDS), "--dbname", address]
        done = subprocess.run([*command, *options], check=True, capture_output=True, text=True)
    (line,) = [each for each in done.stdout.splitlines() if each.startswith("tps = ")]
    return float(line.split()[2])


def compare(address: str, clients: int) -> None:
    rounds = []
    for _ in range(ROUNDS):
        with psycopg.connect(address, autocommit=True) as database:
            fill(database.cursor(), classes=CLASSES, people=PEOPLE, payments=0)
            database.execute("VACUUM ANALYZE")
        rounds.append((bare(address, clients), *deeds(address, clients)))
    middle = [statistics.median(each) for each in zip(*rounds, strict=True)]
    print(f"\n{clients} client{'s' if clients > 1 else ''}")
    for name, figure in zip(NAMES, middle, strict=True):
        print(f"{name:<30} {figure:>8,.0f}/s  {figure / middle[0]:.2f} of bare (goal {GOAL})")


def main() -> None:
    with own_database() as address:
        for clients in CLIENTS:
            compare(address, clients)


if __name__ == "__main__":
    main()
