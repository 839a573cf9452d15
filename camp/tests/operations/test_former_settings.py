"""What a site has in its environment from before is stored once by ``migrate``."""

import pytest
from django.core.management import call_command
from environ import Env

from core.models import School
from testing.factories import make_school

pytestmark = pytest.mark.django_db

FORMER = {
    "SCHOOL_LEGAL_NAME": "Kilnhouse Arts LLC",
    "SCHOOL_TAX_ID": " 12-3456789 ",
    "CONTACT_ADDRESS": "12 Kiln Lane",
    "CONTACT_PHONE": "555 010 2003 " + "or ring " * 5,
    "CONTACT_EMAIL": "hello@kilnhouse.example",
    "CARE_REQUIRES": "phone, sheet,paper:immunization",
}


@pytest.fixture
def migrate(monkeypatch):
    def migrate(environ):
        monkeypatch.setattr(Env, "ENVIRON", {**Env.ENVIRON, **environ})
        call_command("migrate", verbosity=0)

    return migrate


def test_it_stores_what_was_set(migrate):
    migrate(FORMER)
    school = School.current()
    assert (school.legal_name, school.tax_id, school.address) == ("Kilnhouse Arts LLC", "12-3456789", "12 Kiln Lane")
    assert (school.phone, school.email) == ("555 010 2003 or ring or ring o", "hello@kilnhouse.example")
    assert school.requires == ["phone", "sheet", "paper:immunization"]


def test_it_prefers_the_address_of_the_receipts(migrate):
    migrate(FORMER | {"SCHOOL_ADDRESS": "PO Box 7"})
    assert School.current().address == "PO Box 7"


def test_it_stores_nothing_without_them(migrate):
    migrate({})
    assert not School.objects.exists()


def test_it_never_changes_what_the_office_has_entered(migrate):
    make_school(legal_name="Kilnhouse", requires=["phone"])
    migrate(FORMER)
    school = School.objects.get()
    assert (school.legal_name, school.requires) == ("Kilnhouse", ["phone"])
