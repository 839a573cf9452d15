"""docs/settings.md and .env.example are written from the table, which has all settings; no secret is shown."""

import inspect
import re
import subprocess

import pytest
from django.conf import settings

from camp.pages import shell
from camp.settings import documents
from camp.settings.table import STAND_INS, TABLE, Seen, all_settings
from testing.servers.environments import PRODUCTION

EXAMPLE = settings.BASE_DIR / ".env.example"
NAMES = [each.name for each in all_settings()]


@pytest.mark.parametrize(
    ("path", "written"), [("docs/settings.md", documents.settings_page), (".env.example", documents.example)]
)
def test_it_is_written_from_the_table(path, written):
    assert (settings.BASE_DIR / path).read_text() == written(), "The settings have changed: run `make types`."


def test_it_requires_what_a_production_site_requires():
    assert {each.name for each in all_settings() if each.default is None} == PRODUCTION.keys()
    assert len(NAMES) == len(set(NAMES))


def test_it_has_every_setting_that_is_read():
    """A name that is not in the table is a KeyError at the start of any site; a row that nothing reads is forgotten."""
    code = (settings.BASE_DIR / "camp" / "settings" / "environment.py").read_text()
    scripts = {each.name for each in TABLE["Read by the scripts in `deploy/`"]}
    read = set(re.findall(r'(?:_text|_number|_flag|_list)\("([A-Z_]+)"\)|_values\["([A-Z_]+)"\]', code))
    groups = {name for name in NAMES if name.startswith(("CONTACT_", "SOCIAL_"))}
    assert {"".join(each) for each in read} | groups | scripts == set(NAMES)


def test_it_documents_every_variable_of_the_scripts():
    read = set()
    for path in (settings.BASE_DIR / "deploy").iterdir():
        read |= set(re.findall(r"\$\{([A-Z_]{3,})[:}]", path.read_text()))
    assert read - set(NAMES) == {
        "CADDYFILE",
        "CAMP_HOME",
        "CAMP_PORTS",
        "CAMP_USER",
        "CAMP_VERSION",
        "DESTDIR",
        "DRAIN_SECONDS",
        "DRILL_DATABASE",
        "PROMETHEUS_MULTIPROC_DIR",
        "READY_SECONDS",
        "SETTINGS_FILE",
        "TIME_ZONE_FILE",
        "UNITS_DIR",
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SITE_NAME", "CONTACT_HOURS", "BACKUP_COMMAND"])
def test_it_quotes_the_example_for_a_shell(name):
    line = next(line for line in EXAMPLE.read_text().splitlines() if line.startswith(f"# {name}="))
    command = f'set -eu; {line[2:]}; printf %s "${name}"'
    result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    (setting,) = (each for each in all_settings() if each.name == name)
    assert result.stdout == (setting.default or setting.example)
    assert " " in result.stdout


def test_it_knows_every_setting_that_the_page_shows():
    """A setting that visitors see must say so in the table, so that a secret in it is refused."""
    shown = set(re.findall(r"settings\.([A-Z_]+)", inspect.getsource(shell.public_config)))
    numbers = {
        "SEAT_HOLD_MINUTES",
        "CANCEL_WITHIN_HOURS",
        "REFUND_RULES",
        "SITE_TIME_ZONE",
        "CARE",
        "CARE_KEEP_DAYS",
        "TEST_MODE",
    }
    visible = {each.name for each in all_settings() if each.seen == Seen.BY_VISITORS}
    assert shown - numbers - set(STAND_INS) <= {*visible, "CONTACT", "SOCIAL"}
    assert {name for name in NAMES if name.startswith(("CONTACT_", "SOCIAL_"))} <= visible
