"""The response cache: what it stores, for how long, and that it builds a value once."""

import time
from threading import Event, Thread

import pytest

from core.cache import responses
from core.cache.responses import ResponseCache


@pytest.fixture
def cache():
    return ResponseCache()


def test_it_builds_a_value_once(cache):
    values = iter(["first", "second"])
    assert cache.get_or_build("key", lambda: next(values)) == "first"
    assert cache.get_or_build("key", lambda: next(values)) == "first"


def test_it_builds_a_value_again_after_an_invalidation(cache):
    values = iter(["first", "second"])
    cache.get_or_build("key", lambda: next(values))
    cache.invalidate()
    assert cache.get_or_build("key", lambda: next(values)) == "second"


def test_it_does_not_store_a_value_that_is_not_cacheable(cache):
    values = iter(["first", "second"])
    cache.get_or_build("key", lambda: next(values), cacheable=lambda value: False)
    assert cache.get_or_build("key", lambda: next(values)) == "second"


@pytest.fixture
def slow_build(cache, monkeypatch):
    """A thread is building the value of "key" until the event is set."""
    monkeypatch.setattr(responses, "MAX_WAIT_SECONDS", 30)
    started, released = Event(), Event()

    def build_slowly():
        started.set()
        released.wait(60)
        return "first"

    builder = Thread(target=cache.get_or_build, args=("key", build_slowly))
    builder.start()
    started.wait(10)
    yield released
    released.set()
    builder.join(10)


def test_it_lets_threads_wait_for_the_one_that_builds(cache, slow_build):
    results = []
    waiter = Thread(target=lambda: results.append(cache.get_or_build("key", lambda: "second")))
    waiter.start()
    waiter.join(0.2)
    assert waiter.is_alive()
    slow_build.set()
    waiter.join(10)
    assert results == ["first"]


def test_it_does_not_wait_for_the_building_of_another_value(cache, slow_build):
    begun = time.monotonic()
    assert cache.get_or_build("other key", lambda: "second") == "second"
    assert time.monotonic() - begun < responses.MAX_WAIT_SECONDS / 2


def test_it_does_not_replace_a_value_by_one_from_before_a_change(cache):
    begun = cache.generation
    cache.invalidate()
    cache.store("key", "old", generation=begun)
    assert cache.get("key") is None
    cache.store("key", "new", generation=cache.generation)
    cache.store("key", "old", generation=begun)
    assert cache.get("key") == "new"


def test_it_serves_an_outdated_value_for_a_moment(cache, monkeypatch):
    monkeypatch.setattr(responses, "OUTDATED_SECONDS", 60)
    begun = cache.generation
    cache.invalidate()
    cache.store("key", "old", generation=begun)
    assert cache.get("key") == "old"


def test_it_limits_the_age_of_a_value(cache, monkeypatch):
    cache.store("key", "value", generation=cache.generation)
    assert cache.get("key") == "value"
    monkeypatch.setattr(responses, "MAX_AGE_SECONDS", -1)
    assert cache.get("key") is None


def test_it_limits_the_number_of_entries(cache):
    for number in range(1000):
        cache.store(number, "value", generation=cache.generation)
    assert len(cache._entries) <= responses.MAX_ENTRIES
