"""Whatever is sent, by whomever: an answer that the description promises, and never a fault of ours.

Calls are invented from the OpenAPI description, good ones and bad ones, for every operation as nobody and as each role.
Bounded here; ``CAMP_INVENTED_CALLS=500 pytest camp/tests/test_whatever_is_sent.py`` runs long.
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

from accounts.models import User
from accounts.tokens import issue_token
from camp.tests import test_who_may_what
from camp.tests.test_who_may_what import PEOPLE

pytestmark = pytest.mark.django_db
school = test_who_may_what.school

CALLS_FOR_EACH = int(os.environ.get("CAMP_INVENTED_CALLS", "6"))
PROMISES = [status_code_conformance, content_type_conformance, response_schema_conformance]
ROLES = [who for who in PEOPLE if not who.startswith("other_")]
PROVIDERS_ARE_AWAY = 503
"""In the tests no provider answers, and the description says so."""
DESCRIPTION = schemathesis.openapi.from_path(settings.BASE_DIR / "frontend" / "openapi.json")
OPERATIONS = {operation.label: operation for operation in (each.ok() for each in DESCRIPTION.get_all_operations())}


@pytest.fixture(scope="module")
def site():
    """Django as a web server sees it, which leaves the connection that a test's transaction is on alone."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    django = get_wsgi_application()
    yield lambda environ, start_response: django({**environ, "REMOTE_ADDR": "127.0.0.1"}, start_response)
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def known(school):
    """What stands in an address: things that are there, so that calls get further than 404."""
    payment, classes = school.payment, [school.approved, school.pending, school.denied, school.free]
    ids = [str(each.pk) for each in (*classes, school.selection, school.cast.student, payment)]
    return {"id": ids, "person": [*ids, "sam@camp.example"], "email": ["sam@camp.example", "ines@camp.example"]}


@pytest.mark.parametrize("who", ROLES)
@pytest.mark.parametrize("label", OPERATIONS)
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["good", "bad"])
def test_every_answer_is_one_that_was_promised(school, site, label, who, mode):
    operation = OPERATIONS[label]
    values = known(school)
    user: User | None = None if who == "nobody" else getattr(school.cast, who)

    @hypothesis.seed(2003)
    @hypothesis.settings(
        max_examples=CALLS_FOR_EACH,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode), data=st.data())
    def invent(case, data):
        for name in set(case.path_parameters or {}) & set(values):
            if data.draw(st.booleans()):
                case.path_parameters[name] = data.draw(st.sampled_from(values[name]))
        headers = {"Authorization": f"Bearer {issue_token(user=user)}"} if user else {}
        response = case.call(headers=headers, app=site)
        assert response.status_code < 500 or response.status_code == PROVIDERS_ARE_AWAY, response.text
        case.validate_response(response, checks=PROMISES)

    try:
        invent()
    except hypothesis.errors.Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE  # nothing about this call can be wrong


NO_CALLS = {"healthz", "metrics", "schema", "docs", "robots.txt", "sitemap.xml"}
"""Served for machines and readers, and no part of what a client of the calls needs to know."""


def test_every_call_that_is_served_is_described():
    served = {call.route for call in test_who_may_what.CALLS} - NO_CALLS
    described = {label.split(" ", 1)[1].strip("/") for label in OPERATIONS}
    bare = test_who_may_what._bare
    assert {bare(route) for route in served} == {bare(path.replace("{", "<").replace("}", ">")) for path in described}
