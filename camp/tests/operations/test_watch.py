"""The worker tells the admins what became broken and what is well again, once each, and asks the uptime service."""

from datetime import timedelta

import pytest
import requests

from accounts.models import User
from camp.operations import watch
from camp.operations.doctor import BROKEN, OK, WARNING, Finding
from core.models import SiteProblem
from mail.models import OutboxEmail
from mail.rendering import render
from mail.sending import send_due_emails
from testing.factories import NOW

pytestmark = pytest.mark.django_db

ROUND = timedelta(minutes=4)
OUTAGE = Finding("Stripe account", BROKEN, "Stripe does not respond.")
REFUSED = Finding("Mail server", BROKEN, "Correct EMAIL_URL.", is_refused=True)


@pytest.fixture
def rounds(users, monkeypatch):
    """Returns a function that runs a round with these findings, four minutes after the one before."""
    users.admin.alerts = User.Alerts.DAILY
    users.admin.save()
    times = iter(NOW + ROUND * number for number in range(20))

    def run(*findings):
        monkeypatch.setattr(watch, "diagnose", lambda *, is_running: list(findings))
        watch.watch(now=next(times))

    return run


def mails():
    """The subject and the recipient of each queued alert."""
    found = OutboxEmail.objects.filter(kind="alert").order_by("pk").select_related("recipient")
    return [(each.recipient.name, render(each, NOW).subject) for each in found]


def test_it_tells_an_outage_when_the_next_round_finds_it_too(rounds):
    rounds(OUTAGE)
    assert mails() == []
    rounds(OUTAGE)
    rounds(OUTAGE)
    assert mails() == [("Ada", "Not working on the site: Stripe account.")]
    assert SiteProblem.objects.get().since == NOW


def test_it_tells_a_refused_setting_at_once(rounds):
    rounds(REFUSED)
    assert mails() == [("Ada", "Not working on the site: Mail server.")]


def test_it_does_not_tell_a_short_outage(rounds):
    for _ in range(3):
        rounds(OUTAGE)
        rounds()
    assert mails() == []
    assert not SiteProblem.objects.exists()


def test_it_tells_once_that_a_part_is_well_again_and_tells_the_next_outage(rounds):
    rounds(REFUSED, OUTAGE)
    rounds(REFUSED, OUTAGE)
    rounds(OUTAGE)
    rounds()
    rounds()
    rounds(REFUSED)
    assert [subject for _, subject in mails()] == [
        "Not working on the site: Mail server.",
        "Not working on the site: Stripe account.",
        "Well again: Mail server.",
        "Well again: Stripe account.",
        "Not working on the site: Mail server.",
    ]


def test_it_puts_what_changes_in_a_round_into_one_email(rounds):
    rounds(REFUSED)
    rounds(OUTAGE, Finding("Backup", OK, ""))
    rounds(OUTAGE, Finding("Disk", BROKEN, "Full.", is_refused=True))
    (email,) = OutboxEmail.objects.filter(kind="alert").order_by("-pk")[:1]
    text = render(email, NOW).text
    assert "Not working on the site: Stripe account, Disk." in text
    assert "Stripe account: Stripe does not respond." in text
    assert "/dashboard/settings/check" in text


def test_it_mails_no_doubt_and_nobody_who_wants_no_alerts(rounds, users):
    rounds(Finding("Test mode", WARNING, "No card is charged."))
    assert mails() == []
    users.admin.alerts = User.Alerts.OFF
    users.admin.save()
    rounds(REFUSED)
    assert mails() == []


def test_it_sends_the_alert(rounds, mailoutbox, users):
    rounds(REFUSED)
    send_due_emails()
    assert [(each.to, each.subject) for each in mailoutbox] == [
        ([users.admin.email], "Not working on the site: Mail server.")
    ]


class TestPing:
    @pytest.fixture
    def pings(self, settings, monkeypatch):
        settings.PING_URL, answer, pings = "https://uptime.example/camp", requests.Response(), []
        answer.status_code = 200
        monkeypatch.setattr(watch.requests, "get", lambda url, timeout: pings.append(url) or answer)
        return pings

    def test_it_asks_the_uptime_service_after_a_round_without_a_problem(self, rounds, pings):
        rounds(Finding("Test mode", WARNING, "No card is charged."))
        assert pings == ["https://uptime.example/camp"]
        rounds(OUTAGE)
        assert len(pings) == 1

    def test_it_continues_if_the_service_does_not_respond(self, rounds, pings, monkeypatch, caplog):
        def fail(*_, **__):
            raise requests.ConnectionError("https://uptime.example/camp")

        monkeypatch.setattr(watch.requests, "get", fail)
        rounds()
        assert "the uptime service did not accept the ping (ConnectionError)" in caplog.text
        assert "uptime.example" not in caplog.text

    def test_it_asks_nobody_without_an_address(self, rounds, pings, settings):
        settings.PING_URL = ""
        rounds()
        assert pings == []
