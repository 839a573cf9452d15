"""The rules of the state machine about seasons: one that is announced, closed, open, or open for returning families."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import rule

from accounts.models import User
from classes.models import CampClass, Enrollment, Season, Selection, WaitlistEntry
from testing.clients.api import as_
from testing.factories import make_class, make_ended_season, make_payment, make_season
from testing.proofs.state_machine.events import CampEvents, classes

HOURS: dict[str, tuple[int | None, int | None]] = {
    "announced": (None, None),
    "closed": (48, 24),
    "open early": (24, -24),
    "open": (-24, -48),
}
"""In how many hours a season opens for everybody, and for returning families."""
NEW_SEATS = ("/createPaymentIntent", "/orders", "/payments", "/waitlist")


class SeasonRules(CampEvents):
    """Admins open, close and move the seasons of the classes. Nobody gets a new seat in one that is not open."""

    students: list[User]

    @rule(camp_class=classes, opening=st.sampled_from([None, *HOURS]))
    def open_season(self, camp_class: int, opening: str | None) -> None:
        """Gives the class a season of its own with this opening, or none."""
        class_id, name = self.classes[camp_class].pk, f"Season {camp_class}"
        season = None
        if opening is not None:
            season = Season.objects.filter(name=name).first() or make_season(name)
            hours = zip(("opensAt", "returningOpensAt"), HOURS[opening], strict=True)
            times = {key: each and (timezone.now() + timedelta(hours=each)).isoformat() for key, each in hours}
            as_(self.admin).put(
                f"/seasons/{season.pk}", {"name": name, "startsOn": "2027-07-05", "endsOn": "2027-08-27"} | times
            )
        CampClass.objects.filter(pk=class_id).update(season=season)

    @rule(student=st.integers(0, 2))
    def enroll_in_former_season(self, student: int) -> None:
        """Turns the family into a returning one."""
        name, user = "Former", User.objects.get(pk=self.students[student].pk)
        former = CampClass.objects.filter(name=name).first()
        if former is None:
            former = make_class(self.instructor, name, season=make_ended_season(), price=Decimal(0), capacity=1000)
        if user.is_active and not user.enrollments.confirmed().filter(camp_class=former).exists():
            make_payment(user, former)

    def call(self, user: User, method: str, path: str, body: Any, *statuses: int) -> tuple[int, Any]:
        """Also checks that ``not_open_yet`` refuses only closed classes, and that these get no new seat or entry."""
        if method != "post" or path not in NEW_SEATS or "transactionId" in body:
            return super().call(user, method, path, body, *statuses)
        closed = {each.pk for each in CampClass.objects.all() if not _is_open(each, user)}
        before = _seats_and_entries(user, closed)
        status, response = super().call(user, method, path, body, *statuses)
        new = _seats_and_entries(user, closed) - before
        assert not new, (path, new)
        refused = _refused_before_opening(body, response)
        assert refused <= closed, (path, refused, closed)
        return status, response


def _is_open(camp_class: CampClass, user: User) -> bool:
    season, now = camp_class.season, timezone.now()
    if season is None or (season.opens_at and season.opens_at <= now):
        return True
    former = Enrollment.objects.filter(student=user, state="CONFIRMED", camp_class__season__ends_on__lt=now.date())
    return bool(season.returning_opens_at and season.returning_opens_at <= now and former.exists())


def _seats_and_entries(user: User, class_ids: set[int]) -> set[tuple[str, int]]:
    """Returns the account's seats, ordinary holds and waiting entries in these classes."""
    enrollments = Enrollment.objects.active().filter(student=user, camp_class__in=class_ids, offered_until=None)
    entries = WaitlistEntry.objects.waiting().filter(student=user, camp_class__in=class_ids)
    ids = {"enrollment": enrollments, "entry": entries}
    return {(name, pk) for name, rows in ids.items() for pk in rows.values_list("pk", flat=True)}


def _refused_before_opening(body: dict[str, Any], response: Any) -> set[int]:
    """Returns the classes that are refused because they are not open, as far as the request names them."""
    if response.get("code") == "not_open_yet" and "classId" in body:
        return {int(body["classId"])}
    lines = [line["selectionId"] for line in response.get("lines", []) if line.get("code") == "not_open_yet"]
    return set(Selection.objects.filter(pk__in=lines).values_list("camp_class", flat=True))
