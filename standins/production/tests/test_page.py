"""The documents for operators: the proof types their commands, they name only what exists, and an install is short."""

import re

from django.conf import settings
from django.core.management import get_commands

from standins.production.page import NOT_TYPED, PAGES, documented_commands, is_typed

SERVER = PAGES[0].read_text()
TEXT = "\n".join(page.read_text() for page in PAGES)
COMMANDS = documented_commands(TEXT)
SCRIPTS = {path.name for path in (settings.BASE_DIR / "deploy").iterdir() if path.stat().st_mode & 0o100}


def names_of(text):
    return set(re.findall(r"(?:^|&& |`)camp ([a-z][\w-]*)", text, re.MULTILINE))


def test_it_takes_five_commands_to_open_a_site():
    programs = [command.split()[0].rpartition("/")[2] for command in documented_commands(SERVER)[:5]]
    assert programs == ["apt-get", "install", "$EDITOR", "update", "camp"]


def test_it_counts_the_values_that_the_operator_types():
    """They are the host, the settings that new-settings leaves empty, and the first admin's e-mail and password.

    FIREBASE_PROJECT_ID is in the key of the service account.
    """
    script = (settings.BASE_DIR / "deploy" / "new-settings").read_text()
    empty = re.findall(r"^([A-Z_]+)=''$", script, re.MULTILINE)
    assert len(["host", *empty, "e-mail", "password"]) == 8
    assert "You type eight values" in SERVER


def test_the_proof_types_every_command_except_those_that_would_change_the_machine_or_need_docker():
    skipped = [command for command in COMMANDS if not is_typed(command)]
    assert {command.split()[0].rpartition("/")[2] for command in skipped} == {
        *("apt-get", "docker", "git", "systemctl", "tar", "recover", "update", "$EDITOR"),
        "install",  # deploy/install, and PgBouncer's list of users
    }
    assert all(any(re.match(pattern, command) for command in skipped) for pattern in NOT_TYPED)


def test_the_proof_types_each_camp_command_that_the_page_names():
    typed = names_of("\n".join(filter(is_typed, COMMANDS)))
    assert {"doctor", "restart", "rollback", "restore", "reconcile_payments", "psql"} <= typed
    assert names_of(TEXT) == typed


def test_it_names_only_commands_and_scripts_that_exist():
    assert names_of(TEXT) - SCRIPTS - set(get_commands()) == set()
    assert set(re.findall(r"deploy/([\w-]+)\b(?![.@])", TEXT)) - SCRIPTS <= {
        "pgbouncer",
        "alerts",
        "Caddyfile",
        "web",
        "worker",
    }


def test_it_reads_here_documents_and_leaves_comments_out():
    page = "```sh\nfirst --now    # at once\nsecond <<SQL\nSELECT 1;\nSQL\nthird\n```\n```\nno shell\n```\n"
    assert documented_commands(page) == ["first --now", "second <<SQL\nSELECT 1;\nSQL", "third"]
