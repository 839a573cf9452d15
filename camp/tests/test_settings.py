"""The settings: a missing or unsafe variable prevents the start and is named, and all variables are documented."""

import ast
import inspect
import os
import re
import runpy
import shlex
import socket
import subprocess
import sys
from contextlib import nullcontext

import environ
import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from psycopg.conninfo import make_conninfo
from psycopg.pq import PGconn

from camp.pages import shell
from camp.settings.forms import PUBLIC
from testing.production_settings import PRODUCTION

ROOT = settings.BASE_DIR
STAND_IN_URLS = {
    "FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099",
    "STRIPE_API_BASE": "http://127.0.0.1:12111",
    "STRIPE_SCRIPT_URL": "http://127.0.0.1:12111/v3/stripe.js",
}
STAND_INS = {"CAMP_DEMO", "DEBUG", *STAND_IN_URLS}
"""Refused in production."""
DEMO = STAND_IN_URLS | {
    "CAMP_DEMO": "1",
    "SITE_URL": "http://127.0.0.1:8000",
    "DATABASE_URL": "postgresql://camp@127.0.0.1:5432/camp",
    "EMAIL_URL": "smtp://127.0.0.1:1025",
    "STRIPE_SECRET_KEY": "sk_test_1",
    "STRIPE_PUBLISHABLE_KEY": "pk_test_1",
}
SCRIPT_VARIABLES = {"BACKUP_COMMAND", "BACKUP_DIR", "BACKUP_DAYS", "HOST", "PORT", "WEB_CONCURRENCY", "PYTHON"}


@pytest.fixture
def load(monkeypatch):
    """Executes the settings module with PRODUCTION and these changes as its environment."""

    def load(**changes):
        values = {name: value for name, value in (PRODUCTION | changes).items() if value is not None}
        monkeypatch.setattr(environ.Env, "ENVIRON", values)
        return runpy.run_path(str(ROOT / "camp" / "settings" / "environment.py"))

    return load


def test_it_starts_with_a_complete_environment():
    code = "import camp.settings as s; print(s.DEBUG, s.SECURE_SSL_REDIRECT, s.SESSION_COOKIE_SECURE, s.ALLOWED_HOSTS)"
    variables = {"PATH": os.environ["PATH"]} | PRODUCTION
    command = [sys.executable, "-c", code]
    started = subprocess.run(command, env=variables, cwd=ROOT, capture_output=True, text=True, check=True)
    assert started.stdout.split() == ["False", "True", "True", "['camp.example']"]


def test_it_limits_emails_less_strictly_only_in_the_demo(load):
    real, demo = load(), load(**DEMO)
    assert (real["EMAILS_PER_DAY"], real["EMAIL_QUIET_SECONDS"]) == (20, 300)
    assert real["THROTTLE_RATES"]["welcome"] == (1, 1, 86_400)
    assert (demo["EMAILS_PER_DAY"], demo["EMAIL_QUIET_SECONDS"]) == (2000, 5)


def test_it_names_all_missing_variables(load):
    with pytest.raises(ImproperlyConfigured) as error:
        load(**dict.fromkeys(PRODUCTION))
    assert all(name in str(error.value) for name in PRODUCTION)


@pytest.mark.parametrize("name", PRODUCTION)
@pytest.mark.parametrize("value", [None, "", "  "])
def test_it_refuses_a_missing_variable(load, name, value):
    with pytest.raises(ImproperlyConfigured, match=name):
        load(**{name: value})


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
        {"JWT_PREVIOUS_SIGNING_KEY": "short"},
        {"JWT_PREVIOUS_SIGNING_KEY": "j" * 32},
        {"SITE_TIME_ZONE": "New York"},
        {"SITE_TIME_ZONE": "../etc/passwd"},
        {"SITE_TIME_ZONE": "America"},
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
        {"CONTACT_EMAIL": ""},
        {"CONTACT_EMAIL": "hello"},
        {"CONTACT_EMAIL": "Craft Camp <hello@camp.example>"},
        {"CONTACT_PHONE": "whsec_1"},
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
        {"CANCEL_WITHIN_HOURS": "-1"},
        {"TRUSTED_PROXY_HOPS": ""},
        {"BEHIND_TLS_PROXY": "ture"},
    ],
    ids=str,
)
def test_it_refuses_an_unsafe_value(load, unsafe):
    with pytest.raises(ImproperlyConfigured, match=next(iter(unsafe))):
        load(**unsafe)


