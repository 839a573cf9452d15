"""The settings: a missing or unsafe variable prevents the start and is named; the others are read."""

import os
import re
import socket
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from psycopg.conninfo import make_conninfo
from psycopg.pq import PGconn

from testing.servers.environments import PRODUCTION, load_settings


@pytest.mark.slow
def test_it_starts_with_a_complete_environment():
    code = "import camp.settings as s; print(s.DEBUG, s.SECURE_SSL_REDIRECT, s.SESSION_COOKIE_SECURE, s.ALLOWED_HOSTS)"
    variables = {"PATH": os.environ["PATH"]} | PRODUCTION
    command = [sys.executable, "-c", code]
    started = subprocess.run(command, env=variables, cwd=settings.BASE_DIR, capture_output=True, text=True, check=True)
    assert started.stdout.split() == ["False", "True", "True", "['camp.example']"]


def test_it_names_all_missing_variables():
    with pytest.raises(ImproperlyConfigured) as error:
        load_settings(**dict.fromkeys(PRODUCTION))
    assert all(name in str(error.value) for name in PRODUCTION)


@pytest.mark.parametrize("name", PRODUCTION)
@pytest.mark.parametrize("value", [None, "", "  "])
def test_it_refuses_a_missing_variable(name, value):
    with pytest.raises(ImproperlyConfigured, match=name):
        load_settings(**{name: value})


@pytest.mark.parametrize(
    "unsafe",
    [
        {"FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099"},
        {"STRIPE_API_BASE": "http://127.0.0.1:12111"},
        {"STRIPE_SCRIPT_URL": "http://127.0.0.1:12111/v3/stripe.js"},
        {"DEBUG": "1"},
        {"ALLOWED_HOSTS": "*"},
        {"SECRET_KEY": "short"},
        {"JWT_SIGNING_KEY": "short"},
        {"SECRET_KEY": "s" * 60, "JWT_SIGNING_KEY": "s" * 60},
        {"SITE_TIME_ZONE": "New York"},
        {"SITE_TIME_ZONE": "../etc/passwd"},
        {"SITE_TIME_ZONE": "America"},
        {"SITE_TIME_ZONE": "EST"},
        {"SITE_TIME_ZONE": "Etc/GMT+5"},
        {"SITE_TIME_ZONE": "UTC"},
        {"SITE_URL": "http://camp.example"},
        {"SITE_URL": "https://camp.example/app"},
        {"SITE_URL": "camp.example"},
        {"SITE_URL": "https://camp.example:x"},
        {"ALLOWED_HOSTS": "https://camp.example"},
        {"ALLOWED_HOSTS": "other.example"},
        {"DATABASE_URL": "mysql://camp@db/camp"},
        {"DATABASE_URL": "postgresql://camp@db"},
        {"DATABASE_URL": "postgresql://camp:a#b@db/camp"},
        {"DATABASE_URL": "postgresql://camp@db/camp?password=secret"},
        {"DATABASE_DIRECT_URL": "db.example"},
        {"FIREBASE_AUTH_DOMAIN": "https://camp.firebaseapp.com"},
        {"FIREBASE_API_KEY": "sk_live_1"},
        {"FIREBASE_API_KEY": "j" * 32},
        {"STRIPE_SECRET_KEY": "pk_live_1"},
        {"STRIPE_SECRET_KEY": "sk_test_1"},
        {"STRIPE_PUBLISHABLE_KEY": "sk_live_1"},
        {"STRIPE_WEBHOOK_SECRET": "we_1"},
        {"EMAIL_URL": "smtp+tls://camp:secret@smtp.camp.example"},
        {"EMAIL_URL": "smtp+tls://camp:a#b@smtp.camp.example:587"},
        {"MAIL_FROM": "Craft Camp"},
        {"MAIL_FROM": "Arts, Crafts <hello@camp.example>"},
        {"CONTACT_HOURS": "whsec_1"},
        {"CONTACT_MAP": "map.svg"},
        {"SOCIAL_FACEBOOK": "javascript:alert(1)"},
        {"SITE_NAME": "https://user:password@mail.example"},
        {"PICTURES_BUCKET": "AKIAIOSFODNN7EXAMPLE"},
        {"PICTURES_BUCKET": "aws-secret", "AWS_SECRET_ACCESS_KEY": "aws-secret"},
        {"CORS_ALLOWED_ORIGINS": "http://app.camp.example"},
        {"CORS_ALLOWED_ORIGINS": "null"},
        {"SEAT_HOLD_MINUTES": "4"},
        {"SEAT_HOLD_MINUTES": "61"},
        {"SEAT_HOLD_MINUTES": "a quarter of an hour"},
        {"WAITLIST_OFFER_HOURS": "1"},
        {"WAITLIST_OFFER_HOURS": "121"},
        {"MAIL_PER_MINUTE": "-1"},
        {"BACKUP_DAYS": "a month"},
        {"WEB_CONCURRENCY": "two"},
        {"PORT": "http"},
        {"CANCEL_WITHIN_HOURS": "-1"},
        {"CARE": "maybe"},
        {"CARE_KEYS": "too-short"},
        {"CARE_KEYS": f"{PRODUCTION['CARE_KEYS']},{PRODUCTION['SECRET_KEY']}"},
        {"CARE_KEEP_DAYS": "0"},
        {"TRUSTED_PROXY_HOPS": ""},
        {"BEHIND_TLS_PROXY": "ture"},
        {"BEHIND_TLS_PROXY": ""},
        {"CARE": ""},
    ],
    ids=str,
)
def test_it_refuses_an_unsafe_value(unsafe):
    with pytest.raises(ImproperlyConfigured, match=next(iter(unsafe))):
        load_settings(**unsafe)


