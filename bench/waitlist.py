"""``python -m bench.waitlist``: students who are not on a waitlist try to overtake it, over HTTP.

A class of ten seats is sold out, and ten participants wait for a seat. Its students cancel one after another, while
thirty students who are not on the waitlist ask for a seat again and again. Those who wait pay for their offers. None
of the thirty may get a seat.
"""

import argparse
import asyncio
import json
import logging
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import httpx

from bench.stack import Stack, running_stack

PRICE = 45.5
ATTEMPTS = 15
"""How often a student who is not on the waitlist asks for a seat: fewer times than throttling allows in a minute."""
TIMEOUT_SECONDS = 60
PATIENCE_SECONDS = 5


@dataclass
class Camp:
    """The tokens of all, by e-mail address, and the class that they want."""

    class_id: str
    seated: dict[str, str]
    waiting: dict[str, str]
    others: dict[str, str]


def create_camp(seats: int, waiting: int, others: int) -> Camp:
    from accounts.models import Role
    from accounts.tokens import issue_token
    from testing.factories import make_class, make_user

    def tokens(name: str, count: int) -> dict[str, str]:
        users = [make_user(f"{name}-{number}") for number in range(count)]
        return {user.email: issue_token(user=user) for user in users}

    camp_class = make_class(make_user("waitlist-instructor", Role.INSTRUCTOR), capacity=seats)
    return Camp(str(camp_class.pk), tokens("seated", seats), tokens("waiting", waiting), tokens("other", others))


class Visitor:
    """One user of the site."""

    def __init__(self, stack: Stack, class_id: str, email: str, token: str, statuses: Counter[str]) -> None:
        self.class_id, self.email, self.statuses = class_id, email, statuses
        headers = {"Authorization": f"Bearer {token}"}
        self.site = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{stack.port}", headers=headers, timeout=TIMEOUT_SECONDS
        )
        self.stripe = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{stack.stripe_port}", auth=("sk_test_waitlist", ""), timeout=TIMEOUT_SECONDS
        )

    async def post(self, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        """Sends the request, and again after a 503."""
        while True:
            response = await self.site.post(path, json=body)
            self.statuses[f"POST {path.split('/')[1]} {response.status_code}"] += 1
            if response.status_code != 503:
                return response.status_code, response.json()
            await asyncio.sleep(0.5)

    async def book(self) -> bool:
        """Holds a seat and pays for it. Returns whether there was one."""
        status, response = await self.post("/createPaymentIntent", {"classId": self.class_id, "price": PRICE})
        if status != 200:
            return False
        intent = response["clientSecret"].split("_secret_")[0]
        await self.stripe.post(f"/v1/payment_intents/{intent}/confirm", data={"payment_method": "pm_card_visa"})
        status, _ = await self.post("/payments", {"transactionId": intent})
        return status == 201

    async def cancel(self, after: float) -> None:
        """Cancels the seat after this many seconds."""
        await asyncio.sleep(after)
        (payment,) = (await self.site.get(f"/payments/{self.email}")).json()
        await self.post(f"/payments/cancel/{payment['_id']}", {})

    async def accept(self, others: Sequence[asyncio.Task[None]]) -> None:
        """Waits for an offer and pays for it. Gives up some seconds after the others have finished."""
        deadline = float("inf")
        while perf_counter() < deadline:
            if deadline == float("inf") and all(task.done() for task in others):
                deadline = perf_counter() + PATIENCE_SECONDS
            entries = (await self.site.get("/waitlist", params={"email": self.email})).json()
            if not entries or (entries[0]["state"] == "OFFERED" and await self.book()):
                return
            await asyncio.sleep(random.uniform(0.2, 0.6))

    async def try_to_overtake(self) -> None:
        for _ in range(ATTEMPTS):
            if await self.book():
                return
            await asyncio.sleep(random.uniform(0.05, 0.3))


async def simulate(stack: Stack, camp: Camp, statuses: Counter[str], within: float) -> None:
    def visitors(tokens: dict[str, str]) -> list[Visitor]:
        return [Visitor(stack, camp.class_id, email, token, statuses) for email, token in tokens.items()]

    seated, waiting, others = map(visitors, (camp.seated, camp.waiting, camp.others))
    await asyncio.gather(*(each.book() for each in seated))
    for each in waiting:
        await each.post("/waitlist", {"classId": camp.class_id})
    tasks = [asyncio.create_task(each.cancel(random.uniform(0, within))) for each in seated]
    tasks += [asyncio.create_task(each.try_to_overtake()) for each in others]
    await asyncio.gather(*tasks, *(each.accept(tasks) for each in waiting))
    for each in (*seated, *waiting, *others):
        await each.site.aclose()
        await each.stripe.aclose()


def check(stack: Stack, statuses: Counter[str]) -> dict[str, Any]:
    """Returns who has seats in the end, and which invariants are broken."""
    from django.utils import timezone

    from classes.models import Enrollment, WaitlistEntry
    from testing.proofs import invariants

    with httpx.Client(
        base_url=f"http://127.0.0.1:{stack.stripe_port}", auth=("sk_test_waitlist", ""), timeout=30
    ) as provider:
        broken = invariants.violations(provider=provider, now=timezone.now())
    seats = Enrollment.objects.taking_seats(timezone.now())
    return {
        "seats": Counter(email.split("-")[0] for email in seats.values_list("student__email", flat=True)),
        "entries": Counter(WaitlistEntry.objects.values_list("state", flat=True)),
        "statuses": statuses,
        "broken invariants": broken,
        "deadlocks": stack.deadlocks(),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=10)
    parser.add_argument("--waiting", type=int, default=10)
    parser.add_argument("--others", type=int, default=30)
    parser.add_argument("--within", type=float, default=3, help="seconds in which the seats are canceled")
    parser.add_argument("--offers-off", action="store_true", help="the control, in which the others get seats")
    options = parser.parse_args()
    with running_stack(
        "bench.offers_off:application" if options.offers_off else "camp.server.asgi:application"
    ) as stack:
        logging.getLogger("httpx").setLevel(logging.WARNING)
        camp, statuses = create_camp(options.seats, options.waiting, options.others), Counter[str]()
        asyncio.run(simulate(stack, camp, statuses, options.within))
        results = check(stack, statuses)
        print(json.dumps(results, indent=2))
        from django.db import connections

        connections.close_all()
    return 1 if results["seats"]["other"] or results["broken invariants"] or results["deadlocks"] else 0


if __name__ == "__main__":
    sys.exit(main())
