"""Offers as holds: who may ask for a seat, how an offer is prolonged, and what ends it."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import transaction

from accounts.locking import lock_account
from classes.models import Enrollment, Selection, WaitlistEntry
from classes.seats import enrollment, locks
from classes.seats.enrollment import ClassFull, PriceChanged, SeatsOnlyHeld
from classes.seats.holds import HOLD_TIME, hold_seats
from classes.seats.requests import SeatRequest
from mail.models import OutboxEmail
from testing.factories import (
    make_child,
    make_class,
    make_lesson,
    make_user,
    make_waitlist_entry,
)
from testing.steps.checkout import confirm_seat, enroll_free, hold_seat
from testing.steps.waitlists import AFTERNOON, email_kinds, offer_seats, states_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("new_york")]

NOW = AFTERNOON
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def test_it_refuses_a_student_who_is_not_on_the_waitlist_while_somebody_waits(last_seat, entries):
    with pytest.raises(ClassFull) as refusal:
        hold_seat(student=make_user("uma"), camp_class_id=last_seat.pk, price=last_seat.price, now=NOW)
    assert refusal.type is ClassFull


def test_it_refuses_a_student_who_is_not_on_the_waitlist_while_offers_take_the_rest(users, last_seat, entries):
    WaitlistEntry.objects.exclude(pk=entries[0].pk).delete()
    offer_seats(last_seat, NOW)
    with pytest.raises(ClassFull) as refusal:
        hold_seat(student=make_user("uma"), camp_class_id=last_seat.pk, price=last_seat.price, now=NOW)
    assert refusal.type is ClassFull


def test_it_tells_a_student_to_try_again_only_while_nobody_waits_for_the_held_seats(users, last_seat):
    hold_seat(student=users.student, camp_class_id=last_seat.pk, price=last_seat.price, now=NOW)
    with pytest.raises(SeatsOnlyHeld):
        hold_seat(student=users.other_student, camp_class_id=last_seat.pk, price=last_seat.price, now=NOW)
    make_waitlist_entry(make_user("uma"), last_seat)
    with pytest.raises(ClassFull) as refusal:
        hold_seat(student=users.other_student, camp_class_id=last_seat.pk, price=last_seat.price, now=NOW)
    assert refusal.type is ClassFull


def test_it_gives_the_seat_that_is_left_after_the_offers_to_a_student_who_is_not_on_the_waitlist(last_seat, entries):
    last_seat.capacity = 4
    last_seat.save()
    hold_seat(student=make_user("uma"), camp_class_id=last_seat.pk, price=last_seat.price, now=NOW)
    assert states_of(entries) == ["OFFERED"] * 3


def test_it_gives_the_seat_to_any_student_shortly_before_the_first_lesson(last_seat, entries):
    make_lesson(last_seat, NOW + 2 * HOUR)
    hold_seat(student=make_user("uma"), camp_class_id=last_seat.pk, price=last_seat.price, now=NOW)
    assert states_of(entries) == ["WAITING"] * 3


def test_it_gives_the_first_of_the_waitlist_the_offer_when_they_ask_for_a_seat(users, last_seat, entries):
    held = hold_seat(student=users.student, camp_class_id=last_seat.pk, price=last_seat.price, now=NOW).enrollment
    assert states_of(entries) == ["OFFERED", "WAITING", "WAITING"]
    assert (entries[0].offer, held.held_until) == (held, NOW + DAY)


def test_it_offers_the_seat_of_an_expired_hold_to_the_waitlist(users, last_seat, entries):
    uma = make_user("uma")
    WaitlistEntry.objects.all().delete()
    hold_seat(student=uma, camp_class_id=last_seat.pk, price=last_seat.price, now=NOW)
    entry = make_waitlist_entry(users.student, last_seat)
    later = NOW + HOLD_TIME
    with pytest.raises(ClassFull):
        hold_seat(student=uma, camp_class_id=last_seat.pk, price=last_seat.price, now=later)
    offer_seats(last_seat, later)
    assert states_of([entry]) == ["OFFERED"]


# Prolonging an offer.


@pytest.mark.parametrize(
    ("before_end", "end"),
    [
        (20 * HOUR, timedelta(0)),
        (timedelta(minutes=1), timedelta(minutes=14)),
        (timedelta.resolution, HOLD_TIME - timedelta.resolution),
    ],
)
def test_it_prolongs_an_offer_like_a_hold(users, last_seat, entries, before_end, end):
    offer_seats(last_seat, NOW)
    now = NOW + DAY - before_end
    held = hold_seat(student=users.student, camp_class_id=last_seat.pk, price=last_seat.price, now=now).enrollment
    assert (held.held_until, held.offered_until) == (NOW + DAY + end, NOW + DAY)


def test_it_prolongs_an_offer_by_at_most_45_minutes(users, last_seat, entries):
    offer_seats(last_seat, NOW)
    minutes = []
    for late in (-1, 13, 27, 41, 44):
        now = NOW + DAY + timedelta(minutes=late)
        held = hold_seat(student=users.student, camp_class_id=last_seat.pk, price=last_seat.price, now=now)
        minutes.append((held.enrollment.held_until - NOW - DAY).total_seconds() / 60)
    assert minutes == [14, 28, 42, 45, 45]


def test_it_does_not_shorten_an_offer_in_an_order_with_another_hold(users, last_seat, entries):
    offer_seats(last_seat, NOW)
    other = make_class(users.instructor, "Other")
    requests = [SeatRequest(each.pk, None, each.price) for each in (last_seat, other)]
    with transaction.atomic():
        held = hold_seats(account=lock_account(users.student), requests=requests, now=NOW).holds
    assert [each.held_until for each in held] == [NOW + DAY, NOW + HOLD_TIME]


def test_it_does_not_count_an_offer_in_the_time_of_holds(users, last_seat, entries):
    """A sibling may hold a seat of the class for the full time, although an offer lasts a day."""
    last_seat.capacity = 5
    last_seat.save()
    offer_seats(last_seat, NOW)
    leo = make_child(users.student, "Leo")
    held = hold_seat(
        student=users.student, camp_class_id=last_seat.pk, child_id=leo.pk, price=last_seat.price, now=NOW + HOUR
    )
    assert held.enrollment.held_until == NOW + HOUR + HOLD_TIME


# The end of an offer.


def test_it_accepts_an_offer_when_its_seat_is_confirmed(users, last_seat, entries):
    (made,) = offer_seats(last_seat, NOW).offers
    with transaction.atomic():
        locked = locks.lock_class(last_seat.pk)
        seat = confirm_seat(
            paid_for=made.pk, student_id=users.student.pk, camp_class=locked, price=made.price, now=NOW + HOUR
        )
    assert (seat.pk, states_of(entries)) == (made.pk, ["ACCEPTED", "WAITING", "WAITING"])
    assert (entries[0].offer, entries[0].ended_at) == (seat, NOW + HOUR)
    assert (email_kinds(), email_kinds("SKIPPED")) == ([], ["waitlist_offer"])


def test_it_lapses_an_offer_that_expires_and_offers_the_seat_to_the_next(users, last_seat, entries):
    (made,) = offer_seats(last_seat, NOW).offers
    offer_seats(last_seat, NOW + DAY)
    made.refresh_from_db()
    assert (made.state, states_of(entries)) == ("RELEASED", ["LAPSED", "OFFERED", "WAITING"])
    assert entries[0].ended_at == NOW + DAY
    assert list(Selection.objects.values_list("child", flat=True)) == [entries[1].child_id]
    assert (email_kinds(), email_kinds("SKIPPED")) == (["waitlist_lapsed", "waitlist_offer"], ["waitlist_offer"])
    lapsed = OutboxEmail.objects.get(kind="waitlist_lapsed")
    assert (lapsed.about, lapsed.facts["child"]) == (str(entries[0].pk), "")


def test_it_does_not_offer_a_seat_again_to_a_participant_whose_offer_has_lapsed(last_seat, entries):
    WaitlistEntry.objects.exclude(pk=entries[0].pk).delete()
    for days in (0, 1, 2):
        offer_seats(last_seat, NOW + days * DAY)
    assert states_of(entries[:1]) == ["LAPSED"]
    assert Enrollment.objects.count() == 1


def test_it_ends_the_offer_when_the_hold_is_canceled(users, last_seat, entries):
    offer_seats(last_seat, NOW)
    with transaction.atomic():
        released = enrollment.cancel_hold(
            student=users.student, child_id=None, camp_class_id=last_seat.pk, now=NOW + HOUR
        )
    assert (released.state, states_of(entries)) == ("RELEASED", ["LEFT", "OFFERED", "WAITING"])
    assert (email_kinds(), email_kinds("SKIPPED")) == (["waitlist_offer"], ["waitlist_offer"])


def test_it_keeps_the_price_of_an_offer_if_the_class_becomes_more_expensive(users, last_seat, entries):
    offer_seats(last_seat, NOW)
    type(last_seat).objects.filter(pk=last_seat.pk).update(price=Decimal("60.00"))
    held = hold_seat(student=users.student, camp_class_id=last_seat.pk, price=Decimal("45.50"), now=NOW)
    assert held.enrollment.price == Decimal("45.50")


def test_it_lowers_the_price_of_an_offer_if_the_class_becomes_cheaper(users, last_seat, entries):
    offer_seats(last_seat, NOW)
    type(last_seat).objects.filter(pk=last_seat.pk).update(price=Decimal("30.00"))
    with pytest.raises(PriceChanged):
        hold_seat(student=users.student, camp_class_id=last_seat.pk, price=Decimal("45.50"), now=NOW)
    held = hold_seat(student=users.student, camp_class_id=last_seat.pk, price=Decimal("30.00"), now=NOW)
    assert held.enrollment.price == Decimal("30.00")


def test_it_asks_no_price_for_an_offer_once_the_class_is_free(users, last_seat, entries):
    offer_seats(last_seat, NOW)
    type(last_seat).objects.filter(pk=last_seat.pk).update(price=0)
    with pytest.raises(PriceChanged):
        hold_seat(student=users.student, camp_class_id=last_seat.pk, price=Decimal("45.50"), now=NOW)
    assert enroll(users.student, last_seat).price == 0


# Free classes.


def enroll(student, camp_class):
    return enroll_free(student, camp_class, now=NOW)


def test_it_enrolls_a_participant_of_the_waitlist_in_a_free_class(users, last_seat, entries):
    type(last_seat).objects.filter(pk=last_seat.pk).update(price=0)
    offer_seats(last_seat, NOW)
    seat = enroll(users.student, last_seat)
    assert (seat.state, states_of(entries)) == ("CONFIRMED", ["ACCEPTED", "WAITING", "WAITING"])
    assert entries[0].offer == seat


def test_it_keeps_a_free_offer_free(users, last_seat, entries):
    type(last_seat).objects.filter(pk=last_seat.pk).update(price=0)
    offer_seats(last_seat, NOW)
    type(last_seat).objects.filter(pk=last_seat.pk).update(price=60)
    assert enroll(users.student, last_seat).price == 0


def test_it_enrolls_only_the_first_of_the_waitlist_in_a_free_class(users, last_seat, entries):
    type(last_seat).objects.filter(pk=last_seat.pk).update(price=0)
    with pytest.raises(ClassFull):
        enroll(make_user("uma"), last_seat)
    assert enroll(users.student, last_seat).state == "CONFIRMED"
    assert states_of(entries) == ["ACCEPTED", "WAITING", "WAITING"]


def test_it_accepts_a_participant_who_gets_a_free_seat_shortly_before_the_first_lesson(users, last_seat, entries):
    type(last_seat).objects.filter(pk=last_seat.pk).update(price=0)
    make_lesson(last_seat, NOW + 2 * HOUR)
    seat = enroll(users.other_student, last_seat)
    assert (seat.offered_until, states_of(entries)) == (None, ["WAITING", "WAITING", "ACCEPTED"])
    assert entries[2].offer == seat
