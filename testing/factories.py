"""Creates users, classes, selections, enrollments and payments for tests."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from simple_history.utils import bulk_create_with_history

from accounts.models import Child, Role, User
from care.models import Agreement, AgreementText, Contact, ContactChild
from classes.models import (
    CampClass,
    Craft,
    Enrollment,
    Lesson,
    Message,
    Season,
    Selection,
    Status,
    Voucher,
    WaitlistEntry,
)
from payments.ledger import book_refund
from payments.models import LedgerEntry, Order, Payment, Refund
from payments.orders.opening import start_order

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
SPRING, AUTUMN = date(2027, 3, 14), date(2027, 11, 7)
"""The days of 2027 on which daylight saving time begins and ends in New York, at 2:00."""
NO_SCHEDULE: dict[str, Any] = {
    "craft": None,
    "place": "",
    "bring": "",
    "ageFrom": None,
    "ageTo": None,
    "firstDay": None,
    "lastDay": None,
    "startsAt": None,
    "lessonCount": 0,
    "weekdays": [],
    "earliestTime": None,
    "latestTime": None,
    "lessonsRemovedAt": None,
    "offered": 0,
    "waiting": 0,
    "season": None,
    "opensAt": None,
    "returningOpensAt": None,
    "minSeats": None,
    "earlyPrice": None,
    "earlyUntil": None,
}
"""What the API shows of a class without craft, place, ages, lessons, waitlist and season."""
NO_PAGE = NO_SCHEDULE | {"lessons": [], "endedAt": None, "instructorBio": "", "instructorPhoto": ""}
"""What the page of such a class shows, without the id of its instructor."""


@dataclass
class Users:
    """An admin, two instructors and two students."""

    admin: User
    instructor: User
    other_instructor: User
    student: User
    other_student: User


def make_user(name: str, role: Role = Role.STUDENT, **fields: Any) -> User:
    """Creates a user with a verified e-mail and an identity, both derived from the name."""
    user = _new_user(name, role, **fields)
    user.save()
    return user


def _new_user(name: str, role: Role, **fields: Any) -> User:
    values = {"name": name.title(), "email_verified": True, "firebase_uid": f"uid-{name}"} | fields
    return User(email=f"{name}@camp.example", role=role, **values)


def make_users() -> Users:
    """Creates the users with two statements, because nearly every test begins with them."""
    users = Users(
        admin=_new_user("ada", Role.ADMIN),
        instructor=_new_user("ines", Role.INSTRUCTOR),
        other_instructor=_new_user("oskar", Role.INSTRUCTOR),
        student=_new_user("sam", Role.STUDENT),
        other_student=_new_user("olga", Role.STUDENT),
    )
    bulk_create_with_history(list(vars(users).values()), User)
    return users


def make_class(instructor: User, name: str = "Clay for beginners", **fields: Any) -> CampClass:
    """Creates an approved class with ten seats at $45.50; ``fields`` override these values."""
    values = {
        "image": "https://pictures.example/clay.jpg",
        "price": Decimal("45.50"),
        "capacity": 10,
        "status": Status.APPROVED,
    } | fields
    return CampClass.objects.create(instructor=instructor, name=name, **values)


def make_withdrawn_class(instructor: User, **fields: Any) -> CampClass:
    values = {
        "status": Status.DENIED,
        "withdrawn_at": timezone.now(),
        "withdrawn_reason": "Too few",
        "feedback": "Too few",
    }
    return make_class(instructor, "Withdrawn", **values | fields)


def make_craft(name: str = "Clay") -> Craft:
    return Craft.objects.create(name=name, slug=name.lower())


def make_message(camp_class: CampClass, **fields: Any) -> Message:
    """Creates a message of the instructor to the families of the class, without its e-mails."""
    values = {"key": uuid4(), "subject": "Hello", "text": "Please bring a towel.", "to": "enrolled", "recipients": 1}
    return Message.objects.create(camp_class=camp_class, author=camp_class.instructor, **values | fields)


def make_season(name: str = "Summer 2027", **fields: Any) -> Season:
    """Creates a season that is announced and lies in the future; ``fields`` override these values."""
    values = {"slug": name.lower().replace(" ", "-"), "starts_on": date(2027, 7, 5), "ends_on": date(2027, 8, 27)}
    return Season.objects.create(name=name, **values | fields)


def make_ended_season() -> Season:
    return make_season("Summer 2025", starts_on=date(2025, 7, 7), ends_on=date(2025, 8, 29))


def make_voucher(code: str = "SPRING", **fields: Any) -> Voucher:
    """Creates a voucher of 20 percent; ``fields`` override that."""
    return Voucher.objects.create(code=code, **fields if "amount" in fields else {"percent": 20} | fields)


def make_lesson(camp_class: CampClass, starts_at: datetime, hours: float = 3, **fields: Any) -> Lesson:
    return Lesson.objects.create(
        camp_class=camp_class, starts_at=starts_at, ends_at=starts_at + timedelta(hours=hours), **fields
    )


def make_child(guardian: User, name: str = "Mia", born_on: date | None = date(2015, 6, 1), **fields: Any) -> Child:
    return Child.objects.create(guardian=guardian, name=name, born_on=born_on, **fields)


def make_contact(child: Child, name: str = "Rosa", **fields: Any) -> Contact:
    """Creates a contact of the child's guardian for this child."""
    contact = Contact.objects.create(account=child.guardian, name=name, **fields)
    ContactChild.objects.create(contact=contact, child=child, account=child.guardian)
    return contact


