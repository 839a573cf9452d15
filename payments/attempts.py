"""Tries to pay: beginning one, finding the one that an intent belongs to, writing down that one was canceled."""

import time
from datetime import datetime
from uuid import UUID

from django.db import connection
from django.db.models import Q

from classes.enrollment import Hold, lock_class, release_hold
from classes.models import Enrollment, Selection
from payments import stripe_api
from payments.models import Payment
from payments.stripe_api import CardProviderUnavailable, Intent, KeyInUse

KEY_IN_USE_PAUSES = (0.2, 0.4, 0.8, 1.6)
"""Seconds between looks at an intent that another tab is having made just now."""


def current_attempt(*, hold: Hold) -> Payment:
    """The open try to pay for this hold, begun if there is none. The caller holds the class's lock."""
    assert connection.in_atomic_block
    started = Payment.objects.filter(enrollment=hold.enrollment, state=Payment.State.STARTED)
    attempt = None if hold.new else started.order_by("-created_at").first()
    return attempt or Payment.objects.create(**what_is_bought(hold.enrollment))


def what_is_bought(claim: Enrollment) -> dict[str, object]:
    """The fields of a payment for this claim, written down as they are now."""
    camp_class, student = claim.camp_class, claim.student
    selections = Selection.objects.filter(student=student, camp_class=camp_class)
    return {
        "student": student,
        "camp_class": camp_class,
        "enrollment": claim,
        "price": claim.price,
        "class_name": camp_class.name,
        "class_image": camp_class.image,
        "instructor_name": camp_class.instructor.name,
        "instructor_email": camp_class.instructor.email,
        "student_name": student.name,
        "selection_id_was": selections.values_list("pk", flat=True).first(),
    }


def open_intent(*, attempt: Payment) -> Intent:
    """The attempt's PaymentIntent, made and its id stored if need be. Raises ProviderUnavailable."""
    for pause in KEY_IN_USE_PAUSES:
        try:
            return _intent_of(attempt)
        except KeyInUse:
            time.sleep(pause)
            attempt.refresh_from_db(fields=["intent_id"])
    return _intent_of(attempt)


def _intent_of(attempt: Payment) -> Intent:
    if attempt.intent_id:
        found = stripe_api.get_intent(attempt.intent_id)
        if found is None:
            raise CardProviderUnavailable
        return found
    intent = stripe_api.create_intent(
        attempt=attempt.pk, price=attempt.price, student_id=attempt.student_id, class_id=attempt.camp_class_id
    )
    # Two tabs may both have asked: the idempotency key gave both the same intent.
    Payment.objects.filter(pk=attempt.pk, intent_id=None).update(intent_id=intent.id)
    attempt.intent_id = intent.id
    return intent


def lock_attempt(intent: Intent) -> Payment | None:
    """The attempt that this intent belongs to, its row locked; None where the intent is none of ours.

    An intent whose id was never stored (the process ended between the two steps) is known by the attempt's id that
    we put into its metadata.
    """
    # No join: after a wait the payment is read as it is now, and a joined claim as it was, or neither.
    rows = Payment.objects.select_for_update(of=("self",), no_key=True)
    attempt = rows.filter(intent_id=intent.id).first()
    if attempt is None and _is_uuid(intent.attempt):
        # Not only where none is stored: it may be stored in the very moment in which this waits for the row.
        attempt = rows.filter(Q(intent_id=None) | Q(intent_id=intent.id), pk=intent.attempt).first()
    if attempt is not None and attempt.intent_id is None:
        attempt.intent_id = intent.id
    return attempt


def record_canceled(*, intent: Intent, now: datetime) -> None:
    """Write down that this intent was canceled; the hold ends with it if no other try to pay for it is open."""
    attempt = lock_attempt(intent)
    if attempt is None or attempt.state != Payment.State.STARTED:
        return
    lock_class(attempt.camp_class_id)
    attempt.state = Payment.State.CANCELED
    attempt.save(update_fields=["state", "intent_id"])
    if not Payment.objects.filter(enrollment=attempt.enrollment_id, state=Payment.State.STARTED).exists():
        release_hold(enrollment=attempt.enrollment, now=now)


def _is_uuid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
