"""At 100,000 people, payments and seats no search and no list of the Django admin reads all of a growing table."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from camp.lib.office import MOST_COUNTED
from camp.testing import as_
from camp.tests.test_query_plans import MANY, many, planning, school

__all__ = ["many", "school"]  # fixtures


@pytest.mark.parametrize("typed", ["4711", "person+4711", "PERSON-4711@camp", "person-4711@camp.example"])
def test_finding_somebody_by_what_an_admin_types_does_not(school, typed):
    with planning() as plans:
        found = as_(school.cast.admin).get("/users?limit=50", data={"q": typed})
    assert "person-4711@camp.example" in [person["email"] for person in found]
    assert len(found) < 20
    assert plans.seen
    assert not plans.faults(), plans.faults()


LISTS = {
    "accounts/user": [
        *("", "o=1", "o=-6", "p=3", "role__exact=admin", "role__exact=student", "email_verified__exact=0"),
        *("is_active__exact=0", "joined_at__gte={today}&joined_at__lt={tomorrow}", "joined_at__gte={long_ago}"),
    ],
    "classes/campclass": ["", "status__exact=Pending"],
    "classes/selection": ["", "created_at__gte={today}&created_at__lt={tomorrow}"],
    "classes/enrollment": ["", "state__exact=HELD", "state__exact=CONFIRMED", "confirmed_at__gte={tomorrow}"],
    "payments/payment": [
        *("", "state__exact=enrolled", "state__exact=started", "state__exact=refunded", "attention=refund"),
        *("attention=failed", "attention=disputed", "refund_reason__exact=by_staff", "created_at__gte={today}"),
    ],
    "payments/stripeevent": ["", "type=charge.refunded", "type=payment_intent.succeeded", "received_at__gte={today}"],
}
"""The lists of the Django admin, each as it opens and by its filters."""
TYPED = {
    "accounts/user": "person 4711",
    "classes/campclass": "Class 17",
    "classes/selection": "person-4711",
    "classes/enrollment": "person-4711",
    "payments/payment": "pi_4711",
    "payments/stripeevent": "evt_4711",
}


@pytest.mark.parametrize(
    ("page", "query"),
    [
        *((page, query) for page, queries in LISTS.items() for query in queries),
        *((page, f"q={typed}") for page, typed in TYPED.items()),
    ],
)
def test_a_list_of_the_django_admin_does_not(school, page, query):
    today = timezone.now().replace(hour=0, minute=0)
    days = {"today": today, "tomorrow": today + timedelta(days=1), "long_ago": today - timedelta(days=3650)}
    office = Client()
    office.force_login(school.cast.admin, "django.contrib.auth.backends.ModelBackend")
    wanted = dict(part.split("=", 1) for part in query.format(**days).split("&") if part)
    with planning() as plans:
        answer = office.get(f"/admin/{page}/", wanted)
    assert answer.status_code == 200
    if "q" in wanted:
        assert 1 <= len(answer.context["cl"].result_list) < 50
    assert plans.seen
    faults = plans.faults({"django_session"})  # the admin's own session is the only one
    assert not faults, "\n".join(faults)


def test_a_list_of_the_django_admin_leads_as_far_as_anybody_would_page(school):
    office = Client()
    office.force_login(school.cast.admin, "django.contrib.auth.backends.ModelBackend")
    shown = office.get("/admin/accounts/user/").context["cl"]
    assert shown.paginator.count == MOST_COUNTED < MANY
    assert len(shown.result_list) == 50


def test_without_the_index_of_words_it_is_noticed(school):
    """The control of the search."""
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX user_by_words")  # taken back with the test's transaction
    with planning() as plans:
        as_(school.cast.admin).get("/users?limit=50", data={"q": "4711"})
    assert plans.faults()
