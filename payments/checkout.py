"""Checkout: from a selected class to a held seat with an open card payment, or to a seat in a free class."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import Enum

from django.db import transaction

from accounts.children import own_child
from accounts.models import User
from classes.enrollment import AlreadyEnrolled, cancel_hold, enroll_free, hold_seat
from classes.models import Enrollment, Selection
from classes.selection import delete_selection_of
from core.errors import DomainError, NotFound
from payments import stripe_api
from payments.attempts import current_attempt, get_or_create_intent, payment_fields
from payments.card_provider import CardProviderUnavailable, Intent, PaymentRefused
from payments.models import Payment
from payments.settlement import (
    Settlement,
    answer_browser,
    cancel_attempts_of,
    cancel_or_settle,
    follow_up,
    settle_and_follow_up,
)


class NoCardNeeded(DomainError):
    code = "no_card_needed"
    status = 400
    message = "This class is free, so you don't need a card. Just enroll in it."


class NothingSelectedAtThatPrice(DomainError):
    code = "invalid"
    status = 400
    message = "None of your selected classes has this price. Name the class by its classId."


class SeveralSelectedAtThatPrice(DomainError):
    code = "ambiguous_price"


class AmbiguousChild(DomainError):
    code = "ambiguous_child"


class HoldEnded(DomainError):
    code = "hold_ended"
    message = "We could no longer hold this seat for you. You haven't been charged; please start the payment again."


class PaidAndRefunded(DomainError):
    code = "payment_refunded"
    message = (
        "You had already paid for this class, and your money is on its way back: see your payment history. "
        "You haven't been charged again. If you still want a seat, please start over."
    )


@dataclass(frozen=True)
class Checkout:
    """What the browser needs for the payment: the intent's secret, and the time (UTC) at which the hold ends."""

    client_secret: str
    held_until: datetime


class Unnamed(Enum):
    """Instead of the id of a child or None (the student): the client does not say who takes part."""

    UNNAMED = "unnamed"


UNNAMED = Unnamed.UNNAMED


def open_checkout(
    *,
    student: User,
    camp_class_id: int | None,
    child_id: int | Unnamed | None = UNNAMED,
    price: Decimal,
    now: datetime,
) -> Checkout:
    """Holds a seat at the price that the student saw, and opens the payment for it. A repeated call prolongs the hold.

    Raises NotFound, NoCardNeeded, NothingSelectedAtThatPrice, SeveralSelectedAtThatPrice, AmbiguousChild, the errors
    of ``hold_seat``, HoldEnded, PaidAndRefunded, PaymentRefused (the hold is released), ProviderUnavailable (the hold
    remains, and a repeated call continues; while no calls are made to the provider, no seat is held).
    """
    if price == 0:
        raise NoCardNeeded
    stripe_api.check_available()
    if camp_class_id is None:
        class_id, participant = _only_selected_at(student, child_id, price, now)
    else:
        class_id, participant = camp_class_id, _participant(student, child_id, camp_class_id)
    hold, attempt, intent = _hold_and_get_intent(student, participant, class_id, price, now)
    if intent.canceled:
        # The provider canceled the intent, and its webhook has not arrived yet. The next attempt is a new row.
        cancel_or_settle(attempt=attempt, now=now)
        hold, attempt, intent = _hold_and_get_intent(student, participant, class_id, price, now)
    _check_still_payable(hold, attempt, intent, now)
    assert hold.held_until is not None
    return Checkout(intent.client_secret, hold.held_until)


def _hold_and_get_intent(
    student: User, child_id: int | None, class_id: int, price: Decimal, now: datetime
) -> tuple[Enrollment, Payment, Intent]:
    with transaction.atomic():
        hold = hold_seat(student=student, camp_class_id=class_id, child_id=child_id, price=price, now=now)
        attempt = current_attempt(hold=hold)
    cancel_attempts_of(released=hold.released, now=now)
    try:
        intent = get_or_create_intent(attempt=attempt)
    except PaymentRefused:
        with transaction.atomic():
            released = cancel_hold(student=student, child_id=child_id, camp_class_id=class_id, now=now)
        cancel_attempts_of(released=[released] if released else [], now=now)
        raise
    return hold.enrollment, attempt, intent


