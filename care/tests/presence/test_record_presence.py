"""POST /presence: what devices have recorded at the door."""

from datetime import timedelta
from uuid import uuid4

import pytest

from accounts.models import User
from accounts.models.addresses import new_placeholder
from care.models import PresenceEvent
from mail.models import Alert, OutboxEmail
from mail.rendering import render
from testing.clients.api import as_
from testing.emails import words
from testing.factories import (
    NOW,
    make_child,
    make_class,
    make_enrollment,
    make_guardianship,
    make_hold,
    make_lesson,
)
from testing.factories.presence import event, make_collector, sent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

DAY = timedelta(days=1)
REASON = "His aunt came. We called you first."


@pytest.fixture
def lesson(clay):
    return make_lesson(clay, NOW + timedelta(hours=5))


@pytest.fixture
def seat(users, clay, mia):
    return make_enrollment(users.student, clay, mia)


def post(user, *events):
    return as_(user).post("/presence", sent(*events))


def refusal(user, sent_event):
    """Sends an event that is refused, and returns the code."""
    stored = PresenceEvent.objects.count()
    answer = post(user, sent_event)
    assert answer["accepted"] == 0
    assert PresenceEvent.objects.count() == stored
    ((id, code),) = [(each["id"], each["code"]) for each in answer["refused"]]
    assert id == sent_event["_id"]
    return code


def test_it_records_events(users, lesson, seat, mia):
    ben = make_collector(mia)
    arrived = event(lesson, seat)
    left = event(lesson, seat, "LEFT", at=NOW + timedelta(hours=8), contactId=str(ben.pk))
    undone = event(lesson, seat, "UNDO", undoes=left["_id"])

    assert post(users.instructor, arrived, left, undone) == {"accepted": 3, "refused": []}
    stored = {str(row.uuid): row for row in PresenceEvent.objects.all()}
    assert set(stored) == {arrived["_id"], left["_id"], undone["_id"]}
    row = stored[left["_id"]]
    assert (row.lesson, row.enrollment, row.kind, row.at) == (lesson, seat, "LEFT", NOW + timedelta(hours=8))
    assert (row.by, row.received_at, row.contact, row.with_name, row.reason) == (users.instructor, NOW, ben, "Ben", "")
    assert str(stored[undone["_id"]].undoes) == left["_id"]
    assert not OutboxEmail.objects.exists()


def test_an_admin_records_and_undoes_events_of_past_days(users, lesson, seat, clock):
    arrived = event(lesson, seat)
    clock.shift(20 * DAY)
    assert post(users.admin, arrived) == {"accepted": 1, "refused": []}
    undone = event(lesson, seat, "UNDO", undoes=arrived["_id"], at=NOW + timedelta(hours=6))
    assert post(users.admin, undone) == {"accepted": 1, "refused": []}
    assert [row.by for row in PresenceEvent.objects.all()] == [users.admin] * 2


def test_it_accepts_an_event_again(users, lesson, seat, mia):
    ben = make_collector(mia)
    events = [event(lesson, seat), event(lesson, seat, "LEFT", contactId=str(ben.pk))]
    for _ in range(2):
        assert post(users.instructor, *events, events[0])["accepted"] == 3
    ben.delete()
    assert post(users.instructor, *events)["accepted"] == 2
    assert PresenceEvent.objects.count() == 2


def test_it_decides_each_event_by_itself(users, lesson, seat):
    good, unknown = event(lesson, seat), event(lesson, seat, enrollmentId="999999")
    wrong = event(lesson, seat, at=NOW + 2 * DAY)

    answer = post(users.instructor, unknown, good, wrong)

    assert answer["accepted"] == 1
    assert answer["refused"] == [
        {"id": unknown["_id"], "code": "not_enrolled"}, {"id": wrong["_id"], "code": "wrong_day"}
    ]  # fmt: skip
    assert [str(row.uuid) for row in PresenceEvent.objects.all()] == [good["_id"]]


def test_it_records_for_the_instructor_the_substitute_and_admins_only(users, lesson, seat):
    assert refusal(users.other_instructor, event(lesson, seat)) == "not_enrolled"
    lesson.substitute = users.other_instructor
    lesson.save()
    for user in (users.instructor, users.other_instructor, users.admin):
        assert post(user, event(lesson, seat))["accepted"] == 1
    as_(users.student).post("/presence", sent(event(lesson, seat)), 403)
    as_(None).post("/presence", sent(event(lesson, seat)), 401)


