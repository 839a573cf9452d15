"""What the tests of classes have in common."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from camp.testing import Acting, Cast, make_cast

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
