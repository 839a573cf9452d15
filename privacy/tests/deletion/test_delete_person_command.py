"""manage.py delete_person."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.db import OperationalError

from accounts import firebase
from accounts.models import User
from classes.models import Enrollment
from mail.models import OutboxEmail
from office.families import create_family
from payments.models import Payment
from payments.stripe import api as stripe_api
from payments.stripe.results import StripeUnavailable
from testing.clients.api import as_
from testing.factories import make_child, make_class, make_guardianship, make_payment, make_user
from testing.snapshots import nothing_changes
from testing.steps.checkout import seats_taken, start_checkout
from testing.steps.desk import pay_at_desk
from testing.steps.desk_payments import refund_and_release

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _identities(identity_provider):
    """Replaces the identity provider in every test."""


def delete(*arguments):
    out = StringIO()
    call_command("delete_person", *arguments, stdout=out)
    return out.getvalue()


def refused(code, *arguments):
    with nothing_changes(), pytest.raises(CommandError) as error:
        delete(*arguments)
    assert error.value.returncode == code
    return str(error.value)


@pytest.fixture
def confirm(monkeypatch):
    """Types the answer to the confirmation prompt."""

    def answer(text):
        monkeypatch.setattr("builtins.input", lambda _: text)

    return answer


def test_it_deletes_the_confirmed_account(users, confirm, identity_provider):
    confirm(" Sam@camp.example ")
    output = delete("SAM@camp.example")
    assert "Sam, student" in output
    assert User.objects.get(pk=users.student.pk).name == "Deleted account"
    assert identity_provider.deleted == ["uid-sam"]


def test_it_deletes_an_account_without_an_address(confirm):
    caller = create_family(name="Cora", email="", phone="555 0142")
    confirm(str(caller.pk))
    delete(str(caller.pk))
    assert not User.objects.not_deleted().exists()


@pytest.mark.parametrize("typed", ["", "y", "yes", "olga@camp.example"])
def test_it_changes_nothing_without_confirmation(users, confirm, typed):
    confirm(typed)
    refused(2, "sam@camp.example")


def test_it_changes_nothing_without_a_terminal(users, monkeypatch):
    def end(_):
        raise EOFError

    monkeypatch.setattr("builtins.input", end)
    refused(2, "sam@camp.example")


def test_it_skips_the_confirmation_with_yes(users):
    delete("sam@camp.example", "--yes")
    assert User.objects.get(pk=users.student.pk).deleted_at


def test_it_deletes_an_account_without_an_identity(identity_provider):
    make_user("bea", firebase_uid=None)
    delete("bea@camp.example", "--yes")
    assert not User.objects.not_deleted().exists()
    assert identity_provider.deleted == []


@pytest.mark.parametrize("email", ["nobody@camp.example", "sam@camp.example", "9" * 30])
def test_it_fails_for_an_unknown_or_deleted_address(users, email):
    delete("sam@camp.example", "--yes")
    assert email in refused(3, email, "--yes")


def test_it_releases_seats_without_refunds(users, clay):
    payment = make_payment(users.student, clay, days_ago=60, intent_id="pi_1")
    assert "--release-seats" in refused(1, "sam@camp.example", "--yes")

    delete("sam@camp.example", "--yes", "--release-seats")

    payment.refresh_from_db()
    assert (payment.state, payment.refunded, payment.student_name) == ("enrolled", 0, "Deleted account")
    assert seats_taken(clay) == 0


def test_it_leaves_a_second_guardian_nothing_of_the_child(users, clay):
    mia = make_child(users.student)
    row = make_guardianship(mia, users.other_student, care=True)
    pay_at_desk(users.admin, users.student, (clay, mia))
    (email,) = OutboxEmail.objects.filter(recipient=users.other_student)
    assert email.facts["child"] == "Mia"
    delete("sam@camp.example", "--yes", "--release-seats")
    row.refresh_from_db()
    assert (row.ended_at is None, row.email) == (False, "")
    assert not OutboxEmail.objects.filter(recipient=users.other_student).exists()
    assert as_(users.other_student).get("/sharedChildren") == []


def test_it_leaves_payments_refundable(users, pay_for_free_class):
    payment = pay_for_free_class(users.student)
    delete("sam@camp.example", "--yes", "--release-seats")
    assert refund_and_release(payment).state == "refunded"


@pytest.fixture
def pay_for_free_class(users):
    """Enrolls a student in a free class; returns the payment."""
    return lambda student: make_payment(student, make_class(users.instructor, "Free", price=0))


def test_it_refuses_the_last_admin_and_an_instructor_with_classes(users, clay):
    assert "only admin" in refused(1, "ada@camp.example", "--yes", "--release-seats")
    assert clay.name in refused(1, "ines@camp.example", "--yes", "--release-seats")


def test_it_refuses_while_a_refund_is_pending(users, clay):
    make_payment(users.student, clay, state="refundPending", refund_reason="canceled")
    Enrollment.objects.update(state="RELEASED", released_at=Payment.objects.get().paid_at)
    refused(1, "sam@camp.example", "--yes", "--release-seats")


def test_it_fails_if_stripe_does_not_respond(users, clay, stripe, monkeypatch):
    start_checkout(users.student, clay)

    def unavailable(_):
        raise StripeUnavailable

    monkeypatch.setattr(stripe_api, "cancel_intent", unavailable)
    refused(4, "sam@camp.example", "--yes")


def test_it_deletes_the_account_if_the_identity_provider_does_not_respond(users, identity_provider):
    identity_provider.down = True
    assert "manage.py tidy" in delete("sam@camp.example", "--yes")
    deleted = User.objects.get(pk=users.student.pk)
    assert (deleted.name, deleted.firebase_uid, deleted.identity_deleted_at) == ("Deleted account", "uid-sam", None)


def test_it_deletes_the_account_if_the_database_is_lost_after_the_commit(users, monkeypatch):
    """The identity is deleted by the next run of tidy."""

    def lose_database(uid):
        raise OperationalError("the connection is lost")

    monkeypatch.setattr(firebase, "delete_identity", lose_database)
    assert "manage.py tidy" in delete("sam@camp.example", "--yes")
    assert User.objects.get(pk=users.student.pk).deleted_at


def test_it_prints_examples_and_exit_codes_in_its_help():
    text = load_command_class(get_commands()["delete_person"], "delete_person").create_parser("", "").format_help()
    for word in ("delete_person sam@school.example --release-seats", "no money moves", "  3  there is no"):
        assert word in text
