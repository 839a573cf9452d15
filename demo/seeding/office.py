"""What the office has done in the demo: codes, a check, a reservation, a move, a part refund and a message."""

from datetime import datetime, timedelta
from decimal import Decimal
from uuid import uuid4

from accounts.models import User
from classes.messages.audience import Audience
from classes.messages.sending import send_message
from classes.models import CampClass, Message, Voucher
from classes.seats.requests import SeatRequest
from demo.seeding.payments import no_webhooks
from demo.seeding.users import ADMIN, STUDENT
from payments.desk.enrollments import Sale, enroll_at_desk
from payments.desk.lines import Line
from payments.desk.moves import MoveRequest, move
from payments.desk.part_refunds import refund_part
from payments.desk.reservations import reserve_at_desk
from payments.models import Payment
from payments.vouchers import create_voucher

CODE, CODE_PERCENT = "WELCOME15", 15
CHECK_FOR, RESERVED = "Tiles from the Garden", "Brush, Ink and One Breath"
PARTLY_REFUNDED = "Weave a Wall Hanging"
MOVED_FROM, MOVED_TO = "Wet Paint, Wide Hills", "Dip Dye Day"
MESSAGE = {
    "subject": "Bring a favorite color",
    "text": "There's wool in every color, but bring a scarf or a picture whose colors you like: we begin with those.",
    "to": Message.To.ENROLLED,
}


def seed_office(*, now: datetime) -> None:
    """Creates it once. The student's children get a seat by check and a reservation."""
    if Voucher.objects.exists():
        return
    admin, student = (User.objects.get(email=each.email) for each in (ADMIN, STUDENT))
    create_voucher(values={"code": CODE, "percent": CODE_PERCENT, "per_account": 3, "note": "For new families"})
    create_voucher(
        values={"code": "EARLYBIRD", "amount": Decimal(10), "canceled_at": now, "note": "On last year's flyer"}
    )
    classes = {each.name: each for each in CampClass.objects.select_related("instructor")}
    with no_webhooks():
        _sell_and_reserve(admin, student, classes, now)
        partly = Payment.objects.get(student=student, camp_class=classes[PARTLY_REFUNDED])
        note = "The first lesson began late."
        refund_part(payment_id=partly.pk, key=uuid4(), amount=Decimal(8), note=note, by=admin, now=now)
        _move(admin, classes, now)
    author = classes[PARTLY_REFUNDED].instructor
    audience = Audience(camp_class=classes[PARTLY_REFUNDED])
    send_message(author=author, audience=audience, draft={**MESSAGE, "key": uuid4()}, now=now)


def _sell_and_reserve(admin: User, student: User, classes: dict[str, CampClass], now: datetime) -> None:
    """The younger child's seat is paid by check, with the code. The other's is reserved, at the price for siblings."""
    mia, leo = student.children.order_by("pk")
    sold, reserved = classes[CHECK_FOR], classes[RESERVED]
    sale = Sale(
        user_id=student.pk,
        lines=[Line(SeatRequest(sold.pk, leo.pk))],
        method="check",
        reference="No. 1047",
        total=sold.price * (100 - CODE_PERCENT) / 100,
        key=uuid4(),
        override=(),
        code=CODE,
    )
    enroll_at_desk(staff=admin, sale=sale, now=now)
    lines = [Line(SeatRequest(reserved.pk, mia.pk))]
    reserve_at_desk(staff=admin, user_id=student.pk, lines=lines, until=now + timedelta(days=10), now=now)


def _move(admin: User, classes: dict[str, CampClass], now: datetime) -> None:
    """Moves a student who has no seat in the other class."""
    payments = Payment.objects.seated().filter(camp_class=classes[MOVED_FROM])
    payment = payments.exclude(student__enrollments__camp_class=classes[MOVED_TO]).order_by("student__email")[0]
    request = MoveRequest(camp_class_id=classes[MOVED_TO].pk, reason="Away in the week of the first class.")
    move(payment_id=payment.pk, request=request, by=admin, now=now)
