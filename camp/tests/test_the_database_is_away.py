"""While the database is away every call says so, with when to try again, and never fails without a word."""

from contextlib import contextmanager

import pytest
from django.db import OperationalError
from django.db.backends.utils import CursorWrapper

from camp.lib.freshness import ready
from camp.tests.test_who_may_what import CALLS, PEOPLE, client_of, school  # noqa: F401 (a fixture)

pytestmark = pytest.mark.django_db(transaction=True)

NEEDS_NONE = {"jwt", "stripe/webhook", "schema", "docs", "robots.txt", "sitemap.xml", "metrics"}
"""Calls that refuse before they need it (no token, no signature), or never do."""


@contextmanager
def database_away(monkeypatch):
    def gone(*_args, **_kwargs):
        raise OperationalError("the connection is closed")

    ready.drop_all()
    with monkeypatch.context() as patch:
        patch.setattr(CursorWrapper, "execute", gone)
        yield


@pytest.mark.parametrize("who", ["nobody", "instructor", "admin"])
@pytest.mark.parametrize("call", [call for call in CALLS if call.route not in NEEDS_NONE], ids=str)
def test_every_call_says_so(school, monkeypatch, call, who):  # noqa: F811
    client = client_of(school.cast, who)
    path, body = call.path(school), call.body(school)
    kind = {} if call.method == "get" else {"format": "multipart" if call.route == "images" else "json"}
    with database_away(monkeypatch):
        response = getattr(client, call.method)(path, body, **kind)
    if response.status_code == 401:
        assert call.answers[PEOPLE.index(who)] == 401  # refused before the database is asked
        return
    assert (response.status_code, response.json()["code"]) == (503, "database_unavailable")
    assert int(response["Retry-After"]) > 0