def test_it_names_all_wrong_values_at_once_and_prints_none(load):
    with pytest.raises(ImproperlyConfigured) as error:
        load(STRIPE_PUBLISHABLE_KEY="sk_live_hidden", SEAT_HOLD_MINUTES="hidden", EMAIL_URL="hidden")
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
        {"MAIL_FROM": "Craft Camp <hello@camp.example>", "CONTACT_EMAIL": "hello@camp.example", "CONTACT_MAP": ""},
        {"MAIL_FROM": '"Arts, Crafts" <hello@camp.example>'},
        {"SOCIAL_YOUTUBE": "https://www.youtube.com/@camp", "SOCIAL_FACEBOOK": ""},
        {"STRIPE_SECRET_KEY": "rk_test_1", "STRIPE_PUBLISHABLE_KEY": "pk_test_1"},
        {"CORS_ALLOWED_ORIGINS": "https://app.camp.example, https://b.example:8443"},
        {"BEHIND_TLS_PROXY": "True", "TRUSTED_PROXY_HOPS": "2"},
        {"DATABASE_URL": "postgresql:///camp?host=/var/run/postgresql"},
        {"SENTRY_DSN": "https://0123@sentry.example/1", "PICTURES_DOMAIN": "", "PICTURES_ENDPOINT": ""},
    ],
    ids=str,
)
def test_it_accepts_the_forms_that_operators_use(load, accepted):
    assert load(**accepted)


def test_it_knows_every_setting_that_the_page_shows(load):
    """A new public setting must be in ``PUBLIC``, so that a secret in it is refused."""
    shown = set(re.findall(r"settings\.([A-Z_]+)", inspect.getsource(shell.public_config)))
    numbers = {"SEAT_HOLD_MINUTES", "CANCEL_WITHIN_HOURS", "REFUND_RULES", "SITE_TIME_ZONE"}
    groups = {each for each in PUBLIC if each.startswith(("CONTACT_", "SOCIAL_"))}
    assert shown - numbers - STAND_IN_URLS.keys() <= {*PUBLIC, "CONTACT", "SOCIAL"}
    assert groups == {each for each in read_settings() if each.startswith(("CONTACT_", "SOCIAL_"))}


