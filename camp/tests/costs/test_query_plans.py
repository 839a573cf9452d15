"""With 100,000 users, payments and seats, no statement scans a table that grows from its first row to its last.

Every endpoint is requested as every role that may use it, and PostgreSQL plans each statement.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.db import connection
from django.utils import timezone

from accounts import firebase
from accounts.firebase import Identity
from accounts.login import exchange
from classes.emails import delete_queued_reminders, has_changed_class
from classes.models import CampClass, Enrollment
from classes.seats.selection import remove_selection
from classes.seats.sql import select_availability
from core.money import CURRENCY
from mail import outbox
from mail.checks import limited_until
from mail.models import OutboxEmail
from payments.checkout.holding import open_checkout
from payments.models import Payment
from payments.refunds.cancellation import cancel_enrollment
from payments.settlement.orders import settle_own_order
from payments.settlement.reconciliation import reconcile
from payments.settlement.webhook import receive
from payments.stripe import api as stripe_api
from payments.stripe.results import Event, Intent, StripeRefund
from privacy.deletion import delete_account
from testing.clients.api import as_
from testing.endpoints import ANONYMOUS, ENDPOINTS, ROLES, Endpoint, Sample, client_of
from testing.factories import make_child, make_class, make_enrollment, make_selection
from testing.proofs.query_plans import recorded_plans

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("large_tables")]

PAGED = {
    "users": "/users?limit=50",
    "reports/books": "/reports/books?limit=50",
    "reports/books/checks": "/reports/books/checks?limit=50",
}
"""Without a limit these endpoints return every row."""
ALLOWED_SCANS = {
    "users": {"accounts_user"},
    "needs": {"accounts_user", "care_contact", "care_contactchild"},
    "overview": {"accounts_user", "payments_ledgerentry"},
    "reports/books": {"payments_ledgerentry"},
    "reports/books/totals": {"payments_ledgerentry"},
    "reports/books/checks": {"payments_ledgerentry"},
    "reports/classes": {"payments_payment", "payments_ledgerentry"},
    "setup": {"care_caresheet"},
}
"""Only an admin requests these, and they concern all rows, or a fifth: the number of users, the income, the key of each
sheet, what is missing for the children of the coming week."""


def sequential_scans(endpoint: Endpoint, sample: Sample) -> Iterator[str]:
    for role, status in zip(ROLES, endpoint.statuses, strict=True):
        if status >= 300:
            continue
        with recorded_plans() as plans:
            response = endpoint.send(client_of(sample.users, role), sample, path=PAGED.get(endpoint.route))
            assert response.status_code == status
        for scan in plans.sequential_scans(ALLOWED_SCANS.get(endpoint.route, ())):
            yield f"{endpoint} by {role}: {scan}"


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=str)
def test_it_uses_indexes_in_every_endpoint(sample, endpoint):
    scans = list(sequential_scans(endpoint, sample))
    assert not scans, "\n".join(scans)


@pytest.mark.parametrize("role", [ANONYMOUS, "admin"])
def test_it_uses_indexes_for_the_classes_of_a_season(sample, role):
    CampClass.objects.filter(pk__lt=100).update(season=sample.season)
    with recorded_plans() as plans:
        response = client_of(sample.users, role).get(f"/classes?season={sample.season.slug}")
    assert len(response.json()) == 99
    assert not plans.sequential_scans()


@pytest.mark.parametrize("report", ["classes", "instructors"])
def test_it_uses_indexes_for_the_reports_of_a_season(sample, report):
    CampClass.objects.filter(pk__lt=10).update(season=sample.season)
    with recorded_plans() as plans:
        client_of(sample.users, "admin").get(f"/reports/{report}?season={sample.season.slug}")
    assert not plans.sequential_scans()


def test_it_counts_taken_seats_without_reading_released_rows():
    plans = []

    def explain(execute, sql, params, many, context):
        with connection.connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
            plans.extend(each["Plan"] for each in cursor.fetchone()[0])
        return execute(sql, params, many, context)

    released = Enrollment.objects.filter(state="RELEASED").first()
    with connection.execute_wrapper(explain):
        select_availability(class_ids=[released.camp_class_id], now=timezone.now())
    (scan,) = [node for plan in plans for node in nodes(plan) if node.get("Relation Name") == "classes_enrollment"]
    assert scan["Index Name"] == "enrollment_takes_seat"
    assert not scan.get("Rows Removed by Filter")


def nodes(plan):
    """Yields the node and all nodes below it."""
    yield plan
    for below in plan.get("Plans", []):
        yield from nodes(below)


class FakeStripe:
    """Replaces ``payments.stripe.api``. Intents are kept by id."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.intents: dict[str, Intent] = {}
        for name in ("create_intent", "get_intent", "cancel_intent", "refund_intent", "read_event"):
            monkeypatch.setattr(stripe_api, name, getattr(self, name))

    def create_intent(self, *, order, amount, **_):
        intent = Intent(f"pi_{order}", "requires_payment_method", "secret", amount, CURRENCY, str(order))
        return self.intents.setdefault(intent.id, intent)

    def get_intent(self, intent_id):
        return self.intents[intent_id]

    def cancel_intent(self, intent_id):
        return self.set_status(intent_id, "canceled")

    def refund_intent(self, *, intent_id, **_):
        return StripeRefund("re_1", "succeeded", self.intents[intent_id].amount)

    def read_event(self, body, signature):
        return Event(body.decode(), "payment_intent.succeeded", signature)

    def set_status(self, intent_id, status):
        self.intents[intent_id] = replace(self.intents[intent_id], status=status)
        return self.intents[intent_id]


