"""The lessons and the calendar file in a booking e-mail."""

from datetime import UTC, datetime, timedelta

import icalendar
import pytest
import vobject
from django.core.mail import EmailMultiAlternatives

from classes.catalog.calendar import user_calendar
from classes.models import Enrollment
from mail.models import OutboxEmail
from mail.rendering import render
from payments.emails.booking_lessons import booking_details
from testing.emails import assert_says
from testing.factories import make_class, make_enrollment, make_lesson

NOW = datetime(2027, 7, 1, 12, tzinfo=UTC)
MONDAY = datetime(2027, 7, 5, 13, tzinfo=UTC)
DAY = timedelta(days=1)

pytestmark = pytest.mark.django_db


@pytest.fixture
def barn(clay):
    """A class with two lessons in the barn and one canceled lesson."""
    clay.place = "Barn"
    clay.save()
    make_lesson(clay, MONDAY + DAY)
    make_lesson(clay, MONDAY)
    make_lesson(clay, MONDAY - DAY, canceled_at=NOW)
    return clay


def facts_of(*enrollments):
    """Returns the facts of the e-mail about an order of these seats."""
    lines = [
        {
            "class": each.camp_class.name,
            "class_id": each.camp_class_id,
            "child": each.child.name if each.child else "",
            "price": str(each.price),
            "enrollment": each.pk,
        }
        for each in enrollments
    ]
    return {"order": "5a6c1f52", "amount": "45.50", "lines": lines}


def events_of(details):
    """Returns the events of the attached calendar, after both parsers have read it."""
    ((name, content, mimetype),) = details.attachments
    assert (name, mimetype) == ("lessons.ics", "text/calendar")
    vobject.readOne(content.decode()).validate(raiseException=True)
    return icalendar.Calendar.from_ical(content).walk("VEVENT")


def test_it_lists_the_seats_by_date_with_the_coming_lessons(users, barn, clay):
    barn.bring = "An apron.\nA towel."
    barn.save()
    other = make_class(users.instructor, "Wood")
    make_lesson(other, NOW - DAY)
    make_lesson(other, MONDAY + 3 * DAY, place="Yard")
    make_lesson(other, MONDAY + 10 * DAY, hours=1)
    undated = make_class(users.instructor, "Glass")
    facts = facts_of(*(make_enrollment(users.student, each) for each in (undated, other, barn)))
    lines = booking_details(facts, NOW).context["lines"]
    assert [(line["class"], line["schedule"]) for line in lines] == [
        (
            "Clay for beginners",
            {
                "starts": MONDAY,
                "days": "Jul 5 \u2013 6, 2027 (2 days)",
                "times": "9:00\xa0AM \u2013 12:00\xa0PM Eastern Time",
                "place": "Barn",
                "bring": "An apron. A towel.",
            },
        ),
        (
            "Wood",
            {
                "starts": MONDAY + 3 * DAY,
                "days": "Jul 8, 2027; Jul 15, 2027 (2 days)",
                "times": "",
                "place": "Yard",
                "bring": "",
            },
        ),
        ("Glass", {"starts": None, "days": "", "times": "", "place": "", "bring": ""}),
    ]


def test_it_attaches_the_lessons_of_exactly_these_seats(users, barn, mia, leo):
    other = make_class(users.instructor, "Wood")
    make_lesson(other, MONDAY)
    booked = [make_enrollment(users.student, barn, mia), make_enrollment(users.student, barn, leo)]
    make_enrollment(users.student, barn)
    make_enrollment(users.student, other, mia)
    make_enrollment(users.other_student, barn)

    events = events_of(booking_details(facts_of(*booked), NOW))

    taking_place = barn.lessons.taking_place().order_by("starts_at")
    assert [str(event["UID"]) for event in events] == [
        f"lesson-{lesson.pk}-enrollment-{enrollment.pk}@testserver" for enrollment in booked for lesson in taking_place
    ]
    assert [event.start for event in events] == [MONDAY, MONDAY + DAY] * 2
    assert {(str(event["LOCATION"]), str(event["STATUS"])) for event in events} == {("Barn", "CONFIRMED")}
    siblings = ["Clay for beginners (Mia)", "Clay for beginners (Leo)"]
    assert [str(event["SUMMARY"]) for event in events] == [name for name in siblings for _ in range(2)]


def test_it_has_the_events_of_the_users_calendar(users, barn):
    details = booking_details(facts_of(make_enrollment(users.student, barn)), NOW)
    subscribed = icalendar.Calendar.from_ical(user_calendar(user=users.student, now=NOW)).walk("VEVENT")
    assert {event.to_ical() for event in events_of(details)} <= {event.to_ical() for event in subscribed}


def test_it_contains_no_address(users, barn, mia):
    ((_, content, _),) = booking_details(facts_of(make_enrollment(users.student, barn, mia)), NOW).attachments
    assert b"@camp.example" not in content


def test_it_attaches_nothing_without_lessons(users, clay):
    details = booking_details(facts_of(make_enrollment(users.student, clay)), NOW)
    assert [line["schedule"]["days"] for line in details.context["lines"]] == [""]
    assert details.attachments == []


def test_it_leaves_out_a_seat_that_was_canceled_after_the_booking(users, barn):
    enrollment = make_enrollment(users.student, barn)
    Enrollment.objects.update(state=Enrollment.State.RELEASED, released_at=NOW)
    details = booking_details(facts_of(enrollment), NOW)
    assert [line["schedule"] for line in details.context["lines"]] == [None]
    assert details.attachments == []


def test_it_adds_the_lessons_to_the_email(users, barn):
    facts = facts_of(make_enrollment(users.student, barn))
    email = render(OutboxEmail(kind=OutboxEmail.Kind.BOOKED, facts=facts, recipient=users.student), NOW)
    assert_says(email, "Jul 5 \u2013 6, 2027 (2 days)", "Place: Barn")
    assert [name for name, _, _ in email.attachments] == ["lessons.ics"]


def test_it_attaches_the_calendar_unchanged(users, barn):
    ((name, content, mimetype),) = booking_details(facts_of(make_enrollment(users.student, barn)), NOW).attachments
    message = EmailMultiAlternatives(to=["sam@camp.example"])
    message.attach(name, content, mimetype)
    (attached,) = [part for part in message.message().walk() if part.get_filename()]
    assert attached.get_content_type() == "text/calendar"
    received = attached.get_payload(decode=True).replace(b"\r\n", b"\n")
    assert received == content.replace(b"\r\n", b"\n")


def test_it_makes_the_same_number_of_queries_for_any_number_of_seats(users, barn, django_assert_num_queries):
    seats = [make_enrollment(users.student, barn)]
    with django_assert_num_queries(3):
        booking_details(facts_of(*seats), NOW)
    for number in range(11):
        camp_class = make_class(users.instructor, f"Class {number}")
        make_lesson(camp_class, MONDAY)
        seats.append(make_enrollment(users.student, camp_class))
    with django_assert_num_queries(3):
        booking_details(facts_of(*seats), NOW)