def test_it_sends_hsts_for_subdomains_only_if_the_owner_says_so(load):
    names = ("SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
    assert [load()[name] for name in names] == [31_536_000, False, False]
    assert [load(HSTS_PRELOAD="true")[name] for name in names] == [31_536_000, False, False]
    both = load(HSTS_INCLUDE_SUBDOMAINS="true", HSTS_PRELOAD="true")
    assert [both[name] for name in names] == [31_536_000, True, True]


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
def test_it_accepts_only_a_local_database_for_the_demo(load, url, accepted):
    with nullcontext() if accepted else pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        assert load(**DEMO | {"DATABASE_URL": url})["DEMO"]
    with nullcontext() if accepted else pytest.raises(ImproperlyConfigured, match="DATABASE_DIRECT_URL"):
        assert load(**DEMO | {"DATABASE_DIRECT_URL": url})["DEMO"]


def test_it_has_one_database_without_a_direct_url(load):
    databases = load()["DATABASES"]
    assert databases.keys() == {"default"}
    assert "DISABLE_SERVER_SIDE_CURSORS" not in databases["default"]


def test_it_reads_the_direct_url(load):
    """The other URL leads to a pooler, behind which a cursor of the server would be in another session."""
    databases = load(DATABASE_DIRECT_URL="postgres://camp@direct/camp")["DATABASES"]
    assert (databases["default"]["HOST"], databases["direct"]["HOST"]) == ("db", "direct")
    assert databases["default"]["DISABLE_SERVER_SIDE_CURSORS"]
    assert databases["direct"]["OPTIONS"] == databases["default"]["OPTIONS"]


def test_it_makes_the_kernel_notice_a_database_server_that_vanished(load):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        options = load(DATABASE_URL=f"postgresql://camp@127.0.0.1:{port}/camp")["DATABASES"]["default"]["OPTIONS"]
        connecting = PGconn.connect_start(make_conninfo(host="127.0.0.1", port=port, **options).encode())
        with socket.socket(fileno=os.dup(connecting.socket)) as client:
            assert client.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
            numbers = (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT, socket.TCP_USER_TIMEOUT)
            assert [client.getsockopt(socket.IPPROTO_TCP, number) for number in numbers] == [30, 5, 3, 15_000]
        connecting.finish()


def test_it_prefers_the_keepalives_of_the_url(load):
    database = load(DATABASE_URL="postgresql://camp@db.example/camp?keepalives_idle=240")["DATABASES"]["default"]
    assert int(database["OPTIONS"]["keepalives_idle"]) == 240


@pytest.mark.parametrize("url", ["smtp://mail.example:25", "smtp://10.0.0.5:25"])
def test_it_accepts_only_a_local_mail_server_for_the_demo(load, url):
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
        load(**DEMO | {"EMAIL_URL": url})


@pytest.mark.parametrize("url", ["consolemail://", "dummymail://", "filemail:///tmp/mail", "https://mail.example"])
def test_it_refuses_a_mail_server_without_smtp(load, url):
    with pytest.raises(ImproperlyConfigured):
        load(EMAIL_URL=url)


def test_it_reads_the_mail_server_from_its_url(load):
    loaded = load(EMAIL_URL="smtp+tls://camp:se%23cret@smtp.camp.example:587", MAIL_FROM="Camp <mail@camp.example>")
    names = ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_TLS", "USE_SSL", "TIMEOUT")
    values = ["smtp.camp.example", 587, "camp", "se#cret", True, False, 10]
    assert [loaded[f"EMAIL_{name}"] for name in names] == values
    assert loaded["DEFAULT_FROM_EMAIL"] == "Camp <mail@camp.example>"


def test_it_derives_the_sender_from_the_name_and_address_of_the_school(load):
    loaded = load(SITE_NAME="Arts, Crafts & Camp", CONTACT_EMAIL="hello@camp.example", MAIL_FROM="")
    assert loaded["DEFAULT_FROM_EMAIL"] == '"Arts, Crafts & Camp" <hello@camp.example>'


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
def test_it_refuses_a_demo_with_a_setting_of_a_real_site(load, real):
    with pytest.raises(ImproperlyConfigured, match=f"^CAMP_DEMO=1.*{next(iter(real))}"):
        load(**DEMO | real)


@pytest.mark.parametrize("missing", STAND_IN_URLS)
def test_it_refuses_a_demo_without_the_url_of_a_stand_in(load, missing):
    """Otherwise the demo, which allows DEBUG and plain http, would use the real provider."""
    with pytest.raises(ImproperlyConfigured, match=missing):
        load(**DEMO | {missing: None})


def test_it_refuses_to_start_a_demo_without_its_environment(load):
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
        load(**dict.fromkeys(PRODUCTION), CAMP_DEMO="1")


def read_settings():
    """Returns every variable that the settings read, with its default if that is a literal."""
    found = {}
    for call in ast.walk(ast.parse((ROOT / "camp" / "settings" / "environment.py").read_text())):
        if isinstance(call, ast.Call) and re.fullmatch(r"required|env\.\w+", ast.unparse(call.func)):
            name = call.args[0]
            if isinstance(name, ast.Constant):
                default = next((each.value for each in call.keywords if each.arg == "default"), None)
                found[name.value] = default.value if isinstance(default, ast.Constant) else None
    assert found.keys() >= PRODUCTION.keys() | {"CORS_ALLOWED_ORIGINS", "PICTURES_DOMAIN"}
    return {name: default for name, default in found.items() if name not in STAND_INS}


def example():
    """Returns the variables of .env.example with their values."""
    lines = re.findall(r"^(?:# )?([A-Z_]+)=(.*)$", (ROOT / ".env.example").read_text(), re.MULTILINE)
    return {name: "".join(shlex.split(value)) for name, value in lines}


def test_it_lists_every_variable_in_the_example():
    assert example().keys() == read_settings().keys()


def test_it_shows_the_defaults_in_the_example():
    shown = example()
    defaults = {name: default for name, default in read_settings().items() if default not in (None, "")}
    assert len(defaults) > 10
    assert {name: shown[name].casefold() for name in defaults} == {
        name: str(default).casefold() for name, default in defaults.items()
    }


def test_it_documents_every_variable_of_the_scripts():
    read = set()
    for path in (ROOT / "deploy").iterdir():
        read |= set(re.findall(r"\$\{([A-Z_]{3,})[:}]", path.read_text()))
    assert read - read_settings().keys() == SCRIPT_VARIABLES | {
        "CAMP_HOME",
        "CAMP_PORTS",
        "CAMP_USER",
        "DRILL_DATABASE",
        "PROMETHEUS_MULTIPROC_DIR",
        "READY_SECONDS",
        "SETTINGS_FILE",
        "TIME_ZONE_FILE",
        "UNITS_DIR",
    }


@pytest.mark.parametrize("name", sorted({"SITE_NAME", "CONTACT_ADDRESS"}))
def test_it_quotes_the_example_for_a_shell(name):
    line = next(line for line in (ROOT / ".env.example").read_text().splitlines() if line.startswith(f"# {name}="))
    command = f'set -eu; {line[2:]}; printf %s "${name}"'
    result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert result.stdout == example()[name]
    assert " " in result.stdout


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
def test_it_refuses_invalid_refund_rules(load, rules):
    with pytest.raises(ImproperlyConfigured, match="REFUND_RULES"):
        load(REFUND_RULES=rules)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("30:100,14:50,0:0", ((30, 100), (14, 50), (0, 0))),
        ("0:0", ((0, 0),)),
        ("7:80,3:80", ((7, 80), (3, 80))),
    ],
)
def test_it_reads_the_refund_rules(load, text, rules):
    assert load(REFUND_RULES=text)["REFUND_RULES"] == rules


