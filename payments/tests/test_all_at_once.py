"""Threads on a barrier: pairs that start together, again and again; each pair with its control.

The control switches the lock off and lets everybody linger at the critical point, so that both are past it before
either goes on: then a law is broken and ``laws`` sees it. With the lock on the same lingering does no harm.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from io import StringIO
from typing import Any

import httpx
import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from accounts.tokens import issue_token
from camp.lib.errors import DomainError
from camp.testing import Cast, make_cast, make_class, make_user
from classes import enrollment
from classes.models import CampClass, Enrollment, Selection
from payments import attempts, checkout, reconciling, refunds
from payments.finishing import settle_for
from payments.models import Payment
from payments.tests import laws
from payments.tests.rivals import Deed, at_once, linger, switch_off
from payments.tests.till import Cards, at_the_till, deliver_all, enrolled, late, seats_taken

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 2


@pytest.fixture
def cast(transactional_db):
    return make_cast()


@pytest.fixture
def cards(fresh_cards):
    return fresh_cards


@dataclass
class Scene:
    """One class with one seat, and who wants it."""

    cast: Cast
    cards: Cards
    seat: CampClass

    def opening(self, student: User) -> Deed:
        return lambda: checkout.open_checkout(
            student=student, camp_class_id=self.seat.pk, price=self.seat.price, now=timezone.now()
        )

    def paid(self) -> Payment:
        payment = at_the_till(self.cast.student, self.seat)
        self.cards.pay(payment.intent_id)
        return payment

    def settling(self, payment: Payment) -> Deed:
        return lambda: settle_for(student=payment.student, intent_id=payment.intent_id, now=timezone.now())

    def succeeding(self, payment: Payment) -> Deed:
        return lambda: deliver_all(self.cards, payment.intent_id, "payment_intent.succeeded")


def hold_and_hold(scene: Scene) -> list[Deed]:
    return [scene.opening(scene.cast.student), scene.opening(scene.cast.other_student)]


def settle_and_webhook(scene: Scene) -> list[Deed]:
    payment = scene.paid()
    return [scene.settling(payment), scene.succeeding(payment)]


def settle_and_settle(scene: Scene) -> list[Deed]:
    return [scene.settling(scene.paid())] * 2


def settle_and_expiry(scene: Scene) -> list[Deed]:
    later = timezone.now() + timedelta(hours=1)
    return [scene.settling(scene.paid()), lambda: reconciling._release_overdue_holds(later, reconciling.Counter())]


def refund_and_webhook(scene: Scene) -> list[Deed]:
    payment = enrolled(scene.cast.student, scene.seat, scene.cards)
    return [
        lambda: refunds.give_place_back(student=payment.student, payment_id=payment.pk, now=timezone.now()),
        scene.succeeding(payment),
    ]


def cancel_and_settle(scene: Scene) -> list[Deed]:
    """The student removes the selection in one tab, and comes back from paying in another."""
    payment = scene.paid()
    selection = Selection.objects.get()
    return [
        lambda: checkout.give_up_selection(student=payment.student, selection_id=selection.pk, now=timezone.now()),
        scene.settling(payment),
    ]


def give_back_and_settle_late(scene: Scene) -> list[Deed]:
    """One gives the last seat back while another's late payment asks for one."""
    waiting = late(scene.cast.other_student, scene.seat, scene.cards)
    return [refund_and_webhook(scene)[0], scene.settling(waiting)]


PAIRS = [
    hold_and_hold,
    settle_and_webhook,
    settle_and_settle,
    settle_and_expiry,
    refund_and_webhook,
    cancel_and_settle,
    give_back_and_settle_late,
]
# Which lock holds a pair apart, and where to linger so that without it both are past the point of no return.
CRITICAL: dict[Callable[..., Any], tuple[str, list[tuple[Any, str, float, float]]]] = {
    hold_and_hold: ("class", [(enrollment, "count_taken", 0, 0.3)]),
    settle_and_webhook: ("payment", [(attempts, "lock_attempt", 0, 0.3)]),
    settle_and_settle: ("payment", [(attempts, "lock_attempt", 0, 0.3)]),
    settle_and_expiry: ("class", [(attempts, "lock_attempt", 0, 0.1), (enrollment, "_release", 0.5, 0)]),
    refund_and_webhook: ("payment", [(refunds, "_lock", 0, 0.15), (attempts, "lock_attempt", 0, 0.5)]),
    cancel_and_settle: ("class", [(attempts, "lock_attempt", 0, 0.1), (enrollment, "_release", 0.5, 0)]),
}


def scene_of(cast: Cast, cards: Cards, number: int = 0) -> Scene:
    return Scene(cast, cards, make_class(cast.instructor, f"The last seat {number}", capacity=1))


