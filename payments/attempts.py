"""Attempts: unpaid payments, from the first row to the PaymentIntent, and to the cancellation of both."""

from datetime import datetime
from uuid import UUID

from django.db import connection, transaction

from classes.enrollment import HoldResult, lock_class, release_hold
from classes.models import Enrollment
from payments import statements, stripe_api
from payments.card_provider import CardProviderServerError, CardProviderUnavailable, Intent
from payments.models import Payment


def current_attempt(*, hold: HoldResult) -> Payment:
    """Returns the open attempt for this hold, and starts one if there is none. The caller has locked the class."""
    assert connection.in_atomic_block
    attempt = None if hold.is_new else _newest_open(hold.enrollment)
    return attempt or statements.insert_attempt(payment_fields(hold.enrollment))


def _newest_open(enrollment: Enrollment) -> Payment | None:
    return Payment.objects.filter(enrollment=enrollment).started().order_by("-created_at").first()


def payment_fields(enrollment: Enrollment) -> dict[str, object]:
    """Returns the fields that a payment for this enrollment copies from the class and the people involved."""
    camp_class, student, child = enrollment.camp_class, enrollment.student, enrollment.child
    instructor_name, instructor_email, selection_id = statements.select_instructor_and_selection(
        student_id=student.pk, child_id=enrollment.child_id, camp_class_id=camp_class.pk
    )
    return {
        "student_id": student.pk,
        "camp_class_id": camp_class.pk,
        "enrollment_id": enrollment.pk,
        "price": enrollment.price,
        "class_name": camp_class.name,
        "class_image": camp_class.image,
        "instructor_name": instructor_name,
        "instructor_email": instructor_email,
        "student_name": student.name,
        "child_name": child.name if child else "",
        "selection_id_was": selection_id,
    }


def get_or_create_intent(*, attempt: Payment) -> Intent:
    """Returns the attempt's PaymentIntent; creates it and stores its id if necessary.

    Raises PaymentRefused, ProviderUnavailable.
    """
    if attempt.intent_id:
        found = stripe_api.get_intent(attempt.intent_id)
        if found is None:
            raise CardProviderUnavailable
        return found
    intent = _create_intent(attempt)
    # Two concurrent requests get the same intent, because they send the same idempotency key.
    Payment.objects.filter(pk=attempt.pk, intent_id=None).update(intent_id=intent.id)
    attempt.intent_id = intent.id
    return intent


def _create_intent(attempt: Payment) -> Intent:
    """Creates the intent. Cancels the attempt after a server error, so that the next call starts another one.

    The provider repeats a server error for the same idempotency key, which is the attempt's id. It may have created the
    intent nevertheless, so it is asked first; if that fails too, the attempt remains.
    """
    try:
        return stripe_api.create_intent(
            attempt=attempt.pk, price=attempt.price, student_id=attempt.student_id, class_id=attempt.camp_class_id
        )
    except CardProviderServerError:
        created = stripe_api.find_intent(attempt=attempt.pk, since=attempt.created_at)
        if created is None:
            cancel_without_intent(attempt)
            raise
        return created


def cancel_without_intent(attempt: Payment) -> None:
    """Cancels the attempt unless it has an intent.

    If the provider has created one nevertheless, it cannot be paid: its client secret was never sent to a browser.
    """
    Payment.objects.filter(pk=attempt.pk, intent_id=None).started().update(state=Payment.State.CANCELED)
    attempt.refresh_from_db(fields=["intent_id"])


def lock_attempt(intent: Intent) -> Payment | None:
    """Locks and returns the payment of this intent, or returns None for an intent that is not in the database.

    An intent whose id was never stored, because the process died in between, is found by the attempt's id in its
    metadata.
    """
    attempt = statements.select_by_intent_for_update(intent.id)
    if attempt is None and _is_uuid(intent.attempt):
        attempt = statements.select_by_attempt_for_update(payment_id=UUID(intent.attempt), intent_id=intent.id)
    if attempt is not None and attempt.intent_id is None:
        attempt.intent_id = intent.id
    return attempt


def cancel_at_provider(*, attempt: Payment, now: datetime) -> Intent | None:
    """Cancels an attempt whose hold is over, first at the card provider, then here.

    Returns the succeeded intent if the payment was faster; the caller settles it. Raises ProviderUnavailable.
    """
    if attempt.intent_id is None:
        cancel_without_intent(attempt)
    if attempt.intent_id is None:
        return None
    intent = stripe_api.cancel_intent(attempt.intent_id)
    if intent is not None and intent.canceled:
        with transaction.atomic():
            record_canceled(intent=intent, now=now)
    return intent if intent is not None and intent.succeeded else None


def record_canceled(*, intent: Intent, now: datetime) -> None:
    """Marks the attempt of a canceled intent, and releases the hold unless it has another open attempt."""
    attempt = lock_attempt(intent)
    if attempt is None or attempt.state != Payment.State.STARTED:
        return
    lock_class(attempt.camp_class_id)
    attempt.state = Payment.State.CANCELED
    attempt.save(update_fields=["state", "intent_id"])
    if not Payment.objects.filter(enrollment=attempt.enrollment_id).started().exists():
        release_hold(enrollment=attempt.enrollment, now=now)


def _is_uuid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
