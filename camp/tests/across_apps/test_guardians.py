"""Every call about a child or a seat, as its owner, an active, a frozen and a former guardian, and a stranger."""
# ruff: noqa: E501 (one line per call)

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Guardianship
from care.models import Agreement, CareSheet, PresenceEvent
from classes.catalog.calendar import calendar_token
from privacy.deletion import delete_account
from testing.clients.api import as_
from testing.endpoints import rolled_back
from testing.factories import (
    make_agreement,
    make_agreement_text,
    make_child,
    make_class,
    make_contact,
    make_guardianship,
)
from testing.snapshots import database_snapshot

pytestmark = pytest.mark.django_db

WHO = ("owner", "carer", "guardian", "frozen", "ended", "stranger")


@dataclass(frozen=True)
class Call:
    """Statuses for each of WHO. ``reads``: whether the response contains this text, for each of WHO."""

    name: str
    method: str
    path: Callable[[Any], str]
    statuses: tuple[int, int, int, int, int, int]
    body: Callable[[Any], Any] = lambda _: None
    reads: str = ""
    shown_to: tuple[str, ...] = field(default=())

    def __str__(self) -> str:
        return f"{self.method} {self.name}"


OWNER, CARE, ALL = (200, 404, 404, 404, 404, 404), (200, 200, 404, 404, 404, 404), (200,) * 6
SEEN_BY = ("owner", "carer", "guardian")


def made(statuses):
    return tuple(201 if status == 200 else status for status in statuses)