def test_it_records_what_arrives_days_later(users, lesson, seat, clock):
    """A phone may be without network until the next day. The substitute no longer sees the list then."""
    lesson.substitute = users.other_instructor
    lesson.save()
    clock.shift(2 * DAY)
    for user in (users.instructor, users.other_instructor):
        assert post(user, event(lesson, seat))["accepted"] == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kind", "ABSENT"),
        ("at", (NOW + timedelta(hours=6)).isoformat()),
        ("withName", "Ann"),
        ("reason", "Other"),
    ],
)
def test_it_refuses_another_content_under_the_same_id(users, lesson, seat, field, value):
    first = event(lesson, seat, "LEFT", withName="Eve", reason=REASON)
    post(users.instructor, first)
    assert refusal(users.instructor, first | {field: value}) == "conflicting_id"


def test_it_refuses_another_content_within_one_request(users, lesson, seat):
    first = event(lesson, seat)
    answer = post(users.instructor, first, first | {"kind": "ABSENT"})
    assert answer == {"accepted": 1, "refused": [{"id": first["_id"], "code": "conflicting_id"}]}


def test_it_refuses_an_undo_of_another_event_under_the_same_id(users, lesson, seat):
    first = event(lesson, seat, "UNDO", undoes=str(uuid4()))
    post(users.instructor, first)
    assert refusal(users.instructor, first | {"undoes": str(uuid4())}) == "conflicting_id"


def test_it_hands_a_child_over_to_who_may_collect_it_only(users, lesson, seat, mia):
    contacts = [
        make_collector(mia, "Ann", may_pick_up=False, emergency=True),
        make_collector(make_child(users.student, "Leo"), "Max"),
        make_collector(make_child(users.other_student, "Zoe"), "Ida"),
    ]
    for contact in contacts:
        assert refusal(users.instructor, event(lesson, seat, "LEFT", contactId=str(contact.pk))) == "not_authorized"
    for who in ({}, {"withName": "Somebody"}, {"withName": "Somebody", "reason": "  "}, {"contactId": "999999"}):
        assert refusal(users.instructor, event(lesson, seat, "LEFT", **who)) == "not_authorized"
    assert not OutboxEmail.objects.exists()


@pytest.mark.parametrize("reason", [{}, {"reason": REASON}])
@pytest.mark.parametrize("name", ["Eve Smith", " EVE  smith", "evesmith", "\u00c9ve\u00a0Smith", "Eve-Smith"])
def test_it_never_hands_a_child_over_to_a_barred_person(users, lesson, seat, mia, name, reason):
    eve = make_collector(mia, "Eve Smith", may_pick_up=False, barred=True)
    for who in ({"contactId": str(eve.pk)}, {"withName": name}):
        assert refusal(users.instructor, event(lesson, seat, "LEFT", **who, **reason)) == "barred"
    assert not OutboxEmail.objects.filter(kind="collected_by_other").exists()


def test_it_refuses_a_barred_person_who_is_an_emergency_contact_too(users, lesson, seat, mia):
    make_collector(mia, "Eve Smith", may_pick_up=False, barred=True)
    again = make_collector(mia, "eve smith", may_pick_up=False, emergency=True)
    left = event(lesson, seat, "LEFT", contactId=str(again.pk), reason=REASON)
    assert refusal(users.instructor, left) == "barred"


def test_it_tells_people_with_the_name_of_a_barred_person_apart(users, lesson, seat, mia):
    """The grandfather must not, his son of the same name is the guardian, and a neighbor may too."""
    for name in ("Sam", "Ben"):
        make_collector(mia, name, may_pick_up=False, barred=True)
    ben = make_collector(mia, "Ben")
    for who in ({"withName": "Sam"}, {"contactId": str(ben.pk)}):
        assert post(users.instructor, event(lesson, seat, "LEFT", **who))["accepted"] == 1
    assert refusal(users.instructor, event(lesson, seat, "LEFT", withName="Sam", reason=REASON)) == "barred"


def test_it_bars_a_person_from_the_children_only_who_are_named(users, lesson, seat, leo):
    make_collector(leo, "Eve", may_pick_up=False, barred=True)
    assert post(users.instructor, event(lesson, seat, "LEFT", withName="Eve", reason=REASON))["accepted"] == 1
    assert not Alert.objects.exists()


def test_it_tells_the_admins_at_once_of_a_barred_person(users, lesson, seat, mia):
    """Also those who want one e-mail a day; once, however often a device tries."""
    eve = make_collector(mia, "Eve", may_pick_up=False, barred=True)
    for who in ({"contactId": str(eve.pk)}, {"withName": "eve", "reason": REASON}):
        refusal(users.instructor, event(lesson, seat, "LEFT", **who))
    alert = Alert.objects.get()
    assert (alert.kind, alert.facts) == (
        "barred", {"class": "Clay for beginners", "path": f"/dashboard/families/{users.student.pk}"}
    )  # fmt: skip
    assert users.admin.alerts == User.Alerts.DAILY
    email = OutboxEmail.objects.get()
    assert (email.kind, email.recipient, email.due_at) == ("alert", users.admin, NOW)
    text = words(render(email, NOW).text)
    assert "a person who is barred from collecting a child tried to collect that child" in text


