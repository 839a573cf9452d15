"""Calendars of lessons: a user's own by a secret address, and the calendar of one class. Two parsers read them."""

from datetime import UTC, date, datetime, time, timedelta

import icalendar
import pytest
import time_machine
import vobject
from django.utils import timezone
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from accounts.models import User
from classes.catalog.calendar import CONTROL_CHARACTERS, class_calendar
from classes.models import CampClass, Enrollment, Lesson, Status
from core.site_time import NoSuchTime, instant_of, site_zone
from testing.clients.api import INVALID_IDS, as_
from testing.factories import AUTUMN, SPRING, make_child, make_class, make_enrollment, make_lesson, make_users
from testing.proofs.races import run_concurrently

NOW = datetime(2027, 7, 1, 12, tzinfo=UTC)
MONDAY = datetime(2027, 7, 5, 13, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def _now():
    with time_machine.travel(NOW, tick=False):
        yield


def feed(user) -> str:
    """Returns the path of the user's calendar."""
    return as_(user).get("/users/me/calendar")["url"].removeprefix("http://testserver")


def download(path: str) -> str:
    response = as_(None).get(path)
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    return response.content.decode()


def events(path: str) -> list[dict[str, object]]:
    """Downloads a calendar, and returns its events after both parsers have read the same."""
    text = download(path)
    parsed = [
        {
            "uid": str(event["UID"]),
            "start": event.start,
            "end": event.end,
            "status": str(event["STATUS"]),
            "sequence": int(event["SEQUENCE"]),
            "summary": str(event["SUMMARY"]),
            "location": str(event.get("LOCATION", "")),
        }
        for event in icalendar.Calendar.from_ical(text).walk("VEVENT")
    ]
    assert all(not event.errors for event in icalendar.Calendar.from_ical(text).walk())
    calendar = vobject.readOne(text)
    calendar.validate(raiseException=True)
    by_second_parser = [
        (each.uid.value, each.dtstart.value, each.dtend.value, each.summary.value)
        for each in calendar.contents.get("vevent", [])
    ]
    assert by_second_parser == [(each["uid"], each["start"], each["end"], each["summary"]) for each in parsed]
    return parsed


@pytest.fixture
def camp_class(users, _now) -> CampClass:
    """An approved class in the barn with one lesson."""
    camp_class = make_class(users.instructor, "Clay; glaze, \\ and 🎨", place="Barn", bring="An apron.\r\nA towel.\x07")
    make_lesson(camp_class, MONDAY)
    return camp_class


def test_it_shows_the_lessons_of_a_class(camp_class):
    make_lesson(camp_class, MONDAY + DAY, place="Hall", revision=3)

    assert events(f"/classes/{camp_class.pk}/calendar.ics") == [
        {
            "uid": f"lesson-{lesson.pk}@testserver",
            "start": lesson.starts_at,
            "end": lesson.ends_at,
            "status": "CONFIRMED",
            "sequence": sequence,
            "summary": "Clay; glaze, \\ and 🎨",
            "location": location,
        }
        for lesson, sequence, location in zip(Lesson.objects.order_by("pk"), (0, 3), ("Barn", "Hall"), strict=True)
    ]
    text = download(f"/classes/{camp_class.pk}/calendar.ics")
    assert "DTSTART:20270705T130000Z" in text
    assert "VTIMEZONE" not in text
    assert f"http://testserver/all-classes/{camp_class.pk}" in text
    assert max(len(line.encode()) for line in text.split("\r\n")) <= 75


def test_it_offers_the_class_calendar_as_a_file(camp_class):
    response = as_(None).get(f"/classes/{camp_class.pk}/calendar.ics")
    assert response["Content-Disposition"] == 'attachment; filename="clay-glaze-and.ics"'


def test_it_shows_a_student_the_lessons_of_enrolled_classes_only(users, camp_class):
    enrollment = make_enrollment(users.student, camp_class)
    other = make_class(users.instructor, "Not enrolled")
    make_lesson(other, MONDAY)
    make_enrollment(users.other_student, other)
    hold = {"state": "HELD", "held_at": NOW, "held_until": NOW + DAY, "price": 1}
    Enrollment.objects.create(student=users.student, camp_class=other, **hold)

    (event,) = events(feed(users.student))

    assert event["uid"] == f"lesson-{camp_class.lessons.get().pk}-enrollment-{enrollment.pk}@testserver"
    assert event["start"] == MONDAY


def test_it_shows_an_instructor_the_lessons_of_approved_classes(users, camp_class):
    make_lesson(make_class(users.instructor, "Pending", status=Status.PENDING), MONDAY)
    make_lesson(make_class(users.other_instructor, "Another's"), MONDAY)

    (event,) = events(feed(users.instructor))

    assert event["uid"] == f"lesson-{camp_class.lessons.get().pk}@testserver"


def test_it_raises_the_sequence_of_a_moved_lesson(users, camp_class):
    make_enrollment(users.student, camp_class)
    path = feed(users.student)
    (before,) = events(path)
    body = {"nameClass": camp_class.name, "image": camp_class.image, "price": 45.5, "seats": 9}
    lesson = {"_id": str(camp_class.lessons.get().pk), "date": "2027-07-06", "from": "10:00", "to": "11:00"}

    as_(users.instructor).put(f"/classes/{camp_class.pk}", body | {"lessons": [lesson]})

    (after,) = events(path)
    assert (after["uid"], after["sequence"]) == (before["uid"], 1)
    assert after["start"] == MONDAY + timedelta(hours=25)


@pytest.mark.parametrize(("days", "shown"), [(0, True), (29, True), (31, False)])
def test_it_shows_a_canceled_lesson_for_thirty_days(users, camp_class, days, shown):
    make_enrollment(users.student, camp_class)
    paths = [feed(users.student), feed(users.instructor), f"/classes/{camp_class.pk}/calendar.ics"]
    camp_class.lessons.update(canceled_at=NOW, revision=1)

    with time_machine.travel(NOW + days * DAY, tick=False):
        for path in paths:
            assert [(each["status"], each["sequence"]) for each in events(path)] == [("CANCELLED", 1)] * shown


@pytest.mark.parametrize(("days", "shown"), [(0, True), (29, True), (31, False)])
def test_it_shows_a_canceled_enrollment_for_thirty_days(users, camp_class, days, shown):
    enrollment = make_enrollment(users.student, camp_class)
    Enrollment.objects.filter(pk=enrollment.pk).update(state="RELEASED", released_at=NOW)
    path = feed(users.student)

    with time_machine.travel(NOW + days * DAY, tick=False):
        assert [(each["status"], each["sequence"]) for each in events(path)] == [("CANCELLED", 1)] * shown


def test_it_never_shows_a_hold_that_ended(users, camp_class):
    released = {"state": "RELEASED", "held_at": NOW, "released_at": NOW, "price": 1}
    Enrollment.objects.create(student=users.student, camp_class=camp_class, **released)
    assert events(feed(users.student)) == []


def test_it_shows_siblings_as_two_events_with_their_names(users, camp_class):
    for child in (make_child(users.student, "Mia"), make_child(users.student, "Leo"), None):
        make_enrollment(users.student, camp_class, child)

    names = [event["summary"].removeprefix(camp_class.name) for event in events(feed(users.student))]

    assert names == [" (Mia)", " (Leo)", ""]


@pytest.mark.parametrize(("days", "shown"), [(0, 1), (29, 1), (31, 0)])
def test_it_cancels_a_withdrawn_class_in_the_feed_of_its_instructor(users, camp_class, days, shown):
    path = feed(users.instructor)
    as_(users.admin).patch(f"/classes/withdrawn/{camp_class.pk}", {"reason": "Ines is ill."})

    with time_machine.travel(NOW + days * DAY, tick=False):
        found = events(path)

    assert [(event["status"], event["sequence"]) for event in found] == [("CANCELLED", 1)] * shown


def test_it_says_how_often_to_ask(users, camp_class):
    text = download(feed(users.instructor))
    assert "\r\nREFRESH-INTERVAL;VALUE=DURATION:PT4H\r\n" in text
    assert "\r\nX-PUBLISHED-TTL:PT4H\r\n" in text


def test_it_has_the_name_of_the_site(camp_class, settings):
    settings.SITE_NAME = "Clay, Wood; Fire"
    lines = download(f"/classes/{camp_class.pk}/calendar.ics").split("\r\n")
    assert [line for line in lines if "NAME:" in line] == [
        r"NAME:Clay\, Wood\; Fire", r"X-WR-CALNAME:Clay\, Wood\; Fire",
    ]  # fmt: skip


def test_it_sends_a_calendar_once_until_it_changes(users, camp_class):
    for path in (feed(users.instructor), f"/classes/{camp_class.pk}/calendar.ics"):
        etag = as_(None).client.get(path)["ETag"]
        assert etag.startswith('W/"')
        with time_machine.travel(NOW + timedelta(hours=4), tick=False):
            unchanged = as_(None).client.get(path, headers={"If-None-Match": etag})
            assert (unchanged.status_code, unchanged.content, unchanged["ETag"]) == (304, b"", etag)
            Lesson.objects.update(place="Hall")
            changed = as_(None).client.get(path, headers={"If-None-Match": etag})
        assert changed.status_code == 200
        assert changed["ETag"] != etag
        Lesson.objects.update(place="")


def test_it_contains_no_email_address(users, camp_class):
    make_enrollment(users.student, camp_class)
    for path in (feed(users.student), feed(users.instructor), f"/classes/{camp_class.pk}/calendar.ics"):
        assert "camp.example" not in download(path)


def test_it_keeps_the_address_until_it_is_renewed(users, camp_class):
    make_enrollment(users.student, camp_class)
    first = feed(users.student)
    assert feed(users.student) == first
    assert len(first.removeprefix("/calendar/").removesuffix(".ics")) == 64  # 256 bits

    renewed = as_(users.student).post("/users/me/calendar", status=201)["url"].removeprefix("http://testserver")

    assert renewed == feed(users.student) != first
    as_(None).get(first, 404)
    assert len(events(renewed)) == 1


def test_it_stores_no_version_of_the_account_for_the_address(users):
    before = User.history.count()
    feed(users.student)
    as_(users.student).post("/users/me/calendar", status=201)
    assert User.history.count() == before


@pytest.mark.django_db(transaction=True)
def test_it_creates_one_address_for_two_concurrent_requests():
    users = make_users()
    first, second = run_concurrently(lambda: feed(users.student), lambda: feed(users.student))
    assert first == second


def test_it_requires_a_login_for_the_address(users):
    as_(None).get("/users/me/calendar", 401)
    as_(None).post("/users/me/calendar", status=401)


def test_it_refuses_an_unknown_address_and_that_of_an_inactive_account(users):
    path = feed(users.student)
    User.objects.filter(pk=users.student.pk).update(is_active=False)
    for bad in (path, "/calendar/None.ics", "/calendar/.ics", "/calendar/x.ics", f"/calendar/{'0' * 64}.ics"):
        assert as_(None).client.get(bad).status_code == 404


def test_it_refuses_a_bad_id(users):
    for id in INVALID_IDS:
        assert as_(None).get(f"/classes/{id}/calendar.ics", 404)["code"] == "not_found"


@pytest.mark.parametrize("status", [Status.PENDING, Status.DENIED])
def test_it_refuses_a_class_that_is_not_approved(users, status):
    as_(users.instructor).get(f"/classes/{make_class(users.instructor, status=status).pk}/calendar.ics", 404)


def test_it_asks_caches_not_to_store_a_users_calendar(users):
    assert as_(None).get(feed(users.student))["Cache-Control"] == "private, no-cache"


def test_it_makes_a_constant_number_of_queries(users, count_queries):
    def add_classes(count):
        for number in range(count):
            camp_class = make_class(users.instructor, f"Class {count}-{number}")
            make_enrollment(users.student, camp_class)
            make_lesson(camp_class, MONDAY)

    paths = [feed(users.student), feed(users.instructor)]
    add_classes(2)
    few = [count_queries(as_(None), path) for path in paths]
    add_classes(20)
    assert [count_queries(as_(None), path) for path in paths] == few == [5, 5]


DAYS = st.sampled_from([day + offset * DAY for day in (SPRING, AUTUMN) for offset in (-1, 0, 1)]) | st.dates(
    date(2026, 1, 1), date(2030, 12, 31)
)
MINUTES = st.integers(0, 24 * 60 - 1).map(lambda minute: time(*divmod(minute, 60)))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(day=DAYS, times=st.lists(MINUTES, min_size=2, max_size=2, unique=True).map(sorted))
def test_it_keeps_the_wall_clock_time_when_other_programs_read_the_file(users, day, times):
    """The time is stored in UTC and written to an .ics file, also on the days when the clocks change."""
    try:
        starts_at, ends_at = (instant_of(day, at) for at in times)
    except NoSuchTime:
        assert (day.month, day.isoweekday(), 8 <= day.day <= 14) == (3, 7, True)
        assert any(at.hour == 2 for at in times)
        return
    camp_class = CampClass(pk=1, name="Clay", instructor=users.instructor)
    lessons = [Lesson(pk=1, camp_class=camp_class, starts_at=starts_at, ends_at=ends_at)]

    text = class_calendar(camp_class=camp_class, lessons=lessons, now=timezone.now()).decode()

    (event,) = icalendar.Calendar.from_ical(text).walk("VEVENT")
    second = vobject.readOne(text).vevent
    for found in ((event.start, event.end), (second.dtstart.value, second.dtend.value)):
        assert [instant.astimezone(site_zone()).replace(tzinfo=None) for instant in found] == [
            datetime.combine(day, at) for at in times
        ]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(min_size=1).filter(str.strip))
