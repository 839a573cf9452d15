"""The circuit breaker and its limit of concurrent calls."""

import threading
from contextlib import suppress

import pytest

from core import circuit_breaker
from core.circuit_breaker import CallRefused, CircuitBreaker
from testing.proofs.races import run_concurrently


@pytest.fixture
def clock(monkeypatch):
    """The seconds that the circuit breaker sees."""
    seconds = [1000.0]
    monkeypatch.setattr(circuit_breaker, "monotonic", lambda: seconds[0])
    return seconds


@pytest.fixture
def breaker(clock):
    return CircuitBreaker("provider", limit=2, max_failures=3, pause=10, failure=TimeoutError, ignored=KeyError)


def call(breaker, error=None):
    with breaker.call():
        if error:
            raise error


def fail(breaker, times=1):
    for _ in range(times):
        with pytest.raises(TimeoutError):
            call(breaker, TimeoutError())


def refused(breaker):
    """Returns after how many seconds another call may be made."""
    with pytest.raises(CallRefused) as refusal:
        call(breaker)
    with pytest.raises(CallRefused):
        breaker.check()
    return refusal.value.retry_after


def test_it_refuses_calls_after_three_failures_in_a_row(breaker, clock):
    fail(breaker, 2)
    call(breaker)
    fail(breaker, 2)
    breaker.check()
    fail(breaker)
    assert refused(breaker) == 10
    clock[0] += 7.5
    assert refused(breaker) == 3


def test_it_does_not_count_other_errors(breaker):
    for _ in range(5):
        with pytest.raises(ValueError, match="refused"):
            call(breaker, ValueError("refused"))
    call(breaker)


def test_it_closes_after_a_call_with_a_response(breaker, clock):
    fail(breaker, 3)
    clock[0] += 10
    call(breaker)
    fail(breaker, 2)
    call(breaker)


def test_it_learns_nothing_from_an_ignored_exception(breaker, clock):
    fail(breaker, 2)
    with pytest.raises(KeyError):
        call(breaker, KeyError())
    fail(breaker)
    assert refused(breaker) == 10
    clock[0] += 10
    with pytest.raises(KeyError):
        call(breaker, KeyError())
    fail(breaker)
    assert refused(breaker) == 10


def test_it_tries_one_call_after_the_pause_and_refuses_the_others(breaker, clock):
    fail(breaker, 3)
    clock[0] += 10
    with suppress(TimeoutError), breaker.call():
        assert refused(breaker) == 10
        clock[0] += 4
        raise TimeoutError
    assert refused(breaker) == 10


def test_it_refuses_calls_above_the_limit_at_once(breaker):
    with breaker.call(), breaker.call():
        assert refused(breaker) == circuit_breaker.BUSY_RETRY_SECONDS
    call(breaker)


def test_it_limits_the_calls_of_all_threads(breaker):
    """Ten threads start together; each call lasts until all the others have been refused."""
    refused, all_refused = [], threading.Event()

    def run():
        try:
            with breaker.call():
                return all_refused.wait(10)
        except CallRefused as refusal:
            refused.append(refusal)
            if len(refused) == 8:
                all_refused.set()
            raise

    outcomes = run_concurrently(*[run] * 10)
    assert outcomes.count(True) == 2
    assert len(refused) == 8


def test_it_logs_when_the_circuit_opens_and_closes(breaker, clock, caplog):
    fail(breaker, 3)
    clock[0] += 10
    fail(breaker)
    clock[0] += 10
    call(breaker)
    assert caplog.messages == ["provider does not respond; no calls for 10 s", "provider responds again"]
