"""Two students and one last seat, in three ways; each with the control that sees the oversell with the lock off."""

import threading
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from django.db import OperationalError, connection, connections, transaction
from django.utils import timezone

from accounts.models import User
from accounts.tokens import issue_token
from camp.testing import as_, make_cast, make_class, make_user
from classes import enrollment
from classes.models import CampClass, Enrollment
from payments import checkout
from payments.finishing import settle_for
from payments.models import Payment
from payments.tests.till import at_the_till, deliver_all, seats_taken

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(transactional_db):
    return make_cast()


def unlocked(camp_class_id: int) -> CampClass:
    """The control: what `lock_class` would be without its lock."""
    return CampClass.objects.get(pk=camp_class_id)


def at_once(*deeds: Callable[[], Any]) -> list[Any]:
    """Do all of them in threads that start together; what each returned or raised."""
    barrier, results = threading.Barrier(len(deeds)), [None] * len(deeds)

    def run(index: int, deed: Callable[[], Any]) -> None:
        barrier.wait(10)
        try:
            results[index] = deed()
        except Exception as error:  # noqa: BLE001 (handed to the test)
            results[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(index, deed)) for index, deed in enumerate(deeds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return results


def held(camp_class: CampClass) -> int:
    return Enrollment.objects.filter(camp_class=camp_class, state="HELD").count()


def open_for(student: User, camp_class: CampClass) -> Callable[[], Any]:
    return lambda: checkout.open_checkout(
        student=student, camp_class_id=camp_class.pk, price=camp_class.price, now=timezone.now()
    )


def rival_between_count_and_hold(monkeypatch, rival: Callable[[], Any]) -> list[threading.Thread]:
    """The rival goes for the seat at the very moment the first one has counted and not yet taken it.

    With the lock on the rival waits, so it is given a moment and then left to finish by itself.
    """
    count, rivals = enrollment.count_taken, []

    def counted_then_rival(camp_class, now):
        taken = count(camp_class, now)
        if not rivals:
            thread = threading.Thread(target=lambda: at_once(rival))
            rivals.append(thread)
            thread.start()
            thread.join(1)
        return taken

    monkeypatch.setattr(enrollment, "count_taken", counted_then_rival)
    return rivals


@pytest.mark.parametrize("lock_on", [True, False])
def test_a_rival_between_counting_and_holding(cast, last_seat, cards, monkeypatch, lock_on):
    if not lock_on:
        monkeypatch.setattr(enrollment, "lock_class", unlocked)
    rivals = rival_between_count_and_hold(monkeypatch, open_for(cast.other_student, last_seat))
    open_for(cast.student, last_seat)()
    rivals[0].join(10)
    assert held(last_seat) == (1 if lock_on else 2)


def test_ten_students_at_once_and_three_seats(cast, cards):
    camp_class = make_class(cast.instructor, capacity=3)
    students = [make_user(f"student{number}") for number in range(10)]
    results = at_once(*(open_for(student, camp_class) for student in students))
    assert held(camp_class) == 3
    assert sum(isinstance(result, checkout.Checkout) for result in results) == 3
    assert sum(isinstance(result, enrollment.ClassFull) for result in results) == 7


def test_a_double_click_is_one_hold_and_one_intent(cast, last_seat, cards):
    results = at_once(*[open_for(cast.student, last_seat)] * 4)
    assert len({result.client_secret for result in results}) == 1
    assert (held(last_seat), Payment.objects.count()) == (1, 1)


def test_three_holds_at_most_also_at_once(cast, cards):
    classes = [make_class(cast.instructor, f"Class {number}") for number in range(6)]
    at_once(*(open_for(cast.student, camp_class) for camp_class in classes))
    assert Enrollment.objects.filter(state="HELD").count() == 3


def test_browser_and_webhook_settle_at_once(cast, last_seat, cards):
    payment = at_the_till(cast.student, last_seat)
    cards.pay(payment.intent_id)
    results = at_once(
        *[lambda: settle_for(student=cast.student, intent_id=payment.intent_id, now=timezone.now())] * 3,
        lambda: deliver_all(cards, payment.intent_id, "payment_intent.succeeded"),
    )
    assert not [result for result in results if isinstance(result, Exception)]
    payment.refresh_from_db()
    assert payment.state == "enrolled"
    assert seats_taken(last_seat) == 1
    assert cards.refunded_cents(payment.intent_id) == 0


def test_over_http_exactly_one_of_two_gets_the_last_seat(cast, last_seat, cards, live_server):
    """The whole road for both at once: hold, pay, settle."""

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


def test_the_lock_is_really_a_lock(cast, last_seat, cards):
    """While one transaction holds the class, another waits until its time limit and is refused, not hung."""

    def wait_for_it():
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '200ms'")
            enrollment.lock_class(last_seat.pk)

    with transaction.atomic():
        enrollment.lock_class(last_seat.pk)
        (result,) = at_once(wait_for_it)
    assert isinstance(result, OperationalError)


def test_a_lock_not_had_in_time_is_503_and_changes_nothing(cast, last_seat, cards, monkeypatch):
    def no_lock(_):
        raise OperationalError("canceling statement due to lock timeout")

    monkeypatch.setattr(enrollment, "lock_class", no_lock)
    client = as_(cast.student).client
    answer = client.post("/createPaymentIntent", {"price": 45.5, "classId": str(last_seat.pk)}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (503, "database_unavailable")
    assert answer["Retry-After"]
    assert not Enrollment.objects.exists()
    assert not Payment.objects.exists()
