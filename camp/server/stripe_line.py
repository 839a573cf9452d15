"""Requests that call Stripe wait in line, first come, first served, before they take a thread. See docs/adr/0018.

Stripe's calls are limited in each process. Without the line, the requests above the limit would have to be refused
while a season opens; with it, a request is refused only if Stripe does not respond or the line is too long.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from accounts.tokens import account_id_in
from camp.server.wsgi_call import Environ
from core.errors import ProviderUnavailable
from payments.stripe.api import CONCURRENT_CALLS, is_signed

PLACES = CONCURRENT_CALLS - 2
"""Requests that run at the same time. Two calls are left for staff, whose pages do not wait."""
SECONDS = 40.0
"""How long a request waits for its turn. Browsers wait for a response for a minute."""
Sender = tuple[str, int]
"""The kind of the sender, and the id of the account (0 for Stripe)."""
MAX_REQUESTS = 2000
MAX_REQUESTS_PER_SENDER = {"account": 4, "stripe": 500}
WEBHOOK = "/stripe/webhook"
CALLS_STRIPE = {
    *[("POST", path) for path in ("createPaymentIntent", "orders", "payments", "stripe", "desk")],
    *[("DELETE", path) for path in ("selectClass", "waitlist", "children", "users", "desk")],
}
"""Method and first path segment of the requests that may call Stripe, except those of the Django admin."""


class LineTooLong(ProviderUnavailable):
    message = (
        "More families are booking right now than we can serve at once. Nothing is lost, and you won't be charged "
        "twice for one seat."
    )


class StripeLine:
    """Of one process."""

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(PLACES)
        self._senders = Counter[Sender]()

    @asynccontextmanager
    async def turn(self, environ: Environ) -> AsyncIterator[None]:
        """The turn lasts until the end of the block.

        Nobody can fill the line, because the requests of one sender in it are limited. Requests without a valid token
        or signature do not wait: the site refuses them without calling Stripe.
        """
        sender = _sender(environ) if calls_stripe(environ["REQUEST_METHOD"], environ["PATH_INFO"]) else None
        if sender is None:
            yield
            return
        if self._senders.total() >= MAX_REQUESTS or self._senders[sender] >= MAX_REQUESTS_PER_SENDER[sender[0]]:
            raise LineTooLong
        self._senders[sender] += 1
        try:
            await self._wait()
            try:
                yield
            finally:
                self._places.release()
        finally:
            self._senders[sender] -= 1
            if not self._senders[sender]:
                del self._senders[sender]

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(SECONDS):
                await self._places.acquire()
        except TimeoutError as error:
            raise LineTooLong from error


def calls_stripe(method: str, path: str) -> bool:
    """A quote does not."""
    return path not in ("/orders/quote", "/desk/quote") and (method, path.lstrip("/").partition("/")[0]) in CALLS_STRIPE


def _sender(environ: Environ) -> Sender | None:
    # The account of a valid token, or Stripe if it has signed the request.
    if environ["PATH_INFO"] == WEBHOOK:
        is_event = is_signed(environ["wsgi.input"].getvalue(), environ.get("HTTP_STRIPE_SIGNATURE", ""))
        return ("stripe", 0) if is_event else None
    account_id = account_id_in(environ)
    return None if account_id is None else ("account", account_id)
