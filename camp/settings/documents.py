"""Writes docs/settings.md and .env.example from the table of the settings: ``python -m camp.settings.documents``."""

import re
import shlex
import textwrap
from collections.abc import Iterator

from camp.settings.base import BASE_DIR
from camp.settings.table import TABLE, Setting

INTRODUCTION = """\
# Settings

All settings come from the environment. If a required setting is missing, or a value cannot work,
the site does not start and says for each setting what its value must be. It never prints a value,
and it refuses a secret in a setting that visitors see. [.env.example](../.env.example) has each
setting, ready to copy. `make run` needs no settings.

This page and that file are written from `camp/settings/table.py` by `make types`.
"""
EXAMPLE_INTRODUCTION = """\
# Production settings, read from the environment. All values in the first part are required: if one is missing, the site
# does not start and names it. Put a value that contains spaces or special characters such as & into single quotes.
# `make run` needs no settings.
"""


def settings_page() -> str:
    return "\n".join([INTRODUCTION, *(_table(group, rows) for group, rows in TABLE.items())])


def example() -> str:
    return "\n".join([EXAMPLE_INTRODUCTION, *(_examples(group, rows) for group, rows in TABLE.items())])


def _table(group: str, rows: tuple[Setting, ...]) -> str:
    lines = [f"| {group} | Default | What it is | What it must be |", "| -- | -- | -- | -- |"]
    lines += [f"| `{each.name}` | {_code(each.default)} | {_text(each)} | {each.form.text} |" for each in rows]
    return re.sub("<", r"\<", "\n".join(lines)) + "\n"


def _code(value: str | None) -> str:
    return f"`{value}`" if value else ""


def _text(setting: Setting) -> str:
    without = f"Without it {setting.missing}" if setting.missing and not setting.default else ""
    example = f"For example `{setting.example}`" if setting.example else ""
    return ". ".join(filter(None, (setting.text, without, example)))


def _examples(group: str, rows: tuple[Setting, ...]) -> str:
    return "\n".join([f"# {group}\n", *(line for each in rows for line in _example(each))]) + "\n"


def _example(setting: Setting) -> Iterator[str]:
    plain = re.sub(r"\[(.+?)\]\(.+?\)", r"\1", f"{_text(setting)} ({setting.form.text})").replace("`", "")
    comment = textwrap.fill(plain.removesuffix(" ()"), 118, break_long_words=False, break_on_hyphens=False)
    yield textwrap.indent(comment, "# ")
    value = setting.default or setting.example
    yield f"{'' if setting.default is None else '# '}{setting.name}={shlex.quote(value) if value else ''}"


if __name__ == "__main__":
    (BASE_DIR / "docs" / "settings.md").write_text(settings_page())
    (BASE_DIR / ".env.example").write_text(example())