def make_agreement_text(kind: str = "waiver", version: int = 1, **fields: Any) -> AgreementText:
    """Creates a required text; ``fields`` override these values."""
    values = {"title": "Waiver", "body": "I know the risks of a kiln.", "required": True} | fields
    digest = AgreementText.digest(values["title"], values["body"])
    return AgreementText.objects.create(kind=kind, version=version, sha256=digest, **values)


def make_agreement(child: Child, text: AgreementText, **fields: Any) -> Agreement:
    """Creates the guardian's signature for this child; ``fields`` override these values."""
    guardian = child.guardian
    values = {"accepted": True, "typed_name": guardian.name, "signed_at": timezone.now()} | fields
    return Agreement.objects.create(text=text, child=child, child_name=child.name, signed_by=guardian, **values)


def make_selection(student: User, camp_class: CampClass, child: Child | None = None) -> Selection:
    return Selection.objects.create(student=student, camp_class=camp_class, child=child)


def make_enrollment(student: User, camp_class: CampClass, child: Child | None = None) -> Enrollment:
    """Creates a confirmed enrollment without a payment."""
    return Enrollment.objects.create(
        student=student,
        child=child,
        camp_class=camp_class,
        state=Enrollment.State.CONFIRMED,
        price=camp_class.price,
        confirmed_at=timezone.now(),
    )


def make_expired_hold(student: User, camp_class: CampClass) -> Enrollment:
    """Creates a hold without an order that has expired and was not released yet."""
    held_until = timezone.now() - timedelta(minutes=1)
    return Enrollment.objects.create(
        student=student,
        camp_class=camp_class,
        state=Enrollment.State.HELD,
        price=camp_class.price,
        held_at=held_until - timedelta(minutes=15),
        held_until=held_until,
    )


def make_hold(student: User, camp_class: CampClass, child: Child | None = None, *, minutes: int = 15) -> Enrollment:
    """Creates an ordinary hold without an order that lasts for so many more minutes."""
    now = timezone.now()
    values = {"price": camp_class.price, "held_at": now, "held_until": now + timedelta(minutes=minutes)}
    return Enrollment.objects.create(
        student=student, child=child, camp_class=camp_class, state=Enrollment.State.HELD, **values
    )


def make_reservation(
    student: User, camp_class: CampClass, child: Child | None = None, *, by: User, days: int = 3, **fields: Any
) -> Enrollment:
    """Creates a live reservation with its selection; ``fields`` are the enrollment's."""
    now = timezone.now()
    end = now + timedelta(days=days)
    values = {"price": camp_class.price, "held_at": now, "held_until": end, "reserved_until": end, "reserved_by": by}
    make_selection(student, camp_class, child)
    return Enrollment.objects.create(
        student=student, child=child, camp_class=camp_class, state=Enrollment.State.HELD, **values | fields
    )


def make_waitlist_entry(
    student: User, camp_class: CampClass, child: Child | None = None, **fields: Any
) -> WaitlistEntry:
    """Creates an entry that waits, without the rules of joining."""
    return WaitlistEntry.objects.create(student=student, camp_class=camp_class, child=child, **fields)


