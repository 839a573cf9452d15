"""The commands that README, CONTRIBUTING and docs/ name exist, and accept the arguments that stand there."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, get_commands, load_command_class

from camp.tests.test_documented_paths import PAGES

ROOT = Path(settings.BASE_DIR)
COMMAND = re.compile(r"(?:^|`|&& )(?:camp|manage\.py) ([a-z][^`#&<>\n]*)", re.MULTILINE)
"""``camp`` runs a script of deploy/ or a command of manage.py."""
TARGET = re.compile(r"(?:^|`|&& )make ([a-z-]+)", re.MULTILINE)


def find_unknown(text: str) -> Iterator[str]:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    yield from (target for target in TARGET.findall(text) if target not in targets)
    for written in COMMAND.findall(text):
        name, *arguments = shlex.split(written)
        if not (ROOT / "deploy" / name).exists() and not _is_accepted(name, arguments):
            yield written.strip()


def _is_accepted(name: str, arguments: list[str]) -> bool:
    app = get_commands().get(name)
    if app is None or not arguments:
        return app is not None
    command = load_command_class(app, name) if isinstance(app, str) else app
    try:
        command.create_parser("manage.py", name).parse_args(arguments)
    except CommandError:
        return False
    return True


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_it_names_only_commands_that_exist(page):
    assert list(find_unknown(page.read_text())) == []


def test_it_finds_a_command_that_does_not_exist():
    text = "`camp tidy`, `camp untidy`, `manage.py seed_classes --wet FILE`, `make test`, `make tests`"
    assert list(find_unknown(text)) == ["tests", "untidy", "seed_classes --wet FILE"]