CALLS = [
    Call("children", "get", lambda w: "/children", ALL, reads="Mia", shown_to=("owner",)),
    Call("child", "put", lambda w: f"/children/{w.child.pk}", OWNER, lambda w: {"name": "Mia"}),
    Call("child", "delete", lambda w: f"/children/{w.child.pk}", (409, 404, 404, 404, 404, 404)),
    Call("guardians", "get", lambda w: f"/children/{w.child.pk}/guardians", OWNER),
    Call("guardians", "post", lambda w: f"/children/{w.child.pk}/guardians", (409, 404, 404, 404, 404, 404), lambda w: {"email": "x@camp.example"}),
    Call("guardian", "delete", lambda w: f"/children/{w.child.pk}/guardians/{w.row.pk}", (200, 200, 404, 404, 404, 404)),
    Call("guardian", "patch", lambda w: f"/children/{w.child.pk}/guardians/{w.row.pk}", (403,) * 6, lambda w: {"frozen": True}),
    Call("shared children", "get", lambda w: "/sharedChildren", ALL, reads="Mia", shown_to=("carer", "guardian")),
    Call("shared seats", "get", lambda w: "/sharedChildren", ALL, reads="Clay", shown_to=("carer", "guardian")),
    Call("shared paperwork", "get", lambda w: "/sharedChildren", ALL, reads="pickup", shown_to=("carer",)),
    Call("shared price", "get", lambda w: "/sharedChildren", ALL, reads="45.5", shown_to=()),
    Call("calendar", "get", lambda w: f"/calendar/{calendar_token(user=w.who)}.ics", ALL, reads="Clay (Mia)", shown_to=SEEN_BY),
    Call("presence", "get", lambda w: "/presence", ALL, reads="Mia", shown_to=SEEN_BY),
    Call("absences", "post", lambda w: "/absences", (201, 201, 201, 404, 404, 404), lambda w: {"lessonId": str(w.lesson.pk), "enrollmentId": str(w.seat.pk)}),
    Call("messages", "get", lambda w: f"/classes/{w.clay.pk}/messages", ALL, reads="Please", shown_to=SEEN_BY),
    Call("care", "get", lambda w: "/care", ALL, reads="Mia", shown_to=("owner",)),
    Call("sheet", "get", lambda w: f"/care/{w.child.pk}", CARE, reads="Nuts", shown_to=("owner", "carer")),
    Call("sheet", "put", lambda w: f"/care/{w.child.pk}", CARE, lambda w: {"nothingToTell": True}),
    Call("sheet of a sibling", "get", lambda w: f"/care/{w.other.pk}", OWNER),
    Call("contacts", "get", lambda w: f"/contacts?childId={w.child.pk}", CARE, reads="Rosa", shown_to=("owner", "carer")),
    Call("barred", "get", lambda w: f"/contacts?childId={w.child.pk}", CARE, reads="Hugo", shown_to=("owner",)),
    Call("own contacts", "get", lambda w: "/contacts", ALL, reads="Rosa", shown_to=("owner",)),
    Call("contact", "post", lambda w: "/contacts", made(CARE), lambda w: {"name": "Ben", "childIds": [str(w.child.pk)]}),
    Call("contact of a sibling", "post", lambda w: "/contacts", made(OWNER), lambda w: {"name": "Ben", "childIds": [str(w.child.pk), str(w.other.pk)]}),
    Call("contact", "put", lambda w: f"/contacts/{w.rosa.pk}", OWNER, lambda w: {"name": "Rosa", "phone": "555 0102", "emergency": True, "childIds": [str(w.child.pk)]}),
    Call("contact", "delete", lambda w: f"/contacts/{w.barred.pk}", OWNER),
    Call("agreements", "get", lambda w: f"/agreements?childId={w.child.pk}", CARE),
    Call("agreements", "post", lambda w: "/agreements", made(CARE), lambda w: {"textId": str(w.text.pk), "childId": str(w.child.pk), "accepted": True, "typedName": "Carer"}),
    Call("agreement", "get", lambda w: f"/agreements/{w.agreement.pk}", CARE),
    Call("selections", "get", lambda w: f"/selectClass?email={w.owner.email}", (200, 403, 403, 403, 403, 403)),
    Call("selection", "post", lambda w: "/selectClass", made(OWNER), lambda w: {"classId": str(make_class(w.users.instructor, "New").pk), "childId": str(w.child.pk)}),
    Call("selection", "delete", lambda w: f"/selectClass/{w.waiting.pk}", OWNER),
    Call("waitlist", "post", lambda w: "/waitlist", made(OWNER), lambda w: {"classId": str(make_class(w.users.instructor, "Full", capacity=0).pk), "childId": str(w.child.pk)}),
    Call("enrolled", "get", lambda w: f"/enrolledStudent/{w.owner.email}", (200, 403, 403, 403, 403, 403)),
    Call("payments", "get", lambda w: f"/payments/{w.owner.email}", (200, 403, 403, 403, 403, 403)),
    Call("own payments", "get", lambda w: f"/payments/{w.who.email}", ALL, reads="Clay", shown_to=("owner",)),
    Call("order", "get", lambda w: f"/orders/{w.payment.order_id}", OWNER),
    Call("receipt", "get", lambda w: f"/payments/{w.payment.pk}/receipt", OWNER),
    Call("cancel", "post", lambda w: f"/payments/cancel/{w.payment.pk}", OWNER),
    Call("move", "post", lambda w: f"/payments/{w.payment.pk}/move", (403,) * 6, lambda w: {"classId": str(w.clay.pk), "reason": "x"}),
    Call("quote", "post", lambda w: "/orders/quote", (200, 409, 409, 409, 409, 409), lambda w: {"selections": [str(w.waiting.pk)]}),
    Call("roster", "get", lambda w: f"/classes/{w.clay.pk}/roster", (404,) * 6),
    Call("class care", "get", lambda w: f"/classes/{w.clay.pk}/care", (404,) * 6),
    Call("family", "get", lambda w: f"/families/{w.owner.pk}", (403,) * 6),
    Call("own data", "get", lambda w: "/users/me/data", ALL, reads="Rosa", shown_to=("owner",)),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_each_call_answers_as_the_table_says(world, call):
    found = {}
    for who in WHO:
        with rolled_back():
            world.who = getattr(world, who)
            path, body = call.path(world), call.body(world)
            before = database_snapshot()
            client = as_(world.who).client
            options = {} if call.method == "get" else {"format": "json"}
            response = getattr(client, call.method)(path, *([] if call.method == "get" else [body]), **options)
            found[who] = response.status_code
            if response.status_code >= 400:
                assert database_snapshot() == before, who
            if call.reads and response.status_code < 400:
                assert (call.reads in response.content.decode()) is (who in call.shown_to), who
            for private in (world.owner.email,):
                assert who == "owner" or private not in response.content.decode(), who
    assert found == dict(zip(WHO, call.statuses, strict=True))


def test_each_side_sees_what_the_other_has_signed(world):
    body = {"textId": str(world.text.pk), "childId": str(world.child.pk), "accepted": True, "typedName": "Carer"}
    signed = as_(world.carer).post("/agreements", body, 201)["insertedId"]
    for who in (world.owner, world.carer):
        listed = as_(who).get(f"/agreements?childId={world.child.pk}")["signed"]
        assert [each["typedName"] for each in listed] == ["Carer", "Sam"]
        as_(who).get(f"/agreements/{signed}")


@pytest.mark.parametrize("first", ["owner", "carer"])
def test_photos_are_refused_until_the_guardian_who_refused_allows_them(world, first):
    text = make_agreement_text("photo", required=False)
    refuser, other = (world.owner, world.carer) if first == "owner" else (world.carer, world.owner)

    def answer(guardian, *, accepted):
        body = {"textId": str(text.pk), "childId": str(world.child.pk), "accepted": accepted, "typedName": "Sam"}
        return as_(guardian).post("/agreements", body, 201)["insertedId"]

    def in_force():
        signed = as_(world.owner).get(f"/agreements?childId={world.child.pk}")["signed"]
        return [each["accepted"] for each in signed if each["kind"] == "photo" and each["counts"]]

    refusal = answer(refuser, accepted=False)
    allowed = answer(other, accepted=True)
    assert in_force() == [False]
    assert (as_(other).get(f"/agreements/{allowed}")["counts"], answer(other, accepted=True)) == (False, allowed)
    answer(refuser, accepted=True)
    assert in_force() == [True, True]
    assert as_(refuser).get(f"/agreements/{refusal}")["counts"] is False


def test_a_guardians_refusal_of_photos_survives_a_new_version_that_another_one_allows(world):
    make_agreement(world.child, make_agreement_text("photo", required=False), accepted=False, signed_by=world.carer)
    new = make_agreement_text("photo", version=2, required=False)
    body = {"textId": str(new.pk), "childId": str(world.child.pk), "accepted": True, "typedName": "Sam"}
    allowed = as_(world.owner).post("/agreements", body, 201)["insertedId"]
    assert as_(world.owner).get(f"/agreements/{allowed}")["counts"] is False


def test_an_answer_to_a_new_version_of_a_text_replaces_the_guardians_former_one(world):
    refused = make_agreement(world.child, make_agreement_text("photo", required=False), accepted=False)
    new = make_agreement_text("photo", version=2, required=False)
    body = {"textId": str(new.pk), "childId": str(world.child.pk), "accepted": True, "typedName": "Sam"}
    signed = as_(world.owner).post("/agreements", body, 201)["insertedId"]
    counts = {
        each["_id"]: each["counts"] for each in as_(world.owner).get(f"/agreements?childId={world.child.pk}")["signed"]
    }
    assert (counts[str(refused.pk)], counts[signed]) == (False, True)


def test_a_guardian_takes_back_what_they_announced(world):
    body = {"lessonId": str(world.lesson.pk), "enrollmentId": str(world.seat.pk)}
    absence = as_(world.guardian).post("/absences", body, 201)["insertedId"]
    assert as_(world.owner).post("/absences", body, 201)["insertedId"] == absence
    as_(world.owner).delete(f"/absences/{absence}", 404)
    Guardianship.objects.filter(user=world.guardian).update(frozen_at=timezone.now())
    as_(world.guardian).delete(f"/absences/{absence}", 404)
    Guardianship.objects.filter(user=world.guardian).update(frozen_at=None)
    as_(world.guardian).delete(f"/absences/{absence}")
    assert PresenceEvent.objects.count() == 2


def test_staff_can_call_every_active_guardian(world):
    world.carer.phone = "555 0199"
    world.carer.save()
    (lesson,) = as_(world.users.instructor).get("/today")
    (participant,) = as_(world.users.admin).get(f"/classes/{world.clay.pk}/care")
    for row in (lesson["rows"][0], participant):
        assert row["secondGuardians"] == [{"name": "Carer", "phone": "555 0199"}, {"name": "Guardian", "phone": ""}]


def test_the_family_is_found_by_its_second_guardian(world):
    world.carer.phone = "(555) 010-7788"
    world.carer.save()
    make_guardianship(world.other, None, email="dad@quartz.example")
    for text in ("Carer", "carer@camp.example", "7788", "dad@quartz.example", "quartz", "Mia Carer"):
        assert str(world.owner.pk) in [each["_id"] for each in as_(world.users.admin).get(f"/families?q={text}")], text
    for text in ("ended@camp.example", "Stranger"):
        assert str(world.owner.pk) not in [each["_id"] for each in as_(world.users.admin).get(f"/families?q={text}")]


def release(world):
    world.seat.state, world.seat.released_at = "RELEASED", timezone.now()
    world.seat.save()


def test_the_deletion_of_the_guardian_leaves_the_family_whole(world):
    ben = as_(world.carer).post("/contacts", {"name": "Ben", "childIds": [str(world.child.pk)]}, 201)["insertedId"]
    delete_account(user_id=world.carer.pk, now=timezone.now())
    world.row.refresh_from_db()
    assert (world.row.email, world.row.ended_at is None) == ("", False)
    listed = [each["name"] for each in as_(world.owner).get(f"/children/{world.child.pk}/guardians")]
    assert listed == ["Guardian", "Frozen"]
    assert as_(world.owner).get(f"/care/{world.child.pk}")["allergies"] == "Nuts"
    assert ben in [each["_id"] for each in as_(world.owner).get("/contacts")]


def test_the_deletion_of_the_owner_ends_it_and_leaves_the_guardian_whole(world):
    own = make_child(world.carer, "Noa")
    make_contact(own, "Rosa", phone="555 0101")
    as_(world.carer).post("/contacts", {"name": "Ben", "childIds": [str(world.child.pk)]}, 201)
    release(world)
    delete_account(user_id=world.owner.pk, now=timezone.now())
    assert as_(world.carer).get("/sharedChildren") == []
    assert not Guardianship.objects.current().exists()
    assert set(Guardianship.objects.values_list("email", flat=True)) == {""}
    assert [each["name"] for each in as_(world.carer).get("/contacts")] == ["Rosa"]
    assert not CareSheet.objects.exists()
    assert Agreement.objects.exists()
    assert [each["name"] for each in as_(world.carer).get("/children")] == ["Noa"]


def test_the_deletion_of_the_child_ends_it(world):
    release(world)
    as_(world.owner).delete(f"/children/{world.child.pk}")
    assert as_(world.carer).get("/sharedChildren") == []
    assert not Guardianship.objects.current().exists()


def test_the_export_has_both_sides_without_the_others_data(world):
    as_(world.carer).post("/contacts", {"name": "Otto", "barred": True, "childIds": [str(world.child.pk)]}, 201)
    of_owner, of_carer = (as_(who).get("/users/me/data") for who in (world.owner, world.carer))
    assert {each["email"] for each in of_owner["guardians"]} >= {"carer@camp.example", "guardian@camp.example"}
    (shared,) = of_carer["sharedChildren"]
    assert (shared["childName"], shared["care"]) == ("Mia", True)
    assert [each["name"] for each in of_carer["contacts"]] == ["Otto"]
    assert "Otto" not in str(of_owner)
    for private in (world.owner.email, "Nuts", "Hugo", "45.5"):
        assert private not in str(of_carer)
