"""Anything, in any order: after every step the four laws hold, and after a last reconcile nothing is in between."""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from payments import stripe_api
from payments.tests.playing import CampAtPlay

pytestmark = pytest.mark.django_db

ANY_SPEED = settings(deadline=None, suppress_health_check=list(HealthCheck), database=None, print_blob=True)

AS_FOUND = (Phase.generate,)
SMALLEST = (Phase.generate, Phase.shrink)
"""The shortest play that breaks a law takes minutes to find."""


@pytest.fixture
def play(unheard_cards, provider, monkeypatch):
    # The SDK asks a second time after half a second; here at once.
    monkeypatch.setattr(stripe_api.stripe.HTTPClient, "INITIAL_DELAY", 0)
    monkeypatch.setattr(stripe_api.stripe.HTTPClient, "MAX_DELAY", 0)
    machine = type("CampAtPlay", (CampAtPlay,), {"cards": unheard_cards})
    return lambda **length: run_state_machine_as_test(machine, settings=settings(ANY_SPEED, **length))


@pytest.mark.timeout(300)
def test_no_law_is_broken_in_short_plays(play):
    play(max_examples=12, stateful_step_count=25, phases=AS_FOUND)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_no_law_is_broken_in_many_long_plays(play):
    play(max_examples=300, stateful_step_count=60, phases=SMALLEST)
