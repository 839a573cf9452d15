"""Clients that call something again and again while a test does something else."""

import threading
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager


@contextmanager
def repeated_calls(call: Callable[[], Hashable], *, clients: int, pause: float = 0.01) -> Iterator[Counter[Hashable]]:
    """Calls from ``clients`` threads again and again. Yields a counter of what the calls return."""
    outcomes: Counter[Hashable] = Counter()
    stopped = threading.Event()

    def repeat() -> None:
        while not stopped.wait(pause):
            outcomes[call()] += 1

    threads = [threading.Thread(target=repeat) for _ in range(clients)]
    for thread in threads:
        thread.start()
    try:
        yield outcomes
    finally:
        stopped.set()
        for thread in threads:
            thread.join()
