"""Webhook deliveries: signed, retried until the endpoint accepts them, and resumed after a restart."""

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

from standins.stripe.events import event_object
from standins.stripe.faults import Faults
from standins.stripe.store import Store

_LOG = logging.getLogger("standins.stripe")
_WORKERS = 8
_TIMEOUT_SECONDS = 10.0
_MAX_RETRY_SECONDS = 30.0
_GIVE_UP_AFTER_SECONDS = 3 * 24 * 3600


class Delivery(NamedTuple):
    """One delivery of an event. A copy is sent in addition and is not retried."""

    event: str
    copy: bool = False


def sign(body: bytes, secret: str, timestamp: int) -> str:
    """Returns the `Stripe-Signature` header for a body."""
    signature = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256)
    return f"t={timestamp},v1={signature.hexdigest()}"


class Webhooks:
    """Delivers events to one webhook endpoint, on the event loop of the server.

    `event_types` are those that the endpoint receives; none means all. `retry_seconds` is the delay before the first
    retry, doubled for each further one.
    """

    def __init__(
        self,
        store: Store,
        faults: Faults,
        url: str | None,
        secret: str,
        event_types: tuple[str, ...],
        retry_seconds: float,
    ) -> None:
        self._store = store
        self._faults = faults
        self.url = url
        self._secret = secret
        self.event_types = event_types
        self._retry_seconds = retry_seconds
        self._queue: asyncio.Queue[Delivery] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._to_reorder: list[str] = []

    @property
    def has_endpoint(self) -> bool:
        """Whether a webhook endpoint is configured."""
        return self.url is not None

    def receives(self, event_type: str) -> bool:
        """Whether there is an endpoint that receives events of this type."""
        return self.has_endpoint and (not self.event_types or event_type in self.event_types)

    async def start(self) -> None:
        """Starts the workers and queues the events that are still pending from an earlier run."""
        if self.url is None:
            return
        # Ignores the proxy variables of the environment, but uses its certificates (SSL_CERT_FILE): a local site may
        # have a self-signed one.
        ssl_context = ssl.create_default_context()
        self._client = httpx.AsyncClient(timeout=_TIMEOUT_SECONDS, trust_env=False, verify=ssl_context)
        for _ in range(_WORKERS):
            self._spawn(self._work())
        pending = "SELECT id, due FROM events WHERE state = 'pending' ORDER BY seq"
        for event, due in self._store.db.execute(pending).fetchall():
            self._enqueue(Delivery(event), due - time.time())

    async def stop(self) -> None:
        """Stops the workers; undelivered events stay pending."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.url is not None:
            await self._client.aclose()

    def send(self, events: list[tuple[str, str]]) -> None:
        """Queues new events, given as (id, type), and applies the injected faults."""
        for event, event_type in events:
            if self.receives(event_type):
                self._send(event, event_type)

    def resend(self, event: str) -> None:
        """Queues another delivery of an event, whatever its state."""
        self._queue.put_nowait(Delivery(event, copy=True))

    def _send(self, event: str, event_type: str) -> None:
        faults = {fault.action: fault for fault in self._faults.for_event(event_type)}
        if "drop" in faults:
            self._set_state(event, "dropped")
            return
        delay = faults["delay"].seconds if "delay" in faults else 0.0
        if "reorder" in faults:
            self._send_reordered(event, faults["reorder"].seconds)
        else:
            if delay > 0:
                self._set_due(event, delay)
            self._enqueue(Delivery(event), delay)
        copies = faults["duplicate"].copies if "duplicate" in faults else 0
        for _ in range(copies):
            self._enqueue(Delivery(event, copy=True), delay)

    def _send_reordered(self, event: str, seconds: float) -> None:
        """Collects events for this time after the first one, then delivers them newest first."""
        self._set_due(event, seconds)
        self._to_reorder.append(event)
        if len(self._to_reorder) == 1:
            asyncio.get_running_loop().call_later(seconds, lambda: self._spawn(self._deliver_reordered()))

    async def _deliver_reordered(self) -> None:
        events, self._to_reorder = self._to_reorder[::-1], []
        for event in events:
            await self._attempt(Delivery(event))

    def _set_due(self, event: str, delay: float) -> None:
        self._store.db.execute("UPDATE events SET due = ? WHERE id = ?", (time.time() + delay, event))

    def _enqueue(self, delivery: Delivery, delay: float) -> None:
        if delay <= 0:
            self._queue.put_nowait(delivery)
        else:
            asyncio.get_running_loop().call_later(delay, self._queue.put_nowait, delivery)

    def _spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self) -> None:
        while True:
            delivery = await self._queue.get()
            try:
                await self._attempt(delivery)
            except Exception:  # noqa: BLE001 - one failed delivery must not end the worker
                _LOG.exception("Delivery of %s failed", delivery.event)

    async def _attempt(self, delivery: Delivery) -> None:
        row = self._store.db.execute(
            "SELECT body, state, attempts, created FROM events WHERE id = ?", (delivery.event,)
        ).fetchone()
        if row is None or (row[1] != "pending" and not delivery.copy):
            return
        accepted = await self._post(row[0])
        if accepted:
            self._set_state(delivery.event, "delivered")
        elif not delivery.copy:
            self._schedule_retry(delivery, attempts=row[2] + 1, created=row[3])

    async def _post(self, body: str) -> bool:
        content = json.dumps(event_object(body, "pending")).encode()
        headers = {
            "Content-Type": "application/json; charset=utf-8",
            "Stripe-Signature": sign(content, self._secret, int(time.time())),
            "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        }
        with contextlib.suppress(httpx.HTTPError):
            response = await self._client.post(str(self.url), content=content, headers=headers)
            return response.is_success
        return False

    def _schedule_retry(self, delivery: Delivery, attempts: int, created: int) -> None:
        delay = min(self._retry_seconds * 2 ** min(attempts - 1, 20), _MAX_RETRY_SECONDS)
        expired = time.time() - created > _GIVE_UP_AFTER_SECONDS
        self._store.db.execute(
            "UPDATE events SET attempts = ?, due = ?, state = ? WHERE id = ? AND state = 'pending'",
            (attempts, time.time() + delay, "failed" if expired else "pending", delivery.event),
        )
        if not expired:
            self._enqueue(delivery, delay)

    def _set_state(self, event: str, state: str) -> None:
        self._store.db.execute("UPDATE events SET state = ? WHERE id = ?", (state, event))