def _check_still_payable(enrollment: Enrollment, attempt: Payment, intent: Intent, now: datetime) -> None:
    """Raises if the payment succeeded or the hold was released during the call to the provider."""
    if intent.succeeded:
        payment = settle_and_follow_up(intent=intent, by_provider=False, now=now)
        is_duplicate = payment.refund_reason == Payment.RefundReason.ALREADY_ENROLLED
        raise AlreadyEnrolled if payment.is_seated or is_duplicate else PaidAndRefunded
    if Payment.objects.filter(pk=attempt.pk, enrollment__state=Enrollment.State.HELD).started().exists():
        return
    enrollment.refresh_from_db(fields=["state"])
    with suppress(CardProviderUnavailable):  # the browser does not get the secret; reconciliation cancels the intent
        cancel_or_settle(attempt=attempt, now=now)
    raise AlreadyEnrolled if enrollment.state == Enrollment.State.CONFIRMED else HoldEnded


def _only_selected_at(
    student: User, child_id: int | Unnamed | None, price: Decimal, now: datetime
) -> tuple[int, int | None]:
    """Returns the class and the child of the student's only selection at this price, as their list shows it."""
    selections = Selection.objects.filter(student=student).with_class_and_hold(now)
    if child_id is not UNNAMED:
        own_child(guardian=student, child_id=child_id)
        selections = selections.filter(child=child_id)
    matches = [selection for selection in selections if selection.price == price]
    if not matches:
        raise NothingSelectedAtThatPrice
    classes = {selection.camp_class_id: selection.camp_class for selection in matches}
    if len(classes) > 1:
        names = ", ".join(f"{camp_class.name} (classId {class_id})" for class_id, camp_class in classes.items())
        raise SeveralSelectedAtThatPrice(f"Several of your selected classes cost this; name one by classId: {names}.")
    return matches[0].camp_class_id, _only_participant(matches)


def _participant(student: User, child_id: int | Unnamed | None, camp_class_id: int) -> int | None:
    """Returns the named child. If none is named: that of the only selection of the class; without one, the student."""
    if child_id is not UNNAMED:
        return child_id
    selections = Selection.objects.filter(student=student, camp_class=camp_class_id).select_related("child")
    return _only_participant(list(selections))


def _only_participant(selections: list[Selection]) -> int | None:
    """Returns the child of the only selection, if any. Raises AmbiguousChild if there are several."""
    if len(selections) > 1:
        names = ", ".join(
            f"{selection.child.name} (childId {selection.child_id})" if selection.child else "yourself (childId null)"
            for selection in selections
        )
        raise AmbiguousChild(f"You have selected this class for several people; name one by childId: {names}.")
    return selections[0].child_id if selections else None


def take_free_seat(
    *, student: User, camp_class_id: int, child_id: int | Unnamed | None = UNNAMED, now: datetime
) -> Settlement:
    """Enrolls the student or their child in a free class. A repeated call returns the same payment.

    Raises NotFound, AlreadyEnrolled (through a card payment), PriceChanged (the class is not free), AmbiguousChild and
    the other errors of ``enroll_free``.
    """
    participant = _participant(student, child_id, camp_class_id)
    with transaction.atomic():
        try:
            enrollment = enroll_free(student=student, camp_class_id=camp_class_id, child_id=participant, now=now)
        except AlreadyEnrolled:
            return answer_browser(payment=_free_payment_of(student, participant, camp_class_id), now=now)
        fields = payment_fields(enrollment) | {"price": Decimal(0)}
        payment = Payment.objects.create(**fields, state=Payment.State.ENROLLED, paid_at=now)
        delete_selection_of(enrollment=enrollment)
    # The student may still have a card form open from a time when the class was not free.
    follow_up(payment=payment, now=now)
    return answer_browser(payment=payment, now=now)


def _free_payment_of(student: User, child_id: int | None, camp_class_id: int) -> Payment:
    payment = Payment.objects.filter(
        student=student, enrollment__child=child_id, camp_class=camp_class_id, price=0, state__in=Payment.SEATED
    ).first()
    if payment is None:
        raise AlreadyEnrolled
    return payment


def remove_selection(*, student: User, selection_id: int, now: datetime) -> None:
    """Removes a selection and releases the hold on that class. Raises NotFound (also for another student's)."""
    with transaction.atomic():
        selection = Selection.objects.filter(pk=selection_id, student=student).first()
        if selection is None:
            raise NotFound
        released = cancel_hold(
            student=student, child_id=selection.child_id, camp_class_id=selection.camp_class_id, now=now
        )
        selection.delete()
    cancel_attempts_of(released=[released] if released else [], now=now)
