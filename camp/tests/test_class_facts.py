"""The facts of a class as the server renders them. A browser journey compares them with what React renders."""

from datetime import timedelta

import pytest
from django.utils import timezone

from camp.class_facts import class_facts, price_text, schedule_text
from testing.factories import NOW, make_class, make_craft, make_enrollment, make_lesson

DASH = "\u2009\u2013\u2009"
NO_LESSONS = {"firstDay": None, "lastDay": None, "lessons": []}
UNKNOWN = {
    "place": "",
    "ageFrom": None,
    "ageTo": None,
    "craft": None,
    "endedAt": None,
    "lessonsRemovedAt": None,
    "seats": 6,
    "offered": 0,
}


def values(**fields) -> dict[str, str]:
    return {fact.name: fact.value for fact in class_facts(NO_LESSONS | UNKNOWN | fields, [])}


def lesson(starts_at: str, ends_at: str, place: str = ""):
    return {"startsAt": starts_at, "endsAt": ends_at, "place": place}


def when(first: str, last: str, *lessons):
    [fact, *_] = class_facts(UNKNOWN | {"firstDay": first, "lastDay": last, "lessons": list(lessons)}, [])
    return fact


def test_it_shows_only_what_is_known():
    assert values() == {"When": "Dates to be announced.", "Available seats": "6"}


def test_it_shows_that_a_class_has_no_dates_anymore():
    assert values(lessonsRemovedAt="2027-07-01T12:00:00Z") == {"When": "No dates right now."}


def test_it_shows_place_ages_and_craft():
    shown = values(place="Pottery", ageFrom=8, ageTo=14, craft="clay")
    assert (shown["Where"], shown["Ages"], shown["Craft"]) == ("Pottery", "Ages 8 to 14", "clay")


@pytest.mark.parametrize(
    ("youngest", "oldest", "text"), [(8, None, "Ages 8 and up"), (None, 14, "Up to age 14"), (9, 9, "Age 9")]
)
def test_it_shows_ages_with_an_open_end(youngest, oldest, text):
    assert values(ageFrom=youngest, ageTo=oldest)["Ages"] == text


def test_it_shows_that_a_class_is_sold_out():
    assert values(seats=0)["Available seats"] == "None. This class is sold out."


@pytest.mark.parametrize(
    ("seats", "offered", "text"),
    [(3, 1, "2"), (1, 1, "None. This class is sold out."), (0, 1, "None. This class is sold out.")],
)
def test_it_shows_no_seats_that_are_offered_to_the_waitlist(seats, offered, text):
    assert values(seats=seats, offered=offered)["Available seats"] == text


def test_it_shows_no_seats_of_a_class_that_has_ended():
    assert "Available seats" not in values(endedAt="2027-07-09T16:00:00Z")


@pytest.mark.parametrize(
    ("first", "last", "text"),
    [
        ("2027-07-05", "2027-07-05", "Jul 5, 2027"),
        ("2027-07-05", "2027-07-09", f"Jul 5{DASH}9, 2027"),
        ("2027-07-05", "2027-08-09", f"Jul 5{DASH}Aug 9, 2027"),
        ("2027-12-30", "2028-01-09", f"Dec 30, 2027{DASH}Jan 9, 2028"),
    ],
)
def test_it_shows_the_days(first, last, text):
    assert when(first, last, lesson("2027-07-05T13:00:00Z", "2027-07-05T16:00:00Z")).value == text


def test_it_shows_the_lessons_on_the_clock_of_the_camp():
    fact = when(
        "2027-07-05",
        "2027-07-06",
        lesson("2027-07-05T13:00:00Z", "2027-07-05T16:00:00Z"),
        lesson("2027-07-06T13:00:00Z", "2027-07-06T16:00:00Z", place="Barn"),
    )
    assert fact.summary == "2 lessons, 9:00 AM \u2013 12:00 PM"
    assert fact.lessons == ["Mon, Jul 5, 9:00 AM \u2013 12:00 PM", "Tue, Jul 6, 9:00 AM \u2013 12:00 PM, Barn"]


def test_it_shows_the_time_of_the_only_lesson():
    assert when("2027-07-05", "2027-07-05", lesson("2027-07-05T04:05:00Z", "2027-07-05T05:30:00Z")).summary == (
        "Mon, Jul 5, 12:05 AM \u2013 1:30 AM"
    )


def test_it_shows_that_lessons_are_at_different_times():
    assert (
        when(
            "2027-07-05",
            "2027-07-06",
            lesson("2027-07-05T13:00:00Z", "2027-07-05T16:00:00Z"),
            lesson("2027-07-06T17:00:00Z", "2027-07-06T19:00:00Z"),
        ).summary
        == "2 lessons, at different times"
    )


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({}, ""),
        ({"place": "Barn"}, "Barn"),
        ({"firstDay": "2027-07-05", "lastDay": "2027-07-05"}, "Jul 5"),
        ({"firstDay": "2027-07-28", "lastDay": "2027-08-02", "ageFrom": 8}, f"Jul 28{DASH}Aug 2 \u00b7 Ages 8 and up"),
        ({"firstDay": "2027-12-30", "lastDay": "2028-01-09"}, f"Dec 30, 2027{DASH}Jan 9, 2028"),
    ],
)
def test_it_shows_days_ages_and_place_in_one_line(fields, text):
    assert schedule_text(NO_LESSONS | UNKNOWN | fields) == text


@pytest.mark.parametrize(("price", "text"), [(0, "Free"), (45.5, "$45.50"), (1234, "$1,234.00")])
def test_it_shows_the_price(price, text):
    assert price_text(price) == text


def test_it_shows_the_facts_on_the_page_of_a_class(users, client):
    camp_class = make_class(
        users.instructor, place="Pottery <2>", age_from=8, age_to=14, capacity=3, craft=make_craft("Clay & mud")
    )
    make_enrollment(users.student, camp_class)
    for days in (0, 1):
        make_lesson(camp_class, timezone.now() + timedelta(days=30 + days))
    text = client.get(f"/all-classes/{camp_class.pk}", HTTP_ACCEPT="text/html").content.decode()
    for shown in ("Pottery &lt;2&gt;", "Ages 8 to 14", "Clay &amp; mud", '<span class="amount">2</span>', "$45.50"):
        assert shown in text
    assert text.split('class="lessons"')[1].split("</ol>")[0].count("<li>") == 2
    assert f'href="/classes/{camp_class.pk}/calendar.ics"' in text


def test_it_offers_no_seat_on_the_page_of_a_class_that_has_ended(users, client):
    camp_class = make_class(users.instructor, ended_at=NOW)
    text = client.get(f"/all-classes/{camp_class.pk}", HTTP_ACCEPT="text/html").content.decode()
    assert "This class has ended." in text
    assert "disabled>Select" not in text
