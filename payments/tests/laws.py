"""The four laws of seats and money (docs/adr/0008), checked over the rows and over the card provider's own books.

``broken`` must be empty at any moment, whatever has just been cut off. ``unfinished`` must be empty once reconcile has
run and nobody is at their card form: nothing stays in between. Both tell what they find in words, so that a test, a
measurement and a person read the same thing.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import httpx
from django.db.models import Count, F, Q

from camp.lib.money import to_cents
from classes.models import CampClass, Enrollment
from payments.models import Payment

PAYABLE = ("requires_payment_method", "requires_confirmation", "requires_action", "processing")
State = Payment.State


@dataclass
class Books:
    """What the card provider knows: intents by id, and each intent's charges that took money."""

    intents: dict[str, dict[str, Any]]
    charges: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))

    def kept(self, intent_id: str | None) -> int:
        """Cents that were charged for this intent and not given back."""
        return sum(charge["amount"] - charge["amount_refunded"] for charge in self.charges.get(intent_id or "", []))


def read_books(provider: httpx.Client) -> Books:
    books = Books({intent["id"]: intent for intent in _all(provider, "/v1/payment_intents")})
    for charge in _all(provider, "/v1/charges"):
        if charge["paid"]:
            books.charges[charge["payment_intent"]].append(charge)
    return books


def _all(provider: httpx.Client, path: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while True:
        after = {"starting_after": found[-1]["id"]} if found else {}
        page = provider.get(path, params={"limit": 100} | after).json()
        found += page["data"]
        if not page["has_more"]:
            return found


def broken(*, provider: httpx.Client, now: datetime) -> list[str]:
    """What breaks a law at this moment."""
    books, payments = read_books(provider), list(Payment.objects.select_related("enrollment", "student"))
    return [
        *_oversold(now),
        *_two_seats_or_two_payments(payments),
        *_states_that_lie(payments, books),
        *_wrong_amounts(payments, books),
    ]


def unfinished(*, provider: httpx.Client, now: datetime) -> list[str]:
    """What has been left in between."""
    books, payments = read_books(provider), list(Payment.objects.select_related("enrollment", "student"))
    return [*_still_under_way(payments, books, now), *_open_at_the_provider(payments, books, now)]


def _oversold(now: datetime) -> list[str]:
    """Law 1."""
    taken = Count(
        "enrollments",
        filter=Q(enrollments__state="CONFIRMED") | Q(enrollments__state="HELD", enrollments__held_until__gt=now),
    )
    over = CampClass.objects.annotate(taken=taken).filter(taken__gt=F("capacity"))
    return [f"oversold: {camp_class} has {camp_class.capacity} seats, {camp_class.taken} taken" for camp_class in over]


def _two_seats_or_two_payments(payments: list[Payment]) -> list[str]:
    """Law 2."""
    seats = Counter(Enrollment.objects.confirmed().values_list("student", "camp_class"))
    paid = Counter((payment.student_id, payment.camp_class_id) for payment in payments if payment.is_seated)
    found = [f"enrolled twice: student {who}, class {what}" for (who, what), count in seats.items() if count > 1]
    found += [f"money kept twice: student {who}, class {what}" for (who, what), count in paid.items() if count > 1]
    found += [f"a seat without a payment: student {who}, class {what}" for who, what in seats if not paid[who, what]]
    return found


def _states_that_lie(payments: list[Payment], books: Books) -> list[str]:
    """Law 3, at any moment: a payment says seated, refunded or given up only where that is so."""
    found = []
    for payment in payments:
        claim, kept = payment.enrollment, books.kept(payment.intent_id)
        # Whoever deletes their account after the season leaves the seat; nobody gets money back for that.
        left = payment.student.erased_at is not None and claim.state == "RELEASED"
        if payment.is_seated and (claim.state, claim.student_id, claim.camp_class_id) != (
            "RELEASED" if left else "CONFIRMED",
            payment.student_id,
            payment.camp_class_id,
        ):
            found.append(f"paid and no seat: {payment.pk}, its claim is {claim.state}")
        if payment.is_seated and not payment.is_free and not books.charges.get(payment.intent_id or ""):
            found.append(f"a seat that nobody paid: {payment.pk}")
        if payment.state in (State.REFUNDED, State.CANCELED) and kept:
            found.append(f"money kept: {payment.pk} is {payment.state}, {kept} cents are still with the school")
    return found


def _wrong_amounts(payments: list[Payment], books: Books) -> list[str]:
    """Law 4, and that no intent took money twice."""
    found = [f"charged twice on one intent: {intent}" for intent, charges in books.charges.items() if len(charges) > 1]
    for payment in payments:
        cents = {charge["amount"] for charge in books.charges.get(payment.intent_id or "", [])}
        changed_there = payment.refund_reason == Payment.RefundReason.AMOUNT_CHANGED
        if cents - {to_cents(payment.price)} and not changed_there:
            found.append(f"wrong amount: {payment.pk} costs {payment.price}, charged were {cents} cents")
    return found


def _still_under_way(payments: list[Payment], books: Books, now: datetime) -> list[str]:
    found = [f"a hold that ran out: {hold}" for hold in Enrollment.objects.overdue(now)]
    for payment in payments:
        if payment.state in (State.ENROLL_PENDING, State.REFUND_PENDING):
            found.append(f"in between: {payment.pk} is {payment.state}: {payment.refund_error}")
        if payment.state == State.STARTED and not payment.enrollment.is_live(now):
            found.append(f"open without a hold: {payment.pk}")
        if payment.is_seated and not payment.is_free and not books.kept(payment.intent_id):
            found.append(f"a seat whose money went back: {payment.pk}")
    return found


def _open_at_the_provider(payments: list[Payment], books: Books, now: datetime) -> list[str]:
    known = {payment.intent_id: payment for payment in payments}
    found = []
    for intent_id, intent in books.intents.items():
        payment = known.get(intent_id)
        if books.kept(intent_id) and (payment is None or not payment.is_seated):
            state = payment.state if payment else "unknown"
            found.append(f"neither seat nor refund: {intent_id} took money, here it is {state}")
        if intent["status"] in PAYABLE and payment and not payment.enrollment.is_live(now):
            found.append(f"still payable without a hold: {intent_id}")
    return found
