"""A circuit breaker with a limit of concurrent calls, for a provider that may hang.

No library fits: pybreaker holds its lock during the call, so that one call that hangs blocks all threads; others are
not thread-safe or need asyncio.
"""

import logging
import math
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic

logger = logging.getLogger(__name__)

BUSY_RETRY_SECONDS = 2
Misses = type[Exception] | tuple[type[Exception], ...]


class CallRefused(Exception):
    """The call was not made. ``retry_after``: whole seconds after which another one may be."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"retry after {retry_after} s")
        self.retry_after = retry_after


class CircuitBreaker:
    """Limits the calls of this process to one provider. Thread-safe.

    At most ``limit`` calls run at the same time. After ``misses`` calls in a row that raise ``miss``, the circuit is
    open: calls are refused for ``pause`` seconds. Then one call is made; if it does not miss, the circuit closes.
    """

    def __init__(self, provider: str, *, limit: int, misses: int, pause: float, miss: Misses) -> None:
        self.provider, self.limit, self.misses, self.pause, self.miss = provider, limit, misses, pause, miss
        self._lock = Lock()
        self._running = 0
        self.reset()

    def reset(self) -> None:
        """Closes the circuit."""
        self._missed = 0
        self._open_until = 0.0

    def check(self) -> None:
        """Raises CallRefused if a call would be refused now."""
        wait = self._open_until - monotonic()
        if self._missed >= self.misses and wait > 0:
            raise CallRefused(math.ceil(wait))
        if self._running >= self.limit:
            raise CallRefused(BUSY_RETRY_SECONDS)

    @contextmanager
    def call(self) -> Iterator[None]:
        """Wraps a call to the provider. Raises CallRefused at once instead of making it."""
        with self._lock:
            self.check()
            self._running += 1
            self._open_until = monotonic() + self.pause  # while an open circuit tries one call, others are refused
        missed = False
        try:
            yield
        except self.miss:
            missed = True
            raise
        finally:
            with self._lock:
                self._running -= 1
                self._record(missed=missed)

    def _record(self, *, missed: bool) -> None:
        was_open = self._missed >= self.misses
        self._missed = self._missed + 1 if missed else 0
        self._open_until = monotonic() + self.pause
        if missed and self._missed == self.misses:
            logger.error("%s does not respond; no calls for %g s", self.provider, self.pause)
        if was_open and not missed:
            logger.warning("%s responds again", self.provider)
