"""A reservation is a hold that staff make at the desk. It lasts for days. See docs/rules/desk.md."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from accounts.models import User
from classes.alerts import put_reservation_ends
from classes.emails import delete_queued_reminders, participant_facts
from classes.models import PRICE_FIELDS, CampClass, Enrollment, Selection
from classes.seats import sql
from classes.seats.offers import ENDS_BEFORE_CLASS
from mail import outbox
from mail.models import OutboxEmail

MAX_TIME = timedelta(days=21)
REMIND_BEFORE = timedelta(days=1)
Kind = OutboxEmail.Kind


def reserve(*, hold: Enrollment, by: User, until: datetime, now: datetime) -> None:
    """Mails the family. The caller has locked the class; the hold is no offer."""
    hold.held_until = hold.reserved_until = until
    hold.reserved_by = by
    hold.save(update_fields=["held_until", "reserved_until", "reserved_by"])
    _select(hold)
    _put_email(Kind.RESERVED, hold, now)


def keep_as_reservation(*, seat: Enrollment, by: User, until: datetime, now: datetime) -> None:
    """Of a confirmed seat, at its price. Nobody can take it in between: the caller has locked the class."""
    delete_queued_reminders(camp_class_id=seat.camp_class_id, enrollment_id=seat.pk)
    seat.state, seat.released_at = Enrollment.State.RELEASED, now
    sql.update_released(seat)
    same = ("student_id", "child_id", "camp_class_id", "price_reason", "booked_schedule_id", "booked_start")
    hold = Enrollment(
        **{name: getattr(seat, name) for name in (*same, "full_refund_until")},
        state=Enrollment.State.HELD,
        held_at=now,
        held_until=until,
        reserved_until=until,
        reserved_by=by,
    )
    hold.set_price(seat.seat_price)
    hold.save()
    _select(hold)


def _select(hold: Enrollment) -> None:
    # The selection lets any client pay for it. The family may have selected the class before.
    selection = Selection(student_id=hold.student_id, child_id=hold.child_id, camp_class_id=hold.camp_class_id)
    Selection.objects.bulk_create([selection], ignore_conflicts=True)


def end_reservation(*, reservation: Enrollment, lapsed: bool, now: datetime) -> None:
    """For a reservation that is released. Mails the family if it has expired."""
    Selection.objects.for_participant_of(reservation).delete()
    if lapsed:
        put_ended(reservation=reservation, why="lapsed", now=now)


def put_ended(*, reservation: Enrollment, why: str, now: datetime) -> None:
    """``why``: "lapsed", "withdrawn" or "by_school"."""
    facts = participant_facts(reservation.camp_class, reservation.child) | {"why": why}
    outbox.put(Kind.RESERVATION_ENDED, recipient_id=reservation.student_id, about=reservation.pk, facts=facts, now=now)


def shorten_reservations(*, camp_class: CampClass, now: datetime) -> bool:
    """Ends the reservations of the locked class before its first lesson, if the lessons have moved.

    True if some of them have expired by that; the caller releases them.
    """
    first_start = camp_class.lessons.taking_place().first_start()
    if first_start is None:
        return False
    end = max(first_start - ENDS_BEFORE_CLASS, now)
    too_long = camp_class.enrollments.reserved(now).filter(reserved_until__gt=end)
    return too_long.update(held_until=end, reserved_until=end) > 0 and end == now


def remind_of_ends(*, now: datetime) -> int:
    due = Enrollment.objects.reserved(now).filter(
        reserved_until__lte=now + REMIND_BEFORE, held_at__lte=F("reserved_until") - REMIND_BEFORE
    )
    reservations = list(due.select_related("camp_class", "child"))
    for reservation in reservations:
        with transaction.atomic():
            sql.select_classes_for_update([reservation.camp_class_id])
            reservation.refresh_from_db(fields=["state", "held_until", "reserved_until", *PRICE_FIELDS])
            if reservation.is_live_promise(now):
                _put_email(Kind.RESERVATION_ENDS, reservation, now)
                put_reservation_ends(reservation=reservation, now=now)
    return len(reservations)


def is_reserved(email: OutboxEmail) -> bool:
    enrollment_id, _, until = email.about.partition("/")
    held = Enrollment.objects.held().filter(pk=enrollment_id)
    return held.filter(reserved_until=datetime.fromisoformat(until)).exists()


def _put_email(kind: OutboxEmail.Kind, reservation: Enrollment, now: datetime) -> None:
    assert reservation.reserved_until is not None
    until = reservation.reserved_until
    facts = participant_facts(reservation.camp_class, reservation.child)
    facts |= reservation.price_facts | {"until": until.isoformat()}
    about = f"{reservation.pk}/{until.isoformat()}"
    outbox.put(kind, recipient_id=reservation.student_id, about=about, facts=facts, valid_until=until, now=now)