def test_it_hands_a_child_over_to_the_guardian(users, lesson, seat):
    assert post(users.instructor, event(lesson, seat, "LEFT", withName="Sam"))["accepted"] == 1
    assert not OutboxEmail.objects.exists()


def test_it_lets_an_adult_leave(users, clay, lesson):
    own = make_enrollment(users.other_student, clay)
    assert post(users.instructor, event(lesson, own, "LEFT"))["accepted"] == 1


def test_it_tells_the_guardian_at_once_who_else_has_collected_the_child(users, lesson, seat):
    override = event(lesson, seat, "LEFT", withName="Joan Doe", reason=REASON)
    for _ in range(2):
        assert post(users.instructor, override)["accepted"] == 1

    email = OutboxEmail.objects.get()
    assert (email.kind, email.recipient, email.due_at) == ("collected_by_other", users.student, NOW)
    assert email.facts == {
        "child": "Mia",
        "class": "Clay for beginners",
        "left_at": lesson.starts_at.isoformat(),
        "collector": "Joan Doe",
        "reason": REASON,
        "staff": "Ines",
    }
    row = PresenceEvent.objects.get()
    assert (row.with_name, row.reason, row.contact) == ("Joan Doe", REASON, None)


def test_it_floods_no_guardian(users, lesson, seat, clock):
    events = [event(lesson, seat, "LEFT", withName="Joan Doe", reason=f"Reason {number}") for number in range(11)]
    assert post(users.instructor, *events[:9])["accepted"] == 9
    assert post(users.instructor, *events[9:])["accepted"] == 2
    assert PresenceEvent.objects.count() == 11
    assert OutboxEmail.objects.count() == 10
    clock.shift(DAY)
    post(users.instructor, event(lesson, seat, "LEFT", withName="Joan Doe", reason=REASON))
    assert OutboxEmail.objects.count() == 11


def test_it_floods_no_second_guardian_of_a_family_without_an_address(users, lesson, seat, mia):
    User.objects.filter(pk=users.student.pk).update(email=new_placeholder())
    make_guardianship(mia, users.other_student)
    events = [event(lesson, seat, "LEFT", withName="Joan Doe", reason=f"Reason {number}") for number in range(12)]
    assert post(users.instructor, *events)["accepted"] == 12
    assert OutboxEmail.objects.filter(recipient=users.other_student).count() == 10


def test_it_records_an_override_for_a_contact_who_may_not_collect(users, lesson, seat, mia):
    ann = make_collector(mia, "Ann", may_pick_up=False, emergency=True)
    assert post(users.instructor, event(lesson, seat, "LEFT", contactId=str(ann.pk), reason=REASON))["accepted"] == 1
    assert OutboxEmail.objects.get().facts["collector"] == "Ann"


@pytest.mark.parametrize("kind", ["ARRIVED", "LEFT", "ABSENT", "UNDO"])
def test_it_refuses_a_participant_without_a_seat(users, clay, lesson, seat, kind):
    others = make_enrollment(users.student, make_class(users.instructor, "Other"))
    held = make_hold(users.other_student, clay)
    for enrollment in (others, held):
        wrong = event(lesson, enrollment, kind, undoes=str(uuid4()), reason=REASON)
        assert refusal(users.instructor, wrong) == "not_enrolled"
    assert (
        refusal(users.instructor, event(lesson, seat, kind, lessonId="999999", undoes=str(uuid4()))) == "not_enrolled"
    )


def test_it_stores_no_names_about_a_deleted_child(users, lesson, seat, mia):
    """A phone may send what it has recorded before the deletion."""
    seat.state, seat.released_at = "RELEASED", NOW
    seat.save()
    as_(users.student).delete(f"/children/{mia.pk}")
    assert refusal(users.instructor, event(lesson, seat, "LEFT", withName="Joan", reason=REASON)) == "not_enrolled"
    assert not OutboxEmail.objects.filter(kind="collected_by_other").exists()


def test_it_refuses_a_seat_that_was_canceled_before_the_day(users, lesson, seat):
    """A child whose seat was canceled on the day may be here nevertheless."""
    midnight = NOW.replace(hour=5)
    seat.state, seat.released_at = "RELEASED", midnight
    seat.save()
    assert post(users.instructor, event(lesson, seat))["accepted"] == 1
    seat.released_at = midnight - timedelta(microseconds=1)
    seat.save()
    assert refusal(users.instructor, event(lesson, seat)) == "not_enrolled"


