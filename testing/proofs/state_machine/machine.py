"""A state machine: students, staff, Stripe and the clock act on seats and money in any order."""

from contextlib import suppress
from datetime import date
from decimal import Decimal
from io import StringIO
from operator import itemgetter
from typing import Any

import httpx
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from accounts.models import Child, User
from classes.models import CampClass, Enrollment, Selection, WaitlistEntry
from core.errors import DomainError
from payments.models import Payment, Refund
from privacy import deletion
from testing.clients.api import as_
from testing.factories import make_child, make_class, make_user, make_users
from testing.proofs import invariants
from testing.proofs.invariants import waitlists
from testing.proofs.state_machine.changes import ChangeRules
from testing.proofs.state_machine.events import DOLLARS, UNAVAILABLE, classes, indexes, pick
from testing.proofs.state_machine.prices import PriceRules, codes
from testing.proofs.state_machine.seasons import SeasonRules
from testing.proofs.state_machine.waitlist import participants, students
from testing.servers.stripe_stand_in import deliver_event

CARDS = ["pm_card_visa", "pm_card_visa", "pm_card_visa", "pm_card_chargeDeclined", "pm_card_authenticationRequired"]
PENDING_REFUNDS = "pm_card_pendingRefund"
CHILDREN = {"First": 6, "Second": 12}
progress = st.sampled_from(["hold", "pay", "pay late", "settle", "settle late"])


