"""The rules of the state machine about the desk: enrolling, reserving, and reservations that end."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from classes.models import CampClass, Enrollment
from payments.models import Order
from testing.clients.api import as_
from testing.proofs.state_machine.events import classes, indexes, pick
from testing.proofs.state_machine.waitlist import WaitlistRules, participants, students
from testing.steps.desk import desk_body, desk_line

prices = st.sampled_from([None, None, Decimal(0), Decimal(30)])
"""What staff ask for a seat; None is what it costs."""
REASON = "Agreed with the head of the camp"


class DeskRules(WaitlistRules):
    """What staff do for families who call or come to the office."""

    def at_desk(self, method: str, path: str, body: Any, *statuses: int) -> tuple[int, Any]:
        response = getattr(as_(self.admin).client, method)(path, body, format="json")
        assert response.status_code in statuses, (path, response.status_code, response.content)
        return response.status_code, response.json()

    @rule(
        student=students,
        seats=st.lists(st.tuples(participants, classes), min_size=1, max_size=3, unique=True),
        price=prices,
        override=st.booleans(),
    )
    def desk_enroll(
        self, student: int, seats: list[tuple[int | None, int]], price: Decimal | None, override: bool
    ) -> None:
        """Takes the money for some seats, twice with the same key."""
        lines = [self.desk_line(student, child, camp_class, price) for child, camp_class in seats]
        total = sum(self.price_at_desk(student, child, camp_class, price) for child, camp_class in seats)
        ignored = ["begun", "age", "not_open"] if override else []
        user = self.students[student]
        body = desk_body(user, lines=lines, total=float(total), override=ignored, method="cash")
        status, response = self.at_desk("post", "/desk/enrollments", body, 201, 404, 409)
        if status == 201:
            order = Order.objects.get(pk=response["orderId"])
            assert (order.state, order.amount, order.method) == ("PAID", total, "DESK")
            assert self.at_desk("post", "/desk/enrollments", body, 200)[1]["orderId"] == response["orderId"]

    def desk_line(self, student: int, child: int | None, camp_class: int, price: Decimal | None) -> dict[str, Any]:
        participant = None if child is None else self.children[student][child]
        priced = {} if price is None else {"price": float(price), "reason": REASON}
        return desk_line((self.classes[camp_class], participant), **priced)

    def price_at_desk(self, student: int, child: int | None, camp_class: int, price: Decimal | None) -> Decimal:
        """Returns what staff ask for, or what the live hold or the class costs."""
        current = CampClass.objects.get(pk=self.classes[camp_class].pk)
        holds = Enrollment.objects.live_holds(timezone.now()).filter(student=self.students[student], camp_class=current)
        hold = holds.filter(child=self.child_id(student, child)).first()
        is_agreed = hold is not None and hold.reserved_until is not None
        present = hold.price if is_agreed else min(hold.price if hold else current.price, current.price)
        return present if price is None else price

    @rule(student=students, child=participants, camp_class=classes, price=prices, hours=st.sampled_from([1, 72]))
    def reserve(self, student: int, child: int | None, camp_class: int, price: Decimal | None, hours: int) -> None:
        until = timezone.now() + timedelta(hours=hours)
        lines = [self.desk_line(student, child, camp_class, price)]
        body = {"userId": str(self.students[student].pk), "lines": lines, "until": until.isoformat()}
        status, response = self.at_desk("post", "/desk/reservations", body, 201, 404, 409)
        if status == 201:
            (reserved,) = response["reservations"]
            assert Enrollment.objects.reserved(timezone.now()).get(pk=reserved["enrollmentId"]).held_until == until

    @rule(index=indexes)
    @precondition(lambda self: _reserved().exists())
    def cancel_reservation(self, index: int) -> None:
        reservation = pick(_reserved().order_by("pk"), index)
        self.at_desk("delete", f"/desk/reservations/{reservation.pk}", None, 200)

    @rule(index=indexes)
    @precondition(lambda self: _reserved().exists())
    def reservation_expires(self, index: int) -> None:
        self.expire(pick(_reserved().order_by("pk"), index))


def _reserved() -> Any:
    return Enrollment.objects.reserved(timezone.now())
