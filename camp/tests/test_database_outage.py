"""While the database is unreachable, every endpoint returns 503 with ``Retry-After``."""

from contextlib import contextmanager

import pytest
from django.db import OperationalError
from django.db.backends.utils import CursorWrapper

from core.response_cache import response_cache
from testing.endpoints import ANONYMOUS, ENDPOINTS, client_of

pytestmark = pytest.mark.django_db(transaction=True)

WITHOUT_DATABASE = {"jwt", "stripe/webhook", "schema", "docs", "robots.txt", "sitemap.xml", "metrics", "admin"}
"""Routes that need no database, or refuse the request earlier (no token, no signature)."""


@contextmanager
def database_outage(monkeypatch):
    def fail(*_args, **_kwargs):
        raise OperationalError("the connection is closed")

    response_cache.invalidate()
    with monkeypatch.context() as patch:
        patch.setattr(CursorWrapper, "execute", fail)
        yield


@pytest.mark.parametrize("role", [ANONYMOUS, "instructor", "admin"])
@pytest.mark.parametrize("endpoint", [each for each in ENDPOINTS if each.route not in WITHOUT_DATABASE], ids=str)
def test_it_returns_503_while_the_database_is_unreachable(sample, monkeypatch, endpoint, role):
    client, path, body = client_of(sample.users, role), endpoint.path(sample), endpoint.body(sample)
    with database_outage(monkeypatch):
        response = endpoint.send(client, sample, path=path, body=body)
    if response.status_code == 401:
        assert endpoint.status_for(role) == 401  # refused before the first query
        return
    assert (response.status_code, response.json()["code"]) == (503, "database_unavailable")
    assert int(response["Retry-After"]) > 0
