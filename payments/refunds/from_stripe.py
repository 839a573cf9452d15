"""Records Stripe's refunds of a settled order, and refunds that failed later. The callers have locked the order.

Refunds of this site are found by their id. What Stripe refunded beyond our own refunds was refunded in the dashboard.
"""

import logging
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import connection
from django.db.models import F

from classes.seats.enrollment import release_seat
from classes.seats.locks import lock_classes
from mail.models import Alert
from payments.alerts import put_alert
from payments.emails import outgoing
from payments.ledger import book_refunds_at_stripe
from payments.models import Order, Payment, Refund
from payments.refunds.amounts import (
    due_amount,
    is_refunded,
    newest_refund,
    owed_ending,
    pays_whole_order,
    refunded_at_stripe,
    returned_amount,
    returns_all,
    unrecorded_amount,
)
from payments.refunds.owing import owe_again, record_at_stripe, replace_owed, set_refund_state
from payments.stripe.results import Intent, StripeRefund

logger = logging.getLogger(__name__)

Reason, State = Refund.Reason, Refund.State
FAILED_LATER = "The refund had succeeded, and failed later."


def record_refunds_at_stripe(*, payments: list[Payment], intent: Intent, now: datetime) -> None:
    """Saves the payments. A full refund releases the seat, even while pending; until it succeeds it is owed.

    If this site has sent all of it as parts, the seat stays. A refund of the whole order is a full refund of each
    payment. A partial refund that names none of several payments is recorded at the order, for staff. A payment without
    a seat releases none: the participant may have a seat by another payment.
    """
    assert connection.in_atomic_block
    _record_unassigned(payments, intent, now)
    _record_own(payments, intent, now)
    expected = intent.with_pending_refunds
    ended = [each for each in payments if each.state != Payment.State.REFUNDED and is_refunded(each, expected)]
    lock_classes([payment.camp_class_id for payment in ended if payment.is_seated])
    for payment in payments:
        if payment in ended:
            _end_payment(payment, intent, now)
        elif (more := unrecorded_amount(payment, intent)) > 0:
            _record_more(payment, more, intent, now)
    book_refunds(payments[0].order, intent, now)


def record_failed_refunds(*, payments: list[Payment], intent: Intent, now: datetime) -> None:
    """For refunds that failed after they had succeeded. Saves the payments.

    What is missing is owed again, and ``reconcile_payments`` sends it, unless staff have paid it back by hand.
    """
    assert connection.in_atomic_block
    _owe_failed_parts(payments, intent, now)
    expected = intent.with_pending_refunds
    if expected.refunded_in_full:
        return
    for payment in payments:
        ending = payment.ending
        is_otherwise = ending is not None and ending.state in (State.BY_HAND, State.REPLACED)
        if is_otherwise or returned_amount(payment, expected) >= payment.refunded:
            continue
        if ending is not None and ending.state == State.SENT and not returns_all(payment, intent):
            _owe_missing(ending, returned_amount(payment, intent), now)
        else:
            put_alert(Alert.Kind.REFUND_FAILED, payment, about=payment.pk, now=now)
            logger.error("a refund of a part of payment %s failed", payment.pk)
            failed = payment.refunded - returned_amount(payment, intent)
            _take_back(payment, failed)
            payment.refunds.owed().exclude(reason=Reason.PART).update(amount=F("amount") + failed)
    _record_unassigned(payments, intent, now)


def adopt_refunds(payment: Payment, intent: Intent, now: datetime) -> None:
    """For a payment that Stripe's refunds, pending ones included, cover. The caller saves it.

    While one of them is pending, the refund stays owed and gets its id, so that no other is sent.
    """
    refund, missing = owed_ending(payment), payment.owed
    if refund is None:
        refund = Refund(payment=payment, reason=Reason.AT_PROVIDER, amount=payment.left, created_at=now)
        missing += refund.amount
    more = unrecorded_amount(payment, intent)
    pending = [each for each in intent.refunds if each.pending]
    if not pending or more >= missing:
        refund.amount = max(refund.amount, more)
        _save_as_sent(refund, newest_refund(payment, intent), now)
        replace_owed(payment, now)
    else:
        if more > 0:
            _add_sent(payment, more, newest_refund(payment, intent), now)
            refund.amount -= more
        own_first = max(pending, key=lambda each: each.payment == str(payment.pk))
        refund.stripe_id, refund.error = own_first.id, own_first.reason
        refund.save()
    set_refund_state(payment)


def book_refunds(order: Order, intent: Intent, now: datetime) -> None:
    """What the books do not have yet."""
    payments = {payment.pk: payment for payment in Payment.objects.of_order(order).select_related("order")}
    ids: dict[UUID | None, str] = {}
    for refund in reversed(intent.refunds):  # The refunds are sorted, the newest first.
        named = next((pk for pk in payments if str(pk) == refund.payment), None)
        if named or not refund.payment:
            ids[named] = refund.id
    book_refunds_at_stripe(
        order=order,
        total=intent.refunded,
        by_payment={pk: refunded_at_stripe(payment, intent) for pk, payment in payments.items()},
        ids=ids,
        now=now,
    )


