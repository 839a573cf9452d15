"""Agreements and their texts: what is signed never changes."""

import pytest

from care.models import Agreement, AgreementText
from testing.clients.api import INVALID_IDS, as_
from testing.factories import make_agreement, make_agreement_text, make_child

pytestmark = pytest.mark.django_db

TEXT = {
    "kind": "waiver",
    "title": "Waiver",
    "body": "I know the risks of a kiln.\n\nMia may use one.",
    "required": True,
}


def answer(text, child, **changes):
    return {"textId": str(text.pk), "childId": str(child.pk), "accepted": True, "typedName": "Sam R."} | changes


def test_it_publishes_a_new_version_each_time(users):
    first = as_(users.admin).post("/agreementTexts", TEXT, 201)
    second = as_(users.admin).post("/agreementTexts", TEXT | {"title": "Waiver 2027"}, 201)
    newest, oldest = as_(users.admin).get("/agreementTexts")
    assert (newest["_id"], newest["version"], newest["title"]) == (second["insertedId"], 2, "Waiver 2027")
    digest = AgreementText.digest(TEXT["title"], TEXT["body"])
    own = {"_id": first["insertedId"], "version": 1, "sha256": digest, "createdAt": oldest["createdAt"]}
    assert oldest == TEXT | own
    assert newest["sha256"] != digest


def test_it_has_no_way_to_change_a_text(users):
    text = make_agreement_text()
    for method in ("put", "patch", "delete"):
        assert getattr(as_(users.admin).client, method)("/agreementTexts").status_code == 405
        assert getattr(as_(users.admin).client, method)(f"/agreementTexts/{text.pk}").status_code == 404


@pytest.mark.parametrize("field", ["kind", "title", "body", "required"])
def test_it_refuses_an_incomplete_text(users, field):
    body = {name: value for name, value in TEXT.items() if name != field}
    assert list(as_(users.admin).post("/agreementTexts", body, 400)["fields"]) == [field]
    as_(users.admin).post("/agreementTexts", TEXT | {field: "" if field != "required" else "x"}, 400)
    assert not AgreementText.objects.exists()


def test_it_shows_what_to_sign_and_what_is_signed(users, mia):
    waiver, photo = make_agreement_text(), make_agreement_text("photo", required=False)
    lists = as_(users.student).get(f"/agreements?childId={mia.pk}")
    assert [row["kind"] for row in lists["toSign"]] == ["waiver", "photo"]
    assert lists["signed"] == []
    signed = as_(users.student).post("/agreements", answer(waiver, mia), 201)
    as_(users.student).post("/agreements", answer(photo, mia, accepted=False), 201)
    lists = as_(users.student).get(f"/agreements?childId={mia.pk}")
    assert lists["toSign"] == []
    assert [(row["kind"], row["accepted"]) for row in lists["signed"]] == [("photo", False), ("waiver", True)]
    assert lists["signed"][1] == as_(users.student).get(f"/agreements/{signed['insertedId']}")


def test_it_shows_exactly_what_was_signed(users, mia):
    text = make_agreement_text(title=TEXT["title"], body=TEXT["body"])
    signed = as_(users.student).post("/agreements", answer(text, mia), 201)
    before = as_(users.student).get(f"/agreements/{signed['insertedId']}")
    assert {name: before[name] for name in ("title", "body", "version", "typedName", "childName", "accepted")} == {
        "title": TEXT["title"],
        "body": TEXT["body"],
        "version": 1,
        "typedName": "Sam R.",
        "childName": "Mia",
        "accepted": True,
    }
    assert before["sha256"] == AgreementText.digest(TEXT["title"], TEXT["body"])
    as_(users.admin).post("/agreementTexts", TEXT | {"body": "Another text."}, 201)
    as_(users.student).put(f"/children/{mia.pk}", {"name": "Mia Maria"})
    assert as_(users.student).get(f"/agreements/{signed['insertedId']}") == before


def test_it_refuses_an_outdated_text(users, mia):
    old = make_agreement_text()
    make_agreement_text(version=2)
    assert as_(users.student).post("/agreements", answer(old, mia), 409)["code"] == "text_outdated"
    assert not Agreement.objects.exists()


def test_it_refuses_a_bad_id(users):
    for id in INVALID_IDS:
        as_(users.student).get(f"/agreements/{id}", 404)


def test_it_refuses_an_unknown_text_and_another_familys_child(users, mia):
    text, zoe = make_agreement_text(), make_child(users.other_student, "Zoe")
    as_(users.student).post("/agreements", answer(text, mia, textId="999999"), 404)
    as_(users.student).post("/agreements", answer(text, zoe), 404)
    as_(users.student).get(f"/agreements?childId={zoe.pk}", 404)
    assert not Agreement.objects.exists()


def test_it_hides_the_agreements_of_another_family(users, mia):
    agreement = make_agreement(mia, make_agreement_text())
    as_(users.other_student).get(f"/agreements/{agreement.pk}", 404)
    as_(users.admin).get(f"/agreements/{agreement.pk}", 404)


@pytest.mark.parametrize("changes", [{"typedName": " "}, {"accepted": None}, {"childId": None}, {"textId": "x"}])
def test_it_refuses_bad_input(users, mia, changes):
    body = answer(make_agreement_text(), mia, **changes)
    assert list(as_(users.student).post("/agreements", body, 400)["fields"]) == list(changes)
    assert not Agreement.objects.exists()


def test_it_takes_at_most_20_answers_to_a_text_for_a_child(users, mia):
    text = make_agreement_text()
    for number in range(20):
        as_(users.student).post("/agreements", answer(text, mia, accepted=bool(number % 2)), 201)
    refused = as_(users.student).post("/agreements", answer(text, mia, accepted=False), 409)
    assert refused["code"] == "too_many_answers"
    assert Agreement.objects.count() == 20
    leo = make_child(users.student, "Leo")
    as_(users.student).post("/agreements", answer(text, leo), 201)
    as_(users.student).post("/agreements", answer(make_agreement_text(version=2), mia), 201)