def new_settings(host, zone_file="/dev/null"):
    command, environ = [ROOT / "deploy" / "new-settings", host], os.environ | {"TIME_ZONE_FILE": str(zone_file)}
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False)


def test_it_prints_new_settings_in_which_only_the_providers_are_missing(load):
    """Nobody types what the server can know."""
    printed = dict(re.findall(r"^([A-Z_]+)='(.*)'$", new_settings("camp.school.example").stdout, re.MULTILINE))
    empty = [name for name, value in printed.items() if not value]
    assert empty == [
        "FIREBASE_PROJECT_ID",
        "FIREBASE_API_KEY",
        "STRIPE_SECRET_KEY",
        "STRIPE_PUBLISHABLE_KEY",
        "STRIPE_WEBHOOK_SECRET",
        "EMAIL_URL",
        "SITE_TIME_ZONE",
    ]
    loaded = load(**printed | {name: PRODUCTION[name] for name in empty})
    assert loaded["SITE_URL"] == "https://camp.school.example"
    assert loaded["SECURE_PROXY_SSL_HEADER"]
    assert loaded["TRUSTED_PROXY_HOPS"] == 1
    with pytest.raises(ImproperlyConfigured, match="missing from the environment"):
        load(**printed)


@pytest.mark.parametrize(("server", "printed"), [("Etc/UTC", ""), ("UTC", ""), ("America/Chicago", "America/Chicago")])
def test_it_takes_the_time_zone_of_the_server_unless_that_is_utc(tmp_path, server, printed):
    file = tmp_path / "timezone"
    file.write_text(f"{server}\n")
    assert f"SITE_TIME_ZONE='{printed}'\n" in new_settings("camp.example", file).stdout


def test_it_prints_other_keys_each_time():
    assert new_settings("camp.example").stdout != new_settings("camp.example").stdout


@pytest.mark.parametrize("host", ["", "https://camp.example", "camp'example"])
def test_it_prints_no_settings_for_something_else_than_a_host(host):
    done = new_settings(host)
    assert (done.returncode, done.stdout) == (2, "")
