"""Alerts: stored once, mailed at once or once a day."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import Role
from mail import alerts
from mail.models import Alert, OutboxEmail
from mail.rendering import render
from mail.sending import send_due_emails
from testing.clients.api import as_
from testing.emails import words
from testing.factories import make_user

pytestmark = pytest.mark.django_db

Kind = Alert.Kind
SIX, SEVEN = datetime(2027, 7, 5, 10, 59, 59, tzinfo=UTC), datetime(2027, 7, 5, 11, tzinfo=UTC)
"""Before and at 7:00 in New York."""
DAY = timedelta(days=1)


@pytest.fixture
def admin(users):
    return users.admin


def put(about, *, now=SIX, kind=Kind.CLASS_PENDING):
    with transaction.atomic():
        alerts.put(kind, about=about, facts={"class": f"Class {about}", "path": f"/dashboard/{about}"}, now=now)


def mails(kind):
    """Returns the recipients, and the classes in each e-mail."""
    found = OutboxEmail.objects.filter(kind=kind).order_by("pk")
    return [(each.recipient.name, [line["class"] for line in each.facts["alerts"]]) for each in found]


def wants(user, choice):
    user.alerts = choice
    user.save()


class TestDigest:
    def test_it_lists_the_alerts_of_a_day_at_seven(self, admin):
        put(1, now=SIX - DAY + timedelta(hours=2))
        put(2)
        assert alerts.put_digests(now=SIX) == 0
        assert alerts.put_digests(now=SEVEN) == 2
        assert mails("alert_digest") == [("Ada", ["Class 1", "Class 2"])]

    def test_it_lists_each_alert_once(self, admin):
        put(1)
        put(1)
        put(2, now=SEVEN)
        alerts.put_digests(now=SEVEN)
        put(1, now=SEVEN)
        alerts.put_digests(now=SEVEN + timedelta(hours=1))
        alerts.put_digests(now=SEVEN + DAY)
        assert mails("alert_digest") == [("Ada", ["Class 1"]), ("Ada", ["Class 2"])]

    def test_it_keeps_an_alert_that_was_committed_after_the_digest_for_the_next_day(self, admin):
        put(1)
        alerts.put_digests(now=SEVEN)
        put(2)
        assert alerts.put_digests(now=SEVEN + timedelta(minutes=1)) == 0
        alerts.put_digests(now=SEVEN + DAY)
        assert mails("alert_digest") == [("Ada", ["Class 1"]), ("Ada", ["Class 2"])]

    def test_it_writes_nothing_without_alerts(self, admin):
        assert alerts.put_digests(now=SEVEN) == 0
        assert mails("alert_digest") == []

    def test_it_makes_up_for_days_without_a_worker(self, admin):
        put(1, now=SEVEN - 3 * DAY)
        alerts.put_digests(now=SEVEN + timedelta(hours=9))
        assert mails("alert_digest") == [("Ada", ["Class 1"])]

    def test_it_mails_only_admins_who_want_it(self, users, admin):
        wants(make_user("off", Role.ADMIN), "off")
        make_user("locked", Role.ADMIN, is_active=False)
        put(1)
        alerts.put_digests(now=SEVEN)
        assert mails("alert_digest") == [("Ada", ["Class 1"])]
        assert mails("alert") == []

    def test_it_leaves_out_what_is_decided(self, admin):
        put(1)
        put(2)
        with transaction.atomic():
            alerts.withdraw(Kind.CLASS_PENDING, about=1)
        alerts.put_digests(now=SEVEN)
        assert mails("alert_digest") == [("Ada", ["Class 2"])]
        put(1)
        assert Alert.objects.filter(digested_at=None).count() == 1

    def test_it_shows_a_hundred_lines_and_counts_the_rest(self, admin, settings):
        for number in range(103):
            put(number)
        alerts.put_digests(now=SEVEN)
        email = OutboxEmail.objects.get(kind="alert_digest")
        assert (len(email.facts["alerts"]), email.facts["more"]) == (100, 3)
        rendered = render(email, SEVEN)
        assert "and 3 more" in words(rendered.text)
        assert f"{settings.SITE_URL}/dashboard/99" in rendered.text

    def test_it_is_not_sent_to_who_wants_none_anymore(self, admin):
        put(1)
        alerts.put_digests(now=SEVEN)
        wants(admin, "off")
        OutboxEmail.objects.update(due_at=timezone.now())
        send_due_emails()
        assert OutboxEmail.objects.get().state == "SKIPPED"


class TestAtOnce:
    def test_it_mails_each_alert_at_once(self, admin):
        wants(admin, "at_once")
        put(1)
        put(1)
        put(2)
        assert mails("alert") == [("Ada", ["Class 1"]), ("Ada", ["Class 2"])]
        alerts.put_digests(now=SEVEN)
        assert mails("alert_digest") == []

    def test_it_lists_in_the_digest_what_was_over_the_daily_limit(self, admin):
        wants(admin, "at_once")
        put(1)
        put(2)
        OutboxEmail.objects.filter(about=str(Alert.objects.get(about="2").pk)).update(state="SKIPPED")
        alerts.put_digests(now=SEVEN)
        assert mails("alert_digest") == [("Ada", ["Class 2"])]


def test_it_deletes_old_alerts(admin):
    put(1, now=SEVEN - 91 * DAY)
    put(2, now=SEVEN - 89 * DAY)
    assert alerts.delete_old_alerts(now=SEVEN) == 1
    assert Alert.objects.get().about == "2"


class TestChoice:
    def test_it_is_daily_for_a_new_admin(self, users):
        assert as_(users.admin).get("/users/me/email")["alerts"] == "daily"
        assert as_(users.student).get("/users/me/email")["alerts"] is None

    @pytest.mark.parametrize("choice", ["at_once", "off", "daily"])
    def test_it_changes(self, users, choice):
        modified = as_(users.admin).patch("/users/me", {"alerts": choice})
        assert modified == {"modifiedCount": 0 if choice == "daily" else 1}
        assert as_(users.admin).get("/users/me/email")["alerts"] == choice

    def test_it_is_refused_to_others(self, users):
        for user in (users.student, users.instructor):
            as_(user).patch("/users/me", {"alerts": "off", "name": "New"}, 403)
            user.refresh_from_db()
            assert (user.alerts, user.name) != ("off", "New")

    def test_it_refuses_an_unknown_choice(self, users):
        as_(users.admin).patch("/users/me", {"alerts": "weekly"}, 400)
