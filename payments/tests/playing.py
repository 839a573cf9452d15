"""A camp at play: everything that people, the provider and the clock can do to seats and money, in any order."""

from contextlib import nullcontext, suppress
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import httpx
import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from accounts.models import User
from camp.lib.errors import DomainError
from camp.testing import as_, make_cast, make_class, make_user
from classes.models import CampClass, Enrollment, Selection, Status
from payments import refunds
from payments.leaving import delete_account
from payments.models import Payment
from payments.refunds import NothingToGiveBack
from payments.tests import laws
from payments.tests.till import Cards, deliver

DOLLARS = [Decimal("45.50"), Decimal("60.00"), Decimal("19.99"), Decimal(0)]
CARDS = ["pm_card_visa", "pm_card_visa", "pm_card_visa", "pm_card_chargeDeclined", "pm_card_authenticationRequired"]
PATHS = ["/v1/payment_intents", "/v1/payment_intents/*", "/v1/payment_intents/*/cancel", "/v1/refunds"]
UNREACHED = 503
students, classes = st.integers(0, 2), st.integers(0, 2)
which = st.integers(0, 10**6)
roads = st.sampled_from(["hold", "pay", "pay late", "settle", "settle late"])


class CampAtPlay(RuleBasedStateMachine):
    """Three students, two small classes and a free one. Every call is answered as documented, and no law is broken."""

    cards: Cards
    """The provider, whose own deliveries are all dropped: what is not delivered here is left to reconcile."""

    def __init__(self) -> None:
        super().__init__()
        self.example = transaction.atomic()
        self.example.__enter__()
        self.cards.forget_everything()
        self.cards.control("switches", {"webhooks": [{"action": "drop"}]})

    @initialize(
        capacities=st.tuples(st.integers(1, 2), st.integers(1, 2)),
        before=st.lists(st.tuples(students, st.integers(0, 1), roads), min_size=2, max_size=6),
    )
    def open_the_camp(self, capacities: tuple[int, int], before: list[tuple[int, int, str]]) -> None:
        """It has been open for a while: some are on their way already."""
        cast = make_cast()
        self.admin, self.instructor = cast.admin, cast.instructor
        self.students = [cast.student, cast.other_student, make_user("uma")]
        self.classes = [
            make_class(cast.instructor, "Clay", capacity=capacities[0]),
            make_class(cast.instructor, "Wood", capacity=capacities[1], price=Decimal("19.99")),
            make_class(cast.instructor, "Free", capacity=1, price=Decimal(0)),
        ]

        for student, camp_class, road in before:
            self.go(student, camp_class, road)

    def teardown(self) -> None:
        try:
            if hasattr(self, "classes"):
                self.finish_everything()
        finally:
            transaction.set_rollback(True)
            self.example.__exit__(None, None, None)

    def finish_everything(self) -> None:
        """Everybody leaves their card form, the provider is well again, and reconcile runs: nothing is in between."""
        self.cards.control("switches", {"requests": []})
        for hold in Enrollment.objects.held():
            self.run_out(hold)
        call_command("reconcile_payments", stdout=_Silence())
        provider, now = self.cards.http, timezone.now()
        found = laws.broken(provider=provider, now=now) + laws.unfinished(provider=provider, now=now)
        assert found == [], found
        before = self.money()
        call_command("reconcile_payments", stdout=_Silence())
        assert self.money() == before, "a second run of reconcile changed something"

    def money(self) -> list[Any]:
        return [*Payment.objects.order_by("pk").values(), *Enrollment.objects.order_by("pk").values()]

    @invariant()
    def no_law_is_broken(self) -> None:
        found = laws.broken(provider=self.cards.http, now=timezone.now())
        assert found == [], found

    @invariant()
    def nothing_is_under_way_for_nobody(self) -> None:
        nameless = {"student__erased_at__isnull": False}
        started = Payment.objects.filter(state=Payment.State.STARTED)
        for rows in (Selection.objects, Enrollment.objects.held(), started):
            assert not rows.filter(**nameless).exists()

    # Students.

    @rule(student=students, camp_class=classes)
    def select(self, student: int, camp_class: int) -> None:
        body = {"classId": str(self.classes[camp_class].pk)}
        self.call(self.students[student], "post", "/selectClass", body, 201, 404, 409)

    @rule(pick=which)
    @precondition(lambda self: Selection.objects.exists())
    def remove_a_selection(self, pick: int) -> None:
        chosen = _one(Selection.objects.order_by("pk"), pick)
        self.call(chosen.student, "delete", f"/selectClass/{chosen.pk}", None, 200)

    @rule(student=students, camp_class=classes)
    def hold(self, student: int, camp_class: int) -> None:
        """At the price that the page shows: the held one, else the class's."""
        who, what = self.students[student], CampClass.objects.get(pk=self.classes[camp_class].pk)
        live = Enrollment.objects.live_holds(timezone.now()).filter(student=who, camp_class=what).first()
        promised = live.price if live else what.price
        body = {"price": float(promised), "classId": str(what.pk)}
        status, answer = self.call(
            self.students[student], "post", "/createPaymentIntent", body, 200, 400, 404, 409, UNREACHED
        )
        if status == 200:
            intent_id = answer["clientSecret"].split("_secret_")[0]
            assert Payment.objects.get(intent_id=intent_id).price == promised

    @rule(student=students, camp_class=classes, price=st.sampled_from(DOLLARS))
    def hold_at_a_price_of_their_own(self, student: int, camp_class: int, price: Decimal) -> None:
        body = {"price": float(price), "classId": str(self.classes[camp_class].pk)}
        self.call(self.students[student], "post", "/createPaymentIntent", body, 200, 400, 404, 409, UNREACHED)

    @rule(student=students, camp_class=classes, road=roads)
    def go(self, student: int, camp_class: int, road: str) -> None:
        """Some way along the road to a seat, without looking left or right."""
        self.select(student, camp_class)
        self.hold(student, camp_class)
        mine = Payment.objects.filter(student=self.students[student], camp_class=self.classes[camp_class])
        attempt = mine.filter(state="started").exclude(intent_id=None).first()
        if attempt is None or road == "hold":
            return
        if road.endswith("late"):
            self.run_out(attempt.enrollment)
        with suppress(httpx.TransportError):
            self.cards.http.post(
                f"/v1/payment_intents/{attempt.intent_id}/confirm", data={"payment_method": "pm_card_visa"}
            )
        if road.startswith("settle"):
            self.call(
                self.students[student],
                "post",
                "/payments",
                {"transactionId": attempt.intent_id},
                200,
                201,
                402,
                UNREACHED,
            )

    @rule(pick=which, card=st.sampled_from(CARDS))
    @precondition(lambda self: Payment.objects.exclude(intent_id=None).exists())
    def pay(self, pick: int, card: str) -> None:
        """In the open card form, which knows nothing of holds that ended; the provider alone may say no."""
        path = f"/v1/payment_intents/{self.payment(pick).intent_id}/confirm"
        assert self.cards.http.post(path, data={"payment_method": card}).status_code in (200, 400, 402)

    @rule(pick=which)
    @precondition(lambda self: Payment.objects.exclude(intent_id=None).exists())
    def come_back(self, pick: int) -> None:
        payment = self.payment(pick)
        body = {"transactionId": payment.intent_id}
        status, answer = self.call(payment.student, "post", "/payments", body, 200, 201, 402, UNREACHED)
        if status < 300:
            assert answer["payment"]["status"] in Payment.SHOWN

    @rule(student=students, camp_class=classes)
    def take_a_free_seat(self, student: int, camp_class: int) -> None:
        body = {"classId": str(self.classes[camp_class].pk)}
        self.call(self.students[student], "post", "/payments", body, 200, 201, 404, 409)

    @rule(pick=which)
    @precondition(lambda self: Payment.objects.exists())
    def give_the_place_back(self, pick: int) -> None:
        payment = _one(Payment.objects.order_by("created_at"), pick)
        self.call(payment.student, "post", f"/payments/cancel/{payment.pk}", None, 200, 404, 409)

    @rule(student=students, season_over=st.booleans())
    def delete_the_account(self, student: int, season_over: bool) -> None:
        """Where no rule stands against it; somebody new comes instead."""
        who = self.students[student]
        with suppress(DomainError):
            delete_account(user_id=who.pk, now=timezone.now(), release_places=season_over)
            self.students[student] = make_user(f"instead-of-{who.pk}")

    # The clock.

    @rule(pick=which)
    @precondition(lambda self: Enrollment.objects.held().exists())
    def a_hold_runs_out(self, pick: int) -> None:
        self.run_out(_one(Enrollment.objects.held().order_by("pk"), pick))

    def run_out(self, hold: Enrollment) -> None:
        past = timezone.now() - timedelta(seconds=1)
        Enrollment.objects.filter(pk=hold.pk).update(held_until=min(hold.held_until or past, past))

    @rule(pick=which)
    @precondition(lambda self: Payment.objects.exclude(paid_at=None).exists())
    def two_days_pass_for_a_payment(self, pick: int) -> None:
        paid = _one(Payment.objects.exclude(paid_at=None).order_by("created_at"), pick)
        long_ago: datetime = timezone.now() - timedelta(hours=49)
        Payment.objects.filter(pk=paid.pk).update(paid_at=long_ago)

    # The school.

    @rule(camp_class=classes, seats=st.integers(0, 3), shown=st.none() | st.integers(0, 2))
    def change_the_seats(self, camp_class: int, seats: int, shown: int | None) -> None:
        more = {} if shown is None else {"enroll": shown}
        self.change(camp_class, {"seats": seats} | more, 200, 409)

    @rule(camp_class=classes, price=st.sampled_from(DOLLARS))
    def change_the_price(self, camp_class: int, price: Decimal) -> None:
        self.change(camp_class, {"price": float(price)}, 200)

    def change(self, camp_class: int, values: dict[str, Any], *allowed: int) -> None:
        now = CampClass.objects.counted().get(pk=self.classes[camp_class].pk)
        as_it_is = {
            "nameClass": now.name,
            "image": now.image,
            "price": float(now.price),
            "seats": now.seats_free,
            "enroll": now.enrolled,
        }
        if "seats" in values and "enroll" not in values:
            del as_it_is["enroll"]
        answer = as_(self.instructor).client.put(f"/classes/{now.pk}", as_it_is | values, format="json")
        assert answer.status_code in allowed, answer.content

    @rule(camp_class=classes, status=st.sampled_from([Status.APPROVED] * 4 + [Status.DENIED]))
    def deny_or_approve(self, camp_class: int, status: Status) -> None:
        """Through the office, which may only decide about what is pending."""
        CampClass.objects.filter(pk=self.classes[camp_class].pk).update(status=Status.PENDING)
        word = "denied" if status == Status.DENIED else "approved"
        as_(self.admin).patch(f"/classes/{word}/{self.classes[camp_class].pk}", {})

    @rule(pick=which)
    @precondition(lambda self: Payment.objects.exists())
    def the_school_refunds(self, pick: int) -> None:
        payment = _one(Payment.objects.order_by("created_at"), pick)
        with nullcontext() if payment.is_seated else pytest.raises(NothingToGiveBack):
            refunds.refund_and_release(payment_id=payment.pk, now=timezone.now())

    @rule()
    def reconcile(self) -> None:
        with suppress(CommandError):  # the provider faltered; the command says so and the next run goes on
            call_command("reconcile_payments", stdout=_Silence())

    # The card provider.

    @rule(pick=which)
    def a_webhook_arrives(self, pick: int) -> None:
        """Any event of this camp: early, late, twice, in any order."""
        events = self.cards.http.get("/v1/events", params={"limit": 100}).json()["data"]
        if events:
            deliver(events[pick % len(events)], 200, UNREACHED)

    @rule(pick=which)
    @precondition(lambda self: Payment.objects.exclude(intent_id=None).exists())
    def canceled_at_the_provider(self, pick: int) -> None:
        with suppress(httpx.TransportError):
            self.cards.http.post(f"/v1/payment_intents/{self.payment(pick).intent_id}/cancel")

    @rule(pick=which, cents=st.sampled_from([None, 500]))
    @precondition(lambda self: Payment.objects.exclude(intent_id=None).exists())
    def refunded_at_the_provider(self, pick: int, cents: int | None) -> None:
        body = {"payment_intent": self.payment(pick).intent_id} | ({"amount": cents} if cents else {})
        with suppress(httpx.TransportError):
            self.cards.http.post("/v1/refunds", data=body)

    @rule(fault=st.sampled_from(["fail", "lose_answer"]), path=st.sampled_from(PATHS), count=st.integers(1, 3))
    def the_provider_falters(self, fault: str, path: str, count: int) -> None:
        """So many of its next answers to us; two in a row are more than the SDK's own second try mends."""
        switch = {"fault": fault, "path": path, "count": count}
        self.cards.control("switches", {"requests": [switch | {"method": "GET" if path.endswith("*") else "POST"}]})

    def payment(self, pick: int) -> Payment:
        return _one(Payment.objects.exclude(intent_id=None).order_by("created_at"), pick)

    def call(self, who: User, method: str, path: str, body: Any, *allowed: int) -> tuple[int, Any]:
        """One of these is the answer; 401 for whoever has deleted their account."""
        answer = getattr(as_(who).client, method)(path, body, format="json")
        expected = allowed if who.erased_at is None else (401,)
        assert answer.status_code in expected, (path, answer.status_code, answer.content)
        return answer.status_code, answer.json()


def _one(rows: Any, pick: int) -> Any:
    found = list(rows)
    return found[pick % len(found)]


class _Silence:
    """Takes what a command says."""

    def write(self, _text: str) -> None:
        """Nobody reads it."""
