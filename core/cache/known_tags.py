"""Which answer a client has already, by its entity tag. The answers themselves are personal, and are not kept.

Every change of a watched table begins a new generation (``core.cache.invalidation``); tags of older generations say
nothing.
"""

import threading
from collections.abc import Hashable
from datetime import datetime, timedelta

MAX_AGE = timedelta(minutes=5)
"""Limits the damage of a lost notification."""
MAX_TAGS = 2048


class KnownTags:
    """The tag of the latest answer by key. A full one forgets all."""

    def __init__(self) -> None:
        self._tags: dict[Hashable, tuple[str, int, datetime]] = {}
        self._lock = threading.Lock()
        self.generation = 0

    def is_right(self, key: Hashable, tag: str, now: datetime) -> bool:
        """False if the answer must be made again to know."""
        known, generation, until = self._tags.get(key, ("", 0, now))
        return known == tag and generation == self.generation and now < until

    def keep(self, key: Hashable, tag: str, *, generation: int, until: datetime) -> None:
        """``generation``: the one in which making the answer began."""
        with self._lock:
            if len(self._tags) >= MAX_TAGS:
                self._tags.clear()
            self._tags[key] = tag, generation, until

    def invalidate(self) -> None:
        with self._lock:
            self.generation += 1


known_tags = KnownTags()
