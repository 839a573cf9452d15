"""The first page of the Django admin, and its answer to a form without a CSRF token."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from camp.operations.worker_tasks import FREQUENT, start_task
from classes.models import Status
from core.models import WorkerTask
from mail.models import OutboxEmail
from payments.models import Order
from testing.clients.api import as_
from testing.factories import make_class, make_lesson, make_payment

QUERIES = 11
"""Session, user and recent actions; one for each count."""


@pytest.fixture(autouse=True)
def _active_worker(db):
    for task in FREQUENT:
        start_task(task, every=timedelta(), now=timezone.now())


def attention_box(admin_client):
    """Returns the HTML of the box."""
    page = admin_client.get("/admin/").content.decode()
    return re.search(r'<div class="module attention">.*?</div>', page, re.DOTALL)[0]


def rows_of(box):
    """Returns the rows of the box as text, by their links."""
    rows = re.findall(r'<li><a href="(.*?)">(.*?)</li>', box, re.DOTALL)
    return {link: " ".join(strip_tags(text).split()) for link, text in rows}


@pytest.fixture
def rows(users):
    """A row of each kind that needs attention, and of each kind that does not."""
    names = iter("ABCDEFGH")

    def payment(**fields):
        make_payment(users.student, make_class(users.instructor, f"Class {next(names)}"), **fields)

    def make_rows():
        owed = {"state": "refundPending", "refund_reason": "by_staff"}
        payment(**owed, refund={"failures": 2})
        payment(**owed)
        payment(**owed)
        payment(disputed_at=timezone.now())
        payment()
        payment(state="refunded", refund_reason="by_staff", refund={"failures": 1})
        Order.objects.filter(payments__disputed_at__isnull=False).update(unassigned_refund=5)
        make_class(users.instructor, "Pending class", status=Status.PENDING)
        OutboxEmail.objects.create(kind="welcome", about="account", recipient=users.student, state="FAILED")

    return make_rows


def test_it_counts_what_needs_attention(admin_client, rows):
    rows()
    assert rows_of(attention_box(admin_client)) == {
        "/admin/mail/outboxemail/?state__exact=FAILED": "Failed e-mails: 1",
        "/admin/payments/payment/?attention=failed": "Failed refunds: 1",
        "/admin/payments/payment/?attention=refund": "Refunds that are still owed: 3",
        "/admin/payments/payment/?attention=unassigned": "Partial refunds of several payments: 1",
        "/admin/payments/payment/?attention=disputed": "Disputed charges: 1",
        "/dashboard/manage-classes?status=Pending": "Classes waiting for approval: 1",
    }


def test_it_hides_what_has_no_rows(admin_client, users):
    make_class(users.instructor, status=Status.PENDING)
    box = attention_box(admin_client)
    assert list(rows_of(box).values()) == ["Classes waiting for approval: 1"]
    assert "Nothing needs your attention." not in box


def test_it_says_when_nothing_needs_attention(admin_client, users):
    make_payment(users.student, make_class(users.instructor))
    box = attention_box(admin_client)
    assert rows_of(box) == {}
    assert "Nothing needs your attention." in box


def test_it_says_that_the_worker_has_stopped(admin_client, users):
    WorkerTask.objects.filter(name="mail").update(started_at=timezone.now() - timedelta(minutes=6))
    rows = rows_of(attention_box(admin_client))
    assert list(rows.values()) == ["Tasks of the worker that have not run for five minutes: 1"]


def test_it_links_to_as_many_rows_as_it_counts(admin_client, rows):
    rows()
    linked = rows_of(attention_box(admin_client)).items()
    lists = [(link, text) for link, text in linked if link.startswith("/admin/")]
    assert len(lists) == len(linked) - 1  # classes are decided about on the site's own page
    for link, text in lists:
        shown = admin_client.get(link.replace("&amp;", "&")).context["cl"].result_count
        assert text.endswith(f": {shown}"), link


def test_it_makes_the_same_number_of_queries_for_any_number_of_rows(admin_client, rows, django_assert_num_queries):
    with django_assert_num_queries(QUERIES):
        admin_client.get("/admin/")
    rows()
    with django_assert_num_queries(QUERIES):
        admin_client.get("/admin/")


def test_it_begins_with_what_needs_attention_and_hides_the_lock_out_tables(admin_client):
    page = admin_client.get("/admin/").content.decode()
    assert page.index("Attention") < page.index("Recent actions")
    assert "/admin/axes/" not in page


def test_it_shows_and_names_the_time_of_the_camp(admin_client, users):
    camp_class = make_class(users.instructor)
    make_lesson(camp_class, datetime(2027, 7, 6, 1, 30, tzinfo=UTC))  # on the evening before in New York

    page = admin_client.get(f"/admin/classes/campclass/{camp_class.pk}/change/").content.decode()

    assert "July 5, 2027, 9:30 p.m." in page
    assert "All times are in Eastern Time" in page


def test_it_leaves_the_times_of_the_api_in_utc(users):
    camp_class = make_class(users.instructor)
    make_lesson(camp_class, datetime(2027, 7, 6, 1, 30, tzinfo=UTC))

    (lesson,) = as_(users.admin).get(f"/myClass/{camp_class.pk}")["lessons"]

    assert lesson["startsAt"] == "2027-07-06T01:30:00Z"


def test_it_has_no_jargon_on_the_page_of_a_payment(admin_client, users):
    payment = make_payment(users.student, make_class(users.instructor))

    page = strip_tags(admin_client.get(f"/admin/payments/payment/{payment.pk}/change/").content.decode())

    assert "Number of the former selection" in page
    for jargon in ("Selection id was", "Camp class", "idempotency", "CONFIRMED", "(PAID)"):
        assert jargon not in page


def test_it_sends_a_visitor_to_the_login(client, db):
    assert client.get("/admin/").headers["Location"] == "/admin/login/?next=/admin/"


@pytest.mark.parametrize("path", ["/admin/login/", "/admin/logout/", "/admin/payments/payment/", "/admin/nothing"])
def test_it_returns_an_error_page_to_a_form_without_a_csrf_token(client, users, path):
    client.force_login(users.admin, "django.contrib.auth.backends.ModelBackend")
    response = client.post(path, {"action": "export_csv"})
    page = response.content.decode()
    assert response.status_code == 403
    assert "<h1>Your form couldn&#x27;t be sent</h1>" in page
    assert "Please go back, reload the page and send the form again." in page
    assert "admin-theme.css" in page
    assert "CSRF" not in page


def test_it_returns_an_error_page_to_a_visitor_without_a_csrf_token(client, db):
    response = client.post("/admin/login/")
    assert response.status_code == 403
    assert "<h1>Your form couldn&#x27;t be sent</h1>" in response.content.decode()
