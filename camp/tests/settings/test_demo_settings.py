"""The settings of the demo: less strict, but only with stand-ins for all providers and with local servers."""

from contextlib import nullcontext

import pytest
from django.core.exceptions import ImproperlyConfigured

from testing.servers.environments import DEMO, PRODUCTION, STAND_IN_URLS, load_settings


def test_it_limits_emails_less_strictly_only_in_the_demo():
    real, demo = load_settings(), load_settings(**DEMO)
    assert (real["EMAILS_PER_DAY"], real["EMAIL_QUIET_SECONDS"]) == (20, 300)
    assert real["THROTTLE_RATES"]["welcome"] == (1, 1, 86_400)
    assert (demo["EMAILS_PER_DAY"], demo["EMAIL_QUIET_SECONDS"]) == (2000, 5)


def test_it_is_in_test_mode_with_the_test_keys_of_a_real_site():
    keys = {"STRIPE_SECRET_KEY": "rk_test_1", "STRIPE_PUBLISHABLE_KEY": "pk_test_1"}
    assert [load_settings(**each)["TEST_MODE"] for each in ({}, keys, DEMO)] == [False, True, False]


@pytest.mark.parametrize(
    ("url", "accepted"),
    [
        ("postgresql://camp@database.example/camp", False),
        ("postgresql://camp@10.0.0.5:5432/camp", False),
        ("postgresql:///camp?host=database.example", False),
        ("postgresql://camp@127.0.0.1:5432/camp", True),
        ("postgresql://camp@localhost/camp", True),
        ("postgresql://postgres@/camp?host=/tmp/somewhere", True),
    ],
)
def test_it_accepts_only_a_local_database_for_the_demo(url, accepted):
    with nullcontext() if accepted else pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        assert load_settings(**DEMO | {"DATABASE_URL": url})["DEMO"]
    with nullcontext() if accepted else pytest.raises(ImproperlyConfigured, match="DATABASE_DIRECT_URL"):
        assert load_settings(**DEMO | {"DATABASE_DIRECT_URL": url})["DEMO"]


@pytest.mark.parametrize("url", ["smtp://mail.example:25", "smtp://10.0.0.5:25"])
def test_it_accepts_only_a_local_mail_server_for_the_demo(url):
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
        load_settings(**DEMO | {"EMAIL_URL": url})


@pytest.mark.parametrize(
    "real",
    [
        {"SITE_URL": "https://camp.example"},
        {"SITE_URL": "HTTPS://127.0.0.1"},
        {"STRIPE_SECRET_KEY": "sk_live_1"},
        {"STRIPE_SECRET_KEY": "rk_live_1"},
        {"STRIPE_PUBLISHABLE_KEY": "pk_live_1"},
        {"FIREBASE_CREDENTIALS": "/etc/camp/account.json"},
    ],
    ids=str,
)
def test_it_refuses_a_demo_with_a_setting_of_a_real_site(real):
    with pytest.raises(ImproperlyConfigured, match=f"^CAMP_DEMO=1.*{next(iter(real))}"):
        load_settings(**DEMO | real)


@pytest.mark.parametrize("missing", STAND_IN_URLS)
def test_it_refuses_a_demo_without_the_url_of_a_stand_in(missing):
    """Otherwise the demo, which allows DEBUG and plain http, would use the real provider."""
    with pytest.raises(ImproperlyConfigured, match=missing):
        load_settings(**DEMO | {missing: None})


def test_it_refuses_to_start_a_demo_without_its_environment():
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
        load_settings(**dict.fromkeys(PRODUCTION), CAMP_DEMO="1")
