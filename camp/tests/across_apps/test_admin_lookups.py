"""The Django admin filters by the declared filters only: a look-up must not tell what a hidden column contains."""

import pytest
from django.contrib import admin
from django.urls import reverse

from core.admin import DeclaredLookups
from testing.clients.admin import AdminClient
from testing.factories import make_users

pytestmark = pytest.mark.django_db

ADMINS = [each for model, each in admin.site._registry.items() if model._meta.app_label != "auth"]


@pytest.mark.parametrize("model_admin", ADMINS, ids=str)
def test_it_allows_only_declared_lookups(model_admin):
    assert isinstance(model_admin, DeclaredLookups)
    names = {each.name for each in model_admin.opts.get_fields()} | {
        "student__password",
        "guardian__calendar_token",
        "instructor__firebase_uid",
        "recipient__email",
    }
    declared = {each if isinstance(each, str) else each.parameter_name for each in model_admin.list_filter}
    for name in names - declared:
        for lookup in ("exact", "startswith", "regex", "gt"):
            assert not model_admin.lookup_allowed(f"{name}__{lookup}", "a")
    for name in declared:
        assert not model_admin.lookup_allowed(f"{name}__regex", "a")
        assert model_admin.lookup_allowed(f"{name}__exact", "a")


def test_it_refuses_a_lookup_of_the_password():
    client = AdminClient()
    client.force_login(make_users().admin)
    address = reverse("admin:accounts_user_changelist")
    assert client.get(f"{address}?role__exact=admin").status_code == 200
    assert client.get(f"{address}?password__startswith=a").status_code == 400
