"""Concurrent calls in threads: several that start together, or one at an exact point inside another operation."""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import psycopg
import pytest
from django.db import IntegrityError, connection, connections, transaction

from accounts import locking
from classes.models import CampClass
from classes.seats import sql as class_statements
from payments.models import LedgerEntry, Order, Payment
from payments.models.order import OrderQuerySet
from payments.models.payment import PaymentQuerySet
from payments.orders import sql as payment_statements

Operation = Callable[[], Any]
Function = tuple[Any, str]
"""A module, and the name of a function in it."""
MAX_WAIT_SECONDS = 10
"""How long an operation waits at most for a concurrent one that neither continues nor waits for a lock."""
JOIN_SECONDS = 30
with_and_without_the_lock = pytest.mark.parametrize("lock_on", [True, False])
"""Runs a race test also as its control. The test switches the lock off if ``lock_on`` is false."""
with_and_without_the_condition = pytest.mark.parametrize("condition_on", [True, False])
"""The same for a race in which a condition in the code protects the outcome, and not a lock."""
BLOCKED = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


def run_concurrently(*operations: Operation, seconds: float = JOIN_SECONDS) -> list[Any]:
    """Runs the operations in threads that start together, each with its own database connections.

    Fails if one takes longer than ``seconds``. Returns for each operation, in their order, what it returned or the
    exception that it raised.
    """
    barrier, results = threading.Barrier(len(operations)), [None] * len(operations)

    def run(index: int, operation: Operation) -> None:
        try:
            barrier.wait(10)
            results[index] = operation()
        except Exception as error:  # noqa: BLE001 (the test checks it)
            results[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(index, each)) for index, each in enumerate(operations)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds)
        assert not thread.is_alive(), "the operation does not end: a deadlock, or a lock that is not released"
    return results


class ConcurrentCall:
    """Runs an operation in another thread before (or after) the first call of ``module.name``.

    The interrupted operation continues when the concurrent one ends or waits for a lock of the database.
    """

    def __init__(self, monkeypatch: Any, module: Any, name: str, operation: Operation, *, after: bool = False) -> None:
        self.operation, self.original, self.after = operation, getattr(module, name), after
        self.results: list[Any] = []
        self._thread: threading.Thread | None = None
        monkeypatch.setattr(module, name, self._replacement)

    def _replacement(self, *args: Any, **kwargs: Any) -> Any:
        if not self.after:
            self._start_once()
        result = self.original(*args, **kwargs)
        if self.after:
            self._start_once()
        return result

    def _start_once(self) -> None:
        if self._thread is None:
            thread = threading.Thread(target=lambda: self.results.extend(run_concurrently(self.operation)))
            self._thread = thread
            thread.start()
            _wait_or_blocked(lambda: not thread.is_alive())

    def outcome(self) -> Any:
        """Waits for the concurrent operation. Returns what it returned or the exception that it raised."""
        assert self._thread is not None, "the function was not called, so the operation did not start"
        self._thread.join(JOIN_SECONDS)
        (result,) = self.results
        return result


def _wait_or_blocked(condition: Callable[[], bool]) -> None:
    """Waits until the condition is true, or a session of the test database waits for a lock."""
    parameters = connection.get_connection_params()
    parameters = {name: parameters[name] for name in ("dbname", "user", "host") if name in parameters}
    deadline = time.monotonic() + MAX_WAIT_SECONDS
    with psycopg.connect(**parameters, autocommit=True) as observer:
        while not condition() and time.monotonic() < deadline:
            if observer.execute(BLOCKED).fetchone():
                return
            time.sleep(0.01)


def return_together(monkeypatch: Any, module: Any, name: str, *, calls: int = 2) -> None:
    """Makes this many concurrent calls of ``module.name`` return together, unless one waits for a lock before it."""
    original, ended = getattr(module, name), []

    def replacement(*args: Any, **kwargs: Any) -> Any:
        result = original(*args, **kwargs)
        ended.append(result)
        _wait_or_blocked(lambda: len(ended) >= calls)
        return result

    monkeypatch.setattr(module, name, replacement)


def run_within(monkeypatch: Any, outer: Function, *, start: Function, end: Function) -> None:
    """Lets a concurrent operation run from ``start`` to ``end`` while a call of ``outer`` waits.

    ``start`` waits until ``outer`` is called, and ``outer`` waits until ``end`` has returned. Both continue as soon as
    a session waits for a lock.
    """
    called, ended = threading.Event(), threading.Event()

    def wait_for_end() -> None:
        called.set()
        _wait_or_blocked(ended.is_set)

    _surround(monkeypatch, outer, before=wait_for_end)
    _surround(monkeypatch, start, before=lambda: _wait_or_blocked(called.is_set))
    _surround(monkeypatch, end, after=ended.set)


def _surround(
    monkeypatch: Any, function: Function, *, before: Operation = lambda: None, after: Operation = lambda: None
) -> None:
    original = getattr(*function)

    def replacement(*args: Any, **kwargs: Any) -> Any:
        before()
        result = original(*args, **kwargs)
        after()
        return result

    monkeypatch.setattr(*function, replacement)


def disable_locks(monkeypatch: Any, *locks: str) -> None:
    """Replaces these locks (``account``, ``class``, ``order``) by plain reads, for the control of a race test.

    The promotion of an order and the books are safe without the lock too: one statement checks the state, and the key
    of an entry is unique. The control does without both.
    """
    if "account" in locks:
        plain = locking._SELECT_FOR_UPDATE.removesuffix("FOR NO KEY UPDATE")
        monkeypatch.setattr(locking, "_SELECT_FOR_UPDATE", plain)
    if "class" in locks:
        monkeypatch.setattr(
            class_statements, "select_classes_for_update", lambda ids: list(CampClass.objects.filter(pk__in=ids))
        )
    if "order" in locks:
        monkeypatch.setattr(OrderQuerySet, "locked", OrderQuerySet.all)
        monkeypatch.setattr(payment_statements, "select_orders_for_update", _select_orders)
        monkeypatch.setattr(PaymentQuerySet, "promote", lambda self: self.update(state=Payment.State.ENROLLED))
        _ignore_entries_booked_before(monkeypatch)


def _select_orders(*, intent_id: str | None = None, open_of: int | None = None) -> list[Order]:
    of_intent, of_student = Order.objects.filter(intent_id=intent_id), Order.objects.started().filter(student=open_of)
    return list(of_intent if intent_id else of_student)


def _ignore_entries_booked_before(monkeypatch: Any) -> None:
    store_settlement, save = payment_statements.store_settlement, LedgerEntry.save

    def settle(order: Order, payments: Sequence[Payment], *, charge: payment_statements.Charge) -> None:
        try:
            with transaction.atomic():
                store_settlement(order, payments, charge=charge)
        except IntegrityError:
            store_settlement(order, payments, charge=payment_statements.NO_CHARGE)

    def save_if_new(entry: LedgerEntry, **options: Any) -> None:
        with suppress(IntegrityError), transaction.atomic():
            save(entry, **options)

    monkeypatch.setattr(payment_statements, "store_settlement", settle)
    monkeypatch.setattr(LedgerEntry, "save", save_if_new)
