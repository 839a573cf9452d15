"""Each operation writes exactly the e-mails of the table, even if the operation or its webhook is repeated.

The worker then sends them, except those of the second table, which are no longer true when they are due.
"""

from datetime import timedelta
from decimal import Decimal
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.firebase import Identity
from accounts.login import log_in
from accounts.models import User
from camp.operations.worker import TASKS
from mail.alerts import put_digests
from mail.models import Alert, OutboxEmail
from testing.clients.api import as_
from testing.emails import send_all
from testing.factories import (
    make_child,
    make_class,
    make_enrollment,
    make_guardianship,
    make_lesson,
    make_season,
    make_user,
)
from testing.factories.presence import event, sent
from testing.proofs.operations import bookings, changes, classes, desk, waitlist
from testing.proofs.operations.waitlist import OTHER, STUDENT
from testing.steps.checkout import (
    select_seats,
)
from testing.steps.class_requests import ClassRequests

pytestmark = pytest.mark.django_db


def invite_guardian(requests):
    child = make_child(requests.student)
    for _ in range(2):
        as_(requests.student).post(f"/children/{child.pk}/guardians", {"email": "olga@camp.example"}, 201)


def book_for_a_shared_child(requests):
    child = make_child(requests.student)
    make_guardianship(child, requests.users.other_student)
    free = make_class(requests.users.instructor, "Free", price=Decimal(0))
    for status in (201, 200):
        body = {"classId": str(free.pk), "childId": str(child.pk)}
        as_(requests.student).post("/payments", body, status)


def register(requests):
    profile = {"name": "Sam", "photo": "", "email": requests.student.email}
    for status in (201, 200):
        as_(requests.student).post("/users", profile, status)


def invite_family(requests):
    make_user("rosa", firebase_uid=None, last_login=None)
    for _ in range(2):
        as_(requests.users.admin).post("/families/invite", {"all": True})


def get_another_login(requests):
    User.objects.filter(pk=requests.student.pk).update(firebase_uid=None)
    for _ in range(2):
        identity = Identity(uid="another", email=requests.student.email, email_verified=True)
        log_in(identity=identity, now=timezone.now())


def cancel_free_seat_after_its_email(requests):
    free = make_class(requests.users.instructor, "Free", price=Decimal(0))
    settled = as_(requests.student).post("/payments", {"classId": str(free.pk)}, 201)
    send_all()
    as_(requests.student).post(f"/payments/cancel/{settled['payment']['_id']}", {})


def run_reminders_twice():
    (task,) = [each for each in TASKS if each.name == "reminders"]
    for _ in range(2):
        task.run()


def remind(requests):
    seat = make_enrollment(requests.student, requests.clay)
    seat.confirmed_at = timezone.now() - timedelta(days=9)
    seat.save()
    make_lesson(requests.clay, timezone.now() + timedelta(days=2))
    run_reminders_twice()


def open_season(requests):
    opening = timezone.now() + timedelta(days=1)
    requests.clay.season = make_season(opens_at=opening)
    requests.clay.save()
    select_seats(requests.student, requests.clay)
    run_reminders_twice()


def ask_for_paperwork(requests):
    make_lesson(requests.clay, timezone.now() + timedelta(days=5))
    make_enrollment(requests.student, requests.clay, make_child(requests.student))
    run_reminders_twice()


def hand_over_to_somebody_else(requests):
    lesson = make_lesson(requests.clay, timezone.now())
    seat = make_enrollment(requests.student, requests.clay, make_child(requests.student))
    override = event(lesson, seat, "LEFT", withName="Joan Doe", reason="Her aunt came.")
    for _ in range(2):
        as_(requests.users.instructor).post("/presence", sent(override))


def select_and_change_role(requests):
    select_seats(requests.student, requests.clay)
    as_(requests.users.admin).patch(f"/users/instructor/{requests.users.other_student.pk}")


def write_to_class(requests):
    for student in (requests.student, requests.users.other_student):
        make_enrollment(student, requests.clay)
    body = {"key": str(uuid4()), "subject": "Hello", "text": "Bring a towel.", "to": "both"}
    for status in (201, 200):
        as_(requests.users.instructor).post(f"/classes/{requests.clay.pk}/messages", body, status)


def want_alerts_at_once(requests):
    as_(requests.users.admin).patch("/users/me", {"alerts": "at_once"})
    classes.change_price(requests)
    run_next_day()


def change_price_and_wait(requests):
    classes.change_price(requests)
    run_next_day()


def run_next_day():
    Alert.objects.update(created_at=timezone.now() - timedelta(days=1))
    for _ in range(2):
        put_digests(now=timezone.now())


TABLE: waitlist.Table = {
    register: [("welcome", STUDENT)],
    invite_guardian: [("guardian_invited", None), ("guardian_invited", None)],
    book_for_a_shared_child: [("booked", STUDENT), ("shared_seat", OTHER)],
    invite_family: [("invitation", "rosa")],
    get_another_login: [("login_changed", STUDENT)],
    select_and_change_role: [],
    cancel_free_seat_after_its_email: [("booked", STUDENT), ("enrollment_canceled", STUDENT)],
    remind: [("reminder", STUDENT)],
    write_to_class: [("message", STUDENT), ("message", OTHER)],
    want_alerts_at_once: [("alert", "ada")],
    change_price_and_wait: [("alert_digest", "ada")],
    open_season: [("season_opens", STUDENT)],
    ask_for_paperwork: [("care_due", STUDENT)],
    hand_over_to_somebody_else: [("collected_by_other", STUDENT)],
    **bookings.TABLE,
    **classes.TABLE,
    **waitlist.TABLE,
    **desk.TABLE,
    **changes.TABLE,
}


UNSENT: waitlist.Table = {
    invite_guardian: [("guardian_invited", None)],
    **bookings.UNSENT,
    **classes.UNSENT,
    **waitlist.UNSENT,
    **desk.UNSENT,
}


@pytest.mark.parametrize("operation", TABLE, ids=lambda operation: operation.__name__)
def test_it_writes_exactly_these_emails(users, fresh_stripe, operation):
    operation(ClassRequests(users, fresh_stripe))
    for _ in range(2):
        call_command("reconcile_payments", stdout=StringIO())
    written = OutboxEmail.objects.values_list("kind", "recipient__email")
    assert sorted(written) == addressed(TABLE[operation])
    send_all()
    assert sorted(written.exclude(state="SENT")) == addressed(UNSENT.get(operation, []))


def addressed(emails):
    return sorted((kind, name and f"{name}@camp.example") for kind, name in emails)


def test_it_writes_every_kind():
    """A new kind of e-mail needs an operation in the table."""
    written = {kind for emails in TABLE.values() for kind, _ in emails}
    assert written == set(OutboxEmail.Kind.values)
