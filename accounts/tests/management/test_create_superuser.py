"""``createsuperuser`` creates the first admin, and says why it doesn't."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User

pytestmark = pytest.mark.django_db
EMAIL = "ada@camp.example"


def create(monkeypatch, password=None, **options):
    monkeypatch.setenv("DJANGO_SUPERUSER_EMAIL", EMAIL)
    monkeypatch.delenv("DJANGO_SUPERUSER_PASSWORD", raising=False)
    if password is not None:
        monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", password)
    call_command("createsuperuser", **{"interactive": False, "stdout": StringIO()} | options)


def test_it_creates_an_admin(monkeypatch):
    create(monkeypatch, "seven kilns by the river")
    admin = User.objects.get(email=EMAIL)
    assert admin.is_admin
    assert admin.check_password("seven kilns by the river")


@pytest.mark.parametrize("password", ["123", "password", EMAIL, "", None])
def test_it_refuses_a_weak_or_missing_password(monkeypatch, password):
    with pytest.raises(CommandError, match="DJANGO_SUPERUSER_PASSWORD"):
        create(monkeypatch, password)
    assert not User.objects.exists()


def test_it_fails_without_a_terminal(monkeypatch):
    with pytest.raises(CommandError, match="no terminal"):
        create(monkeypatch, interactive=True, stdin=StringIO())
    assert not User.objects.exists()
