"""What happens to the seats of a shared child: the second guardian is told each time, without any amount or address."""

import re
from datetime import timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from django.core import mail
from django.utils import timezone
from django.utils.html import strip_tags

from accounts.models import Guardianship
from classes.catalog.reminders import put_due_reminders
from classes.models import Enrollment
from mail.models import OutboxEmail
from testing.clients.api import as_
from testing.email_samples import TO_GUARDIANS
from testing.emails import send_all
from testing.factories import make_child, make_class, make_enrollment, make_guardianship, make_lesson, make_season
from testing.factories.presence import event, sent
from testing.steps.desk import pay_at_desk

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


class Family:
    """Sam's child, which Olga follows, and two priced classes."""

    def __init__(self, users):
        self.users = users
        users.student.phone, users.student.address = "555 0177", "4 Mill Road"
        users.student.save()
        self.child = make_child(users.student)
        self.guardianship = make_guardianship(self.child, users.other_student)
        self.clay = make_class(users.instructor, "Clay", price=Decimal("45.50"))
        self.wood = make_class(users.instructor, "Wood", price=Decimal("31.25"))
        for each in (self.clay, self.wood):
            make_lesson(each, timezone.now() + 20 * DAY)

    def book(self):
        return pay_at_desk(self.users.admin, self.users.student, (self.clay, self.child))

    def seat(self):
        seat = make_enrollment(self.users.student, self.clay, self.child)
        Enrollment.objects.filter(pk=seat.pk).update(confirmed_at=timezone.now() - 30 * DAY)
        return seat


def book(family):
    family.book()


def cancel(family):
    as_(family.users.student).post(f"/payments/cancel/{family.book().pk}", {})


def release(family):
    body = {"refund": 20, "note": "The refund of $20 is on its way."}
    as_(family.users.admin).post(f"/payments/{family.book().pk}/release", body)


def refund_a_part(family):
    body = {"amount": 12.5, "note": "Rain", "key": str(uuid4())}
    as_(family.users.admin).post(f"/payments/{family.book().pk}/refunds", body, 201)


def return_the_check(family):
    as_(family.users.admin).post(f"/payments/{family.book().pk}/returned", {"note": "No funds"})


def keep_the_seat_of_a_returned_check(family):
    until = (timezone.now() + 5 * DAY).isoformat()
    as_(family.users.admin).post(f"/orders/{family.book().order_id}/returned", {"note": "No funds", "keepUntil": until})


def move(family):
    body = {"classId": str(family.wood.pk), "reason": "You owe nothing: $14.25 go back.", "refund": 14.25}
    as_(family.users.admin).post(f"/payments/{family.book().pk}/move", body)


def withdraw(family):
    family.book()
    as_(family.users.admin).patch(f"/classes/withdrawn/{family.clay.pk}", {"reason": "Ines is ill."})


def change(family):
    family.seat()
    lessons = [{"date": "2037-07-06", "from": "09:00", "to": "12:00"}]
    body = {"nameClass": "Clay", "seats": 5, "price": 45.5, "image": family.clay.image, "lessons": lessons}
    as_(family.users.instructor).put(f"/classes/{family.clay.pk}", body)


def take_the_dates_away(family):
    family.seat()
    body = {"nameClass": "Clay", "seats": 5, "price": 45.5, "image": family.clay.image, "lessons": []}
    as_(family.users.instructor).put(f"/classes/{family.clay.pk}", body)


def remind(family):
    family.seat()
    put_due_reminders(now=family.clay.lessons.get().starts_at - 2 * DAY)
    OutboxEmail.objects.update(due_at=timezone.now())


def write(family):
    family.seat()
    body = {"key": str(uuid4()), "subject": "Hello", "text": "Bring a towel.", "to": "both"}
    as_(family.users.instructor).post(f"/classes/{family.clay.pk}/messages", body, 201)


def write_to_the_season(family):
    family.seat()
    family.clay.season = make_season()
    family.clay.save()
    body = {"key": str(uuid4()), "subject": "Hello", "text": "Bring a towel.", "to": "enrolled"}
    as_(family.users.admin).post(f"/seasons/{family.clay.season.pk}/messages", body, 201)


def hand_over(family):
    seat, lesson = family.seat(), make_lesson(family.clay, timezone.now())
    override = event(lesson, seat, "LEFT", withName="Joan Doe", reason="Her aunt came.")
    as_(family.users.instructor).post("/presence", sent(override))