# The lesson is on March 1 in New York: from 5:00 to 5:00 UTC.
@pytest.mark.parametrize(
    ("since_midnight", "code"),
    [
        (timedelta(microseconds=-1), "wrong_day"),
        (timedelta(), None),
        (DAY - timedelta(microseconds=1), None),
        (DAY, "wrong_day"),
    ],
)
def test_it_refuses_another_day(users, lesson, seat, since_midnight, code):
    other = event(lesson, seat, at=NOW.replace(hour=5) + since_midnight)
    if code is None:
        assert post(users.instructor, other)["accepted"] == 1
    else:
        assert refusal(users.instructor, other) == code


def test_it_refuses_a_lesson_of_a_later_day(users, clay, seat, mia, clock):
    """Else an instructor learns who collects a child before the care sheets may be read, and e-mails of what was not.

    March 1 ends in New York at 5:00 UTC.
    """
    tomorrow = make_lesson(clay, NOW.replace(hour=14) + DAY)
    left = event(tomorrow, seat, "LEFT", contactId=str(make_collector(mia).pk))
    override = event(tomorrow, seat, "LEFT", withName="Joan Doe", reason=REASON)
    clock.shift(NOW.replace(hour=5) + DAY - timedelta(microseconds=1) - NOW)
    for early in (left, override):
        assert refusal(users.instructor, early) == "wrong_day"
    assert not OutboxEmail.objects.exists()
    clock.shift(timedelta(microseconds=1))
    assert post(users.instructor, left, override)["accepted"] == 2


def test_it_refuses_a_canceled_lesson(users, lesson, seat):
    lesson.canceled_at = NOW
    lesson.save()
    assert refusal(users.instructor, event(lesson, seat)) == "not_enrolled"


@pytest.mark.parametrize(
    "change",
    [
        {"_id": "x"},
        {"kind": "GONE"},
        {"kind": "UNDO"},
        {"at": "yesterday"},
        {"at": "0001-01-01T00:00:00Z"},
        {"lessonId": "x"},
        {"enrollmentId": None},
        {"contactId": "-1"},
        {"withName": "x" * 101},
        {"withName": "www.example.com"},
        {"reason": "x" * 501},
        {"undoes": "x"},
    ],
)
def test_it_refuses_bad_input(users, lesson, seat, change):
    as_(users.instructor).post("/presence", sent(event(lesson, seat), event(lesson, seat) | change), 400)
    assert not PresenceEvent.objects.exists()


def test_it_takes_at_most_200_events(users, clay, lesson, seat):
    seats = [seat, *(make_enrollment(users.student, clay, make_child(users.student, f"Child {n}")) for n in range(4))]
    events = [event(lesson, each) for each in seats for _ in range(41)]
    as_(users.instructor).post("/presence", sent(*events[:201]), 400)
    as_(users.instructor).post("/presence", sent(), 400)
    assert post(users.instructor, *events[:200])["accepted"] == 200


def test_it_refuses_more_than_50_events_of_a_participant_in_a_lesson(users, clay, lesson, seat):
    """The phones at the door get all of them every half a minute."""
    other = make_enrollment(users.other_student, clay)
    events = [event(lesson, seat, "LEFT", withName="Sam") for _ in range(51)]
    post(users.instructor, *events[:49])
    answer = post(users.instructor, *events[49:], event(lesson, other))
    assert answer == {"accepted": 2, "refused": [{"id": events[50]["_id"], "code": "too_many_events"}]}
    assert refusal(users.admin, event(lesson, seat)) == "too_many_events"
    assert post(users.instructor, *events[:50])["accepted"] == 50
    assert post(users.instructor, event(make_lesson(clay, NOW + timedelta(hours=9)), seat))["accepted"] == 1


def test_it_does_not_exist_for_a_school_of_adults(users, lesson, seat, settings):
    settings.CARE = False
    as_(users.instructor).post("/presence", sent(event(lesson, seat)), 404)
    assert not PresenceEvent.objects.exists()


def test_it_refuses_a_deactivated_account(users, lesson, seat):
    client = as_(users.instructor)
    User.objects.filter(pk=users.instructor.pk).update(is_active=False)
    client.post("/presence", sent(event(lesson, seat)), 401)


def test_it_makes_a_constant_number_of_queries(users, clay, lesson, django_assert_max_num_queries):
    seats = [make_enrollment(users.student, clay, make_child(users.student, f"Child {n}")) for n in range(10)]
    events = [event(lesson, seat, "LEFT", withName="Sam") for seat in seats]
    with django_assert_max_num_queries(11):
        post(users.instructor, *events)
