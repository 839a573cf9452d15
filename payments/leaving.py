"""Deleting an account: whoever it was becomes nameless, and the books stay.

Tries to pay are ended first, at the card provider, outside any transaction; what was paid in the last moment is settled
there and then stands against the deletion. Everything else is one transaction: the person's row is locked, so that
nothing more is begun in their name, then their payments, then the classes.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from accounts import erasing, firebase, roles
from accounts.acting import AccountGone
from accounts.models import NAMELESS, User
from camp.lib.errors import DomainError, NotFound
from classes.enrollment import give_up_hold
from classes.leaving import classes_ever_taught, lock_classes_of, named, refuse_while_teaching, take_leave
from classes.models import Enrollment
from payments.finishing import end_attempt, end_attempts_of
from payments.models import Payment

JUST_NOW = timedelta(minutes=5)
TRIES = 3
"""How often a payment that is begun in another tab meanwhile is ended, too, before we give up."""


class NotAnIdToken(DomainError):
    code = "invalid"
    status = 400
    message = "Some of what was sent is not right; see the fields."

    def __init__(self) -> None:
        super().__init__(fields={"idToken": [firebase.BadIdToken.message]})


class LogInAgain(DomainError):
    code = "log_in_again"
    message = "Log in again to delete your account."


class StillEnrolled(DomainError):
    """The person has a place that they would lose, or has taken part and the season is not over."""

    code = "still_enrolled"

    def __init__(self, names: list[str], *, in_time: bool, late: bool) -> None:
        back = "Give the place back first." if in_time else ""
        ask = "Where it is too late for that, ask" if in_time else "It is too late to give it back: please ask"
        office = f"{ask} the school's office." if late else ""
        super().__init__(" ".join(filter(None, [f"This account still has a place in {named(names)}.", back, office])))


class MoneyUnderWay(DomainError):
    code = "money_under_way"
    message = (
        "A payment or a refund of this account is still under way. Please try again a little later; the payment "
        "history shows how it stands."
    )


def leave(*, user: User, id_token: str, now: datetime) -> None:
    """A person deletes their own account, having just proved once more who they are.

    Raises NotAnIdToken, LogInAgain, AccountGone, and what ``delete_account`` raises.
    """
    try:
        identity = firebase.verify_id_token(id_token)
    except firebase.BadIdToken as error:
        raise NotAnIdToken from error
    logged_in_at = identity.logged_in_at
    if identity.uid != user.firebase_uid or logged_in_at is None or now - logged_in_at > JUST_NOW:
        raise LogInAgain
    try:
        delete_account(user_id=user.pk, now=now)
    except NotFound as error:  # another tab was faster
        raise AccountGone from error


def delete_account(*, user_id: int, now: datetime, release_places: bool = False) -> None:
    """End what is under way, make the person nameless, have the identity provider forget them.

    ``release_places``: the season is over; confirmed places are freed and no money moves. Raises NotFound, LastAdmin,
    HasClasses, StillEnrolled, MoneyUnderWay, ProviderUnavailable; nothing is changed then, but what was being paid may
    have been ended or settled.
    """
    with transaction.atomic():
        _refuse_what_stands_against(roles.allow_removal(user_id=user_id), now, release_places)
    for _ in range(TRIES):
        _end_what_is_being_paid(user_id, now)
        if _erase(user_id, now, release_places):
            break
    else:
        raise MoneyUnderWay
    erasing.try_to_delete_identity(user_id=user_id, now=now)


def _refuse_what_stands_against(person: User, now: datetime, release_places: bool) -> None:
    refuse_while_teaching(person=person, now=now)
    if Payment.objects.filter(student=person, state=Payment.State.REFUND_PENDING).exists():
        raise MoneyUnderWay
    if not release_places:
        _refuse_while_enrolled(person, now)


def _refuse_while_enrolled(person: User, now: datetime) -> None:
    places = Enrollment.objects.confirmed().filter(student=person).order_by("-confirmed_at", "-pk")
    names = list(places.values_list("camp_class__name", flat=True))
    if names:
        since = now - timedelta(hours=settings.CANCEL_WITHIN_HOURS)
        paid = Payment.objects.filter(enrollment__in=places, state__in=Payment.SEATED)
        in_time = paid.filter(paid_at__gte=since).count()
        raise StillEnrolled(names, in_time=in_time > 0, late=in_time < len(names))


def _end_what_is_being_paid(user_id: int, now: datetime) -> None:
    """As where a selection is removed, but the provider first: while it is away nothing is changed."""
    for attempt in Payment.objects.filter(student=user_id, state=Payment.State.STARTED):
        end_attempt(attempt=attempt, now=now)
    held = Enrollment.objects.held().filter(student=user_id).exclude(payments__state=Payment.State.STARTED)
    for hold in held.select_related("student"):
        with transaction.atomic():
            released = give_up_hold(student=hold.student, camp_class_id=hold.camp_class_id, now=now)
        end_attempts_of(released=[released] if released else [], now=now)


@transaction.atomic
def _erase(user_id: int, now: datetime, release_places: bool) -> bool:
    """Make the person nameless; False where a payment was begun meanwhile, which has to be ended first."""
    person = roles.allow_removal(user_id=user_id)
    # First of all: what is being settled just now leaves these and is found among the places afterwards.
    if _is_paying(person):
        return False
    email = erasing.new_nameless_email(person)
    _take_names_off_payments(person, email)
    lock_classes_of(person=person)
    _refuse_what_stands_against(person, now, release_places)
    take_leave(person=person, now=now)
    erasing.make_nameless(user=person, email=email, now=now)
    return True


def _is_paying(person: User) -> bool:
    started = Payment.objects.filter(student=person, state=Payment.State.STARTED)
    return started.exists() or Enrollment.objects.held().filter(student=person).exists()


def _take_names_off_payments(person: User, email: str) -> None:
    """Of payments that they made, and of those for classes that they teach or once taught."""
    Payment.objects.filter(student=person).update(student_name=NAMELESS)
    class_ids = classes_ever_taught(person=person)
    taught = Payment.objects.filter(camp_class__in=class_ids, instructor_email__in=erasing.addresses_of(person))
    taught.update(instructor_name=NAMELESS, instructor_email=email)
