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
from collections.abc import Iterable, Sequence
from time import perf_counter
from typing import Any

import httpx

from bench.stack import Stack, running_stack
from bench.students import Enrolling, Family, Report, Target

PRICE = "45.50"
ATTEMPTS = 15
"""How often a student who is not on the waitlist asks for a seat: fewer times than throttling allows in a minute."""
TIMEOUT_SECONDS = 60
RUN_SECONDS = 300
PATIENCE_SECONDS = 5


def create_families(seats: int, **counts: int) -> list[list[Family]]:
    """Creates a class of so many seats, and for each name a number of students who want one."""
    from accounts.models import Role
    from accounts.tokens import issue_token
    from testing.factories import make_class, make_user

    camp_class = make_class(make_user("waitlist-instructor", Role.INSTRUCTOR), capacity=seats)
    users = [[make_user(f"{name}-{number}") for number in range(count)] for name, count in counts.items()]
    wishes = [(camp_class.pk, PRICE)]
    return [[Family(each.email, issue_token(user=each), [None], wishes) for each in group] for group in users]


class Visitor(Enrolling):
    """A family that repeats each request until it is answered. After ``RUN_SECONDS`` it raises GaveUp."""

    def __init__(self, target: Target, report: Report, family: Family) -> None:
        super().__init__(target, report, family)
        self.deadline = perf_counter() + RUN_SECONDS

    async def book(self) -> bool:
        """Holds a seat and pays for it. Returns whether there was one.

        Does not select the class before: `/selectClass` refuses a full class without its lock.
        """
        ((class_id, dollars),) = self.family.wishes
        status, response = await self._hold_one(class_id, float(dollars))
        if status != 200:
            return False
        refusal, seats = await self._pay_and_settle(response["clientSecret"])
        return not refusal and seats == 1

    async def wait(self) -> None:
        """Joins the waitlist."""
        ((class_id, _),) = self.family.wishes
        await self._post("wait", "/waitlist", {"classId": str(class_id)})

    async def cancel(self, after: float) -> None:
        """Cancels the seat after this many seconds."""
        await asyncio.sleep(after)
        _, (payment,) = await self._get("payments", f"/payments/{self.family.email}")
        await self._post("cancel", f"/payments/cancel/{payment['_id']}", {})

    async def accept(self, others: Sequence[asyncio.Task[None]]) -> None:
        """Waits for an offer and pays for it. Gives up some seconds after the others have finished."""
        deadline = float("inf")
        while perf_counter() < deadline:
            if deadline == float("inf") and all(task.done() for task in others):
                deadline = perf_counter() + PATIENCE_SECONDS
            _, entries = await self._get("entries", f"/waitlist?email={self.family.email}")
            if not entries or (entries[0]["state"] == "OFFERED" and await self.book()):
                return
            await asyncio.sleep(random.uniform(0.2, 0.6))

    async def try_to_overtake(self) -> None:
        for _ in range(ATTEMPTS):
            if await self.book():
                return
            await asyncio.sleep(random.uniform(0.05, 0.3))


async def simulate(stack: Stack, families: Iterable[Sequence[Family]], report: Report, within: float) -> None:
    target = Target(stack.port, stack.stripe_port, TIMEOUT_SECONDS)
    seated, waiting, others = ([Visitor(target, report, each) for each in group] for group in families)
    await asyncio.gather(*(each.book() for each in seated))
    for each in waiting:
        await each.wait()
    tasks = [asyncio.create_task(each.cancel(random.uniform(0, within))) for each in seated]
    tasks += [asyncio.create_task(each.try_to_overtake()) for each in others]
    await asyncio.gather(*tasks, *(each.accept(tasks) for each in waiting))
    for each in (*seated, *waiting, *others):
        each.close()


def check(stack: Stack, report: Report) -> dict[str, Any]:
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
        "statuses": report.statuses,
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
        families = create_families(options.seats, seated=options.seats, waiting=options.waiting, other=options.others)
        report = Report()
        asyncio.run(simulate(stack, families, report, options.within))
        results = check(stack, report)
        print(json.dumps(results, indent=2))
        from django.db import connections

        connections.close_all()
    return 1 if results["seats"]["other"] or results["broken invariants"] or results["deadlocks"] else 0


if __name__ == "__main__":
    sys.exit(main())
