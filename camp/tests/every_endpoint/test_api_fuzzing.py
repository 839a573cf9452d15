"""Generated requests, valid and invalid: every response is one that the OpenAPI description promises, and never a 500.

Each operation is requested as each role that may. ``make proof`` also requests it as those who may not, and sends more
requests: ``CAMP_FUZZING_EXAMPLES`` is the number of valid ones, and of invalid ones.
"""

import os

import hypothesis
import pytest
import schemathesis
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.tokens import issue_token
from testing.endpoints import ANONYMOUS, ENDPOINTS, ROLES, without_parameter_names

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def route_of(label):
    """Returns the route of an operation with ``<>`` in place of each parameter."""
    path = label.split(" ", 1)[1].strip("/")
    return without_parameter_names(path.replace("{", "<").replace("}", ">"))


EXAMPLES = int(os.environ.get("CAMP_FUZZING_EXAMPLES", "3"))
CHECKS = [status_code_conformance, content_type_conformance, response_schema_conformance]
PROVIDER_UNAVAILABLE = 503
"""The tests can reach no provider."""
DESCRIPTION = schemathesis.openapi.from_path(settings.BASE_DIR / "frontend" / "openapi.json")
OPERATIONS = {operation.label: operation for operation in (each.ok() for each in DESCRIPTION.get_all_operations())}
NOT_DESCRIBED = {
    *("healthz", "readyz", "metrics", "schema", "docs", "robots.txt", "sitemap.xml", "admin"),
    "dashboard/today-worker.js",
}
"""Routes for machines and readers, which an API client does not need."""
LABELS = {(operation.method.lower(), route_of(label)): label for label, operation in OPERATIONS.items()}


@pytest.fixture(scope="module")
def application():
    """The WSGI application, which leaves the database connection of a test's transaction open."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    django = get_wsgi_application()
    yield lambda environ, start_response: django({**environ, "REMOTE_ADDR": "127.0.0.1"}, start_response)
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def cases():
    """Yields the role and the operation of each test."""
    for endpoint in ENDPOINTS:
        if endpoint.route in NOT_DESCRIBED:
            continue
        label = LABELS[endpoint.method, without_parameter_names(endpoint.route)]
        statuses = dict(zip(ROLES, endpoint.statuses, strict=True))
        permitted = [role for role, status in statuses.items() if status not in (401, 403, 404)] or [ANONYMOUS]
        for role in ROLES:
            if not role.startswith("other_"):
                yield pytest.param(label, role, marks=[] if role in permitted else [pytest.mark.long])


def existing_values(sample):
    """Returns path parameters that name existing rows, so that some requests get further than 404."""
    classes = [sample.approved, sample.pending, sample.denied, sample.free]
    ids = [str(each.pk) for each in (*classes, sample.selection, sample.users.student, sample.payment)]
    return {"id": ids, "person": [*ids, "sam@camp.example"], "email": ["sam@camp.example", "ines@camp.example"]}


@pytest.mark.parametrize(("label", "role"), list(cases()))
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["valid", "invalid"])
def test_it_responds_as_the_schema_describes(sample, application, label, role, mode):
    values = existing_values(sample)
    user = None if role == ANONYMOUS else getattr(sample.users, role)

    @hypothesis.seed(2003)
    @hypothesis.settings(
        max_examples=EXAMPLES,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=OPERATIONS[label].as_strategy(generation_mode=mode), data=st.data())
    def send(case, data):
        for name in set(case.path_parameters or {}) & set(values):
            if data.draw(st.booleans()):
                case.path_parameters[name] = data.draw(st.sampled_from(values[name]))
        # The client of schemathesis does not decompress.
        headers = {"Accept-Encoding": "identity"}
        if user:
            headers["Authorization"] = f"Bearer {issue_token(user=user)}"
        response = case.call(headers=headers, app=application)
        assert response.status_code < 500 or response.status_code == PROVIDER_UNAVAILABLE, response.text
        case.validate_response(response, checks=CHECKS)

    try:
        send()
    except hypothesis.errors.Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE  # no request to this operation can be invalid


def test_it_covers_every_endpoint():
    served = {(each.method, without_parameter_names(each.route)) for each in ENDPOINTS}
    assert set(LABELS) == {(method, route) for method, route in served if route not in NOT_DESCRIBED}
