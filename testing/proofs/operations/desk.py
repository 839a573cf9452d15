"""What the office does for a family, with the e-mails of each operation."""

from datetime import timedelta

from django.utils import timezone

from classes.models import Enrollment
from classes.seats.reservations import remind_of_ends
from testing.clients.api import as_
from testing.proofs.operations.waitlist import INSTRUCTOR, STUDENT, Table
from testing.steps.class_requests import ClassRequests
from testing.steps.desk import desk_body, expire_reservation, pay_at_desk, reserved_seat


def pay_at_the_desk(requests: ClassRequests) -> None:
    body = desk_body(requests.student, requests.clay)
    for status in (201, 200):
        as_(requests.users.admin).post("/desk/enrollments", body, status)


def pay_at_the_desk_and_cancel(requests: ClassRequests) -> None:
    requests.cancel(pay_at_desk(requests.users.admin, requests.student, requests.clay))


def pay_at_the_desk_without_an_address(requests: ClassRequests) -> None:
    family = as_(requests.users.admin).post("/families", {"name": "Cora", "phone": "555 0142"}, 201)["insertedId"]
    body = desk_body(requests.student, requests.clay) | {"userId": family}
    as_(requests.users.admin).post("/desk/enrollments", body, 201)


def reserve_twice(requests: ClassRequests) -> Enrollment:
    until = timezone.now() + timedelta(days=3)
    for _ in range(2):
        reservation = reserved_seat(requests.users.admin, requests.student, requests.clay, until=until)
    return reservation


def reserve_and_pay_at_the_desk(requests: ClassRequests) -> None:
    reserve_twice(requests)
    pay_at_desk(requests.users.admin, requests.student, requests.clay)


def let_a_reservation_lapse(requests: ClassRequests) -> None:
    reservation = reserve_twice(requests)
    for _ in range(2):
        remind_of_ends(now=timezone.now() + timedelta(days=2, minutes=1))
    expire_reservation(reservation)


def cancel_a_reservation(requests: ClassRequests) -> None:
    reservation = reserve_twice(requests)
    for status in (200, 404):
        as_(requests.users.admin).delete(f"/desk/reservations/{reservation.pk}", status)


def withdraw_a_reserved_class(requests: ClassRequests) -> None:
    reserve_twice(requests)
    requests.class_request("withdrawn", {"reason": "Too few"})


TABLE: Table = {
    pay_at_the_desk: [("booked", STUDENT)],
    pay_at_the_desk_and_cancel: [("booked", STUDENT), ("enrollment_canceled", STUDENT)],
    pay_at_the_desk_without_an_address: [],
    reserve_twice: [("reserved", STUDENT)],
    reserve_and_pay_at_the_desk: [("reserved", STUDENT), ("booked", STUDENT)],
    let_a_reservation_lapse: [("reserved", STUDENT), ("reservation_ends", STUDENT), ("reservation_ended", STUDENT)],
    cancel_a_reservation: [("reserved", STUDENT), ("reservation_ended", STUDENT)],
    withdraw_a_reserved_class: [
        *(("reserved", STUDENT), ("reservation_ended", STUDENT), ("class_withdrawn", INSTRUCTOR)),
    ],
}
"""The e-mails that each operation writes."""

UNSENT: Table = {let_a_reservation_lapse: [("reservation_ends", STUDENT)]}
"""Those that are no longer true when they are due."""
