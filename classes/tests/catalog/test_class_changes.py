"""What the students of a class learn of its changes: by e-mail, in their calendars and in reminders."""

from datetime import timedelta

import pytest
from icalendar import Calendar

from accounts.models import User
from classes.catalog.reminders import put_due_reminders
from classes.models import CampClass, Enrollment
from mail.models import OutboxEmail
from mail.rendering import render
from testing.clients.admin import AdminClient
from testing.clients.api import as_
from testing.factories import NOW, make_enrollment, make_lesson
from testing.steps.class_edits import class_form, edit_class, edit_lessons, lesson_row

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "new_york")]

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
START = NOW + 20 * DAY
DETAILS = [
    ({"place": "Hall"}, {"place": "Hall"}),
    ({"nameClass": "Clay & fire"}, {"name": "Clay & fire"}),
    ({"bring": "An apron."}, {"bring": "An apron."}),
    ({"ageFrom": 8}, {"ages": "children aged 8 and over"}),
]


@pytest.fixture(autouse=True)
def first_lesson(clay):
    return make_lesson(clay, START)


@pytest.fixture
def siblings(users, clay, mia, leo):
    """Enrollments of two children in the class."""
    return [make_enrollment(users.student, clay, child) for child in (mia, leo)]


def emails():
    return list(OutboxEmail.objects.filter(kind="class_changed").order_by("pk"))


def facts():
    return emails()[-1].facts


def edit_in_admin(users, camp_class, **changes):
    form = class_form(camp_class, **changes)
    response = AdminClient(users.admin).post(f"/admin/classes/campclass/{camp_class.pk}/change/", form)
    assert response.status_code == 302, response.content


def sequences(user):
    url = as_(user).get("/users/me/calendar")["url"]
    calendar = as_(None).client.get(url.removeprefix("http://testserver")).content
    return [event["sequence"] for event in Calendar.from_ical(calendar).walk("VEVENT")]


def test_it_mails_an_account_once_for_all_participants(users, clay, siblings):
    make_enrollment(users.student, clay)
    make_enrollment(users.other_student, clay)
    edit_lessons(clay, [START + DAY])
    assert [(email.recipient, email.facts["children"]) for email in emails()] == [
        (users.student, ["Mia", "Leo", ""]),
        (users.other_student, [""]),
    ]


def test_it_names_the_lessons_before_and_after(clay, siblings):
    edit_class(clay, lessons=[lesson_row(START, place="Barn")])
    times = {"starts": START.isoformat(), "ends": (START + 3 * HOUR).isoformat()}
    lessons = ([times | {"place": ""}], [times | {"place": "Barn"}])
    assert (facts()["before"]["lessons"], facts()["after"]["lessons"]) == lessons
    assert facts()["before"] | {"lessons": lessons[1]} == facts()["after"]


@pytest.mark.parametrize(("change", "told"), DETAILS)
def test_it_names_the_details_before_and_after(clay, siblings, change, told):
    edit_class(clay, **change)
    former = {"name": "Clay for beginners", "place": "", "bring": "", "ages": ""}
    assert facts()["before"].items() >= former.items()
    assert facts()["after"] == facts()["before"] | told


def test_it_mails_all_changes_of_an_edit_at_once(clay, siblings):
    edit_lessons(clay, [START + DAY], place="Hall", bring="An apron.")
    (email,) = emails()
    assert email.facts["before"]["lessons"] != email.facts["after"]["lessons"]
    assert email.facts["after"]["place"] == "Hall"


def test_it_tells_a_change_by_staff(users, clay, siblings):
    edit_in_admin(users, clay, place="Hall")
    assert (facts()["before"]["place"], facts()["after"]["place"]) == ("", "Hall")
    edit_in_admin(users, CampClass.objects.get(), place="Barn")
    assert set(Enrollment.objects.values_list("full_refund_until", flat=True)) == {None}


def test_it_opens_the_full_refund_after_a_change_by_staff(users, clay, siblings):
    CampClass.objects.update(place="Barn")
    edit_in_admin(users, CampClass.objects.get(), place="Hall")
    assert set(Enrollment.objects.values_list("full_refund_until", flat=True)) == {NOW + 7 * DAY}


def test_it_mails_nothing_about_other_changes(users, clay, siblings):
    edit_class(clay, description="Another.", price=60, seats=3, image="https://pictures.example/new.jpg")
    edit_in_admin(users, CampClass.objects.get(), description="More.")
    assert emails() == []


