"""While the database is unreachable, every endpoint returns 503 with ``Retry-After``."""

from contextlib import contextmanager

import pytest
from django.db import OperationalError
from django.db.backends.utils import CursorWrapper

from core.cache.responses import response_cache
from testing.endpoints import ANONYMOUS, ENDPOINTS, client_of, make_sample

pytestmark = pytest.mark.django_db(transaction=True)

WITHOUT_DATABASE = {
    *("jwt", "stripe/webhook", "schema", "docs", "robots.txt", "sitemap.xml", "metrics", "admin"),
    "dashboard/today-worker.js",
    "readyz",  # reports the outage in a form of its own
}
"""Routes that need no database, or refuse the request earlier (no token, no signature)."""


@contextmanager
def database_outage(monkeypatch):
    def fail(*_args, **_kwargs):
        raise OperationalError("the connection is closed")

    response_cache.invalidate()
    with monkeypatch.context() as patch:
        patch.setattr(CursorWrapper, "execute", fail)
        yield


def unexpected_responses(sample, monkeypatch, role):
    client = client_of(sample.users, role)
    client.raise_request_exception = False
    for endpoint in ENDPOINTS:
        if endpoint.route in WITHOUT_DATABASE:
            continue
        path, body = endpoint.path(sample), endpoint.body(sample)
        with database_outage(monkeypatch):
            response = endpoint.send(client, sample, path=path, body=body)
        if response.status_code == 401 == endpoint.status_for(role):
            continue  # refused before the first query
        if response.status_code != 503 or response.json()["code"] != "database_unavailable":
            yield f"{endpoint}: {response.status_code} {response.content[:300]}"
        elif int(response["Retry-After"]) <= 0:
            yield f"{endpoint}: Retry-After {response['Retry-After']}"


@pytest.mark.parametrize("role", [ANONYMOUS, "instructor", "admin"])
def test_it_returns_503_while_the_database_is_unreachable(monkeypatch, role):
    unexpected = list(unexpected_responses(make_sample(), monkeypatch, role))
    assert not unexpected, "\n".join(unexpected)
