"""``manage.py check --deploy`` refuses an unsafe configuration."""

from datetime import timedelta

import pytest

from camp.operations.worker import RECONCILED_DAYS
from camp.settings import checks
from camp.settings.checks import check_configuration, check_database
from core.database import sessions
from core.database.sessions import SessionSettingsMissing

SAFE = {
    "DEMO": False,
    "SITE_URL": "https://camp.example",
    "CORS_ALLOWED_ORIGINS": ["https://app.camp.example"],
    "FIREBASE_CREDENTIALS": "",
    "STRIPE_SECRET_KEY": "sk_live_1",
    "STRIPE_PUBLISHABLE_KEY": "pk_live_1",
    "SEAT_HOLD_MINUTES": 15,
    "WAITLIST_OFFER_HOURS": 24,
}


def errors(settings, **changes):
    for name, value in (SAFE | changes).items():
        setattr(settings, name, value)
    return [message.id for message in check_configuration()]


def test_it_accepts_a_safe_configuration(settings):
    assert errors(settings) == []


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('{"type": "service_account"}', []),
        ('{"apiKey": "of the web app"}', ["camp.E003"]),
        ("[]", ["camp.E003"]),
        ("not JSON", ["camp.E003"]),
    ],
)
def test_it_accepts_only_a_service_account(settings, tmp_path, content, expected):
    (tmp_path / "account.json").write_text(content)
    assert errors(settings, FIREBASE_CREDENTIALS=str(tmp_path / "account.json")) == expected


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"SITE_URL": "http://camp.example"}, "camp.E001"),
        ({"SITE_URL": "https://camp.example/app"}, "camp.E001"),
        ({"CORS_ALLOWED_ORIGINS": ["http://app.camp.example"]}, "camp.E002"),
        ({"CORS_ALLOWED_ORIGINS": ["null"]}, "camp.E002"),
        ({"FIREBASE_CREDENTIALS": "/nowhere/account.json"}, "camp.E003"),
        ({"STRIPE_PUBLISHABLE_KEY": "pk_test_1"}, "camp.E004"),
        ({"DEMO": True}, "camp.E005"),
        ({"SEAT_HOLD_MINUTES": 0}, "camp.E006"),
        ({"SEAT_HOLD_MINUTES": 600}, "camp.E006"),
        ({"WAITLIST_OFFER_HOURS": 1}, "camp.E007"),
        ({"WAITLIST_OFFER_HOURS": 121}, "camp.E007"),
    ],
)
def test_it_refuses_an_unsafe_configuration(settings, change, error):
    assert errors(settings, **change) == [error]


def database_errors(*databases):
    return [message.id for message in check_database(databases=databases)]


def test_it_accepts_a_database_with_sessions(db):
    assert database_errors("default") == []


def test_it_connects_only_if_the_database_is_to_be_checked(monkeypatch):
    monkeypatch.setattr(checks, "connections", None)
    assert check_database(databases=None) == []


def test_it_refuses_a_database_without_the_session_settings(monkeypatch):
    class Refused:
        def ensure_connection(self):
            raise SessionSettingsMissing("ALTER ROLE")

    monkeypatch.setattr(checks, "connections", {"default": Refused()})
    assert [message.msg for message in check_database(databases=["default"])] == ["ALTER ROLE"]


def test_it_refuses_a_database_without_notifications(db, monkeypatch):
    monkeypatch.setattr(checks, "receives_notifications", lambda: False)
    assert database_errors("default") == ["camp.E009"]


def test_it_refuses_two_servers_that_have_a_database_of_the_same_name(db, monkeypatch):
    identities = {"default": ("camp", "2026-06-01"), "direct": ("camp", "2026-05-01")}
    monkeypatch.setattr(sessions, "_identity", identities.__getitem__)
    assert database_errors("default") == []
    monkeypatch.setattr(sessions, "direct_alias", lambda: "direct")
    assert database_errors("default") == ["camp.E010"]


def test_it_reconciles_orders_for_longer_than_the_longest_offer():
    """An offer can move by 15 hours to noon, and paying prolongs it by 45 minutes."""
    assert timedelta(hours=checks.MAX_OFFER_HOURS + 16) < timedelta(days=RECONCILED_DAYS)
