"""GET and PUT /school: what receipts, statements, e-mails and pages say about the school."""

import pytest
from django.db import IntegrityError, transaction

from core.models import School
from testing.clients.api import as_
from testing.factories import make_school

pytestmark = pytest.mark.django_db

FACTS = {
    "legalName": "Kilnhouse Arts LLC",
    "taxId": "DE 123 456 789",
    "address": "12 Kiln Lane, Asheville, NC 28801",
    "phone": "(555) 010-2003",
    "email": "hello@kilnhouse.example",
    "requires": ["phone", "sheet", "paper:immunization"],
}
UNKNOWN = {"legalName": "", "taxId": "", "address": "", "phone": "", "email": ""}


def put(users, status=200, **changes):
    return as_(users.admin).put("/school", FACTS | changes, status)


def test_it_stores_the_facts(users):
    assert put(users) == {"modifiedCount": 1}
    assert as_(users.admin).get("/school") == FACTS
    assert put(users) == {"modifiedCount": 0}


def test_it_replaces_the_facts(users):
    put(users)
    assert put(users, **UNKNOWN, requires=[]) == {"modifiedCount": 1}
    assert as_(users.admin).get("/school") == UNKNOWN | {"requires": []}


def test_it_requires_the_usual_paperwork_until_the_office_has_decided(users):
    assert as_(users.admin).get("/school") == UNKNOWN | {"requires": ["phone", "contact", "pickup", "sheet"]}


def test_it_stores_a_phone_number_and_an_address_as_people_paste_them(users):
    put(users, phone="tel:555\u2011010\u20112003", email=" mailto:Hello@Kilnhouse.example")
    stored = as_(users.admin).get("/school")
    assert (stored["phone"], stored["email"]) == ("555-010-2003", "hello@kilnhouse.example")


def test_it_stores_a_part_of_the_paperwork_once(users):
    put(users, requires=["sheet", "phone", "sheet"])
    assert as_(users.admin).get("/school")["requires"] == ["sheet", "phone"]


@pytest.mark.parametrize("method", ["get", "put"])
def test_it_refuses_others(users, method):
    make_school()
    before = as_(users.admin).get("/school")
    for user, status in ((None, 401), (users.student, 403), (users.instructor, 403)):
        getattr(as_(user), method)("/school", *([FACTS, status] if method == "put" else [status]))
    assert as_(users.admin).get("/school") == before


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("legalName", "x" * 201),
        ("legalName", "Win at https://evil.example"),
        ("legalName", None),
        ("taxId", "see our website"),
        ("taxId", "1" * 31),
        ("address", "x" * 201),
        ("phone", "call us"),
        ("email", "hello"),
        ("requires", "phone"),
        ("requires", ["contcat"]),
        ("requires", ["paper:"]),
        ("requires", ["paper:" + "x" * 41]),
        ("requires", ["phone"] * 21),
    ],
)
def test_it_refuses_invalid_input(users, field, value):
    make_school()
    before = as_(users.admin).get("/school")
    (refused,) = put(users, 400, **{field: value})["fields"]
    assert refused.partition(".")[0] == field
    assert as_(users.admin).get("/school") == before


@pytest.mark.parametrize("field", FACTS)
def test_it_takes_the_facts_only_as_a_whole(users, field):
    body = {name: value for name, value in FACTS.items() if name != field}
    assert as_(users.admin).put("/school", body, 400)["fields"].keys() == {field}
    assert not School.objects.exists()


def test_it_has_one_row(users):
    make_school()
    with pytest.raises(IntegrityError), transaction.atomic():
        School.objects.create(pk=2)
