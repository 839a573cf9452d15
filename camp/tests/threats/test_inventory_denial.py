"""Accounts that never pay cannot keep the seats of a class from a student for longer than an hour (ADR 17).

The attacker's accounts act before the student in each step, and the student tries in each step. So the result holds for
a student who arrives at any time.
"""

from datetime import datetime, timedelta
from decimal import Decimal
from itertools import groupby
from random import Random

import pytest
from django.db import transaction

from classes.models import WaitlistEntry
from classes.seats import limits
from classes.seats.enrollment import release_seat
from classes.seats.locks import lock_class
from classes.waitlist import entries
from core.errors import DomainError
from testing.factories import NOW, make_class, make_enrollment, make_user
from testing.proofs.inventory_denial import Attacker, hold, order_of

# Savepoints would become slow after some thousand.
pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

HOUR = timedelta(hours=1)
SEATS = 12
ENTRIES_OF_AN_ACCOUNT = 4


class Camp:
    """A class, an attacker with two verified and two unverified accounts, and a student."""

    def __init__(self, users, seed: int, price: Decimal) -> None:
        self.camp_class = make_class(users.instructor, capacity=SEATS, price=price)
        self.accounts = [make_user(f"eve{number}", email_verified=number < 2) for number in range(4)]
        self.attacker = Attacker(accounts=self.accounts, camp_class=self.camp_class, random=Random(seed))
        self.student = users.student

    def run(self, *, steps: int, minutes: float) -> list[bool]:
        """Returns for each step whether the student could get in."""
        times = [NOW + step * timedelta(minutes=minutes) for step in range(steps)]
        return [self.step(now) for now in times]

    def step(self, now: datetime) -> bool:
        entries.make_due_offers(now=now)
        self.attacker.step(now)
        return self.can_book(now) or self.can_wait(now)

    def can_book(self, now: datetime) -> bool:
        requests, total = order_of(self.camp_class, [None])
        return self._is_possible(lambda: hold(self.student, requests, total, now))

    def can_wait(self, now: datetime) -> bool:
        """Returns whether the student could join, with at most four places of each verified account before them."""
        limit = ENTRIES_OF_AN_ACCOUNT * 2

        def join():
            entry = entries.join(student=self.student, camp_class_id=self.camp_class.pk, now=now)
            if entry.position > limit + 1:
                raise DomainError

        return self._is_possible(join)

    @staticmethod
    def _is_possible(operation) -> bool:
        """Tries the operation, and undoes it."""
        try:
            with transaction.atomic():
                operation()
                raise _Undo
        except _Undo:
            return True
        except DomainError:
            return False


class _Undo(Exception):
    pass


def longest_exclusion(could_get_in: list[bool], minutes: float) -> timedelta:
    """Returns for how long a student who tried in each step was refused at most."""
    refused = [len(list(steps)) for could, steps in groupby(could_get_in) if not could]
    return max(refused, default=0) * timedelta(minutes=minutes)


@pytest.mark.parametrize("price", [Decimal(45), Decimal(0)], ids=["paid", "free"])
class TestUnsoldClass:
    def test_it_lets_a_student_in_within_an_hour(self, users, price):
        camp = Camp(users, seed=1, price=price)
        assert longest_exclusion(camp.run(steps=36, minutes=5), 5) < HOUR

    def test_the_attacker_succeeds_without_the_limits(self, users, price, monkeypatch):
        """The control."""
        monkeypatch.setattr(limits, "refuse_another_seat", lambda **_: None)
        monkeypatch.setattr(entries, "refuse_another_entry", lambda **_: None)
        monkeypatch.setattr(entries, "end_of_first_hold", lambda **_: None)
        camp = Camp(users, seed=1, price=price)
        assert longest_exclusion(camp.run(steps=14, minutes=5), 5) > HOUR

    @pytest.mark.long
    @pytest.mark.timeout(5400)
    @pytest.mark.parametrize("seed", range(2))
    def test_it_lets_a_student_in_within_an_hour_for_four_days(self, users, price, seed):
        camp = Camp(users, seed=seed, price=price)
        assert longest_exclusion(camp.run(steps=4 * 24 * 12, minutes=5), 5) < HOUR


class TestSoldOutClass:
    """All seats are paid for, and after some hours three are canceled. A student has joined at a random time before."""

    FREED, FREED_AT = 3, NOW + 6 * HOUR

    def run(self, users, seed: int, *, steps: int, minutes: float) -> WaitlistEntry:
        """Returns the student's entry after the last step."""
        camp, random = Camp(users, seed=seed, price=Decimal(45)), Random(seed)
        seats = [make_enrollment(make_user(f"buyer{number}"), camp.camp_class) for number in range(SEATS)]
        arrival, entry = NOW + random.random() * 6 * HOUR, None
        for step in range(steps):
            now = NOW + step * timedelta(minutes=minutes)
            camp.step(now)
            if entry is None and now >= arrival:
                entry = entries.join(student=camp.student, camp_class_id=camp.camp_class.pk, now=now)
                assert entry.position <= 2 * ENTRIES_OF_AN_ACCOUNT + 1
            while now >= self.FREED_AT and len(seats) > SEATS - self.FREED:
                with transaction.atomic():
                    lock_class(camp.camp_class.pk)
                    release_seat(enrollment=seats.pop(), now=now)
        assert entry is not None
        entry.refresh_from_db()
        return entry

    def test_it_lets_no_later_entry_of_the_attacker_overtake_the_student(self, users):
        entry = self.run(users, seed=1, steps=24, minutes=120)
        later = WaitlistEntry.objects.filter(pk__gt=entry.pk, offer__isnull=False)
        assert entry.offer or not later.exists()

    @pytest.mark.long
    @pytest.mark.timeout(5400)
    @pytest.mark.parametrize("seed", range(3))
    def test_it_offers_the_student_a_seat_within_four_days(self, users, seed):
        """At most eight entries of the attacker come first, for three seats, and each of their offers lasts a day."""
        entry = self.run(users, seed=seed, steps=4 * 24 * 2, minutes=30)
        assert entry.offer is not None
        later = WaitlistEntry.objects.filter(pk__gt=entry.pk, offer__isnull=False)
        assert not later.filter(offer__held_at__lt=entry.offer.held_at).exists()
