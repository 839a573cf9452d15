"""At 100,000 people, payments and seats: no call reads a table that grows from its first row to its last.

Each call of the table of rights is made as everybody who may; every statement that it sends is planned by PostgreSQL
as well.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts import firebase
from accounts.firebase import Identity
from accounts.signing_in import exchange
from camp.lib.money import CURRENCY
from camp.testing import choose, make_class, seat
from camp.testing_many import TABLES, empty, fill
from camp.tests.test_who_may_what import CALLS, PEOPLE, Call, School, client_of, make_school
from classes.models import CampClass
from payments import stripe_api
from payments.checkout import give_up_selection, open_checkout
from payments.finishing import settle_for
from payments.leaving import delete_account
from payments.models import Payment
from payments.reconciling import reconcile
from payments.refunds import give_place_back
from payments.stripe_api import Event, Intent, Refund
from payments.webhooks import receive

MANY = 100_000
GROWING = {
    *("accounts_user", "classes_enrollment", "classes_selection", "payments_payment", "payments_stripeevent"),
    *("accounts_historicaluser", "django_session"),
}
PLANNED = ("SELECT", "INSERT", "UPDATE", "DELETE")
PAGED = {"users": "/users?limit=50"}
"""Documented as a plain array of everybody: what is asserted is its page."""
OF_EVERYTHING = {"users": {"accounts_user"}, "overview": {"accounts_user", "payments_payment"}}
"""What only an admin asks, and asks of all rows: how many people there are, what was ever earned."""


class Plans:
    """The plans of the statements that are sent meanwhile."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, list[str]]] = []

    def __call__(self, execute, sql, params, many, context):
        if sql.startswith(PLANNED):
            with connection.connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
                (plan,) = cursor.fetchone()[0]
            self.seen.append((sql, list(read_from_end_to_end(plan["Plan"]))))
        return execute(sql, params, many, context)

    def faults(self, allowed: set[str] = frozenset()) -> list[str]:
        return [f"{', '.join(tables)}: {sql}" for sql, tables in self.seen if set(tables) - allowed]


def read_from_end_to_end(plan: dict) -> Iterator[str]:
    """The growing tables of which a plan looks at every row."""
    if plan["Node Type"].endswith("Seq Scan") and plan["Relation Name"] in GROWING:
        yield plan["Relation Name"]
    for part in plan.get("Plans", []):
        yield from read_from_end_to_end(part)


@contextmanager
def planning() -> Iterator[Plans]:
    """Plan what is sent, and take back what it changed."""
    plans = Plans()
    with transaction.atomic(), connection.execute_wrapper(plans):
        yield plans
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def many(django_db_setup, django_db_blocker) -> Iterator[None]:
    """Years of data, for all tests of this file: they change nothing for good."""
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        fill(cursor, classes=200, people=MANY, payments=MANY, selections=MANY)
        vacuum(cursor)
        yield
        empty(cursor)


def vacuum(cursor) -> None:
    """As PostgreSQL does by itself in time; tried again where it just then looks at the rows itself."""
    for _ in range(20):
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("SELECT bool_and(relallvisible > 0) FROM pg_class WHERE relname = ANY(%s)", [list(TABLES)])
        if cursor.fetchone()[0]:
            return
        time.sleep(0.2)
    raise AssertionError("the tables are not vacuumed")


@pytest.fixture
def school(many, db) -> School:
    return make_school()


def faults_of(call: Call, school: School) -> Iterator[str]:
    for who, status in zip(PEOPLE, call.answers, strict=True):
        if status >= 300:
            continue
        with planning() as plans:
            ask = getattr(client_of(school.cast, who), call.method)
            path = PAGED.get(call.route) or call.path(school)
            response = ask(path, call.body(school), **({} if call.method == "get" else {"format": "json"}))
            assert response.status_code == status
        yield from (f"{call} by {who}: {fault}" for fault in plans.faults(OF_EVERYTHING.get(call.route, set())))


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_no_call_reads_all_of_a_table_that_grows(school, call):
    faults = list(faults_of(call, school))
    assert not faults, "\n".join(faults)


