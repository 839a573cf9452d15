"""Paying for offered seats, alone and with others, and participants of the waitlist who get a seat otherwise."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from classes.catalog import changes
from classes.models import CampClass, Enrollment, Selection, WaitlistEntry
from classes.seats.locks import lock_class
from classes.waitlist import entries
from classes.waitlist.limits import OfferNotTaken
from payments.checkout import holding
from payments.models import Order, Payment
from payments.orders import limits
from payments.settlement import orders, reconciliation
from testing.clients.api import as_
from testing.factories import make_class, make_lesson, make_offer, make_user, make_waitlist_entry
from testing.steps.checkout import (
    create_order,
    create_payment_intent,
    enroll_by_card,
    pay_after_expiry,
    pay_order,
    select_seats,
    settle_in_browser,
    start_checkout,
)
from testing.steps.waitlists import email_kinds, next_entry, offer_seats, states_of

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def expire(enrollment):
    Enrollment.objects.filter(pk=enrollment.pk).update(held_until=timezone.now())


def pay_and_expire(entry, stripe):
    """Pays for the offer by card just before its end. Returns the payment, which is not settled."""
    payment = start_checkout(entry.student, entry.camp_class)
    stripe.pay(payment.intent_id)
    expire(payment.enrollment)
    return payment


def test_it_accepts_an_offer_that_is_paid(offered, fresh_stripe):
    payment = enroll_by_card(offered.student, offered.camp_class, fresh_stripe)
    assert states_of([offered]) == ["ACCEPTED"]
    assert (payment.enrollment, offered.offer.state) == (offered.offer, "CONFIRMED")
    assert states_of([next_entry(offered)]) == ["WAITING"]


def test_it_accepts_an_offer_that_is_paid_in_an_order_with_other_seats(users, offered, clay, fresh_stripe):
    selections = [*Selection.objects.filter(student=offered.student), *select_seats(offered.student, clay)]
    response = create_order(offered.student, selections)
    order = Order.objects.get(pk=response["orderId"])
    ends = [payment.enrollment.held_until for payment in order.payments.select_related("enrollment")]
    assert ends[0] == offered.offer.offered_until > ends[1]
    assert response["heldUntil"] == ends[1].isoformat().replace("+00:00", "Z")
    assert {payment.state for payment in pay_order(order, fresh_stripe)} == {"enrollPending"}
    assert states_of([offered]) == ["ACCEPTED"]


@pytest.mark.parametrize("state", ["CANCELED", "superseded"])
def test_it_keeps_an_offer_whose_order_is_canceled(users, offered, clay, fresh_stripe, state):
    """The other hold of the order is released."""
    selections = [*Selection.objects.filter(student=offered.student), *select_seats(offered.student, clay)]
    create_order(offered.student, selections)
    if state == "CANCELED":
        holding.cancel_or_settle(order=Order.objects.get(), now=timezone.now())
    else:
        create_order(offered.student, selections[:1])
    assert states_of([offered]) == ["OFFERED"]
    assert Enrollment.objects.get(pk=offered.offer_id).state == "HELD"
    assert Enrollment.objects.get(camp_class=clay).state == "RELEASED"


def test_it_prefers_a_late_payer_to_the_waitlist(users, last_seat, third_student, fresh_stripe):
    late = pay_after_expiry(third_student, last_seat, fresh_stripe)
    entry = make_waitlist_entry(users.student, last_seat)
    settle_in_browser(late)
    late.refresh_from_db()
    assert (late.state, states_of([entry])) == (Payment.State.ENROLL_PENDING, ["WAITING"])


def test_it_refunds_a_late_payer_whose_seat_is_offered(users, last_seat, third_student, fresh_stripe):
    late = pay_after_expiry(third_student, last_seat, fresh_stripe)
    entry = make_offer(users.student, last_seat)
    settle_in_browser(late)
    late.refresh_from_db()
    assert (late.state, states_of([entry])) == (Payment.State.REFUNDED, ["OFFERED"])


def test_it_offers_the_seats_that_a_late_payer_does_not_need(users, clay, third_student, fresh_stripe):
    CampClass.objects.filter(pk=clay.pk).update(capacity=2)
    late, other = start_checkout(third_student, clay), start_checkout(users.other_student, clay)
    entry = make_waitlist_entry(users.student, clay)
    fresh_stripe.pay(late.intent_id)
    for held in (late, other):
        expire(held.enrollment)
    settle_in_browser(late)
    assert states_of([entry]) == ["OFFERED"]


def test_it_accepts_an_entry_whose_participant_pays_late(users, last_seat, fresh_stripe):
    """They joined the waitlist after their hold had expired, and then paid in the open card form."""
    late = pay_after_expiry(users.student, last_seat, fresh_stripe)
    entry = make_waitlist_entry(users.student, last_seat)
    settle_in_browser(late)
    assert states_of([entry]) == ["ACCEPTED"]
    assert (entry.offer.state, entry.offer.student) == ("CONFIRMED", users.student)


def test_it_accepts_an_offer_that_is_paid_just_after_it_expired(offered, fresh_stripe):
    """The settlement is the first that finds the expired offer, and so the payer precedes the next of the waitlist."""
    payment = pay_and_expire(offered, fresh_stripe)
    settle_in_browser(payment)
    payment.refresh_from_db()
    assert states_of([offered, next_entry(offered)]) == ["ACCEPTED", "WAITING"]
    assert (offered.offer, payment.state) == (payment.enrollment, Payment.State.ENROLL_PENDING)
    assert (email_kinds(), email_kinds("SKIPPED")) == (["booked"], ["waitlist_lapsed"])


def test_it_refunds_an_offer_that_is_paid_after_the_next_participant_got_it(offered, fresh_stripe):
    payment = pay_and_expire(offered, fresh_stripe)
    offer_seats(offered.camp_class, timezone.now())
    settle_in_browser(payment)
    payment.refresh_from_db()
    assert states_of([offered, next_entry(offered)]) == ["LAPSED", "OFFERED"]
    assert payment.state == Payment.State.REFUNDED


@pytest.mark.parametrize("state", ["LEFT", "CLOSED"])
def test_it_accepts_an_offer_whose_payment_arrives_after_it_was_left_or_closed(offered, fresh_stripe, state):
    """The card was charged before, and the seat is still open: the student has it."""
    next_entry(offered).delete()
    payment = start_checkout(offered.student, offered.camp_class)
    fresh_stripe.pay(payment.intent_id)
    with transaction.atomic():
        camp_class = lock_class(offered.camp_class_id)
        if state == "LEFT":
            entries.leave_all(entries=WaitlistEntry.objects.filter(pk=offered.pk), now=timezone.now())
        else:
            entries.close_waitlist(camp_class=camp_class, why="begun", now=timezone.now())
    assert states_of([offered]) == [state]
    settle_in_browser(payment)
    payment.refresh_from_db()
    assert (states_of([offered]), offered.offer) == (["ACCEPTED"], payment.enrollment)
    assert email_kinds() == ["booked"]


def test_it_books_an_offer_that_was_paid_before_the_lessons_moved(offered, fresh_stripe):
    payment = start_checkout(offered.student, offered.camp_class)
    fresh_stripe.pay(payment.intent_id)
    make_lesson(offered.camp_class, timezone.now() + HOUR)
    entries.make_due_offers(now=timezone.now())
    assert states_of([offered]) == ["CLOSED"]
    settle_in_browser(payment)
    assert states_of([offered, next_entry(offered)]) == ["ACCEPTED", "WAITING"]
    assert "waitlist_lapsed" not in email_kinds()


def test_it_accepts_a_participant_who_books_shortly_before_the_first_lesson(users, last_seat, fresh_stripe):
    """No offers are made then, and any student can book an open seat."""
    make_lesson(last_seat, timezone.now() + 2 * HOUR)
    entry, other = (make_waitlist_entry(each, last_seat) for each in (users.other_student, users.student))
    payment = enroll_by_card(users.student, last_seat, fresh_stripe)
    assert states_of([entry, other]) == ["WAITING", "ACCEPTED"]
    assert (other.offer, payment.enrollment.offered_until) == (payment.enrollment, None)


def test_it_never_offers_a_seat_again_to_a_participant_who_cancels_it(offered, fresh_stripe):
    payment = enroll_by_card(offered.student, offered.camp_class, fresh_stripe)
    as_(payment.student).post(f"/payments/cancel/{payment.pk}")
    assert states_of([offered, next_entry(offered)]) == ["ACCEPTED", "OFFERED"]


def test_it_lets_a_participant_whose_offer_lapsed_join_at_the_end_after_a_week(offered):
    expire(offered.offer)
    reconciliation.reconcile_urgent(now=timezone.now(), days=7)
    join = {"student": offered.student, "camp_class_id": offered.camp_class_id, "now": timezone.now()}
    with pytest.raises(OfferNotTaken):
        entries.join(**join)
    WaitlistEntry.objects.filter(pk=offered.pk).update(ended_at=join["now"] - 7 * DAY)
    again = entries.join(**join)
    assert (again.position, again.of) == (1, 1)  # the other participant has the offer
    assert states_of([offered]) == ["LAPSED"]


# Limits, prices and capacity.


def test_it_counts_no_offers_in_the_limits_of_orders(users, last_seat, offered, fresh_stripe, settings):
    """A student with as many open orders as are allowed can still pay for an offer, but start no other order."""
    settings.OPEN_ORDERS_PER_STUDENT = 1
    start_checkout(offered.student, make_class(users.instructor, "Other"))
    start_checkout(offered.student, last_seat)
    assert Order.objects.filter(state=Order.State.STARTED).count() == 2
    create_payment_intent(offered.student, make_class(users.instructor, "Third"), 409)


def test_it_counts_no_open_order_of_an_offer(users, last_seat, offered, fresh_stripe, settings):
    settings.OPEN_ORDERS_PER_STUDENT = 1
    start_checkout(offered.student, last_seat)
    start_checkout(offered.student, make_class(users.instructor, "Other"))
    assert Order.objects.filter(state=Order.State.STARTED).count() == 2


def test_it_holds_more_offers_than_an_unverified_account_may_hold_seats(users, fresh_stripe):
    student = make_user("zoe", email_verified=False)
    for number in range(limits.UNVERIFIED_SEATS + 1):
        make_offer(student, make_class(users.instructor, f"Class {number}", capacity=1))
    create_order(student, list(Selection.objects.filter(student=student)))


def test_it_keeps_the_price_of_an_offer(offered, fresh_stripe):
    CampClass.objects.filter(pk=offered.camp_class_id).update(price=60)
    payment = enroll_by_card(offered.student, offered.camp_class, fresh_stripe)
    assert payment.price == Decimal("45.50")


def test_it_refuses_a_capacity_below_the_offers(offered):
    with pytest.raises(changes.SeatsHeld):
        changes.update_class(
            instructor=offered.camp_class.instructor,
            camp_class_id=offered.camp_class_id,
            values={},
            seats=0,
            shown_enrolled=0,
            now=timezone.now(),
        )
    assert states_of([offered]) == ["OFFERED"]


def test_it_makes_no_further_statement_for_a_class_without_a_waitlist(users, clay, fresh_stripe):
    """The numbers of statements of a hold, a prolonged hold and a settlement."""
    select_seats(users.student, clay)

    def hold():
        return holding.open_checkout(student=users.student, camp_class_id=clay.pk, price=clay.price, now=timezone.now())

    def settle():
        order = Order.objects.get()
        fresh_stripe.pay(order.intent_id)
        with CaptureQueriesContext(connection) as queries:
            orders.settle_own_order(student=users.student, intent_id=order.intent_id, now=timezone.now())
        return len(queries)

    counts = []
    for operation in (hold, hold):
        with CaptureQueriesContext(connection) as queries:
            operation()
        counts.append(len(queries))
    assert [*counts, settle()] == [12, 10, 12]
