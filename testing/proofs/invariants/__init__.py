"""Checks the invariants of seats and money (docs/rules/invariants.md) in the database and at Stripe.

``violations`` must be empty at any time, also after a crash. ``unfinished`` must be empty after a reconciliation, when
all holds have expired. Both return one readable line for each finding.
"""

from collections import Counter
from datetime import datetime
from decimal import Decimal

import httpx
from django.db.models import Count, F, Q, Sum
from django.utils import timezone

from classes.catalog.announcements import announced
from classes.catalog.schedules import is_as_booked, schedule_in
from classes.models import CampClass, Enrollment
from core.money import to_cents
from payments.models import LedgerEntry, Order, Payment, Refund
from testing.proofs.invariants import books, desk, limits, prices, waitlists
from testing.proofs.invariants.books import is_returned_otherwise, waits_for_staff
from testing.proofs.invariants.provider_records import ProviderRecords, read_records
from testing.servers.stripe_stand_in import StripeStandIn

PAYABLE = ("requires_payment_method", "requires_confirmation", "requires_action", "processing")
State = Payment.State


def violations(*, provider: httpx.Client, now: datetime) -> list[str]:
    """Returns a line for each invariant that is violated now."""
    records, payments, orders = read_records(provider), _payments(), _orders()
    return [
        *_oversold(now),
        *_duplicates(payments),
        *_wrong_participants(payments),
        *_wrong_states(payments, records),
        *_wrong_sums(orders),
        *_wrong_amounts(orders, records),
        *_wrongly_taken(orders),
        *_not_refunded(orders, records),
        *_new_seats_in_withdrawn_classes(),
        *_withdrawn_but_refunded_in_part(payments),
        *_other_than_booked(),
        *books.wrongly_booked(payments),
        *desk.violations(payments),
        *waitlists.violations(),
        *limits.violations(now=now),
        *prices.violations(payments, now=now),
    ]


def current_violations(stripe: StripeStandIn) -> list[str]:
    """Returns the violations at this moment, with the records of the stand-in."""
    return violations(provider=stripe.http, now=timezone.now())


def unfinished(*, provider: httpx.Client, now: datetime) -> list[str]:
    """Returns everything without a final state: expired holds, pending payments, and charges without seat or refund."""
    records, orders = read_records(provider), _orders()
    return [
        *_unfinished_rows(_payments(), now),
        *_wrongly_kept(orders, records),
        *_seats_in_withdrawn_classes(),
        *_unfinished_intents(orders, records, now),
        *books.books_other_than_provider(orders, records),
    ]


def _payments() -> list[Payment]:
    return list(Payment.objects.select_related("enrollment", "student", "order"))


def _orders() -> list[Order]:
    return list(Order.objects.prefetch_related("payments__enrollment"))


def _oversold(now: datetime) -> list[str]:
    """Invariant 1."""
    taken = Count(
        "enrollments",
        filter=Q(enrollments__state="CONFIRMED") | Q(enrollments__state="HELD", enrollments__held_until__gt=now),
    )
    over = CampClass.objects.annotate(taken=taken).filter(taken__gt=F("capacity"))
    return [f"oversold: {camp_class} has {camp_class.capacity} seats, {camp_class.taken} taken" for camp_class in over]


def _duplicates(payments: list[Payment]) -> list[str]:
    """Invariant 2."""
    seats = Counter(Enrollment.objects.confirmed().values_list("student", "child", "camp_class"))
    paid = Counter(
        (payment.student_id, payment.enrollment.child_id, payment.camp_class_id)
        for payment in payments
        if payment.is_seated
    )
    return [
        *(f"enrolled twice: {_participant_text(key)}" for key, count in seats.items() if count > 1),
        *(f"paid twice: {_participant_text(key)}" for key, count in paid.items() if count > 1),
        *(f"seat without a payment: {_participant_text(key)}" for key in seats if not paid[key]),
    ]


def _participant_text(key: tuple[int, int | None, int]) -> str:
    student, child, camp_class = key
    return f"student {student}, child {child}, class {camp_class}"


