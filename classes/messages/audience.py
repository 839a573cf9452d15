"""Who gets a message: the accounts with a seat in a class, a season or on a day, or on the waitlist for one."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from itertools import chain
from typing import Any

from django.db.models import Q, Sum

from accounts.guardians import told_about
from classes.emails import class_facts
from classes.models import CampClass, Enrollment, Lesson, Message, Season, WaitlistEntry
from core.names import NO_EMAIL
from core.site_time import site_zone


@dataclass(frozen=True)
class Audience:
    """Exactly one of the three is set."""

    camp_class: CampClass | None = None
    season: Season | None = None
    day: date | None = None

    @property
    def _classes(self) -> Q:
        if self.camp_class is not None:
            return Q(camp_class=self.camp_class)
        if self.season is not None:
            return Q(camp_class__season=self.season)
        return Q(camp_class__in=Lesson.objects.taking_place().filter(starts_at__range=self._hours).values("camp_class"))

    @property
    def _hours(self) -> tuple[datetime, datetime]:
        assert self.day is not None
        begin = datetime.combine(self.day, time.min, site_zone())
        return begin, begin + timedelta(days=1) - timedelta.resolution

    @property
    def facts(self) -> dict[str, Any]:
        if self.camp_class is not None:
            return class_facts(self.camp_class)
        return {"season": self.season.name} if self.season else {"starts": self._hours[0].isoformat()}

    def paid_by_recipient(self, to: str) -> dict[int, Decimal]:
        """By account with an e-mail address, the sum of the prices of its seats; 0 for one that only waits."""
        return self._paid(to, ~Q(student__email__endswith=NO_EMAIL))

    def accounts(self, to: str) -> Collection[int]:
        """Also those without an e-mail address."""
        return self._paid(to, Q())

    def guardians(self, to: str, *, families: Collection[int]) -> dict[int, list[int]]:
        """By account, which is none of the ``families``: its guardianships of children with a seat."""
        if to == Message.To.WAITING:  # the waitlist is the owner's matter
            return {}
        told = told_about(Enrollment.objects.confirmed().filter(self._classes).values("child"))
        by_account = defaultdict[int, list[int]](list)
        for each in chain(*told.values()):
            if each.user_id is not None and each.user_id not in families:
                by_account[each.user_id].append(each.pk)
        return by_account

    def recipients(self, to: str) -> int:
        families = self.paid_by_recipient(to)
        return len(families) + len(self.guardians(to, families=families))

    def _paid(self, to: str, accounts: Q) -> dict[int, Decimal]:
        paid: dict[int, Decimal] = {}
        if to != Message.To.ENROLLED:
            entries = WaitlistEntry.objects.active().filter(self._classes, accounts)
            paid |= dict.fromkeys(entries.values_list("student", flat=True), Decimal(0))
        if to != Message.To.WAITING:
            seats = Enrollment.objects.confirmed().filter(self._classes, accounts)
            paid |= dict(seats.values_list("student").annotate(Sum("price")))
        return paid
