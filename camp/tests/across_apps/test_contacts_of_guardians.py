"""The contacts of a child with a second guardian: who sees, changes and deletes which."""

import pytest
from django.utils import timezone

from accounts import locking
from accounts.models import Guardianship
from care.models import Contact
from testing.clients.api import as_
from testing.factories import make_child, make_contact, make_guardianship, make_user
from testing.snapshots import nothing_changes

pytestmark = pytest.mark.django_db


def test_a_guardian_writes_what_only_they_and_staff_change(world):
    """And a barred person stays unknown to the other side."""
    body = {"name": "Otto", "barred": True, "childIds": [str(world.child.pk)]}
    otto = as_(world.carer).post("/contacts", body, 201)["insertedId"]
    seen = as_(world.carer).get(f"/contacts?childId={world.child.pk}")
    assert [(each["name"], each["mayChange"]) for each in seen] == [("Otto", True), ("Rosa", False)]
    assert "Otto" not in str(as_(world.owner).get("/contacts"))
    as_(world.owner).put(f"/contacts/{otto}", body, 404)
    as_(world.owner).delete(f"/contacts/{otto}", 404)
    as_(world.carer).put(f"/contacts/{otto}", body | {"relation": "Neighbor"})
    staff = as_(world.users.admin).get(f"/contacts?userId={world.owner.pk}")
    assert {each["name"] for each in staff} == {"Otto", "Rosa", "Hugo"}
    Guardianship.objects.filter(user=world.carer).update(frozen_at=timezone.now())
    as_(world.carer).put(f"/contacts/{otto}", body, 404)
    as_(world.carer).delete(f"/contacts/{otto}", 404)
    as_(world.users.admin).delete(f"/contacts/{otto}?userId={world.owner.pk}")


def test_only_the_office_sees_who_else_wrote_a_contact(world):
    """Also after the guardianship has ended, and for barred contacts."""
    for name in ("Otto", "Ben"):
        body = {"name": name, "barred": name == "Otto", "childIds": [str(world.child.pk)]}
        as_(world.carer).post("/contacts", body, 201)
    path = f"/contacts?childId={world.child.pk}"
    for who in (world.owner, world.carer):
        assert {each["addedBy"] for each in as_(who).get(path)} == {None}
    Guardianship.objects.filter(user=world.carer).update(ended_at=timezone.now(), email="")
    for office_path in (f"/contacts?userId={world.owner.pk}", f"{path}&userId={world.owner.pk}"):
        staff = as_(world.users.admin).get(office_path)
        by = {each["name"]: each["addedBy"] for each in staff}
        assert by == {"Otto": "Carer", "Ben": "Carer", "Rosa": None, "Hugo": None}
        assert "carer@" not in str(staff)


def test_a_guardian_does_not_see_who_else_a_contact_is_for(world):
    shared = make_contact(world.child, "Grandma", phone="555 0103")
    shared.child_links.create(child=world.other, account=world.owner)
    (grandma, _) = as_(world.carer).get(f"/contacts?childId={world.child.pk}")
    assert grandma["childIds"] == [str(world.child.pk)]


def test_a_guardian_changes_and_deletes_a_contact_only_for_the_children_that_they_see(world):
    """The owner has added a sibling."""
    body = {"name": "Ben", "childIds": [str(world.child.pk)]}
    ben = as_(world.carer).post("/contacts", body, 201)["insertedId"]
    as_(world.owner).put(f"/contacts/{ben}", body | {"childIds": [str(world.child.pk), str(world.other.pk)]})
    assert as_(world.carer).put(f"/contacts/{ben}", body) == {"modifiedCount": 0}
    as_(world.carer).put(f"/contacts/{ben}", body | {"name": "Benno"})
    as_(world.carer).put(f"/contacts/{ben}", body | {"childIds": [str(world.other.pk)]}, 404)
    assert contacts_of_owner(world)["Benno"] == [str(world.child.pk), str(world.other.pk)]
    as_(world.carer).delete(f"/contacts/{ben}")
    as_(world.carer).delete(f"/contacts/{ben}", 404)
    assert contacts_of_owner(world)["Benno"] == [str(world.other.pk)]


def contacts_of_owner(world):
    return {each["name"]: each["childIds"] for each in as_(world.owner).get("/contacts")}


def test_children_of_two_families_have_no_contact_in_common(world):
    own = make_child(world.carer, "Noa")
    body = {"name": "Ben", "childIds": [str(world.child.pk), str(own.pk)]}
    assert "childIds" in as_(world.carer).post("/contacts", body, 400)["fields"]
    assert not Contact.objects.filter(name="Ben").exists()


@pytest.mark.parametrize(("both", "status"), [(False, 404), (True, 400)])
def test_a_refused_change_of_a_contact_locks_two_families_in_key_order(world, monkeypatch, both, status):
    later = make_user("later")
    zoe = make_child(later, "Zoe")
    make_guardianship(zoe, world.carer, care=True)
    ben = make_contact(zoe, "Ben", author=world.carer)
    locked, fetch_one = [], locking.fetch_one

    def lock(model, sql, **parameters):
        locked.append(parameters["id"])
        return fetch_one(model, sql, **parameters)

    monkeypatch.setattr(locking, "fetch_one", lock)
    children = [world.child, zoe] if both else [world.child]
    body = {"name": "Benno", "childIds": [str(each.pk) for each in children]}
    with nothing_changes():
        as_(world.carer).put(f"/contacts/{ben.pk}", body, status)
    assert list(dict.fromkeys(locked)) == [world.owner.pk, world.carer.pk, later.pk]


def test_a_guardian_cannot_put_a_barred_person_on_the_list(world):
    """What one guardian forbids, another one can't allow: neither for others nor for themself."""
    hugo = make_contact(world.child, "Hugo", account=world.owner, author=world.carer, may_pick_up=True)
    left = {"_id": "4c1b7c1e-97b5-4a3f-9a55-0d0b2a7a9b01", "kind": "LEFT", "at": world.lesson.starts_at.isoformat()}
    left |= {"lessonId": str(world.lesson.pk), "enrollmentId": str(world.seat.pk), "contactId": str(hugo.pk)}
    assert as_(world.users.instructor).post("/presence", {"events": [left]})["refused"][0]["code"] == "barred"
    hugo.author = world.owner
    hugo.save()
    assert as_(world.users.instructor).post("/presence", {"events": [left]})["refused"] == []


def test_the_owners_export_has_the_contacts_that_the_owner_sees(world):
    for name in ("Otto", "Ben"):
        body = {"name": name, "barred": name == "Otto", "childIds": [str(world.child.pk)]}
        as_(world.carer).post("/contacts", body, 201)
    data = as_(world.owner).get("/users/me/data")
    assert [each["name"] for each in data["contacts"]] == ["Hugo", "Rosa"]
    (ben,) = data["contactsByOthers"]
    assert (ben["name"], ben["childIds"]) == ("Ben", [str(world.child.pk)])
    seen = {each["name"] for each in as_(world.owner).get("/contacts")}
    assert seen == {"Hugo", "Rosa", "Ben"}
    assert as_(world.carer).get("/users/me/data")["contactsByOthers"] == []
