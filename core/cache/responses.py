"""The response cache of this process: encoded responses and what deciding about them needs.

Every change of a watched table begins a new generation (``core.cache.invalidation``); entries of older generations
are outdated.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from weakref import WeakValueDictionary

MAX_AGE_SECONDS = 30.0
"""Limits the damage of a lost notification."""
OUTDATED_SECONDS = 0.2
"""An entry is served for this long after it was built, outdated or not. During a rush every sale changes a list;
building the list for each sale would cost more than the sales."""
MAX_WAIT_SECONDS = 1.0
MAX_ENTRIES = 2048

Value = TypeVar("Value")


class ResponseCache:
    """Values by key. A value that was built before a change never replaces one that was built after it.

    The number of keys must not depend on what clients send: a full cache discards all entries.
    """

    def __init__(self) -> None:
        self._entries: dict[Any, tuple[float, int, Any]] = {}
        self._lock = threading.Lock()
        self._building: WeakValueDictionary[Any, threading.RLock] = WeakValueDictionary()
        self.generation = 0

    def get_or_build(
        self, key: Any, build: Callable[[], Value], *, cacheable: Callable[[Value], bool] = lambda value: True
    ) -> Value:
        """A value that is not ``cacheable`` is only returned.

        Threads build the value of one key one after another, so that those who waited find it built.
        """
        value: Value | None = self.get(key)
        if value is not None:
            return value
        with self._one_at_a_time(key):
            value = self.get(key)
            if value is not None:
                return value
            generation = self.generation
            built = build()
            if cacheable(built):
                self.store(key, built, generation=generation)
            return built

    def get(self, key: Any) -> Any:
        """None also for a value that is outdated and was not built just now."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        stored_at, generation, value = entry
        max_age = MAX_AGE_SECONDS if generation == self.generation else OUTDATED_SECONDS
        return value if time.monotonic() - stored_at < max_age else None

    def store(self, key: Any, value: Any, *, generation: int) -> None:
        """``generation``: the one in which building the value began. An entry of a later one stays."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None and entry[1] > generation:
                return
            if len(self._entries) >= MAX_ENTRIES:
                self._entries.clear()
            self._entries[key] = (time.monotonic(), generation, value)

    def invalidate(self) -> None:
        with self._lock:
            self.generation += 1

    @contextmanager
    def _one_at_a_time(self, key: Any) -> Iterator[None]:
        building = self._building.setdefault(key, threading.RLock())
        # Not forever: the thread that is building the value may hang.
        acquired = building.acquire(timeout=MAX_WAIT_SECONDS)
        try:
            yield
        finally:
            if acquired:
                building.release()


response_cache = ResponseCache()
