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
Exceptions = type[Exception] | tuple[type[Exception], ...]


class CallRefused(Exception):
    """The call was not made. ``retry_after``: whole seconds after which another one may be."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"retry after {retry_after} s")
        self.retry_after = retry_after


class CircuitBreaker:
    """Limits the calls of this process to one provider. Thread-safe.

    At most ``limit`` calls run at the same time. After ``max_failures`` calls in a row that raise ``failure``, the
    circuit is open: calls are refused for ``pause`` seconds. Then one call is made; if it succeeds, the circuit closes.
    An exception in ``ignored`` says nothing about the provider, because it can occur before the provider is called.
    Any other exception counts as success: the provider has responded.
    """

    def __init__(
        self,
        provider: str,
        *,
        max_failures: int,
        pause: float,
        failure: Exceptions,
        ignored: Exceptions = (),
        limit: float = math.inf,
    ) -> None:
        self.provider, self.limit, self.pause = provider, limit, pause
        self.max_failures, self.failure, self.ignored = max_failures, failure, ignored
        self._lock = Lock()
        self._running = 0
        self.reset()

    def reset(self) -> None:
        self._failures = 0
        self._open_until = 0.0

    def check(self) -> None:
        wait = self._open_until - monotonic()
        if self._failures >= self.max_failures and wait > 0:
            raise CallRefused(math.ceil(wait))
        if self._running >= self.limit:
            raise CallRefused(BUSY_RETRY_SECONDS)

    @contextmanager
    def call(self) -> Iterator[None]:
        """Raises CallRefused at once instead of waiting."""
        with self._lock:
            self.check()
            self._running += 1
            before = self._open_until
            # While an open circuit tries one call, others are refused.
            during = self._open_until = monotonic() + self.pause
        failed: bool | None = False
        try:
            yield
        except self.failure:
            failed = True
            raise
        except self.ignored:
            failed = None
            raise
        finally:
            with self._lock:
                self._running -= 1
                if failed is not None:
                    self._record(failed=failed)
                elif self._open_until == during:  # an ignored exception does not use up the one call that is tried
                    self._open_until = before

    def _record(self, *, failed: bool) -> None:
        was_open = self._failures >= self.max_failures
        self._failures = self._failures + 1 if failed else 0
        self._open_until = monotonic() + self.pause
        if failed and self._failures == self.max_failures:
            logger.error("%s does not respond; no calls for %g s", self.provider, self.pause)
        if was_open and not failed:
            logger.warning("%s responds again", self.provider)
