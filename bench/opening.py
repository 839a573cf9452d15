"""Simulated families who have selected several classes and pay for all of them at once.

With an opening, each presses its button once too early, and again at the time that the response names.
"""

import asyncio
import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from time import perf_counter
from typing import Any

from bench.students import Enrolling, Family, Report, Target

ARRIVE_SECONDS = 20.0
"""All families press too early within these seconds, and the season opens as many seconds later."""
TOO_EARLY = "not_open_yet"


class Ordering(Enrolling):
    """A family that orders its selections. ``wishes`` of the family: pairs of a selection's id and its price."""

    within = 0.0

    async def _try_classes(self) -> str:
        """Orders all selections, then again without the refused ones until none is refused."""
        wishes = dict(self.family.wishes)
        while wishes:
            body = {"selections": [str(each) for each in wishes], "total": sum(map(float, wishes.values()))}
            status, response = await self._post("hold", "/orders", body)
            if status == 200:
                refusal, seats = await self._pay_and_settle(response["clientSecret"])
                return refusal or f"{seats} seats"
            lines = response.get("lines", [])
            if any(line["code"] == TOO_EARLY for line in lines):
                await self._wait_for(datetime.fromisoformat(lines[0]["opensAt"]))
                continue
            if not lines:
                return str(response["code"])
            for line in lines:
                wishes.pop(int(line["selectionId"]))
        return "0 seats"

    async def _wait_for(self, opening: datetime) -> None:
        seconds = (opening - datetime.now(UTC)).total_seconds()  # negative if the response came after the opening
        self.site.close()  # the server would close a connection that is idle for so long
        await asyncio.sleep(max(0, seconds) + random.uniform(0, self.within))
        self.deadline = perf_counter() + self.target.give_up_after


async def simulate_orders(
    target: Target, families: Sequence[Family], within: float, opens_at: datetime | None
) -> Report:
    """Returns when all families have an outcome. ``seconds`` of the report begin at the opening, if there is one."""
    report, start = Report(), perf_counter()
    wait = (opens_at - datetime.now(UTC)).total_seconds() if opens_at else 0.0
    runs = [Ordering(target, report, family) for family in families]
    for run in runs:
        run.within = within
    await asyncio.gather(*(run.enroll(random.uniform(0, ARRIVE_SECONDS if opens_at else within)) for run in runs))
    report.seconds = perf_counter() - start - wait
    return report


def select_for_all(families: int, selections: int, classes: Sequence[Any]) -> list[Family]:
    """Creates families, each of which has selected the first of these classes and some of the others."""
    from accounts.models import User
    from accounts.tokens import issue_token
    from classes.models import Selection

    users = User.objects.bulk_create(
        User(email=f"rush-{n}@camp.example", name=f"Parent {n}", firebase_uid=f"rush-{n}", email_verified=True)
        for n in range(families)
    )
    chosen = Selection.objects.bulk_create(
        Selection(student=user, camp_class=camp_class)
        for user in users
        for camp_class in (classes[0], *random.sample(classes[1:], selections - 1))
    )
    wishes: dict[int, list[tuple[int, str]]] = {user.pk: [] for user in users}
    for each in chosen:
        wishes[each.student_id].append((each.pk, str(each.camp_class.price)))
    return [Family(user.email, issue_token(user=user), [None], wishes[user.pk]) for user in users]


def open_soon(classes: Sequence[Any]) -> datetime:
    """Puts the classes into a season that opens after all families have pressed too early. Returns when.

    It is open for returning families already, so that each refusal looks for former seats.
    """
    from classes.models import CampClass
    from testing.factories import make_season

    opens_at = datetime.now(UTC) + timedelta(seconds=2 * ARRIVE_SECONDS)
    season = make_season(opens_at=opens_at, returning_opens_at=opens_at - timedelta(days=1))
    CampClass.objects.filter(pk__in=[each.pk for each in classes]).update(season=season)
    return opens_at
