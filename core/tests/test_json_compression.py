"""JSON that is answered to a bearer token is compressed by the site."""

import gzip
import json

import pytest

from testing.clients.api import as_
from testing.factories import make_child

pytestmark = pytest.mark.django_db
COMPRESSED = {"Accept-Encoding": "gzip, br"}


@pytest.fixture
def children(users):
    for number in range(10):
        make_child(users.student, f"Child {number}")


def test_it_compresses_the_answer_to_a_bearer_token(users, children):
    client = as_(users.student).client
    response, plain = client.get("/children", headers=COMPRESSED), client.get("/children")
    assert (response.headers["Content-Encoding"], response.headers["Vary"]) == ("gzip", "Accept-Encoding, origin")
    assert int(response.headers["Content-Length"]) == len(response.content) < len(plain.content) / 2
    assert json.loads(gzip.decompress(response.content)) == plain.json()
    assert "Content-Encoding" not in plain.headers


def test_it_compresses_nothing_that_a_page_of_another_site_could_ask_for(users, children):
    """The browser adds a cookie to such a request, but never the token."""
    for path in ("/login", "/admin/login/", "/classes"):
        assert "Content-Encoding" not in as_(None).client.get(path, headers=COMPRESSED).headers


def test_it_leaves_refusals_and_short_answers_as_they_are(users):
    student = as_(users.student).client
    assert "Content-Encoding" not in student.get("/children", headers=COMPRESSED).headers
    assert "Content-Encoding" not in student.get("/families", headers=COMPRESSED).headers