@example(text=r"C:\New, \n; \\N")
def test_it_writes_any_text(users, text):
    camp_class = CampClass(pk=1, name=text, place=text, bring=text, instructor=users.instructor)
    lessons = [Lesson(pk=1, starts_at=MONDAY, ends_at=MONDAY + DAY / 24)]

    content = class_calendar(camp_class=camp_class, lessons=lessons, now=timezone.now()).decode()

    (event,) = icalendar.Calendar.from_ical(content).walk("VEVENT")
    assert event.start == vobject.readOne(content).vevent.dtstart.value == MONDAY
    assert str(event["SUMMARY"]) == "\n".join(CONTROL_CHARACTERS.sub(" ", line) for line in text.splitlines())


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\r", "\r\n", "\n"])
def test_it_writes_every_kind_of_line_break_alike(users, separator):
    """A program that ends a line at a line separator reads the rest of the text as another property."""
    camp_class = make_class(users.instructor, "Clay", bring=f"An apron{separator}A towel")
    make_lesson(camp_class, MONDAY)
    content = as_(None).client.get(f"/classes/{camp_class.pk}/calendar.ics").content.decode()
    assert content.splitlines() == content.split("\r\n")[:-1]
    (event,) = icalendar.Calendar.from_ical(content).walk("VEVENT")
    assert event["DESCRIPTION"] == "With Ines.\nPlease bring: An apron\nA towel"
