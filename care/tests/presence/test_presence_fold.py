"""The state of a participant: a fold over the events, in whatever order and however often they arrive."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from care.presence.fold import Stay, presence_after
from testing.factories import NOW

CASES = json.loads((Path(__file__).parents[3] / "testing/presence_cases.json").read_text())
KINDS = ("ARRIVED", "LEFT", "ABSENT", "UNDO")


@dataclass(frozen=True)
class Recorded:
    uuid: UUID
    kind: str
    at: datetime
    with_name: str = ""
    undoes: UUID | None = None


def instant(text):
    return text and datetime.fromisoformat(text)


def recorded(event):
    undoes = event["undoes"] and UUID(event["undoes"])
    return Recorded(UUID(event["_id"]), event["kind"], instant(event["at"]), event["withName"], undoes)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_it_folds_the_events(case):
    times = [instant(case[name]) for name in ("at", "arrivedAt", "leftAt")]
    found = presence_after(map(recorded, case["events"]))
    assert [found.state, found.at, found.arrived_at, found.left_at, found.with_name] == [
        case["state"], *times, case["with"]
    ]  # fmt: skip


def test_it_keeps_each_stay():
    found = presence_after(recorded(event) for case in CASES if case["name"] == "came back" for event in case["events"])
    assert found.stays == (
        Stay(instant("2027-07-05T13:01:00Z"), instant("2027-07-05T13:10:00Z"), "Ben"),
        Stay(instant("2027-07-05T13:20:00Z")),
    )


@st.composite
def events(draw):
    """Up to eight events within three minutes, so that many have the same time; an UNDO names any event, or none."""
    ids = draw(st.lists(st.uuids(), unique=True, max_size=8))
    made = []
    for uuid in ids:
        kind = draw(st.sampled_from(KINDS))
        at = NOW + timedelta(minutes=draw(st.integers(0, 2)))
        undoes = draw(st.one_of(st.sampled_from(ids), st.uuids())) if kind == "UNDO" else None
        made.append(Recorded(uuid, kind, at, draw(st.sampled_from(("Ann", "Ben"))) if kind == "LEFT" else "", undoes))
    return made


@given(st.data())
def test_it_does_not_depend_on_the_order_of_arrival_nor_on_repetition(data):
    """Two devices send their events in any interleaving; each may send an event again."""
    made = data.draw(events())
    again = data.draw(st.lists(st.sampled_from(made))) if made else []
    arrived = data.draw(st.permutations([*made, *again]))

    assert presence_after(arrived) == presence_after(made)


@given(st.data())
def test_it_agrees_on_two_devices_after_they_have_exchanged_their_events(data):
    made = data.draw(events())
    own = data.draw(st.lists(st.booleans(), min_size=len(made), max_size=len(made)))
    first = [event for event, is_own in zip(made, own, strict=True) if is_own]
    second = [event for event, is_own in zip(made, own, strict=True) if not is_own]

    assert presence_after([*first, *second]) == presence_after([*second, *first])


@given(events())
def test_it_shows_who_is_here_as_here(made):
    """Only LEFT or an UNDO can end a stay: never a message that somebody is absent."""
    without_messages = [event for event in made if event.kind != "ABSENT"]
    before = presence_after(without_messages)
    if before.state in ("arrived", "left"):
        assert presence_after(made).state == before.state
