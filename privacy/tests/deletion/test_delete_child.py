"""DELETE /children/{id}: a user deletes a child of their own account."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Child
from classes.models import Enrollment, Selection
from payments.models import Payment
from payments.stripe import api as stripe_api
from payments.stripe.results import StripeUnavailable
from testing.clients.api import INVALID_IDS, as_
from testing.factories import make_enrollment, make_payment, make_selection
from testing.snapshots import nothing_changes, tables_with
from testing.steps.checkout import enroll_by_card, pay_after_expiry, start_checkout

pytestmark = pytest.mark.django_db


def test_it_anonymizes_the_child(users, mia, leo):
    assert as_(users.student).delete(f"/children/{mia.pk}") == {"deletedCount": 1}
    mia.refresh_from_db()
    assert (mia.name, mia.born_on, bool(mia.deleted_at)) == ("Deleted child", None, True)
    assert [row["name"] for row in as_(users.student).get("/children")] == ["Leo"]


def test_it_removes_the_name_from_every_table(users, clay, mia):
    as_(users.student).put(f"/children/{mia.pk}", {"name": "Mia Sandcastle"})
    mia.refresh_from_db()
    make_payment(users.student, clay, child=mia, state="refunded", refund_reason="canceled")
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    as_(users.student).put(f"/children/{mia.pk}", {"name": "Mia Castle"})
    for word in ("Mia Sandcastle", "Mia Castle", "2015-06-01"):
        assert tables_with(word), f"{word} is in no table, so the test proves nothing"

    as_(users.student).delete(f"/children/{mia.pk}")

    for word in ("Mia", "2015-06-01"):
        assert tables_with(word) == []


def test_it_keeps_past_enrollments_and_payments(users, clay, mia, leo):
    payment = make_payment(users.student, clay, child=mia, state="refunded", refund_reason="canceled")
    siblings = make_payment(users.student, clay, child=leo)
    Enrollment.objects.filter(child=mia).update(state="RELEASED", released_at=timezone.now())
    as_(users.student).delete(f"/children/{mia.pk}")
    for each, name in ((payment, "Deleted child"), (siblings, "Leo")):
        before = each.price
        each.refresh_from_db()
        assert (each.child_name, each.price, each.student_name) == (name, before, "Sam")
    assert payment.enrollment.child_id == mia.pk


def test_it_deletes_the_selections_of_the_child_only(users, clay, mia, leo):
    for child in (mia, leo, None):
        make_selection(users.student, clay, child)
    as_(users.student).delete(f"/children/{mia.pk}")
    assert [each.child for each in Selection.objects.order_by("pk")] == [leo, None]


def test_it_ends_the_open_payment_of_the_child_only(users, clay, stripe, mia, leo):
    payments = [start_checkout(users.student, clay, child) for child in (mia, leo)]
    as_(users.student).delete(f"/children/{mia.pk}")
    assert [stripe.intent(each.intent_id)["status"] for each in payments] == ["canceled", "requires_payment_method"]
    assert [(each.child_id, each.state) for each in Enrollment.objects.order_by("pk")] == [
        (mia.pk, "RELEASED"),
        (leo.pk, "HELD"),
    ]


def test_it_allows_a_child_with_a_seat_in_a_class_that_is_over(users, clay, mia):
    make_payment(users.student, clay, child=mia)
    clay.ended_at = timezone.now()
    clay.save()
    as_(users.student).delete(f"/children/{mia.pk}")
    assert Enrollment.objects.get().state == "CONFIRMED"


def test_it_allows_adding_a_child_of_the_same_name_again(users, mia):
    as_(users.student).delete(f"/children/{mia.pk}")
    as_(users.student).post("/children", {"name": "Mia", "bornOn": "2015-06-01"}, 201)


@pytest.mark.parametrize("who", ["other_student", "instructor", "admin"])
def test_it_returns_404_for_another_users_child(users, mia, who):
    with nothing_changes():
        as_(getattr(users, who)).delete(f"/children/{mia.pk}", 404)


def test_it_returns_404_for_a_deleted_child(users, mia):
    as_(users.student).delete(f"/children/{mia.pk}")
    as_(users.student).delete(f"/children/{mia.pk}", 404)


def test_it_requires_a_login(mia):
    as_(None).delete(f"/children/{mia.pk}", 401)


def test_it_returns_404_for_a_bad_id(users, mia):
    for id in INVALID_IDS:
        as_(users.student).delete(f"/children/{id}", 404)


def test_it_refuses_a_child_with_a_seat(users, clay, mia, leo):
    make_enrollment(users.student, clay, mia)
    with nothing_changes():
        assert as_(users.student).delete(f"/children/{mia.pk}", 409)["code"] == "still_enrolled"
    as_(users.student).delete(f"/children/{leo.pk}")


def test_it_refuses_if_the_open_payment_has_succeeded(users, clay, stripe, mia):
    """The payment is settled, and its seat refuses the deletion."""
    payment = start_checkout(users.student, clay, mia)
    stripe.pay(payment.intent_id)
    assert as_(users.student).delete(f"/children/{mia.pk}", 409)["code"] == "still_enrolled"
    payment.refresh_from_db()
    assert (payment.state, payment.child_name) == ("enrollPending", "Mia")
    assert Child.objects.not_deleted().filter(pk=mia.pk).exists()


def test_it_settles_a_late_payment_before_the_deletion(users, last_seat, stripe, mia):
    """The class is full, so the payment is refunded, and nothing refuses the deletion."""
    late = pay_after_expiry(users.student, last_seat, stripe, mia)
    enroll_by_card(users.other_student, last_seat, stripe)
    as_(users.student).delete(f"/children/{mia.pk}")
    late.refresh_from_db()
    assert (late.state, late.child_name) == ("refunded", "Deleted child")


def test_it_changes_nothing_while_the_provider_is_unavailable(users, clay, stripe, mia, monkeypatch):
    start_checkout(users.student, clay, mia)

    def unavailable(_):
        raise StripeUnavailable

    monkeypatch.setattr(stripe_api, "cancel_intent", unavailable)
    with nothing_changes():
        as_(users.student).delete(f"/children/{mia.pk}", 503)


def test_it_ends_a_hold_without_a_payment(users, clay, stripe, mia):
    start_checkout(users.student, clay, mia)
    Payment.objects.all().delete()
    as_(users.student).delete(f"/children/{mia.pk}")
    assert Enrollment.objects.get().state == "RELEASED"


@pytest.mark.parametrize("change", [{"name": "Mia"}, {"born_on": "2015-06-01"}])
def test_it_refuses_personal_data_on_a_deleted_child_in_the_database(users, mia, change):
    as_(users.student).delete(f"/children/{mia.pk}")
    with pytest.raises(IntegrityError), transaction.atomic():
        Child.objects.filter(pk=mia.pk).update(**change)