class EnrollmentMachine(SeasonRules, PriceRules, ChangeRules):
    """Three students with two children each, two small classes and a free one, of which some have a waitlist.

    Responses have documented statuses, and the invariants hold.
    """

    def __init__(self) -> None:
        super().__init__()
        self.example = transaction.atomic()
        self.example.__enter__()
        self.stripe.reset()
        self.stripe.control("faults", {"webhooks": [{"action": "drop"}]})

    @initialize(
        capacities=st.tuples(st.integers(1, 2), st.integers(1, 2)),
        checkouts=st.lists(st.tuples(students, participants, st.integers(0, 1), progress), min_size=2, max_size=6),
        named=st.lists(st.tuples(students, participants, st.integers(0, 1), st.booleans()), max_size=2),
        joins=st.lists(st.tuples(students, participants, classes, st.booleans()), min_size=1, max_size=5),
        card=st.sampled_from(["pm_card_visa", PENDING_REFUNDS]),
        opening=st.sampled_from([None, None, "announced", "closed", "open early"]),
    )
    def create_camp(
        self,
        capacities: tuple[int, int],
        checkouts: list[tuple[int, int | None, int, str]],
        named: list[tuple[int, int | None, int, bool]],
        joins: list[tuple[int, int | None, int, bool]],
        card: str,
        opening: str | None,
    ) -> None:
        """Starts with some checkouts and waitlists, so that short runs reach interesting states.

        All checkouts use this card. If there is an ``opening``, the second class is in a season with it, and the first
        family is a returning one.
        """
        self.card = card
        users = make_users()
        self.admin, self.instructor = users.admin, users.instructor
        self.students = [users.student, users.other_student, make_user("uma")]
        self.children = [_make_children(student) for student in self.students]
        self.classes = [
            make_class(users.instructor, "Clay", capacity=capacities[0]),
            make_class(users.instructor, "Wood", capacity=capacities[1], price=Decimal("19.99")),
            make_class(users.instructor, "Free", capacity=1, price=Decimal(0)),
        ]
        self.create_vouchers()
        if opening is not None:
            self.open_season(1, opening)
            self.enroll_in_former_season(0)
        for student, child, camp_class, delivered in named:
            self.pay_by_price(student, child, camp_class, delivered)
        for student, child, camp_class, steps in checkouts:
            self.check_out(student, child, camp_class, steps)
        for student, child, camp_class, offered in joins:
            self.join_waitlist(student, child, camp_class)
            if offered and WaitlistEntry.objects.waiting().exists():
                self.add_seat(0)

    def teardown(self) -> None:
        try:
            if hasattr(self, "classes"):
                self.check_final_state()
        finally:
            transaction.set_rollback(True)
            self.example.__exit__(None, None, None)

    def check_final_state(self) -> None:
        """Ends the faults, expires all holds, reconciles and completes all refunds; nothing may remain unfinished."""
        self.stripe.control("faults", {"requests": []})
        for hold in Enrollment.objects.held():
            self.expire(hold)
        for _ in range(3):  # the first reconciliation can find that a refund has failed, and the next one sends another
            self.reconcile()
            for refund in self.refunds("pending"):
                self.stripe.complete_refund(refund["id"])
        call_command("reconcile_payments", stdout=StringIO())
        provider, now = self.stripe.http, timezone.now()
        found = invariants.violations(provider=provider, now=now) + invariants.unfinished(provider=provider, now=now)
        assert found == [], found
        self.run_worker()
        before = self.payment_rows()
        call_command("reconcile_payments", stdout=StringIO())
        assert self.payment_rows() == before, "a second reconciliation changed rows"

    def payment_rows(self) -> list[Any]:
        tables = (Payment, Refund, Enrollment)
        return [row for table in tables for row in table.objects.order_by("pk").values()]

    @invariant()
    def invariants_hold(self) -> None:
        found = invariants.violations(provider=self.stripe.http, now=timezone.now())
        assert found == [], found

    @invariant()
    def deleted_accounts_and_children_have_nothing_open(self) -> None:
        started = Payment.objects.filter(state=Payment.State.STARTED)
        for rows in (Selection.objects, Enrollment.objects.held(), started):
            assert not rows.filter(student__deleted_at__isnull=False).exists()
        for rows in (Selection.objects, Enrollment.objects.held()):
            assert not rows.filter(child__deleted_at__isnull=False).exists()
        assert not started.filter(enrollment__child__deleted_at__isnull=False).exists()
        assert waitlists.entries_that_cannot_get_an_offer() == []

    # Students.

    @rule(student=students, child=participants, camp_class=classes)
    def select(self, student: int, child: int | None, camp_class: int) -> None:
        self.call(self.students[student], "post", "/selectClass", self.body(student, child, camp_class), 201, 404, 409)

    @rule(index=indexes)
    @precondition(lambda self: Selection.objects.exists())
    def remove_selection(self, index: int) -> None:
        selection = pick(Selection.objects.order_by("pk"), index)
        self.call(selection.student, "delete", f"/selectClass/{selection.pk}", None, 200)

    @rule(student=students, child=participants, camp_class=classes)
    def hold(self, student: int, child: int | None, camp_class: int) -> None:
        """Sends the price that the page shows: the price of the live hold, otherwise of the class."""
        user, current = self.students[student], CampClass.objects.get(pk=self.classes[camp_class].pk)
        participant = None if child is None else self.children[student][child]
        holds = Enrollment.objects.live_holds(timezone.now()).filter(student=user, camp_class=current)
        live = holds.filter(child=participant).first()
        price = live.price if live and (current.price or live.reserved_until) else current.price
        body = {"price": float(price), **self.body(student, child, camp_class)}
        status, response = self.call(user, "post", "/createPaymentIntent", body, 200, 400, 404, 409, UNAVAILABLE)
        if status == 200:
            payment = Payment.objects.get(order__intent_id=response["clientSecret"].split("_secret_")[0])
            assert payment.price <= price <= payment.list_price
            assert payment.enrollment.child == participant

    @rule(student=students, child=participants, camp_class=classes)
    def hold_for_another_familys_child(self, student: int, child: int | None, camp_class: int) -> None:
        """Selects, holds and enrolls for a child of the next student; nothing may change."""
        body = {"price": 45.5, **self.body((student + 1) % 3, child or 0, camp_class)}
        for path in ("/selectClass", "/createPaymentIntent", "/payments"):
            self.call(self.students[student], "post", path, body, 404, UNAVAILABLE)

    @rule(student=students, camp_class=classes, price=st.sampled_from(DOLLARS))
    def hold_at_any_price(self, student: int, camp_class: int, price: Decimal) -> None:
        body = {"price": float(price), "classId": str(self.classes[camp_class].pk)}
        self.call(self.students[student], "post", "/createPaymentIntent", body, 200, 400, 404, 409, UNAVAILABLE)

    @rule(student=students, child=participants, named=st.integers(0, 1), delivered=st.booleans())
    def pay_by_price(self, student: int, child: int | None, named: int, delivered: bool) -> None:
        """Pays as the original client: selects two classes, opens the intent by their price, and names one later."""
        for camp_class in (0, 1):
            self.change_price(camp_class, DOLLARS[0])
            self.select(student, child, camp_class)
        user, body = self.students[student], {"price": float(DOLLARS[0])}
        status, opened = self.call(user, "post", "/createPaymentIntent", body, 200, 400, 409, UNAVAILABLE)
        if status != 200:
            return
        intent_id = opened["clientSecret"].split("_secret_")[0]
        with suppress(httpx.TransportError):
            self.stripe.http.post(f"/v1/payment_intents/{intent_id}/confirm", data={"payment_method": self.card})
        for event in self.stripe.events_of(intent_id, "payment_intent.succeeded") if delivered else ():
            deliver_event(event, 200, UNAVAILABLE)
        body = {"transactionId": intent_id, "classId": str(self.classes[named].pk)}
        status, settled = self.call(user, "post", "/payments", body, 200, 201, 402, UNAVAILABLE)
        if status == 201 and not delivered:  # else the class of the order may have begun, and the seat stays
            shown = settled["payment"]
            assert shown["classId"] == body["classId"] or shown["status"] in ("refundPending", "refunded")

    @rule(student=students, child=participants, camp_class=classes, steps=progress)
    def check_out(self, student: int, child: int | None, camp_class: int, steps: str) -> None:
        """Selects, holds, pays and settles, as far as ``steps`` says; "late" means after the hold has expired."""
        self.select(student, child, camp_class)
        self.hold(student, child, camp_class)
        participant = None if child is None else self.children[student][child]
        payments = Payment.objects.filter(student=self.students[student], camp_class=self.classes[camp_class])
        payments = payments.filter(enrollment__child=participant)
        payment = payments.filter(state="started").exclude(order__intent_id=None).first()
        if payment is None or steps == "hold":
            return
        if steps.endswith("late"):
            self.expire(payment.enrollment)
        with suppress(httpx.TransportError):
            self.stripe.http.post(
                f"/v1/payment_intents/{payment.intent_id}/confirm", data={"payment_method": self.card}
            )
        if steps.startswith("settle"):
            body = {"transactionId": payment.intent_id}
            self.call(self.students[student], "post", "/payments", body, 200, 201, 402, UNAVAILABLE)

    @rule(
        student=students,
        seats=st.lists(st.tuples(participants, classes), min_size=1, max_size=5, unique=True),
        code=codes,
    )
    def order(self, student: int, seats: list[tuple[int | None, int]], code: str) -> None:
        """Selects the seats and orders them for the sum that the quote says."""
        for child, camp_class in seats:
            self.select(student, child, camp_class)
        user = self.students[student]
        wanted = {(self.classes[camp_class].pk, self.child_id(student, child)) for child, camp_class in seats}
        shown = Selection.objects.filter(student=user)
        selections = [each for each in shown if (each.camp_class_id, each.child_id) in wanted]
        if selections:
            body = {"selections": [str(selection.pk) for selection in selections], "code": code}
            status, quoted = self.call(user, "post", "/orders/quote", body, 200, 409)
            if status == 200:
                body |= {"total": quoted["total"]}
                status, response = self.call(user, "post", "/orders", body, 200, 409, UNAVAILABLE)
            if status == 200:
                assert response["amount"] == quoted["total"]
                line_values = itemgetter("selectionId", "listPrice", "discount", "discountText", "price")
                assert [*map(line_values, response["lines"])] == [*map(line_values, quoted["lines"])]

    @rule(index=indexes, card=st.sampled_from(CARDS))
    @precondition(lambda self: Payment.objects.exclude(order__intent_id=None).exists())
    def pay(self, index: int, card: str) -> None:
        """Pays in the card form, which does not know whether the hold is live; only the provider can refuse."""
        path = f"/v1/payment_intents/{self.payment(index).intent_id}/confirm"
        assert self.stripe.http.post(path, data={"payment_method": card}).status_code in (200, 400, 402)

    @rule(index=indexes, named=st.none() | classes)
    @precondition(lambda self: Payment.objects.exclude(order__intent_id=None).exists())
    def settle_in_browser(self, index: int, named: int | None) -> None:
        """May name a class, whose seat the payment then gets if it can be sold for what was paid."""
        payment = self.payment(index)
        named_class = {} if named is None else {"classId": str(self.classes[named].pk)}
        body = {"transactionId": payment.intent_id} | named_class
        status, response = self.call(payment.student, "post", "/payments", body, 200, 201, 402, UNAVAILABLE)
        if status < 300:
            assert response["payment"]["status"] in Payment.SHOWN
            prices = payment.order.payments.order_by("position").values_list("price", flat=True)
            assert [each["price"] for each in response["payments"]] == [float(price) for price in prices]

    @rule(student=students, child=participants, camp_class=classes)
    def take_free_seat(self, student: int, child: int | None, camp_class: int) -> None:
        body = self.body(student, child, camp_class)
        status, _ = self.call(self.students[student], "post", "/payments", body, 200, 201, 404, 409)
        assert status != 201 or User.objects.get(pk=self.students[student].pk).email_verified

    @rule(index=indexes, without_refund=st.booleans())
    @precondition(lambda self: Payment.objects.exists())
    def cancel_enrollment(self, index: int, without_refund: bool) -> None:
        """Cancels, and expects the refund that the payment history shows. At 0 percent it needs ``withoutRefund``."""
        payment = pick(Payment.objects.order_by("created_at", "position"), index)
        terms, before = self.shown_terms(payment), payment.refunded + payment.owed
        body = {"withoutRefund": without_refund} | ({"amount": terms["amount"]} if terms else {})
        status, _ = self.call(payment.student, "post", f"/payments/cancel/{payment.pk}", body, 200, 404, 409)
        if payment.student.is_active:
            assert (status == 200) is (terms is not None and (terms["percent"] > 0 or without_refund))
        if terms is not None and status == 200:
            payment.refresh_from_db()
            assert payment.refunded + payment.owed - before == Decimal(str(terms["amount"]))

    def shown_terms(self, payment: Payment) -> dict[str, Any] | None:
        """Returns what the student's payment history says about a cancellation, or None."""
        if not payment.student.is_active:
            return None
        rows = as_(payment.student).get(f"/payments/{payment.student.email}")
        terms: dict[str, Any] | None = next(
            (row["cancellation"] for row in rows if row["_id"] == str(payment.pk)), None
        )
        return terms

    @rule(student=students, season_over=st.booleans())
    def delete_account(self, student: int, season_over: bool) -> None:
        """Deletes the account unless it is refused, and replaces the student by a new user."""
        user = self.students[student]
        with suppress(DomainError):
            deletion.delete_account(user_id=user.pk, now=timezone.now(), release_seats=season_over)
            self.students[student] = make_user(f"successor-of-{user.pk}")
            self.children[student] = _make_children(self.students[student])

    @rule(student=students, child=st.integers(0, 1))
    def delete_child(self, student: int, child: int) -> None:
        """Deletes the child unless it is refused, and replaces it by a new one."""
        path = f"/children/{self.children[student][child].pk}"
        status, _ = self.call(self.students[student], "delete", path, None, 200, 409, UNAVAILABLE)
        if status == 200:
            self.children[student][child] = make_child(self.students[student], f"Successor {path}")


def _make_children(guardian: User) -> list[Child]:
    """Creates two children; some ages of a class fit only one of them."""
    today = timezone.localdate()
    return [make_child(guardian, name, date(today.year - age, 1, 1)) for name, age in CHILDREN.items()]
