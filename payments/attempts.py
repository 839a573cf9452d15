"""Tries to pay: beginning one, finding the one that an intent belongs to, writing down that one was canceled."""

import time
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import BigIntegerField, CharField, OuterRef, Q, QuerySet, Subquery, UUIDField

from camp.lib.compiled import Compiled, insert
from classes.enrollment import Hold, lock_class, release_hold
from classes.models import CampClass, Enrollment, Selection
from payments import stripe_api
from payments.models import Payment
from payments.stripe_api import CardProviderUnavailable, Intent, KeyInUse

KEY_IN_USE_PAUSES = (0.2, 0.4, 0.8, 1.6)
"""Seconds between looks at an intent that another tab is having made just now."""

# No join: after a wait the payment is read as it is now, and a joined claim as it was, or neither.
_LOCKED = Payment.objects.select_for_update(of=("self",), no_key=True)
_BY_INTENT = Compiled(lambda intent: _LOCKED.filter(intent_id=intent), intent=CharField())
# Not only where none is stored: it may be stored in the very moment in which this waits for the row.
_BY_ATTEMPT = Compiled(
    lambda attempt, intent: _LOCKED.filter(Q(intent_id=None) | Q(intent_id=intent), pk=attempt),
    attempt=UUIDField(),
    intent=CharField(),
)


def _taught_and_chosen(student: int, camp_class: int) -> QuerySet[CampClass, Any]:
    """The instructor's name and e-mail, and the id of the student's selection of the class."""
    chosen = Selection.objects.filter(student=student, camp_class=OuterRef("pk")).values("pk")
    rows = CampClass.objects.filter(pk=camp_class)
    return rows.values_list("instructor__name", "instructor__email", Subquery(chosen))


_TAUGHT_AND_CHOSEN = Compiled(_taught_and_chosen, student=BigIntegerField(), camp_class=BigIntegerField())


def current_attempt(*, hold: Hold) -> Payment:
    """The open try to pay for this hold, begun if there is none. The caller holds the class's lock."""
    assert connection.in_atomic_block
    attempt = None if hold.new else _last_started(hold.enrollment)
    return attempt or insert(Payment(**what_is_bought(hold.enrollment)))


def _last_started(claim: Enrollment) -> Payment | None:
    return Payment.objects.filter(enrollment=claim, state=Payment.State.STARTED).order_by("-created_at").first()


def what_is_bought(claim: Enrollment) -> dict[str, object]:
    """The fields of a payment for this claim, written down as they are now."""
    camp_class, student = claim.camp_class, claim.student
    ((instructor_name, instructor_email, selection_id),) = _TAUGHT_AND_CHOSEN.rows(
        student=student.pk, camp_class=camp_class.pk
    )
    return {
        "student": student,
        "camp_class": camp_class,
        "enrollment": claim,
        "price": claim.price,
        "class_name": camp_class.name,
        "class_image": camp_class.image,
        "instructor_name": instructor_name,
        "instructor_email": instructor_email,
        "student_name": student.name,
        "selection_id_was": selection_id,
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
    attempt = _BY_INTENT.first(intent=intent.id)
    if attempt is None and _is_uuid(intent.attempt):
        attempt = _BY_ATTEMPT.first(intent=intent.id, attempt=UUID(intent.attempt))
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
