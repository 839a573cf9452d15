"""Siblings in one class: the payments, seats and selections of each child of an account are kept apart."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from classes.models import Enrollment, Selection
from payments.models import Payment
from payments.stripe import api as stripe_api
from payments.stripe.results import PaymentRefused, StripeUnavailable
from testing.clients.api import as_
from testing.factories import make_child, make_class, make_enrollment, make_selection
from testing.proofs import invariants
from testing.snapshots import nothing_changes
from testing.steps.checkout import (
    create_payment_intent,
    enroll_by_card,
    pay_after_expiry,
    settle_in_browser,
    start_checkout,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def free(users):
    return make_class(users.instructor, "Free", price=Decimal(0))


def rows_of(users, path="payments"):
    return as_(users.student).get(f"/{path}/{users.student.email}")


def seats_of(camp_class) -> list[tuple[str | None, str]]:
    """Returns child and state of each enrollment, oldest first."""
    return list(camp_class.enrollments.order_by("pk").values_list("child__name", "state"))


def assert_consistent(stripe):
    assert invariants.violations(provider=stripe.http, now=timezone.now()) == []


class TestPaying:
    def test_it_sells_a_seat_to_each_sibling_and_the_student(self, users, clay, fresh_stripe, mia, leo):
        payments = [enroll_by_card(users.student, clay, fresh_stripe, child) for child in (mia, leo, None)]
        assert seats_of(clay) == [("Mia", "CONFIRMED"), ("Leo", "CONFIRMED"), (None, "CONFIRMED")]
        assert len({payment.intent_id for payment in payments}) == 3
        assert [payment.child_name for payment in payments] == ["Mia", "Leo", ""]
        assert_consistent(fresh_stripe)

    def test_it_gives_each_sibling_an_intent_and_repeats_it(self, users, clay, stripe, mia, leo):
        first = {child.name: start_checkout(users.student, clay, child).intent_id for child in (mia, leo)}
        assert len(set(first.values())) == 2
        for child in (mia, leo):
            secret = create_payment_intent(users.student, clay, child=child)["clientSecret"]
            assert secret.startswith(first[child.name])

    def test_it_records_the_selection_of_the_participant(self, users, clay, stripe, mia, leo):
        """Two selections of one class once matched one payment."""
        selections = {child: make_selection(users.student, clay, child) for child in (mia, leo, None)}
        payment = start_checkout(users.student, clay, leo)
        assert payment.selection_id_was == selections[leo].pk

    def test_it_keeps_the_hold_the_payment_and_the_selection_of_a_sibling(self, users, clay, fresh_stripe, mia, leo):
        """A settlement confirms the seat of its own child, whichever hold is older."""
        leos = start_checkout(users.student, clay, leo)
        enroll_by_card(users.student, clay, fresh_stripe, mia)
        leos.refresh_from_db()
        assert seats_of(clay) == [("Leo", "HELD"), ("Mia", "CONFIRMED")]
        assert leos.state == "started"
        assert Selection.objects.get().child == leo
        fresh_stripe.pay(leos.intent_id)
        settle_in_browser(leos)
        assert seats_of(clay) == [("Leo", "CONFIRMED"), ("Mia", "CONFIRMED")]
        assert_consistent(fresh_stripe)

    def test_it_settles_a_late_payment_for_its_own_child(self, users, clay, fresh_stripe, mia, leo):
        enroll_by_card(users.student, clay, fresh_stripe, mia)
        late = pay_after_expiry(users.student, clay, fresh_stripe, leo)
        start_checkout(users.student, clay, make_child(users.student, "Max"))
        settle_in_browser(late)
        late.refresh_from_db()
        assert (late.state, late.enrollment.child, late.child_name) == ("enrollPending", leo, "Leo")
        assert seats_of(clay) == [("Mia", "CONFIRMED"), ("Leo", "RELEASED"), ("Max", "HELD"), ("Leo", "CONFIRMED")]
        assert_consistent(fresh_stripe)

    def test_it_refunds_a_second_payment_for_the_same_child(self, users, clay, fresh_stripe, mia, leo):
        late = pay_after_expiry(users.student, clay, fresh_stripe, mia)
        enroll_by_card(users.student, clay, fresh_stripe, leo)
        enroll_by_card(users.student, clay, fresh_stripe, mia)
        settle_in_browser(late)
        late.refresh_from_db()
        assert (late.state, late.refund_reason) == ("refunded", "already_enrolled")
        assert_consistent(fresh_stripe)

    def test_it_does_not_cancel_the_open_payment_of_a_sibling(self, users, clay, fresh_stripe, monkeypatch, mia, leo):
        """The hold is over and its intent could not be canceled yet: the sibling may still be at the card form."""
        leos = start_checkout(users.student, clay, leo)
        Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
        enroll_by_card(users.student, clay, fresh_stripe, mia)
        leos.refresh_from_db()
        assert leos.state == "started"
        fresh_stripe.pay(leos.intent_id)
        settle_in_browser(leos)
        assert seats_of(clay)[-1] == ("Leo", "CONFIRMED")

    def test_it_cancels_the_other_open_payment_of_the_same_child(self, users, clay, stripe, mia):
        earlier = start_checkout(users.student, clay, mia)
        Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
        Payment.objects.update(state="canceled")
        enroll_by_card(users.student, clay, stripe, mia)
        Payment.objects.filter(pk=earlier.pk).update(state="started")
        again = Payment.objects.get(state="enrollPending")
        settle_in_browser(again, 200)
        earlier.refresh_from_db()
        assert earlier.state == "canceled"

    def test_it_cancels_the_seat_of_one_sibling(self, users, clay, fresh_stripe, mia, leo):
        mias = enroll_by_card(users.student, clay, fresh_stripe, mia)
        enroll_by_card(users.student, clay, fresh_stripe, leo)
        as_(users.student).post(f"/payments/cancel/{mias.pk}")
        assert seats_of(clay) == [("Mia", "RELEASED"), ("Leo", "CONFIRMED")]
        assert_consistent(fresh_stripe)

    def test_it_releases_only_the_hold_of_a_refused_payment(self, users, clay, stripe, monkeypatch, mia, leo):
        start_checkout(users.student, clay, mia)

        def refuse(**_):
            raise PaymentRefused

        monkeypatch.setattr(stripe_api, "create_intent", refuse)
        create_payment_intent(users.student, clay, PaymentRefused.status, child=leo)
        assert seats_of(clay) == [("Mia", "HELD"), ("Leo", "RELEASED")]

    def test_it_removes_the_selection_and_the_hold_of_one_sibling(self, users, clay, stripe, mia, leo):
        payments = {child: start_checkout(users.student, clay, child) for child in (mia, leo)}
        selection = Selection.objects.get(child=leo)
        as_(users.student).delete(f"/selectClass/{selection.pk}")
        states = [Payment.objects.get(pk=payments[child].pk).state for child in (mia, leo)]
        assert (seats_of(clay), states) == ([("Mia", "HELD"), ("Leo", "RELEASED")], ["started", "canceled"])
        assert Selection.objects.get().child == mia

    def test_it_lists_payments_and_enrolled_classes_for_each_participant(self, users, clay, stripe, mia, leo):
        wood = make_class(users.instructor, "Wood")
        for camp_class, child in ((clay, mia), (wood, mia), (clay, leo), (clay, None)):
            enroll_by_card(users.student, camp_class, stripe, child)
        ids = {"Mia": str(mia.pk), "Leo": str(leo.pk), None: None}
        for path in ("payments", "enrolledStudent"):
            rows = rows_of(users, path)
            assert sorted((row["nameClass"], row["childName"] or "") for row in rows) == [
                *((clay.name, name) for name in ("", "Leo", "Mia")),
                ("Wood", "Mia"),
            ]
            assert all(row["childId"] == ids[row["childName"]] for row in rows)
        enrolled = rows_of(users, "enrolledStudent")
        assert len({row["enrollmentId"] for row in enrolled}) == 4
        assert {(row["_id"], row["classId"]) for row in enrolled} == {(str(each.pk),) * 2 for each in (clay, wood)}

    def test_it_keeps_siblings_on_one_page_of_enrolled_classes(self, users, clay, mia, leo):
        """``_id`` is the class's, so a page ends with a class."""
        wood = make_class(users.instructor, "Wood")
        for camp_class, child in ((clay, mia), (wood, mia), (clay, leo)):
            make_enrollment(users.student, camp_class, child)
        path = f"/enrolledStudent/{users.student.email}"
        first = as_(users.student).client.get(f"{path}?limit=1")
        assert [(row["nameClass"], row["childName"]) for row in first.json()] == [
            (clay.name, "Mia"),
            (clay.name, "Leo"),
        ]
        rest = as_(users.student).client.get(f"{path}?after={first.json()[-1]['_id']}")
        assert [(row["nameClass"], row["childName"]) for row in rest.json()] == [("Wood", "Mia")]
        assert first["X-Total-Count"] == rest["X-Total-Count"] == "2"


