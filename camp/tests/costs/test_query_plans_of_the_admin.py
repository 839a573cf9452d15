"""With 100,000 users, payments and seats, no search and no list of the Django admin scans a growing table."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from core.admin import MAX_COUNT
from testing.clients.api import as_
from testing.proofs.query_plans import ROWS, recorded_plans

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("large_tables")]


@pytest.mark.parametrize("query", ["4711", "person+4711", "PERSON-4711@camp", "person-4711@camp.example"])
def test_it_uses_an_index_to_search_users(users, query):
    with recorded_plans() as plans:
        rows = as_(users.admin).get("/users?limit=50", data={"q": query})
    assert "person-4711@camp.example" in [user["email"] for user in rows]
    assert len(rows) < 20
    assert plans.statements
    assert not plans.sequential_scans(), plans.sequential_scans()


LISTS = {
    "accounts/user": [
        *("", "o=1", "o=-6", "p=3", "role__exact=admin", "role__exact=student", "email_verified__exact=0"),
        *("is_active__exact=0", "joined_at__gte={today}&joined_at__lt={tomorrow}", "joined_at__gte={long_ago}"),
    ],
    "accounts/child": [""],
    "care/careread": [""],
    "classes/campclass": ["", "status__exact=Pending"],
    "classes/selection": ["", "created_at__gte={today}&created_at__lt={tomorrow}"],
    "classes/enrollment": ["", "state__exact=HELD", "state__exact=CONFIRMED", "confirmed_at__gte={tomorrow}"],
    "classes/waitlistentry": ["", "state__exact=WAITING", "state__exact=LAPSED"],
    "payments/payment": [
        *("", "state__exact=enrolled", "state__exact=started", "state__exact=refunded", "attention=refund"),
        *("attention=failed", "attention=disputed", "created_at__gte={today}"),
    ],
    "mail/outboxemail": [
        *("", "state__exact=QUEUED", "state__exact=SENT", "state__exact=FAILED", "state__exact=SKIPPED"),
        *("kind__exact=booked", "kind__exact=reminder"),
    ],
    "payments/ledgerentry": ["", "happened_at__gte={today}"],
    "payments/stripeevent": ["", "type=charge.refunded", "type=payment_intent.succeeded", "received_at__gte={today}"],
}
"""Each list of the Django admin: without a filter and with each of its filters."""
SEARCHES = {
    "accounts/user": "person 4711",
    "accounts/child": "child 4711",
    "care/careread": "child 4711",
    "classes/campclass": "Class 17",
    "classes/selection": "person-4711",
    "classes/enrollment": "person-4711",
    "classes/waitlistentry": "person-4711",
    "mail/outboxemail": "person-4711",
    "payments/payment": "pi_4711",
    "payments/ledgerentry": "pi_4711",
    "payments/stripeevent": "evt_4711",
}


@pytest.mark.parametrize(
    ("page", "query"),
    [
        *((page, query) for page, queries in LISTS.items() for query in queries),
        *((page, f"q={text}") for page, text in SEARCHES.items()),
    ],
)
def test_it_uses_indexes_for_a_list(admin_client, page, query):
    today = timezone.now().replace(hour=0, minute=0)
    days = {"today": today, "tomorrow": today + timedelta(days=1), "long_ago": today - timedelta(days=3650)}
    parameters = dict(part.split("=", 1) for part in query.format(**days).split("&") if part)
    with recorded_plans() as plans:
        response = admin_client.get(f"/admin/{page}/", parameters)
    assert response.status_code == 200
    if "q" in parameters:
        assert 1 <= len(response.context["cl"].result_list) < 50
    assert plans.statements
    scans = plans.sequential_scans({"django_session"})  # it has one row here, the admin's session
    assert not scans, "\n".join(scans)


def test_it_uses_indexes_for_the_first_page(admin_client):
    with recorded_plans() as plans:
        admin_client.get("/admin/")
    assert plans.statements
    scans = plans.sequential_scans({"django_session", "django_admin_log"})  # they have few rows here
    assert not scans, "\n".join(scans)


def test_it_counts_a_long_list_up_to_a_limit(admin_client):
    shown = admin_client.get("/admin/accounts/user/").context["cl"]
    assert shown.paginator.count == MAX_COUNT < ROWS
    assert len(shown.result_list) == 50


def test_it_finds_a_sequential_scan_without_the_index_of_words(users):
    """The control of the search."""
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX user_by_words")  # rolled back with the test's transaction
    with recorded_plans() as plans:
        as_(users.admin).get("/users?limit=50", data={"q": "4711"})
    assert plans.sequential_scans()
