"""Every endpoint with every role. What each refusal leaves unchanged is in the tests of that endpoint."""

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from accounts.models import User
from camp.pages.client_pages import ROUTES
from testing.endpoints import ANONYMOUS, ENDPOINTS, ROLES, client_of, rolled_back, without_parameter_names

pytestmark = pytest.mark.django_db


def unexpected_responses(endpoint, sample):
    for role, status in zip(ROLES, endpoint.statuses, strict=True):
        client = client_of(sample.users, role)
        client.raise_request_exception = False
        with rolled_back():
            response = endpoint.send(client, sample)
        if response.status_code != status:
            yield f"{endpoint} by {role}: {response.status_code} instead of {status}: {response.content[:300]}"


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=str)
def test_it_returns_the_expected_status_for_each_role(sample, endpoint):
    unexpected = list(unexpected_responses(endpoint, sample))
    assert not unexpected, "\n".join(unexpected)


def test_it_refuses_the_tokens_of_deactivated_accounts(sample):
    clients = {role: client_of(sample.users, role) for role in ROLES if role != ANONYMOUS}
    User.objects.update(is_active=False)
    statuses = {
        role: client.patch("/users/me", {"name": "x"}, format="json").status_code for role, client in clients.items()
    }
    assert statuses == dict.fromkeys(clients, 401)
    assert not User.objects.filter(name="x").exists()


def routes(patterns, prefix=""):
    """Returns every route in Django's notation."""
    found = set()
    for pattern in patterns:
        text = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            found |= routes(pattern.url_patterns, text)
        elif isinstance(pattern, URLPattern) and isinstance(pattern.pattern, RoutePattern):
            found.add(text)
    return found


def methods_of(route):
    """Returns the methods of the view behind a route, without OPTIONS and HEAD."""
    for pattern in get_resolver().url_patterns:
        for found in pattern.url_patterns if isinstance(pattern, URLResolver) else [pattern]:
            if str(found.pattern) == route and hasattr(found.callback, "cls"):
                names = found.callback.cls.http_method_names
                return {name for name in names if hasattr(found.callback.cls, name)} - {"options", "head"}
    return {"get"}


def test_it_covers_every_route_and_method():
    """Pages and the Django admin have their own tests."""
    api_routes = {route for route in routes(get_resolver().url_patterns) if not route.startswith("admin/")}
    api_routes -= set(ROUTES)
    served = {(without_parameter_names(route), method) for route in api_routes for method in methods_of(route)}
    assert served == {(without_parameter_names(each.route), each.method) for each in ENDPOINTS}