def test_it_uses_indexes_for_a_payment_and_its_cancellation(sample, monkeypatch):
    stripe, student, now = FakeStripe(monkeypatch), sample.users.other_student, timezone.now()
    with recorded_plans() as plans:
        for camp_class, child, end in (
            (sample.approved, None, remove_selection),
            (sample.approved, make_child(student), remove_selection),
            (make_class(sample.users.instructor), None, None),
        ):
            selection = make_selection(student, camp_class, child)
            open_checkout(student=student, camp_class_id=camp_class.pk, price=camp_class.price, now=now)
            if end:
                end(student=student, selection_id=selection.pk, now=now)
        payment = Payment.objects.get(student=student, state=Payment.State.STARTED)
        stripe.set_status(payment.intent_id, "succeeded")
        assert settle_own_order(student=student, intent_id=payment.intent_id, now=now).is_first_response
        receive(body=b"evt_new", signature=payment.intent_id, now=now)
        refunded = cancel_enrollment(student=student, payment_id=payment.pk, now=now)
    assert refunded.state == Payment.State.REFUNDED
    assert not plans.sequential_scans()


def test_it_uses_indexes_for_a_log_in(sample, monkeypatch):
    monkeypatch.setattr(firebase, "identity_exists", lambda _: False)
    email = sample.users.student.email
    with recorded_plans() as plans:
        for uid in ("uid-sam", "uid-of-the-first-login"):
            exchange(identity=Identity(uid=uid, email=email, email_verified=True), email=email, now=timezone.now())
    assert not plans.sequential_scans()


def test_it_uses_indexes_for_the_deletion_of_an_account(sample, monkeypatch):
    """A student with a hold and a seat, and an instructor without classes."""
    monkeypatch.setattr(firebase, "delete_identity", lambda _: None)
    stripe, student, now = FakeStripe(monkeypatch), sample.users.other_student, timezone.now()
    with recorded_plans() as plans:
        open_checkout(student=student, camp_class_id=sample.approved.pk, price=sample.approved.price, now=now)
        make_enrollment(student, make_class(sample.users.other_instructor))
        CampClass.objects.filter(instructor=sample.users.instructor).update(instructor=sample.users.other_instructor)
        for user in (student, sample.users.instructor):
            delete_account(user_id=user.pk, now=now, release_seats=True)
    assert [intent.status for intent in stripe.intents.values()] == ["canceled"]
    assert not plans.sequential_scans()


def test_it_uses_indexes_for_the_emails_that_an_operation_withdraws(sample):
    cause = {"recipient_id": sample.users.student.pk, "about": 1}
    with recorded_plans() as plans:
        outbox.withdraw(OutboxEmail.Kind.WAITLIST_OFFER, **cause)
        outbox.was_sent(OutboxEmail.Kind.WAITLIST_OFFER, **cause)
        delete_queued_reminders(camp_class_id=sample.approved.pk)
    assert len(plans.statements) >= 3
    assert not plans.sequential_scans()


def test_it_uses_indexes_for_the_emails_that_are_merged_and_limited(sample):
    student, now = sample.users.student, timezone.now()
    merged = {"recipient_id": student.pk, "topic": sample.approved.pk, "kept": ["before"], "now": now}
    facts = {"class_id": sample.approved.pk, "before": [], "after": [{}], "price": "45.50"}
    with recorded_plans() as plans:
        for _ in range(2):
            outbox.put_or_merge(OutboxEmail.Kind.CLASS_CHANGED, facts=facts, **merged)
        email = OutboxEmail.objects.get(kind=OutboxEmail.Kind.CLASS_CHANGED, recipient=student)
        assert limited_until(email, now) is None
        assert has_changed_class(email) is sample.approved.enrollments.confirmed().filter(student=student).exists()
    assert len(plans.statements) >= 6
    assert not plans.sequential_scans()


@pytest.mark.parametrize("text", ["anna", "anna kess", "5558675309", "555 867", "mia 5309"])
def test_it_uses_indexes_for_the_search_of_a_family(sample, text):
    with recorded_plans() as plans:
        as_(sample.users.admin).get(f"/families?q={text}&limit=20")
    assert len(plans.statements) >= 2
    assert not plans.sequential_scans()


def test_it_uses_indexes_for_reconciliation(sample, monkeypatch):
    monkeypatch.setattr(stripe_api, "undelivered_events", lambda **_: iter(()))
    with recorded_plans() as plans:
        reconcile(now=timezone.now(), days=30)
    assert plans.statements
    assert not plans.sequential_scans()


@pytest.mark.parametrize("route", ["payments/<email>", "selectClass"])
def test_it_finds_sequential_scans_where_no_index_is_used(sample, route):
    """The control of the tests above."""
    endpoint = next(each for each in ENDPOINTS if each.route == route and each.method == "get")
    with connection.cursor() as cursor:
        for method in ("indexscan", "indexonlyscan", "bitmapscan"):
            cursor.execute(f"SET LOCAL enable_{method} = off")
    assert list(sequential_scans(endpoint, sample))
