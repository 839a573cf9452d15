from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Func, OuterRef, Prefetch, Subquery

from accounts import children
from accounts.locking import lock_family
from accounts.models import Child, User, UserQuerySet
from accounts.models.addresses import new_placeholder
from accounts.search import find_accounts
from care.paperwork.missing import with_missing
from care.presence.attendance import Attendance, attendance_of
from classes.ages import unfit_classes
from classes.models import CampClass, Enrollment, Lesson, WaitlistEntry
from core.errors import DomainError, first_or_not_found, refused_if_taken
from core.models import set_values
from core.names import shown_email
from payments.models import LedgerEntry, ShownPayment

Kind = LedgerEntry.Kind
MAX_MATCHES = 1000
YEAR = timedelta(days=366)
NOTHING = Decimal(0)


class FamilyExists(DomainError):
    code = "already_exists"
    message = "An account has this email address already. Please search for it."


class HasLogin(DomainError):
    code = "has_login"
    message = "Somebody has logged in to this account, so only they can change its email address."


@dataclass(frozen=True)
class Family:
    """``children`` have ``missing``, the paperwork that they lack.

    The seats and holds have their ``camp_class`` and ``first_start``; the payments have ``charges`` and
    ``money_back``, their entries in the books.
    """

    account: User
    children: list[Any]
    seats: Sequence[ShownPayment]
    holds: list[Enrollment]
    waitlist: list[WaitlistEntry]
    payments: Sequence[ShownPayment]
    attendance: list[Attendance]

    @property
    def paid(self) -> Decimal:
        """In dollars, with what went back. A check that the bank returned was never paid."""
        return sum((entry.amount for each in self._not_returned for entry in each.charges), NOTHING)

    @property
    def refunded(self) -> Decimal:
        return -sum((entry.amount for each in self._not_returned for entry in each.money_back), NOTHING)

    @property
    def to_pay_back(self) -> Decimal:
        return sum((each.owed for each in self.payments), NOTHING)

    @property
    def reserved(self) -> Decimal:
        return sum((hold.price for hold in self.holds if hold.reserved_until), NOTHING)

    @property
    def _not_returned(self) -> list[Any]:
        return [each for each in self.payments if not each.is_returned_check]


def find_families(text: str, *, children: Collection[int] | None = None) -> UserQuerySet:
    """As ``find_accounts``, at most ``MAX_MATCHES`` for a text. ``children``: the only ones to show."""
    own = Child.objects.not_deleted().order_by("pk")
    if children is not None:
        own = own.filter(pk__in=children)
    found = find_accounts(text, most=MAX_MATCHES)
    return found.prefetch_related(Prefetch("children", queryset=own, to_attr="own_children"))


def account_of(user_id: int) -> User:
    """A deleted account is NotFound."""
    return first_or_not_found(User.objects.not_deleted().filter(pk=user_id))


def read_family(*, user_id: int, now: datetime) -> Family:
    """In a constant number of queries."""
    account = account_of(user_id)
    enrollments = _enrollments(account, now)
    payments = _payments(account)
    holds = [each for each in enrollments if each.is_live(now)]
    confirmed = [each for each in enrollments if each.state == Enrollment.State.CONFIRMED]
    waiting = WaitlistEntry.objects.filter(student=account).active().with_position()
    children = Child.objects.not_deleted().filter(guardian=account).order_by("pk")
    return Family(
        account=account,
        children=with_missing(children, now),
        seats=_seats(payments, enrollments),
        holds=sorted(holds, key=lambda hold: (hold.held_until or now, hold.pk)),
        waitlist=list(waiting.select_related("camp_class", "child", "offer").order_by("pk")),
        payments=payments,
        attendance=attendance_of(confirmed, guardian=account, now=now, days=YEAR) if settings.CARE else [],
    )


def _enrollments(account: User, now: datetime) -> list[Enrollment]:
    lessons = Lesson.objects.taking_place().filter(camp_class=OuterRef("camp_class"))
    first_start = Subquery(lessons.values(time=Func("starts_at", function="MIN")))
    own = Enrollment.objects.taking_seats(now).filter(student=account).order_by("pk")
    return list(own.select_related("child", "camp_class__season").annotate(first_start=first_start))


def _payments(account: User) -> Sequence[ShownPayment]:
    entries = LedgerEntry.objects.annotate(recorded_by_name=F("recorded_by__name")).order_by("happened_at", "pk")
    paid = ShownPayment.objects.filter(student=account, state__in=ShownPayment.SHOWN).order_by("-paid_at", "-pk")
    payments: list[Any] = list(paid.prefetch_related(Prefetch("entries", queryset=entries, to_attr="booked")))
    for payment in payments:
        payment.charges = [each for each in payment.booked if each.kind == Kind.CHARGE]
        payment.money_back = [each for each in payment.booked if each.kind in (Kind.REFUND, Kind.RETURNED)]
    return payments


def _seats(payments: Sequence[ShownPayment], enrollments: Sequence[Enrollment]) -> list[ShownPayment]:
    by_id = {each.pk: each for each in enrollments}
    seats = [payment for payment in payments if payment.is_seated and payment.enrollment_id in by_id]
    for payment in seats:
        payment.enrollment = by_id[payment.enrollment_id]
        payment.camp_class = payment.enrollment.camp_class
    return seats


def create_family(*, name: str, email: str, phone: str) -> User:
    """The first login with the e-mail address, once verified, gets the account.

    Without an address, nobody can log in to it, and it gets no e-mails.
    """
    with refused_if_taken(FamilyExists):
        return User.objects.create_user(email or new_placeholder(), name=name, phone=phone)


@transaction.atomic
def change_family(*, user_id: int, **changes: str) -> bool:
    """The address with which somebody logs in is theirs. Returns whether anything changed."""
    account = lock_family(user_id)
    if changes.get("email") == "":
        changes["email"] = new_placeholder() if shown_email(account.email) else account.email
    changed = set_values(account, changes)
    if "email" in changed and account.has_login:
        raise HasLogin
    if changed:
        with refused_if_taken(FamilyExists):
            account.save(update_fields=changed)
    return bool(changed)


@transaction.atomic
def add_child(*, user_id: int, name: str, born_on: date | None) -> Child:
    return children.add_child(guardian=lock_family(user_id), name=name, born_on=born_on)


@transaction.atomic
def change_child(
    *, user_id: int, child_id: int, now: datetime, **changes: str | date | None
) -> tuple[bool, list[CampClass]]:
    """Returns whether the child changed, and the booked classes that are not for its new age."""
    account = lock_family(user_id)
    child = children.own_child(guardian=account, child_id=child_id)
    assert child is not None
    before = unfit_classes(child=child, now=now)
    is_changed = bool(children.change_child(guardian=account, child_id=child_id, **changes))
    child.refresh_from_db()
    return is_changed, [each for each in unfit_classes(child=child, now=now) if each not in before]
