"""Text that JSON can contain and UTF-8 or PostgreSQL cannot express, in every field of every endpoint."""

import json
from typing import Any

import pytest

from testing.endpoints import ENDPOINTS, ROLES, client_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
NASTY = ("\ud800", "a\udfffb", "\x00", "\u2028", "\x1b[31m", "%00")


def replaced(body: Any, text: str) -> Any:
    """Returns the body with the text in place of each value, and as a name."""
    if isinstance(body, dict):
        return {name: replaced(value, text) for name, value in body.items()} | {text: text}
    if isinstance(body, list):
        return [replaced(value, text) for value in body] or [text]
    return text


@pytest.mark.parametrize("text", NASTY, ids=ascii)
def test_it_causes_no_error_of_the_server(sample, text):
    failed = []
    for endpoint in ENDPOINTS:
        if endpoint.method == "get":
            continue
        permitted = [role for role in ROLES if endpoint.status_for(role) not in (401, 403, 404)]
        client = client_of(sample.users, permitted[-1] if permitted else "admin")
        body = json.dumps(replaced(endpoint.body(sample) or {"a": 1}, text))
        send = getattr(client, endpoint.method)
        response = send(endpoint.path(sample), body, content_type="application/json")
        if response.status_code >= 500:
            failed.append(f"{endpoint}: {response.status_code}")
    assert not failed