def _wrong_participants(payments: list[Payment]) -> list[str]:
    """Invariants 5 and 6."""
    participants = Enrollment.objects.filter(state__in=["HELD", "CONFIRMED"]).values_list(
        "student", "child", "camp_class"
    )
    others = Enrollment.objects.exclude(child=None).exclude(child__guardian=F("student"))
    return [
        *(f"active twice: {_participant_text(key)}" for key, count in Counter(participants).items() if count > 1),
        *(f"another family's child: enrollment {each.pk}" for each in others),
        *(
            f"payment of another participant: {payment.pk}"
            for payment in payments
            if bool(payment.child_name) is not bool(payment.enrollment.child_id)
            or payment.student_id != payment.enrollment.student_id
        ),
    ]


def _wrong_states(payments: list[Payment], records: ProviderRecords) -> list[str]:
    """Invariant 3: a payment is seated, refunded or canceled only if its enrollment and its charge agree."""
    found = []
    for payment in payments:
        enrollment = payment.enrollment
        # Deleting an account after the season releases its seats without a refund.
        deleted = payment.student.deleted_at is not None and enrollment.state == "RELEASED"
        if payment.is_seated and (enrollment.state, enrollment.student_id, enrollment.camp_class_id) != (
            "RELEASED" if deleted else "CONFIRMED",
            payment.student_id,
            payment.camp_class_id,
        ):
            found.append(f"paid without a seat: {payment.pk}, its enrollment is {enrollment.state}")
        if payment.is_seated and enrollment.price != payment.price:
            found.append(f"seat at another price than was paid: {payment.pk}")
        is_by_card = not (payment.is_free or payment.is_at_desk)
        if payment.is_seated and is_by_card and not records.charges.get(payment.intent_id or ""):
            found.append(f"seat without a charge: {payment.pk}")
    return found


def _wrong_sums(orders: list[Order]) -> list[str]:
    """Invariant 7: an order costs the sum of its payments, and its state agrees with theirs."""
    found = []
    for order in orders:
        payments = order.payments.all()
        if order.amount != sum(payment.price for payment in payments):
            found.append(
                f"wrong sum: order {order.pk} costs {order.amount}, its payments {[p.price for p in payments]}"
            )
        states = {_order_state(payment) for payment in payments}
        if states != {order.state}:
            found.append(f"order {order.pk} is {order.state}, its payments are {[p.state for p in payments]}")
    return found


def _order_state(payment: Payment) -> str:
    unpaid = {State.STARTED: Order.State.STARTED, State.CANCELED: Order.State.CANCELED}
    return unpaid.get(State(payment.state), Order.State.PAID)


def _wrong_amounts(orders: list[Order], records: ProviderRecords) -> list[str]:
    """Invariant 4, and that no intent was charged twice."""
    found = [f"intent charged twice: {intent}" for intent, charges in records.charges.items() if len(charges) > 1]
    for order in orders:
        cents = {charge["amount"] for charge in records.charges.get(order.intent_id or "", [])}
        reasons = {payment.refund_reason for payment in order.payments.all()}
        if cents - {to_cents(order.amount)} and Refund.Reason.AMOUNT_CHANGED not in reasons:
            found.append(f"wrong amount: order {order.pk} costs {order.amount}, but {cents} cents were charged")
    return found


def _wrongly_taken(orders: list[Order]) -> list[str]:
    """Invariant 4: what was taken at the desk for an order is its amount, and none of it by card."""
    charges = LedgerEntry.objects.filter(kind="CHARGE", order__method="DESK")
    taken = dict(charges.exclude(method="card").values_list("order").annotate(Sum("amount")))
    return [
        f"wrongly taken: order {order.pk} costs {order.amount}, {taken.get(order.pk, 0)} was taken"
        for order in orders
        if order.method == Order.Method.DESK and taken.get(order.pk, Decimal(0)) != order.amount
    ]


def _not_refunded(orders: list[Order], records: ProviderRecords) -> list[str]:
    """Invariant 3: the due part of a refunded payment was returned, and all of a canceled payment."""
    found = []
    for order in orders:
        kept = records.net_cents(order.intent_id)
        ended = [each for each in order.payments.all() if each.state in (State.REFUNDED, State.CANCELED)]
        sent = Refund.objects.filter(payment__in=ended, state=Refund.State.SENT)
        canceled = sum(to_cents(each.price) for each in ended if each.state == State.CANCELED)
        may_keep = to_cents(order.amount - sent.total()) - canceled
        if ended and kept > may_keep:
            states = [payment.state for payment in ended]
            found.append(f"not refunded: payments of order {order.pk} are {states}, but {kept} cents are kept")
    return found


