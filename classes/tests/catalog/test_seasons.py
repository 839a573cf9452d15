"""GET and POST /seasons, PUT /seasons/{id}, and what the lists show of a class's season."""

from datetime import UTC, date, datetime, timedelta

import pytest

from classes.models import DAYS_REVERSED, OPENINGS_REVERSED, OPENS_TOO_LATE, Season
from testing.clients.api import INVALID_IDS, as_, with_bearer
from testing.factories import make_class, make_ended_season, make_lesson, make_payment, make_season, make_selection

BODY = {"name": "Summer 2027", "startsOn": "2027-07-05", "endsOn": "2027-08-27"}
OPENS_AT, RETURNING_OPENS_AT = "2027-01-09T14:00:00Z", "2027-01-02T14:00:00Z"
OPENING = datetime(2027, 1, 9, 14, tzinfo=UTC)
OPENINGS = {"opensAt": OPENS_AT, "returningOpensAt": RETURNING_OPENS_AT}
INVALID = [
    ({"name": ""}, "name"),
    ({"name": "x" * 61}, "name"),
    ({"name": "Camp\nSummer"}, "name"),
    ({"name": "camp.example"}, "name"),
    ({"name": "夏"}, "name"),
    ({"name": "None"}, "name"),
    ({"startsOn": "2027-02-30"}, "startsOn"),
    ({"endsOn": "2027-07-04"}, "endsOn"),
    ({"opensAt": "tomorrow"}, "opensAt"),
    ({"opensAt": "9999-12-31T23:59:59Z"}, "opensAt"),
    ({"opensAt": "0001-01-01T00:00:00+14:00"}, "opensAt"),
    ({"opensAt": "2027-08-28T04:00:00Z"}, "opensAt"),
    ({"startsOn": "1999-12-31"}, "startsOn"),
    ({"endsOn": "9999-12-31"}, "endsOn"),
    ({"returningOpensAt": OPENS_AT}, "returningOpensAt"),
    ({"opensAt": None, "returningOpensAt": OPENS_AT}, "returningOpensAt"),
    ({"opensAt": OPENS_AT, "returningOpensAt": OPENS_AT}, "returningOpensAt"),
]


def all_seasons():
    return list(Season.objects.order_by("pk").values())


def test_it_creates_a_season_and_lists_the_latest_first(users):
    make_season("Fall 2027", starts_on=date(2027, 9, 6), ends_on=date(2027, 11, 26))
    make_ended_season()

    created = as_(users.admin).post("/seasons", BODY | OPENINGS, 201)

    for user in (None, users.student, users.instructor, users.admin):
        rows = as_(user).get("/seasons")
        assert [row["slug"] for row in rows] == ["fall-2027", "summer-2027", "summer-2025"]
        row = BODY | OPENINGS | {"_id": created["insertedId"], "slug": "summer-2027"}
        assert rows[1] == row | ({"siblingPercent": 0} if user == users.admin else {})


@pytest.mark.parametrize(
    ("name", "slug"), [("Été à la mer", "ete-a-la-mer"), ("  Winter -- 2027! ", "winter-2027"), ("ß" * 60, "s" * 60)]
)
def test_it_makes_the_slug_of_the_name(users, name, slug):
    as_(users.admin).post("/seasons", BODY | {"name": name}, 201)

    assert Season.objects.get().slug == slug


def test_it_changes_a_season_and_leaves_the_openings_that_are_missing(users):
    season = make_season(opens_at=OPENING)
    path = f"/seasons/{season.pk}"

    assert as_(users.admin).put(path, BODY | {"name": "Summer at last"}) == {"modifiedCount": 1}
    assert as_(users.admin).put(path, BODY | {"name": "Summer at last"}) == {"modifiedCount": 0}

    season.refresh_from_db()
    assert (season.name, season.slug, season.opens_at) == ("Summer at last", "summer-at-last", OPENING)
    assert as_(users.admin).put(path, BODY | {"opensAt": None}) == {"modifiedCount": 1}
    assert as_(None).get("/seasons")[0]["opensAt"] is None


def test_it_lets_only_admins_write(users):
    season = make_season()
    before = all_seasons()
    for user in (users.student, users.instructor):
        assert as_(user).post("/seasons", BODY, 403)["code"] == "forbidden"
        assert as_(user).put(f"/seasons/{season.pk}", BODY, 403)["code"] == "forbidden"
    for client in (as_(None), with_bearer("invalid")):
        client.post("/seasons", BODY, 401)
        client.put(f"/seasons/{season.pk}", BODY, 401)
    assert all_seasons() == before


def test_it_responds_with_404_for_ids_of_no_season(users):
    for invalid in INVALID_IDS:
        as_(users.admin).put(f"/seasons/{invalid}", BODY, 404)


@pytest.mark.parametrize(("changes", "field"), INVALID)
def test_it_refuses_invalid_input(users, changes, field):
    season = make_season("Before")
    before = all_seasons()

    assert set(as_(users.admin).post("/seasons", BODY | changes, 400)["fields"]) == {field}
    assert set(as_(users.admin).put(f"/seasons/{season.pk}", BODY | changes, 400)["fields"]) == {field}

    assert all_seasons() == before


def test_it_opens_a_season_until_its_last_minute_in_the_time_of_the_camp(users, new_york):
    as_(users.admin).post("/seasons", BODY | {"opensAt": "2027-08-28T03:59:00Z"}, 201)
    season = Season.objects.get()

    refusal = as_(users.admin).put(f"/seasons/{season.pk}", BODY | {"endsOn": "2027-08-26"}, 400)

    assert refusal["fields"] == {"opensAt": [OPENS_TOO_LATE]}
    assert Season.objects.get() == season
    assert Season.objects.get().ends_on == date(2027, 8, 27)