def _record_own(payments: Sequence[Payment], intent: Intent, now: datetime) -> None:
    # Stripe has accepted these refunds of the site, although its response was lost.
    found = {each.own_id: each for each in intent.refunds if each.own_id and not each.failed}
    for payment in payments if found else ():
        for refund in payment.refunds.owed():
            at_stripe = found.get(str(refund.pk))
            if at_stripe is not None and (at_stripe.pending or at_stripe.amount >= refund.amount):
                record_at_stripe(refund, at_stripe, now)
                payment.save(update_fields=["state"])


def _end_payment(payment: Payment, intent: Intent, now: datetime) -> None:
    # Mails the student only if this releases the seat.
    had_seat, amount = payment.is_seated, payment.price - payment.refunded
    if had_seat:
        release_seat(enrollment=payment.enrollment, now=now)
    adopt_refunds(payment, intent, now)
    payment.save(update_fields=["state"])
    if had_seat:
        outgoing.put_refunded(payment=payment, amount=amount, by="provider", now=now)


def _record_more(payment: Payment, more: Decimal, intent: Intent, now: datetime) -> None:
    """Mails the student unless an e-mail has announced the whole refund before."""
    was_pending = payment.state == Payment.State.REFUND_PENDING
    refund = owed_ending(payment)
    if refund is not None and refund.amount <= more:
        refund.amount = more
        _save_as_sent(refund, newest_refund(payment, intent), now)
    else:
        _add_sent(payment, more, newest_refund(payment, intent), now)
        if refund is not None:
            refund.amount -= more
            if refund.stripe_id not in {each.id for each in intent.refunds if each.pending}:
                refund.stripe_id = ""  # it has succeeded: the rest needs another one
            refund.save(update_fields=["amount", "stripe_id"])
    if was_pending:
        set_refund_state(payment)
        payment.save(update_fields=["state"])
    else:
        outgoing.put_refunded(payment=payment, amount=more, by="provider", is_part=True, now=now)


def _add_sent(payment: Payment, amount: Decimal, at_stripe: StripeRefund | None, now: datetime) -> None:
    refund = Refund(payment=payment, reason=Reason.AT_PROVIDER, amount=amount, created_at=now)
    _save_as_sent(refund, at_stripe, now)


def _save_as_sent(refund: Refund, at_stripe: StripeRefund | None, now: datetime) -> None:
    refund.state, refund.ended_at, refund.error = State.SENT, now, ""
    refund.stripe_id = at_stripe.id if at_stripe else refund.stripe_id
    refund.save()


def _owe_failed_parts(payments: Sequence[Payment], intent: Intent, now: datetime) -> None:
    failed = {each.id for each in intent.refunds if each.failed and each.own_id}
    for payment in payments if failed else ():
        for refund in payment.refunds.parts().filter(state=State.SENT, stripe_id__in=failed):
            owe_again(refund, now, message=FAILED_LATER)
            if not payment.is_seated:
                set_refund_state(payment)
                payment.save(update_fields=["state"])


def _owe_missing(ending: Refund, left: Decimal, now: datetime) -> None:
    # ``left``: the dollars of the payment's refunds that did not fail. Example: the dashboard refunded $30, then
    # ``ending`` refunded the other $70 of a payment of $100.
    # - The $70 fail: $30 are left, nothing of ``ending`` is kept, and it owes $70.
    # - The $30 fail: $70 are left. $40 of ``ending`` are kept as a refund of their own, and it owes $30.
    # - Both fail: nothing is left. The $30 beyond ``ending`` are taken back, and it owes $100.
    payment = ending.payment
    missing, failed = due_amount(payment) - left, payment.refunded - left
    kept = max(Decimal(0), ending.amount - failed)
    _take_back(payment, failed - (ending.amount - kept), but=ending)
    if kept:
        _add_sent(payment, kept, None, ending.created_at)
    ending.amount = missing
    owe_again(ending, now, message=FAILED_LATER)
    set_refund_state(payment)
    payment.save(update_fields=["state"])


def _take_back(payment: Payment, amount: Decimal, *, but: Refund | None = None) -> None:
    # Subtracts the dollars from the refunds in the dashboard, the newest first. A refund of which none are left is
    # deleted. Example: $40 of a refund of $20 and a newer one of $30 delete the newer one, and leave $10 of the other.
    sent = payment.refunds.filter(reason=Reason.AT_PROVIDER, state=State.SENT).order_by("-created_at")
    for refund in sent.exclude(pk=but.pk) if but else sent:
        taken = min(refund.amount, amount)
        refund.amount -= taken
        amount -= taken
        if refund.amount:
            refund.save(update_fields=["amount"])
        else:
            refund.delete()


def _record_unassigned(payments: list[Payment], intent: Intent, now: datetime) -> None:
    # Stripe's refund names none of several payments.
    named = (intent.refunded_by_payment.get(str(payment.pk), Decimal(0)) for payment in payments)
    unassigned = intent.refunded - sum(named)
    is_assigned = intent.refunded_in_full or any(pays_whole_order(payment) for payment in payments)
    order = payments[0].order
    order.unassigned_refund = Decimal(0) if is_assigned else min(unassigned, order.amount)
    order.save(update_fields=["unassigned_refund"])
    if order.unassigned_refund:
        about = f"{order.pk}/{order.unassigned_refund}"
        put_alert(Alert.Kind.REFUND_UNASSIGNED, payments[0], about=about, now=now)
