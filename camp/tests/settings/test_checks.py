"""``manage.py check --deploy`` refuses an unsafe configuration."""

from datetime import timedelta
from pathlib import Path

import pytest

from camp.settings import checks
from camp.settings.checks import check_configuration, check_database
from camp.settings.forms import OFFER_HOURS
from classes.seats.hold_time import MAX_HOLD_TIME
from classes.seats.reservations import MAX_TIME
from core.database import sessions
from core.database.sessions import SessionSettingsMissing
from payments.settlement.reconciliation import RECONCILED_DAYS

SAFE = {
    "DEMO": False,
    "FIREBASE_CREDENTIALS": "",
    "SECURE_SSL_REDIRECT": True,
    "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https"),
    "TRUSTED_PROXY_HOPS": 1,
    "PICTURES_BUCKET": "",
    "MEDIA_ROOT": Path("/tmp/not/yet/there"),
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
        ({"FIREBASE_CREDENTIALS": "/nowhere/account.json"}, "camp.E003"),
        ({"DEMO": True}, "camp.E005"),
        ({"SECURE_PROXY_SSL_HEADER": None}, "camp.E011"),
        ({"SECURE_PROXY_SSL_HEADER": None, "TRUSTED_PROXY_HOPS": 0}, "camp.E011"),
        ({"TRUSTED_PROXY_HOPS": 0}, "camp.E012"),
        ({"MEDIA_ROOT": Path("/dev/null")}, "camp.E013"),
        ({"MEDIA_ROOT": Path("/dev/null/media")}, "camp.E013"),
    ],
)
def test_it_refuses_an_unsafe_configuration(settings, change, error):
    assert errors(settings, **change) == [error]


def test_it_refuses_a_folder_below_one_that_the_user_may_not_open(settings, without_root, tmp_path):
    (tmp_path / "locked").mkdir(mode=0)
    with without_root():
        assert errors(settings, MEDIA_ROOT=tmp_path / "locked" / "media") == ["camp.E013"]


def test_it_needs_no_folder_for_pictures_in_a_bucket(settings):
    assert errors(settings, MEDIA_ROOT=Path("/dev/null"), PICTURES_BUCKET="camp") == []


def test_it_needs_no_proxy_without_https(settings):
    assert errors(settings, SECURE_SSL_REDIRECT=False, SECURE_PROXY_SSL_HEADER=None) == []


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


def test_it_reconciles_orders_for_longer_than_the_longest_offer_and_reservation():
    """An offer can move by 15 hours to noon, and paying prolongs it by 45 minutes."""
    assert timedelta(hours=max(OFFER_HOURS) + 16) < timedelta(days=RECONCILED_DAYS)
    assert timedelta(days=RECONCILED_DAYS) > MAX_TIME + MAX_HOLD_TIME