def _wrongly_kept(orders: list[Order], records: ProviderRecords) -> list[str]:
    """Invariant 8: the provider keeps what ``_kept_cents`` says of each payment, minus refunds without a payment."""
    found = []
    for order in orders:
        if order.method == Order.Method.DESK:
            continue
        payments = order.payments.all()
        expected = sum(_kept_cents(payment, records) for payment in payments) - to_cents(order.unassigned_refund)
        kept = records.net_cents(order.intent_id)
        if kept == expected or any(waits_for_staff(payment) for payment in payments):
            continue
        if expected:
            found.append(f"wrongly kept: order {order.pk} kept {kept} cents instead of {expected}")
        else:
            found.append(f"neither seat nor refund: order {order.pk} is {order.state} and was charged")
    return found


def _kept_cents(payment: Payment, records: ProviderRecords) -> int:
    """Returns how many cents of the charge remain at the provider for this payment.

    The price of a seat and the share that the refund rules keep remain, minus refunds. Money that staff have paid back
    by hand remains too.
    """
    if payment.paid_at is None:
        return 0
    if is_returned_otherwise(payment):
        return to_cents(payment.price) - records.refunded_cents(payment)
    return to_cents(payment.left + payment.refunds.by_hand().total())


def _new_seats_in_withdrawn_classes() -> list[str]:
    """Invariant 9: a withdrawn class gets no hold and no new seat."""
    active = Enrollment.objects.filter(camp_class__withdrawn_at__isnull=False)
    later = Q(state="HELD") | Q(state="CONFIRMED", confirmed_at__gt=F("camp_class__withdrawn_at"))
    return [f"new seat in a withdrawn class: {each}" for each in active.filter(later)]


def _seats_in_withdrawn_classes() -> list[str]:
    """Invariant 9: no seat of a withdrawn class stays confirmed."""
    seats = Enrollment.objects.confirmed().filter(camp_class__withdrawn_at__isnull=False)
    return [f"seat in a withdrawn class: {each}" for each in seats]


def _withdrawn_but_refunded_in_part(payments: list[Payment]) -> list[str]:
    """Invariant 9: a withdrawn class refunds in full, except for seats that students canceled before."""
    # Staff can also release a seat and choose the refund.
    ended = (Refund.Reason.CANCELED, Refund.Reason.BY_STAFF)
    shares = (
        each for each in payments if each.state in Payment.ENDED and each.left and each.refund_reason not in ended
    )
    return [f"a part is kept although the student did not cancel: {each.pk}" for each in shares]


def _other_than_booked() -> list[str]:
    """Invariant 13: a student whose class is not what they booked was offered the full refund."""
    seats = Enrollment.objects.confirmed().filter(booked_schedule__isnull=False, full_refund_until=None)
    return [
        f"not what was booked, and no full refund: {seat}"
        for seat in seats.select_related("booked_schedule", "camp_class")
        if not is_as_booked(announced(seat.camp_class).schedule, schedule_in(seat.booked_schedule))
    ]


def _unfinished_rows(payments: list[Payment], now: datetime) -> list[str]:
    found = [f"expired hold: {hold}" for hold in Enrollment.objects.expired_holds(now)]
    for payment in payments:
        if payment.state in (State.ENROLL_PENDING, State.REFUND_PENDING) and not waits_for_staff(payment):
            found.append(f"pending: {payment.pk} is {payment.state}")
        if payment.state == State.STARTED and not payment.enrollment.is_live(now):
            found.append(f"started without a hold: {payment.pk}")
    owed = Refund.objects.owed().select_related("payment__order")
    found += [f"pending: refund {each.pk}: {each.error}" for each in owed if not waits_for_staff(each.payment)]
    return found


def _unfinished_intents(orders: list[Order], records: ProviderRecords, now: datetime) -> list[str]:
    known = {order.intent_id: order for order in orders}
    found = []
    for intent_id, intent in records.intents.items():
        order = known.get(intent_id)
        if order is None and records.net_cents(intent_id):
            found.append(f"neither seat nor refund: {intent_id} was charged, its order is unknown")
        payments = order.payments.all() if order else []
        if intent["status"] in PAYABLE and not all(payment.enrollment.is_live(now) for payment in payments):
            found.append(f"payable without a hold: {intent_id}")
    return found
