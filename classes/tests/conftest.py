"""What the tests of classes have in common."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from camp.testing import Acting, Cast, make_cast
from classes.tests.seasons import csv_of

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)

NO_IDS = ("0", "999999", "-1", "1.5", "x", "9" * 19, "\uff19", "%F0%9F%8E%A8")
"""What may stand in a path where an id is expected, and is none of a row."""


@pytest.fixture
def cast(db) -> Cast:
    return make_cast()


@pytest.fixture
def count_queries() -> Callable[[Acting, str], int]:
    """How many queries a GET makes."""

    def count(acting: Acting, path: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            acting.get(path)
        return len(queries)

    return count


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write a season down in a file: rows, text or bytes."""

    def write(content: str | bytes | list[dict[str, Any]], name: str = "season.csv") -> Path:
        path = tmp_path / name
        if isinstance(content, list):
            content = json.dumps(content) if name.endswith(".json") else csv_of(content)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write