class TestFreeClass:
    def test_it_enrolls_each_sibling_once(self, users, free, mia, leo):
        for child in (mia, leo, None):
            make_selection(users.student, free, child)
        for child in (mia, leo, None):
            body = {"classId": str(free.pk), "childId": child and str(child.pk)}
            answers = [as_(users.student).post("/payments", body, status) for status in (201, 200)]
            assert [answer["payment"]["childName"] for answer in answers] == [child and child.name] * 2
            assert len({answer["result"]["insertedId"] for answer in answers}) == 1
            assert not Selection.objects.filter(child=child).exists()
        assert seats_of(free) == [("Mia", "CONFIRMED"), ("Leo", "CONFIRMED"), (None, "CONFIRMED")]

    def test_it_keeps_the_selection_of_a_sibling(self, users, free, mia, leo):
        for child in (mia, leo):
            make_selection(users.student, free, child)
        as_(users.student).post("/payments", {"classId": str(free.pk), "childId": str(mia.pk)}, 201)
        assert Selection.objects.get().child == leo


class TestWithoutChildId:
    """The documented calls do not know children."""

    @pytest.mark.parametrize("by_price", [True, False])
    def test_it_pays_for_the_child_of_the_only_selection(self, users, clay, stripe, mia, by_price):
        make_selection(users.student, clay, mia)
        body = {"price": 45.5} | ({} if by_price else {"classId": str(clay.pk)})
        as_(users.student).post("/createPaymentIntent", body)
        assert Enrollment.objects.get().child == mia

    def test_it_takes_the_free_seat_for_the_child_of_the_only_selection(self, users, free, mia):
        make_selection(users.student, free, mia)
        as_(users.student).post("/payments", {"classId": str(free.pk)}, 201)
        assert Enrollment.objects.get().child == mia

    def test_it_pays_for_the_student_without_a_selection(self, users, clay, free, stripe, mia):
        create_payment_intent(users.student, clay)
        as_(users.student).post("/payments", {"classId": str(free.pk)}, 201)
        assert [each.child for each in Enrollment.objects.all()] == [None, None]

    @pytest.mark.parametrize("call", ["by class", "free"])
    def test_it_refuses_if_several_participants_have_selected_the_class(self, users, clay, free, mia, call):
        camp_class = free if call == "free" else clay
        for child in (mia, None):
            make_selection(users.student, camp_class, child)
        body = {"price": 45.5, "classId": str(camp_class.pk)}
        with nothing_changes():
            refusal = as_(users.student).post("/payments" if call == "free" else "/createPaymentIntent", body, 409)
            assert refusal["code"] == "ambiguous_child"
            assert f"Mia (childId {mia.pk})" in refusal["message"]
            assert "yourself (childId null)" in refusal["message"]

    def test_it_takes_the_first_of_several_participants_if_only_the_price_is_named(self, users, clay, stripe, mia, leo):
        for child in (leo, mia):
            make_selection(users.student, clay, child)
        as_(users.student).post("/createPaymentIntent", {"price": 45.5})
        assert Enrollment.objects.get().child == leo

    def test_it_takes_the_participant_of_the_newest_selection_with_the_price(self, users, clay, stripe, mia, leo):
        make_selection(users.student, clay, mia)
        make_selection(users.student, clay, leo)
        wood = make_selection(users.student, make_class(users.instructor, "Wood"), mia)
        as_(users.student).post("/createPaymentIntent", {"price": 45.5})
        held = Enrollment.objects.get()
        assert (held.camp_class, held.child) == (wood.camp_class, mia)

    @pytest.mark.parametrize("who", ["child", "student"])
    def test_it_pays_for_the_named_participant_among_several(self, users, clay, stripe, mia, who):
        for child in (mia, None):
            make_selection(users.student, clay, child)
        child = mia if who == "child" else None
        as_(users.student).post("/createPaymentIntent", {"price": 45.5, "childId": child and str(child.pk)})
        assert Enrollment.objects.get().child == child