def test_it_names_all_wrong_values_at_once_and_prints_none():
    with pytest.raises(ImproperlyConfigured) as error:
        load_settings(STRIPE_PUBLISHABLE_KEY="sk_live_hidden", SEAT_HOLD_MINUTES="hidden", EMAIL_URL="hidden")
    assert re.findall(r"^[A-Z_]+", str(error.value), re.MULTILINE) == [
        "STRIPE_PUBLISHABLE_KEY",
        "EMAIL_URL",
        "SEAT_HOLD_MINUTES",
    ]
    assert "hidden" not in str(error.value)


@pytest.mark.parametrize(
    "accepted",
    [
        {"SITE_URL": "https://camp.example/"},
        {"SITE_URL": "https://www.camp.example", "ALLOWED_HOSTS": ".camp.example, 127.0.0.1"},
        {"ALLOWED_HOSTS": "camp.example,[::1]"},
        {"MAIL_FROM": "Craft Camp <hello@camp.example>", "CONTACT_MAP": ""},
        {"MAIL_FROM": '"Arts, Crafts" <hello@camp.example>'},
        {"SOCIAL_YOUTUBE": "https://www.youtube.com/@camp", "SOCIAL_FACEBOOK": ""},
        {"STRIPE_SECRET_KEY": "rk_test_1", "STRIPE_PUBLISHABLE_KEY": "pk_test_1"},
        {"CORS_ALLOWED_ORIGINS": "https://app.camp.example, https://b.example:8443"},
        {"BEHIND_TLS_PROXY": "True", "TRUSTED_PROXY_HOPS": "2"},
        {"DATABASE_URL": "postgresql:///camp?host=/var/run/postgresql"},
        {"CARE": "off", "CARE_KEYS": None},
        {"CARE": "on", "CARE_KEYS": f"{PRODUCTION['CARE_KEYS']}, {PRODUCTION['CARE_KEYS']}"},
        {"SENTRY_DSN": "https://0123@sentry.example/1", "PICTURES_DOMAIN": "", "PICTURES_ENDPOINT": ""},
    ],
    ids=str,
)
def test_it_accepts_the_forms_that_operators_use(accepted):
    assert load_settings(**accepted)


def test_it_reads_the_keys_of_the_care_sheets():
    loaded = load_settings(CARE_KEYS=f"{PRODUCTION['CARE_KEYS']}, {PRODUCTION['CARE_KEYS']}")
    assert (loaded["CARE"], loaded["CARE_KEYS"]) == (True, [PRODUCTION["CARE_KEYS"]] * 2)
    loaded = load_settings(CARE="off", CARE_KEYS=None)
    assert (loaded["CARE"], loaded["CARE_KEYS"]) == (False, [])


