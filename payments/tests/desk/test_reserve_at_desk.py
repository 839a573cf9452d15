"""`POST /desk/reservations` and `DELETE /desk/reservations/<id>`, and how a reservation is paid or ends."""

from datetime import timedelta

import pytest
from django.utils import timezone

from classes.catalog import changes
from classes.catalog.lesson_rows import LessonRow
from classes.models import Enrollment, Selection
from classes.seats.reservations import remind_of_ends
from mail.models import Alert
from payments.models import Order, Payment
from payments.settlement import orders
from payments.settlement.reconciliation import reconcile_urgent
from testing.clients.api import as_
from testing.factories import (
    make_child,
    make_class,
    make_hold,
    make_lesson,
    make_offer,
    make_reservation,
    make_season,
    make_waitlist_entry,
)
from testing.snapshots import nothing_changes
from testing.steps.checkout import create_order, create_payment_intent, enroll_by_card, pay_order, start_checkout
from testing.steps.desk import desk_line, expire_reservation, reserve, reserved_seat
from testing.steps.waitlists import email_kinds, states_of

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
PATH = "/desk/reservations"


@pytest.fixture
def until():
    return timezone.now() + 3 * DAY


def refusal(users, code, *seats, until, status=409, **fields):
    """Asserts that the reservation is refused with this code and changes nothing. Returns the response."""
    with nothing_changes():
        response = reserve(users.admin, users.student, *seats, until=until, status=status, **fields)
        assert response["code"] == code, response
    return response


def obstacle(users, *seats, until):
    (line,) = refusal(users, "not_all_available", *seats, until=until)["lines"]
    return line["code"]


def test_it_reserves_seats(users, clay, until):
    mia, wood = make_child(users.student), make_class(users.instructor, "Wood")
    response = reserve(users.admin, users.student, (clay, mia), wood, until=until)
    holds = {each.camp_class_id: each for each in Enrollment.objects.reserved(timezone.now())}
    assert [each["enrollmentId"] for each in response["reservations"]] == [
        str(holds[each.pk].pk) for each in (clay, wood)
    ]
    assert {(each.held_until, each.reserved_until, each.reserved_by) for each in holds.values()} == {
        (until, until, users.admin)
    }
    assert Selection.objects.count() == 2
    assert email_kinds() == ["reserved", "reserved"]


def test_it_ignores_the_limits_of_holds(users, clay, until, fresh_stripe):
    children = [make_child(users.student, name=f"Child {number}") for number in range(6)]
    reserve(users.admin, users.student, *((clay, child) for child in children), until=until)
    as_(users.student).post(
        "/createPaymentIntent", {"price": float(clay.price), "classId": str(clay.pk), "childId": None}
    )
    assert Enrollment.objects.live_holds(timezone.now()).count() == 7


def test_it_moves_the_end_of_a_reservation(users, clay, until):
    first = reserved_seat(users.admin, users.student, clay, until=until)
    again = reserved_seat(users.admin, users.student, clay, until=until - DAY)
    assert (again.pk, again.held_until, again.reserved_until) == (first.pk, until - DAY, until - DAY)


def test_it_reserves_a_seat_that_is_held_and_keeps_its_open_order(users, clay, until, fresh_stripe):
    payment = start_checkout(users.student, clay)
    reservation = reserved_seat(users.admin, users.student, clay, until=until)
    assert reservation.pk == payment.enrollment_id
    assert pay_order(payment.order, fresh_stripe)[0].state == Payment.State.ENROLL_PENDING


def test_it_ends_the_open_order_at_another_price(users, clay, until, fresh_stripe):
    order = start_checkout(users.student, clay).order
    reserve(users.admin, users.student, until=until, lines=[desk_line(clay, price=20, reason="Aid")])
    order.refresh_from_db()
    assert order.state == "CANCELED"
    assert Enrollment.objects.reserved(timezone.now()).get().price == 20


