"""`manage.py delete_person`: the office deletes an account, by letter or after the season."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class

from accounts.models import User
from camp.testing import make_class, make_user
from classes.models import Enrollment
from payments import stripe_api
from payments.models import Payment
from payments.refunds import refund_and_release
from payments.stripe_api import CardProviderUnavailable
from payments.tests.test_payment_history import pay
from payments.tests.till import at_the_till, books, seats_taken

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _identities(provider):
    """There is an identity provider."""


def delete(*words):
    out = StringIO()
    call_command("delete_person", *words, stdout=out)
    return out.getvalue()


def refused(code, *words):
    before = books()
    with pytest.raises(CommandError) as error:
        delete(*words)
    assert (error.value.returncode, books()) == (code, before)
    return str(error.value)


@pytest.fixture
def typing(monkeypatch):
    """Somebody at the keyboard."""

    def type_in(text):
        monkeypatch.setattr("builtins.input", lambda _: text)

    return type_in


def test_it_deletes_whom_one_confirms(cast, typing, provider):
    typing(" Sam@camp.example ")
    said = delete("SAM@camp.example")
    assert "Sam, student" in said
    assert User.objects.get(pk=cast.student.pk).name == "Deleted account"
    assert provider.deleted == ["uid-sam"]


@pytest.mark.parametrize("typed", ["", "y", "yes", "olga@camp.example"])
def test_nothing_without_confirming(cast, typing, typed):
    typing(typed)
    refused(2, "sam@camp.example")


def test_nothing_where_nobody_can_type(cast, monkeypatch):
    def end(_):
        raise EOFError

    monkeypatch.setattr("builtins.input", end)
    refused(2, "sam@camp.example")


def test_it_does_not_ask_with_yes(cast):
    delete("sam@camp.example", "--yes")
    assert User.objects.get(pk=cast.student.pk).erased_at


def test_a_person_without_a_log_in(provider):
    make_user("bea", firebase_uid=None)
    delete("bea@camp.example", "--yes")
    assert not User.objects.known().exists()
    assert provider.deleted == []


@pytest.mark.parametrize("again", ["nobody@camp.example", "sam@camp.example"])
def test_nobody_by_that_address(cast, again):
    delete("sam@camp.example", "--yes")
    assert again in refused(3, again, "--yes")


def test_after_the_season_places_are_freed_and_no_money_moves(cast, clay):
    payment = pay(cast.student, clay, days_ago=60, intent_id="pi_1")
    assert "--release-places" in refused(1, "sam@camp.example", "--yes")

    delete("sam@camp.example", "--yes", "--release-places")

    payment.refresh_from_db()
    assert (payment.state, payment.refunded_amount, payment.student_name) == ("enrolled", 0, "Deleted account")
    assert seats_taken(clay) == 0


def test_the_money_can_still_be_given_back(cast, make_free):
    payment = make_free(cast.student)
    delete("sam@camp.example", "--yes", "--release-places")
    assert refund_and_release(payment_id=payment.pk, now=payment.paid_at).state == "refunded"


@pytest.fixture
def make_free(cast):
    """A place in a free class."""
    return lambda student: pay(student, make_class(cast.instructor, "Free", price=0))


def test_the_last_admin_and_whoever_teaches_stay(cast, clay):
    assert "last admin" in refused(1, "ada@camp.example", "--yes", "--release-places")
    assert clay.name in refused(1, "ines@camp.example", "--yes", "--release-places")


def test_a_refund_is_waited_for(cast, clay):
    pay(cast.student, clay, state="refundPending", refund_reason="given_back")
    Enrollment.objects.update(state="RELEASED", released_at=Payment.objects.get().paid_at)
    refused(1, "sam@camp.example", "--yes", "--release-places")


def test_while_the_card_provider_is_away(cast, clay, cards, monkeypatch):
    at_the_till(cast.student, clay)

    def away(_):
        raise CardProviderUnavailable

    monkeypatch.setattr(stripe_api, "cancel_intent", away)
    refused(4, "sam@camp.example", "--yes")


def test_while_the_identity_provider_is_away_it_is_done_here(cast, provider):
    provider.down = True
    assert "manage.py tidy" in delete("sam@camp.example", "--yes")
    gone = User.objects.get(pk=cast.student.pk)
    assert (gone.name, gone.firebase_uid, gone.identity_deleted_at) == ("Deleted account", "uid-sam", None)


def test_its_help_teaches():
    text = load_command_class(get_commands()["delete_person"], "delete_person").create_parser("", "").format_help()
    for word in ("delete_person sam@school.example --release-places", "no money moves", "  3  nobody"):
        assert word in text
