"""The rules of the state machine about waitlists: joining, leaving, offers that are paid or lapse, and the worker."""

from contextlib import suppress
from datetime import timedelta
from typing import Any

import httpx
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from accounts import roles
from accounts.models import Child, User
from classes.catalog.changes import update_class
from classes.catalog.lesson_rows import LessonRow
from classes.models import Enrollment, Selection, WaitlistEntry, load_class_and_hold, shown_classes
from classes.seats.limits import is_unproven
from classes.seats.offers import ENDS_BEFORE_CLASS
from classes.waitlist.entries import make_due_offers
from core.errors import DomainError
from payments.models import Order
from payments.settlement.reconciliation import reconcile_urgent
from testing.proofs.invariants import waitlists
from testing.proofs.state_machine.events import UNAVAILABLE, CampEvents, classes, indexes, pick

students = st.integers(0, 2)
participants = st.none() | st.integers(0, 1)
"""None is the student, a number is one of their two children."""
AGES = [(None, None), (None, 9), (10, None)]
"""The lowest and the highest age of a class. The children of a student are 6 and 12 years old."""


class WaitlistRules(CampEvents):
    """What students and staff do about waitlists."""

    students: list[User]
    children: list[list[Child]]

    def body(self, student: int, child: int | None, camp_class: int) -> dict[str, Any]:
        """Names the class, and the child or the student who takes part."""
        child_id = self.child_id(student, child)
        return {"classId": str(self.classes[camp_class].pk), "childId": child_id and str(child_id)}

    def child_id(self, student: int, child: int | None) -> int | None:
        return None if child is None else self.children[student][child].pk

    @rule(student=students, child=participants, camp_class=classes, sold_out=st.sampled_from([True, True, False]))
    def join_waitlist(self, student: int, child: int | None, camp_class: int, sold_out: bool = True) -> None:
        """Joins; ``sold_out`` first removes the open seats, because few random states have none."""
        if sold_out:
            self.change(camp_class, {"seats": 0}, 200, 409)
        body = self.body(student, child, camp_class)
        status, response = self.call(self.students[student], "post", "/waitlist", body, 201, 404, 409)
        if status == 201:
            waiting = WaitlistEntry.objects.waiting().filter(camp_class=self.classes[camp_class]).count()
            assert response["position"] == waiting, response
            assert waiting > 1 or not self.ordinary_holds(camp_class).exists(), "a seat is only held"
            assert not is_unproven(User.objects.get(pk=self.students[student].pk))

    def ordinary_holds(self, camp_class: int) -> Any:
        """Returns the live holds of the class that are neither offers nor reservations."""
        holds = Enrollment.objects.live_holds(timezone.now()).filter(offered_until=None, reserved_until=None)
        return holds.filter(camp_class=self.classes[camp_class])

    @rule(index=indexes)
    @precondition(lambda self: WaitlistEntry.objects.waiting().exists())
    def add_seat(self, index: int) -> None:
        """The instructor of a class in which somebody waits adds a seat."""
        entry = pick(WaitlistEntry.objects.waiting().order_by("pk"), index)
        camp_class = shown_classes().get(pk=entry.camp_class_id)
        seats = {"seats": camp_class.unsold_seats + 1}
        self.change([each.pk for each in self.classes].index(camp_class.pk), seats, 200, 409)

    @rule(index=indexes)
    @precondition(lambda self: WaitlistEntry.objects.active().exists())
    def leave_waitlist(self, index: int) -> None:
        """Leaves, or declines an offer, which may be at the card form."""
        entry = pick(WaitlistEntry.objects.active().order_by("pk"), index)
        self.call(entry.student, "delete", f"/waitlist/{entry.pk}", None, 200)

    @rule(index=indexes)
    @precondition(lambda self: WaitlistEntry.objects.exists())
    def put_next(self, index: int) -> None:
        entry = pick(WaitlistEntry.objects.order_by("pk"), index)
        status, _ = self.call(self.admin, "post", f"/waitlist/{entry.pk}/offer", {"reason": "A sibling"}, 200, 409)
        assert (status == 200) is (entry.state == WaitlistEntry.State.WAITING and not entry.is_next)

    @rule(index=indexes, others=st.booleans(), late=st.booleans())
    @precondition(lambda self: _live_offers().exists())
    def pay_offer(self, index: int, others: bool, late: bool) -> None:
        """Pays an offer, alone or with all that the student has selected; "late" means after its end."""
        offer = pick(_live_offers().order_by("pk"), index)
        selections = load_class_and_hold(offer.student.selections.all(), timezone.now())
        wanted = [each for each in selections if others or _participant(each) == _participant(offer)]
        body = {"selections": [str(each.pk) for each in wanted], "total": float(sum(each.price for each in wanted))}
        status, response = self.call(offer.student, "post", "/orders", body, 200, 409, UNAVAILABLE)
        if status != 200 or response["clientSecret"] is None:
            return
        if late:
            self.expire(Enrollment.objects.get(pk=offer.pk))
        order = Order.objects.get(pk=response["orderId"])
        try:
            path = f"/v1/payment_intents/{order.intent_id}/confirm"
            self.stripe.http.post(path, data={"payment_method": "pm_card_visa"})
        except httpx.TransportError:
            return
        body = {"transactionId": order.intent_id}
        self.call(offer.student, "post", "/payments", body, 200, 201, 402, UNAVAILABLE)

    @rule(index=indexes)
    @precondition(lambda self: _live_offers().exists())
    def lapse_offer(self, index: int) -> None:
        self.expire(pick(_live_offers().order_by("pk"), index))

    @rule(camp_class=classes, hours=st.sampled_from([1, 2.5, 5, 12, 100]))
    def change_lessons(self, camp_class: int, hours: float) -> None:
        """Moves the first lesson as the instructor's form does: offers end two hours before it."""
        now, current = timezone.now(), self.classes[camp_class]
        start = now + timedelta(hours=hours)
        seats = shown_classes().get(pk=current.pk).unsold_seats
        values: dict[str, Any] = {"values": {}, "seats": seats, "shown_enrolled": None}
        lessons = [LessonRow(start, start + timedelta(hours=1))]
        with suppress(DomainError):  # a lesson has begun, or the class was withdrawn
            update_class(instructor=self.instructor, camp_class_id=current.pk, lessons=lessons, now=now, **values)
            end = max(now, start - ENDS_BEFORE_CLASS)
            is_late = Q(offered_until__gt=end) | Q(reserved_until__gt=end)
            late = Enrollment.objects.live_holds(timezone.now()).filter(is_late, camp_class=current)
            assert not late.exists(), late

    @rule(camp_class=classes, ages=st.sampled_from(AGES))
    def change_ages(self, camp_class: int, ages: tuple[int | None, int | None]) -> None:
        """Changes the ages of a class, so that some waiting children may no longer fit."""
        self.change(camp_class, {"ageFrom": ages[0], "ageTo": ages[1]}, 200)

    @rule(student=students)
    def deactivate_or_activate_account(self, student: int) -> None:
        """Deactivates the account, or activates it again."""
        user = User.objects.get(pk=self.students[student].pk)
        _set_active(user, active=not user.is_active)

    @rule(student=students)
    def change_verification(self, student: int) -> None:
        """The account gets another e-mail address, or verifies the present one."""
        user = User.objects.get(pk=self.students[student].pk)
        user.email_verified = user.is_active and not user.email_verified
        user.save(update_fields=["email_verified"])

    @rule(index=indexes)
    @precondition(lambda self: WaitlistEntry.objects.waiting().exists())
    def add_seat_while_account_is_deactivated(self, index: int) -> None:
        entry = pick(WaitlistEntry.objects.waiting().order_by("pk"), index)
        _set_active(entry.student, active=False)
        entry.refresh_from_db()
        assert entry.state == WaitlistEntry.State.CLOSED
        if WaitlistEntry.objects.waiting().exists():
            self.add_seat(index)
        _set_active(entry.student, active=True)

    @rule(index=indexes)
    @precondition(lambda self: WaitlistEntry.objects.waiting().exists())
    def add_seat_for_other_ages(self, index: int) -> None:
        """Changes the ages so that the waiting child no longer fits, then adds a seat."""
        entry = pick(WaitlistEntry.objects.waiting().order_by("pk"), index)
        older = entry.child is None or entry.child.age_on(timezone.localdate()) < 10
        self.change_ages([each.pk for each in self.classes].index(entry.camp_class_id), AGES[2 if older else 1])
        now = timezone.now()
        if WaitlistEntry.objects.waiting().exists():
            self.add_seat(index)
        found = waitlists.offers_at_other_ages(since=now)
        assert found == [], found

    @rule()
    def run_worker(self) -> None:
        """Runs the task of every minute, after which no seat is open while somebody waits."""
        now = timezone.now()
        make_due_offers(now=now)
        reconcile_urgent(now=now, days=7)
        found = waitlists.unfinished(now=now) + waitlists.offers_at_other_ages(since=now)
        assert found == [], found
        assert make_due_offers(now=now) == 0, "the worker found the same work again"


@transaction.atomic
def _set_active(user: User, *, active: bool) -> None:
    """Changes the status as the Django admin does."""
    now = timezone.now()
    before = roles.lock_for_change(user_id=user.pk, role=user.role, is_active=active, now=now)
    user.is_active = active
    roles.save_change(user=user, before=before, fields=["is_active"], now=now)


def _live_offers() -> Any:
    return Enrollment.objects.live_holds(timezone.now()).filter(offered_until__isnull=False)


def _participant(row: Enrollment | Selection) -> tuple[int, int | None]:
    return row.camp_class_id, row.child_id