def make_offer(student: User, camp_class: CampClass, child: Child | None = None, **fields: Any) -> WaitlistEntry:
    """Creates an entry with a live offer of a day and its selection; ``fields`` are the enrollment's."""
    end = timezone.now() + timedelta(days=1)
    values = {"price": camp_class.price, "held_at": timezone.now(), "held_until": end, "offered_until": end} | fields
    hold = Enrollment.objects.create(
        student=student, child=child, camp_class=camp_class, state=Enrollment.State.HELD, **values
    )
    make_selection(student, camp_class, child)
    return make_waitlist_entry(student, camp_class, child, state=WaitlistEntry.State.OFFERED, offer=hold)


def make_missed_offer(student: User, camp_class: CampClass, state: str) -> WaitlistEntry:
    """Creates an entry whose offer was declined (LEFT) or has lapsed just now."""
    entry, now = make_offer(student, camp_class), timezone.now()
    Enrollment.objects.filter(pk=entry.offer_id).update(state=Enrollment.State.RELEASED, released_at=now)
    entry.state, entry.ended_at = state, now
    entry.save()
    return entry


def make_payment(
    student: User,
    camp_class: CampClass,
    days_ago: int = 0,
    child: Child | None = None,
    intent_id: str | None = None,
    **fields: Any,
) -> Payment:
    """Creates a confirmed enrollment and its payment, the only one of an order that Stripe does not know."""
    return make_order_for(make_enrollment(student, camp_class, child), days_ago, intent_id, **fields)


def make_order_for(
    enrollment: Enrollment,
    days_ago: int = 0,
    intent_id: str | None = None,
    refund_reason: str = "",
    refund: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Payment:
    """Creates an order for this enrollment only, paid by default. Returns its payment; ``fields`` are the payment's.

    ``refund_reason``, ``refund``: of its refund, as for ``make_refund``.
    """
    with transaction.atomic():
        order = start_order(student=enrollment.student, enrollments=[enrollment], now=timezone.now())
    values = {"state": "enrolled", "paid_at": timezone.now() - timedelta(days=days_ago)} | fields
    payment = order.payments.get()
    for name, value in values.items():
        setattr(payment, name, value)
    payment.save()
    order.state = {"started": Order.State.STARTED, "canceled": Order.State.CANCELED}.get(
        payment.state, Order.State.PAID
    )
    order.paid_at = payment.paid_at if order.state == Order.State.PAID else None
    order.amount, order.intent_id = payment.price, intent_id
    order.save()
    payment.refresh_from_db()
    if refund_reason or refund:
        make_refund(payment, **{"reason": refund_reason or "at_provider", **(refund or {})})
    book_payment(payment)
    return payment


def make_refund(payment: Payment, *, reason: str = "canceled", **fields: Any) -> Refund:
    """Creates a refund of the payment: by default of its price, which is owed if the payment's refund is pending."""
    is_owed = fields.setdefault("state", "OWED" if payment.state == "refundPending" else "SENT") == "OWED"
    at = fields.setdefault("created_at", payment.paid_at or timezone.now())
    values = {"amount": payment.price, "ended_at": None if is_owed else at} | fields
    return Refund.objects.create(payment=payment, reason=reason, **values)


def refund_of(payment: Payment) -> Refund:
    """Returns the refund that ended the payment."""
    refund = Payment.objects.get(pk=payment.pk).ending
    assert refund is not None
    return refund


def book_payment(payment: Payment) -> None:
    """Writes the entries of a payment that no operation has settled into the books."""
    if payment.paid_at is not None and payment.price:
        LedgerEntry.objects.create(
            key=f"charge {payment.pk}",
            order=payment.order,
            payment=payment,
            camp_class=payment.camp_class,
            kind=LedgerEntry.Kind.CHARGE,
            method=LedgerEntry.Method.CARD,
            amount=payment.price,
            happened_at=payment.paid_at,
        )
        for refund in payment.refunds.filter(state="SENT", amount__gt=0):
            assert refund.ended_at is not None
            book_refund(payment=payment, refund_id=refund.stripe_id, amount=refund.amount, now=refund.ended_at)
