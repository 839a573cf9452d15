"""GET and POST /contacts, PUT and DELETE /contacts/{id}: the contacts of the user's own account."""

import pytest
from django.utils import timezone

from care.models import Contact, ContactChild
from testing.clients.api import INVALID_IDS, as_
from testing.factories import make_child, make_class, make_contact, make_enrollment

pytestmark = pytest.mark.django_db

ROSA = {
    "name": "Rosa Rivera",
    "relation": "Grandmother",
    "phone": "(555) 010-2003",
    "emergency": True,
    "mayPickUp": True,
    "barred": False,
}


def rows():
    return list(Contact.objects.order_by("pk").values()), list(ContactChild.objects.order_by("pk").values())


def body(*children, **changes):
    return ROSA | {"childIds": [str(child.pk) for child in children]} | changes


def test_it_adds_a_contact_for_two_children(users, mia, leo):
    added = as_(users.student).post("/contacts", body(mia, leo), 201)
    assert as_(users.student).get("/contacts") == [
        body(mia, leo) | {"_id": added["insertedId"], "mayChange": True, "addedBy": None}
    ]
    assert as_(users.other_student).get("/contacts") == []


def test_it_changes_a_contact_and_its_children(users, mia, leo):
    contact = make_contact(mia)
    changed = body(leo, name="Hugo", barred=True, emergency=False, mayPickUp=False)
    assert as_(users.student).put(f"/contacts/{contact.pk}", changed) == {"modifiedCount": 1}
    assert as_(users.student).get("/contacts") == [
        changed | {"_id": str(contact.pk), "mayChange": True, "addedBy": None}
    ]
    before = rows()
    assert as_(users.student).put(f"/contacts/{contact.pk}", changed) == {"modifiedCount": 0}
    assert rows() == before


def test_it_deletes_a_contact(users, mia):
    contact = make_contact(mia)
    assert as_(users.student).delete(f"/contacts/{contact.pk}") == {"deletedCount": 1}
    assert rows() == ([], [])


def test_it_refuses_a_bad_id(users, mia):
    for id in INVALID_IDS:
        as_(users.student).put(f"/contacts/{id}", body(mia), 404)
        as_(users.student).delete(f"/contacts/{id}", 404)


def test_it_refuses_another_familys_child_and_contact(users, mia):
    zoe = make_child(users.other_student, "Zoe")
    contact, foreign = make_contact(mia), make_contact(zoe)
    before = rows()
    as_(users.student).post("/contacts", body(mia, zoe), 404)
    as_(users.student).put(f"/contacts/{contact.pk}", body(zoe), 404)
    as_(users.student).put(f"/contacts/{foreign.pk}", body(mia), 404)
    as_(users.student).delete(f"/contacts/{foreign.pk}", 404)
    assert rows() == before


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "Visit evil.example/x"}, "name"),
        ({"phone": "call me"}, "phone"),
        ({"phone": "12"}, "phone"),
        ({"phone": ""}, "phone"),
        ({"barred": True}, "barred"),
        ({"barred": True, "emergency": False}, "barred"),
        ({"childIds": []}, "childIds"),
        ({"childIds": ["x"]}, "childIds.0"),
    ],
)
def test_it_refuses_bad_input(users, mia, changes, field):
    assert list(as_(users.student).post("/contacts", body(mia, **changes), 400)["fields"]) == [field]
    assert rows() == ([], [])


@pytest.mark.parametrize("phone", ["+1 (555) 010-2003", "555-0100", "0049 30/901820", "555.010.2003 ext. 12"])
def test_it_accepts_a_phone_number_as_people_write_it(users, mia, phone):
    as_(users.student).post("/contacts", body(mia, phone=phone), 201)


def test_it_refuses_too_many(users, mia):
    for number in range(Contact.MAX_PER_ACCOUNT):
        make_contact(mia, f"Contact {number}")
    assert as_(users.student).post("/contacts", body(mia), 409)["code"] == "too_many_contacts"


class TestLastContact:
    """A child with a seat ahead keeps one contact for emergencies."""

    @pytest.fixture
    def contact(self, mia):
        return make_contact(mia, phone="555 0100", emergency=True)

    @pytest.fixture
    def _seat(self, users, mia, clay):
        make_enrollment(users.student, clay, mia)

    @pytest.mark.usefixtures("_seat")
    def test_it_refuses_to_remove_the_last_one(self, users, mia, leo, contact):
        before = rows()
        student = as_(users.student)
        assert student.delete(f"/contacts/{contact.pk}", 409)["code"] == "last_contact"
        assert student.put(f"/contacts/{contact.pk}", body(mia, emergency=False), 409)["code"] == "last_contact"
        assert student.put(f"/contacts/{contact.pk}", body(leo), 409)["code"] == "last_contact"
        assert rows() == before
        student.put(f"/contacts/{contact.pk}", body(mia, leo))

    @pytest.mark.usefixtures("_seat")
    def test_it_removes_another_one(self, users, mia, contact):
        pick_up = make_contact(mia, "Hugo", may_pick_up=True)
        as_(users.student).delete(f"/contacts/{pick_up.pk}")
        make_contact(mia, "Ana", phone="555 0101", emergency=True)
        as_(users.student).delete(f"/contacts/{contact.pk}")

    @pytest.mark.usefixtures("_seat")
    def test_it_changes_a_contact_of_a_child_that_has_none_for_emergencies(self, users, mia):
        pick_up = make_contact(mia, "Hugo", may_pick_up=True)
        as_(users.student).put(f"/contacts/{pick_up.pk}", body(mia, emergency=False))

    def test_it_removes_the_last_one_after_the_class(self, users, mia, contact):
        over = make_class(users.instructor, "Over", ended_at=timezone.now())
        make_enrollment(users.student, over, mia)
        as_(users.student).delete(f"/contacts/{contact.pk}")


def test_it_does_not_read_more_rows_at_a_time_for_more_contacts(users, mia, leo, count_queries):
    make_contact(mia)
    one = count_queries(as_(users.student), "/contacts")
    for child in (mia, leo):
        make_contact(child, "Hugo")
    assert count_queries(as_(users.student), "/contacts") == one
