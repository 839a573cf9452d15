"""Rivals: somebody who acts at one exact moment inside another's deed, and deeds that start together."""

import threading
import time
from collections.abc import Callable
from typing import Any

from django.db import connections

from classes import catalog, enrollment
from classes.models import CampClass
from payments import attempts, reconciling, refunds, settling
from payments.models import Payment

Deed = Callable[[], Any]
PATIENCE = 1.0
"""Seconds that a rival gets; whoever waits for a lock by then is left waiting, and finishes by itself."""


def at_once(*deeds: Deed) -> list[Any]:
    """Do all of them in threads that start together; what each returned or raised."""
    barrier, results = threading.Barrier(len(deeds)), [None] * len(deeds)

    def run(index: int, deed: Deed) -> None:
        barrier.wait(10)
        try:
            results[index] = deed()
        except Exception as error:  # noqa: BLE001 (handed to the test)
            results[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(index, deed)) for index, deed in enumerate(deeds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive(), "somebody still waits: a deadlock, or a lock that nobody gives back"
    return results


class Rival:
    """Acts once, in a thread of its own, the first time that ``module.name`` is called; before it, or after it."""

    def __init__(self, monkeypatch: Any, module: Any, name: str, deed: Deed, *, after: bool = False) -> None:
        self.deed, self.original, self.after = deed, getattr(module, name), after
        self.results: list[Any] = []
        self._thread: threading.Thread | None = None
        monkeypatch.setattr(module, name, self._instead)

    def _instead(self, *args: Any, **kwargs: Any) -> Any:
        if not self.after:
            self._act()
        answer = self.original(*args, **kwargs)
        if self.after:
            self._act()
        return answer

    def _act(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=lambda: self.results.extend(at_once(self.deed)))
            self._thread.start()
            self._thread.join(PATIENCE)

    def outcome(self) -> Any:
        """What the rival got in the end: returned or raised."""
        assert self._thread is not None, "the deed never came to that point"
        self._thread.join(30)
        (result,) = self.results
        return result


def linger(monkeypatch: Any, module: Any, name: str, *, before: float = 0, after: float = 0) -> None:
    """Make everybody stay so many seconds at ``module.name``: with the locks off, all pass it before any goes on."""
    original = getattr(module, name)

    def slowly(*args: Any, **kwargs: Any) -> Any:
        time.sleep(before)
        answer = original(*args, **kwargs)
        time.sleep(after)
        return answer

    monkeypatch.setattr(module, name, slowly)


def switch_off(monkeypatch: Any, *locks: str) -> None:
    """The control: these locks (``class``, ``payment``) become plain reads, everything else stays as it is."""
    if "class" in locks:
        for module in (enrollment, settling, refunds, attempts, reconciling, catalog):
            monkeypatch.setattr(module, "lock_class", lambda pk: CampClass.objects.get(pk=pk))
    if "payment" in locks:
        monkeypatch.setattr(attempts, "lock_attempt", lambda intent: Payment.objects.get(intent_id=intent.id))
        monkeypatch.setattr(refunds, "_lock", lambda pk: Payment.objects.get(pk=pk))
