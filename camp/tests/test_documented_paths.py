"""The paths that README, CONTRIBUTING and docs/ name exist."""

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
FILE = re.compile(r"`([\w.@/-]+\.(?:py|pyi|tsx?|scss|json|md|html|sql|cjs|js))`")
"""A name of a file in backticks, with or without its folders."""
WRITTEN = re.compile(r"/|\.test/|.*firebase\.json|.*\.gen\.ts")
"""What a command or an operator writes, such as the client's types, which are not tracked."""


@cache
def known_paths() -> frozenset[str]:
    """Each file of the checkout, by every ending of its path: ``camp/apps.py`` and ``apps.py``."""
    found = set()
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name != "node_modules" and not name.startswith(".")]
        parts = Path(folder).relative_to(ROOT).parts
        found.update("/".join((*parts[start:], name)) for name in names for start in range(len(parts) + 1))
    return frozenset(found)


def find_missing(text: str, folder: Path) -> Iterator[str]:
    yield from (path for path in LINK.findall(text) if ":" not in path and not (folder / path).exists())
    yield from (path for path in FILE.findall(text) if path not in known_paths() and not WRITTEN.match(path))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_it_names_only_paths_that_exist(page):
    assert list(find_missing(page.read_text(), page.parent)) == []


def test_it_finds_a_path_that_does_not_exist():
    text = "[a](nothing.md), [b](README.md#more), `no/such.py`, `camp/apps.py`, `apps.py`, `core/urls.py`"
    assert list(find_missing(text, ROOT)) == ["nothing.md", "no/such.py", "core/urls.py"]
