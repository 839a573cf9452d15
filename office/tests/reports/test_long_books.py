"""GET /reports/books?format=csv with 100,000 entries holds only a part of them at a time."""

import tracemalloc
from datetime import timedelta

import pytest
from django.utils import timezone

from core.site_time import site_day
from office.reports.books import CHUNK
from testing.clients.api import as_

pytestmark = [pytest.mark.long, pytest.mark.django_db, pytest.mark.usefixtures("large_tables")]

MEGABYTE = 1024 * 1024


def test_it_streams_100_000_entries_in_constant_memory(users):
    today = site_day(timezone.now())
    response = as_(users.admin).get(f"/reports/books?from={today - timedelta(days=3650)}&to={today}&format=csv")
    parts = iter(response.streaming_content)
    length = len(next(parts)) + len(next(parts))
    tracemalloc.start()
    try:
        rows = 0
        for part in parts:
            rows += part.count(b"\r\n")
            length += len(part)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert rows > 100_000 - CHUNK
    assert length > 10 * MEGABYTE
    assert peak < 8 * MEGABYTE
