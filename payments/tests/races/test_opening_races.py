"""An admin moves the opening of a season at one exact point inside a hold: one of the two comes first."""

from datetime import timedelta

import pytest
from django.utils import timezone

from classes.catalog.seasons import change_season
from classes.models import CampClass
from classes.seats import sql
from classes.seats.opening import NotOpenYet
from testing.factories import make_class, make_season
from testing.proofs.invariants import current_violations
from testing.proofs.races import ConcurrentCall, run_concurrently
from testing.steps.checkout import opening_checkout

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fresh_stripe")]

HOUR = timedelta(hours=1)


def make_class_opening(users, after: timedelta) -> CampClass:
    return make_class(users.instructor, season=make_season(opens_at=timezone.now() + after))


@pytest.mark.parametrize("after_the_check", [True, False])
@pytest.mark.parametrize("is_open", [True, False])
def test_it_holds_by_the_opening_that_the_check_has_read(users, stripe, monkeypatch, is_open, after_the_check):
    clay = make_class_opening(users, -HOUR if is_open else HOUR)
    other = timezone.now() + (HOUR if is_open else -HOUR)
    concurrent_call = ConcurrentCall(
        monkeypatch,
        sql,
        "select_availability",
        lambda: change_season(season_id=clay.season_id, values={"opens_at": other}),
        after=after_the_check,
    )

    (result,) = run_concurrently(opening_checkout(users.student, clay))

    assert concurrent_call.outcome() is True
    holds = is_open is after_the_check
    assert isinstance(result, NotOpenYet) is not holds
    assert clay.enrollments.held().count() == int(holds)
    assert current_violations(stripe) == []


def test_it_moves_the_opening_while_a_class_is_locked(users, stripe, monkeypatch):
    """Neither waits for the other, so that a rush does not keep an admin from moving the opening."""
    clay = make_class_opening(users, -HOUR)
    season_id, later = clay.season_id, timezone.now() + HOUR
    results = run_concurrently(
        *(opening_checkout(student, clay) for student in (users.student, users.other_student)),
        lambda: change_season(season_id=season_id, values={"opens_at": later}),
    )
    assert results[-1] is True
    assert clay.enrollments.held().count() == sum(not isinstance(each, NotOpenYet) for each in results[:2])
    assert current_violations(stripe) == []
