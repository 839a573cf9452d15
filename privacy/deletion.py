"""Account deletion: anonymizes the account and keeps the rows that payments and enrollments refer to.

Open payments are canceled first, outside any transaction. A payment that succeeded meanwhile is settled; its seat then
blocks the deletion. Everything else is one transaction, which locks the account row, then its orders, then the classes,
as settlements do.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts import roles
from accounts.locking import AccountInactive
from accounts.models import DELETED_NAME, User
from accounts.recent_login import require_recent_login
from classes.alerts import withdraw_pending
from classes.models import CampClass, Enrollment, Status, WaitlistEntry
from classes.seats.enrollment import cancel_hold, release_seat
from classes.seats.locks import lock_classes
from classes.waitlist.entries import leave_all
from core.database.folding import name_order
from core.errors import DomainError, NotFound
from core.names import joined
from payments.models import Order, Payment, ShownPayment
from payments.orders.locks import lock_orders_of
from payments.refunds.rules import cancellation_terms
from payments.settlement.orders import cancel_or_settle, cancel_orders_of
from privacy.anonymization import (
    all_emails_of,
    anonymize_children,
    anonymize_user,
    new_placeholder_email,
    try_to_delete_identity,
)
from privacy.personal_data import delete_rows_of_account
from privacy.photos import try_to_delete_photos

MAX_ATTEMPTS = 3
"""Number of attempts: the user may start another payment before the account row is locked."""


class StillTeaching(DomainError):
    """A class of this instructor is approved, or has students."""

    code = "has_classes"

    def __init__(self, names: list[str]) -> None:
        super().__init__(
            f"This account still teaches {joined(names)}. Please ask the school to hand "
            f"{'it' if len(names) == 1 else 'them'} over to another instructor first."
        )


class StillEnrolled(DomainError):
    """The user has seats: ``cancelable`` ones, or ``late`` ones, which only staff can cancel, or both."""

    code = "still_enrolled"

    def __init__(self, names: list[str], *, cancelable: bool, late: bool) -> None:
        cancel = "Please cancel first." if cancelable else ""
        too_late = "If it's too late for that," if cancelable else "It's too late to cancel now, so"
        ask = f"{too_late} please contact the school." if late else ""
        super().__init__(" ".join(filter(None, [f"This account still has a seat in {joined(names)}.", cancel, ask])))


class PaymentInProgress(DomainError):
    """A payment or a refund of the user is not settled yet."""

    code = "money_under_way"
    message = (
        "A payment or refund for this account is still in progress. Please try again a little later; you can follow "
        "it in the payment history."
    )


def delete_own_account(*, user: User, id_token: str, now: datetime) -> None:
    """For a user who logged in again within the last five minutes."""
    require_recent_login(user=user, id_token=id_token, to="delete your account", now=now)
    try:
        delete_account(user_id=user.pk, now=now)
    except NotFound as error:  # a concurrent request deleted the account
        raise AccountInactive from error


def delete_account(*, user_id: int, now: datetime, release_seats: bool = False) -> None:
    """``release_seats``: also releases confirmed seats, without refunds; for staff, after the season.

    After a refusal the account is unchanged, but its open payments may have been canceled or settled.
    """
    with transaction.atomic():
        _check_deletable(roles.lock_for_deletion(user_id=user_id), now, release_seats)
    for _ in range(MAX_ATTEMPTS):
        cancel_open_payments(enrollments=Enrollment.objects.filter(student=user_id), now=now)
        if _delete_unless_paying(user_id, now, release_seats):
            break
    else:
        raise PaymentInProgress
    try_to_delete_identity(user_id=user_id, now=now)
    try_to_delete_photos(user_id=user_id)


@transaction.atomic
def _delete_unless_paying(user_id: int, now: datetime, release_seats: bool) -> bool:
    """False if a payment was started meanwhile, which must be canceled first."""
    user = roles.lock_for_deletion(user_id=user_id)
    # Read open payments before seats: a payment that is settled in between has a seat, which the next check finds.
    if has_open_payment(enrollments=Enrollment.objects.filter(student=user)):
        return False
    lock_orders_of(account=user)
    lock_classes_of(user)
    _check_deletable(user, now, release_seats)
    email = new_placeholder_email(user)
    _anonymize_payments_of_instructor(user, email)
    leave_all(entries=WaitlistEntry.objects.filter(student=user), now=now)
    for seat in _confirmed_seats(user):
        release_seat(enrollment=seat, now=now)
    user.substituted_lessons.filter(starts_at__gt=now).update(substitute=None)
    _delete_unused_classes(user)
    anonymize_children(children=user.children.all(), now=now)
    anonymize_user(user=user, email=email, now=now)
    delete_rows_of_account(user)
    return True


def _check_deletable(user: User, now: datetime, release_seats: bool) -> None:
    _check_not_teaching(user, now)
    own = Payment.objects.filter(student=user)
    if own.with_money_owed().exists() or own.seated_in_withdrawn_classes().exists():
        raise PaymentInProgress
    if not release_seats:
        check_not_enrolled(user, now)


def _check_not_teaching(user: User, now: datetime) -> None:
    taken = Enrollment.objects.taking_seats(now).filter(camp_class=OuterRef("pk"))
    open_classes = CampClass.objects.taught_by(user).filter(Q(status=Status.APPROVED) | Exists(taken))
    names = list(open_classes.order_by(name_order("name"), "pk").values_list("name", flat=True))
    if names:
        raise StillTeaching(names)


def check_not_enrolled(user: User, now: datetime) -> None:
    seats = _confirmed_seats(user).order_by("-confirmed_at", "-pk")
    names = list(seats.values_list("camp_class__name", flat=True))
    if names:
        paid = ShownPayment.objects.filter(enrollment__in=seats, state__in=Payment.SEATED)
        cancelable = sum(cancellation_terms(each, each.first_start, now) is not None for each in paid)
        raise StillEnrolled(list(dict.fromkeys(names)), cancelable=cancelable > 0, late=cancelable < len(names))


def cancel_open_payments(*, enrollments: QuerySet[Enrollment], now: datetime) -> None:
    """Cancels started payments, then releases holds without one; leaves offers."""
    # Stripe is called first, so that nothing changes while it does not respond.
    started = Payment.objects.filter(enrollment__in=enrollments).started()
    for order in Order.objects.filter(pk__in=started.values("order")):
        cancel_or_settle(order=order, now=now)
    held = _holds_except_offers(enrollments).exclude(payments__state=Payment.State.STARTED)
    for hold in held.select_related("student"):
        with transaction.atomic():
            released = cancel_hold(
                student=hold.student, child_id=hold.child_id, camp_class_id=hold.camp_class_id, now=now
            )
        cancel_orders_of(released=[released] if released else [], now=now)


def has_open_payment(*, enrollments: QuerySet[Enrollment]) -> bool:
    """Whether one of them is a hold that is no offer, or has a payment that was started."""
    started = Payment.objects.filter(enrollment__in=enrollments).started()
    return started.exists() or _holds_except_offers(enrollments).exists()


def _holds_except_offers(enrollments: QuerySet[Enrollment]) -> QuerySet[Enrollment]:
    # Seats in the checkout and reservations. ``leave_all`` releases the offers.
    return enrollments.filter(state=Enrollment.State.HELD, offered_until=None)


def _anonymize_payments_of_instructor(user: User, email: str) -> None:
    # For the classes that the user teaches or has taught.
    formerly_taught = CampClass.history.filter(instructor=user).values_list("id", flat=True)
    class_ids = {*CampClass.objects.taught_by(user).values_list("pk", flat=True), *formerly_taught}
    taught = Payment.objects.filter(camp_class__in=class_ids, instructor_email__in=all_emails_of(user))
    taught.update(instructor_name=DELETED_NAME, instructor_email=email)


def lock_classes_of(user: User) -> None:
    """Those that the user teaches, waits for or has a seat in, in primary-key order."""
    awaited = WaitlistEntry.objects.active().filter(student=user).values("camp_class")
    seats = _confirmed_seats(user).values("camp_class")
    rows = CampClass.objects.filter(Q(instructor=user) | Q(pk__in=seats) | Q(pk__in=awaited))
    lock_classes(rows.values_list("pk", flat=True))


def _delete_unused_classes(user: User) -> None:
    # Enrollments and waitlist entries refer to the other classes.
    enrollments, entries = (each.objects.filter(camp_class=OuterRef("pk")) for each in (Enrollment, WaitlistEntry))
    unused = CampClass.objects.taught_by(user).exclude(status=Status.APPROVED).exclude(Exists(enrollments))
    unused = unused.exclude(Exists(entries))
    classes = list(unused)
    for camp_class in classes:
        withdraw_pending(camp_class=camp_class)
    class_ids = [each.pk for each in classes]
    CampClass.objects.filter(pk__in=class_ids).delete()
    CampClass.history.filter(id__in=class_ids).delete()


def _confirmed_seats(user: User) -> QuerySet[Enrollment]:
    return Enrollment.objects.confirmed().filter(student=user)
