"""From a chosen class to a seat being paid for, and back out again."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db import transaction

from accounts.models import User
from camp.lib.errors import DomainError, NotFound
from classes.enrollment import AlreadyEnrolled, Hold, enroll_free, give_up_hold, hold_seat
from classes.models import Enrollment, Selection
from payments.attempts import current_attempt, open_intent, what_is_bought
from payments.finishing import end_attempt, end_attempts_of, follow_up, settle_and_follow_up
from payments.models import Payment
from payments.settling import Settled
from payments.stripe_api import CardProviderUnavailable, Intent


class NoCardNeeded(DomainError):
    code = "no_card_needed"
    status = 400
    message = "This class is free: no card is needed. Enroll in it directly."


class NothingSelectedAtThatPrice(DomainError):
    code = "invalid"
    status = 400
    message = "None of your selected classes has this price. Name the class by its classId."


class SeveralSelectedAtThatPrice(DomainError):
    code = "ambiguous_price"


class HoldEnded(DomainError):
    code = "hold_ended"
    message = "Your hold on this seat ended just now. Nothing was charged; please start the payment again."


class PaidAndRefunded(DomainError):
    code = "payment_refunded"
    message = (
        "You had already paid for this class, and the money is on its way back to you: see your payment history. "
        "Nothing else was charged; start again if you still want a place."
    )


@dataclass(frozen=True)
class Checkout:
    """What the browser needs to pay: the intent's secret, and until when the seat is held (UTC)."""

    client_secret: str
    held_until: datetime


def open_checkout(*, student: User, camp_class_id: int | None, price: Decimal, now: datetime) -> Checkout:
    """Hold a seat for the student at the price they saw, and open the payment for it; again, to prolong the hold.

    Raises NotFound, NoCardNeeded, NothingSelectedAtThatPrice, SeveralSelectedAtThatPrice, the refusals of
    ``hold_seat``, HoldEnded, PaidAndRefunded, ProviderUnavailable (the hold stays: asking again goes on from there).
    """
    if price == 0:
        raise NoCardNeeded
    class_id = camp_class_id if camp_class_id is not None else _class_meant(student, price, now)
    hold, attempt = _hold(student, class_id, price, now)
    intent = open_intent(attempt=attempt)
    if intent.canceled:
        # Canceled at the provider and not yet heard of here: that try is over, the next one is a row of its own.
        end_attempt(attempt=attempt, now=now)
        hold, attempt = _hold(student, class_id, price, now)
        intent = open_intent(attempt=attempt)
    _refuse_what_is_over(hold.enrollment, attempt, intent, now)
    assert hold.enrollment.held_until is not None
    return Checkout(intent.client_secret, hold.enrollment.held_until)


def _hold(student: User, class_id: int, price: Decimal, now: datetime) -> tuple[Hold, Payment]:
    with transaction.atomic():
        hold = hold_seat(student=student, camp_class_id=class_id, price=price, now=now)
        attempt = current_attempt(hold=hold)
    end_attempts_of(released=hold.released, now=now)
    return hold, attempt


def _refuse_what_is_over(claim: Enrollment, attempt: Payment, intent: Intent, now: datetime) -> None:
    """While the provider was being asked, the payment may have succeeded, or the hold been given up elsewhere."""
    if intent.succeeded:
        settled = settle_and_follow_up(intent=intent, by_provider=False, now=now).payment
        had_already = settled.refund_reason == Payment.RefundReason.ALREADY_ENROLLED
        raise AlreadyEnrolled if settled.is_seated or had_already else PaidAndRefunded
    still_open = Payment.objects.filter(pk=attempt.pk, state=Payment.State.STARTED)
    if still_open.filter(enrollment__state=Enrollment.State.HELD).exists():
        return
    claim.refresh_from_db(fields=["state"])
    with suppress(CardProviderUnavailable):  # nobody has its secret; reconcile ends it then
        end_attempt(attempt=attempt, now=now)
    raise AlreadyEnrolled if claim.state == Enrollment.State.CONFIRMED else HoldEnded


def _class_meant(student: User, price: Decimal, now: datetime) -> int:
    """The one class among the student's selections that costs this; a live hold's promised price counts."""
    promised = dict(Enrollment.objects.live_holds(now).filter(student=student).values_list("camp_class_id", "price"))
    chosen = Selection.objects.filter(student=student).select_related("camp_class")
    meant = [
        selection.camp_class
        for selection in chosen
        if promised.get(selection.camp_class_id, selection.camp_class.price) == price
    ]
    if not meant:
        raise NothingSelectedAtThatPrice
    if len(meant) > 1:
        names = ", ".join(f"{camp_class.name} (classId {camp_class.pk})" for camp_class in meant)
        raise SeveralSelectedAtThatPrice(f"Several of your selected classes cost this; name one by classId: {names}.")
    return meant[0].pk


def take_free_seat(*, student: User, camp_class_id: int, now: datetime) -> Settled:
    """Enroll the student in a class that costs nothing, at once; the same again answers with the same payment.

    Raises NotFound, AlreadyEnrolled (through a card payment), PriceChanged (it costs something), ClassFull.
    """
    with transaction.atomic():
        try:
            seat = enroll_free(student=student, camp_class_id=camp_class_id, now=now)
        except AlreadyEnrolled:
            return Settled(_free_payment_of(student, camp_class_id))
        bought = what_is_bought(seat) | {"price": Decimal(0)}
        payment = Payment.objects.create(**bought, state=Payment.State.ENROLLED, paid_at=now)
        removed, _ = Selection.objects.filter(student=student, camp_class=camp_class_id).delete()
    # A card form may still be open from when the class cost something.
    follow_up(payment=payment, now=now)
    return Settled(payment, new=True, selections_removed=removed)


def _free_payment_of(student: User, camp_class_id: int) -> Payment:
    seated = Payment.objects.filter(
        student=student, camp_class=camp_class_id, price=0, state__in=Payment.SEATED
    ).first()
    if seated is None:
        raise AlreadyEnrolled
    return seated


def give_up_selection(*, student: User, selection_id: int, now: datetime) -> None:
    """Remove a selection, and the hold on that class with it. Raises NotFound (also for anyone else's)."""
    with transaction.atomic():
        selection = Selection.objects.filter(pk=selection_id, student=student).first()
        if selection is None:
            raise NotFound
        released = give_up_hold(student=student, camp_class_id=selection.camp_class_id, now=now)
        selection.delete()
    end_attempts_of(released=[released] if released else [], now=now)
