"""GET /waitlist: the waitlists on which a student and their children are."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from classes.models import CampClass
from testing.clients.api import as_, with_bearer
from testing.factories import make_child, make_class, make_offer, make_user, make_waitlist_entry


def path_of(user) -> str:
    return f"/waitlist?email={user.email}"


def test_it_lists_the_entries_that_wait_or_have_an_offer(users):
    clay = make_class(users.instructor, "Clay", capacity=1)
    glass = make_class(users.instructor, "Glass", capacity=1, price=Decimal(20))
    mia = make_child(users.student, "Mia")
    make_waitlist_entry(users.other_student, clay)
    waiting = make_waitlist_entry(users.student, clay)
    offered = make_offer(users.student, glass, mia)
    make_waitlist_entry(make_user("zoe"), glass)
    CampClass.objects.filter(pk=glass.pk).update(price=Decimal(99))

    rows = as_(users.student).get(path_of(users.student))

    assert parse_datetime(rows[0].pop("offeredUntil")) == offered.offer.offered_until
    assert rows == [
        {
            "_id": str(offered.pk),
            "classId": str(glass.pk),
            "nameClass": "Glass",
            "childId": str(mia.pk),
            "childName": "Mia",
            "position": None,
            "of": 1,
            "state": "OFFERED",
            "price": 20,
        },
        {
            "_id": str(waiting.pk),
            "classId": str(clay.pk),
            "nameClass": "Clay",
            "childId": None,
            "childName": None,
            "position": 2,
            "of": 2,
            "state": "WAITING",
            "offeredUntil": None,
            "price": 45.5,
        },
    ]


def test_it_shows_an_offer_as_free_once_the_class_is(users):
    """An order for it costs nothing then."""
    make_offer(users.student, make_class(users.instructor, capacity=1))
    CampClass.objects.update(price=0)
    (row,) = as_(users.student).get(path_of(users.student))
    assert row["price"] == 0


def test_it_shows_the_position_in_the_order_of_offers(users):
    camp_class = make_class(users.instructor, capacity=0)
    make_waitlist_entry(users.other_student, camp_class)
    make_waitlist_entry(users.student, camp_class, next_at=timezone.now(), next_reason="A sibling has a seat.")
    make_waitlist_entry(make_user("zoe"), camp_class, next_at=timezone.now() - timedelta(hours=1), next_reason="Moved.")
    (row,) = as_(users.student).get(path_of(users.student))
    assert (row["position"], row["of"]) == (2, 3)
    (row,) = as_(users.other_student).get(path_of(users.other_student))
    assert (row["position"], row["of"]) == (3, 3)


@pytest.mark.parametrize("state", ["ACCEPTED", "LAPSED", "LEFT", "CLOSED"])
def test_it_omits_entries_that_have_ended(users, state):
    camp_class = make_class(users.instructor, capacity=0)
    make_waitlist_entry(users.student, camp_class, state=state, ended_at=timezone.now())
    assert as_(users.student).get(path_of(users.student)) == []


def test_it_continues_after_a_row(users):
    entries = [make_waitlist_entry(users.student, make_class(users.instructor, capacity=0)) for _ in range(3)]
    first = as_(users.student).get(path_of(users.student) + "&limit=1")
    rest = as_(users.student).get(f"{path_of(users.student)}&after={first[0]['_id']}")
    assert [row["_id"] for row in first + rest] == [str(entry.pk) for entry in reversed(entries)]


def test_it_needs_the_same_number_of_queries_for_more_rows(users):
    counts = []
    for name in ("Mia", "Leo"):
        make_waitlist_entry(users.student, make_class(users.instructor, capacity=0), make_child(users.student, name))
        make_offer(users.student, make_class(users.instructor))
        with CaptureQueriesContext(connection) as queries:
            as_(users.student).get(path_of(users.student))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_it_shows_an_admin_the_entries_of_a_student(users):
    make_waitlist_entry(users.student, make_class(users.instructor, capacity=0))
    assert len(as_(users.admin).get(path_of(users.student))) == 1
    as_(users.admin).get("/waitlist?email=nobody@camp.example", 404)


def test_it_refuses_the_email_of_another_user(users):
    for user in (users.other_student, users.instructor):
        assert as_(user).get(path_of(users.student), 403)["code"] == "forbidden"
    as_(None).get(path_of(users.student), 401)
    with_bearer("invalid").get(path_of(users.student), 401)


@pytest.mark.parametrize("query", ["", "?email="])
def test_it_requires_an_email(users, query):
    assert list(as_(users.student).get(f"/waitlist{query}", 400)["fields"]) == ["email"]
