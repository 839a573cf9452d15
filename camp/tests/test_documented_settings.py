"""All variables of the settings and of the scripts are documented, and none that visitors see may contain a secret."""

import ast
import inspect
import re
import shlex
import subprocess

import pytest
from django.conf import settings

from camp.pages import shell
from camp.settings.forms import PUBLIC
from testing.environments import PRODUCTION, STAND_IN_URLS

EXAMPLE = settings.BASE_DIR / ".env.example"
STAND_INS = {"CAMP_DEMO", "DEBUG", *STAND_IN_URLS}
"""Refused in production."""
SCRIPT_VARIABLES = {"BACKUP_COMMAND", "BACKUP_DIR", "BACKUP_DAYS", "HOST", "PORT", "WEB_CONCURRENCY", "PYTHON"}


def read_settings():
    """Returns every variable that the settings read, with its default if that is a literal."""
    found = {}
    for call in ast.walk(ast.parse((settings.BASE_DIR / "camp" / "settings" / "environment.py").read_text())):
        if isinstance(call, ast.Call) and re.fullmatch(r"required|env\.\w+", ast.unparse(call.func)):
            name = call.args[0]
            if isinstance(name, ast.Constant):
                default = next((each.value for each in call.keywords if each.arg == "default"), None)
                found[name.value] = default.value if isinstance(default, ast.Constant) else None
    assert found.keys() >= PRODUCTION.keys() | {"CORS_ALLOWED_ORIGINS", "PICTURES_DOMAIN"}
    return {name: default for name, default in found.items() if name not in STAND_INS}


def example():
    """Returns the variables of .env.example with their values."""
    lines = re.findall(r"^(?:# )?([A-Z_]+)=(.*)$", EXAMPLE.read_text(), re.MULTILINE)
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
    for path in (settings.BASE_DIR / "deploy").iterdir():
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
    line = next(line for line in EXAMPLE.read_text().splitlines() if line.startswith(f"# {name}="))
    command = f'set -eu; {line[2:]}; printf %s "${name}"'
    result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert result.stdout == example()[name]
    assert " " in result.stdout


def test_it_knows_every_setting_that_the_page_shows():
    """A new public setting must be in ``PUBLIC``, so that a secret in it is refused."""
    shown = set(re.findall(r"settings\.([A-Z_]+)", inspect.getsource(shell.public_config)))
    numbers = {"SEAT_HOLD_MINUTES", "CANCEL_WITHIN_HOURS", "REFUND_RULES", "SITE_TIME_ZONE", "CARE", "CARE_KEEP_DAYS"}
    groups = {each for each in PUBLIC if each.startswith(("CONTACT_", "SOCIAL_"))}
    assert shown - numbers - STAND_IN_URLS.keys() <= {*PUBLIC, "CONTACT", "SOCIAL"}
    assert groups == {each for each in read_settings() if each.startswith(("CONTACT_", "SOCIAL_"))}