def test_it_is_paid_by_card_at_its_price(users, clay, until, fresh_stripe):
    reservation = reserved_seat(
        users.admin, users.student, clay, until=until, lines=[desk_line(clay, price=20, reason="Aid")]
    )
    clay.price = 10
    clay.save()
    (selection,) = as_(users.student).get("/selectClass?email=sam@camp.example")
    assert (selection["price"], selection["heldPrice"]) == (20, 20)
    assert selection["reservedUntil"] == selection["heldUntil"] == until.isoformat().replace("+00:00", "Z")
    opened = create_order(users.student, Selection.objects.all(), total=20)
    (paid,) = pay_order(Order.objects.get(pk=opened["orderId"]), fresh_stripe)
    assert (paid.enrollment_id, paid.price) == (reservation.pk, 20)


def test_it_is_paid_by_the_call_for_one_class(users, clay, until, fresh_stripe):
    reservation = reserved_seat(users.admin, users.student, clay, until=until)
    assert enroll_by_card(users.student, clay, fresh_stripe).enrollment_id == reservation.pk


def test_it_keeps_its_end_when_an_order_is_opened_and_canceled(users, clay, until, fresh_stripe):
    reservation = reserved_seat(users.admin, users.student, clay, until=until)
    payment = start_checkout(users.student, clay)
    fresh_stripe.cancel(payment.intent_id)
    orders.cancel_or_settle(order=payment.order, now=timezone.now())
    reservation.refresh_from_db()
    assert (reservation.state, reservation.held_until) == ("HELD", until)


def test_it_is_prolonged_while_the_family_pays_in_the_last_minutes(users, clay, fresh_stripe):
    reservation = reserved_seat(users.admin, users.student, clay, until=timezone.now() + timedelta(minutes=16))
    Enrollment.objects.filter(pk=reservation.pk).update(
        held_until=timezone.now() + timedelta(minutes=1), reserved_until=timezone.now() + timedelta(minutes=1)
    )
    create_payment_intent(users.student, clay)
    reservation.refresh_from_db()
    assert reservation.held_until > timezone.now() + timedelta(minutes=14)


def test_it_does_not_count_among_the_orders_that_limit_an_account(users, until, fresh_stripe):
    classes = [make_class(users.instructor, f"Class {number}") for number in range(5)]
    reserve(users.admin, users.student, *classes, until=until)
    for camp_class in classes:
        create_payment_intent(users.student, camp_class)


def test_it_expires_as_a_hold(users, clay, until):
    reservation = reserved_seat(users.admin, users.student, clay, until=until)
    expire_reservation(reservation)
    reconcile_urgent(now=timezone.now(), days=30)
    reservation.refresh_from_db()
    assert reservation.state == "RELEASED"
    assert not Selection.objects.exists()
    assert email_kinds() == ["reservation_ended", "reserved"]


def test_it_is_announced_a_day_before_its_end_once(users, clay, until):
    reserve(users.admin, users.student, clay, until=until)
    for now in (until - 2 * DAY, until - DAY, until - DAY + timedelta(minutes=15)):
        remind_of_ends(now=now)
    assert email_kinds() == ["reservation_ends", "reserved"]
    alert = Alert.objects.get()
    assert (alert.kind, alert.facts["class"]) == ("reservation_ends", clay.name)
    assert alert.facts["path"] == f"/dashboard/families/{users.student.pk}"


def test_it_ends_before_the_first_lesson_if_the_lessons_move(users, clay, until):
    make_lesson(clay, timezone.now() + 9 * DAY)
    reservation = reserved_seat(users.admin, users.student, clay, until=until)
    start = timezone.now() + DAY
    changes.update_class(
        instructor=users.instructor,
        camp_class_id=clay.pk,
        values={},
        seats=clay.capacity,
        shown_enrolled=None,
        lessons=[LessonRow(start, start + timedelta(hours=1))],
        now=timezone.now(),
    )
    reservation.refresh_from_db()
    assert reservation.held_until == reservation.reserved_until == start - timedelta(hours=2)


