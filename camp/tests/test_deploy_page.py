"""docs/deploy.md names only commands and scripts that exist, and a new server takes five commands."""

import re

from django.conf import settings
from django.core.management import get_commands

PAGE = (settings.BASE_DIR / "docs" / "deploy.md").read_text()
SCRIPTS = {path.name for path in (settings.BASE_DIR / "deploy").iterdir() if path.stat().st_mode & 0o100}


def blocks(text):
    """Returns the lines of each block of shell commands, without comments."""
    found = re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return [[line.split("  #")[0].strip() for line in block.splitlines() if line.strip()] for block in found]


def test_it_takes_five_commands_to_open_a_site():
    (commands, *_) = blocks(PAGE.partition("## 2. One Debian server")[2])
    assert len(commands) == 5
    assert [command.split()[0].rpartition("/")[2] for command in commands] == [
        "apt-get",
        "install",
        "$EDITOR",
        "update",
        "camp",
    ]


def test_it_names_only_commands_and_scripts_that_exist():
    commands = "\n".join(line for block in blocks(PAGE) for line in block)
    named = set(re.findall(r"(?:^|&& |`)camp ([a-z][\w-]*)", f"{commands}\n{PAGE}", re.MULTILINE))
    assert {"doctor", "restart", "rollback", "restore", "reconcile_payments"} <= named
    assert named - SCRIPTS - set(get_commands()) == set()
    assert set(re.findall(r"deploy/([\w-]+)\b(?![.@])", PAGE)) - SCRIPTS <= {"pgbouncer", "alerts", "Caddyfile"}
