"""GET /classes/{id}/waitlist: who waits for a seat in a class."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from testing.clients.api import INVALID_IDS, as_, with_bearer
from testing.factories import make_child, make_class, make_offer, make_user, make_waitlist_entry


def path_of(camp_class) -> str:
    return f"/classes/{camp_class.pk}/waitlist"


def test_it_lists_offers_before_those_who_wait(users):
    camp_class = make_class(users.instructor, capacity=1)
    waiting = make_waitlist_entry(users.student, camp_class, make_child(users.student, "Mia"))
    offered = make_offer(users.other_student, camp_class)

    rows = as_(users.instructor).get(path_of(camp_class))

    assert [parse_datetime(row.pop("joinedAt")) for row in rows] == [offered.joined_at, waiting.joined_at]
    assert parse_datetime(rows[0].pop("offeredUntil")) == offered.offer.offered_until
    assert rows == [
        {
            "_id": str(offered.pk),
            "name": "Olga",
            "email": "olga@camp.example",
            "guardianName": None,
            "position": None,
            "isNext": False,
            "state": "OFFERED",
        },
        {
            "_id": str(waiting.pk),
            "name": "Mia",
            "email": "sam@camp.example",
            "guardianName": "Sam",
            "position": 1,
            "isNext": False,
            "state": "WAITING",
            "offeredUntil": None,
        },
    ]


def test_it_lists_who_waits_in_the_order_of_offers(users):
    camp_class = make_class(users.instructor, capacity=0)
    now = timezone.now()
    for name, next_at in (("a", None), ("b", now), ("c", None), ("d", now - timedelta(hours=1))):
        make_waitlist_entry(make_user(name), camp_class, next_at=next_at)
    rows = as_(users.instructor).get(path_of(camp_class))
    assert [(row["name"], row["position"], row["isNext"]) for row in rows] == [
        ("D", 1, True),
        ("B", 2, True),
        ("A", 3, False),
        ("C", 4, False),
    ]


def test_it_omits_entries_that_have_ended_and_those_of_other_classes(users):
    camp_class = make_class(users.instructor, capacity=0)
    for state in ("ACCEPTED", "LAPSED", "LEFT", "CLOSED"):
        make_waitlist_entry(users.student, camp_class, state=state, ended_at=timezone.now())
    make_waitlist_entry(users.student, make_class(users.instructor, capacity=0))
    assert as_(users.instructor).get(path_of(camp_class)) == []


def test_it_continues_after_a_row(users):
    camp_class = make_class(users.instructor, capacity=1)
    make_waitlist_entry(users.student, camp_class)
    make_offer(users.other_student, camp_class)
    make_waitlist_entry(make_user("zoe"), camp_class)
    names, after = [], ""
    for _ in range(3):
        (row,) = as_(users.instructor).get(f"{path_of(camp_class)}?limit=1{after}")
        names.append(row["name"])
        after = f"&after={row['_id']}"
    assert names == ["Olga", "Sam", "Zoe"]


def test_it_needs_the_same_number_of_queries_for_more_rows(users):
    camp_class = make_class(users.instructor)
    counts = []
    for number in range(2):
        guardian = make_user(f"guardian{number}")
        make_waitlist_entry(guardian, camp_class, make_child(guardian))
        make_offer(guardian, camp_class)
        with CaptureQueriesContext(connection) as queries:
            as_(users.instructor).get(path_of(camp_class))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_it_shows_an_admin_every_waitlist(users):
    camp_class = make_class(users.instructor, status="Pending")
    make_waitlist_entry(users.student, camp_class)
    assert len(as_(users.admin).get(path_of(camp_class))) == 1


def test_it_refuses_everybody_else(users):
    camp_class = make_class(users.instructor)
    make_waitlist_entry(users.student, camp_class)
    for user in (users.student, users.other_instructor):
        assert as_(user).get(path_of(camp_class), 404)["code"] == "not_found"
    as_(None).get(path_of(camp_class), 401)
    with_bearer("invalid").get(path_of(camp_class), 401)


def test_it_refuses_a_bad_id(users):
    for id in INVALID_IDS:
        assert as_(users.admin).get(f"/classes/{id}/waitlist", 404)["code"] == "not_found"


@pytest.mark.parametrize("query", ["limit=0", "after=x", "after=999999"])
def test_it_refuses_bad_input(users, query):
    as_(users.instructor).get(f"{path_of(make_class(users.instructor))}?{query}", 400)
