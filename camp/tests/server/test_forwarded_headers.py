"""The web server of deploy/web behind a proxy: headers that only the proxy may set."""

import os

import pytest

from testing.servers.environments import PRODUCTION
from testing.servers.processes import create_database, running_site

pytestmark = pytest.mark.slow

FROM_PROXY = {"Host": "camp.example", "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
TRIES = 250
"""More than twice the limit of an address per minute, so that one minute has more tries than that."""


@pytest.fixture(scope="module")
def site():
    """A client of a production site that trusts one proxy."""
    database = create_database("forwarded_headers")
    proxy = {"BEHIND_TLS_PROXY": "true", "TRUSTED_PROXY_HOPS": "1"}
    environ = PRODUCTION | proxy | {"PATH": os.environ["PATH"], "DATABASE_URL": database["DATABASE_URL"]}
    with running_site(environ) as site:
        yield site


def test_it_trusts_the_headers_of_the_proxy(site):
    assert site.get("/login", headers=FROM_PROXY).status_code == 200
    assert site.get("/login", headers=FROM_PROXY | {"X-Forwarded-Proto": "http"}).status_code == 301


@pytest.mark.parametrize("name", ["X_Forwarded_Proto", "X-Forwarded_Proto", "x_forwarded-proto"])
def test_it_ignores_a_protocol_in_a_name_with_underscores(site, name):
    forged = FROM_PROXY | {"X-Forwarded-Proto": "http", name: "https"}
    assert site.get("/login", headers=forged).status_code == 301
    assert site.get("/login", headers=FROM_PROXY | {name: "http"}).status_code == 200


def test_it_counts_the_address_from_the_proxy_and_none_from_a_name_with_underscores(site):
    names = (
        "X_Forwarded_For",
        "X-Forwarded_For",
        "X_Forwarded-For",
    )  # which of them won depended on their order
    forged = (dict.fromkeys(names, f"198.51.100.{number}") for number in range(TRIES))
    statuses = (site.post("/images", headers=FROM_PROXY | headers).status_code for headers in forged)
    assert 429 in statuses
