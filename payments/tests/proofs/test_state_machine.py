"""Random operations in random order keep the invariants, and reconciliation leaves nothing unfinished."""

import pytest
from django.conf import settings as site_settings
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from payments.stripe import api as stripe_api
from testing.proofs.state_machine.machine import EnrollmentMachine

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

NO_HEALTH_CHECK = settings(suppress_health_check=list(HealthCheck))
WITHOUT_SHRINKING = (Phase.generate,)
WITH_SHRINKING = (Phase.generate, Phase.shrink)
"""Shrinking to the shortest failing run takes minutes."""


@pytest.fixture
def run_machine(undelivered_stripe, identity_provider, monkeypatch):
    monkeypatch.setattr(site_settings, "UNPAID_SEATS_PER_CLASS", 2)  # an account has three participants
    # The SDK waits half a second before its retry; here it does not wait.
    monkeypatch.setattr(stripe_api.stripe.HTTPClient, "INITIAL_DELAY", 0)
    monkeypatch.setattr(stripe_api.stripe.HTTPClient, "MAX_DELAY", 0)
    monkeypatch.setattr(stripe_api._breaker, "pause", 0)
    machine = type("EnrollmentMachine", (EnrollmentMachine,), {"stripe": undelivered_stripe})
    return lambda **length: run_state_machine_as_test(machine, settings=settings(NO_HEALTH_CHECK, **length))


def test_it_keeps_the_invariants_in_short_random_runs(run_machine):
    run_machine(max_examples=12, stateful_step_count=25, phases=WITHOUT_SHRINKING)


@pytest.mark.long
@pytest.mark.timeout(5400)
def test_it_keeps_the_invariants_in_many_long_random_runs(run_machine):
    run_machine(max_examples=500, stateful_step_count=40, phases=WITH_SHRINKING)
