"""The same event from two accounts at the same time."""

from functools import partial

import pytest
from django.utils import timezone

from care.models import PresenceEvent
from care.presence import events
from testing.clients.api import as_
from testing.factories import make_enrollment, make_lesson
from testing.factories.presence import event, sent
from testing.proofs.races import return_together, run_concurrently

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(("change", "accepted"), [({}, [1, 1]), ({"kind": "ABSENT"}, [0, 1])])
def test_it_stores_an_id_once(users, clay, mia, monkeypatch, change, accepted):
    first = event(make_lesson(clay, timezone.now()), make_enrollment(users.student, clay, mia))
    return_together(monkeypatch, events, "_has_seat")
    posts = (
        partial(as_(user).post, "/presence", sent(body))
        for user, body in ((users.instructor, first), (users.admin, first | change))
    )
    assert sorted(answer["accepted"] for answer in run_concurrently(*posts)) == accepted
    assert PresenceEvent.objects.count() == 1