def test_it_leaves_its_seat_to_the_waitlist(users, clay, until):
    clay.capacity = 1
    clay.save()
    reservation = reserved_seat(users.admin, users.student, clay, until=until)
    entry = make_waitlist_entry(users.other_student, clay)
    as_(users.admin).delete(f"{PATH}/{reservation.pk}")
    assert states_of([entry]) == ["OFFERED"]


def test_it_counts_as_taken(users, clay, until):
    clay.capacity = 1
    clay.save()
    reserve(users.admin, users.student, clay, until=until)
    assert create_payment_intent(users.other_student, clay, 409)["code"] == "class_full"
    assert as_(None).get(f"/classes/{clay.pk}")["offered"] == 1
    as_(users.other_student).post("/waitlist", {"classId": str(clay.pk)}, 201)


def test_it_refuses_an_offer(users, clay, until):
    make_offer(users.student, clay)
    assert obstacle(users, clay, until=until) == "already_offered"


@pytest.mark.parametrize("hours", [-1, 0, 21 * 24 + 1])
def test_it_refuses_an_end_that_is_too_early_or_too_late(users, clay, hours):
    response = refusal(users, "invalid", clay, until=timezone.now() + timedelta(hours=hours), status=400)
    assert set(response["fields"]) == {"until"}


def test_it_refuses_an_end_within_two_hours_before_the_first_lesson(users, clay):
    start = timezone.now() + 2 * DAY
    make_lesson(clay, start)
    assert obstacle(users, clay, until=start - timedelta(hours=1.9)) == "class_begins_before"
    reserve(users.admin, users.student, clay, until=start - timedelta(hours=2))


def test_it_refuses_what_cannot_be_booked(users, clay, until):
    assert obstacle(users, make_class(users.instructor, "Full", capacity=0), until=until) == "class_full"
    assert obstacle(users, make_class(users.instructor, "Closed", season=make_season()), until=until) == "not_open_yet"
    assert obstacle(users, make_class(users.instructor, "Pending", status="Pending"), until=until) == "not_found"


def test_it_refuses_another_price_without_a_reason(users, clay, until):
    refusal(users, "reason_needed", until=until, lines=[desk_line(clay, price=20)])


def test_it_refuses_an_account_that_is_disabled_or_unknown(users, clay, until):
    users.student.is_active = False
    users.student.save()
    refusal(users, "account_disabled", clay, until=until)
    refusal(users, "not_found", clay, until=until, status=404, userId="999999")


def test_it_cancels_a_reservation(users, clay, until, fresh_stripe):
    reservation = reserved_seat(users.admin, users.student, clay, until=until)
    order = start_checkout(users.student, clay).order
    assert as_(users.admin).delete(f"{PATH}/{reservation.pk}") == {"deletedCount": 1}
    reservation.refresh_from_db()
    order.refresh_from_db()
    assert (reservation.state, order.state) == ("RELEASED", "CANCELED")
    assert fresh_stripe.intent(order.intent_id)["status"] == "canceled"
    assert email_kinds() == ["reservation_ended", "reserved"]


def test_it_refuses_to_cancel_what_is_no_live_reservation(users, clay, until):
    ended = make_reservation(users.student, clay, by=users.admin, days=-1)
    others = [ended.pk, make_hold(users.other_student, clay).pk, 0]
    with nothing_changes():
        for each in others:
            as_(users.admin).delete(f"{PATH}/{each}", 404)


def test_it_lets_the_family_give_it_up(users, clay, until):
    reservation = reserved_seat(users.admin, users.student, clay, until=until)
    as_(users.student).delete(f"/selectClass/{Selection.objects.get().pk}")
    reservation.refresh_from_db()
    assert reservation.state == "RELEASED"
    assert email_kinds() == ["reserved"]
