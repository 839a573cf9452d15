"""E-mails of the outbox in the Django admin."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from mail.models import OutboxEmail
from testing.clients.admin import AdminClient
from testing.factories import make_user

pytestmark = pytest.mark.django_db

LIST = "/admin/mail/outboxemail/"
Kind, State = OutboxEmail.Kind, OutboxEmail.State
ONLY_FAILED = "Only failed e-mails whose content has not been deleted yet can be sent again."


def make_email(recipient, kind=Kind.WELCOME, state=State.QUEUED, **fields):
    sent_at = timezone.now() if state == State.SENT else None
    values = {"about": "account", "sent_at": sent_at} | fields
    return OutboxEmail.objects.create(recipient=recipient, kind=kind, state=state, **values)


def listed(admin_client, **parameters):
    return list(admin_client.get(LIST, parameters).context["cl"].result_list)


def send_again(client, *emails):
    body = {"action": "send_again", "_selected_action": [str(email.pk) for email in emails]}
    return client.post(LIST, body, follow=True).content.decode()


@pytest.fixture
def failed(users):
    error = "550: no such user"
    values = {"facts": {"class": "Clay"}, "tries": 1, "error": error, "address_refused": True}
    return make_email(users.student, Kind.REFUNDED, State.FAILED, **values)


def test_it_lists_emails_newest_first(admin_client, users, failed):
    newer = make_email(users.other_student)
    assert listed(admin_client) == [newer, failed]
    page = admin_client.get(LIST).content.decode()
    assert "550: no such user" in page
    assert "sam@camp.example" in page


def test_it_filters_by_state_and_kind(admin_client, users, failed):
    queued = make_email(users.student)
    assert listed(admin_client, state__exact="FAILED") == listed(admin_client, kind__exact="refunded") == [failed]
    assert listed(admin_client, state__exact="QUEUED") == listed(admin_client, kind__exact="welcome") == [queued]


@pytest.mark.parametrize("query", ["sam", "SAM@camp", "sam@camp.example"])
def test_it_searches_by_recipient(admin_client, users, failed, query):
    make_email(users.other_student)
    assert listed(admin_client, q=query) == [failed]


def test_it_finds_nothing_for_an_unknown_recipient(admin_client, failed):
    assert listed(admin_client, q="nobody") == []
    assert listed(admin_client, q="@") == []


def test_it_shows_an_email_read_only(admin_client, failed):
    response = admin_client.get(f"{LIST}{failed.pk}/change/")
    assert response.status_code == 200
    assert b'name="_save"' not in response.content
    assert admin_client.post(f"{LIST}{failed.pk}/change/", {"state": "SENT"}).status_code == 403
    assert admin_client.get(f"{LIST}add/").status_code == 403
    assert admin_client.post(f"{LIST}{failed.pk}/delete/", {"post": "yes"}).status_code == 403
    failed.refresh_from_db()
    assert failed.state == State.FAILED


def test_it_sends_failed_emails_again(admin_client, users, failed):
    other = make_email(users.other_student, state=State.FAILED)
    assert "1 queued again." in send_again(admin_client, failed)
    failed.refresh_from_db()
    other.refresh_from_db()
    assert (failed.state, failed.tries, failed.error, failed.address_refused) == (State.QUEUED, 0, "", False)
    assert other.state == State.FAILED


@pytest.mark.parametrize("state", [State.SENT, State.QUEUED, State.SKIPPED])
def test_it_leaves_other_emails_as_they_are(admin_client, users, failed, state):
    other = make_email(users.other_student, state=state)
    before = OutboxEmail.objects.filter(pk=other.pk).values().get()
    page = send_again(admin_client, failed, other)
    assert "1 queued again." in page
    assert f"1 left as they are. {ONLY_FAILED}" in page
    assert OutboxEmail.objects.filter(pk=other.pk).values().get() == before


def test_it_leaves_a_failed_email_without_content_as_it_is(admin_client, users, failed):
    emptied = make_email(users.student, Kind.BOOKED, State.FAILED)
    page = send_again(admin_client, failed, emptied)
    assert "1 queued again." in page
    assert f"1 left as they are. {ONLY_FAILED}" in page
    emptied.refresh_from_db()
    assert emptied.state == State.FAILED


@pytest.mark.parametrize("role", ["student", "instructor", None])
def test_it_refuses_users_who_are_not_staff(users, failed, role):
    client = AdminClient(role and getattr(users, role))
    assert client.get(LIST).status_code == 302
    assert "queued again" not in send_again(client, failed)
    failed.refresh_from_db()
    assert failed.state == State.FAILED


def test_it_exports_emails(admin_client, failed):
    body = {"action": "export_csv", "_selected_action": [str(failed.pk)]}
    exported = admin_client.post(LIST, body).content.decode()
    assert '"Failed","Refunded","sam@camp.example","1"' in exported


def test_it_makes_the_same_number_of_queries_for_any_number_of_emails(admin_client, users, failed):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            admin_client.get(LIST)
        return len(captured)

    few = queries()
    for number in range(20):
        make_email(make_user(f"student{number}"))
    assert queries() == few