def play(pair: Callable[[Scene], list[Deed]], scene: Scene) -> list[str]:
    """Let the pair act at once; what breaks a law then. Whoever fails must have been refused, never broken."""
    results = at_once(*pair(scene))
    trouble = [result for result in results if isinstance(result, Exception) and not isinstance(result, DomainError)]
    assert trouble == []
    return laws.broken(provider=scene.cards.http, now=timezone.now())


def forget_people_and_money() -> None:
    for model in (Payment, Selection, Enrollment):
        model.objects.all().delete()


@pytest.mark.parametrize("pair", PAIRS)
def test_a_pair_at_once_breaks_no_law_and_leaves_nothing(cast, cards, pair):
    for number in range(ROUNDS):
        forget_people_and_money()
        cards.forget_everything()
        assert play(pair, scene_of(cast, cards, number)) == []
        Enrollment.objects.held().update(held_until=timezone.now() - timedelta(seconds=1))
        call_command("reconcile_payments", stdout=StringIO())
        now = timezone.now()
        assert laws.broken(provider=cards.http, now=now) + laws.unfinished(provider=cards.http, now=now) == []


@pytest.mark.parametrize("lock_on", [True, False])
@pytest.mark.parametrize("pair", CRITICAL)
def test_the_lock_is_what_keeps_a_pair_apart(cast, cards, monkeypatch, pair, lock_on):
    lock, points = CRITICAL[pair]
    scene = scene_of(cast, cards)
    deeds = pair(scene)
    if not lock_on:
        switch_off(monkeypatch, lock)
    for module, name, before, after in points:
        linger(monkeypatch, module, name, before=before, after=after)
    found = play(lambda _: deeds, scene)
    assert bool(found) is not lock_on, found


def test_ten_students_at_once_and_three_seats(cast, cards):
    camp_class = make_class(cast.instructor, capacity=3)
    students = [make_user(f"student{number}") for number in range(10)]
    scene = Scene(cast, cards, camp_class)
    results = at_once(*(scene.opening(student) for student in students))
    assert Enrollment.objects.held().count() == 3
    assert sum(isinstance(result, checkout.Checkout) for result in results) == 3
    assert sum(isinstance(result, enrollment.ClassFull) for result in results) == 7


def test_a_double_click_is_one_hold_and_one_intent(cast, cards):
    scene = scene_of(cast, cards)
    results = at_once(*[scene.opening(cast.student)] * 4)
    assert len({result.client_secret for result in results}) == 1
    assert (Enrollment.objects.held().count(), Payment.objects.count()) == (1, 1)


def test_three_holds_at_most_also_at_once(cast, cards):
    classes = [make_class(cast.instructor, f"Class {number}") for number in range(6)]
    at_once(*(Scene(cast, cards, camp_class).opening(cast.student) for camp_class in classes))
    assert Enrollment.objects.held().count() == 3


def test_reconcile_twice_at_once(cast, cards):
    """By two crons: what is owed goes back once, what was paid is one seat."""
    scene = scene_of(cast, cards)
    owed, paid = late(cast.other_student, scene.seat, cards), scene.paid()
    results = at_once(*[lambda: reconciling.reconcile(now=timezone.now(), days=7)] * 2)
    assert [result["failed"] for result in results] == [0, 0]
    for payment in (paid, owed):
        payment.refresh_from_db()
    assert {paid.state, owed.state} <= {"enrolled", "refunded"}
    assert seats_taken(scene.seat) == 1
    assert laws.broken(provider=cards.http, now=timezone.now()) == []


def test_over_http_exactly_one_of_two_gets_the_last_seat(cast, cards, live_server):
    """The whole road for both at once: choose, hold, pay, settle."""
    last_seat = make_class(cast.instructor, capacity=1)

    def road(student: User) -> Callable[[], list[int]]:
        def walk() -> list[int]:
            bearer = {"Authorization": f"Bearer {issue_token(user=student)}"}
            with httpx.Client(base_url=live_server.url, headers=bearer, timeout=30) as http:
                chosen = http.post("/selectClass", json={"classId": str(last_seat.pk)})
                held = http.post("/createPaymentIntent", json={"price": 45.5, "classId": str(last_seat.pk)})
                if held.status_code != 200:
                    return [chosen.status_code, held.status_code]
                intent = held.json()["clientSecret"].split("_secret_")[0]
                cards.pay(intent)
                return [chosen.status_code, 200, http.post("/payments", json={"transactionId": intent}).status_code]

        return walk

    results = at_once(road(cast.student), road(cast.other_student))
    assert sorted(results) == [[201, 200, 201], [201, 409]]
    assert seats_taken(last_seat) == 1
