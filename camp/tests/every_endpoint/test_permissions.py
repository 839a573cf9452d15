"""Every endpoint with every role: who may, and the absolute URL of every picture in the response.

What each refusal leaves unchanged is in the tests of that endpoint.
"""

import pytest
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from accounts.models import User
from camp.pages.client_pages import MOVED, ROUTES
from classes.models import CampClass
from payments.models import Payment
from testing.endpoints import ANONYMOUS, ENDPOINTS, ROLES, client_of, rolled_back, without_parameter_names

pytestmark = pytest.mark.django_db


STORED = "/media/classes/0123456789abcdef.webp"
WITH_PICTURES = {
    *("users", "users/me/data", "instructors", "popularClasses", "classes", "classes/<id>"),
    *(
        "myClasses/<email>",
        "myClass/<id>",
        "selectClass",
        "enrolledStudent/<email>",
        "payments",
        "payments/<email>",
        "payments/cancel/<id>",
        "payments/<id>/move",
        "payments/<id>/release",
        "desk/enrollments",
        "families/<id>",
        "users/me",
    ),
}
"""The routes whose responses contain pictures."""


@pytest.fixture(scope="module")
def own_pictures(module_sample, django_db_blocker):
    """Each class and each account has one of this site's pictures."""
    with django_db_blocker.unblock():
        CampClass.objects.update(image=STORED)
        Payment.objects.update(class_image=STORED)
        for manager in (User.objects, User.history):
            manager.update(photo=STORED)


def response_to(role, endpoint, sample):
    client = client_of(sample.users, role)
    client.raise_request_exception = False
    with rolled_back():
        return endpoint.send(client, sample)


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=str)
def test_it_answers_each_role(own_pictures, sample, endpoint):
    unexpected, content = [], b""
    for role, status in zip(ROLES, endpoint.statuses, strict=True):
        response = response_to(role, endpoint, sample)
        if response.status_code != status:
            unexpected.append(f"{role}: {response.status_code} instead of {status}: {response.content[:300]}")
        elif status < 300:
            content += response.content
    assert not unexpected, "\n".join([str(endpoint), *unexpected])
    assert f'"{STORED}'.encode() not in content, "the URL of a picture is not absolute"
    shows_pictures = endpoint.route in WITH_PICTURES and (
        endpoint.method == "get" or endpoint.route.startswith(("payments", "desk"))
    )
    assert (f'"{settings.SITE_URL}{STORED}"'.encode() in content) is shows_pictures


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
    api_routes -= {*ROUTES, *MOVED}
    served = {(without_parameter_names(route), method) for route in api_routes for method in methods_of(route)}
    assert served == {(without_parameter_names(each.route), each.method) for each in ENDPOINTS}
