"""What holds for every URL of the site, and the API documentation."""

import re

import pytest

from testing.clients.api import as_
from testing.endpoints import ENDPOINTS, make_sample


@pytest.mark.parametrize("path", ["/classes?x=%00", "/payments/a%00b", "/%00"])
def test_it_refuses_a_null_byte(db, client, path):
    response = client.get(path)
    assert (response.status_code, response.json()["code"]) == (400, "invalid")


@pytest.mark.parametrize("address", ["203.0.113.7", ""])
def test_it_refuses_other_machines_in_the_demo(db, client, address):
    assert client.get("/", REMOTE_ADDR=address).status_code == 403


@pytest.mark.parametrize(
    "header", ["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Forwarded", "X-Real-IP"]
)
def test_it_refuses_forwarded_requests_in_the_demo(db, client, header):
    """A proxy on this machine would make the demo, with its published passwords, public."""
    response = client.get("/", headers={header: "127.0.0.1"})
    assert (response.status_code, response.json()["code"]) == (403, "demo_only")


@pytest.mark.parametrize("path", ["/schema", "/docs"])
def test_it_serves_the_api_documentation(db, client, path):
    assert client.get(path).status_code == 200


def test_it_loads_the_api_documentation_from_this_site_only(db, client):
    assert not re.findall(r'(?:src|href)="https?://', client.get("/docs").content.decode())


def test_it_lets_the_sign_in_window_reach_its_opener(db, client):
    response = client.get("/login", HTTP_ACCEPT="text/html")
    assert response["Cross-Origin-Opener-Policy"] == "same-origin-allow-popups"


WRITES = ["post", "put", "patch", "delete"]


@pytest.mark.parametrize("method", WRITES)
@pytest.mark.parametrize(
    "path", ["/nope", "/users/", "/users/me/", "/createPaymentIntent/", "/static/none.js", "/a/b/c", "/a%0Ab", "/%0A"]
)
def test_it_returns_404_for_a_write_to_an_unknown_path(users, method, path):
    for user in (None, users.student):
        assert getattr(as_(user), method)(path, status=404)["code"] == "not_found"


@pytest.mark.parametrize("method", WRITES)
@pytest.mark.parametrize(
    "path",
    [
        *(
            "/",
            "/login",
            "/dashboard/payment/7",
            "/media/x.webp",
            "/healthz",
            "/metrics",
            "/robots.txt",
            "/sitemap.xml",
        ),
        *("/docs", "/schema"),
    ],
)
def test_it_returns_405_for_a_write_to_a_read_only_path(users, method, path):
    for user in (None, users.student):
        client = as_(user)
        assert getattr(client, method)(path, status=405)["code"] == "method_not_allowed"
        assert getattr(client.client, method)(path)["Allow"] == "GET, HEAD"


def test_it_redirects_to_the_admin(db, client):
    response = client.get("/admin", HTTP_ACCEPT="text/html")
    assert (response.status_code, response["Location"]) == (302, "/admin/")


def test_it_requires_a_csrf_token_in_the_admin(db, client):
    assert client.post("/admin/login/", {"username": "ada@camp.example", "password": "wrong"}).status_code == 403


def test_it_responds_to_options_without_the_fields_of_a_serializer(db):
    """Django REST framework would describe the fields of the list in place of those of the request."""
    sample = make_sample()
    client = as_(sample.users.admin).client
    responses = {str(endpoint): client.options(endpoint.path(sample)) for endpoint in ENDPOINTS}
    statuses = {endpoint: response.status_code for endpoint, response in responses.items()}
    assert {endpoint: status for endpoint, status in statuses.items() if status not in (200, 401, 403, 405)} == {}
    assert [endpoint for endpoint, response in responses.items() if b'"actions"' in response.content] == []