def test_it_says_which_order_the_days_and_openings_have(users):
    days = as_(users.admin).post("/seasons", BODY | {"endsOn": "2027-07-04"}, 400)
    openings = as_(users.admin).post("/seasons", BODY | {"returningOpensAt": OPENS_AT}, 400)

    assert (days["fields"], openings["fields"]) == (
        {"endsOn": [DAYS_REVERSED]},
        {"returningOpensAt": [OPENINGS_REVERSED]},
    )


@pytest.mark.parametrize("name", ["Summer 2027", "summer 2027!"])
def test_it_refuses_a_name_that_another_season_has(users, name):
    make_season()
    other = make_ended_season()
    before = all_seasons()

    assert as_(users.admin).post("/seasons", BODY | {"name": name}, 409)["code"] == "already_exists"
    assert as_(users.admin).put(f"/seasons/{other.pk}", BODY | {"name": name}, 409)["code"] == "already_exists"

    assert all_seasons() == before


def test_it_shows_a_class_with_its_season(users, clock):
    clock.move_to(OPENING - timedelta(days=20))
    season = make_season(opens_at=OPENING, returning_opens_at=OPENING - timedelta(days=7))
    clay = make_class(users.instructor, season=season, min_seats=4)
    make_selection(users.student, clay)
    expected = OPENINGS | {"season": "summer-2027", "minSeats": 4}
    lists = [
        (None, "/classes"),
        (None, "/popularClasses"),
        (users.admin, "/classes"),
        (users.instructor, f"/myClasses/{users.instructor.email}"),
        (users.student, f"/selectClass?email={users.student.email}"),
    ]
    shown = [as_(user).get(path)[0] for user, path in lists]
    shown += [as_(None).get(f"/classes/{clay.pk}"), as_(users.instructor).get(f"/myClass/{clay.pk}")]
    for row in shown:
        assert {name: row[name] for name in expected} == expected


def test_it_shows_a_new_opening_in_the_public_lists_at_once(users):
    season = make_season()
    make_class(users.instructor, season=season)
    assert as_(None).get("/classes")[0]["opensAt"] is None

    as_(users.admin).put(f"/seasons/{season.pk}", BODY | OPENINGS)

    assert as_(None).get("/classes")[0]["opensAt"] == OPENS_AT
    assert as_(None).get("/seasons")[0]["opensAt"] == OPENS_AT


@pytest.mark.parametrize(
    ("now", "stranger", "returning"),
    [
        (OPENING - timedelta(days=8), OPENS_AT, RETURNING_OPENS_AT),
        (OPENING - timedelta(days=7, microseconds=1), OPENS_AT, RETURNING_OPENS_AT),
        (OPENING - timedelta(days=7), OPENS_AT, None),
        (OPENING - timedelta(microseconds=1), OPENS_AT, None),
        (OPENING, None, None),
    ],
)
def test_it_shows_from_when_the_account_can_pay(users, mia, clock, now, stranger, returning):
    make_payment(users.student, make_class(users.instructor, season=make_ended_season()), child=mia)
    season = make_season(opens_at=OPENING, returning_opens_at=OPENING - timedelta(days=7))
    clay = make_class(users.instructor, season=season)
    for student in (users.student, users.other_student):
        make_selection(student, clay)
    clock.move_to(now)

    def opens_for(student):
        return as_(student).get(f"/selectClass?email={student.email}")[0]["opensForMe"]

    assert (opens_for(users.other_student), opens_for(users.student)) == (stranger, returning)


def test_it_shows_no_opening_of_a_class_that_is_open_or_only_announced(users, clock):
    for season in (None, make_season(), make_season("Open", opens_at=OPENING)):
        make_selection(users.student, make_class(users.instructor, season=season))
    clock.move_to(OPENING)

    rows = as_(users.student).get(f"/selectClass?email={users.student.email}")

    assert [row["opensForMe"] for row in rows] == [None, None, None]


def test_it_asks_once_whether_a_family_with_selections_is_a_returning_one(users, clock, count_queries):
    path = f"/selectClass?email={users.student.email}"
    make_selection(users.student, make_class(users.instructor))
    before = count_queries(as_(users.student), path)

    for number in range(3):
        season = make_season(f"Season {number}", opens_at=OPENING, returning_opens_at=OPENING - timedelta(days=7))
        make_selection(users.student, make_class(users.instructor, season=season))

    assert count_queries(as_(users.student), path) == before + 1  # whether the family is a returning one
    assert count_queries(as_(None), "/classes") == 1


def test_it_names_the_newest_listed_copy_of_a_class_that_is_over(users, clock, count_queries):
    path, student = f"/enrolledStudent/{users.student.email}", as_(users.student)
    former = make_class(users.instructor, "Clay", season=make_ended_season())
    make_payment(users.student, former)
    before = count_queries(student, path)
    assert student.get(path)[0]["nextClassId"] is None

    copies = [
        make_class(users.instructor, "Clay", season=make_season(f"Season {number}"), copied_from=former, **fields)
        for number, fields in enumerate([{}, {}, {"status": "Pending"}, {"ended_at": OPENING}])
    ]
    make_lesson(former, OPENING)
    for _ in range(2):
        make_payment(users.student, make_class(users.instructor, "Other"))

    assert count_queries(student, path) == before
    assert [row["nextClassId"] for row in student.get(path)] == [None, None, str(copies[1].pk)]