def test_it_sends_hsts_for_subdomains_only_if_the_owner_says_so():
    names = ("SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
    assert [load_settings()[name] for name in names] == [31_536_000, False, False]
    assert [load_settings(HSTS_PRELOAD="true")[name] for name in names] == [31_536_000, False, False]
    both = load_settings(HSTS_INCLUDE_SUBDOMAINS="true", HSTS_PRELOAD="true")
    assert [both[name] for name in names] == [31_536_000, True, True]


def test_it_has_one_database_without_a_direct_url():
    databases = load_settings()["DATABASES"]
    assert databases.keys() == {"default"}
    assert "DISABLE_SERVER_SIDE_CURSORS" not in databases["default"]


def test_it_reads_the_direct_url():
    """The other URL leads to a pooler, behind which a cursor of the server would be in another session."""
    databases = load_settings(DATABASE_DIRECT_URL="postgres://camp@direct/camp")["DATABASES"]
    assert (databases["default"]["HOST"], databases["direct"]["HOST"]) == ("db", "direct")
    assert databases["default"]["DISABLE_SERVER_SIDE_CURSORS"]
    assert databases["direct"]["OPTIONS"] == databases["default"]["OPTIONS"]


def test_it_makes_the_kernel_notice_a_database_server_that_vanished():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        options = load_settings(DATABASE_URL=f"postgresql://camp@127.0.0.1:{port}/camp")["DATABASES"]["default"][
            "OPTIONS"
        ]
        connecting = PGconn.connect_start(make_conninfo(host="127.0.0.1", port=port, **options).encode())
        with socket.socket(fileno=os.dup(connecting.socket)) as client:
            assert client.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
            numbers = (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT, socket.TCP_USER_TIMEOUT)
            assert [client.getsockopt(socket.IPPROTO_TCP, number) for number in numbers] == [30, 5, 3, 15_000]
        connecting.finish()


def test_it_prefers_the_keepalives_of_the_url():
    database = load_settings(DATABASE_URL="postgresql://camp@db.example/camp?keepalives_idle=240")["DATABASES"][
        "default"
    ]
    assert int(database["OPTIONS"]["keepalives_idle"]) == 240


@pytest.mark.parametrize("url", ["consolemail://", "dummymail://", "filemail:///tmp/mail", "https://mail.example"])
def test_it_refuses_a_mail_server_without_smtp(url):
    with pytest.raises(ImproperlyConfigured):
        load_settings(EMAIL_URL=url)


def test_it_reads_the_mail_server_from_its_url():
    loaded = load_settings(
        EMAIL_URL="smtp+tls://camp:se%23cret@smtp.camp.example:587", MAIL_FROM="Camp <mail@camp.example>"
    )
    names = ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_TLS", "USE_SSL", "TIMEOUT")
    values = ["smtp.camp.example", 587, "camp", "se#cret", True, False, 10]
    assert [loaded[f"EMAIL_{name}"] for name in names] == values
    assert loaded["DEFAULT_FROM_EMAIL"] == "Camp <mail@camp.example>"


def test_it_derives_the_sender_from_the_name_and_the_host_of_the_site():
    hosts = {"SITE_URL": "https://www.camp.example", "ALLOWED_HOSTS": "www.camp.example"}
    loaded = load_settings(SITE_NAME="Arts, Crafts & Camp", MAIL_FROM="", **hosts)
    assert loaded["DEFAULT_FROM_EMAIL"] == '"Arts, Crafts & Camp" <hello@camp.example>'


@pytest.mark.parametrize(
    "rules",
    [
        "",
        "30",
        "30:101",
        "14:50,30:100",
        "30:50,14:100",
        "30:100,30:50",
        "-1:50",
        "30:100,",
        "30=100",
        "1.5:50",
        "³:50",
    ],
)
def test_it_refuses_invalid_refund_rules(rules):
    with pytest.raises(ImproperlyConfigured, match="REFUND_RULES"):
        load_settings(REFUND_RULES=rules)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("30:100,14:50,0:0", ((30, 100), (14, 50), (0, 0))),
        ("0:0", ((0, 0),)),
        ("7:80,3:80", ((7, 80), (3, 80))),
    ],
)
def test_it_reads_the_refund_rules(text, rules):
    assert load_settings(REFUND_RULES=text)["REFUND_RULES"] == rules


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "changes", "line"),
    [
        ([sys.executable, "manage.py", "run_worker"], {"SITE_TIME_ZONE": "EST"}, "SITE_TIME_ZONE must be an IANA name"),
        (["deploy/web"], {"SITE_TIME_ZONE": "EST"}, "SITE_TIME_ZONE must be an IANA name"),
        (
            [sys.executable, "manage.py", "migrate"],
            {"DATABASE_URL": "postgresql://camp@127.0.0.1:1/camp"},
            "PostgreSQL does not answer at DATABASE_URL: ",
        ),
    ],
)
def test_it_says_in_one_line_what_is_refused(command, changes, line):
    variables = {"PATH": os.environ["PATH"], "PYTHON": sys.executable} | PRODUCTION | changes
    ended = subprocess.run(
        command, env=variables, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False, timeout=60
    )
    assert (ended.returncode, ended.stdout, len(ended.stderr.splitlines())) == (1, "", 1)
    assert ended.stderr.startswith(line)
