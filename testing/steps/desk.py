"""Requests of staff at the desk."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from accounts.models import Child, User
from classes.models import CampClass, Enrollment
from classes.seats.requests import SeatRequest
from payments.desk.enrollments import Sale
from payments.desk.lines import Line
from payments.models import Payment
from testing.clients.api import as_

Seat = CampClass | tuple[CampClass, Child | None]


def desk_sale(family: User, camp_class: CampClass, key: UUID | None = None) -> Sale:
    """Returns the sale of a seat to the account holder, who pays by check."""
    return Sale(
        user_id=family.pk,
        lines=[Line(SeatRequest(camp_class.pk, None))],
        method="check",
        reference="No. 1047",
        total=camp_class.price,
        key=key or uuid4(),
        override=(),
    )


def desk_line(seat: Seat, **fields: Any) -> dict[str, Any]:
    camp_class, child = (seat, None) if isinstance(seat, CampClass) else seat
    return {"classId": str(camp_class.pk), "childId": child and str(child.pk)} | fields


def desk_body(family: User, *seats: Seat, lines: Sequence[dict[str, Any]] = (), **fields: Any) -> dict[str, Any]:
    """Returns the body of an enrollment that is paid by check, at the prices of the classes by default."""
    classes = [seat if isinstance(seat, CampClass) else seat[0] for seat in seats]
    total = sum((each.price for each in classes), Decimal(0))
    paid = {"method": "check", "reference": "No. 1047"} if total else {}
    lines = lines or [desk_line(seat) for seat in seats]
    return {"userId": str(family.pk), "lines": lines, "total": float(total), "key": str(uuid4())} | paid | fields


def enroll_at_desk(admin: User, family: User, *seats: Seat, status: int = 201, **fields: Any) -> Any:
    """Enrolls and returns the JSON of the response."""
    return as_(admin).post("/desk/enrollments", desk_body(family, *seats, **fields), status)


def pay_at_desk(admin: User, family: User, *seats: Seat, **fields: Any) -> Payment:
    """Enrolls and returns the first payment."""
    sold = enroll_at_desk(admin, family, *seats, **fields)
    return Payment.objects.select_related("order", "enrollment").get(pk=sold["payments"][0]["_id"])


def reserve(admin: User, family: User, *seats: Seat, until: datetime, status: int = 201, **fields: Any) -> Any:
    """Reserves seats. Returns the JSON of the response."""
    lines = [desk_line(seat) for seat in seats]
    body = {"userId": str(family.pk), "lines": lines, "until": until.isoformat()} | fields
    return as_(admin).post("/desk/reservations", body, status)


def reserved_seat(admin: User, family: User, seat: Seat, *, until: datetime, **fields: Any) -> Enrollment:
    response = reserve(admin, family, seat, until=until, **fields)
    return Enrollment.objects.get(pk=response["reservations"][0]["enrollmentId"])


def expire_reservation(reservation: Enrollment) -> None:
    now = timezone.now()
    Enrollment.objects.filter(pk=reservation.pk).update(held_until=now, reserved_until=now)
