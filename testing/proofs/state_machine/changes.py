"""The rules of the state machine for paid seats at the desk: moves, refunds, releases, returned checks."""

from datetime import timedelta
from decimal import Decimal
from uuid import uuid4

from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from classes.models import Enrollment
from payments.models import Payment, Refund
from testing.proofs.state_machine.desk import DeskRules
from testing.proofs.state_machine.events import UNAVAILABLE, classes, indexes, pick

dollars = st.sampled_from([Decimal("0.01"), Decimal(10), Decimal("19.99"), Decimal("45.50")])
REFUSED = (404, 409)


class ChangeRules(DeskRules):
    def paid(self, index: int) -> Payment:
        """Returns a payment of the history; mostly one with a seat."""
        seated = Payment.objects.seated()
        of = seated if index % 4 and seated.exists() else Payment.objects.history()
        return pick(of.order_by("created_at", "position"), index)

    @rule(
        index=indexes,
        camp_class=classes,
        refund=st.none() | dollars,
        by_school=st.booleans(),
        override=st.booleans(),
    )
    @precondition(lambda self: Payment.objects.history().exists())
    def move(self, index: int, camp_class: int, refund: Decimal | None, by_school: bool, override: bool) -> None:
        payment, target = self.paid(index), self.classes[camp_class]
        body = {"classId": str(target.pk), "reason": "A friend", "bySchool": by_school}
        body |= {"refund": None if refund is None else float(refund)}
        body |= {"override": ["begun", "age", "not_open"] if override else []}
        status, moved = self.at_desk("post", f"/payments/{payment.pk}/move", body, 200, *REFUSED)
        if status == 200:
            assert moved["classId"] == str(target.pk)
            assert moved["price"] == float(payment.price)

    @rule(index=indexes, amount=dollars)
    @precondition(lambda self: Payment.objects.history().exists())
    def part_refund(self, index: int, amount: Decimal) -> None:
        """Sends the request twice with the same key. The seat stays, unless Stripe knows of a full refund."""
        payment = self.paid(index)
        body = {"amount": float(amount), "note": "Rain", "key": str(uuid4())}
        path = f"/payments/{payment.pk}/refunds"
        status, _ = self.at_desk("post", path, body, 201, 409)
        if status == 201:
            refunded = self.at_desk("post", path, body, 200)[1]
            is_seated = refunded["status"] in ("enrolled", "enrollPending")
            assert is_seated or refunded["refundReason"] == Refund.Reason.AT_PROVIDER.label, refunded

    @rule(index=indexes, refund=dollars | st.just(Decimal(0)))
    @precondition(lambda self: Payment.objects.history().exists())
    def release(self, index: int, refund: Decimal) -> None:
        body = {"refund": float(refund), "note": "Rain"}
        self.at_desk("post", f"/payments/{self.paid(index).pk}/release", body, 200, 409)

    @rule(index=indexes)
    @precondition(lambda self: Payment.objects.history().exists())
    def check_returned(self, index: int) -> None:
        payment = self.paid(index)
        status, _ = self.at_desk("post", f"/payments/{payment.pk}/returned", {"note": "No funds"}, 200, 409)
        may_bounce = payment.is_at_desk and not payment.is_returned_check
        assert (status == 200) == may_bounce

    @rule(index=indexes, hours=st.sampled_from([None, 1, 72]))
    @precondition(lambda self: Payment.objects.history().exists())
    def check_of_order_returned(self, index: int, hours: int | None) -> None:
        """All seats of the order are released, or stay taken as reservations."""
        order, now = self.paid(index).order, timezone.now()
        seated = [each.enrollment for each in order.payments.seated() if each.entries.exists()]
        until = now + timedelta(hours=hours) if hours else None
        body = {"note": "No funds", "keepUntil": until.isoformat() if until else None}
        status, answer = self.at_desk("post", f"/orders/{order.pk}/returned", body, 200, 409)
        if status == 200:
            assert answer["released"] + answer["kept"] == len(seated)
            own = Enrollment.objects.reserved(now).filter(student=order.student, reserved_until=until)
            kept = [seat for seat in seated if own.for_participant_of(seat).filter(price=seat.price).exists()]
            assert answer["kept"] == (len(kept) if until else 0)
            assert not order.payments.seated().filter(entries__isnull=False).exists()

    @rule(index=indexes)
    @precondition(lambda self: Payment.objects.with_money_owed().exists())
    def paid_back(self, index: int) -> None:
        payment = pick(Payment.objects.with_money_owed().order_by("created_at", "position"), index)
        body = {"method": "cash", "reference": "Receipt 7"}
        status, row = self.at_desk("post", f"/payments/{payment.pk}/paidBack", body, 200, 409, UNAVAILABLE)
        assert status != 200 or not payment.is_at_desk or row["refundOwed"] == 0
        self.at_desk("get", "/desk/owed", None, 200)