CALLS = {
    "select": ("/selectClass", {}),
    "hold": ("/createPaymentIntent", {"price": 45.5}),
    "hold by price": ("/createPaymentIntent", {"price": 45.5, "classId": None}),
    "free": ("/payments", {}),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("whose", ["another family's", "deleted", "no", "zero"])
def test_it_returns_404_for_a_child_that_is_not_the_users(users, clay, free, mia, call, whose):
    make_selection(users.student, clay, mia)
    others = make_child(users.other_student)
    deleted = make_child(users.student, "Deleted child", None, deleted_at=timezone.now())
    path, body = CALLS[call]
    child_id = {"another family's": others.pk, "deleted": deleted.pk, "no": 999_999, "zero": 0}[whose]
    camp_class = free if call == "free" else clay
    body = {"classId": str(camp_class.pk), "childId": str(child_id)} | body
    with nothing_changes():
        answer = as_(users.student).post(path, {name: value for name, value in body.items() if value is not None}, 404)
        assert answer["code"] == "not_found"


@pytest.mark.parametrize("path", ["/createPaymentIntent", "/payments"])
@pytest.mark.parametrize("child_id", ["x", "", "-1", "9" * 19, [], {}, True])
def test_it_refuses_a_bad_child_id(users, clay, path, child_id):
    body = {"price": 45.5, "classId": str(clay.pk), "childId": child_id}
    assert list(as_(users.student).post(path, body, 400)["fields"]) == ["childId"]


def test_it_removes_a_siblings_selection_while_the_provider_is_unavailable(users, clay, stripe, monkeypatch, mia, leo):
    payments = [start_checkout(users.student, clay, child) for child in (mia, leo)]

    def unavailable(_):
        raise StripeUnavailable

    monkeypatch.setattr(stripe_api, "cancel_intent", unavailable)
    as_(users.student).delete(f"/selectClass/{Selection.objects.get(child=mia).pk}")
    states = [Payment.objects.get(pk=payment.pk).enrollment.state for payment in payments]
    assert states == ["RELEASED", "HELD"]


def test_it_prolongs_the_hold_of_each_sibling(users, clay, stripe, mia, leo):
    """Two holds at the same time use the 45 minutes of the account once."""
    payments = [start_checkout(users.student, clay, child) for child in (mia, leo)]
    began = timezone.now() - timedelta(minutes=10)
    Enrollment.objects.update(held_at=began, held_until=began + timedelta(minutes=15))
    for child, payment in zip((mia, leo), payments, strict=True):
        create_payment_intent(users.student, clay, child=child)
        payment.enrollment.refresh_from_db()
        assert payment.enrollment.held_until > began + timedelta(minutes=24)