class Till:
    """A card provider at which one intent is paid, the other given up."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.intents: dict[str, Intent] = {}
        for name in ("create_intent", "get_intent", "cancel_intent", "refund_intent", "read_event"):
            monkeypatch.setattr(stripe_api, name, getattr(self, name))

    def create_intent(self, *, attempt, price, **_):
        intent = Intent(f"pi_{attempt}", "requires_payment_method", "secret", price, CURRENCY, str(attempt), Decimal(0))
        return self.intents.setdefault(intent.id, intent)

    def get_intent(self, intent_id):
        return self.intents[intent_id]

    def cancel_intent(self, intent_id):
        return self.become(intent_id, "canceled")

    def refund_intent(self, *, intent_id, **_):
        return Refund("re_1", "succeeded", self.intents[intent_id].amount)

    def read_event(self, body, signature):
        return Event(body.decode(), "payment_intent.succeeded", signature)

    def become(self, intent_id, status):
        self.intents[intent_id] = replace(self.intents[intent_id], status=status)
        return self.intents[intent_id]


def test_nor_does_paying_and_giving_back(school, monkeypatch):
    till, student, now = Till(monkeypatch), school.cast.other_student, timezone.now()
    with planning() as plans:
        for camp_class, ends in ((school.approved, give_up_selection), (make_class(school.cast.instructor), None)):
            selection = choose(student, camp_class)
            open_checkout(student=student, camp_class_id=camp_class.pk, price=camp_class.price, now=now)
            if ends:
                ends(student=student, selection_id=selection.pk, now=now)
        payment = Payment.objects.get(student=student, state=Payment.State.STARTED)
        till.become(payment.intent_id, "succeeded")
        assert settle_for(student=student, intent_id=payment.intent_id, now=now).new
        receive(body=b"evt_new", signature=payment.intent_id, now=now)
        refunded = give_place_back(student=student, payment_id=payment.pk, now=now)
    assert refunded.state == Payment.State.REFUNDED
    assert not plans.faults()


def test_nor_does_logging_in(school):
    email = school.cast.student.email
    with planning() as plans:
        for uid in ("uid-sam", "uid-seen-for-the-first-time"):
            exchange(identity=Identity(uid=uid, email=email, email_verified=True), email=email, now=timezone.now())
    assert not plans.faults()


def test_nor_does_deleting_an_account(school, monkeypatch):
    """Of a student who is about to pay and has paid, and of an instructor whose classes were handed over."""
    monkeypatch.setattr(firebase, "delete_identity", lambda _: None)
    till, student, now = Till(monkeypatch), school.cast.other_student, timezone.now()
    with planning() as plans:
        open_checkout(student=student, camp_class_id=school.approved.pk, price=school.approved.price, now=now)
        seat(student, make_class(school.cast.other_instructor))
        CampClass.objects.filter(instructor=school.cast.instructor).update(instructor=school.cast.other_instructor)
        for person in (student, school.cast.instructor):
            delete_account(user_id=person.pk, now=now, release_places=True)
    assert [intent.status for intent in till.intents.values()] == ["canceled"]
    assert not plans.faults()


def test_nor_does_reconciling(school, monkeypatch):
    monkeypatch.setattr(stripe_api, "undelivered_events", lambda **_: iter(()))
    with planning() as plans:
        reconcile(now=timezone.now(), days=30)
    assert plans.seen
    assert not plans.faults()


@pytest.mark.parametrize("route", ["payments/<email>", "selectClass"])
def test_without_indexes_it_is_noticed(school, route):
    """The control: the same calls, where PostgreSQL may use no index."""
    call = next(call for call in CALLS if call.route == route and call.method == "get")
    with connection.cursor() as cursor:
        for way in ("indexscan", "indexonlyscan", "bitmapscan"):
            cursor.execute(f"SET LOCAL enable_{way} = off")
    assert list(faults_of(call, school))