OPERATIONS = {
    book: ["Mia has a seat in Clay"],
    cancel: ["Mia no longer has a seat in Clay"],
    release: ["Mia no longer has a seat in Clay"],
    refund_a_part: ["Mia has a seat in Clay"],
    return_the_check: ["Mia no longer has a seat in Clay"],
    keep_the_seat_of_a_returned_check: ["Mia no longer has a seat in Clay"],
    move: ["Mia's seat is now in Wood instead of Clay"],
    withdraw: ["Clay won't take place, so Mia's seat is canceled"],
    change: ["Mia's class has changed: Clay"],
    take_the_dates_away: ["Mia's class has changed: Clay"],
    remind: ["Mia's class starts on"],
    write: ["Hello"],
    write_to_the_season: ["Hello"],
    hand_over: ["Joan Doe has collected Mia"],
}
"""The subjects of what the second guardian gets."""
MONEY = re.compile(r"\$|refund|paid|pay\b|price|45\.5|31\.25|14\.25|12\.5|20\.00|check\b", re.IGNORECASE)


def to(user):
    return [message for message in mail.outbox if message.to == [user.email]]


def content_of(message):
    attached = [content if isinstance(content, str) else content.decode() for _, content, _ in message.attachments]
    return [message.subject, message.body, strip_tags(message.alternatives[0][0]), *attached]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.__name__)
def test_the_second_guardian_is_told_without_amounts_and_addresses(users, operation):
    family = Family(users)
    operation(family)
    send_all()
    own = to(users.other_student)
    assert len(own) == len(OPERATIONS[operation])
    for message, subject in zip(own, OPERATIONS[operation], strict=True):
        assert message.subject.startswith(subject)
        for text in content_of(message):
            assert not MONEY.search(text), MONEY.search(text)
            for private in (users.student.email, users.student.phone, users.student.address, users.student.name):
                assert private not in text.replace("\n", " ")


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.__name__)
@pytest.mark.parametrize("change", [{"frozen_at": timezone.now()}, {"ended_at": timezone.now(), "email": ""}])
def test_nobody_is_told_who_may_not_see_the_child(users, operation, change):
    family = Family(users)
    Guardianship.objects.update(**change)
    operation(family)
    assert not OutboxEmail.objects.filter(recipient=users.other_student).exists()


@pytest.mark.parametrize("sample", TO_GUARDIANS.values(), ids=TO_GUARDIANS)
def test_no_sample_contains_money(sample):
    rendered = sample.render()
    for text in (rendered.subject, rendered.text, strip_tags(rendered.html)):
        assert not MONEY.search(text), MONEY.search(text)


def test_it_covers_every_kind_for_guardians():
    """A kind about a child's seat needs an operation."""
    subjects = {sample.kind for sample in TO_GUARDIANS.values()}
    assert subjects == {
        *("shared_seat", "class_changed", "reminder", "message", "collected_by_other"),
    }


def test_a_family_that_is_a_guardian_too_gets_a_message_once(users):
    family = Family(users)
    make_enrollment(users.other_student, family.clay)
    other = make_child(users.student, "Leo")
    make_guardianship(other, users.other_instructor)
    make_guardianship(family.child, users.other_instructor)
    make_enrollment(users.student, family.clay, other)
    write(family)
    assert as_(users.instructor).get(f"/classes/{family.clay.pk}/messages")[0]["recipients"] == 3
    send_all()
    assert [len(to(each)) for each in (users.student, users.other_student, users.other_instructor)] == [1, 1, 1]


def test_a_seat_that_is_given_up_at_once_is_not_announced(users):
    family = Family(users)
    cancel(family)
    send_all()
    assert [message.subject for message in to(users.other_student)] == ["Mia no longer has a seat in Clay"]


def test_a_family_that_is_a_guardian_too_reads_of_a_change_as_both(users):
    """Even if it may not see the other child anymore when the e-mails are sent."""
    family = Family(users)
    noa = make_child(users.other_student, "Noa")
    make_enrollment(users.other_student, family.clay, noa)
    change(family)
    queued = OutboxEmail.objects.filter(recipient=users.other_student).order_by("guardianship")
    assert [each.facts["children"] for each in queued] == [["Mia"], ["Noa"]]
    Guardianship.objects.update(ended_at=timezone.now(), email="")
    send_all()
    assert [message.subject for message in to(users.other_student)] == ["Your class has changed: Clay"]
