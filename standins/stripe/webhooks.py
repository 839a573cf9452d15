"""Webhooks: signed, repeated until they are taken, and kept over a restart until then."""

import asyncio
import contextlib
import hashlib
import hmac
import json
import logging
import ssl
import time
from collections.abc import Coroutine
from typing import Any, NamedTuple

import httpx

from standins.stripe.events import shown
from standins.stripe.store import Store
from standins.stripe.switches import Switches

_LOG = logging.getLogger("standins.stripe")
_WORKERS = 8
_ANSWER_WITHIN_SECONDS = 10.0
_LONGEST_PAUSE_SECONDS = 30.0
_GIVE_UP_AFTER_SECONDS = 3 * 24 * 3600


class Delivery(NamedTuple):
    """One thing to post: an event, or a copy of it that nobody waits for."""

    event: str
    copy: bool = False


def sign(body: bytes, secret: str, stamp: int) -> str:
    """Return the `Stripe-Signature` header for a body."""
    signed = hmac.new(secret.encode(), f"{stamp}.".encode() + body, hashlib.sha256)
    return f"t={stamp},v1={signed.hexdigest()}"


class Webhooks:
    """Delivers events to one address. Lives on the server's event loop."""

    def __init__(self, store: Store, switches: Switches, url: str | None, secret: str, first_pause: float) -> None:
        self._store = store
        self._switches = switches
        self._url = url
        self._secret = secret
        self._first_pause = first_pause
        self._queue: asyncio.Queue[Delivery] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._held: list[str] = []

    @property
    def listened(self) -> bool:
        """Whether there is an address to deliver to."""
        return self._url is not None

    async def start(self) -> None:
        """Begin to deliver, first of all what was pending when the process last ended."""
        if self._url is None:
            return
        # No proxy of the environment's, but its certificates (SSL_CERT_FILE): a site on this machine may have its own.
        trusted = ssl.create_default_context()
        self._client = httpx.AsyncClient(timeout=_ANSWER_WITHIN_SECONDS, trust_env=False, verify=trusted)
        for _ in range(_WORKERS):
            self._spawn(self._work())
        pending = "SELECT id, due FROM events WHERE state = 'pending' ORDER BY seq"
        for event, due in self._store.db.execute(pending).fetchall():
            self._later(Delivery(event), due - time.time())

    async def stop(self) -> None:
        """Stop delivering; what is pending stays so."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._url is not None:
            await self._client.aclose()

    def announce(self, events: list[tuple[str, str]]) -> None:
        """Deliver new events, given as (id, type), as the switches will have it."""
        if self._url is None:
            return
        for event, kind in events:
            self._announce(event, kind)

    def resend(self, event: str) -> None:
        """Deliver an event once more, whatever became of it before."""
        self._queue.put_nowait(Delivery(event, copy=True))

    def _announce(self, event: str, kind: str) -> None:
        acting = {switch.action: switch for switch in self._switches.for_event(kind)}
        if "drop" in acting:
            self._set_state(event, "dropped")
            return
        pause = acting["delay"].seconds if "delay" in acting else 0.0
        if "reorder" in acting:
            self._hold(event, acting["reorder"].seconds)
        else:
            self._schedule(event, pause)
        copies = acting["duplicate"].copies if "duplicate" in acting else 0
        for _ in range(copies):
            self._later(Delivery(event, copy=True), pause)

    def _hold(self, event: str, seconds: float) -> None:
        """Keep the event back until others have come, to deliver the newest of them first."""
        self._postpone(event, seconds)
        self._held.append(event)
        if len(self._held) == 1:
            asyncio.get_running_loop().call_later(seconds, self._spawn_release)

    def _spawn_release(self) -> None:
        self._spawn(self._release())

    async def _release(self) -> None:
        held, self._held = self._held[::-1], []
        for event in held:
            await self._attempt(Delivery(event))

    def _schedule(self, event: str, pause: float) -> None:
        if pause > 0:
            self._postpone(event, pause)
        self._later(Delivery(event), pause)

    def _postpone(self, event: str, pause: float) -> None:
        self._store.db.execute("UPDATE events SET due = ? WHERE id = ?", (time.time() + pause, event))

    def _later(self, delivery: Delivery, pause: float) -> None:
        if pause <= 0:
            self._queue.put_nowait(delivery)
        else:
            asyncio.get_running_loop().call_later(pause, self._queue.put_nowait, delivery)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self) -> None:
        while True:
            delivery = await self._queue.get()
            try:
                await self._attempt(delivery)
            except Exception:  # noqa: BLE001 - one bad event must not stop all deliveries
                _LOG.exception("Delivering %s failed", delivery.event)

    async def _attempt(self, delivery: Delivery) -> None:
        row = self._store.db.execute(
            "SELECT body, state, attempts, created FROM events WHERE id = ?", (delivery.event,)
        ).fetchone()
        if row is None or (row[1] != "pending" and not delivery.copy):
            return
        taken = await self._post(row[0])
        if taken:
            self._set_state(delivery.event, "delivered")
        elif not delivery.copy:
            self._again(delivery, attempts=row[2] + 1, created=row[3])

    async def _post(self, body: str) -> bool:
        content = json.dumps(shown(body, "pending")).encode()
        headers = {
            "Content-Type": "application/json; charset=utf-8",
            "Stripe-Signature": sign(content, self._secret, int(time.time())),
            "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        }
        with contextlib.suppress(httpx.HTTPError):
            answer = await self._client.post(str(self._url), content=content, headers=headers)
            return answer.is_success
        return False

    def _again(self, delivery: Delivery, attempts: int, created: int) -> None:
        pause = min(self._first_pause * 2 ** min(attempts - 1, 20), _LONGEST_PAUSE_SECONDS)
        over = time.time() - created > _GIVE_UP_AFTER_SECONDS
        self._store.db.execute(
            "UPDATE events SET attempts = ?, due = ?, state = ? WHERE id = ? AND state = 'pending'",
            (attempts, time.time() + pause, "failed" if over else "pending", delivery.event),
        )
        if not over:
            self._later(delivery, pause)

    def _set_state(self, event: str, state: str) -> None:
        self._store.db.execute("UPDATE events SET state = ? WHERE id = ?", (state, event))
