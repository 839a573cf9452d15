"""Every endpoint with every role. What each refusal leaves unchanged is in the tests of that endpoint."""

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from accounts.models import User
from camp.client_pages import ROUTES
from classes.models import Enrollment
from testing.endpoints import ANONYMOUS, ENDPOINTS, ROLES, client_of, without_parameter_names

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=str)
def test_it_returns_the_expected_status_for_each_role(sample, endpoint, role):
    response = endpoint.send(client_of(sample.users, role), sample)
    assert response.status_code == endpoint.status_for(role), response.content[:300]


@pytest.mark.parametrize("role", [role for role in ROLES if role != ANONYMOUS])
def test_it_refuses_the_token_of_a_deactivated_account(sample, role):
    client = client_of(sample.users, role)
    User.objects.filter(pk=getattr(sample.users, role).pk).update(is_active=False)
    assert client.patch("/users/me", {"name": "x"}, format="json").status_code == 401
    assert not Enrollment.objects.filter(state="HELD").exists()


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
