"""The pages of the Django admin that show sample e-mails."""

import re

import pytest

from mail.models import OutboxEmail
from mail.samples import SAMPLES
from testing.admin_client import AdminClient

INDEX = "/admin/mail/preview/"
ALL = pytest.mark.parametrize("name", SAMPLES)
PAGES = (INDEX, f"{INDEX}booked/html", f"{INDEX}booked/text")


def test_it_lists_every_sample(admin_client):
    page = admin_client.get(INDEX).content.decode()
    links = re.findall(rf'href="({INDEX}[^"]+)"', page)
    assert links == [f"{INDEX}{name}/{form}" for name in SAMPLES for form in ("html", "text")]
    assert "Your class isn&#x27;t approved yet: Wood carving" in page


@ALL
def test_it_shows_the_html(admin_client, name):
    response = admin_client.get(f"{INDEX}{name}/html")
    assert response["Content-Type"] == "text/html; charset=utf-8"
    assert response.content.decode() == SAMPLES[name].render().html


@ALL
def test_it_shows_the_text(admin_client, name):
    response = admin_client.get(f"{INDEX}{name}/text")
    email = SAMPLES[name].render()
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response.content.decode().startswith(f"Subject: {email.subject}\n")
    assert response.content.decode().endswith(f"\n\n{email.text}")


def test_it_names_the_attachment(admin_client):
    assert b"\nAttached: lessons.ics\n" in admin_client.get(f"{INDEX}booked/text").content


def test_it_allows_inline_styles_and_no_scripts_in_the_html_only(admin_client):
    policy = admin_client.get(f"{INDEX}booked/html")["Content-Security-Policy"]
    assert "style-src 'unsafe-inline';" in policy
    assert "script-src 'none';" in policy
    assert "default-src 'none';" in policy
    for path in (INDEX, f"{INDEX}booked/text"):
        assert "unsafe-inline" not in admin_client.get(path)["Content-Security-Policy"]


def test_it_is_linked_from_the_list_of_emails(admin_client):
    assert f'href="{INDEX}"'.encode() in admin_client.get("/admin/mail/outboxemail/").content


def test_it_neither_reads_nor_writes_emails(admin_client, django_assert_num_queries):
    for path in PAGES:
        with django_assert_num_queries(2):  # session and user
            admin_client.get(path)
    assert not OutboxEmail.objects.exists()


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("role", ["student", "instructor", None])
def test_it_refuses_users_who_are_not_staff(users, path, role):
    response = AdminClient(role and getattr(users, role)).get(path)
    assert (response.status_code, response["Location"]) == (302, f"/admin/login/?next={path}")


@pytest.mark.parametrize(
    "path", [f"{INDEX}nothing/html", f"{INDEX}nothing/text", f"{INDEX}booked/pdf", f"{INDEX}booked"]
)
def test_it_refuses_an_unknown_sample(admin_client, path):
    assert admin_client.get(path).status_code == 404


@pytest.mark.parametrize("path", PAGES)
def test_it_refuses_other_methods(admin_client, path):
    assert admin_client.post(path).status_code == 405