def test_it_mails_nothing_about_a_class_that_is_over(clay, siblings, clock):
    clock.shift(30 * DAY)
    edit_class(clay, place="Hall", nameClass="Clay")
    assert emails() == []


@pytest.mark.parametrize(
    ("change", "raised"),
    [({"place": "Hall"}, 1), ({"nameClass": "Clay"}, 1), ({"bring": "An apron."}, 1), ({"ageFrom": 8}, 0)],
)
def test_it_raises_the_sequence_of_the_events_if_they_show_the_change(users, clay, change, raised):
    make_enrollment(users.student, clay)
    assert sequences(users.student) == [0]
    edit_class(clay, **change)
    assert sequences(users.student) == [raised]


def test_it_raises_the_sequence_of_the_events_if_another_instructor_takes_over(users, clay):
    make_enrollment(users.student, clay)
    edit_in_admin(users, clay, instructor=users.other_instructor.pk)
    assert sequences(users.student) == [1]
    as_(users.admin).patch(f"/classes/{clay.pk}/instructor", {"instructorId": str(users.instructor.pk)})
    assert sequences(users.student) == [2]


def test_it_tells_the_students_and_both_instructors_of_a_handover(users, clay, siblings):
    edit_in_admin(users, clay, instructor=users.other_instructor.pk)

    assert facts()["before"] | {"instructor": users.other_instructor.pk} == facts()["after"]
    assert "Instructor before: Ines\n  Now: Oskar\n" in render(emails()[0], NOW).text
    told = OutboxEmail.objects.filter(kind="class_handed_over")
    texts = {email.recipient: render(email, NOW).text for email in told}
    assert texts.keys() == {users.instructor, users.other_instructor}
    assert "to another instructor, so it isn't on your page anymore" in " ".join(texts[users.instructor].split())
    assert "We've given you the class Clay for beginners." in texts[users.other_instructor]


def test_it_names_no_instructor_who_has_deleted_the_account(users, clay, siblings):
    edit_in_admin(users, clay, instructor=users.other_instructor.pk)
    User.objects.filter(pk=users.instructor.pk).update(name="")
    assert "Instructor before: (none)\n  Now: Oskar\n" in render(emails()[0], NOW).text


@pytest.mark.parametrize("place", ["", "Barn"])
def test_it_mails_nothing_about_two_lessons_that_exchange_their_times(clay, siblings, first_lesson, place):
    second = make_lesson(clay, START + DAY, place=place)
    first_lesson.place = place
    first_lesson.save()
    rows = [lesson_row(START + DAY, _id=str(first_lesson.pk)), lesson_row(START, _id=str(second.pk))]
    edit_class(clay, lessons=rows)
    assert emails() == []


def test_it_mails_nothing_about_a_lesson_that_names_the_place_of_its_class(clay, siblings):
    CampClass.objects.update(place="Barn")
    edit_class(clay, place="Barn", lessons=[lesson_row(START, place="Barn")])
    assert emails() == []


def test_it_replaces_a_queued_reminder_that_names_the_former_place(users, clay, siblings):
    Enrollment.objects.update(confirmed_at=NOW - DAY)
    put_due_reminders(now=START - 2 * DAY)
    edit_class(clay, place="Hall")
    assert put_due_reminders(now=START - 2 * DAY) == 2
    places = OutboxEmail.objects.filter(kind="reminder").values_list("facts__place", flat=True)
    assert list(places) == ["Hall", "Hall"]


@pytest.mark.parametrize(
    ("first", "second", "until"),
    [
        (None, None, None),
        (5 * DAY, 2 * DAY, 2 * DAY),
        (2 * DAY, 5 * DAY, 2 * DAY),
        (5 * DAY, None, None),
        (None, 5 * DAY, None),
        (5 * DAY, -DAY, None),
    ],
)
def test_it_names_a_full_refund_only_until_all_participants_can_get_it(clay, siblings, first, second, until):
    for enrollment, time_left in zip(siblings, (first, second), strict=True):
        end = None if time_left is None else NOW + time_left
        Enrollment.objects.filter(pk=enrollment.pk).update(full_refund_until=end)
    edit_class(clay, bring="An apron.")
    assert facts()["refund_until"] == (until and (NOW + until).isoformat())
