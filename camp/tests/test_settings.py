"""Outside the demo a forgotten or unsafe value stops the start, by name."""

import ast
import os
import re
import shlex
import subprocess
import sys

import pytest
from django.conf import settings

PRODUCTION = {
    "SECRET_KEY": "s" * 50,
    "JWT_SIGNING_KEY": "j" * 32,
    "ALLOWED_HOSTS": "camp.example",
    "SITE_URL": "https://camp.example",
    "DATABASE_URL": "postgres://camp@db/camp",
    "FIREBASE_PROJECT_ID": "camp",
    "FIREBASE_API_KEY": "key",
    "FIREBASE_AUTH_DOMAIN": "camp.firebaseapp.com",
    "STRIPE_SECRET_KEY": "sk_live_1",
    "STRIPE_PUBLISHABLE_KEY": "pk_live_1",
    "STRIPE_WEBHOOK_SECRET": "whsec_1",
}


ROOT = settings.BASE_DIR
STAND_INS = {"CAMP_DEMO", "DEBUG", "FIREBASE_AUTH_EMULATOR_HOST", "STRIPE_API_BASE", "STRIPE_SCRIPT_URL"}
"""Not for a production site, which refuses them."""
OF_SCRIPTS = {"BACKUP_DIR", "BACKUP_DAYS", "HOST", "PORT", "WEB_CONCURRENCY", "PYTHON"}


def start(**changes):
    """Load the settings as a web server would, with this environment and no other."""
    values = {name: value for name, value in (PRODUCTION | changes).items() if value is not None}
    code = "import camp.settings as s; print(s.DEBUG, s.SECURE_SSL_REDIRECT, s.SESSION_COOKIE_SECURE, s.ALLOWED_HOSTS)"
    return subprocess.run(
        [sys.executable, "-c", code],
        env={"PATH": os.environ["PATH"]} | values,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_complete_environment_starts_safely():
    assert start().stdout.split() == ["False", "True", "True", "['camp.example']"]


def test_nothing_at_all_names_everything_that_is_missing():
    started = start(**dict.fromkeys(PRODUCTION))
    assert started.returncode != 0
    for name in PRODUCTION:
        assert name in started.stderr


@pytest.mark.parametrize("name", PRODUCTION)
@pytest.mark.parametrize("value", [None, "", "  "])
def test_each_missing_value_stops_the_start(name, value):
    started = start(**{name: value})
    assert started.returncode != 0
    assert name in started.stderr


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
    ],
    ids=str,
)
def test_what_is_unsafe_stops_the_start(unsafe):
    started = start(**unsafe)
    assert started.returncode != 0
    assert "ImproperlyConfigured" in started.stderr
    assert next(iter(unsafe)) in started.stderr


def read_settings():
    """Every variable that the settings read, with what holds without it where that is written down there."""
    found = {}
    for call in ast.walk(ast.parse((ROOT / "camp" / "settings.py").read_text())):
        if isinstance(call, ast.Call) and re.fullmatch(r"required|env\.\w+", ast.unparse(call.func)):
            name = call.args[0]
            if isinstance(name, ast.Constant):
                default = next((each.value for each in call.keywords if each.arg == "default"), None)
                found[name.value] = default.value if isinstance(default, ast.Constant) else None
    assert found.keys() >= PRODUCTION.keys() | {"REDIS_URL", "CORS_ALLOWED_ORIGINS", "PICTURES_DOMAIN"}
    return {name: default for name, default in found.items() if name not in STAND_INS}


def example():
    """What .env.example names, with the value that stands there."""
    lines = re.findall(r"^(?:# )?([A-Z_]+)=(.*)$", (ROOT / ".env.example").read_text(), re.MULTILINE)
    return {name: "".join(shlex.split(value)) for name, value in lines}


def test_the_example_names_every_setting_and_no_other():
    assert example().keys() == read_settings().keys()


def test_what_the_example_says_holds_without_it_does():
    shown = example()
    written = {name: default for name, default in read_settings().items() if default not in (None, "")}
    assert len(written) > 10
    assert {name: shown[name].casefold() for name in written} == {
        name: str(default).casefold() for name, default in written.items()
    }


def test_the_way_to_a_running_site_names_every_setting_and_no_other():
    text = (ROOT / "docs" / "deploy.md").read_text().partition("## 2. Settings")[2].partition("\n## ")[0]
    first_cells = "".join(row.split("|")[1] for row in text.splitlines() if row.startswith("|"))
    named = set(re.findall(r"`([A-Z_]{4,})`", first_cells))
    assert named == read_settings().keys() | OF_SCRIPTS


def test_so_does_what_a_newcomer_reads_first():
    text = (ROOT / "README.md").read_text()
    of_a_bucket = {name for name in read_settings() if name.startswith("PICTURES_")} - {"PICTURES_BUCKET"}
    assert {name for name in read_settings() if f"`{name}`" not in text} == of_a_bucket


def test_the_scripts_read_no_variable_that_nobody_explains():
    read = set()
    for path in (ROOT / "deploy").iterdir():
        read |= set(re.findall(r"\$\{([A-Z_]{3,})[:}]", path.read_text()))
    assert read - read_settings().keys() == OF_SCRIPTS | {"DRILL_DATABASE", "SETTINGS_FILE"}


@pytest.mark.parametrize("name", sorted({"SITE_NAME", "CONTACT_ADDRESS"}))
def test_a_value_of_the_example_is_what_a_shell_makes_of_it(name):
    line = next(line for line in (ROOT / ".env.example").read_text().splitlines() if line.startswith(f"# {name}="))
    command = f'set -eu; {line[2:]}; printf %s "${name}"'
    said = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert said.stdout == example()[name]
    assert " " in said.stdout
