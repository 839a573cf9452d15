"""CARE=off: a school of adults has no contacts, care sheets and agreements."""

import pytest

from care.api.urls import urlpatterns
from mail.models import OutboxEmail
from testing.endpoints import ENDPOINTS, ROLES, client_of, without_parameter_names

pytestmark = pytest.mark.django_db

# Children are shared without care too.
ROUTES = {without_parameter_names(str(each.pattern)) for each in urlpatterns} - {"sharedChildren"}
CARE = [endpoint for endpoint in ENDPOINTS if without_parameter_names(endpoint.route) in ROUTES]


def test_it_knows_all_routes():
    assert {without_parameter_names(endpoint.route) for endpoint in CARE} == ROUTES


@pytest.mark.parametrize("endpoint", CARE, ids=str)
def test_it_answers_404_to_everybody(sample, settings, endpoint):
    settings.CARE = False
    for role in ROLES:
        response = endpoint.send(client_of(sample.users, role), sample)
        assert (response.status_code, response.json()["code"]) == (404, "not_found")
    assert not OutboxEmail.objects.exists()
