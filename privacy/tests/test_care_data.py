"""Contacts, care sheets, agreements and reads in the export, and after the deletion of a child or an account."""

import pytest
from django.utils import timezone

from care.models import Agreement, CareRead, CareSheet, Contact, ContactChild, PaperSeen
from classes.models import Enrollment
from testing.clients.api import as_
from testing.factories import make_agreement, make_agreement_text, make_child, make_class, make_contact, make_enrollment
from testing.snapshots import tables_with

pytestmark = pytest.mark.django_db

WORDS = ("Rosa Quendel", "Großtante", "(555) 010-7777", "12 Quittenweg")


@pytest.fixture
def mia(users):
    """Sam's child, with everything that the site can know about it."""
    mia = make_child(users.student, "Mia Quitte")
    as_(users.student).patch("/users/me", {"phone": "(555) 010-7777", "address": "12 Quittenweg"})
    as_(users.student).put(f"/care/{mia.pk}", {"allergies": "Quittenpollen", "keep": True})
    make_contact(mia, "Rosa Quendel", relation="Großtante", phone="555 0100")
    make_agreement(mia, make_agreement_text(), typed_name="Sam Quitte", seen_on="2026-01-05", recorded_by=users.admin)
    as_(users.admin).post("/papers", {"childId": str(mia.pk), "kind": "immunization", "seenOn": "2026-01-05"}, 201)
    over = make_class(users.instructor, "Over", ended_at=timezone.now())
    make_enrollment(users.student, over, mia)
    as_(users.admin).get(f"/classes/{over.pk}/care")
    as_(users.admin).put(f"/care/{mia.pk}?userId={users.student.pk}", {"allergies": "Quittenpollen", "keep": True})
    return mia


def test_it_exports_everything_about_the_child(users, mia):
    data = as_(users.student).get("/users/me/data")
    child = str(mia.pk)
    assert (data["account"]["phone"], data["account"]["address"]) == ("(555) 010-7777", "12 Quittenweg")
    assert [(row["name"], row["relation"], row["childIds"]) for row in data["contacts"]] == [
        ("Rosa Quendel", "Großtante", [child])
    ]
    (sheet,) = data["careSheets"]
    assert (sheet["childId"], sheet["texts"]["allergies"], sheet["keep"]) == (child, "Quittenpollen", True)
    (agreement,) = data["agreements"]
    assert (agreement["childId"], agreement["typedName"], agreement["title"]) == (child, "Sam Quitte", "Waiver")
    assert (agreement["seenOn"], agreement["recordedBy"]) == ("2026-01-05", "Ada")
    assert data["papersSeen"] == [{"childId": child, "kind": "immunization", "seenOn": "2026-01-05"}]
    assert [(row["childId"], row["readBy"], row["nameClass"], row["saved"]) for row in data["careReads"]] == [
        (child, "Ada", None, True),
        (child, "Ada", "Over", False),
    ]


def test_it_exports_the_rest_if_no_key_decrypts_a_sheet(users, mia, settings):
    settings.CARE_KEYS = []
    data = as_(users.student).get("/users/me/data")
    assert [row["texts"] for row in data["careSheets"]] == [None]
    assert data["contacts"]


def test_it_exports_nothing_of_another_family(users, mia):
    data = as_(users.other_student).get("/users/me/data")
    for name in ("contacts", "careSheets", "agreements", "papersSeen", "careReads"):
        assert data[name] == []


def test_it_deletes_the_care_of_a_deleted_child_only(users, mia):
    leo = make_child(users.student, "Leo")
    as_(users.student).put(f"/care/{leo.pk}", {"nothingToTell": True})
    both = make_contact(leo, "Hugo")
    ContactChild.objects.create(contact=both, child=mia, account=users.student)
    as_(users.student).delete(f"/children/{mia.pk}")
    assert list(CareSheet.objects.values_list("child", flat=True)) == [leo.pk]
    assert list(Contact.objects.values_list("name", flat=True)) == ["Hugo"]
    assert list(ContactChild.objects.values_list("child", flat=True)) == [leo.pk]
    assert not PaperSeen.objects.exists()


def test_it_keeps_only_the_signature_of_a_deleted_account(users, mia, request_deletion):
    """The agreement keeps the names as they were signed, because it is evidence."""
    for word in WORDS:
        assert tables_with(word), f"{word} is in no table, so the test proves nothing"
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())

    request_deletion(users.student)

    for word in WORDS:
        assert tables_with(word) == []
    for word in ("Mia Quitte", "Sam Quitte"):
        assert tables_with(word) == ["care_agreement"]
    for model in (CareSheet, Contact, PaperSeen):
        assert not model.objects.exists()
    agreement = Agreement.objects.select_related("text").get()
    assert (agreement.signed_by, agreement.child, agreement.text.body) == (
        users.student,
        mia,
        "I know the risks of a kiln.",
    )
    assert CareRead.objects.count() == 2
